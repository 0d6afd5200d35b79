"""The full-text index of all stores: derived from the files, safe to delete, rebuilt when it is not whole.

The worker keeps it in step with the folders; a hook reads it and takes whatever is wrong with it for an empty one.
"""
from __future__ import annotations

import math
import os
import sqlite3

from reverie import readonly
from reverie.tokens import tokens

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from reverie.places import Places

VERSION = 1
SCHEMA = """
create table stores (
    number integer primary key,
    store text not null unique
);
create table memories (
    id integer primary key,   -- its store's number in the upper half: so a search can keep to a range
    path text not null unique,
    stamp text not null,      -- size and time of the file when it was read
    name text not null,
    description text not null,
    type text not null,
    body text not null,
    observed text not null    -- ISO day, or empty
);
create virtual table words using fts5 (head, body, columnsize = 0,
    tokenize = "unicode61 remove_diacritics 0 categories 'L* M* N* Co' tokenchars '-_./:@+#'");
"""
"""`words` holds each memory's tokens, made by `tokens` and parted by blanks: head is name, description and keywords."""
_FEW = 40
"""Fewer memories than this say nothing of how rare a word is: they count as this many."""
_COMMON = 1_000
"""A word that more memories hold, or more than a third of a store, finds none: it adds to what rarer words find."""


class Hit:
    """A memory that shares words with a query: `head` and `body` hold the words that each of the two shares."""

    __slots__ = ("path", "name", "description", "type", "body", "observed", "stamp", "head_words", "body_words")

    def __init__(self, row: tuple[str, ...], query: list[str]) -> None:
        self.path, self.name, self.description, self.type, self.body, self.observed, self.stamp = row[:7]
        head, body = set(row[7].split()), set(row[8].split())
        self.head_words = [word for word in query if word in head]
        self.body_words = [word for word in query if word in body and word not in head]


def search(places: Places, stores: list[str], query: list[str], most: int) -> tuple[list[Hit], dict[str, float]]:
    """The memories of these stores that hold a word of the query, best first, and each word's share of the memories.

    For hooks: read-only; an absent, broken or foreign catalog finds nothing.
    """
    if not query or not os.path.exists(places.catalog):
        return [], {}
    try:
        db = readonly.connect(places.catalog)
        try:
            if db.execute("pragma user_version").fetchone()[0] != VERSION:
                return [], {}
            return _search(db, stores, query, most)
        finally:
            db.close()
    except sqlite3.Error:
        return [], {}


def rarity(share: float) -> float:
    """What a word is worth that this share of all memories holds: 0.5 for one that all hold, 4 for one in 200."""
    return 0.5 + min(3.5, -1.5 * math.log10(max(share, 1e-4)))


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
    return dict(db.execute("select path, stamp from memories where id between ? and ?", _range(db, store)).fetchall())


def stamp(entry: os.DirEntry[str]) -> str:
    """What changes when the file does."""
    stat = entry.stat()
    return f"{stat.st_size}-{stat.st_mtime_ns}-{stat.st_ino}"


def put(db: sqlite3.Connection, store: str, rows: Iterable[tuple[str, str, str, str, str, str, str, str]]) -> None:
    """Enter memories: (path, stamp, name, description, type, body, observed, keywords), each over what was there."""
    db.execute("insert or ignore into stores (store) values (?)", (store,))
    first, last = _range(db, store)
    for path, mark, name, description, kind, body, observed, keywords in rows:
        remove(db, [path])
        newest = db.execute("select max(id) from memories where id between ? and ?", (first, last)).fetchone()[0]
        row = (newest or first) + 1
        db.execute("insert into memories values (?, ?, ?, ?, ?, ?, ?, ?)",
                   (row, path, mark, name, description, kind, body, observed))
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
    points: dict[int, float] = {}
    counts = dict.fromkeys(query, 0)
    total = 0
    for store in stores:
        first, last = _range(db, store)
        total += db.execute("select count(*) from memories where id between ? and ?", (first, last)).fetchone()[0]
        few = max(_FEW, min(_COMMON, total // 3))
        for word in query:
            anywhere, in_head = _holding(db, word, (first, last), few)
            counts[word] += len(anywhere)
            if len(anywhere) <= few:
                _add(points, [*anywhere, *in_head], rarity(len(anywhere) / max(total, _FEW)))
    best = sorted(points, key=lambda row: (-points[row], row))[:most]
    shares = {word: count / max(total, _FEW) for word, count in counts.items() if count}
    return _hits(db, best, query), shares


def _holding(db: sqlite3.Connection, word: str, ids: tuple[int, int], few: int) -> tuple[list[int], list[int]]:
    """The rows that hold the word, and those that hold it in their head; one more than `few` is as good as all."""
    quoted = '"' + word.replace('"', '""') + '"'
    find = "select rowid from words where words match ? and rowid between ? and ? limit ?"
    anywhere = [row for (row,) in db.execute(find, (quoted, *ids, few + 1))]
    if not anywhere or len(anywhere) > few:
        return anywhere, []
    return anywhere, [row for (row,) in db.execute(find, (f"head : {quoted}", *ids, few))]


def _add(points: dict[int, float], rows: list[int], worth: float) -> None:
    for row in rows:
        points[row] = points.get(row, 0.0) + worth


def _hits(db: sqlite3.Connection, rows: list[int], query: list[str]) -> list[Hit]:
    found = db.execute(
        "select m.path, m.name, m.description, m.type, m.body, m.observed, m.stamp, w.head, w.body, m.id"
        f" from memories m join words w on w.rowid = m.id where m.id in ({','.join('?' * len(rows))})", rows
    )
    by_row = {row[-1]: Hit(row, query) for row in found}
    return [by_row[row] for row in rows if row in by_row]


def _range(db: sqlite3.Connection, store: str) -> tuple[int, int]:
    """Between which ids the memories of the store lie; nothing lies there for a store that is not known."""
    row = db.execute("select number from stores where store = ?", (store,)).fetchone()
    number = row[0] if row else 0
    return number << 32, (number << 32) + (1 << 32) - 1


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
