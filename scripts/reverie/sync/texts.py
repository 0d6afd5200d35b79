"""One file that two machines changed, brought together: by line where they do not touch, by date where dates differ.

Pure; None is a file that is not there. What cannot be brought together is kept twice.
"""
from __future__ import annotations

import re
from typing import NamedTuple

from reverie import head
from reverie.history import merge
from reverie.sync import pairing

_ISO = re.compile(r"\d{4}-\d\d-\d\d")
_DATES = {"observed": max, "created": min}
MARK = "conflict_of"
"""The key in the head of a text that another machine changed in the same place; it names the other file."""


class Together(NamedTuple):
    """What came of it: the text under the file's own name, and ours where it has to stand beside it."""

    data: bytes | None
    copy: bytes | None = None


def together(base: bytes | None, ours: bytes | None, theirs: bytes | None) -> Together:
    """A change of one side is taken over; a file that one side changed and the other deleted stays."""
    if ours == theirs or theirs == base:
        return Together(ours)
    if ours == base:
        return Together(theirs)
    if ours is None or theirs is None:
        return Together(theirs if ours is None else ours)
    if base is None:
        return Together(better(ours, theirs))
    was, mine, yours = levelled(base, ours, theirs)
    lines = merge.merged(was, mine, yours)
    if lines is not None and (pairing.keys(lines) or not pairing.keys(mine)):
        return Together(lines)
    if pairing.memory(ours).body == pairing.memory(theirs).body:
        return Together(better(ours, theirs))
    return Together(theirs, ours)


def better(ours: bytes, theirs: bytes) -> bytes:
    """Of two texts of one fact: what is pinned, else what the user wrote, else what was said last; with both's days."""
    mine, yours = levelled(ours, theirs)
    return mine if _worth(ours) > _worth(theirs) else yours


def levelled(*texts: bytes) -> list[bytes]:
    """The texts with their days made equal, as far as each has them: the last `observed`, the first `created`."""
    for key, of in _DATES.items():
        for name in (f"metadata.{key}", key):
            days = [pairing.keys(text).get(name, "") for text in texts]
            if all(days) and len(set(days)) > 1:
                day = of(days[-2:])  # a base comes first, and has no say
                day = head.Written(day) if _ISO.fullmatch(day) else day  # as our own heads have it: without quotes
                texts = tuple(_edited(text, name, day) for text in texts)
    return list(texts)


def marked(data: bytes, other: str) -> bytes:
    """The text with the file that it stands beside in its head; text without a head gets one, as the user's own."""
    edited = _edited(data, MARK, other)
    if MARK in pairing.keys(edited):
        return edited
    own = f"---\n{MARK}: {head.scalar(other)}\nmetadata:\n  by: user\n---\n"
    return own.encode("utf-8", "surrogateescape") + data.removeprefix(b"\xef\xbb\xbf")


def _edited(data: bytes, key: str, value: str) -> bytes:
    text = data.decode("utf-8", "surrogateescape")
    return head.edited(text, {key: value}).encode("utf-8", "surrogateescape")


def _worth(data: bytes) -> tuple[bool, bool, str]:
    memory = pairing.memory(data)
    return memory.pinned, memory.by == "user", memory.observed
