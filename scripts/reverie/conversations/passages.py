"""The talk of past sessions in pieces that can be searched: tables in the catalog, derived, rebuilt when they are gone.

What comes in is redacted and comes in once, however many transcripts hold a copy. What is taken out on purpose leaves
no bytes behind.
"""
from __future__ import annotations

import hashlib
import sqlite3
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from reverie.record import Turn
from reverie.secrets import redaction
from reverie.tokens import tokens

SUMMARY = "summary"
"""The role of a passage that comes from a session's summary."""
_LONGEST = 1_500
"""Characters of one passage; a longer turn is several."""
EVERYWHERE = (0, (1 << 63) - 1)
_SCHEMA = (
    """create table if not exists passage_projects (
        number integer primary key,
        root text not null unique
    )""",
    """create table if not exists passage_sources (
        path text primary key,       -- of a transcript or a summary
        root text not null,          -- its project
        session text not null,
        launch text not null,        -- the folder in which the client can resume it
        offset integer not null,     -- bytes that were read, always behind a complete line
        head text not null,          -- by which the file is known again
        closed integer not null      -- 1: nothing of it is to be kept
    )""",
    """create table if not exists passages (
        id integer primary key,      -- its project's number in the upper half: so a search can keep to a range
        project integer not null,
        turn text not null,
        piece integer not null,
        session text not null,
        role text not null,          -- user, assistant or summary
        at text not null,            -- ISO, UTC; of a summary the day alone
        size integer not null,       -- bytes of the text
        text text not null,
        unique (project, turn, piece)
    )""",
    "create index if not exists passages_by_age on passages (at, size)",
    "create index if not exists passages_by_session on passages (project, session)",
    "create index if not exists passage_sources_by_session on passage_sources (root, session)",
    """create table if not exists passages_dropped (
        project integer primary key,
        many integer not null
    )""",
    """create virtual table if not exists passage_words using fts5 (words,
        tokenize = "unicode61 remove_diacritics 0 categories 'L* M* N* Co' tokenchars '-_./:@+#'")""",
)


class Source(NamedTuple):
    """A file that passages come from, and how far it was read."""

    path: str
    root: str
    session: str
    launch: str
    offset: int = 0
    head: str = ""
    closed: bool = False


def prepare(db: sqlite3.Connection) -> None:
    """Make the tables where they are missing; whatever this connection deletes from now on is overwritten."""
    db.execute("pragma secure_delete = on")
    for statement in _SCHEMA:
        db.execute(statement)


def source(db: sqlite3.Connection, path: str) -> Source | None:
    """What is known of the file at `path`."""
    row = db.execute("select * from passage_sources where path = ?", (path,)).fetchone()
    return Source._make(row) if row else None


def note_source(db: sqlite3.Connection, source: Source) -> None:
    """The file was read so far."""
    db.execute("insert or replace into passage_sources values (?, ?, ?, ?, ?, ?, ?)", source)


def sources_in(db: sqlite3.Connection, folder: str) -> list[Source]:
    """The known files right in that folder."""
    rows = db.execute("select * from passage_sources where path > ? and path < ?", (folder + "/", folder + "0"))
    return [Source._make(row) for row in rows]


def add(db: sqlite3.Connection, root: str, session: str, turns: Iterable[Turn]) -> None:
    """Enter what was said in a session of the project at `root`; a turn that is there already stays as it is."""
    db.execute("insert or ignore into passage_projects (root) values (?)", (root,))
    number, first, last = span(db, root)
    row = db.execute("select max(id) from passages where id between ? and ?", (first, last)).fetchone()[0] or first
    for turn in turns:
        name = turn.uuid or hashlib.sha256("\0".join((turn.role, turn.at, turn.text)).encode()).hexdigest()[:32]
        for n, text in enumerate(_pieces(redaction.redact(turn.text))):
            entered = db.execute(
                "insert or ignore into passages values (?, ?, ?, ?, ?, ?, ?, ?, ?)",
                (row + 1, number, name, n, session, turn.role, turn.at, len(text.encode()), text),
            )
            if entered.rowcount:
                row += 1
                db.execute("insert into passage_words (rowid, words) values (?, ?)", (row, " ".join(tokens(text))))


def drop_turn(db: sqlite3.Connection, root: str, turn: str) -> None:
    """Take one turn, or one summary, out again."""
    _drop(db, "project = ? and turn = ?", (span(db, root)[0], turn))


def drop_turns(db: sqlite3.Connection, root: str, turns: Iterable[str]) -> None:
    """Take turns out so that no byte of them is left behind."""
    for turn in turns:
        drop_turn(db, root, turn)
    _purge(db)


def drop_session(db: sqlite3.Connection, root: str, session: str) -> None:
    """Take a session out. The project's other transcripts are read anew, as one may hold a copy of what was in it."""
    _drop(db, "project = ? and session = ?", (span(db, root)[0], session))
    db.execute("update passage_sources set offset = 0 where root = ? and session <> ?", (root, session))
    _purge(db)


def drop_project(db: sqlite3.Connection, root: str | None) -> bool:
    """Take a project out, or with None all of them, and forget what was read; whether there was anything."""
    number, first, last = span(db, root) if root else (0, *EVERYWHERE)
    had = db.execute("select 1 from passages where id between ? and ? limit 1", (first, last)).fetchone()
    _drop(db, "id between ? and ?", (first, last))
    db.execute("delete from passages_dropped where project = ? or ?", (number, root is None))
    db.execute("delete from passage_sources where root = ? or ?", (root, root is None))
    if had:
        _purge(db)
    return bool(had)


def trim(db: sqlite3.Connection, most: int) -> None:
    """Keep to `most` bytes of text in all projects together: the oldest passages go."""
    over = db.execute("select coalesce(sum(size), 0) from passages").fetchone()[0] - most
    gone: list[tuple[int]] = []
    for row, size in db.execute("select id, size from passages order by at, id") if over > 0 else ():
        if over <= 0:
            break
        gone.append((row,))
        over -= size
    for (row,) in gone:
        db.execute("insert into passages_dropped values (?, 1) on conflict (project) do update set many = many + 1",
                   (row >> 32,))
    db.executemany("delete from passage_words where rowid = ?", gone)
    db.executemany("delete from passages where id = ?", gone)


def span(db: sqlite3.Connection, root: str) -> tuple[int, int, int]:
    """The project's number, and between which ids its passages lie; nothing lies there for one that is not known."""
    row = db.execute("select number from passage_projects where root = ?", (root,)).fetchone()
    number = row[0] if row else 0
    return number, number << 32, (number << 32) + (1 << 32) - 1


def _drop(db: sqlite3.Connection, which: str, values: tuple[object, ...]) -> None:
    db.execute(f"delete from passage_words where rowid in (select id from passages where {which})", values)
    db.execute(f"delete from passages where {which}", values)


def _purge(db: sqlite3.Connection) -> None:
    """A full-text table keeps deleted words until it is merged."""
    db.execute("insert into passage_words (passage_words) values ('optimize')")


def _pieces(text: str) -> Iterator[str]:
    """The text cut into passages: at the end of a line or a word, if there is one in the second half."""
    while len(text) > _LONGEST:
        end = max(text.rfind("\n", _LONGEST // 2, _LONGEST), text.rfind(" ", _LONGEST // 2, _LONGEST))
        end = end if end > 0 else _LONGEST
        yield text[:end]
        text = text[end:].lstrip()
    yield text
