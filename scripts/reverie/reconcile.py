"""Keep what is derived in step with the files: the catalog with the store, an index line for each file just written."""
from __future__ import annotations

import os
import sqlite3

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

    The index is replaced only if it still is what was read, so that an edit made meanwhile is never lost; our own
    processes wait for each other. Returns by how many lines the index grew.
    """
    memories = [memory for memory in map(library.read, paths) if memory]
    if not memories:
        return 0
    path = os.path.join(store, INDEX)
    with lock.alone(store, patience=_PATIENCE):
        for _ in range(_TRIES):
            before = whole.read(path)
            text = after = (before or b"").decode("utf-8", "surrogateescape")
            for memory in memories:
                file = os.path.relpath(memory.path, os.path.realpath(store))
                after = (index.without(after, file) if memory.superseded
                         else index.with_line(after, file, library.title(memory.name), memory.description))
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
