"""The map of links: which memory names, replaces or swallowed which other one. Pure over texts.

It is drawn as trees, one or more for each group that hangs together, from the best linked memory down: that can be
read on a telephone and by ear, and needs no drawing.
"""
from __future__ import annotations

import posixpath
from collections import deque
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from reverie import head, relist
from reverie.report.figures import Edge, Links, Node

LINKS, REPLACED, MERGED = "links to", "replaced by", "merged into"
BACK = {LINKS: "linked from", REPLACED: "replaces", MERGED: "took in"}
"""How an edge is told from its other end."""
_DEEP = 5
"""Levels of a tree; what hangs deeper begins a tree of its own."""


class Shelf(NamedTuple):
    """A layer's memories as text by file, and for each that is archived the file it became a part of."""

    layer: str
    texts: Mapping[str, str]
    archived: Mapping[str, str]


def mapped(shelves: Sequence[Shelf]) -> Links:
    """All edges between the memories, the trees they form, and what is named but is not there."""
    names = {shelf.layer: relist.called(shelf.texts) for shelf in shelves}
    edges: dict[Edge, None] = {}
    dead: dict[tuple[str, str], None] = {}
    for shelf in shelves:
        for file, text in shelf.texts.items():
            for kind, wanted in _named(file, text):
                target = _found(wanted, shelf.layer, names)
                if target is None:
                    dead[f"{shelf.layer}/{file}", wanted] = None
                elif target != f"{shelf.layer}/{file}":
                    edges[Edge(f"{shelf.layer}/{file}", kind, target)] = None
        for file, into in shelf.archived.items():
            if into in shelf.texts and into != file:
                edges[Edge(f"{shelf.layer}/archive/{file}", MERGED, f"{shelf.layer}/{into}")] = None
    titles = {f"{shelf.layer}/{file}": _title(file, text) for shelf in shelves for file, text in shelf.texts.items()}
    linked = {key: titles.get(key, key) for edge in edges for key in (edge.source, edge.target)}
    return Links(tuple(edges), tuple(_trees(tuple(edges))), linked, tuple(dead))


def _named(file: str, text: str) -> Iterable[tuple[str, str]]:
    """What the memory says it links to or is replaced by, as it names it, each once."""
    keys, body = head.split(text)
    found = {(LINKS, name): None for name in relist.wikis(body)}
    for link in relist.links(body):
        found[LINKS, posixpath.normpath(posixpath.join(posixpath.dirname(file), link))] = None
    by = keys.get("superseded_by") or keys.get("metadata.superseded_by")
    if by:
        found[REPLACED, by.strip("[]'\" ")] = None
    return found


def _found(wanted: str, layer: str, names: Mapping[str, Mapping[str, str]]) -> str | None:
    """The key of the memory that goes by this, in the same layer if there is one."""
    for each in (layer, *names):
        if wanted in names[each]:
            return f"{each}/{names[each][wanted]}"
    return None


def _title(file: str, text: str) -> str:
    keys, _ = head.split(text)
    return keys.get("name") or keys.get("title") or file.removesuffix(".md")


def _trees(edges: Sequence[Edge]) -> Iterable[Node]:
    """Trees over all that hangs together, the best linked memory of a group at the root, large groups first."""
    near: dict[str, dict[str, list[str]]] = {}
    for source, kind, target in edges:
        near.setdefault(source, {}).setdefault(target, []).append(kind)
        near.setdefault(target, {}).setdefault(source, []).append(BACK[kind])
    met: set[str] = set()
    groups = []
    for key in sorted(near, key=lambda key: (-len(near[key]), key)):
        if key not in met:
            groups.append(_group(key, near, met))
    for trees in sorted(groups, key=lambda trees: -sum(map(_size, trees))):
        yield from trees


def _group(first: str, near: Mapping[str, Mapping[str, Sequence[str]]], met: set[str]) -> list[Node]:
    """The trees of all that can be reached from there, breadth first, none deeper than `_DEEP`."""
    depth, above, below = {first: 0}, {first: ""}, {first: list[str]()}
    met.add(first)
    queue = deque([first])
    while queue:
        key = queue.popleft()
        for other in sorted(near[key], key=lambda other: (-len(near[other]), other)):
            if other not in met:
                met.add(other)
                cut = depth[key] + 1 >= _DEEP
                depth[other], above[other], below[other] = (0 if cut else depth[key] + 1), key, []
                if not cut:
                    below[key].append(other)
                queue.append(other)

    def node(key: str) -> Node:
        root, up = depth[key] == 0, above[key]
        also = [(kind, other) for other, kinds in near[key].items() for n, kind in enumerate(kinds)
                if above.get(other) != key and (other != up or n)]
        relation = near[key][up][0] if up and root else near[up][key][0] if up else ""
        return Node(key, relation, tuple(sorted(also)), tuple(map(node, below[key])),
                    up if root else "")

    return [node(key) for key in depth if depth[key] == 0]


def _size(tree: Node) -> int:
    return 1 + sum(map(_size, tree.below))
