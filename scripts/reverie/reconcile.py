"""Keep what is derived in step with the files: the catalog with the store, an index line for each file just written."""
from __future__ import annotations

import os
import sqlite3
from collections.abc import Callable

from reverie import catalog, index, library, lock, whole
from reverie.house import House
from reverie.library import INDEX

_TRIES = 5
_PATIENCE = 10.0
"""Seconds to wait for another process of ours that writes the same index."""


def shelve(house: House, store: str) -> int:
    """Bring the catalog in step with the store's folder: only files that changed are read. Returns how many did."""
    try:
        return _shelve(house.catalog, store)
    except sqlite3.OperationalError:
        raise
    except sqlite3.DatabaseError:
        catalog.discard(house.places)
        with_new = catalog.open_catalog(house.places)
        try:
            return _shelve(with_new, store)
        finally:
            with_new.close()


def _shelve(db: sqlite3.Connection, store: str) -> int:
    known = catalog.stamps(db, store)
    found = {entry.path: catalog.stamp(entry) for entry in library.files(store)}
    changed = [path for path, mark in found.items() if known.get(path) != mark]
    gone = [path for path in known if path not in found]
    if not changed and not gone:
        return 0
    read = [memory for memory in map(library.read, changed) if memory]
    memories = [memory._replace(name="", description="", body="", keywords="") if memory.superseded else memory
                for memory in read]  # known, so that it is not read again, but found by no word
    db.execute("begin immediate")
    catalog.remove(db, gone)
    catalog.put(db, store, [(m.path, found[m.path], m.name, m.description, m.type, m.body, m.observed, m.keywords)
                            for m in memories])
    db.execute("commit")
    return len(changed) + len(gone)


def list_in_index(store: str, paths: list[str]) -> int:
    """Give each of these memories a line in the store's index, if it has none, and take away that of a superseded one.

    Returns by how many lines the index grew.
    """
    memories = [memory for memory in map(library.read, paths) if memory]

    def listed(text: str) -> str:
        for memory in memories:
            file = _file(store, memory.path)
            text = (index.without(text, file) if memory.superseded
                    else index.with_line(text, file, library.title(memory.name), memory.description))
        return text

    return _edit(store, listed) if memories else 0


def reword(store: str, path: str, description: str) -> None:
    """Let the index say `description` of the memory, if its line is the one that we wrote of it."""
    memory = library.read(path)
    if memory:
        file, title = _file(store, path), library.title(memory.name)
        before, after = (index.line(file, title, hook) for hook in (memory.description, description))
        _edit(store, lambda text: index.reworded(text, before, after))


def _file(store: str, path: str) -> str:
    return os.path.relpath(path, os.path.realpath(store))


def _edit(store: str, change: Callable[[str], str]) -> int:
    """Replace the index by its changed text, if there is a change; by how many lines it grew.

    It is replaced only if it still is what was read, so that an edit made meanwhile is never lost; our own processes
    wait for each other.
    """
    path = os.path.join(store, INDEX)
    with lock.alone(store, patience=_PATIENCE):
        for _ in range(_TRIES):
            before = whole.read(path)
            text = (before or b"").decode("utf-8", "surrogateescape")
            after = change(text)
            if after == text:
                return 0
            data = after.encode("utf-8", "surrogateescape")
            try:
                if before is None and not os.path.islink(path):
                    whole.create(path, data)
                else:
                    whole.write(path, data, over=before)
                return after.count("\n") - text.count("\n")
            except (whole.Changed, FileExistsError):
                continue
    return 0
