"""Bring one memory back: from the archive, from an earlier revision, or from behind one that took its place.

Nothing that stands in the store is overwritten by it, unless it is said so; and it is one change, as any other.
"""
from __future__ import annotations

import os
from collections.abc import Sequence
from typing import NamedTuple

from reverie import archive, head, library, likeness, reconcile, tombstones, traces, whole
from reverie.archive import Archived
from reverie.errors import Refused
from reverie.history import commits, undo
from reverie.history import log as history
from reverie.history.revision import Revision
from reverie.house import House

_SUPERSEDED = ("superseded_by", "metadata.superseded_by")


class Restored(NamedTuple):
    """What came back: its path, and where it was."""

    path: str
    source: str


class _Found(NamedTuple):
    file: str
    data: bytes
    source: str
    archived: Archived | None = None


class Unknown(Refused):
    """The store has, and had, nothing that is called so."""


def somewhere(house: House, stores: Sequence[str], name: str, rev: str = "", force: bool = False) -> Restored:
    """The same in the first of these stores that knows the name."""
    *near, last = stores
    for store in near:
        try:
            return run(house, store, name, rev, force)
        except Unknown:
            continue
    return run(house, last, name, rev, force)


def run(house: House, store: str, name: str, rev: str = "", force: bool = False) -> Restored:
    """Bring back what is called so, from the revision `rev` if one is named; Refused when that cannot be."""
    commits.outside(house, store)
    found = _earlier(house, store, name, rev) if rev else _sought(house, store, name)
    path = os.path.join(store, found.file)
    if not undo.inside(store, found.file):
        raise Refused(f"{found.file} would lie outside of {store}.")
    now = whole.read(path)
    closed = now is not None and library.parsed(path, now.decode("utf-8", "replace")).superseded
    if now not in (None, found.data) and not force and not (closed and found.source == "the store"):
        raise Refused(f"{path} is there and says something else; `--force` puts the earlier text in its place.")
    with commits.recorded(house, store, "restore", f"restore {found.file} from {found.source}"):
        if now != found.data:
            undo.written(store, found.file, now, found.data)
        reconcile.list_in_index(store, [path])
    if found.archived:
        archive.drop(house.places, store, found.archived)
    traces.reopen(house, path)
    memory = library.read(path)
    if memory:
        tombstones.lift(house.ledger, store, likeness.fact(memory.body))
    reconcile.shelve(house, store)
    return Restored(path, found.source)


def _sought(house: House, store: str, name: str) -> _Found:
    """From the store, where another took its place; else from the archive; else as it last was."""
    for entry in library.files(store):
        memory = library.read(entry.path)
        if memory and _called(os.path.relpath(entry.path, store), name, memory.name):
            if not memory.superseded:
                raise Refused(f"{entry.path} is there; `--from REV` brings back what it said earlier.")
            text = (whole.read(entry.path) or b"").decode("utf-8", "surrogateescape")
            data = head.without(text, _SUPERSEDED).encode("utf-8", "surrogateescape")
            return _Found(os.path.relpath(entry.path, store), data, "the store")
    archived = max(archive.named(house.places, store, name), key=lambda one: one.day, default=None)
    if archived:
        text = (whole.read(archived.memory.path) or b"").decode("utf-8", "surrogateescape")
        data = archive.as_it_was(text).encode("utf-8", "surrogateescape")
        return _Found(archived.origin, data, "the archive", archived)
    return _earlier(house, store, name, "")


def _earlier(house: House, store: str, name: str, rev: str) -> _Found:
    """From the history: as of that revision, or as it was last."""
    if rev:
        meant = _revision(house, store, rev)
        names, source = history.files(house.places, store, meant.rev), f"change {meant.short}"
    else:
        names, source = _last(house, store), "the history"
    texts = history.texts(house.places, store, names.values())
    for file, text in names.items():
        memory = library.parsed(file, texts[text].decode("utf-8", "replace"))
        if _called(file, name, memory.name) and file != library.INDEX:
            return _Found(file, texts[text], source)
    where = f"as of {rev}" if rev else "in the archive or the history"
    raise Unknown(f"There is no memory {name!r} {where}. `reverie log` and `reverie search --archive` name them.")


def _revision(house: House, store: str, rev: str) -> Revision:
    try:
        return history.found(house.places, store, rev)[0]
    except Refused as refusal:
        raise Unknown(str(refusal)) from None


def _last(house: House, store: str) -> dict[str, str]:
    """What each file that is gone held last, the one that went last first."""
    names: dict[str, str] = {}
    for each in history.entries(house.places, store):
        for change in each.changes:
            if change.before and not os.path.exists(os.path.join(store, change.file)):
                names.setdefault(change.file, change.before)
    return names


def _called(file: str, name: str, title: str) -> bool:
    """Whether that is a name of the memory in this file."""
    base = os.path.basename(file)
    return name in (file, base, file.removesuffix(".md"), base.removesuffix(".md"), title)
