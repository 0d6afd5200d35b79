"""Which projects have a team layer switched on, and which texts of its files a person has accepted or declined.

Trust is in a text at a place: its mark is a hash of both, so a file that changes is one that nobody has looked at. It
is kept by the project's store: what was accepted in one worktree or clone is accepted in every other.
"""
from __future__ import annotations

import hashlib
import sqlite3

MIGRATION = """
create table teams (           -- projects whose team layer is on
    store text primary key,    -- the project's own
    since text not null        -- ISO, UTC
) without rowid;
create table trusted (         -- texts of team files that a person decided on
    store text not null,       -- the project's own
    mark text not null,        -- hash of the file's path below the checkout and of its text
    file text not null,
    text blob not null,        -- so that a later one can be shown as a change of it
    verdict text not null,     -- accepted | declined
    since text not null,       -- ISO, UTC
    number integer not null,   -- of the decision: the newest counts
    primary key (store, mark)
) without rowid;
"""
"""What the ledger gains by this."""
ACCEPTED, DECLINED = "accepted", "declined"


def on(db: sqlite3.Connection, store: str) -> str:
    """Since when the project's team layer is on, as an ISO time; empty when it is off."""
    row = db.execute("select since from teams where store = ?", (store,)).fetchone()
    return row["since"] if row else ""


def switch(db: sqlite3.Connection, store: str, since: str) -> None:
    """The team layer is on since then; with an empty time it is off. What was accepted stays so."""
    if since:
        db.execute("insert or ignore into teams values (?, ?)", (store, since))
    else:
        db.execute("delete from teams where store = ?", (store,))


def mark(file: str, data: bytes) -> str:
    """The hash of a file's place and text; how git writes its line ends here makes no other text of it."""
    return hashlib.sha256(file.encode("utf-8", "surrogateescape") + b"\0" + _plain(data)).hexdigest()


def decide(db: sqlite3.Connection, store: str, file: str, data: bytes, verdict: str, now: str) -> None:
    """The person has accepted or declined this text of this file."""
    db.execute("insert or replace into trusted values (?, ?, ?, ?, ?, ?,"
               " (select coalesce(max(number), 0) + 1 from trusted))",
               (store, mark(file, data), file, _plain(data), verdict, now))


def verdicts(db: sqlite3.Connection, store: str) -> dict[str, str]:
    """What was decided, by mark."""
    return {row["mark"]: row["verdict"] for row in
            db.execute("select mark, verdict from trusted where store = ?", (store,))}


def last(db: sqlite3.Connection, store: str, file: str) -> bytes | None:
    """The text of the file that was accepted last; None when none was."""
    row = db.execute("select text from trusted where store = ? and file = ? and verdict = ?"
                     " order by number desc limit 1", (store, file, ACCEPTED)).fetchone()
    return bytes(row["text"]) if row else None


def _plain(data: bytes) -> bytes:
    return data.replace(b"\r\n", b"\n")
