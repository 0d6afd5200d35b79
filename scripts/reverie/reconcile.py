"""Keep what is derived in step with the files: the catalog with the store, an index line for each file just written."""
from __future__ import annotations

import os
import sqlite3
from collections.abc import Callable, Mapping, Sequence

from reverie import catalog, index, library, lock, whole
from reverie import relist as relisting
from reverie.house import House
from reverie.library import INDEX
from reverie.record import Memory

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
    known = catalog.known(db, store)
    lines = _lines(store)
    found = {entry.path: (catalog.stamp(entry), lines.get(entry.path, "")) for entry in library.files(store)}
    changed = [path for path, state in found.items() if known.get(path) != state]
    gone = [path for path in known if path not in found]
    if not changed and not gone:
        return 0
    rows = [_row(memory, *found[memory.path]) for memory in map(library.read, changed) if memory]
    db.execute("begin immediate")
    catalog.remove(db, gone)
    catalog.put(db, store, rows)
    if gone or len(known) and changed:
        catalog.forget_words(db)
    db.execute("commit")
    return len(changed) + len(gone)


def shelve_these(house: House, store: str, stamps: Mapping[str, str]) -> int:
    """Let the catalog know just these files of a store that others write too, each by the stamp of what it may hold."""
    known = catalog.known(house.catalog, store)
    changed = [path for path, stamp in stamps.items() if known.get(path) != (stamp, "")]
    gone = [path for path in known if path not in stamps]
    rows = [_row(memory, stamps[memory.path], "") for memory in map(library.read, changed) if memory]
    if rows or gone:
        house.catalog.execute("begin immediate")
        catalog.remove(house.catalog, gone)
        catalog.put(house.catalog, store, rows)
        catalog.forget_words(house.catalog)
        house.catalog.execute("commit")
    return len(rows) + len(gone)


def _row(memory: Memory, stamp: str, line: str) -> catalog.Row:
    """As the catalog enters it; a superseded one is known, so that it is not read again, but found by no word."""
    if memory.superseded:
        return catalog.Row(memory.path, stamp, line, "", "", memory.type, "", memory.observed, "", False)
    return catalog.Row(memory.path, stamp, line, memory.name, memory.description, memory.type, memory.body,
                       memory.observed, memory.keywords, memory.pinned)


def _lines(store: str) -> dict[str, str]:
    """What the index says of each memory, title and hook parted by a line end, by path."""
    text = (whole.read(os.path.join(store, INDEX)) or b"").decode("utf-8", "replace")
    return {os.path.normpath(os.path.join(store, file)): said for file, said in index.lines(text).items()}


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


def unlist(store: str, paths: Sequence[str]) -> None:
    """Take the lines that lead to one of these files, and nowhere else, out of the store's index."""
    def without(text: str) -> str:
        for path in paths:
            text = index.without(text, _file(store, path))
        return text

    _edit(store, without)


def relist(store: str, before: Mapping[str, str], after: Mapping[str, str]) -> None:
    """Bring the index in step with the memories `after`, given as texts by path below the store; it was so `before`."""
    def exists(file: str) -> bool:
        return os.path.exists(os.path.join(store, file))

    _edit(store, lambda text: relisting.relisted(text, before, after, exists))


def reword(store: str, path: str, description: str) -> None:
    """Let the index say `description` of the memory, if its line is the one that we wrote of it."""
    memory = library.read(path)
    if memory:
        file, title = _file(store, path), library.title(memory.name)
        before, after = (index.line(file, title, hook) for hook in (memory.description, description))
        _edit(store, lambda text: index.reworded(text, before, after))


def rewrite(store: str, change: Callable[[str], str]) -> None:
    """Let the index be what `change` makes of its text; an edit that somebody makes meanwhile is not lost."""
    _edit(store, change)


def condense(store: str, order: Sequence[str], today: str) -> int:
    """Bring an index that a client would not load whole within its limits; by how many lines it shrank.

    `order` are the targets of its entries, the most useful first. Only lines as we write them go, the least useful
    first, and of no memory that is pinned, the user's own, or said today; the files stay. Where that is not enough, as
    a person's own lines are too many, nothing goes: the client cuts the index off with or without ours.
    """
    def thinned(whole: str) -> str:
        text = whole
        for target in reversed(order):
            if index.fullness(text) <= 1:
                break
            file = index.file_of(target)
            memory = library.read(os.path.join(store, file))
            if memory and not memory.pinned and memory.by != "user" and memory.observed < today:
                text = index.without_line(text, index.line(file, library.title(memory.name), memory.description))
        return text if index.fullness(text) <= 1 else whole

    return -_edit(store, thinned)


def reindex(store: str, change: Callable[[str], str]) -> int:
    """Replace the index by what `change` makes of it; by how many lines it grew."""
    return _edit(store, change)


def _file(store: str, path: str) -> str:
    return os.path.relpath(path, os.path.realpath(store))


def _edit(store: str, change: Callable[[str], str]) -> int:
    """Replace the index by its changed text, if there is a change; by how many lines it grew.

    It is replaced only if it still is what was read, so that an edit made meanwhile is never lost; our own processes
    wait for each other.
    """
    path = os.path.join(store, INDEX)
    if not os.path.isdir(store):
        return 0  # a lock would put a file in the folder's place
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
