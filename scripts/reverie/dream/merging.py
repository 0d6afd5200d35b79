"""Two memories that say the same made one text: whatever only one of them says is kept. Pure."""
from __future__ import annotations

from typing import NamedTuple

from reverie import head
from reverie.dream import rows
from reverie.dream.rows import Key, Said
from reverie.dream.tokens import facts, tokens

OURS = frozenset("name title description type scope created observed modified updated source by pinned keywords tags"
                  " metadata".split())
"""Keys that a memory that stays has for itself; any other is kept of both."""


class Merged(NamedTuple):
    """The text of the one that stays, and the keys in which the two differ."""

    text: str
    differ: tuple[str, ...]


def part(one: str, other: str) -> str | None:
    """A reason or a manner that says what both do, None where they say two things.

    Two that are worded otherwise stand one behind the other, if not each has facts of its own.
    """
    first, second = tokens(one), tokens(other)
    if not second or _within(second, first):
        return one
    if not first or _within(first, second):
        return other
    if facts(first) <= facts(second) or facts(second) <= facts(first):
        return f"{one} {other}"
    return None


def body(one: Said, other: Said) -> Said | None:
    """What both say, in the words of the first; None where their reasons are two."""
    why, how = part(one.why, other.why), part(one.how, other.how)
    return None if why is None or how is None else Said(one.statement, why, how)


def merged(stays: str, goes: str) -> Merged | None:
    """The text of the memory that stays with what only the other has said; None where the two say different things.

    It has the older day of the two as its beginning, the newer as the one it was said last, and the keys of both.
    """
    mine, theirs = head.split(stays), head.split(goes)
    ours, whole = rows.said(mine[1]), body(rows.said(mine[1]), rows.said(theirs[1]))
    if whole is None:
        return None
    text = stays if whole == ours else head.with_body(stays, rows.told(whole))
    text = head.edited(text, _days(mine[0], theirs[0]))
    parts = rows.parted(text)
    differ = _take_over(parts.head, rows.parted(goes).head, "\r\n" if parts.fence.endswith("\r\n") else "\n")
    return Merged(rows.joined(parts), tuple(differ))


def _within(part: tuple[str, ...], whole: tuple[str, ...]) -> bool:
    return any(whole[n:n + len(part)] == part for n in range(len(whole) - len(part) + 1))


def _days(mine: dict[str, str], theirs: dict[str, str]) -> dict[str, str]:
    changes: dict[str, str] = {}
    for key, choose in (("created", min), ("observed", max)):
        days = [keys.get(f"metadata.{key}") or keys.get(key) or "" for keys in (mine, theirs)]
        best = choose(day for day in days if day) if any(days) else ""
        if best and best != days[0]:
            changes[key if key in mine else f"metadata.{key}"] = head.Written(best[:10])
    return changes


def _take_over(mine: list[str], theirs: list[str], end: str) -> list[str]:
    """Put the keys that only the other head has into the first; returns those in which the two differ."""
    differ = []
    for name, key in _named(theirs).items():
        had = _named(mine).get(name)
        if had is None:
            _add(mine, name, [row.rstrip("\r\n") + end for row in theirs[key.start:key.stop]], end)
        elif had.value != key.value and name.rpartition(".")[2] not in OURS:
            differ.append(name)
            _note(mine, had, key.value)
    return differ


def _named(lines: list[str]) -> dict[str, Key]:
    """The keys of a head as `head.split` names them, outer ones of a block left out."""
    named: dict[str, Key] = {}
    outer = ""
    for key in rows.keys(lines):
        if not key.indent:
            outer = "" if key.value else f"{key.name}."
        if key.indent or key.value or key.stop - key.start > 1 and key.name != "metadata":
            named.setdefault(f"{outer if key.indent else ''}{key.name}", key)
    return {name: key for name, key in named.items() if not _inner_of_another(name, named)}


def _inner_of_another(name: str, named: dict[str, Key]) -> bool:
    """Whether the key goes with the whole block of another one."""
    return "." in name and name.partition(".")[0] in named


def _add(lines: list[str], name: str, added: list[str], end: str) -> None:
    block = next((key for key in rows.keys(lines) if key.name == "metadata" and not key.indent and not key.value), None)
    if name.startswith("metadata."):
        if block is None:
            lines += [f"metadata:{end}", *added]
            return
        inner = next((key.indent for key in rows.keys(lines) if block.start < key.start < block.stop), "")
        own = added[0][: len(added[0]) - len(added[0].lstrip())]
        lines[block.stop:block.stop] = [(inner or own) + row.removeprefix(own) for row in added]
    else:
        lines[block.start if block else len(lines):block.start if block else len(lines)] = added


def _note(lines: list[str], key: Key, value: str) -> None:
    """Leave the other's value beside ours, as a comment, so that nothing is lost."""
    row = lines[key.start]
    text = row.rstrip("\r\n")
    if key.stop - key.start == 1 and value and value not in text:
        lines[key.start] = f"{text}{', ' if ' # also ' in text else '  # also '}{value}{row[len(text):]}"
