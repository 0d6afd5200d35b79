"""What importing one part of a bundle into a store comes to. Reads, and changes nothing.

Nothing that is there is to be overwritten: a file that says something else gets a number. What was forgotten here
stays forgotten, and what was edited here since it was brought stays as it is.
"""
from __future__ import annotations

import os
from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from reverie import archive, head, library, whole
from reverie import summaries as telling
from reverie import tombstones as graveyard
from reverie.bundle import past as bundle_past
from reverie.bundle import rows as bundle_rows
from reverie.bundle.form import LARGEST, Part, clean
from reverie.bundle.past import Past
from reverie.bundle.place import BROUGHT, CHANGED, FORGOTTEN, UNFIT, Here, Placed, decided, indexed
from reverie.bundle.rows import News, Rows
from reverie.bundle.wanted import barred, wanted
from reverie.history import log as history
from reverie.history import undo
from reverie.history.revision import Unkept
from reverie.house import House
from reverie.lessons import learned
from reverie.library import INDEX
from reverie.session import Binding
from reverie.tombstones import Tombstone

_WHY = {FORGOTTEN: "was forgotten here and stays so.", UNFIT: "has no place in the store.",
        CHANGED: "was edited here since and stays as it is."}


class Plan(NamedTuple):
    """What is to be done to the binding's store, and `told`: a sentence for whatever is left as it is.

    `past` is the history that is to be taken over: as the store's own where `fresh` says that it has nothing yet.
    `beside` are files next to the store by their path. `runs` is the highest number of a run that the bundle names,
    where its numbers mean those of the store's history, else 0.
    """

    binding: Binding
    part: Part
    placed: Mapping[str, Placed]
    relined: bool
    past: Past | None
    fresh: bool
    beside: Mapping[str, bytes]
    archived: tuple[str, ...]
    news: News
    runs: int
    told: tuple[str, ...]

    @property
    def brought(self) -> dict[str, str]:
        """The new files of the store, by what they were in the bundle."""
        return {file: each.file for file, each in self.placed.items() if each.how in BROUGHT}

    @property
    def changes(self) -> bool:
        """Whether anything at all is to be done."""
        return bool(self.brought or self.relined or self.past or self.beside or self.archived or self.news.many)


def planned(house: House, binding: Binding, part: Part, rows: Rows, past: Past | None) -> Plan:
    """The plan for this part, whose rows were checked and whose history was unpacked."""
    store, memory = binding.store, part.folders["memory"]
    now = texts(store)
    graves = graveyard.standing(house.ledger, store)
    unwanted = _purged(house)
    fresh = bundle_past.none_yet(house.places, store) and all(memory.get(file) == now[file] for file in now)
    known = "" if fresh or past is None else bundle_past.known(house.places, store, past)
    runs = past.highest if past and (fresh or known == "main") else 0
    told, past = _history_told(None if known else past, unwanted)
    placed = decided(memory, Here(now, _once(house, store), lambda data: barred(graves, data), _fits(store)))
    beside, differing = _beside(house, binding, part, unwanted)
    rows = wanted(rows, graves, _own(memory, now), unwanted)
    return Plan(
        binding, part, placed, indexed(now.get(INDEX), memory, placed) != now.get(INDEX), past, fresh, beside,
        tuple(_archived(house, store, part, graves, unwanted)),
        bundle_rows.news(house.ledger, store, rows, lambda file: _moved(file, placed, now)), runs,
        (*(f"{file} {_WHY[each.how]}" for file, each in placed.items() if each.how in _WHY), *differing, *told),
    )


def texts(folder: str) -> dict[str, bytes]:
    """Each Markdown file below the folder that can be read, by its path there."""
    found = {}
    for entry in library.every(folder):
        try:
            data = whole.read(entry.path) if entry.stat().st_size <= LARGEST else None
        except OSError:
            continue
        if data is not None:
            found[os.path.relpath(entry.path, folder).replace(os.sep, "/")] = data
    return found


def skills(house: House, binding: Binding) -> str:
    """The folder of the drafts of the binding's project."""
    return os.path.join(house.places.skills, os.path.basename(telling.folder(house.places, binding)))


def _fits(store: str) -> Callable[[str], bool | None]:
    def fits(file: str) -> bool | None:
        if not clean(file):
            return False
        if os.path.lexists(os.path.join(store, file)):
            return None
        above = os.path.dirname(file)
        while above and not os.path.lexists(os.path.join(store, above)):
            above = os.path.dirname(above)
        return undo.inside(store, file) and (not above or os.path.isdir(os.path.join(store, above)))

    return fits


def _moved(file: str, placed: Mapping[str, Placed], now: Mapping[str, bytes]) -> str:
    """The file of the store that has what a file of the bundle had; a file that both lack is the same to both."""
    if file in placed:
        return placed[file].file
    return "" if file in now else file


def _once(house: House, store: str) -> dict[str, set[str]]:
    """The names of all texts that each file of the store ever held, as far as the history can be read."""
    found: dict[str, set[str]] = {}
    try:
        for each in history.entries(house.places, store):
            for change in each.changes:
                found.setdefault(change.file, set()).add(change.after)
    except Unkept:
        return {}
    return found


def _own(memory: Mapping[str, bytes], now: Mapping[str, bytes]) -> list[bytes]:
    """The memories of the store that the bundle does not have."""
    brought = set(memory.values())
    return [data for file, data in now.items() if file != INDEX and data not in brought]


def _purged(house: House) -> Callable[[str], bool]:
    """Tells whether a text holds words that are not to stand anywhere of ours any more."""
    graves = graveyard.purged(house.ledger)
    return lambda text: any(grave.stands_in(text) for grave in graves)


def _history_told(past: Past | None, unwanted: Callable[[str], bool]) -> tuple[list[str], Past | None]:
    if past and any(unwanted(row) for data in past.texts() for row in _text(data).splitlines()):
        return ["The bundle's history holds what was purged here; it is left out."], None
    return [], past


def _beside(house: House, binding: Binding, part: Part, unwanted: Callable[[str], bool]
            ) -> tuple[dict[str, bytes], list[str]]:
    """Summaries and drafts that are not here, by their path, and sentences on those that are here in another form."""
    settled = {each.name for each in learned.known(house.ledger, binding.store, learned.PROCEDURE)
               if each.status != learned.DRAFTED}
    new, told = {}, []
    for folder, here in (("summaries", telling.folder(house.places, binding)), ("skills", skills(house, binding))):
        for file, data in part.folders[folder].items():
            path = os.path.join(here, file)
            if folder == "skills" and file.partition("/")[0] in settled:
                continue
            if any(map(unwanted, _text(data).splitlines())):
                told.append(f"{file} of {folder} holds what was purged here; it is left out.")
            elif not os.path.lexists(path):
                new[path] = data
            elif file != "latest" and whole.read(path) != data:
                told.append(f"{file} of {folder} is another one here, which stays.")
    return new, told


def _archived(
    house: House, store: str, part: Part, graves: Sequence[Tombstone], unwanted: Callable[[str], bool]
) -> list[str]:
    """The files of the bundle's archive that are neither in the one here nor in the store, and not gone for good."""
    here = texts(house.places.archive(store))
    there = {(origin(file, data), archive.as_it_was(_text(data))) for file, data in here.items()}
    return [
        file for file, data in part.folders["archive"].items()
        if here.get(file) != data and (origin(file, data), archive.as_it_was(_text(data))) not in there
        and whole.read(os.path.join(store, origin(file, data))) != _bytes(archive.as_it_was(_text(data)))
        and not barred(graves, data) and not any(map(unwanted, _text(data).splitlines()))
    ]


def origin(file: str, data: bytes) -> str:
    """The file that an archived one had in its store."""
    return head.split(_text(data))[0].get("archived_from") or file


def _text(data: bytes) -> str:
    return data.decode("utf-8", "surrogateescape")


def _bytes(text: str) -> bytes:
    return text.encode("utf-8", "surrogateescape")
