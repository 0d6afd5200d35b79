"""Memories of other tools: one module per format, `read` in and `write` out; what comes in goes through `intake`.

Nothing a format says is followed: it is read as data, and each tool's own instructions (CLAUDE.md and its like) are
neither read nor written.
"""
