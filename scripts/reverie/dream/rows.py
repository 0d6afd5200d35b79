"""A memory's text in its parts, each with the very bytes it has: the lines of its head, what it states, why and how.

Pure. Put together again the parts are the text.
"""
from __future__ import annotations

import re
from typing import NamedTuple

_HEAD = re.compile(r"\A(\ufeff?---[ \t]*\r?\n)(.*?)(?<=\n)(---[ \t]*(?:\r?\n|\Z))", re.S)
_KEY = re.compile(r"([ \t]*)([A-Za-z_][\w-]*)[ \t]*:(?:[ \t]+(.*?))?[ \t]*(?:\r?\n|\Z)")
_PART = re.compile(r"^[ \t]*(?:\*\*|__)?(Why|How(?: to apply)?)[ \t]*:(?:\*\*|__)?[ \t]*", re.M | re.I)


class Parts(NamedTuple):
    """`fence` opens the head and is empty where there is none; `rest` is the closing line with the body."""

    fence: str
    head: list[str]
    rest: str


class Key(NamedTuple):
    """A key of a head: where its lines begin and end, how far it is indented, and what stands behind its colon."""

    start: int
    stop: int
    indent: str
    name: str
    value: str


class Said(NamedTuple):
    """A body: what it states, and the text of its reason and of its manner, empty where it gives none."""

    statement: str
    why: str
    how: str


def parted(text: str) -> Parts:
    """The text's head, line by line with their ends, and what is around it."""
    found = _HEAD.match(text)
    return Parts(found[1], found[2].splitlines(keepends=True), text[found.start(3):]) if found else Parts("", [], text)


def joined(parts: Parts) -> str:
    """The text again."""
    return parts.fence + "".join(parts.head) + parts.rest


def keys(head: list[str]) -> list[Key]:
    """The keys of a head, those within a block after their outer one; each ends where the next at its level begins."""
    found = [(n, match) for n, match in enumerate(map(_KEY.match, head)) if match]
    made: list[Key] = []
    for n, match in found:
        indent = match[1]
        stop = next((m for m in range(n + 1, len(head)) if _outside(head[m], indent)), len(head))
        made.append(Key(n, stop, indent, match[2], (match[3] or "").strip()))
    return made


def said(body: str) -> Said:
    """What a body states, why, and how to apply it."""
    marks = list(_PART.finditer(body))
    texts = {"why": "", "how": ""}
    for mark, following in zip(marks, [*marks[1:], None], strict=False):
        part = "why" if mark[1].lower() == "why" else "how"
        text = body[mark.end():following.start() if following else len(body)].strip()
        texts[part] = f"{texts[part]}\n{text}".strip()
    return Said(body[: marks[0].start()] if marks else body, texts["why"], texts["how"])


def told(parts: Said) -> str:
    """A body that says this."""
    tail = [f"**{label}:** {text}" for label, text in (("Why", parts.why), ("How to apply", parts.how)) if text]
    return "\n".join([parts.statement.strip("\r\n"), *([""] if tail else []), *tail]) + "\n"


def _outside(row: str, indent: str) -> bool:
    """Whether a line begins something new at this level or further out; a blank line or a comment does not."""
    here = row[: len(row) - len(row.lstrip(" \t"))]
    return bool(row.strip()) and len(here) <= len(indent) and not row.lstrip().startswith(("#", "- "))
