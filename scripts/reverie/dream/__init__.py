"""What a dream makes of a store: each pass looks at a draft of it and answers with steps; none of them writes a file.

`mechanical` needs no model, `plan` judges what one proposed, `decay` puts aside what nobody uses.
"""
