"""Which hooks have fired, when first and last, and how often: no hook notes it, their claims on a call tell.

A claim goes with its session's folder; the worker keeps in the ledger what the claims of a session come to, and may
do so any number of times.
"""
from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterable
from typing import NamedTuple

from reverie import session
from reverie.places import Places

MIGRATION = """
create table fired (           -- which hooks the client has called in a session
    event text not null,
    session text not null,
    first real not null,       -- seconds since the epoch
    last real not null,
    count integer not null,
    primary key (event, session)
) without rowid;
"""
"""What the ledger gains by this."""
MARKS = "reverie-doctor-"
"""How the sessions of our own examinations are called: none of them counts."""


class Fired(NamedTuple):
    """How often an event's hook fired, and when first and last, in seconds since the epoch."""

    first: float
    last: float
    times: int


def note(db: sqlite3.Connection, places: Places, sid: str) -> None:
    """Put down what has fired in this session so far."""
    if not sid.startswith(MARKS):
        db.executemany("insert or replace into fired values (?, ?, ?, ?, ?)",
                       ((event, sid, *said) for event, said in claimed(places, sid).items()))


def claimed(places: Places, sid: str) -> dict[str, Fired]:
    """What fired in this session by its claims, by event; one that can no longer be looked at is passed over."""
    found: dict[str, Fired] = {}
    try:
        claims = [(entry.name.partition("-")[0], entry.stat().st_mtime)
                  for entry in os.scandir(os.path.join(places.session(sid), "claims"))]
    except OSError:
        return found
    for event, at in claims:
        found[event] = _both(found.get(event), Fired(at, at, 1))
    return found


def ever(db: sqlite3.Connection | None, places: Places) -> dict[str, Fired]:
    """All that ever fired, by event: what the ledger keeps, and the sessions whose folders still tell."""
    kept = db.execute("select event, session, first, last, count from fired").fetchall() if db else ()
    rows = {(event, sid): Fired(*said) for event, sid, *said in kept}
    rows |= {(event, sid): said for sid in session.known(places) if not sid.startswith(MARKS)
             for event, said in claimed(places, sid).items()}
    return _added((event, said) for (event, _), said in rows.items())


def _added(rows: Iterable[tuple[str, Fired]]) -> dict[str, Fired]:
    found: dict[str, Fired] = {}
    for event, said in rows:
        found[event] = _both(found.get(event), said)
    return found


def _both(one: Fired | None, other: Fired) -> Fired:
    if one is None:
        return other
    return Fired(min(one.first, other.first), max(one.last, other.last), one.times + other.times)
