"""SQLite's own full-text search, for comparison: `porter unicode61`, any of the query's words, best by `bm25()`."""
from __future__ import annotations

import re
import sqlite3
from collections.abc import Iterable

_WORD = re.compile(r"[^\W_]+")


def filled(texts: Iterable[tuple[str, str]]) -> sqlite3.Connection:
    """An index in memory over texts by their names."""
    db = sqlite3.connect(":memory:")
    db.execute("create virtual table texts using fts5 (name unindexed, text, tokenize = 'porter unicode61')")
    db.executemany("insert into texts values (?, ?)", texts)
    return db


def ranked(db: sqlite3.Connection, query: str, most: int) -> list[str]:
    """The names of the texts that share a word with the query, best first; among equals as they were given."""
    wanted = " OR ".join(f'"{word}"' for word in dict.fromkeys(_WORD.findall(query.casefold())))
    if not wanted:
        return []
    found = db.execute("select name from texts where texts match ? order by bm25(texts), rowid limit ?", (wanted, most))
    return [name for (name,) in found]
