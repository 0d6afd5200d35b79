"""The client's own consolidation of a store, as far as it shows: two that tidy the same files would undo each other.

Its lock in the store holds a process id, and the lock's time is that of its last consolidation.
"""
from __future__ import annotations

import os

from reverie import native
from reverie.places import Places

LOCK = ".consolidate-lock"
_HELD = 3_600.0
"""Seconds after which a lock is nobody's any more."""
_ACTIVE = 14 * 86_400.0
"""Seconds after its last consolidation for which the client is taken to go on with them."""


def active(store: str, root: str, places: Places, now: float) -> str:
    """Why the store is left to the client's own dream, in words; empty where it is not."""
    running = at_work(store, now)
    if running:
        return running
    try:
        since = abs(now - os.stat(os.path.join(store, LOCK)).st_mtime)
    except OSError:
        return ""
    layers = native.layers(root, places) if root else []
    off = next((layer["autoDreamEnabled"] for layer in layers if "autoDreamEnabled" in layer), None) is False
    if off or since >= _ACTIVE:
        return ""
    return f"the client's own dream was here {since / 86_400:.0f} days ago; `autoDreamEnabled: false` ends that"


def at_work(store: str, now: float) -> str:
    """Whether the client consolidates the store at this moment, in words; empty if not."""
    path = os.path.join(store, LOCK)
    try:
        with open(path, encoding="ascii", errors="replace") as file:
            pid = file.read(20).strip()
        fresh = abs(now - os.stat(path).st_mtime) < _HELD
    except OSError:
        return ""
    return "the client's own dream is at work on these memories" if fresh and pid.isdigit() and _lives(pid) else ""


def _lives(pid: str) -> bool:
    try:
        os.kill(int(pid), 0)
    except PermissionError:
        return True
    except (OSError, OverflowError):
        return False
    return True
