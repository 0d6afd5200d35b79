"""What was once learned from the work of a store's project, and what became of it: so that nothing is learned twice.

A lesson that the person deleted, and a procedure that they declined, stay away for good.
"""
from __future__ import annotations

import sqlite3
from typing import NamedTuple

LESSON, PROCEDURE = "lesson", "procedure"
KEPT, PROPOSED, DRAFTED, ACCEPTED, DECLINED = "kept", "proposed", "drafted", "accepted", "declined"
MIGRATION = """
create table learned (
    store text not null,
    kind text not null,        -- lesson | procedure
    mark text not null,        -- what it says, without what differs from session to session
    name text not null,        -- of the memory or of the skill
    status text not null,      -- kept | proposed | drafted | accepted | declined
    since text not null,       -- ISO, UTC
    primary key (store, kind, mark)
) without rowid;
"""
"""What the ledger gains by this."""


class Learned(NamedTuple):
    """One of them: its mark, its name and what became of it."""

    mark: str
    name: str
    status: str


def known(db: sqlite3.Connection, store: str, kind: str) -> list[Learned]:
    """All of this kind, by mark."""
    rows = db.execute("select mark, name, status from learned where store = ? and kind = ? order by mark",
                      (store, kind))
    return [Learned(*row) for row in rows]


def note(db: sqlite3.Connection, store: str, kind: str, learned: Learned, now: str) -> None:
    """It is learned now, or something else became of it."""
    db.execute("insert into learned values (?, ?, ?, ?, ?, ?) on conflict (store, kind, mark) do update set"
               " status = excluded.status", (store, kind, learned.mark, learned.name, learned.status, now))
