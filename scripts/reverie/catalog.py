"""The full-text index of all stores: derived from the files, safe to delete, rebuilt when it is not whole.

The worker keeps it in step with the folders; a hook reads it and takes whatever is wrong with it for an empty one.
"""
from __future__ import annotations

import os
import sqlite3
import urllib.parse

from reverie.tokens import tokens

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from reverie.places import Places

VERSION = 1
_FEW = 40
"""Fewer memories than this say nothing of how rare a word is: they count as this many."""
SCHEMA = """
create table memories (
    id integer primary key,
    store text not null,      -- the folder this memory belongs to
    path text not null unique,
    stamp text not null,      -- size and time of the file when it was read
    name text not null,
    description text not null,
    type text not null,
    body text not null,
    observed text not null    -- ISO day, or empty
);
create index memories_by_store on memories (store);
create virtual table words using fts5 (head, body,
    tokenize = "unicode61 remove_diacritics 0 categories 'L* M* N* Co' tokenchars '-_./:@+#'");
create virtual table vocabulary using fts5vocab (words, row);
"""
"""`words` holds each memory's tokens, made by `tokens` and parted by blanks: head is name, description and keywords."""


class Hit:
    """A memory that shares words with a query: `head` and `body` hold the words that each of the two shares."""

    __slots__ = ("path", "name", "description", "type", "body", "observed", "stamp", "head_words", "body_words")

    def __init__(self, row: tuple[str, ...], query: list[str]) -> None:
        self.path, self.name, self.description, self.type, self.body, self.observed, self.stamp = row[:7]
        head, body = set(row[7].split()), set(row[8].split())
        self.head_words = [word for word in query if word in head]
        self.body_words = [word for word in query if word in body and word not in head]


def search(places: Places, stores: list[str], query: list[str], most: int) -> tuple[list[Hit], dict[str, float]]:
    """The memories of these stores that hold a word of the query, best first, and each word's share of all memories.

    For hooks: read-only; an absent, broken or foreign catalog finds nothing.
    """
    if not query or not os.path.exists(places.catalog):
        return [], {}
    try:
        db = sqlite3.connect(f"file:{urllib.parse.quote(places.catalog)}?mode=ro", uri=True, timeout=0.2)
        try:
            return _search(db, stores, list(dict.fromkeys(query)), most)
        finally:
            db.close()
    except sqlite3.Error:
        return [], {}


def open_catalog(places: Places) -> sqlite3.Connection:
    """The catalog, empty and new where it was absent, broken or of another version."""
    os.makedirs(places.home, mode=0o700, exist_ok=True)
    try:
        return _opened(places.catalog)
    except sqlite3.DatabaseError as error:
        if isinstance(error, sqlite3.OperationalError):
            raise
        discard(places)
        return _opened(places.catalog)


def discard(places: Places) -> None:
    """Away with a catalog that is broken; the next `open_catalog` makes a new one."""
    for end in ("", "-journal", "-wal", "-shm"):
        if os.path.exists(places.catalog + end):
            os.unlink(places.catalog + end)


def stamps(db: sqlite3.Connection, store: str) -> dict[str, str]:
    """The stamp of each memory of the store that the catalog knows, by path."""
    return dict(db.execute("select path, stamp from memories where store = ?", (store,)).fetchall())


def stamp(entry: os.DirEntry[str]) -> str:
    """What changes when the file does."""
    stat = entry.stat()
    return f"{stat.st_size}-{stat.st_mtime_ns}-{stat.st_ino}"


def put(db: sqlite3.Connection, store: str, rows: Iterable[tuple[str, str, str, str, str, str, str, str]]) -> None:
    """Enter memories: (path, stamp, name, description, type, body, observed, keywords), each over what was there."""
    for path, mark, name, description, kind, body, observed, keywords in rows:
        remove(db, [path])
        row = db.execute(
            "insert into memories (store, path, stamp, name, description, type, body, observed)"
            " values (?, ?, ?, ?, ?, ?, ?, ?)",
            (store, path, mark, name, description, kind, body, observed),
        ).lastrowid
        head = " ".join(tokens(f"{name} {description} {keywords}"))
        db.execute("insert into words (rowid, head, body) values (?, ?, ?)", (row, head, " ".join(tokens(body))))


def remove(db: sqlite3.Connection, paths: Iterable[str]) -> None:
    """Strike memories whose files are gone."""
    for path in paths:
        db.execute("delete from words where rowid in (select id from memories where path = ?)", (path,))
        db.execute("delete from memories where path = ?", (path,))


def _search(
    db: sqlite3.Connection, stores: list[str], query: list[str], most: int
) -> tuple[list[Hit], dict[str, float]]:
    if db.execute("pragma user_version").fetchone()[0] != VERSION:
        return [], {}
    total = max(db.execute("select count(*) from memories").fetchone()[0], _FEW)
    marks = ",".join("?" * len(query))
    shares = {
        term: count / total
        for term, count in db.execute(f"select term, doc from vocabulary where term in ({marks})", query)
    }
    match = " OR ".join('"' + word.replace('"', '""') + '"' for word in query)
    places = ",".join("?" * len(stores))
    rows = db.execute(
        "select m.path, m.name, m.description, m.type, m.body, m.observed, m.stamp, w.head, w.body"
        f" from words w join memories m on m.id = w.rowid where words match ? and m.store in ({places})"
        " order by bm25(words, 3.0, 1.0), m.path limit ?",
        (match, *stores, most),
    )
    return [Hit(row, query) for row in rows], shares


def _opened(path: str) -> sqlite3.Connection:
    db = sqlite3.connect(path, timeout=10, isolation_level=None)
    version = db.execute("pragma user_version").fetchone()[0]
    if version not in (0, VERSION):
        db.close()
        raise sqlite3.DatabaseError(f"the catalog is of version {version}")
    db.execute("begin immediate")
    if db.execute("pragma user_version").fetchone()[0] != VERSION:
        for statement in SCHEMA.split(";\n"):
            db.execute(statement)
        db.execute(f"pragma user_version = {VERSION}")
    db.execute("commit")
    return db
