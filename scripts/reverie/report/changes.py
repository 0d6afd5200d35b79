"""What dreams changed: each as a revision of the history, with its steps from the ledger and its diff."""
from __future__ import annotations

import datetime
import sqlite3
from collections.abc import Iterable, Sequence

from reverie import dreams
from reverie.history import log as history
from reverie.history.revision import REVERIE, Revision
from reverie.places import Places
from reverie.report.figures import Dream, Step

MOST = 20
"""Dreams that are shown, the newest; a store has one a day at most."""
_LINES = 160
"""Of a diff, at most."""
_WIDE = 400
"""Characters of a line, at most."""


def dreamt(revisions: Iterable[Revision], since: str) -> list[Revision]:
    """The revisions that dreams made since that ISO day."""
    return [each for each in revisions if each.entry.by == REVERIE and each.entry.trailers.get("job") == "dream"
            and day(each) >= since]


def told(db: sqlite3.Connection, places: Places, store: str, layer: str, each: Revision) -> Dream:
    """The revision with its steps and what it changed; Unkept where the history cannot be read."""
    lines = history.diff(places, store, [each]).splitlines()
    shown = tuple(line[:_WIDE] + "…" * (len(line) > _WIDE) for line in lines[:_LINES])
    return Dream(day(each), layer, each.run, each.short, each.entry.subject, _steps(db, store, each.run), shown,
                 len(lines) - len(shown))


def day(each: Revision) -> str:
    """The person's own day of a revision."""
    return datetime.datetime.fromtimestamp(each.entry.at).date().isoformat()


def newest(found: Sequence[Dream]) -> tuple[Dream, ...]:
    """The newest of several layers' dreams, newest first."""
    return tuple(sorted(found, key=lambda dream: dream.day, reverse=True)[:MOST])


def _steps(db: sqlite3.Connection, store: str, run: str) -> tuple[Step, ...]:
    """Those of this ledger's run; a history from another machine names runs that are not ours."""
    ours = db.execute("select id from runs where cast(id as text) = ? and store = ?", (run, store)).fetchone()
    rows = dreams.steps(db, ours["id"]) if ours else []
    return tuple(Step(row.op, tuple(row.files.splitlines()), row.outcome, row.reason) for row in rows)
