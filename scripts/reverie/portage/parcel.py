"""Files put into another tool's folder: ours are known by a list of hashes beside them, all others are left alone.

The list is written before the files, so that a process that dies between two of them leaves none that nobody owns.
No link is written through, and nothing outside of the folder is touched.
"""
from __future__ import annotations

import hashlib
import json
import os
import re
from collections.abc import Mapping
from typing import NamedTuple

from reverie import whole

_LIST = re.compile(r"\.reverie-[0-9a-f]{8}\.json")
_NAME = re.compile(r"(?:resources/)?[A-Za-z0-9][A-Za-z0-9_-]*\.md")


class Sent(NamedTuple):
    """What was done, by name: written, removed, left as they were with the reason; how many stood there already."""

    written: tuple[str, ...] = ()
    removed: tuple[str, ...] = ()
    left: tuple[tuple[str, str], ...] = ()
    same: int = 0

    def __add__(self, other: object) -> Sent:
        assert isinstance(other, Sent)
        return Sent(self.written + other.written, self.removed + other.removed, self.left + other.left,
                    self.same + other.same)


def put(folder: str, files: Mapping[str, str], mark: str, dry: bool = False) -> Sent:
    """Let our part of the folder be these files; `mark`, eight digits, tells one project's from another's."""
    listed = os.path.join(folder, f".reverie-{mark}.json")
    known = _known(listed)
    data = {name: text.encode("utf-8", "replace") for name, text in files.items()}
    written, left, same = [], [], 0
    for name, wanted in data.items():
        before = _held(folder, name)
        if before == wanted:
            same += 1
        elif isinstance(before, str):
            left.append((name, before))
        elif before is None or _sum(before) in known.get(name, []):
            written.append(name)
        else:
            left.append((name, "it was changed there" if name in known else "it is not ours"))
    removed = []
    for name in sorted(set(known) - set(data)):
        before = _held(folder, name)
        if isinstance(before, bytes) and _sum(before) in known[name]:
            removed.append(name)
        elif before is not None:
            left.append((name, before if isinstance(before, str) else "it was changed there"))
    sent = Sent(tuple(written), tuple(removed), tuple(left), same)
    if not dry and (written or removed or same and not known):
        _do(folder, listed, known, data, sent)
    return sent


def ours(folder: str) -> set[str]:
    """The files there that we wrote and that nobody has changed since."""
    try:
        lists = [entry.path for entry in os.scandir(folder) if _LIST.fullmatch(entry.name)]
    except OSError:
        return set()
    known = [(name, sums) for each in lists for name, sums in _known(each).items()]
    return {name for name, sums in known if isinstance(held := _held(folder, name), bytes) and _sum(held) in sums}


def _do(folder: str, listed: str, known: Mapping[str, list[str]], data: Mapping[str, bytes], sent: Sent) -> None:
    stands = {name for name in data if name not in dict(sent.left)}
    planned = {name: list(dict.fromkeys([*known.get(name, []), *([_sum(data[name])] if name in stands else [])]))
               for name in sorted({*known, *stands})}
    _note(listed, planned)
    for name in sent.written:
        whole.write(os.path.join(folder, name), data[name])
    for name in sent.removed:
        os.unlink(os.path.join(folder, name))
    _note(listed, {name: [_sum(data[name])] if name in stands else sums for name, sums in planned.items()
                   if name not in sent.removed})


def _held(folder: str, name: str) -> bytes | str | None:
    """What the file holds; None where there is none, and a sentence where it must not be touched."""
    path = os.path.join(folder, name)
    above = os.path.join(os.path.realpath(folder), os.path.dirname(name)).rstrip(os.sep)
    if os.path.islink(path) or os.path.realpath(os.path.dirname(path)) != above:
        return "it is a link"
    if os.path.lexists(path) and not os.path.isfile(path):
        return "it is no file"
    return whole.read(path)


def _known(listed: str) -> dict[str, list[str]]:
    """The files of the list, each with the hashes of what we wrote; what is no name of ours does not count."""
    try:
        said = json.loads(whole.read(listed) or b"{}")["files"] if not os.path.islink(listed) else {}
    except (OSError, ValueError, KeyError, TypeError):
        return {}
    rows = said.items() if isinstance(said, dict) else ()
    return {name: [str(each) for each in sums] for name, sums in rows if _NAME.fullmatch(name) and _is_list(sums)}


def _is_list(value: object) -> bool:
    return isinstance(value, list)


def _note(listed: str, files: Mapping[str, list[str]]) -> None:
    if os.path.islink(listed):
        os.unlink(listed)
    whole.write(listed, (json.dumps({"files": files}, indent=1, sort_keys=True) + "\n").encode())


def _sum(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()
