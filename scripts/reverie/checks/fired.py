"""Whether the client has called each hook, and lately: a hook may be registered and never run."""
from __future__ import annotations

import glob
import os
import sqlite3
import time
from contextlib import closing

from reverie import fired, migrate, readonly
from reverie.checks import Case, Finding, ok, warn
from reverie.fired import Fired
from reverie.on import ANSWERS

_ALWAYS = ("SessionStart", "UserPromptSubmit", "Stop")
"""What every session with a prompt calls."""
_DAY = 86_400.0
_NEW = "Start a new session; if it stays so, run `claude --debug` and look for hooks that are skipped."


def check(case: Case) -> list[Finding]:
    """Which events never came, which not for long, and whether the client held a session without us."""
    known = _known(case)
    held = _held(case)
    if not known:
        return (warn(f"No hook has ever fired, though the client wrote a transcript on {_day(held)}.", _NEW) if held
                else ok("none yet; the client's next session calls them."))
    last = max(said.last for said in known.values())
    if held - last > _DAY:
        return warn(f"The client wrote a transcript on {_day(held)}, but no hook fired since {_day(last)}.", _NEW)
    silent = [event for event in _ALWAYS if event not in known or last - known[event].last > 7 * _DAY]
    if silent and (held or len(silent) < len(_ALWAYS)):  # else the client held no session yet, and called us besides
        return warn(f"{', '.join(_told(event, known) for event in silent)}, though other hooks fired on"
                    f" {_day(last)}.", _NEW)
    never = [event for event in ANSWERS if event not in known]
    return ok(", ".join(_told(event, known) for event in known)
              + (f"; never yet: {', '.join(never)}." if never else "."))


def _known(case: Case) -> dict[str, Fired]:
    """What fired, in the order of the events; without a ledger that can be read, what the sessions' folders tell."""
    try:
        if migrate.version(case.places.ledger):
            with closing(readonly.connect(case.places.ledger)) as db:
                found = fired.ever(db, case.places)
        else:
            found = fired.ever(None, case.places)
    except sqlite3.Error:
        found = fired.ever(None, case.places)
    return {event: found[event] for event in ANSWERS if event in found}


def _held(case: Case) -> float:
    """When the client last wrote a transcript of this project, in seconds since the epoch."""
    pattern = os.path.join(glob.escape(os.path.dirname(case.binding.store)), "*.jsonl")
    return max((os.stat(path).st_mtime for path in glob.iglob(pattern)), default=0.0)


def _told(event: str, known: dict[str, Fired]) -> str:
    if event not in known:
        return f"{event} never"
    return f"{event} {known[event].times} times, last on {_day(known[event].last)}"


def _day(at: float) -> str:
    return time.strftime("%Y-%m-%d", time.localtime(at))
