"""Forget on purpose: find what says it, and take it out of store, index, catalog, archive and proposals at once.

The tombstone comes first, so that nothing brings it back while the rest is under way; then the file, then its line.
Only a person asks for it, and what they name goes, whoever wrote it.
"""
from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from reverie import (
    archive,
    catalog,
    head,
    ledger,
    library,
    likeness,
    lookup,
    proposals,
    recall,
    reconcile,
    tombstones,
    traces,
)
from reverie.errors import Refused
from reverie.history import commits
from reverie.history import log as history
from reverie.house import House
from reverie.query import of
from reverie.session import Binding
from reverie.tokens import tokens
from reverie.tombstones import Tombstone

MOST = 8
"""Memories of the store that one query finds."""
_NEAR = 0.5
"""What a memory has to be worth against the best one to be found; of the query's words, what the others have to hold.
"""
SETTLED = "forgotten"
"""What becomes of a proposal that says the same."""


class Entry(NamedTuple):
    """What can be forgotten, by its exact `id`: a memory's file, `archive:FILE` or `proposal:NUMBER`.

    `path` is empty for a proposal, `at` for all but a proposal; `texts` is what it says. `cover` is the memory that
    an archived one was merged into.
    """

    id: str
    name: str
    description: str
    path: str
    texts: tuple[str, ...]
    at: str = ""
    cover: str = ""

    @property
    def live(self) -> bool:
        """Whether it is a memory of the store."""
        return bool(self.path) and not self.id.startswith("archive:")


class Gone(NamedTuple):
    """What went, by id: what was named, and what waited or lay in the archive and says the same."""

    ids: tuple[str, ...]
    left: traces.Left


def found(house: House, store: str, query: str) -> list[Entry]:
    """What the query finds: memories as a search ranks them, then what was superseded, lies in the archive or waits."""
    reconcile.shelve(house, store)
    apt = recall.ranked(of(query), lookup.search(house.places, [store], of(query), MOST))
    best = [each.hit.path for each in apt if each.score >= _NEAR * apt[0].score]
    others = [*_superseded(house, store), *_elsewhere(house, store)]
    words = frozenset(tokens(query))
    return [*(_memory(store, path) for path in best), *(each for each in others if _speaks_of(each, words))]


def named(house: House, store: str, ids: Sequence[str], past: bool = False) -> list[Entry]:
    """The entries with exactly these ids, with `past` also files that history alone has; Refused for any other id."""
    there = {entry.id: entry for entry in _elsewhere(house, store)}
    there.update((_file(store, each.path), _memory(store, each.path)) for each in library.files(store)
                 if _file(store, each.path) in ids)
    if past:
        there.update((name, entry) for name in ids if name not in there and (entry := _past(house, store, name)))
    for name in ids:
        if name not in there:
            raise Refused(f"There is nothing with the id {name!r} here. `reverie forget WORDS` shows the ids.")
    return [there[name] for name in dict.fromkeys(ids)]


def remove(house: House, binding: Binding, entries: Sequence[Entry], purge: bool = False) -> Gone:
    """Forget these entries; with `purge` also out of what Reverie keeps for undoing and for looking back."""
    store = binding.store
    run = ledger.begin_run(house.ledger, "forget", "", store, "asked", "", house.stamp)
    entries = _with_merged(house, store, entries)
    house.ledger.execute(f"pragma secure_delete = {int(purge)}")
    said = {entry: _said(house, entry) for entry in entries}
    texts = [text for each in said.values() for text in each]
    graves = _graves(house, texts)
    gone = [*entries, *_same(house, store, entries, graves)]
    for entry, turns in said.items():
        file = os.path.basename(entry.path) or entry.id
        for text, turn in turns.items():
            tombstones.bury(house.ledger, store, [text], house.stamp, file, turn, seal=purge)
    ids = tuple(entry.id for entry in gone)
    with commits.recorded(house, store, "forget", f"purged {len(ids)}" if purge else f"forgot {', '.join(ids)}", run):
        _taken_out(house, store, gone, purge)
    left = (traces.purge(house, binding, graves, texts, _once_in(store, gone)) if purge
            else traces.left(house, binding, graves, texts))
    ledger.end_run(house.ledger, run, "kept", "", 0.0, proposed=len(entries), kept=len(ids))
    return Gone(ids, left)


def going_along(house: House, store: str, entry: Entry) -> list[Entry]:
    """What goes with the entry: what was merged into it, and what waits or lies in the archive and says the same."""
    entries = _with_merged(house, store, [entry])
    texts = [text for each in entries for text in _said(house, each)]
    return [*entries[1:], *_same(house, store, entries, _graves(house, texts))]


def _with_merged(house: House, store: str, entries: Sequence[Entry]) -> list[Entry]:
    files = {_file(store, entry.path) for entry in entries if entry.live}
    return list(dict.fromkeys([*entries, *(each for each in _elsewhere(house, store) if each.cover in files)]))


def _graves(house: House, texts: Sequence[str]) -> list[Tombstone]:
    return [Tombstone(words, house.stamp) for words in map(likeness.trace, texts) if words]


def _same(house: House, store: str, entries: Sequence[Entry], graves: Sequence[Tombstone]) -> list[Entry]:
    """What waits or lies in the archive besides these and says what the graves bar."""
    ids = {entry.id for entry in entries}
    return [each for each in _elsewhere(house, store) if each.id not in ids
            and any(grave.bars(text, each.at) for grave in graves for text in each.texts)]


def _once_in(store: str, gone: Sequence[Entry]) -> list[str]:
    """The files that these had in the store, but for those that others have now."""
    files = [_file(store, each.path) if each.live else each.id.removeprefix("archive:") for each in gone if each.path]
    return [file for file in dict.fromkeys(files) if not os.path.lexists(os.path.join(store, file))]


def _said(house: House, entry: Entry) -> dict[str, str]:
    """What the entry says, and the user's words that it rests on and that no other memory does, with their turn."""
    mine = (entry.path, entry.path + traces.CLOSED)
    rows = house.ledger.execute(
        "select distinct quote, turn from evidence where path in (?, ?)"
        " and quote not in (select quote from evidence where path not in (?, ?))", (*mine, *mine)
    ).fetchall() if entry.live else []
    return {**dict.fromkeys(entry.texts, ""), **{row["quote"]: row["turn"] for row in rows}}


def _taken_out(house: House, store: str, gone: Sequence[Entry], purge: bool) -> None:
    """File, line, evidence, frozen indexes, catalog; proposals are settled."""
    for entry in gone:
        if entry.path and os.path.lexists(entry.path):
            os.unlink(entry.path)
        elif not entry.path:
            number = int(entry.id.partition(":")[2])
            proposals.settle(house.ledger, number, SETTLED)
            if purge:
                house.ledger.execute("delete from proposals where id = ?", (number,))
    live = [entry.path for entry in gone if entry.live]
    reconcile.unlist(store, live)
    for path in live:
        traces.close(house, path, purge)
    traces.thaw(house, store, [_file(store, path) for path in live])
    reconcile.shelve(house, store)


def _memory(store: str, path: str) -> Entry:
    memory = library.read(path)
    if memory is None:
        return Entry(_file(store, path), "", "", path, ())
    return Entry(_file(store, path), memory.name, memory.description, path, (likeness.fact(memory.body),))


def _past(house: House, store: str, file: str) -> Entry | None:
    """A memory that is gone, with all that it ever said."""
    names = [name for each in history.entries(house.places, store) for change in each.changes if change.file == file
             for name in (change.after, change.before) if name]
    texts = history.texts(house.places, store, names)
    said = [likeness.fact(head.split(texts[name].decode("utf-8", "replace"))[1].strip()) for name in names]
    return Entry(file, "", "", os.path.join(store, file), tuple(dict.fromkeys(said))) if names else None


def _superseded(house: House, store: str) -> Iterator[Entry]:
    """Those that the catalog knows and no word finds."""
    standing = {hit.path for hit in catalog.listed(house.catalog, store)}
    for path in catalog.known(house.catalog, store):
        if path not in standing:
            yield _memory(store, path)


def _elsewhere(house: House, store: str) -> Iterator[Entry]:
    """What lies in the archive, and what waits."""
    for one in archive.listed(house.places, store):
        memory = one.memory
        said = likeness.fact(memory.body)
        yield Entry(f"archive:{one.file}", memory.name, memory.description, memory.path, (said,), cover=one.why)
    for proposal in proposals.waiting(house.ledger, store):
        candidate = proposal.candidate
        texts = tuple(filter(None, (candidate.body, candidate.quote)))
        at = proposal.at or house.stamp
        yield Entry(f"proposal:{proposal.number}", candidate.name, candidate.description, "", texts, at)


def _speaks_of(entry: Entry, words: frozenset[str]) -> bool:
    """Whether it holds at least half of the words."""
    held = words.intersection(tokens("\n".join((entry.name, entry.description, *entry.texts))))
    return len(held) >= max(1, _NEAR * len(words))


def _file(store: str, path: str) -> str:
    return os.path.relpath(path, store).replace(os.sep, "/")
