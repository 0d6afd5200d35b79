"""What a store holds right now, byte for byte, read with as little work as can be: a file that stands as it stood when
it was last looked at is not read again.

All that ends in `.md` counts, at any depth, the index too. Hidden files, what a writer has not finished, and folders
that are links are left out; a file that is a link is taken for what it leads to, as it is read and written through.
"""
from __future__ import annotations

import json
import os
from collections.abc import Iterator, Mapping
from typing import NamedTuple

from reverie import library, whole
from reverie.history.revision import name_of

_LARGEST = 8 << 20
"""Bytes of a file from which on it is no memory and not kept."""
_FRESH = 100_000_000
"""Nanoseconds: a file changed so shortly before it was looked at may change again and bear the same time."""

Stamp = tuple[int, int, int, int]
"""Size, time of the content, time of the entry, number of a file: another content has another stamp."""


class Known(NamedTuple):
    """What is known of the files: as of which revision, and each one's stamp and name."""

    rev: str
    files: Mapping[str, tuple[Stamp | None, str]]


class Held(NamedTuple):
    """The files as they are: each one's name, and the bytes and times of those whose name was not known."""

    known: Known
    data: Mapping[str, bytes]
    written: Mapping[str, float]


def read(store: str, known: Known, now: int) -> Held:
    """The store as it is; `now` is in nanoseconds. A file that cannot be read stays as it was known."""
    files: dict[str, tuple[Stamp | None, str]] = {}
    data, written = {}, {}
    for file, stamp in _stamped(store):
        before = known.files.get(file)
        settled = max(stamp[1], stamp[2]) + _FRESH < now
        if before and before[0] == stamp:
            files[file] = before
            continue
        try:
            text = whole.read(os.path.join(store, file))
        except OSError:
            files.update({file: before} if before else {})
            continue
        if text is None:
            continue
        files[file] = (stamp if settled else None, name_of(text))
        if before is None or before[1] != files[file][1]:
            data[file], written[file] = text, stamp[1] / 1e9
    return Held(Known(known.rev, files), data, written)


def load(path: str) -> Known | None:
    """What was noted at `path`, if it can be read."""
    try:
        said = json.loads(whole.read(path) or b"")
        return Known(said["rev"], {file: (tuple(stamp) if stamp else None, name)
                                   for file, (stamp, name) in said["files"].items()})
    except (OSError, ValueError, KeyError, TypeError, AttributeError):
        return None


def save(path: str, known: Known) -> None:
    """Note it at `path`."""
    whole.drop(path, json.dumps({"rev": known.rev, "files": known.files}).encode())


def _stamped(store: str) -> Iterator[tuple[str, Stamp]]:
    """Each file of the store with its stamp, by its path below the store."""
    for entry in library.every(store):
        try:
            about = entry.stat()
        except OSError:  # gone meanwhile
            continue
        if about.st_size <= _LARGEST:
            file = os.path.relpath(entry.path, store).replace(os.sep, "/")
            yield file, (about.st_size, about.st_mtime_ns, about.st_ctime_ns, about.st_ino)
