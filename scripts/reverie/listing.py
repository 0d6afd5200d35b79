"""The memories that a session of a project can meet, layer by layer; of the team's only what was accepted."""
from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from reverie import layers, library, lookup, memory_text
from reverie.errors import Refused
from reverie.framing import tame
from reverie.layers import Layer
from reverie.places import Places
from reverie.record import Memory

_NEAR = 3
"""Memories that are named where none has the very name."""


class Listed(NamedTuple):
    """A memory, the layer it is of, and its file as a path below that layer's store."""

    layer: Layer
    memory: Memory
    file: str


def memories(places: Places, among: Iterable[Layer]) -> list[Listed]:
    """All memories of these layers, layer by layer."""
    return [Listed(layer, memory, memory.path[len(layer.store) + 1:])
            for layer in among for memory in _read(places, layer)]


def called(places: Places, among: Iterable[Layer], name: str) -> Listed:
    """The memory of that name, file, path or `layer/file`, in the first layer that has one; Refused if none has."""
    near: list[str] = []
    for each in memories(places, among):
        said = (each.file, each.file.removesuffix(".md"), each.memory.name, each.memory.path)
        if name in (*said, f"{each.layer.name}/{each.file}"):
            return each
        if name.casefold() in f"{each.memory.name} {each.file}".casefold():
            near.append(each.memory.name)
    meant = f" Did you mean {', '.join(map(tame, near[:_NEAR]))}?" if near and name else ""
    raise Refused(f"There is no memory {name!r} here.{meant} `reverie list` names them.")


def _read(places: Places, layer: Layer) -> Iterator[Memory]:
    if layer.name == layers.TEAM:
        paths = [hit.path for hit in lookup.described(places, layer.store) if memory_text.stands(hit.path, hit.stamp)]
    else:
        paths = [entry.path for entry in library.files(layer.store)]
    yield from (memory for memory in map(library.read, paths) if memory)
