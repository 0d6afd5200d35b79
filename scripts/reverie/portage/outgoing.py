"""What goes out: the memories of a store that stand, without secrets, each under a name of its own.

A name never is one that a tool takes for its instructions: it always begins with the memory's type.
"""
from __future__ import annotations

import os
from collections.abc import Sequence
from typing import NamedTuple

from reverie import head, library
from reverie.record import TYPES, Memory
from reverie.secrets import redaction


class Outgoing(NamedTuple):
    """A memory under the name it gets there, its text as it stands but for secrets; `classes` are what those were."""

    file: str
    text: str
    memory: Memory
    classes: tuple[str, ...]


def of(stores: Sequence[str]) -> list[Outgoing]:
    """The memories of these stores, the nearest first: not what another has taken the place of, nor what is empty."""
    found: list[Outgoing] = []
    for store in stores:
        for entry in library.files(store):
            one = _read(store, entry.path, {each.file for each in found})
            if one and not one.memory.superseded and (one.memory.body or one.memory.description):
                found.append(one)
    return found


def _read(store: str, path: str, taken: set[str]) -> Outgoing | None:
    try:
        with open(path, "rb") as file:
            text = file.read().decode("utf-8", "replace").replace("\x00", "")
    except OSError:
        return None
    clean = redaction.redact(text)
    memory = library.parsed(path, clean)
    stem = library.slug(os.path.relpath(path, store)[: -len(".md")])
    if stem.partition("_")[0] not in TYPES or "_" not in stem:
        stem = f"{memory.type or 'project'}_{stem}"
    name, number = f"{stem}.md", 1
    while name in taken:
        number += 1
        name = f"{stem}_{number}.md"
    return Outgoing(name, _named(clean, name, memory.name), memory, tuple(redaction.found(text)))


def _named(text: str, file: str, name: str) -> str:
    """The text so that it bears its name also in a file of another name."""
    if library.parsed(file, text).name == name:
        return text
    named = head.edited(text, {"name": name})
    return named if named != text else f"---\nname: {head.scalar(name)}\n---\n{text.removeprefix(chr(0xFEFF))}"
