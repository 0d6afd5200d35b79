"""Let this machine hold what was agreed: tombstones first, then files, the index, the words behind them, the catalog.

All of it is one change in the store's history. What is deleted goes into the archive, what was forgotten does not. A
file that was changed this very moment is left and named; killed between two steps, the next sync does the rest.
"""
from __future__ import annotations

import os
from collections.abc import Iterable, Mapping

from reverie import archive, likeness, proposals, reconcile, traces, whole
from reverie.forget import SETTLED
from reverie.history import commits, merge, undo
from reverie.history import log as history
from reverie.house import House
from reverie.library import INDEX
from reverie.session import Binding
from reverie.sync import burials, local, pairing
from reverie.sync.local import Here
from reverie.sync.merging import Merged
from reverie.sync.side import Grave, Words
from reverie.tombstones import Tombstone

_ELSEWHERE = "deleted on another machine"


def run(house: House, store: str, here: Here, merged: Merged, number: int) -> list[str]:
    """Bring the store from what it was read as to what was agreed; the files that had to be left as they are."""
    new = [grave for key, grave in merged.side.graves.items() if here.side.graves.get(key) != grave]
    _bury(house, store, (grave for grave in new if not grave.sealed))
    before = {} if here.gone else here.side.files
    come = {file: data for file, data in merged.side.files.items()
            if before.get(file) != data and file not in here.held}
    went = [file for file in before if file not in merged.side.files and file not in here.held]
    left: list[str] = []
    if come or went or here.gone or here.side.listed != merged.side.listed:
        subject = f"from another machine: {len(come)} written, {len(went)} gone"
        with commits.recorded(house, store, "sync", subject, number):
            for file, data in come.items():
                left += _written(store, file, before.get(file), data)
            for file in went:
                left += _gone(house, store, file, here, merged)
            _index(store, here, merged)
    _words(house, store, here, merged, number)
    _graves(house, store, here, merged, new)
    archive.tidy(house.places, store)
    reconcile.shelve(house, store)
    return left


def _written(store: str, file: str, before: bytes | None, after: bytes) -> list[str]:
    try:
        if whole.read(os.path.join(store, file)) != after:
            if not undo.inside(store, file):
                return [file]
            undo.written(store, file, before, after)
        return []
    except (whole.Changed, FileExistsError):
        return [file]


def _gone(house: House, store: str, file: str, here: Here, merged: Merged) -> list[str]:
    """Take the file out: for good if it was forgotten, else by way of the archive, but where it has a new name."""
    path, before = os.path.join(store, file), here.side.files[file]
    now = whole.read(path)
    if now not in (None, before):
        return [file]
    words = [each for each in here.side.words if each.file == file]
    graves = burials.barring(merged.side.graves.values(), pairing.fact(before), words,
                             max((each.at for each in words), default=""))
    if not graves and now is not None and file not in merged.moves:
        why = merged.covers.get(file, _ELSEWHERE)
        archive.put(house.places, store, file, before.decode("utf-8", "surrogateescape"),
                    house.now.date().isoformat(), why)
    if now is not None:
        os.unlink(path)
    if graves:
        traces.close(house, path, any(grave.sealed for grave in graves))
        traces.thaw(house, store, [file])
    return []


def _index(store: str, here: Here, merged: Merged) -> None:
    """The agreed index, with whatever stands in ours that did not travel."""
    if INDEX in here.held or merged.side.listed is None:
        return
    path = os.path.join(store, INDEX)
    now, was = whole.read(path), None if here.gone else here.side.listed
    after = merged.side.listed if now == was else merge.relined(was or b"", merged.side.listed, now or b"")
    try:
        if now != after:
            undo.written(store, INDEX, now, after)
    except (whole.Changed, FileExistsError):
        pass  # the next sync brings it in step
    reconcile.list_in_index(store, [os.path.join(store, file) for file in here.held if file != INDEX])


def _words(house: House, store: str, here: Here, merged: Merged, number: int) -> None:
    """The words behind the memories, and the figures of those with a new name."""
    for old, new in merged.moves.items():
        for table in ("evidence", "usage"):
            house.ledger.execute(f"update or ignore {table} set path = ? where path = ?",
                                 (os.path.join(store, new), os.path.join(store, old)))
    known = local.words(house.ledger, store, merged.side.files)
    for each in merged.side.words - known:
        house.ledger.execute("insert into evidence values (?, ?, ?, ?, ?, ?, ?, ?)",
                             (os.path.join(store, each.file), *each[1:5], number, each.op, each.target))
    for each in (here.side.words & known) - merged.side.words:
        _drop(house, store, each)


def _drop(house: House, store: str, words: Words) -> None:
    house.ledger.execute("delete from evidence where path = ? and quote = ? and session = ? and turn = ? and at = ?"
                         " and op = ? and target = ?", (os.path.join(store, words.file), *words[1:]))


def _graves(house: House, store: str, here: Here, merged: Merged, new: Iterable[Grave]) -> None:
    """What else says what was forgotten goes as well; purged, also out of history and past conversations."""
    stones = [burials.stone(grave) for grave in new]
    for one in archive.listed(house.places, store) if stones else ():
        if any(stone.bars(likeness.fact(one.memory.body)) for stone in stones):
            archive.drop(house.places, store, one)
    for each in proposals.waiting(house.ledger, store) if stones else ():
        said = filter(None, (each.candidate.body, each.candidate.quote))
        if any(stone.bars(text, each.at) for stone in stones for text in said):
            proposals.settle(house.ledger, each.number, SETTLED)
    _purge(house, store, here.side.files, [grave for grave in new if grave.sealed])
    _bury(house, store, (grave for grave in new if grave.sealed))
    for key in here.side.graves:
        if key not in merged.side.graves:
            house.ledger.execute("delete from tombstones where store = ? and words = ?", (store, key))


def _purge(house: House, store: str, before: Mapping[str, bytes], sealed: list[Grave]) -> None:
    """Take what was purged on another machine out of all that this one keeps of it."""
    if not sealed:
        return
    said = {file: pairing.fact(data) for file, data in before.items()}
    barred = {file: text for file, text in said.items() if burials.barring(sealed, text)}
    files = {*barred, *(grave.file for grave in sealed if grave.file)}
    once = [file for file in files if not os.path.lexists(os.path.join(store, file))]
    row = house.ledger.execute("select origin from stores where store = ?", (store,)).fetchone()
    if barred:
        stones = [Tombstone(words) for words in map(likeness.trace, barred.values()) if words]
        traces.purge(house, Binding(row["origin"] if row else "", store, False), stones, list(barred.values()), once)
    elif once:
        history.purge(house.places, store, once)


def _bury(house: House, store: str, graves: Iterable[Grave]) -> None:
    house.ledger.executemany(
        "insert or replace into tombstones (store, words, since, file, turn, sealed) values (?, ?, ?, ?, ?, ?)",
        ((store, grave.words, grave.since, grave.file, grave.turn, int(grave.sealed)) for grave in graves))
