"""`MEMORY.md`, one line a memory: `- [Title](file.md) — hook`. Edited line by line; foreign lines stay byte for byte.

Pure: text in, text out. Whoever writes it back does so only over the very bytes that were read.
"""
from __future__ import annotations

import re
import urllib.parse

from reverie.excerpt import is_entry

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

_FENCE = re.compile(r"^\s*(```|~~~)")
LINK = re.compile(r"\[[^\]]*\]\(\s*<?([^)>]+?)>?\s*\)")
"""A Markdown link; its group is where it leads."""
HOOK = 150
"""The longest hook of a line, in characters."""


def linked(text: str) -> set[str]:
    """The files the index leads to, as paths below the store; links in code blocks lead nowhere."""
    return {target for line in _prose(text) for target in _targets(line)}


def with_line(text: str, file: str, title: str, hook: str) -> str:
    """The index with a line for `file` behind its last entry; the same text if a line leads there already."""
    if file in linked(text):
        return text
    end = "\r\n" if "\r\n" in text else "\n"
    entry = line(file, title, hook) + end
    lines = text.splitlines(keepends=True)
    at = _behind_last_entry(lines)
    if at and not lines[at - 1].endswith(("\n", "\r")):
        lines[at - 1] += end
    return "".join([*lines[:at], entry, *lines[at:]])


def without(text: str, file: str) -> str:
    """The index without the entries that lead to `file` and nowhere else; every other line stays as it is."""
    rows = text.splitlines(keepends=True)
    return "".join(row for row in rows if not (is_entry(row) and set(_targets(row)) == {file}))


def reworded(text: str, before: str, after: str) -> str:
    """The index with the line `after` wherever a line is exactly `before`."""
    rows = text.splitlines(keepends=True)
    return "".join(after + row[len(before):] if row.rstrip("\r\n") == before else row for row in rows)


def line(file: str, title: str, hook: str) -> str:
    """One entry, whole on its line whatever the title and the hook hold."""
    name = " ".join(title.split()).replace("[", "(").replace("]", ")")
    said = " ".join(hook.split())
    if len(said) > HOOK:
        said = said[: HOOK - 1].rsplit(" ", 1)[0].rstrip(" ,;:.") + "…"
    return f"- [{name}]({urllib.parse.quote(file, safe='/._-~')}) — {said}"


def _behind_last_entry(lines: list[str]) -> int:
    """Where a new line goes: behind the last entry, else at the end, but before a code block that nothing closes."""
    last, opened = 0, None
    for n, row in enumerate(lines):
        if _FENCE.match(row):
            opened = n if opened is None else None
        elif opened is None and is_entry(row):
            last = n + 1
    return last or (len(lines) if opened is None else opened)


def _prose(text: str) -> Iterator[str]:
    """The lines outside of fenced code."""
    fenced = False
    for row in text.splitlines():
        if _FENCE.match(row):
            fenced = not fenced
        elif not fenced:
            yield row


def _targets(row: str) -> Iterator[str]:
    for match in LINK.finditer(row):
        target = urllib.parse.unquote(match[1].partition("#")[0]).removeprefix("./")
        if target.endswith(".md") and "://" not in target:
            yield target
