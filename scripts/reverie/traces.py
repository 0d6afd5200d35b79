"""What else holds a memory that is forgotten: evidence, running sessions, past conversations, summaries, history.

Forgetting closes what could bring it back or be shown as its own; a purge takes the words out of everything of ours.
"""
from __future__ import annotations

import glob
import os
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from reverie import index, session, summaries, whole
from reverie.agents import runs as agent_runs
from reverie.conversations import passages
from reverie.conversations import search as passage_search
from reverie.history import log as history
from reverie.house import House
from reverie.session import Binding
from reverie.tokens import tokens
from reverie.tombstones import Tombstone

CLOSED = "#forgotten"
"""Behind the path of evidence and figures whose memory was forgotten: a new file of that name has its own."""
_LOOKED_AT = 40
"""Passages of past conversations that are looked at for one text."""


class Left(NamedTuple):
    """What still holds the words: turns and summaries of past sessions that can be searched, files of summaries, and
    whether the store's history does, from which an undo brings the memory back."""

    turns: int
    summaries: int
    history: bool


def close(house: House, path: str, purge: bool) -> None:
    """The memory at `path` is gone: its evidence and figures are kept apart for an undo, or dropped."""
    for table in ("evidence", "usage"):
        house.ledger.execute(f"delete from {table} where path = ? or ? and path = ?", (path + CLOSED, purge, path))
        house.ledger.execute(f"update {table} set path = ? where path = ?", (path + CLOSED, path))


def reopen(house: House, path: str) -> None:
    """The memory at `path` is back after all."""
    house.ledger.execute("update evidence set path = ? where path = ?", (path, path + CLOSED))
    house.ledger.execute("update or ignore usage set path = ? where path = ?", (path, path + CLOSED))


def thaw(house: House, store: str, files: Sequence[str]) -> None:
    """Running sessions have their index frozen: what is forgotten is not told them again after a compaction.

    The person's own stands in every session's, whatever its project.
    """
    for sid in session.known(house.places):
        bound = session.bound(house.places, sid)
        text = session.frozen(house.places, sid) if bound and store in (bound.store, house.places.user) else None
        without = text or ""
        for file in files:
            without = index.without(without, file)
        if without != (text or ""):
            session.freeze(house.places, sid, without)


def left(house: House, binding: Binding, graves: Sequence[Tombstone], texts: Iterable[str]) -> Left:
    """What of past sessions still holds the words, and is not touched unless it is purged."""
    turns = _turns(house, binding.root, graves, texts)
    files = [path for path in _summaries(house, binding) if _kept(path, graves) is not None]
    return Left(len(turns), len(files), True)


def purge(house: House, binding: Binding, graves: Sequence[Tombstone], texts: Iterable[str],
          files: Sequence[str]) -> Left:
    """Take the words out of past conversations, summaries, the catalog and history; what still holds them."""
    turns = _turns(house, binding.root, graves, texts)
    with house.catalog as db:
        db.execute("begin immediate")
        passages.drop_turns(db, binding.root, turns)
        db.execute("insert into words (words) values ('optimize')")
    for books in (house.catalog, house.ledger):
        books.execute("vacuum")  # what was deleted earlier may lie in free pages
    for path in _summaries(house, binding):
        kept = _kept(path, graves)
        if kept is not None:
            whole.write(path, kept.encode("utf-8", "surrogateescape"))
    return Left(0, 0, not history.purge(house.places, binding.store, files))


def _turns(house: House, root: str, graves: Sequence[Tombstone], texts: Iterable[str]) -> set[str]:
    """The turns and summaries of past sessions that hold all words of one of the texts."""
    passages.prepare(house.catalog)
    return {
        passage.turn for text in texts
        for passage in passage_search.search(house.catalog, root, list(dict.fromkeys(tokens(text))), _LOOKED_AT)
        if any(grave.stands_in(passage.text) for grave in graves)
    }


def _summaries(house: House, binding: Binding) -> list[str]:
    """The project's summaries, those of its agents' runs too, and the line that is offered at the next start."""
    own = {run.store for run in agent_runs.of(house.ledger, binding.store) if run.store}
    folders = [summaries.folder(house.places, binding), summaries.of_agents(house.places, binding),
               *(summaries.folder(house.places, Binding(binding.root, store, False)) for store in sorted(own))]
    told = [path for folder in folders for path in glob.glob(os.path.join(glob.escape(folder), "*.md"))]
    return [path for path in (*sorted(told), summaries.latest(house.places, binding)) if os.path.exists(path)]


def _kept(path: str, graves: Sequence[Tombstone]) -> str | None:
    """The text of the file without the lines that hold the words; None where none does."""
    text = (whole.read(path) or b"").decode("utf-8", "surrogateescape")
    rows = text.splitlines(keepends=True)
    kept = [row for row in rows if not any(grave.stands_in(row) for grave in graves)]
    return "".join(kept) if kept != rows else None
