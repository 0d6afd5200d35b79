"""Which file of one machine is which of the other: a fact keeps its identity under a new name. Pure."""
from __future__ import annotations

import functools
import operator
from collections.abc import Mapping
from typing import NamedTuple

from reverie import head, library, likeness
from reverie.record import Memory

Files = Mapping[str, bytes]
_KEPT = 0.3
"""Of the words of a memory that was called otherwise since, what it has to have kept to be the same one."""


class Fact(NamedTuple):
    """One fact: the names it goes by in what both had last, here, and there; empty where it does not stand."""

    base: str
    ours: str
    theirs: str


def facts(base: Files, ours: Files, theirs: Files) -> list[Fact]:
    """All facts of the three, each once. Files that both made anew under one name are one fact if they say the same."""
    here, there = moves(base, ours), moves(base, theirs)
    followed = _followed(base, ours, theirs, there), _followed(base, theirs, ours, here)
    here, there = {**here, **followed[0]}, {**there, **followed[1]}
    known = [Fact(file, *(moved.get(file, "") or _same(file, base, side) for side, moved in ((ours, here),
                                                                                           (theirs, there))))
             for file in base]
    met = {*(fact.ours for fact in known), *followed[0]}, {*(fact.theirs for fact in known), *followed[1]}
    mine = [file for file in ours if file not in met[0]]
    yours = [file for file in theirs if file not in met[1]]
    both = {file for file in set(mine).intersection(yours)
            if ours[file] == theirs[file] or says_the_same(ours[file], theirs[file])}
    return [*known, *(Fact("", file, file if file in both else "") for file in mine),
            *(Fact("", "", file) for file in yours if file not in both)]


def moves(before: Files, after: Files) -> dict[str, str]:
    """The new name of each file that is gone, where another one holds the same or says the same since."""
    gone = sorted(file for file in before if not _same(file, before, after))
    new = sorted(file for file in after if not _same(file, after, before))
    moved: dict[str, str] = {}
    for same in (operator.eq, says_the_same):
        for file in (each for each in gone if each not in moved):
            found = next((each for each in new if same(before[file], after[each])), "")
            if found:
                moved[file] = found
                new.remove(found)
    return moved


def _followed(base: Files, side: Files, other: Files, moved: Mapping[str, str]) -> dict[str, str]:
    """Moves of the other machine that this one was killed at: it has the new file already, and still the old one."""
    return {old: new for old, new in moved.items() if new in side and new not in base and side.get(old) == base[old]
            and (side[new] == other[new] or says_the_same(side[new], other[new]))}


def _same(file: str, before: Files, after: Files) -> str:
    """The file's name, if there is one of this name on both sides, and it is no other memory in the place of that."""
    if file not in before or file not in after:
        return ""
    one, other = before[file], after[file]
    if one == other or keys(one).get("name", file) == keys(other).get("name", ""):
        return file
    common = len(words(one) & words(other))
    return file if common >= _KEPT * max(1, min(len(words(one)), len(words(other)))) else ""


def says_the_same(one: bytes, other: bytes) -> bool:
    """Whether both are one fact, and stand."""
    return likeness.alike(words(one), words(other)) and not (memory(one).superseded or memory(other).superseded)


@functools.lru_cache(maxsize=8_192)
def words(data: bytes) -> frozenset[str]:
    """What the fact in a file is compared by."""
    return likeness.words_of(fact(data))


def fact(data: bytes) -> str:
    """What a file says, without head, why and how."""
    return likeness.fact(memory(data).body)


@functools.lru_cache(maxsize=8_192)
def memory(data: bytes) -> Memory:
    """The memory in a file, whose path is of no matter."""
    return library.parsed("memory.md", data.decode("utf-8", "replace"))


@functools.lru_cache(maxsize=8_192)
def keys(data: bytes) -> Mapping[str, str]:
    """The keys of its head, with their values as text."""
    return head.split(data.decode("utf-8", "replace"))[0]
