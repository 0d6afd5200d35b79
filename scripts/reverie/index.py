"""`MEMORY.md`, one line a memory: `- [Title](file.md) — hook`. Edited line by line; foreign lines stay byte for byte.

Pure: text in, text out. Whoever writes it back does so only over the very bytes that were read.
"""
from __future__ import annotations

import re
import urllib.parse

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

_LINK = re.compile(r"\[[^\]]*\]\(\s*<?([^)>]+?)>?\s*\)")
_FENCE = re.compile(r"^\s*(```|~~~)")
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
    last = max((n for n, row in enumerate(lines, 1) if is_entry(row)), default=len(lines))
    if last and not lines[last - 1].endswith(("\n", "\r")):
        lines[last - 1] += end
    return "".join([*lines[:last], entry, *lines[last:]])


def line(file: str, title: str, hook: str) -> str:
    """One entry, whole on its line whatever the title and the hook hold."""
    name = " ".join(title.split()).replace("[", "(").replace("]", ")")
    said = " ".join(hook.split())
    if len(said) > HOOK:
        said = said[: HOOK - 1].rsplit(" ", 1)[0].rstrip(" ,;:.") + "…"
    return f"- [{name}]({urllib.parse.quote(file, safe='/._-~')}) — {said}"


def is_entry(row: str) -> bool:
    """Whether the row is a list item that links to a memory."""
    return row.lstrip().startswith(("- [", "* [")) and bool(_LINK.search(row))


def fitted(text: str, most: int) -> tuple[str, int]:
    """The index within `most` characters and how many entries were left out: the oldest go first, no line is cut."""
    rows = text.splitlines()
    size = sum(len(row) + 1 for row in rows)
    dropped = 0
    for n, row in enumerate(rows):
        if size <= most:
            break
        if is_entry(row):
            size -= len(row) + 1
            rows[n] = ""
            dropped += 1
    kept = "\n".join(row for row in rows if row).strip()
    return (kept, dropped) if len(kept) <= most else (kept[:most].rsplit("\n", 1)[0], dropped)


def _prose(text: str) -> Iterator[str]:
    """The lines outside of fenced code."""
    fenced = False
    for row in text.splitlines():
        if _FENCE.match(row):
            fenced = not fenced
        elif not fenced:
            yield row


def _targets(row: str) -> Iterator[str]:
    for match in _LINK.finditer(row):
        target = urllib.parse.unquote(match[1].partition("#")[0]).removeprefix("./")
        if target.endswith(".md") and "://" not in target:
            yield target
