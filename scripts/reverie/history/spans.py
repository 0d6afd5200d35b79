"""Which stores a change touched: one extraction may write for the project and for the person at once."""
from __future__ import annotations

from collections.abc import Sequence

from reverie.errors import Refused
from reverie.history import log as history
from reverie.history.revision import REVERIE, Revision
from reverie.layers import Layer
from reverie.places import Places

_LAST = ("", "last")


def found(places: Places, among: Sequence[Layer], run: str) -> list[tuple[Layer, list[Revision]]]:
    """What `run` means in each of these stores that has it, as `history.found` does; Refused when none has.

    `last` is our newest change in any of them, with what the same run did in the others.
    """
    held, refused = _held(places, among, run)
    if not held:
        raise refused or Refused("Reverie has changed nothing here yet.")
    if run not in _LAST:
        return held
    newest = max(held, key=lambda each: each[1][0].entry.at)
    number = newest[1][0].run
    others = [(layer, _of_run(places, layer, number)) for layer in among if number and layer is not newest[0]]
    return [newest, *((layer, revisions) for layer, revisions in others if revisions)]


def _held(
    places: Places, among: Sequence[Layer], run: str
) -> tuple[list[tuple[Layer, list[Revision]]], Refused | None]:
    held: list[tuple[Layer, list[Revision]]] = []
    refused = None
    for layer in among:
        try:
            held.append((layer, history.found(places, layer.store, run)))
        except Refused as refusal:
            refused = refused or refusal
    return held, refused


def _of_run(places: Places, layer: Layer, number: str) -> list[Revision]:
    return [each for each in history.entries(places, layer.store) if each.run == number and each.entry.by == REVERIE]
