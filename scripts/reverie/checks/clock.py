"""Whether the clock can be trusted: what is dated in the future was written while it was wrong, or it is wrong now."""
from __future__ import annotations

import datetime
import sqlite3
import time
from collections.abc import Iterator
from contextlib import closing

from reverie import layers, library, migrate, readonly, spool
from reverie.checks import Case, Finding, ok, warn

_SLACK = 600.0
"""Seconds by which something may be ahead, as clocks of two machines are."""


def check(case: Case) -> list[Finding]:
    """The newest stamp of the ledger's runs, of the notes, and of the memories, against the time it is now."""
    ahead = [(what, at) for what, at in _stamps(case) if at - case.now > _SLACK]
    if not ahead:
        return ok(f"nothing is dated later than now, {_when(case.now)}.")
    what, at = max(ahead, key=lambda each: each[1])
    return warn(f"{what} is dated {_when(at)}, and now it is {_when(case.now)}.",
                "Set the clock if it is wrong; if it was, nothing is to be done: what is ahead counts as of today.")


def _stamps(case: Case) -> Iterator[tuple[str, float]]:
    for name in spool.waiting(case.places)[-1:]:
        yield f"the note {name}", spool.left_at(name)
    for store in layers.written(case.binding.store, case.places):
        for entry in library.files(store):
            yield entry.path, entry.stat().st_mtime
    try:
        if migrate.version(case.places.ledger):
            with closing(readonly.connect(case.places.ledger)) as db:
                newest = db.execute("select max(started) from runs").fetchone()[0]
                if newest:
                    yield "a run in the ledger", datetime.datetime.fromisoformat(newest[:19] + "+00:00").timestamp()
    except (sqlite3.Error, ValueError):
        return


def _when(at: float) -> str:
    return time.strftime("%Y-%m-%d %H:%M", time.localtime(at))
