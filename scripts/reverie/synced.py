"""Which stores are kept in the person's private remote, under which name there, and how the last sync came out.

What was agreed last is not kept here: that the copy of the remote knows, and where it is lost nothing else is.
"""
from __future__ import annotations

import sqlite3
from typing import NamedTuple

MIGRATION = """
create table synced (          -- stores that are kept in the person's private remote
    store text primary key,
    folder text not null unique, -- there: `person`, or `projects/` and what the project is known by
    name text not null,        -- what a person calls it
    since text not null        -- ISO, UTC
) without rowid;
create table sync_remote (     -- that remote; at most one
    url text primary key,
    held integer not null,     -- 1: something was there when it was last seen
    done text not null,        -- ISO, UTC, when a sync last came to its end
    tried text not null,       -- when one last began
    fault text not null        -- why that one did not end well, empty where it did
) without rowid
"""
"""What the ledger gains by this."""


class Store(NamedTuple):
    """A store, and the folder that it has in the remote."""

    store: str
    folder: str
    name: str


class Remote(NamedTuple):
    """The remote, whether anything was there, and how the last syncs came out; times are ISO, in UTC."""

    url: str
    held: bool = False
    done: str = ""
    tried: str = ""
    fault: str = ""


def stores(db: sqlite3.Connection) -> list[Store]:
    """All stores that are synced, the person's first."""
    rows = db.execute("select store, folder, name from synced order by folder != 'person', name, store")
    return [Store(*row) for row in rows]


def note(db: sqlite3.Connection, store: Store, now: str) -> None:
    """The store is synced from now on, under this folder."""
    db.execute("insert into synced values (?, ?, ?, ?) on conflict (store) do update set folder = excluded.folder,"
               " name = excluded.name", (*store, now))


def remote(db: sqlite3.Connection) -> Remote | None:
    """The remote, if one was named."""
    row = db.execute("select url, held, done, tried, fault from sync_remote").fetchone()
    return Remote(row["url"], bool(row["held"]), row["done"], row["tried"], row["fault"]) if row else None


def note_remote(db: sqlite3.Connection, remote: Remote) -> None:
    """This is the remote, and none besides it."""
    db.execute("insert or replace into sync_remote values (?, ?, ?, ?, ?)", remote)
    drop_remote(db, remote.url)


def drop_remote(db: sqlite3.Connection, but: str = "") -> None:
    """Sync with no remote any more, but with that one."""
    db.execute("delete from sync_remote where url != ?", (but,))
