"""Putting Reverie into the client and taking it out again; the worker's own packages."""
