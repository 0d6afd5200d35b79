"""How many memories there were on each day: from the days in their heads, and from the history. Pure."""
from __future__ import annotations

import datetime
import posixpath
from collections.abc import Iterable, Mapping, Sequence

from reverie import library
from reverie.history.revision import Revision
from reverie.report.figures import Kept, Point

MOST = 60
"""Points of the curve, at most."""


def points(
    memories: Iterable[Kept], past: Mapping[str, Sequence[Revision]], since: str, today: str
) -> tuple[Point, ...]:
    """The curve, by layer, up to today and at its end as things are now. `past` is each layer's history, newest first.

    A memory is there from its created day, or from when the history has it; one that went, until it went. One without
    any day is there from the first day on.
    """
    layers: dict[str, list[tuple[str, int]]] = {}
    born: dict[str, dict[str, str]] = {layer: {} for layer in past}
    gone: dict[str, dict[str, str]] = {layer: {} for layer in past}
    for layer, revisions in past.items():
        for each in revisions:
            _happened(each, born[layer], gone[layer])
    for memory in memories:
        file = memory.key.removeprefix(f"{memory.layer}/")
        days = [day for day in (memory.created, born.get(memory.layer, {}).pop(file, "")) if day]
        gone.get(memory.layer, {}).pop(file, "")
        layers.setdefault(memory.layer, []).append((min([*days, today]) if days else "", 1))
    for layer in past:
        moves = layers.setdefault(layer, [])
        for file, day in gone[layer].items():
            moves += [(born[layer].get(file, day), 1), (day, -1)]
    return _curve({layer: moves for layer, moves in layers.items() if moves}, since, today)


def _happened(each: Revision, born: dict[str, str], gone: dict[str, str]) -> None:
    """Note the first day a file came and the last it went; revisions come newest first."""
    day = datetime.datetime.fromtimestamp(each.entry.at).date().isoformat()
    for change in each.changes:
        if change.file.endswith(".md") and library.is_memory(posixpath.basename(change.file)):
            if not change.before:
                born[change.file] = day
            elif not change.after:
                gone.setdefault(change.file, day)


def _curve(layers: Mapping[str, list[tuple[str, int]]], since: str, today: str) -> tuple[Point, ...]:
    days = sorted({day for moves in layers.values() for day, _ in moves if since <= day <= today and day})
    if layers and (not days or days[-1] != today):
        days.append(today)
    return tuple(Point(day, {layer: sum(n for when, n in moves if when <= day) for layer, moves in layers.items()})
                 for day in _few(days))


def _few(days: list[str]) -> list[str]:
    """At most `MOST` of the days, the first and the last among them."""
    if len(days) <= MOST:
        return days
    return [days[round(n * (len(days) - 1) / (MOST - 1))] for n in range(MOST)]
