"""What a project remembers, layer by layer, counted: memories, how full each index is, when one was written last."""
from __future__ import annotations

import os
from collections.abc import Iterator
from typing import NamedTuple

from reverie import excerpt, index, layers, library, ordering, project, whole
from reverie.house import House
from reverie.on import session_start
from reverie.session import Binding
from reverie.team import layer as team


class Stock(NamedTuple):
    """A layer's memories and the size of its index; `left_out` are entries for which a session's start has no room,
    `waiting` files that are not used before a person has looked at them; `saved` is the time of the newest file, in
    seconds since the epoch, 0.0 for none.
    """

    layer: str
    store: str
    memories: int
    saved: float = 0.0
    lines: int = 0
    characters: int = 0
    left_out: int = 0
    waiting: int = 0


def of(house: House, binding: Binding, teams: team.State) -> list[Stock]:
    """The layers that a session here reads; the team's only where it is on."""
    return [each for layer in layers.of(binding, house.places) if layer.store == _team(binding)
            or layer.name != layers.TEAM for each in _one(house, binding, layer, teams)]


def elsewhere(house: House, binding: Binding) -> Iterator[tuple[str, int]]:
    """Other folders with memories of this project, or such that nobody vouched for, and how many each holds."""
    for folder in project.elsewhere(binding, house.places, house.means.env):
        many = sum(1 for _ in library.files(folder))
        if many:
            yield folder, many


def _one(house: House, binding: Binding, layer: layers.Layer, teams: team.State) -> Iterator[Stock]:
    if layer.name == layers.TEAM:
        if teams.since:
            yield Stock(layer.name, layer.store, len(teams.trusted),
                        waiting=len(teams.waiting) + len(teams.forgotten))
        return
    times = [entry.stat().st_mtime for entry in library.files(layer.store)]
    text = (whole.read(os.path.join(layer.store, library.INDEX)) or b"").decode("utf-8-sig", "replace")
    left_out = 0
    if layer.name == layers.PROJECT and not binding.native:
        left_out = session_start.block(binding, excerpt.ranks(ordering.laid_down(house, layer.store)))[1]
    yield Stock(layer.name, layer.store, len(times), max(times, default=0.0), *index.extent(text), left_out)


def _team(binding: Binding) -> str:
    return layers.team(binding)[0]
