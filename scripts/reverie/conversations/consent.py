"""What of a person's conversations may be searched: their word stands in the ledger, as nothing else would tell it.

A session under `REVERIE=off` leaves no trace here: so what was said since Reverie came, in a session it never met,
is taken for kept private.
"""
from __future__ import annotations

import datetime
import os
import sqlite3
from typing import NamedTuple

from reverie import session
from reverie.conversations import passages
from reverie.conversations import search as passage_search
from reverie.house import House
from reverie.record import Turn

_LONG_TURN = datetime.timedelta(minutes=15)
"""How much earlier than its first run a session may have begun, where nothing else is known."""


class Leave(NamedTuple):
    """Of what a session said, what may be entered: what is older than Reverie, and what was said while it was on.

    `since` is None for a session that was never met; `hushed` are the times of pauses. All times are ISO, UTC, seconds.
    """

    came: str
    since: str | None
    hushed: tuple[tuple[str, str], ...]

    def given(self, turn: Turn) -> bool:
        """Whether this turn may be entered."""
        at = turn.at[:19]
        if any(first <= at <= last for first, last in self.hushed):
            return False
        return bool(at) and at < self.came or self.since is not None and (not at or at >= self.since)


def listening(house: House, root: str) -> bool:
    """Whether conversations of the project at `root` may be entered at all."""
    return house.means.settings.sessions and not off(house.ledger, root)


def off(ledger: sqlite3.Connection, root: str) -> bool:
    """Whether the person switched it off for this project."""
    return bool(ledger.execute("select 1 from unsearched where root = ?", (root,)).fetchone())


def set_off(ledger: sqlite3.Connection, root: str, now: str) -> None:
    """Nothing of this project is to be searched."""
    ledger.execute("insert or ignore into unsearched values (?, ?)", (root, now))


def set_on(ledger: sqlite3.Connection, root: str) -> None:
    """This project may be searched again."""
    ledger.execute("delete from unsearched where root = ?", (root,))


def told(house: House, root: str) -> str:
    """The state of this project's conversations, in a line."""
    if not house.means.settings.sessions:
        return "not searchable (`sessions: off` in config.yaml)"
    if off(house.ledger, root):
        return "not searchable here (`reverie search --sessions --on` changes that)"
    passages.prepare(house.catalog)
    found = passage_search.figures(house.catalog, root)
    dropped = f"; the {found.dropped:,} oldest went, over the limit" if found.dropped else ""
    return (f"{found.passages:,} passages searchable, sessions: {found.sessions:,}; {found.size / 1e6:.1f} of"
            f" {house.means.settings.sessions_mb} MB in all projects{dropped}")


def leave(house: House, sid: str) -> Leave:
    """What of this session may be entered."""
    came = house.ledger.execute("select min(since) from stores").fetchone()[0] or house.stamp
    hushed = house.ledger.execute("select since, until from hushed where session = ?", (sid,)).fetchall()
    return Leave(came[:19], _met(house, sid), tuple((row["since"], row["until"]) for row in hushed))


def hush(house: House, sid: str) -> None:
    """What this session says since the pause began is never entered, not even when the catalog is made anew."""
    began = datetime.datetime.fromtimestamp(os.path.getmtime(house.places.pause), datetime.timezone.utc)
    house.ledger.execute("insert or replace into hushed values (?, ?, ?)",
                         (sid, began.isoformat()[:19], house.stamp[:19]))


def _met(house: House, sid: str) -> str | None:
    """From when on the session was ours to see: by its binding, and once that is cleared away by its first run."""
    bound = session.bound(house.places, sid)
    if bound and not bound.since:
        return ""
    first = house.ledger.execute("select min(started) from runs where session = ?", (sid,)).fetchone()[0]
    begun = [(datetime.datetime.fromisoformat(first[:19]) - _LONG_TURN).isoformat()] if first else []
    return min([*begun, *([bound.since] if bound else [])], default=None)
