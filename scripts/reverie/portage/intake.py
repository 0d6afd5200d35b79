"""The one door for memories of other tools: what is new, known, forgotten or said already is decided first, then done.

Importing twice changes nothing, also when what came in was edited or renamed since; what was forgotten stays so. A
file comes first, its index line second, the ledger last: what a killed import left is found by its source and listed.
"""
from __future__ import annotations

import os
from collections.abc import Iterable, Sequence

from reverie import layers, ledger, library, proposals, reconcile, tombstones, whole
from reverie.history import commits
from reverie.house import House
from reverie.likeness import fact
from reverie.portage import imported
from reverie.portage import item as items_of
from reverie.portage.admission import (
    CHANGED,
    DUPLICATE,
    KNOWN,
    NEW,
    WAITS,
    Fate,
    Taken,
    candidate,
    decided,
    digest,
    known,
)
from reverie.portage.imported import Imported
from reverie.portage.item import Item
from reverie.proposals import Proposal
from reverie.record import TYPES

_MANY = 100
"""New memories from which on the index is made as a whole rather than line by line."""


def take(
    house: House, store: str, items: Iterable[Item], source: str, dry: bool = False, propose: bool = False,
    again: bool = False,
) -> Taken:
    """Bring these into the project's store, and into the person's what is theirs; `source` is the tool they are from.

    With `dry` nothing is written. With `propose` each waits for a yes; with `again` what was imported before and is
    no longer here counts as new, unless it was forgotten.
    """
    taken = Taken(tuple(decided(known(house, store), items, source, propose, again)))
    if dry or not any(_touches(fate) for fate in taken.fates):
        return taken
    run = ledger.begin_run(house.ledger, "import", "", store, "asked", "", house.stamp)
    done: list[Fate] = []
    for own in layers.written(store, house.places):
        mine = [fate for fate in taken.fates if _home(house, store, fate) == own]
        done += _done(house, store, own, mine, source, run) if any(map(_touches, mine)) else mine
    kept = sum(fate.op in (NEW, CHANGED) for fate in done)
    ledger.end_run(house.ledger, run, "kept" if kept else "nothing", f"from {source}", 0.0, proposed=len(done),
                   kept=kept)
    return Taken(tuple(done))


def accepted(house: House, store: str, proposal: Proposal) -> str:
    """Write an imported memory that waited and is wanted now; its path."""
    said = proposal.candidate
    day = proposal.at[:10] or house.stamp[:10]
    one = Item(proposal.session, said.name, said.description, said.type, said.body, said.keywords, day, day,
               scope=said.scope, basis="import")
    own = house.places.user if one.scope == layers.PERSON else store
    for each in layers.written(store, house.places):
        tombstones.lift(house.ledger, each, fact(said.body))
    with commits.recorded(house, own, "import", f"accepted {one.name}"):
        path = _added(own, one, proposal.session)
        reconcile.list_in_index(own, [path])
    reconcile.shelve(house, own)
    _note(house, own, [(proposal.session, items_of.mark(one), path)])
    return path


def _touches(fate: Fate) -> bool:
    """Whether anything is to be written for it, be it a row."""
    return fate.op in (NEW, CHANGED, WAITS, DUPLICATE) or fate.op == KNOWN and not fate.why


def _home(house: House, store: str, fate: Fate) -> str:
    person = os.path.join(house.places.user, "")
    if fate.path:
        return house.places.user if fate.path.startswith(person) else store
    return house.places.user if fate.item.scope == layers.PERSON else store


def _done(house: House, store: str, own: str, fates: Sequence[Fate], tool: str, run: int) -> list[Fate]:
    """Write what was decided for one store, as one commit."""
    done: list[Fate] = []
    writes = sum(fate.op in (NEW, CHANGED) for fate in fates)
    with commits.recorded(house, own, "import", f"{writes} from {tool}", run):
        for fate in fates:
            done.append(_one(house, store, own, fate, f"import/{tool}/{fate.item.id}"))
        listed = [fate.path for fate in done if fate.path and (fate.op == NEW or fate.op == KNOWN and not fate.why)]
        _listed(own, listed)
    reconcile.shelve(house, own)
    _note(house, own, [(f"import/{tool}/{fate.item.id}", items_of.mark(fate.item),
                        fate.path if fate.op in (NEW, CHANGED, KNOWN) else "") for fate in done if _touches(fate)])
    return done


def _listed(own: str, paths: Sequence[str]) -> None:
    """Give each a line in the index; of very many only as many as a client would load."""
    if len(paths) <= _MANY:
        reconcile.list_in_index(own, list(paths))
        return
    new = {os.path.relpath(path, own).replace(os.sep, "/"): whole.read(path) or b"" for path in paths}
    reconcile.relist(own, {}, {file: data.decode("utf-8", "replace") for file, data in new.items()})


def _one(house: House, store: str, own: str, fate: Fate, source: str) -> Fate:
    one = fate.item
    if fate.op == NEW:
        return fate._replace(path=_added(own, one, source))
    if fate.op == CHANGED:
        before = whole.read(fate.path) or b""
        reconcile.reword(own, fate.path, one.description)  # first: then a rerun still finds both
        try:
            whole.write(fate.path, items_of.text(one, source).encode("utf-8", "replace"), over=before)
        except whole.Changed:
            return fate._replace(op=KNOWN, why="it is being changed here")
    if fate.op == WAITS:
        proposals.add(house.ledger, store, fate.why, candidate(one), (source, "", one.created), house.stamp)
    return fate


def _note(house: House, own: str, rows: Sequence[tuple[str, str, str]]) -> None:
    """Remember what came in: its source, what it said, and the file it became, as that was written."""
    held = [(source, mark, path, whole.read(path) if path else None) for source, mark, path in rows]
    imported.note(house.ledger, own, [Imported(source, mark, path, "" if data is None else digest(data))
                                      for source, mark, path, data in held], house.stamp)


def _added(store: str, one: Item, source: str) -> str:
    """A new file for the memory, under a name made here; one that is taken gets a number."""
    data = items_of.text(one, source).encode("utf-8", "replace")
    stem = library.slug(os.path.splitext(one.file)[0])
    if not one.file or stem.partition("_")[0] not in TYPES or "_" not in stem:
        stem = f"{one.type}_{library.slug(one.name)}"
    return library.put(store, stem, data)


