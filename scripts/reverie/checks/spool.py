"""Whether the spool takes a note, and what waits in it."""
from __future__ import annotations

import os

from reverie import spool
from reverie.checks import Case, Finding, broken, ok, tried, warn

_LONG = 2 * 3_600.0
"""Seconds that a note may wait; those about a turn that still goes on wait an hour."""


def check(case: Case) -> list[Finding]:
    """Leave something no reader takes for a note, take it away, and look at the rest."""
    folder = os.path.join(case.places.spool, "new")
    try:
        tried(folder)
    except OSError as error:
        return broken(f"No note can be left in {folder}: {error.strerror}.", "Make it a folder you can write to.")
    waiting, parked = spool.waiting(case.places), spool.waiting(case.places, "parked")
    if parked:
        return warn(f"{len(parked)} notes failed three times and were parked in {case.places.spool}/parked.",
                    "Look at the log for the reason; what they asked for was not done, and they may be deleted.")
    oldest = case.now - spool.left_at(waiting[0]) if waiting else 0.0
    if oldest > _LONG:
        return warn(f"{len(waiting)} notes wait, the oldest for {oldest / 3_600:.0f} hours.",
                    "The worker takes them when it wakes; see what is said of it below.")
    return ok(f"takes notes; {len(waiting)} wait.")
