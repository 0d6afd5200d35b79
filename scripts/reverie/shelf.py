"""The indexes of the layers that no client injects: the person's, and what is accepted of the team's.

For hooks: frozen with the session, each within a budget of its own, the least useful entries left out and counted.
"""
from __future__ import annotations

import os

from reverie import excerpt, framing, layers, lookup, memory_text, prompt, whole

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from reverie.layers import Layer
    from reverie.places import Places

BUDGETS = {layers.PERSON: 1_800, layers.TEAM: 1_800}
"""Of each layer's block, in the units that the client counts."""
_LARGEST = 1 << 20
_LINE = 150


def blocks(places: Places, among: list[Layer], size: Callable[[str], int]) -> str:
    """The blocks of the person's and the team's layer, empty where these hold nothing."""
    return "\n\n".join(filter(None, (_block(places, layer, size) for layer in among if layer.name in BUDGETS)))


def _block(places: Places, layer: Layer, size: Callable[[str], int]) -> str:
    text = _team(places, layer.store) if layer.name == layers.TEAM else index(layer.store)
    if not text:
        return ""
    rest = "\n\n{} more are not shown here; they are recalled where a prompt has to do with them."
    room = BUDGETS[layer.name] - size(_framed(layer, "")) - size(rest) - 8
    order = (whole.read(places.order(layer.store)) or b"").decode("utf-8", "replace")
    shown, left_out = excerpt.fitted(framing.tame(text), room, excerpt.ranks(order), size)
    shown += rest.format(left_out) if left_out else ""
    return _framed(layer, shown)


def _framed(layer: Layer, index: str) -> str:
    if layer.name == layers.TEAM:
        return prompt.text("team-index", store=layer.store, index=index)
    return prompt.text("person-index", store=layer.store, index=index)


def index(store: str) -> str:
    """What the store's `MEMORY.md` says, or nothing."""
    try:
        with open(os.path.join(store, "MEMORY.md"), "rb") as file:
            return file.read(_LARGEST).decode("utf-8-sig", "replace")
    except OSError:
        return ""


def _team(places: Places, store: str) -> str:
    """A line for each file of the team's that the person accepted and that still is what was accepted.

    Its own index is not looked at: whoever can write to the repository can write there.
    """
    rows = []
    for hit in lookup.described(places, store):
        if memory_text.stands(hit.path, hit.stamp):
            said = " ".join(hit.description.split())
            rows.append(f"- [{hit.name}]({os.path.relpath(hit.path, store)}) — {said}"[:_LINE])
    return "\n".join(rows)
