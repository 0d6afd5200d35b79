"""Which stores a change touched: one extraction may write for the project and for the person at once."""
from __future__ import annotations

from collections.abc import Sequence

from reverie import session
from reverie.errors import Refused
from reverie.history import log as history
from reverie.history.revision import REVERIE, Revision
from reverie.layers import Layer
from reverie.places import Places

_LAST = ("", "last")
_NOTHING = "Reverie has changed nothing here yet."


def found(places: Places, among: Sequence[Layer], run: str) -> list[tuple[Layer, list[Revision]]]:
    """What `run` means in each of these stores that has it, as `history.found` does; Refused when none has.

    `last` is our newest change from this project in any of them, with what the same run did in the others: what
    another project's session did to the person's store is taken back there, or by its run.
    """
    if run in _LAST and len(among) > 1:
        return _last(places, among)
    held: list[tuple[Layer, list[Revision]]] = []
    refused = None
    for layer in among:
        try:
            held.append((layer, history.found(places, layer.store, run)))
        except Refused as refusal:
            refused = refused or refusal
    if not held:
        raise refused or Refused(_NOTHING)
    return held


def _last(places: Places, among: Sequence[Layer]) -> list[tuple[Layer, list[Revision]]]:
    logs = [(layer, [each for each in history.entries(places, layer.store) if each.entry.by == REVERIE])
            for layer in among]
    ours = [(layer, each) for layer, log in logs for each in log if _from_here(places, layer, each, among[0].store)]
    if not ours:
        raise Refused(_NOTHING)
    layer, newest = max(ours, key=lambda pair: pair[1].entry.at)
    others = [(other, [each for each in log if newest.run and each.run == newest.run])
              for other, log in logs if other is not layer]
    return [(layer, [newest]), *((other, revisions) for other, revisions in others if revisions)]


def _from_here(places: Places, layer: Layer, revision: Revision, project: str) -> bool:
    """Whether a change was made for this project, or by a person's own command."""
    sid = revision.entry.trailers.get("session", "")
    if layer.store == project or not sid:
        return True
    bound = session.bound(places, sid)
    return bound is not None and bound.store == project
