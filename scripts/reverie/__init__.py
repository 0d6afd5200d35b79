"""Reverie: a memory for coding agents that lasts across sessions, kept as Markdown files a person owns."""
