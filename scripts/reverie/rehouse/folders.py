"""The folders of ours that go with a store to its new place: archive, summaries, drafts of skills."""
from __future__ import annotations

import itertools
import os
from collections.abc import Iterator, Mapping
from types import MappingProxyType

from reverie import summaries, whole
from reverie.places import Places
from reverie.rehouse import files as rehouse_files
from reverie.rehouse.rows import Move
from reverie.session import Binding


def carried(old: str, new: str, drafts: Mapping[str, str] = MappingProxyType({})) -> Iterator[str]:
    """A folder of ours that goes with the store; `drafts` are folders in it that take another name."""
    if old == new or not os.path.isdir(old):
        return
    if not rehouse_files.moved_whole(old, new):
        named = {file: os.path.join(drafts[top], rest) for file in rehouse_files.entries(old)
                 for top, _, rest in [file.partition(os.sep)] if top in drafts}
        yield from rehouse_files.carry(old, new, named)
    yield new


def told(places: Places, move: Move) -> tuple[str, str]:
    """Where the summaries of the project's sessions were, and are to be."""
    return (summaries.folder(places, Binding(move.old_root or move.new_root, move.old, False)),
            summaries.folder(places, Binding(move.new_root, move.new, False)))


def skills(places: Places, move: Move) -> tuple[str, str]:
    """Where the drafts of skills were, and are to be: named as the summaries' folders are."""
    old, new = (os.path.join(places.skills, os.path.basename(folder)) for folder in told(places, move))
    return old, new


def taken_drafts(places: Places, move: Move) -> dict[str, str]:
    """The drafts whose names others have there, and the names they are to have."""
    old, new = skills(places, move)
    names = os.listdir(old) if old != new and os.path.isdir(old) else []
    there = set(os.listdir(new)) if os.path.isdir(new) else set()
    return {name: next(f"{name}-{n}" for n in itertools.count(2) if f"{name}-{n}" not in {*there, *names})
            for name in sorted(names) if name in there}


def latest(old: str, new: str) -> None:
    """Of two lines about a last session, that of the later session stays."""
    here, there = (os.path.join(folder, "latest") for folder in (old, new))
    if here != there and os.path.exists(here) and os.path.exists(there):
        texts = {path: (whole.read(path) or b"").decode("utf-8", "replace") for path in (here, there)}
        if texts[here].split("\n")[1:2] > texts[there].split("\n")[1:2]:
            whole.write(there, texts[here].encode("utf-8", "replace"))
        os.unlink(here)


def renamed(old: str, new: str) -> None:
    """The line about the last session names the file of its summary, which lies elsewhere now."""
    data = whole.read(os.path.join(new, "latest"))
    moved = (data or b"").replace(os.fsencode(os.path.join(old, "")), os.fsencode(os.path.join(new, "")))
    if data is not None and moved != data:
        whole.write(os.path.join(new, "latest"), moved)
