"""`MEMORY.md`, one line a memory: `- [Title](file.md) — hook`. Edited line by line; foreign lines stay byte for byte.

Pure: text in, text out. Whoever writes it back does so only over the very bytes that were read.
"""
from __future__ import annotations

import re
import urllib.parse

from reverie.excerpt import is_entry, target

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

_FENCE = re.compile(r"^\s*(```|~~~)")
LINK = re.compile(r"\[[^\]]*\]\(\s*<?([^)>]+?)>?\s*\)")
"""A Markdown link; its group is where it leads."""
LINE = 150
"""Characters of a line that we write; only a file's own name can make it longer."""
LINES, CHARACTERS = 200, 25_000
"""What a client loads of the file: it cuts off the rest without a word to the person."""
NEARLY = 0.8
"""Of either of the two, from which on a dream is due."""


def linked(text: str) -> set[str]:
    """The files the index leads to, as paths below the store; links in code blocks lead nowhere."""
    return {target for line in _prose(text) for target in _targets(line)}


def lines(text: str) -> dict[str, str]:
    """What each entry says, its title and its hook parted by a line end, by the one file it leads to."""
    said: dict[str, str] = {}
    for row in filter(is_entry, _prose(text)):
        targets = list(_targets(row))
        if len(targets) == 1:
            title, _, hook = row.partition("](")
            said.setdefault(targets[0], f"{title.partition('[')[2].strip()}\n{hook.partition(')')[2].strip(' —-:–')}")
    return said


def targets(text: str) -> list[str]:
    """Where each entry leads, in the letters that stand there, from the first to the last."""
    return [target(row) for row in _prose(text) if is_entry(row)]


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
    """One entry, whole on its line whatever the title and the hook hold, and no longer than `LINE` if that can be."""
    link = f"]({urllib.parse.quote(file, safe='/._-~')})"
    room = LINE - len(f"- [{link} — ")
    name = _cut(" ".join(title.split()).replace("[", "(").replace("]", ")"), max(20, min(60, room - 40)))
    said = _cut(" ".join(hook.split()), max(0, room - len(name)))
    return f"- [{name}{link}" + (f" — {said}" if said else "")


def extent(text: str) -> tuple[int, int]:
    """Lines and characters of the index as a client counts them against its limits."""
    loaded = text.strip()
    return len(loaded.splitlines()), len(loaded) + sum(1 for c in loaded if c > "\uffff")


def fullness(text: str) -> float:
    """How much of what a client loads the index takes up: 1.0 is all of it, more is cut off."""
    lines, characters = extent(text)
    return max(lines / LINES, characters / CHARACTERS)


def without_line(text: str, entry: str) -> str:
    """The index without the first line that is exactly `entry`; the same text where none is."""
    rows = text.splitlines(keepends=True)
    found = next((n for n, row in enumerate(rows) if row.rstrip("\r\n") == entry), None)
    return text if found is None else "".join(rows[:found] + rows[found + 1:])


def file_of(link: str) -> str:
    """The file that a link leads to, as a path below the store."""
    return urllib.parse.unquote(link.partition("#")[0]).removeprefix("./")


def _cut(text: str, most: int) -> str:
    if len(text) <= most:
        return text
    return text[: most - 1].rsplit(" ", 1)[0].rstrip(" ,;:.") + "…" if most > 10 else ""


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
        file = file_of(match[1])
        if file.endswith(".md") and "://" not in file:
            yield file
