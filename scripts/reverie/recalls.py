"""What each recall came to, as the ledger keeps it: how much was looked through, what was shown, how long it took."""
from __future__ import annotations

import sqlite3
from collections.abc import Mapping
from typing import NamedTuple

MIGRATION = """
create table recalls (         -- a prompt for which memories were looked up
    session text not null,
    turn text not null,        -- the prompt's id
    store text not null,       -- of the session's project
    at text not null,          -- ISO, UTC
    length integer not null,   -- characters of the prompt
    scanned integer not null,  -- memories there were to find
    bodies integer not null,   -- shown whole
    pointers integer not null, -- shown as a line
    strategy text not null,    -- lexical | model
    ms real not null,          -- inside the hook, without its start
    primary key (session, turn)
);
"""
"""What the ledger gains by this."""


class Recall(NamedTuple):
    """One recall: characters of the prompt, memories looked through, shown whole and as a line, milliseconds."""

    at: str
    length: int
    scanned: int
    bodies: int
    pointers: int
    strategy: str
    ms: float


def note(db: sqlite3.Connection, session: str, turn: str, at: str, said: object) -> None:
    """Keep what a hook noted of a recall; a turn counts once, and what is no such note is passed over."""
    if not isinstance(said, Mapping) or not isinstance(said.get("store"), str):
        return
    counts = [said.get(name) for name in ("length", "scanned", "bodies", "pointers")]
    us = said.get("us")
    if not isinstance(us, int) or not all(isinstance(count, int) for count in counts):
        return
    db.execute("insert or ignore into recalls values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
               (session, turn, said["store"], at, *counts, str(said.get("strategy")), us / 1_000))


def of(db: sqlite3.Connection, stores: list[str], since: str) -> list[Recall]:
    """The recalls for these stores since an ISO time, the first one first."""
    rows = db.execute(f"select {', '.join(Recall._fields)} from recalls where store in ({', '.join('?' * len(stores))})"
                      " and at >= ? order by at", (*stores, since))
    return [Recall(*row) for row in rows]


def thin(db: sqlite3.Connection, before: str) -> None:
    """Forget the recalls before this ISO time."""
    db.execute("delete from recalls where at < ?", (before,))
