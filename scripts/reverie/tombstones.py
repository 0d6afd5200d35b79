"""What was forgotten on purpose and must not come back by itself: kept in the ledger, as words, per store.

Extraction, dreams, imports and what a team shares ask here before they write. Only a person's explicit word, later
than the forgetting, takes a tombstone away. Of what was purged it holds hashes alone.
"""
from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from reverie import likeness

MIGRATION = """
alter table tombstones add column file text not null default '';     -- of the memory, below its store, or empty
alter table tombstones add column turn text not null default '';     -- of the user's words, where it keeps such
alter table tombstones add column sealed integer not null default 0; -- 1: its words are hashes
"""
"""What the ledger gains by this."""


class Tombstone(NamedTuple):
    """One text that was forgotten: its words, the ISO time in UTC since when (empty: always), and the turn it is of."""

    words: frozenset[str]
    since: str = ""
    sealed: bool = False
    turn: str = ""

    def bars(self, text: str, said: str = "", turn: str = "") -> bool:
        """Whether the text says the same.

        Of what was `said` by then, a UTC time, a part of it is enough; of what is from the same turn, half of it.
        """
        words = self._seen(text)
        if turn and turn == self.turn and 2 * len(words & self.words) >= len(words) > 0:
            return True
        by_then = bool(said) and said[:19] <= self.since[:19]
        return likeness.alike(words, self.words) or by_then and likeness.part(words, self.words)

    def stands_in(self, text: str) -> bool:
        """Whether the text, however long, holds all of its words."""
        words = {word for word in self.words if not word.startswith(likeness.DENIES)}
        return len(words) > 1 and words <= self._seen(text) or likeness.alike(self.words, self._seen(text))

    def _seen(self, text: str) -> frozenset[str]:
        words = likeness.trace(text)
        return likeness.sealed(words) if self.sealed else words


def bury(
    db: sqlite3.Connection, store: str, texts: Iterable[str], now: str, file: str = "", turn: str = "",
    seal: bool = False,
) -> None:
    """What says one of these texts must not come back: they are what the memory in `file` said, or a turn it rests on.
    """
    for words in filter(None, map(likeness.trace, texts)):
        plain, hidden = _row(words), _row(likeness.sealed(words))
        if seal:
            db.execute("delete from tombstones where store = ? and words = ?", (store, plain))
        db.execute("insert or replace into tombstones (store, words, since, file, turn, sealed)"
                   " values (?, ?, ?, ?, ?, ?)", (store, hidden if seal else plain, now, file, turn, int(seal)))


def standing(db: sqlite3.Connection, store: str) -> list[Tombstone]:
    """All tombstones of the store."""
    rows = db.execute("select words, since, sealed, turn from tombstones where store = ?", (store,))
    return [_parsed(row) for row in rows]


def revived(graves: Sequence[Tombstone], before: Iterable[str], after: str) -> bool:
    """Whether a memory's new text says as a whole, or in one line, what was forgotten and no text said before."""
    stood = [part for text in before for part in _parts(text)] if graves else []
    return any(grave.bars(part) for grave in graves if not any(map(grave.bars, stood)) for part in _parts(after))


def purged(db: sqlite3.Connection) -> list[Tombstone]:
    """Those of all stores whose words are not to stand anywhere any more."""
    return [_parsed(row) for row in db.execute("select words, since, sealed, turn from tombstones where sealed")]


def lift(db: sqlite3.Connection, store: str, *texts: str) -> int:
    """The person says it again: its tombstones go, with all that were set for the same memory; how many there were."""
    rows = db.execute("select words, since, file, sealed, turn from tombstones where store = ?", (store,)).fetchall()
    barring = [row for row in rows if any(map(_parsed(row).bars, texts))]
    memories = {(row["file"], row["since"]) for row in barring if row["file"]}
    gone = [row for row in rows if row in barring or (row["file"], row["since"]) in memories]
    db.executemany("delete from tombstones where store = ? and words = ?", ((store, row["words"]) for row in gone))
    return len(gone)


def _parts(text: str) -> list[str]:
    """What stands behind the head of a memory, whole and line by line."""
    flat = text.replace("\r\n", "\n").removeprefix("\ufeff")
    body = flat.partition("\n---\n")[2] if flat.startswith("---\n") else flat
    return [likeness.fact(body).strip(), *filter(str.strip, body.splitlines())]


def _parsed(row: sqlite3.Row) -> Tombstone:
    return Tombstone(frozenset(row["words"].split()), row["since"], bool(row["sealed"]), row["turn"])


def _row(words: Iterable[str]) -> str:
    return " ".join(sorted(words))
