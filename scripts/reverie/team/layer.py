"""The team's memory in a project: what of it is trusted here, what waits for a look, what is never loaded.

It is off until a person switches it on. What a hook may show are the catalog's rows alone, and only a text that was
accepted, at the place where it was accepted, gets one.
"""
from __future__ import annotations

import hashlib
from collections.abc import Iterable
from typing import NamedTuple

from reverie import framing, layers, likeness, memory_text, reconcile, tombstones, usage
from reverie.errors import Refused
from reverie.house import House
from reverie.session import Binding
from reverie.team import files as teamfiles
from reverie.team import trust
from reverie.team.files import Shared

OFF = "The team's memory is off in this project. `reverie team on` switches it on."
_NAMED = 3
"""Files that are named in one sentence."""
_FOR_GOOD = 36_500
"""Days for which the same is not told again."""


class State(NamedTuple):
    """Each file of the team's memory in this checkout, by what may become of it; `since` is empty while it is off."""

    since: str
    trusted: list[Shared]
    waiting: list[Shared]
    declined: list[Shared]
    forgotten: list[Shared]
    """Accepted or not, they say what was forgotten here on purpose."""
    faulty: list[Shared]


def state(house: House, binding: Binding) -> State:
    """How things stand, on or off."""
    found = State(trust.on(house.ledger, binding.store), [], [], [], [], [])
    if binding.store == house.places.user:
        return found
    verdicts = trust.verdicts(house.ledger, binding.store)
    graves = [grave for store in layers.written(binding.store, house.places)
              for grave in tombstones.standing(house.ledger, store)]
    lists = {trust.ACCEPTED: found.trusted, trust.DECLINED: found.declined, "": found.waiting}
    for each in teamfiles.read(binding.checkout):
        if each.fault:
            found.faulty.append(each)
            continue
        verdict = verdicts.get(trust.mark(each.file, each.data), "")
        fact = likeness.fact(each.memory.body) if graves else ""
        buried = verdict != trust.DECLINED and any(grave.bars(fact) for grave in graves)
        (found.forgotten if buried else lists[verdict]).append(each)
    return found


def refresh(house: House, binding: Binding) -> State:
    """Let the catalog know the trusted files of this checkout and no others; none while the layer is off."""
    now = state(house, binding)
    trusted = now.trusted if now.since else []
    for folder in layers.team(binding) if binding.store != house.places.user else ():
        reconcile.shelve_these(house, folder, {
            each.path: memory_text.hash_of(each.data) for each in trusted
            if each.path.startswith(f"{folder}/") and not each.memory.superseded
        })
    return now


def switch(house: House, binding: Binding, on: bool) -> State:
    """Switch the layer on or off in this project; no file is touched. Refused outside of any project."""
    if binding.store == house.places.user:
        raise Refused("There is no project here whose team could have a memory.")
    trust.switch(house.ledger, binding.store, house.stamp if on else "")
    return refresh(house, binding)


def must_be_on(house: House, binding: Binding) -> None:
    """Refused, with how to switch it on, while the layer is off here, and where its folder leads elsewhere."""
    if not trust.on(house.ledger, binding.store):
        raise Refused(OFF)
    if teamfiles.is_link(binding.checkout, layers.TEAM_FOLDERS[0]):
        raise Refused(f"{teamfiles.home(binding.checkout)} is a link; the team's memory is kept in a real folder.")


def named(house: House, binding: Binding, name: str) -> Shared:
    """The one sound file of the team that is called so, by its path, its file, or its memory's name; else Refused."""
    for each in teamfiles.read(binding.checkout):
        if not each.fault and called(each, name):
            return each
    raise Refused(f"There is no {framing.tame(name)!r} in the team's memory. `reverie team` names its files.")


def called(each: Shared, name: str) -> bool:
    """Whether the name means this file."""
    file = each.file.rpartition("/")[2]
    return name in (each.file, each.path, file, file.removesuffix(".md"), each.memory.name)


def told(now: State) -> str:
    """The state in one line."""
    count = len(now.trusted) + len(now.waiting) + len(now.declined) + len(now.forgotten) + len(now.faulty)
    if not now.since:
        return f"off; {count} files in this repository: `reverie team on`" if count else "off"
    parts = [f"on, {len(now.trusted)} trusted"]
    if now.waiting or now.forgotten:
        parts.append(f"{len(now.waiting) + len(now.forgotten)} wait for `reverie team review`")
    parts += [f"{len(now.declined)} declined"] if now.declined else []
    parts += [f"never loaded: {faults(now.faulty)}"] if now.faulty else []
    return ", ".join(parts)


def notices(house: House, binding: Binding, now: State) -> list[str]:
    """What the person is to be told at a session start: of the same files once."""
    said = []
    if now.faulty and _new(house, binding, "faulty", (f"{each.file} {each.fault}" for each in now.faulty)):
        said.append(f"Reverie leaves out of the team's memory {faults(now.faulty)}.")
    if now.waiting and _new(house, binding, "waiting", (trust.mark(each.file, each.data) for each in now.waiting)):
        said.append(f"New in the team's memory, and not used before you have looked at it with `reverie team review`:"
                    f" {names(now.waiting)}.")
    return said


def faults(files: list[Shared]) -> str:
    """The files with what is wrong with each."""
    return _some([f"{shown(each.file)} ({each.fault})" for each in files])


def names(files: list[Shared]) -> str:
    """The files by their names."""
    return _some([shown(each.file) for each in files])


def shown(file: str) -> str:
    """A file's name as it may be printed: others chose its letters."""
    tame = framing.tame(file.encode("utf-8", "replace").decode()).replace("\n", " ")
    return tame if len(tame) <= 80 else f"…{tame[-79:]}"


def _some(said: list[str]) -> str:
    more = len(said) - _NAMED
    return ", ".join(said[:_NAMED]) + (f" and {more} more" if more > 0 else "")


def _new(house: House, binding: Binding, what: str, marks: Iterable[str]) -> bool:
    key = hashlib.sha256("\n".join(sorted(marks)).encode("utf-8", "surrogateescape")).hexdigest()[:16]
    return usage.tell(house.ledger, binding.store, f"team {what} {key}", house.now.date(), _FOR_GOOD)
