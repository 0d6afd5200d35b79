"""The person's memories on several machines: brought together by fact, carried by git, through one private remote.

Nothing that nobody deleted is lost, and nothing that was forgotten comes back.
"""
