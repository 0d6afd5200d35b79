"""Where each memory of a bundle goes in a store that holds some already, and what the index then says. Pure.

Nothing that is there is overwritten: the same text comes once, another one of the same name gets a number.
"""
from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from typing import NamedTuple

from reverie import index, library
from reverie.history.revision import name_of
from reverie.library import INDEX

SAME, NEW, BESIDE, CHANGED, FORGOTTEN, UNFIT = "same", "new", "beside", "changed", "forgotten", "unfit"
"""What becomes of a file: it is there; it is put there; with a number, as another is there; what is there is what
became of it since; it was forgotten here; there is no place for it in the store."""
BROUGHT = (NEW, BESIDE)
"""What makes a new file."""


class Placed(NamedTuple):
    """What becomes of one file of the bundle, and by which name it stands in the store, "" for none."""

    how: str
    file: str


class Here(NamedTuple):
    """A store as the decision sees it: what each file holds, the names of all that it ever held, what may not come
    back, and whether a file may be made: None where something stands already."""

    now: Mapping[str, bytes]
    once: Mapping[str, set[str]]
    barred: Callable[[bytes], bool]
    fits: Callable[[str], bool | None]


def decided(files: Mapping[str, bytes], here: Here) -> dict[str, Placed]:
    """What becomes of each of the bundle's files in this store; its index is another matter."""
    elsewhere = {data: file for file, data in here.now.items()
                 if file not in files and os.path.basename(file) != INDEX}
    return {file: _placed(file, files, here, elsewhere) for file in files if file != INDEX}


def _placed(file: str, files: Mapping[str, bytes], here: Here, elsewhere: Mapping[bytes, str]) -> Placed:
    data, number = files[file], 1
    while True:
        name = file if number == 1 else f"{file.removesuffix('.md')}_{number}.md"
        ours = number == 1 or name not in files  # else the bundle has another file of that name
        fits = here.fits(name)
        if ours and name in here.now:
            if here.now[name] == data or os.path.basename(file) == INDEX:
                return Placed(SAME, name)
            if name_of(data) in here.once.get(name, ()):
                return Placed(CHANGED, name)
        elif fits is False:
            return Placed(UNFIT, "")
        elif ours and fits:
            if data in elsewhere:
                return Placed(SAME, elsewhere[data])
            return Placed(FORGOTTEN, "") if here.barred(data) else Placed(NEW if number == 1 else BESIDE, name)
        number += 1


def indexed(now: bytes | None, memory: Mapping[str, bytes], placed: Mapping[str, Placed]) -> bytes | None:
    """The store's index with a line for each memory that was brought: the bundle's own where there is none yet."""
    theirs = memory.get(INDEX)
    said = index.lines(_text(theirs or b""))
    text = _text(theirs if now is None and theirs is not None else now or b"")
    for file, each in placed.items():
        if now is None and each.file != file:
            text = index.without(text, file)
    listed = index.linked(text)
    for file, each in placed.items():
        line = said.get(file) or (_line(file, memory[file]) if each.how in BROUGHT and now is not None else "")
        if line and each.file and each.how != CHANGED and each.file not in listed:
            title, _, hook = line.partition("\n")
            text = index.with_line(text, each.file, title, hook)
    data = text.encode("utf-8", "surrogateescape")
    return data if data or now is not None or theirs is not None else None


def _text(data: bytes) -> str:
    return data.decode("utf-8", "surrogateescape")


def _line(file: str, data: bytes) -> str:
    memory = library.parsed(file, data.decode("utf-8", "replace"))
    return "" if memory.superseded else f"{library.title(memory.name)}\n{memory.description}"
