"""A folder of files as a value: read whole, put in place whole, taken away whole."""
from __future__ import annotations

import os
import shutil
from collections.abc import Iterable, Iterator
from typing import NamedTuple


class File(NamedTuple):
    """What is kept of a file: its bytes and who may run it."""

    data: bytes
    mode: int


def read(root: str, names: Iterable[str] = (".",)) -> dict[str, File]:
    """The files under `names` in `root`, by relative path; what Python compiled is left out."""
    found = {}
    for path in _files(root, names):
        with open(path, "rb") as file:
            found[os.path.relpath(path, root)] = File(file.read(), os.stat(path).st_mode & 0o777 | 0o600)
    return found


def put(folder: str, files: dict[str, File]) -> bool:
    """Make `folder` hold exactly `files`; the old one stands until the new one is complete. False: it did already."""
    if os.path.isdir(folder) and read(folder) == files:
        return False
    new, old = _siblings(folder)
    for leftover in (new, old):
        shutil.rmtree(leftover, ignore_errors=True)
    for name, file in files.items():
        _write(os.path.join(new, name), file)
    if os.path.isdir(folder):
        os.rename(folder, old)
    os.rename(new, folder)
    shutil.rmtree(old, ignore_errors=True)
    return True


def remove(folder: str) -> bool:
    """Take `folder` away, and what an interrupted `put` left beside it. False: there was nothing."""
    there = [path for path in (folder, *_siblings(folder)) if os.path.isdir(path)]
    for path in there:
        (os.unlink if os.path.islink(path) else shutil.rmtree)(path)
    return bool(there)


def _siblings(folder: str) -> tuple[str, str]:
    above, name = os.path.split(folder)
    return os.path.join(above, f".{name}.new"), os.path.join(above, f".{name}.old")


def _files(root: str, names: Iterable[str]) -> Iterator[str]:
    for name in names:
        start = os.path.normpath(os.path.join(root, name))
        if os.path.isfile(start):
            yield start
        for here, folders, files in os.walk(start):
            folders[:] = [folder for folder in folders if folder != "__pycache__"]
            yield from (os.path.join(here, file) for file in files if not file.endswith(".pyc"))


def _write(path: str, file: File) -> None:
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "wb") as out:
        out.write(file.data)
    os.chmod(path, file.mode)
