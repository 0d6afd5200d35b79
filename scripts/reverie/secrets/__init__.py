"""Secrets, known by prefix and shape: `redaction` takes them out, `suspicion` looks first, the rest is data.

Nothing is imported here: a hook that only has a suspicion must not pay for the patterns.
"""
