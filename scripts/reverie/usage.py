"""What use memories are: how often each was shown, read and used in an answer. Kept in the ledger, never in the files.

A memory counts once for a turn, however often a hook, a retry or a second registration tells of it.
"""
from __future__ import annotations

import datetime
import os
import sqlite3
from typing import NamedTuple

MIGRATION = """
alter table usage add column used integer not null default 0;
alter table usage add column last_used text not null default '';
create table uses (            -- which memory a turn was shown, read, or used in its answer: each once
    session text not null,
    turn text not null,        -- the prompt's id
    path text not null,
    how text not null,         -- shown | read | used
    why text not null,         -- repeated | cited, where it was used
    line integer not null,     -- of the file: what the answer repeats
    at text not null,          -- ISO, UTC
    primary key (session, turn, path, how)
) without rowid;
create table looked (          -- up to where a session's answers were looked at for what they used
    session text primary key,
    offset integer not null    -- bytes
);
create table due (             -- stores whose index is nearly full and waits for a dream
    store text primary key,
    since text not null        -- ISO, UTC
) without rowid;
create table told (            -- when the person was last told something of a store that is true for long
    store text not null,
    what text not null,
    day text not null,         -- ISO
    primary key (store, what)
) without rowid;
"""
"""What the ledger gains by this."""


class Use(NamedTuple):
    """How often a memory was shown, read and used in an answer; `last` is the ISO time it was last read or used."""

    shown: int = 0
    read: int = 0
    used: int = 0
    last: str = ""


class Shaped(NamedTuple):
    """One memory in one turn of a session: `how` is shown, read or used, `why` repeated or cited where it was used."""

    turn: str
    path: str
    how: str
    why: str
    line: int
    at: str


def count(db: sqlite3.Connection, session: str, shaped: Shaped) -> bool:
    """The memory was shown, read or used in this turn; a turn counts once, however often it is told. Whether it was."""
    added = db.execute(
        "insert or ignore into uses values (?, ?, ?, ?, ?, ?, ?)", (session, *shaped)
    ).rowcount == 1
    if added:
        column, last_used = shaped.how, shaped.at if shaped.how != "shown" else ""
        db.execute(
            f"insert into usage (path, {column}, last, last_used) values (?, 1, ?, ?) on conflict (path) do update set"
            f" {column} = {column} + 1, last = excluded.last, last_used = max(last_used, excluded.last_used)",
            (shaped.path, shaped.at, last_used),
        )
    return added


def of(db: sqlite3.Connection, store: str) -> dict[str, Use]:
    """The figures of each memory of the store that was ever shown, read or used, by path."""
    rows = db.execute("select path, shown, read, used, last_used from usage where path >= ? and path < ?",
                      below(store))
    return {row["path"]: Use(*tuple(row)[1:]) for row in rows}


def told(db: sqlite3.Connection, store: str) -> str:
    """The figures of all memories of the store together, in words."""
    uses = of(db, store).values()
    last = max((use.last for use in uses), default="")[:10]
    return (f"shown {sum(use.shown for use in uses)}, read {sum(use.read for use in uses)}, used in answers"
            f" {sum(use.used for use in uses)} times" + (f", last {last}" if last else ""))


def in_session(db: sqlite3.Connection, session: str) -> list[Shaped]:
    """Every memory that came before the model in this session, in the order of time."""
    rows = db.execute("select turn, path, how, why, line, at from uses where session = ? order by at, path", (session,))
    return [Shaped(*row) for row in rows]


def sessions(db: sqlite3.Connection, store: str) -> list[str]:
    """The sessions to which memories of the store came, the latest first."""
    rows = db.execute("select session, max(at) last from uses where path >= ? and path < ? group by session"
                      " order by last desc", below(store))
    return [row["session"] for row in rows]


def thin(db: sqlite3.Connection, before: str) -> None:
    """Forget what came before the model in which turn before this ISO time; the figures stay."""
    db.execute("delete from uses where at < ?", (before,))


def looked(db: sqlite3.Connection, session: str) -> int:
    """Up to which byte of its transcript the session's answers were looked at for what they used."""
    row = db.execute("select offset from looked where session = ?", (session,)).fetchone()
    return row["offset"] if row else 0


def look(db: sqlite3.Connection, session: str, offset: int) -> None:
    """The session's answers were looked at up to `offset`."""
    db.execute("insert or replace into looked values (?, ?)", (session, offset))


def due(db: sqlite3.Connection, store: str, since: str) -> None:
    """A dream is due for this store since then; with an empty time it is not any more."""
    if since:
        db.execute("insert or ignore into due values (?, ?)", (store, since))
    else:
        db.execute("delete from due where store = ?", (store,))


def is_due(db: sqlite3.Connection, store: str) -> str:
    """Since when a dream is due for this store, as an ISO time; empty when none is."""
    row = db.execute("select since from due where store = ?", (store,)).fetchone()
    return row["since"] if row else ""


def tell(db: sqlite3.Connection, store: str, what: str, today: datetime.date, days: int) -> bool:
    """Whether the person was not told this within so many days; from now on they were."""
    last = (today - datetime.timedelta(days=days)).isoformat()
    return db.execute(
        "insert into told values (?, ?, ?) on conflict (store, what) do update set day = excluded.day where day <= ?",
        (store, what, today.isoformat(), last),
    ).rowcount == 1


def below(store: str) -> tuple[str, str]:
    """Between which texts the paths below the store lie."""
    return os.path.join(store, ""), store + chr(ord(os.sep) + 1)
