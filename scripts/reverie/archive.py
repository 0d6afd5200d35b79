"""Memories that left their store without being deleted: each as it was, with the day, and what covers it, in its head.

Each stands in the archive before it leaves the store, and in the store before it leaves the archive.
"""
from __future__ import annotations

import os
from typing import TYPE_CHECKING, NamedTuple

from reverie import head, library, whole
from reverie.record import Memory

if TYPE_CHECKING:
    from reverie.places import Places

_DAY, _WHY, _FROM = "archived", "archived_for", "archived_from"


class Archived(NamedTuple):
    """One of them: its file below the archive, the file it had in the store, since when, and for which file or why."""

    file: str
    origin: str
    memory: Memory
    day: str
    why: str


def listed(places: Places, store: str) -> list[Archived]:
    """All that left this store, by file."""
    folder = places.archive(store)
    found = []
    for entry in library.files(folder):
        memory, keys = library.read(entry.path), head.split(_text(entry.path))[0]
        if memory:
            file = os.path.relpath(entry.path, folder).replace(os.sep, "/")
            found.append(Archived(file, keys.get(_FROM) or file, memory, keys.get(_DAY, ""), keys.get(_WHY, "")))
    return found


def named(places: Places, store: str, name: str) -> list[Archived]:
    """Those that are called so: by file, with or without its ending, or by the name in the head."""
    return [one for one in listed(places, store)
            if name in (one.file, one.origin, one.memory.name) or f"{name}.md" in (one.file, one.origin)]


def put(places: Places, store: str, file: str, text: str, day: str, why: str) -> str:
    """Lay a copy of the text into the archive and return its path; the same text lies there once."""
    folder = places.archive(store)
    stem, number = file.removesuffix(".md"), 1
    while True:
        name = file if number == 1 else f"{stem}_{number}.md"
        path = os.path.join(folder, name)
        if not os.path.exists(path):
            marks = {_DAY: day, _WHY: why, **({} if name == file else {_FROM: file})}
            whole.create(path, _bytes(head.edited(text, marks)))
        if as_it_was(_text(path)) == text:
            return path
        number += 1


def take_back(places: Places, store: str, one: Archived) -> str:
    """Put it back where it was, byte for byte, and return its path; FileExistsError if another file is there now."""
    archived, path = os.path.join(places.archive(store), one.file), os.path.join(store, one.origin)
    data = _bytes(as_it_was(_text(archived)))
    if whole.read(path) != data:
        whole.create(path, data)
    os.unlink(archived)
    return path


def drop(places: Places, store: str, one: Archived) -> None:
    """Delete it for good."""
    os.unlink(os.path.join(places.archive(store), one.file))


def tidy(places: Places, store: str) -> None:
    """Drop copies of what stands in the store: a dream that was killed, or one that was undone, leaves such."""
    for one in listed(places, store):
        live = whole.read(os.path.join(store, one.origin))
        if live is not None and live == _bytes(as_it_was(_text(one.memory.path))):
            drop(places, store, one)


def as_it_was(text: str) -> str:
    """An archived text without the marks of the archive."""
    return head.without(text, (_DAY, _WHY, _FROM))


def _text(path: str) -> str:
    return (whole.read(path) or b"").decode("utf-8", "surrogateescape")


def _bytes(text: str) -> bytes:
    return text.encode("utf-8", "surrogateescape")
