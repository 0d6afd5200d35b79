"""What came in from other tools, as the ledger has it: so that it comes in once, whatever becomes of it here.

Of what a memory said it holds hashes alone.
"""
from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Sequence
from typing import NamedTuple

MIGRATION = """
create table imports (             -- what came in from other tools
    store text not null,
    source text not null,          -- import/<tool>/<its id there>
    mark text not null,            -- a hash of what it said
    path text not null,            -- of the memory it became, or empty
    written text not null,         -- a hash of that file as it was written, or empty
    since text not null,           -- ISO, UTC
    primary key (store, source)
) without rowid;
"""
"""What the ledger gains by this."""


class Imported(NamedTuple):
    """One memory that came in; `path` and `written` are empty where it became none."""

    source: str
    mark: str
    path: str
    written: str


def noted(db: sqlite3.Connection, stores: Sequence[str]) -> list[Imported]:
    """All that ever came into these stores."""
    return [Imported(row["source"], row["mark"], row["path"], row["written"]) for store in stores
            for row in db.execute("select * from imports where store = ?", (store,))]


def note(db: sqlite3.Connection, store: str, rows: Iterable[Imported], now: str) -> None:
    """These came in; one that came from the same place before gives way."""
    db.execute("begin immediate")
    db.executemany("insert or replace into imports values (?, ?, ?, ?, ?, ?)", ((store, *row, now) for row in rows))
    db.execute("commit")
