"""Two machines' views of one store brought together, three-way and fact by fact. Pure: sides in, side out.

What one of them changed is taken over; what both did stays on both. What was deleted goes, unless the other changed it
or the user said it again; what was forgotten goes in any case, unless it was said later. One fact under two new names
is kept once, with the words behind both.
"""
from __future__ import annotations

import posixpath
import unicodedata
from collections.abc import Iterator, Mapping
from typing import NamedTuple

from reverie import relist
from reverie.history import merge
from reverie.sync import burials, pairing, texts
from reverie.sync.pairing import Fact
from reverie.sync.side import Grave, Side, Words


class Merged(NamedTuple):
    """What both are to hold; what became of our files that have it under another name: renamed, or covered by another
    that says the same; and a sentence for all that a person may want to look at.
    """

    side: Side
    moves: Mapping[str, str]
    covers: Mapping[str, str]
    told: tuple[str, ...]


class _Kept(NamedTuple):
    """A fact with what it says now, and its text here where that has to stand beside it; `twin` is our file that says
    the same.
    """

    fact: Fact
    data: bytes
    copy: bytes | None = None
    twin: str = ""


class _Sides(NamedTuple):
    base: Side
    ours: Side
    theirs: Side


def merged(base: Side, ours: Side, theirs: Side) -> Merged:
    """The store as both machines are to have it from now on."""
    sides, told = _Sides(base, ours, theirs), list[str]()
    graves = burials.merged(base.graves, ours.graves, theirs.graves)
    kept: list[_Kept] = []
    for fact in pairing.facts(base.files, ours.files, theirs.files):
        both = _standing(sides, fact, _together(sides, fact, told), graves, told)
        if both.data is not None:
            kept.append(_Kept(fact, both.data, both.copy))
    names = _named(sides, _once(kept), told)
    files = {name: data for name, data, _ in names}
    mine, yours = _paths(names, ours, "ours"), _paths(names, theirs, "theirs")
    moves = {file: name[0] for file, name in mine.items() if file not in files}
    covers = {each.twin: name for name, _, each in names if each.twin and each.twin != name}
    words, said = _words(sides, names, mine, yours), _said(sides, files, mine, yours)
    moves = {old: new for old, new in moves.items() if old not in covers}
    return Merged(Side(files, _index(sides, files), words, graves, said), moves, covers, tuple(told))


def _together(sides: _Sides, fact: Fact, told: list[str]) -> texts.Together:
    was, mine, yours = (side.files.get(name) for side, name in zip(sides, fact, strict=True))
    if fact.base and (mine is None) != (yours is None):
        side, name = (sides.ours, fact.ours) if mine is not None else (sides.theirs, fact.theirs)
        changed = side.files[name] != was
        if changed or _again(sides.base, fact.base, side, name):
            what = "changed" if changed else "confirmed"
            told.append(f"{name} was deleted on one machine and {what} on another; it stays.")
            return texts.Together(side.files[name])
    return texts.together(was, mine, yours)


def _again(base: Side, was: str, side: Side, name: str) -> bool:
    """Whether the user said it again on that side."""
    known = {each._replace(file=name) for each in base.words if each.file == was}
    return any(each.file == name and each not in known for each in side.words)


def _standing(sides: _Sides, fact: Fact, both: texts.Together, graves: dict[str, Grave],
              told: list[str]) -> texts.Together:
    """Without what the other machine forgot: it has no such fact, or another one in its place."""
    if both.data is None or fact.ours and fact.theirs and both.copy is None:
        return both
    if fact.ours and not fact.theirs:
        return both if _stands(sides.ours, sides.theirs, fact.ours, both.data, graves, told) else texts.Together(None)
    if not _stands(sides.theirs, sides.ours, fact.theirs, both.data, graves, []):
        return texts.Together(both.copy)
    if both.copy is not None and not _stands(sides.ours, sides.theirs, fact.ours, both.copy, graves, told):
        return texts.Together(both.data)
    return both


def _stands(has: Side, lacks: Side, name: str, data: bytes, graves: dict[str, Grave], told: list[str]) -> bool:
    """Whether no tombstone of the machine that lacks the text bars it; one that it is later than is lifted."""
    there = burials.known(has.graves)
    crossing = [grave for key, grave in graves.items() if key in lacks.graves and key not in there]
    words = [each for each in has.words if each.file == name]
    when = max([each.at[:19] for each in words] + [has.said.get(name, "")[:19]])
    barring = burials.barring(crossing, pairing.fact(data), words, when) if crossing else []
    if any(when <= grave.since[:19] for grave in barring):
        told.append(f"{name} was forgotten on another machine, and is gone here.")
        return False
    for key in burials.together(graves, barring):
        del graves[key]
    return True


def _once(kept: list[_Kept]) -> list[_Kept]:
    """Of one fact that both machines noted under two new names the one that is published, and ours in it."""
    mine = [each for each in kept if not each.fact.base and not each.fact.theirs]
    found: dict[Fact, _Kept] = {}
    for each in kept:
        if not each.fact.base and not each.fact.ours:
            twin = next((one for one in mine if pairing.says_the_same(one.data, each.data)), None)
            if twin:
                mine.remove(twin)
                found[each.fact] = each._replace(data=texts.better(twin.data, each.data), twin=twin.fact.ours)
    twins = {each.twin for each in found.values()}
    return [found.get(each.fact, each) for each in kept if each.fact.base or each.fact.ours not in twins]


_Named = tuple[str, bytes, _Kept]


def _named(sides: _Sides, kept: list[_Kept], told: list[str]) -> list[_Named]:
    """Each text with the file it is to have: the published name first, a number where it is taken."""
    taken = {_flat(file) for side in sides for file in side.files}
    given: set[str] = set()
    named: list[_Named] = []
    for each in sorted(kept, key=lambda each: not each.fact.theirs):
        fact = each.fact
        renamed_here = fact.ours not in ("", fact.base) and fact.theirs in ("", fact.base)
        name = fact.ours if renamed_here or not fact.theirs else fact.theirs
        if _flat(name) in given:
            name = _free(name, taken)
        given.add(_flat(name))
        named.append((name, each.data, each))
        if each.copy is not None:
            beside = _free(name, taken)
            given.add(_flat(beside))
            told.append(f"{name} was changed on two machines in the same place; both are kept, one as {beside}.")
            named.append((beside, texts.marked(each.copy, name), each))
    return named


def _free(name: str, taken: set[str]) -> str:
    """The name with the first number that no file has, whatever its case."""
    stem, number = name.removesuffix(".md"), 2
    while _flat(f"{stem}_{number}.md") in taken:
        number += 1
    taken.add(_flat(f"{stem}_{number}.md"))
    return f"{stem}_{number}.md"


def _flat(name: str) -> str:
    """One spelling for names that some file systems take for one."""
    return unicodedata.normalize("NFC", name).casefold()


def _paths(named: list[_Named], side: Side, whose: str) -> dict[str, list[str]]:
    """Where each file of that machine is from now on; a text that had to go beside is last, an old name left behind as
    the new one.
    """
    found: dict[str, list[str]] = {}
    for name, _, each in named:
        for file in {getattr(each.fact, whose), each.twin if whose == "ours" else ""} - {""}:
            found.setdefault(file, []).append(name)
    behind = {each.fact.base: [name] for name, _, each in reversed(named) if each.fact.base in side.files}
    return {**behind, **found}


def _words(sides: _Sides, named: list[_Named], mine: Mapping[str, list[str]],
           yours: Mapping[str, list[str]]) -> frozenset[Words]:
    """The words behind each memory, of both; ours go with our text where that stands beside."""
    first = {each.fact.base: name for name, _, each in reversed(named) if each.fact.base}
    beside = {name for names in mine.values() for name in names[1:]}
    was = {each._replace(file=first[each.file]) for each in sides.base.words if each.file in first}
    here = {each._replace(file=mine[each.file][-1]) for each in sides.ours.words if each.file in mine}
    here |= {each for each in was if any(names[0] == each.file and len(names) > 1 for names in mine.values())}
    there = {each._replace(file=yours[each.file][0]) for each in sides.theirs.words if each.file in yours}
    alone = {name for name, _, each in named if not (each.fact.ours and each.fact.theirs)}
    both = (here & there) | (here - was) | (there - was)
    return frozenset(both | {each for each in here | there if each.file in alone | beside})


def _said(sides: _Sides, files: Mapping[str, bytes], mine: Mapping[str, list[str]],
          yours: Mapping[str, list[str]]) -> dict[str, str]:
    """When each was written that rests on no words; as published, where both know it."""
    here = {mine[file][-1]: at for file, at in sides.ours.said.items() if file in mine}
    there = {yours[file][0]: at for file, at in sides.theirs.said.items() if file in yours}
    return {file: at for file, at in {**here, **there}.items() if file in files}


def _index(sides: _Sides, files: Mapping[str, bytes]) -> bytes | None:
    """Line by line, then in step with the memories; as it stands where one machine has all of it already."""
    was, mine, yours = (side.listed or b"" for side in sides)
    lines = merge.merged(was, mine, yours)
    if lines is None:
        lines = merge.relined(was, mine, yours)
    for side, text in ((sides.theirs, yours), (sides.ours, mine)):
        if files == side.files and lines == text:
            return side.listed
    before, after = (dict(_texts(each)) for each in (sides.ours.files, files))
    listed = relist.relisted(lines.decode("utf-8", "surrogateescape"), before, after)
    return listed.encode("utf-8", "surrogateescape") if listed or mine or yours else None


def _texts(files: Mapping[str, bytes]) -> Iterator[tuple[str, str]]:
    return ((posixpath.normpath(file), data.decode("utf-8", "surrogateescape")) for file, data in files.items())
