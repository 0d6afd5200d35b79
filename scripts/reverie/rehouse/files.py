"""The files of one folder brought into another: each once, none over another, none lost, whenever it is killed.

A name that another file has there gets a number, which is settled before the first file is touched.
"""
from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Iterator, Mapping

from reverie import index
from reverie.excerpt import is_entry
from reverie.library import INDEX


def entries(folder: str) -> list[str]:
    """All that lies below the folder and is no folder itself, by its path there; a link is not followed."""
    found = []
    for here, folders, files in os.walk(folder):
        links = [name for name in folders if os.path.islink(os.path.join(here, name))]
        found += [os.path.relpath(os.path.join(here, name), folder) for name in (*files, *links)]
    return sorted(found)


def names(old: str, new: str) -> dict[str, str]:
    """The files of the old folder that need another name in the new one, and which."""
    files, taken = entries(old), set()
    changed = {}
    for file in files:
        target = next(name for name in _numbered(file if _open(new, file) else file.replace("/", "_"))
                      if name not in taken and (name == file or name not in files) and _fits(old, file, new, name))
        taken.add(target)
        if target != file and file != INDEX:
            changed[file] = target
    return changed


def moved_whole(old: str, new: str) -> bool:
    """Give the folder its new name, where nothing is there yet; False where it has to go file by file."""
    if os.path.lexists(new) and (os.path.islink(new) or not os.path.isdir(new) or os.listdir(new)):
        return False
    os.makedirs(os.path.dirname(new), mode=0o700, exist_ok=True)
    try:
        if os.path.islink(old):  # it may say where it leads from where it stands
            os.symlink(os.path.realpath(old), new)
            os.unlink(old)
        else:
            os.rename(old, new)
    except OSError:
        return False
    return True


def carry(old: str, new: str, named: Mapping[str, str], kept: str = "") -> Iterator[str]:
    """Bring the files over, one at a time, but for the one that is `kept` back; then the empty folders go."""
    if os.path.realpath(old) == os.path.realpath(new):
        return
    for file in entries(old):
        if file != kept:
            _put(old, file, new, named.get(file, file))
            yield file
    clear(old)


def clear(folder: str) -> None:
    """Take folders away that hold nothing."""
    for here, _, _ in os.walk(folder, topdown=False):
        try:
            os.rmdir(here)
        except OSError:
            pass


def joined(text: str, old: str, named: Mapping[str, str], exists: Callable[[str], bool]) -> str:
    """The index `text` with what the index `old` has besides: its entries, and a person's own lines below them."""
    rest = []
    for row in old.removeprefix("\ufeff").splitlines():
        files = index.linked(row) if is_entry(row) else set()
        if len(files) == 1:
            text = _with_entry(text, row, files.pop(), named, exists)
        elif row.strip() and not row.startswith("# "):
            rest.append(row)
    if not set(rest) <= set(text.splitlines()):
        text = text.rstrip("\n") + "\n\n" + "\n".join(rest) + "\n"
    return text


def _with_entry(text: str, row: str, file: str, named: Mapping[str, str], exists: Callable[[str], bool]) -> str:
    target = named.get(file, file)
    if not exists(target):
        return text
    title, hook = index.lines(row)[file].split("\n", 1)
    longer = index.with_line(text, target, title, hook)
    made = index.line(target, title, hook)
    return index.reworded(longer, made, row.strip()) if longer != text and target == file else longer


def _put(old: str, file: str, new: str, target: str) -> None:
    """The file there, and then no longer here; where another one is there meanwhile, under a further name."""
    source = os.path.join(old, file)
    for name in _numbered(target):
        path = os.path.join(new, name)
        if _same(source, path):
            break
        os.makedirs(os.path.dirname(path), mode=0o700, exist_ok=True)
        try:
            _linked(source, path)
            break
        except FileExistsError:
            continue
    os.unlink(source)


def _linked(source: str, path: str) -> None:
    """The very file under a second name, or on another disk a copy that is whole as soon as it is there."""
    try:
        os.link(source, path, follow_symlinks=False)
        return
    except FileExistsError:
        raise
    except OSError:
        beside = os.path.join(os.path.dirname(path), f".{os.path.basename(path)[:100]}.{os.getpid()}-000000.tmp")
    try:
        shutil.copy2(source, beside, follow_symlinks=False)
        os.link(beside, path, follow_symlinks=False)
    finally:
        if os.path.lexists(beside):
            os.unlink(beside)


def _fits(old: str, file: str, new: str, name: str) -> bool:
    path = os.path.join(new, name)
    return not os.path.lexists(path) or _same(os.path.join(old, file), path)


def _open(new: str, file: str) -> bool:
    """Whether the folders that the file needs can be made: none of them is a file there."""
    above = os.path.dirname(file)
    while above and not os.path.lexists(os.path.join(new, above)):
        above = os.path.dirname(above)
    return not above or os.path.isdir(os.path.join(new, above))


def _same(one: str, other: str) -> bool:
    """Whether both are links to the same place, or files that hold the same."""
    if not os.path.lexists(other) or os.path.islink(one) != os.path.islink(other):
        return False
    if os.path.islink(one):
        return os.readlink(one) == os.readlink(other)
    if not os.path.isfile(other) or os.path.getsize(one) != os.path.getsize(other):
        return False
    with open(one, "rb") as left, open(other, "rb") as right:
        return left.read() == right.read()


def _numbered(file: str) -> Iterator[str]:
    stem, end = os.path.splitext(file)
    yield file
    number = 2
    while True:
        yield f"{stem}_{number}{end}"
        number += 1
