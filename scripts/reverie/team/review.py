"""What others wrote into the team's memory, put before the person text by text, and what the person says to it.

Decided is about the very bytes that were read; a file that changes meanwhile waits again.
"""
from __future__ import annotations

import time
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from reverie import framing, layers, likeness, tombstones
from reverie.errors import Refused
from reverie.house import House
from reverie.session import Binding
from reverie.team import git as teamgit
from reverie.team import layer as team
from reverie.team import marks as trustmarks
from reverie.team import trust
from reverie.team.files import Shared
from reverie.team.marks import Line

_PATIENCE = 5.0
"""Seconds for asking git who wrote all of it."""
_LEAST = 12
"""Letters of a mark by which a text can be named."""


class Pending(NamedTuple):
    """One text that waits: the file as read, its mark, its diff against what was accepted of it last, who wrote it.

    `forgotten` says that it tells what was forgotten here on purpose.
    """

    each: Shared
    mark: str
    new: bool
    lines: list[Line]
    author: str
    forgotten: bool


def pending(house: House, binding: Binding) -> list[Pending]:
    """All that waits in this checkout, in the order of the files."""
    now = team.state(house, binding)
    until = time.monotonic() + _PATIENCE
    repo = teamgit.Checkout(binding.checkout, house.means.env, _PATIENCE)
    found = []
    for each in sorted([*now.waiting, *now.forgotten], key=lambda each: each.file):
        before = trust.last(house.ledger, binding.store, each.file)
        lines = trustmarks.diff(_text(before or b""), _text(each.data))
        author = repo.author(each.file) if time.monotonic() < until else ""
        found.append(Pending(each, trust.mark(each.file, each.data), before is None, lines, framing.tame(author),
                             each in now.forgotten))
    return found


def chosen(waiting: Sequence[Pending], names: Iterable[str]) -> list[Pending]:
    """Those that are named by file, name, or the first letters of the mark; Refused for a name that means none."""
    found = []
    for name in names:
        meant = [one for one in waiting if team.called(one.each, name)
                 or len(name) >= _LEAST and one.mark.startswith(name)]
        if not meant:
            raise Refused(f"No {framing.tame(name)!r} waits here. `reverie team review` names what does.")
        found += meant
    return found


def decide(house: House, binding: Binding, texts: Iterable[Pending], verdict: str) -> None:
    """Accept or decline these texts. What was forgotten and is accepted by name is wanted again."""
    for one in texts:
        if verdict == trust.ACCEPTED and one.forgotten:
            for store in layers.written(binding.store, house.places):
                tombstones.lift(house.ledger, store, likeness.fact(one.each.memory.body))
        trust.decide(house.ledger, binding.store, one.each.file, one.each.data, verdict, house.stamp)
    team.refresh(house, binding)


def _text(data: bytes) -> str:
    return data.decode("utf-8", "replace").replace("\r\n", "\n")
