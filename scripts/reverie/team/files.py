"""The files of a team's memory in a checkout, as whoever may push has left them: read with doubt, written by few.

What could not be told from an accident or a trap is never taken for a memory, and is named with the reason.
`MEMORY.md` is only ever made from the files, in the order of their names, so that it needs no merging.
"""
from __future__ import annotations

import os
import re
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from reverie import index, library, whole
from reverie.layers import TEAM_FOLDERS
from reverie.record import Memory

LARGEST = 1 << 20
"""Bytes of a file."""
_MOST, _ALL = 1_000, 16 << 20
"""Files that are looked at, and their bytes together; a folder with more is no team's memory."""
_CONFLICT = re.compile(rb"^(?:<<<<<<<|>>>>>>>|\|\|\|\|\|\|\|) ", re.M)
_UNMERGED = "it has conflict markers"
_ATTRIBUTES = ("*.md text eol=lf", f"{library.INDEX} merge=union")
"""The same line ends on every machine, and lists of lines that git may join."""


class Shared(NamedTuple):
    """One file of the team: `file` is its path below the checkout, with `/`; `fault` why it is not to be loaded."""

    file: str
    path: str
    data: bytes
    fault: str = ""

    @property
    def memory(self) -> Memory:
        """What the bytes say; the file is not read again."""
        return library.parsed(self.path, self.data.decode("utf-8", "replace").replace("\x00", ""))


def home(checkout: str) -> str:
    """The folder that is written."""
    return os.path.join(checkout, TEAM_FOLDERS[0])


def read(checkout: str) -> list[Shared]:
    """All files of the team in this checkout, in the order of their paths, those at fault as well."""
    found: list[Shared] = []
    size = 0
    for below in TEAM_FOLDERS:
        folder = os.path.join(checkout, below)
        if is_link(checkout, below):
            found.append(Shared(below.replace(os.sep, "/"), folder, b"", "the folder is a link"))
            continue
        for path in _paths(folder):
            file = os.path.relpath(path, checkout).replace(os.sep, "/")
            if len(found) >= _MOST or size > _ALL:
                return [*found, Shared(file, path, b"", "it and what follows are more than a team's memory may be")]
            shared = list(_shared(folder, file, path))
            size += sum(len(each.data) for each in shared)
            found += shared
    return found


def indexed(checkout: str) -> str:
    """The text of the index of the folder that is written: one line a memory, the same from the same files."""
    folder = home(checkout)
    lines = []
    for each in read(checkout):
        if not each.fault and each.path.startswith(os.path.join(folder, "")) and not each.memory.superseded:
            file = os.path.relpath(each.path, folder).replace(os.sep, "/")
            lines.append((file, index.line(file, library.title(each.memory.name), each.memory.description)))
    return "".join(f"{line}\n" for _, line in sorted(lines))


def settle(checkout: str) -> None:
    """Make the index anew, and tell git how to treat the folder; what else its attributes say stays."""
    folder = home(checkout)
    _put(os.path.join(folder, library.INDEX), indexed(checkout).encode("utf-8", "surrogateescape"))
    path = os.path.join(folder, ".gitattributes")
    text = (whole.read(path) or b"").decode("utf-8", "surrogateescape")
    missing = [line for line in _ATTRIBUTES if line not in text.splitlines()]
    if missing:
        text += "\n" if text and not text.endswith("\n") else ""
        _put(path, (text + "".join(f"{line}\n" for line in missing)).encode("utf-8", "surrogateescape"))


def is_link(checkout: str, below: str) -> bool:
    """Whether the folder `below` the checkout, or one above it there, is a link to another place."""
    folder = os.path.join(checkout, below)
    return os.path.lexists(folder) and os.path.realpath(folder) != os.path.join(os.path.realpath(checkout), below)


def _put(path: str, data: bytes) -> None:
    """A link in its place is replaced: what it leads to is nobody's business here."""
    if os.path.islink(path):
        os.unlink(path)
    if whole.read(path) != data:
        whole.write(path, data)


def _paths(folder: str) -> Iterator[str]:
    """Markdown files in the folder and in the folders in it, no deeper; without following links to folders."""
    for entry in _entries(folder):
        if entry.is_dir(follow_symlinks=False):
            yield from (below.path for below in _entries(entry.path) if below.name.endswith(".md"))
        elif entry.name.endswith(".md"):
            yield entry.path


def _entries(folder: str) -> Iterable[os.DirEntry[str]]:
    try:
        return sorted((entry for entry in os.scandir(folder) if not entry.name.startswith(".")), key=lambda e: e.name)
    except OSError:
        return ()


def _shared(folder: str, file: str, path: str) -> Iterator[Shared]:
    """The file, or its fault; nothing for an index that is as it should be."""
    data, fault = _text(folder, path)
    if os.path.basename(path) != library.INDEX:
        yield Shared(file, path, data, fault)
    elif fault == _UNMERGED:
        yield Shared(file, path, b"", fault)


def _text(folder: str, path: str) -> tuple[bytes, str]:
    if not os.path.realpath(path).startswith(os.path.join(os.path.realpath(folder), "")):
        return b"", "it is a link that leads out of the folder"
    try:
        if not os.path.isfile(path):
            return b"", "it is no file"
        with open(path, "rb") as opened:
            data = opened.read(LARGEST + 1)
        if len(data) > LARGEST:
            return b"", "it is larger than 1 MB"
        os.path.relpath(path, folder).encode("utf-8")
        data.decode("utf-8")
    except OSError as error:
        return b"", f"it cannot be read: {error.strerror}"
    except UnicodeError:
        return b"", "it is not UTF-8"
    if _CONFLICT.search(data):
        return b"", _UNMERGED
    if library.is_copy(os.path.basename(path)):
        return b"", "it is a copy that a sync left"
    return data, ""
