"""Everything the report tells, gathered from the files, the ledger and the history. It changes nothing.

Only the layers it is given are looked at: no word and no figure of another project gets into it.
"""
from __future__ import annotations

from collections.abc import Sequence

from reverie import archive, layers, listing, whole
from reverie.history import log as history
from reverie.history.revision import Revision, Unkept
from reverie.house import House
from reverie.layers import Layer
from reverie.listing import Listed
from reverie.report import changes, growth, kept, links, runs
from reverie.report.figures import Dream, Report
from reverie.report.links import Shelf

_LARGEST = 1 << 20
"""Bytes of a memory that are looked at."""


def report(house: House, title: str, among: Sequence[Layer], since: str = "") -> Report:
    """The figures of these layers, since an ISO day or, for an empty one, from the beginning."""
    found = listing.memories(house.places, among)
    memories = kept.of(house.ledger, found, since)
    own = [layer for layer in among if layer.name != layers.TEAM]
    notes: list[str] = []
    past = {layer.name: _past(house, layer, notes) for layer in own}
    stores = [layer.store for layer in own]
    today = house.now.date().isoformat()
    return Report(
        title, house.now.strftime("%Y-%m-%d %H:%M"), since, kept.present(among, memories), tuple(memories),
        growth.points(memories, past, since, today),
        tuple(runs.days(house.ledger, stores, since)), tuple(runs.jobs(house.ledger, stores, since)),
        tuple(runs.outcomes(house.ledger, stores, since)), _dreams(house, own, past, since, notes),
        links.mapped(_shelves(house, among, found)), tuple(dict.fromkeys(notes)))


def _past(house: House, layer: Layer, notes: list[str]) -> list[Revision]:
    try:
        return history.entries(house.places, layer.store)
    except Unkept as error:
        notes.append(f"The history of the {layer.name}'s memories could not be read: {error}")
        return []


def _dreams(
    house: House, own: Sequence[Layer], past: dict[str, list[Revision]], since: str, notes: list[str]
) -> tuple[Dream, ...]:
    found = []
    for layer in own:
        dreamt = changes.dreamt(past[layer.name], since)
        if len(dreamt) > changes.MOST:
            notes.append(f"Only the last {changes.MOST} dreams are shown; `reverie log` names them all.")
        try:
            found += [changes.told(house.ledger, house.places, layer.store, layer.name, each)
                      for each in dreamt[:changes.MOST]]
        except Unkept as error:
            notes.append(f"What dreams changed could not be read: {error}")
    return changes.newest(found)


def _shelves(house: House, among: Sequence[Layer], found: Sequence[Listed]) -> list[Shelf]:
    """The texts of each layer; several folders of one team are one shelf."""
    shelves: dict[str, Shelf] = {}
    for layer in among:
        texts = {each.file: _text(each.memory.path) for each in found if each.layer is layer}
        gone = ({} if layer.name == layers.TEAM else
                {one.origin: one.why for one in archive.listed(house.places, layer.store)})
        before = shelves.get(layer.name, Shelf(layer.name, {}, {}))
        shelves[layer.name] = Shelf(layer.name, {**texts, **before.texts}, {**gone, **before.archived})
    return list(shelves.values())


def _text(path: str) -> str:
    """As much of a memory as is read of it anywhere."""
    return (whole.read(path) or b"")[:_LARGEST].decode("utf-8", "replace").replace("\x00", "")
