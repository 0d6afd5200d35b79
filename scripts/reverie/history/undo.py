"""Take a change back, file by file: exactly that change, and nothing that was done since.

A file that still is as the change left it gets its earlier bytes. One that was edited since keeps the edit: both are
brought together where they do not touch, else the file is left and named. An undo is a change like any other.
"""
from __future__ import annotations

import os
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from reverie import archive, dreams, index, ledger, library, likeness, reconcile, tombstones, traces, whole
from reverie.history import commits, merge
from reverie.history import log as history
from reverie.history.revision import Change, Revision
from reverie.house import House
from reverie.library import INDEX

UNDONE = "#undone"
"""Behind the path of the evidence of a change that was taken back in a file that stays."""
RESTORED, REMOVED, CHANGED = "is back", "is gone", "has its earlier text"


class Undone(NamedTuple):
    """What came of it: the revisions that were meant, what was done to which file, and which was left, why."""

    revisions: tuple[Revision, ...]
    done: tuple[tuple[str, str], ...]
    left: tuple[tuple[str, str], ...]


class _Write(NamedTuple):
    """A file, what it holds, and what it is to hold; None: no file."""

    file: str
    before: bytes | None
    after: bytes | None


def run(house: House, store: str, wanted: str, force: bool = False) -> Undone:
    """Take back what `wanted` means, as `history.found` has it; with `force` over what was edited since, too."""
    commits.outside(house, store)
    return _taken_back(house, store, history.found(house.places, store, wanted), force)


def everywhere(house: House, meant: Sequence[tuple[str, list[Revision]]], force: bool) -> list[Undone]:
    """Take back these revisions of each store. Of several it is one run, so that undoing that is one, too."""
    number = 0
    if len(meant) > 1:
        number = ledger.begin_run(house.ledger, "undo", "", meant[0][0], "asked", "", house.stamp)
        ledger.end_run(house.ledger, number, "kept", "", 0.0)
    return [_taken_back(house, store, revisions, force, number) for store, revisions in meant]


def _taken_back(house: House, store: str, meant: list[Revision], force: bool, number: int = 0) -> Undone:
    newest = [each.rev for each in history.entries(house.places, store, len(meant))]
    exact = newest == [each.rev for each in meant]
    writes, left = _planned(house, store, meant, force)
    listed = index.linked((whole.read(os.path.join(store, INDEX)) or b"").decode("utf-8", "replace"))
    done: list[tuple[str, str]] = []
    subject = f"undo {meant[0].short}: {meant[0].entry.subject}"
    _ahead(house, store, meant, writes)
    with commits.recorded(house, store, "undo", subject, number, undoes=" ".join(each.rev for each in meant)):
        for write in sorted(writes, key=lambda each: each.file == INDEX):
            try:
                done.append((write.file, written(store, write.file, write.before, write.after)))
            except (whole.Changed, FileExistsError):
                left.append((write.file, "was changed this very moment"))
        if not exact or left:
            _follow(store, done, [file for file, _ in left if file in listed])
    _settle(house, store, meant, done)
    reconcile.shelve(house, store)
    return Undone(tuple(meant), tuple(done), tuple(left))


def written(store: str, file: str, before: bytes | None, after: bytes | None) -> str:
    """Let the file hold `after` and say what became of it; Changed or FileExistsError if it holds not `before` now."""
    path = os.path.join(store, file)
    if after is None:
        if whole.read(path) != before:
            raise whole.Changed(path)
        os.unlink(path)
        return REMOVED
    if before is None:
        whole.create(path, after)
        return RESTORED
    whole.write(path, after, over=before)
    return CHANGED


def inside(store: str, file: str) -> bool:
    """Whether the file's folder still is one of the store: no link has taken its place."""
    root = os.path.realpath(store)
    return os.path.commonpath([root, os.path.realpath(os.path.dirname(os.path.join(root, file)))]) == root


def _planned(
    house: House, store: str, meant: list[Revision], force: bool
) -> tuple[list[_Write], list[tuple[str, str]]]:
    """What is to be written, and what is left, why. Changes nothing."""
    texts = history.texts(house.places, store,
                          (name for each in meant for change in each.changes for name in change[1:]))
    files = dict.fromkeys(change.file for each in meant for change in each.changes)
    left = {file: "now lies outside of the store" for file in files if not inside(store, file)}
    before = {file: whole.read(os.path.join(store, file)) for file in files if file not in left}
    after = dict(before)
    for each in meant:
        for change in each.changes:
            if change.file not in left:
                ok, after[change.file] = undone(change, texts, after[change.file], force)
                left.update({} if ok else {change.file: _why(after[change.file])})
    writes = [_Write(file, before[file], after[file]) for file in before if before[file] != after[file]]
    return [write for write in writes if write.file not in left], list(left.items())


def undone(change: Change, texts: Mapping[str, bytes], now: bytes | None, force: bool) -> tuple[bool, bytes | None]:
    """Whether the change can be taken back from what the file holds now, and what it then holds."""
    was, became = texts.get(change.before), texts.get(change.after)
    if force or now in (was, became):
        return True, was
    if was is None or became is None or now is None:
        return False, now
    together = merge.merged(became, now, was)
    if together is None and change.file == INDEX:
        together = merge.relined(became, now, was)
    return together is not None, now if together is None else together


def _why(now: bytes | None) -> str:
    return "was removed since" if now is None else "was edited since"


def _ahead(house: House, store: str, meant: list[Revision], writes: Iterable[_Write]) -> None:
    """What may not be missing where this is killed on its way: evidence of what comes back, and in the archive what
    goes there again; and a dream is not to do again what a person took back.
    """
    first, again = _origin(history.entries(house.places, store), meant)
    dreamt = [each.run for each in first if each.entry.trailers.get("job") == "dream"]
    restored = any(each.entry.trailers.get("job") == "restore" for each in first)
    for number in dreamt:
        if number and not again:
            dreams.undone(house.ledger, store, int(number))
    for write in writes:
        if write.before is None:
            traces.reopen(house, os.path.join(store, write.file))
        elif write.after is None and write.file != INDEX and (dreamt if again else restored):
            text = write.before.decode("utf-8", "surrogateescape")
            archive.put(house.places, store, write.file, text, house.now.date().isoformat(), "")


def _follow(store: str, done: Iterable[tuple[str, str]], stays: Iterable[str]) -> None:
    """Where the tree is not the earlier one as a whole, the index is brought in step with what came, went and stays."""
    paths = {how: [os.path.join(store, file) for file, what in done if what == how and file != INDEX]
             for how in (RESTORED, REMOVED)}
    if paths[REMOVED]:
        reconcile.unlist(store, paths[REMOVED])
    reconcile.list_in_index(store, [*paths[RESTORED], *(os.path.join(store, file) for file in stays)])


def _settle(house: House, store: str, meant: list[Revision], done: list[tuple[str, str]]) -> None:
    """Evidence follows its files; and what the change had put down beside the store is taken back with it."""
    first, again = _origin(history.entries(house.places, store), meant)
    for file, what in done:
        path = os.path.join(store, file)
        if what == REMOVED:
            traces.close(house, path, False)
        elif what == CHANGED:
            _unsaid(house, path, [each.run for each in first if each.run], again)
    for each in first:
        files = {change.file for change in each.changes}.intersection(file for file, what in done if what != CHANGED)
        if each.entry.trailers.get("job") == "forget":
            _graves(house, store, files)
        elif each.entry.trailers.get("job") in ("dream", "restore"):
            archive.tidy(house.places, store)


def _unsaid(house: House, path: str, runs: list[str], again: bool) -> None:
    """What these runs took for the words behind a file that stays is not shown as such, until they hold again."""
    before, after = (path + UNDONE, path) if again else (path, path + UNDONE)
    for run in runs:
        house.ledger.execute("update evidence set path = ? where path = ? and run = ?", (after, before, run))


def _graves(house: House, store: str, files: Iterable[str]) -> None:
    """What is back is no longer forgotten, and what is gone again is."""
    for file in files:
        memory = library.read(os.path.join(store, file))
        if memory:
            tombstones.lift(house.ledger, store, likeness.fact(memory.body))
        else:
            was = library.parsed(file, _last(house, store, file).decode("utf-8", "replace"))
            tombstones.bury(house.ledger, store, [likeness.fact(was.body)], house.stamp, os.path.basename(file))


def _last(house: House, store: str, file: str) -> bytes:
    """What a file held before it went."""
    name = next(change.before for each in history.entries(house.places, store) for change in each.changes
                if change.file == file and change.before)
    return history.texts(house.places, store, [name])[name]


def _origin(log: list[Revision], meant: list[Revision]) -> tuple[list[Revision], bool]:
    """The changes that an undo of an undo is about in the end, and whether they are made again by it."""
    known = {each.rev: each for each in log}
    again = False
    while meant and all(each.entry.trailers.get("undoes") for each in meant):
        meant = [known[rev] for each in meant for rev in each.entry.trailers["undoes"].split() if rev in known]
        again = not again
    return meant, again
