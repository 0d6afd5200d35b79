"""By what a project is known again when its folder is another one: the remote of its repository, and its first commit.

Kept in the ledger for each store, with the working trees that its sessions were launched in. A fork has the same first
commit and another remote, so both have to be equal.
"""
from __future__ import annotations

import os
import sqlite3
from typing import NamedTuple
from urllib.parse import unquote, urlsplit

MIGRATION = """
create table identities (      -- the repository that a store's memories are of
    store text primary key,
    remote text not null,      -- as `normal` spells it, empty for none
    commit_id text not null,   -- the first commit, empty for none or where it was not found in time
    day text not null          -- ISO, when it was looked at
) without rowid;
create table checkouts (       -- the folders in which sessions of a project were launched
    path text primary key,     -- of the working tree
    root text not null,        -- of the project
    store text not null
) without rowid;
create table moves (           -- stores on the way to another place
    old_store text primary key,
    new_store text not null,
    old_root text not null,
    new_root text not null,
    plan text not null,        -- which file takes another name there, as JSON
    since text not null        -- ISO, UTC
) without rowid
"""
"""What the ledger gains by this."""
_PORTS = {"ssh": 22, "https": 443, "http": 80, "git": 9418}


class Identity(NamedTuple):
    """A repository: its remote and its first commit, each empty where there is none."""

    remote: str = ""
    commit: str = ""

    def same(self, other: Identity) -> bool:
        """Whether the other is a copy of this repository, so far as can be told; never where nothing is known."""
        return bool(self.commit) and self == other


def note(db: sqlite3.Connection, store: str, found: Identity, day: str) -> None:
    """The store's project is this repository; what was known and is not found now stays."""
    db.execute("insert into identities values (?, ?, ?, ?) on conflict (store) do update set day = excluded.day,"
               " remote = case excluded.remote when '' then remote else excluded.remote end,"
               " commit_id = case excluded.commit_id when '' then commit_id else excluded.commit_id end",
               (store, *found, day))


def of(db: sqlite3.Connection, store: str) -> Identity:
    """What is known of the store's repository."""
    row = db.execute("select remote, commit_id from identities where store = ?", (store,)).fetchone()
    return Identity(*row) if row else Identity()


def due(db: sqlite3.Connection, store: str, day: str) -> bool:
    """Whether the store's repository is to be looked at: not known, and not looked at today."""
    row = db.execute("select remote, commit_id, day from identities where store = ?", (store,)).fetchone()
    return row is None or row["day"] != day and not (row["remote"] and row["commit_id"])


def note_checkout(db: sqlite3.Connection, path: str, root: str, store: str) -> None:
    """A session of the project was launched in this working tree."""
    db.execute("insert or replace into checkouts values (?, ?, ?)", (path, root, store))


def normal(url: str, root: str) -> str:
    """One spelling for a remote, by ssh or https, without a user, a password or a token; empty for what is none.

    A path, also one relative to the repository's `root`, is made whole.
    """
    url = url.strip()
    if "::" in url.partition("/")[0]:  # a helper's own form may hold anything
        return ""
    if "://" not in url:
        host, colon, path = url.partition(":")
        if not colon or "/" in host or len(host) < 2:
            return _bare(os.path.realpath(os.path.join(root, url))) if url else ""
        return f"{host.rpartition('@')[2].lower()}/{_bare(path).lstrip('/')}"
    try:
        parts = urlsplit(url)
        port = parts.port
    except ValueError:
        return ""
    if parts.scheme == "file":
        return _bare(os.path.realpath(unquote(parts.path)))
    host = (parts.hostname or "") + (f":{port}" if port and port != _PORTS.get(parts.scheme) else "")
    return f"{host}/{_bare(parts.path).lstrip('/')}" if host else ""


def _bare(path: str) -> str:
    return path.rstrip("/").removesuffix("/.git").removesuffix(".git").rstrip("/")
