"""The tombstones of two machines brought together, and whether one of them bars what the other machine still has. Pure.

What was forgotten stays forgotten, unless the words behind a memory are later than its tombstone. Of what was purged
anywhere no plain word stays.
"""
from __future__ import annotations

from collections.abc import Iterable, Mapping

from reverie import likeness
from reverie.sync.side import Grave, Words
from reverie.tombstones import Tombstone

Graves = Mapping[str, Grave]


def merged(base: Graves, ours: Graves, theirs: Graves) -> dict[str, Grave]:
    """Those of both; one that either lifted is gone, unless the other set it anew since."""
    stand: dict[str, Grave] = {}
    for key in {**ours, **theirs}:
        mine, yours, was = ours.get(key), theirs.get(key), base.get(key)
        if mine and yours:
            stand[key] = max(mine, yours, key=lambda grave: grave.since)
        elif (mine or yours) != was:
            stand[key] = mine or yours or ours[key]
    sealed = {key for key, grave in stand.items() if grave.sealed}
    return {key: grave for key, grave in stand.items() if grave.sealed or hidden(key) not in sealed}


def known(graves: Graves) -> set[str]:
    """The keys of these, plain and as they would be sealed."""
    return {*graves, *(hidden(key) for key, grave in graves.items() if not grave.sealed)}


def hidden(words: str) -> str:
    """A tombstone's words as those of a sealed one."""
    return " ".join(sorted(likeness.sealed(words.split())))


def barring(graves: Iterable[Grave], text: str, words: Iterable[Words] = (), said: str = "") -> list[Grave]:
    """The tombstones that stand on a fact of this text, which rests on these words and was last said then."""
    turns = {"", *(each.turn for each in words)}
    return [grave for grave in graves if any(stone(grave).bars(text, said, turn) for turn in turns)]


def stone(grave: Grave) -> Tombstone:
    """The same, as the judgement knows it."""
    return Tombstone(frozenset(grave.words.split()), grave.since, grave.sealed, grave.turn)


def together(graves: Graves, lifted: Iterable[Grave]) -> set[str]:
    """The keys of these and of all that were set for the same memories."""
    gone = list(lifted)
    memories = {(grave.file, grave.since) for grave in gone if grave.file}
    return {key for key, grave in graves.items() if grave in gone or (grave.file, grave.since) in memories}
