"""Move a memory to where it is true: from the project to the person or back. First it stands there, then it goes here.

Killed between the two it stands in both, and the same command again finishes it.
"""
from __future__ import annotations

import os

from reverie import freshness, head, judge, ledger, library, reconcile, tombstones, whole
from reverie.errors import Refused
from reverie.history import commits
from reverie.house import House
from reverie.layers import Layer
from reverie.listing import Listed
from reverie.record import Candidate, Memory


def move(house: House, listed: Listed, to: Layer) -> str:
    """Move the memory into the store of the layer `to`; its new path. Its words, days and figures go with it."""
    memory, store = listed.memory, listed.layer.store
    if listed.layer.store == to.store:
        raise Refused(f"{listed.file} is kept with the {to.name} already.")
    data = whole.read(memory.path)
    if data is None:
        raise Refused(f"{memory.path} cannot be read.")
    scoped = head.edited(data.decode("utf-8", "surrogateescape"), {"metadata.scope": to.name})
    run = ledger.begin_run(house.ledger, "move", "", store, "asked", "", house.stamp)
    with commits.recorded(house, to.store, "move", f"move {listed.file} from the {listed.layer.name}", run):
        path = _placed(house, memory, listed.file, scoped.encode("utf-8", "surrogateescape"), to.store)
        reconcile.list_in_index(to.store, [path])
    tombstones.lift(house.ledger, to.store, memory.body)
    with commits.recorded(house, store, "move", f"move {listed.file} to the {to.name}", run):
        if whole.read(memory.path) == data:
            os.unlink(memory.path)
            reconcile.unlist(store, [memory.path])
    ledger.follow(house.ledger, memory.path, path)
    for each in (to.store, store):
        reconcile.shelve(house, each)
    ledger.end_run(house.ledger, run, "kept", "", 0.0, kept=1)
    return path


def _placed(house: House, memory: Memory, file: str, data: bytes, store: str) -> str:
    """The file in that store that says it: one that did already, else a new one, under another name if that is taken.
    """
    there = [each for entry in library.files(store) if (each := library.read(entry.path)) and not each.superseded]
    twin = judge.same(Candidate(memory.type, memory.name, memory.description, memory.body, ""), there)
    if twin:
        library.confirm(twin.path, freshness.day([memory.observed], house.now))
        return twin.path
    stem = os.path.basename(file).removesuffix(".md")
    return library.put(store, stem, data)
