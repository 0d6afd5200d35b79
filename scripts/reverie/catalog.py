"""The full-text index of all stores: derived from the files, safe to delete, rebuilt when it is not whole.

The worker keeps it in step with the folders; a hook reads it, by `lookup`, and takes whatever is wrong with it for an
empty one.
"""
from __future__ import annotations

import os
import re
import sqlite3
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, NamedTuple

from reverie.lexicon import glossary, spellings
from reverie.lookup import VERSION, Hit, entries, ids
from reverie.memory_text import stamp_of
from reverie.tokens import HAN, script_of, tokens

if TYPE_CHECKING:
    from reverie.places import Places

SCHEMA = """
create table stores (
    number integer primary key,
    store text not null unique
);
create table memories (
    id integer primary key,   -- its store's number in the upper half: so a search can keep to a range
    path text not null unique,
    stamp text not null,      -- size and time of the file when it was read
    line text not null,       -- what the index says of it
    name text not null,
    description text not null,
    type text not null,
    observed text not null,   -- ISO day, or empty
    pinned integer not null,
    uses integer not null,    -- how often it was read or used, as the ledger counts
    replaces text not null    -- names of memories that it says it stands for, parted by blanks
);
create table glossary (       -- the shipped one: what a form means
    form text not null,
    meaning text not null,
    primary key (form, meaning)
) without rowid;
create table spellings (      -- a word of some memory, by each form that lacks one of its letters
    form text not null,
    word text not null,
    primary key (form, word)
) without rowid;
create virtual table words using fts5 (name, about, body, aside, columnsize = 0,
    tokenize = "unicode61 remove_diacritics 0 categories 'L* M* N* Co' tokenchars '-_./:@+#='");
create virtual table vocabulary using fts5vocab (words, row);
"""
"""`words` holds each memory's tokens, made by `tokens` and parted by blanks: its name, title and keywords; its
description and index line; its body; and of the body what says why, and links."""
_LABEL = re.compile(r"^[ \t]*\**(why|reason|because|原因|理由|为什么|為什麼|이유|warum|grund|pourquoi|por qué)"
                    r"\b[^:：]{0,20}[:：]", re.I)
_HOW = re.compile(r"\*\*[^*\n]{1,24}[:：]\*\*|\*\*[^*\n]{1,24}\*\*[:：]")
_REPLACES = re.compile(r"supersede|replace|instead of|取代|代替|替代|废弃|置き換|に代わ|廃止|대체"
                       r"|ersetzt|remplace|reemplaza|sustituye", re.I)
_SLUG = re.compile(r"[a-z0-9]+(?:[-_][a-z0-9.]+)+")


class Row(NamedTuple):
    """A memory as it is entered. `stamp` and `line` tell whether it has to be entered anew."""

    path: str
    stamp: str
    line: str
    name: str
    description: str
    type: str
    body: str
    observed: str
    keywords: str
    pinned: bool


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


def known(db: sqlite3.Connection, store: str) -> dict[str, tuple[str, str]]:
    """The stamp and the index line of each memory of the store that the catalog knows, by path."""
    rows = db.execute("select path, stamp, line from memories where id between ? and ?", ids(db, store)).fetchall()
    return {path: (stamp, line) for path, stamp, line in rows}


def stamp(entry: os.DirEntry[str]) -> str:
    """What changes when the file does."""
    return stamp_of(entry.stat())


def listed(db: sqlite3.Connection, store: str) -> list[Hit]:
    """All memories of the store that stand, the one observed last first: for a manifest."""
    rows = db.execute("select path, name, description, type, observed, stamp, pinned, uses, replaces from memories"
                      " where id between ? and ? and description != '' order by observed desc, path", ids(db, store))
    return [Hit(row) for row in rows]


def put(db: sqlite3.Connection, store: str, rows: Iterable[Row]) -> None:
    """Enter memories, each over what was there."""
    db.execute("insert or ignore into stores (store) values (?)", (store,))
    first, last = ids(db, store)
    for row in rows:
        remove(db, [row.path])
        newest = db.execute("select max(id) from memories where id between ? and ?", (first, last)).fetchone()[0]
        number = (newest or first) + 1
        db.execute("insert into memories values (?, ?, ?, ?, ?, ?, ?, ?, ?, 0, ?)",
                   (number, row.path, row.stamp, row.line, row.name, row.description, row.type, row.observed,
                    int(row.pinned), _replaced(row)))
        fields = [_indexed(db, text) for text in _fields(row)]
        db.execute("insert into words (rowid, name, about, body, aside) values (?, ?, ?, ?, ?)",
                   (number, *map(" ".join, fields)))
        words = {word for field in fields for word in field if spellings.spelled(word)}
        db.executemany("insert or ignore into spellings values (?, ?)",
                       ((form, word) for word in words for form in spellings.forms(word)))


def count(db: sqlite3.Connection, store: str, uses: Mapping[str, int]) -> None:
    """Note how often memories of the store were used, by path; only what has changed is written."""
    rows = db.execute("select path, uses from memories where id between ? and ?", ids(db, store)).fetchall()
    changed = [(uses.get(path, 0), path) for path, noted in rows if uses.get(path, 0) != noted]
    if changed:
        db.executemany("update memories set uses = ? where path = ?", changed)


def remove(db: sqlite3.Connection, paths: Iterable[str]) -> None:
    """Strike memories whose files are gone."""
    for path in paths:
        db.execute("delete from words where rowid in (select id from memories where path = ?)", (path,))
        db.execute("delete from memories where path = ?", (path,))


def forget_words(db: sqlite3.Connection) -> None:
    """Strike the spellings of words that no memory holds any more."""
    db.execute("delete from spellings where word not in (select term from vocabulary)")


def _indexed(db: sqlite3.Connection, text: str) -> list[str]:
    """What a text is found by: its tokens, each single Han character, and what its words mean."""
    found = tokens(text)
    found += dict.fromkeys(c for c in text if script_of(c) == HAN)
    return found + glossary.meanings(text, lambda forms: entries(db, forms))


def _fields(row: Row) -> tuple[str, str, str, str]:
    """Name, about, body and aside, as `words` has them."""
    title, _, hook = row.line.partition("\n")
    body: list[str] = []
    aside: list[str] = []
    why = False
    for line in row.body.splitlines():
        why = bool(_LABEL.match(line)) or (why and bool(line.strip()) and not _HOW.search(line))
        (aside if why else body).append(_HOW.sub(" ", line))
    spaced = row.name.replace("-", " ").replace("_", " ")
    return (f"{spaced} {row.name} {title} {row.keywords}", f"{row.description} {hook}", "\n".join(body),
            "\n".join(aside))


def _replaced(row: Row) -> str:
    """Names, as a sentence of it says that it replaces them; its own is none."""
    said = [part for part in re.split(r"[.;。；\n]\s", f"{row.description}\n {row.body}") if _REPLACES.search(part)]
    named = dict.fromkeys(slug for part in said for slug in _SLUG.findall(part.casefold()))
    return " ".join(slug for slug in named if slug != row.name.casefold())


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
        db.executemany("insert or ignore into glossary values (?, ?)", glossary.entries())
        db.execute(f"pragma user_version = {VERSION}")
    db.execute("commit")
    return db
