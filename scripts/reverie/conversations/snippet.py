"""What is shown of a long text that was found: the part that says why. Pure, and safe to print."""
from __future__ import annotations

import re

from reverie.framing import tame
from reverie.tokens import tokens

_SHOWN = 300
"""Characters of a passage that are shown."""
_BEFORE = 60
"""Characters shown before the first hit."""
_WORD = re.compile(r"[\w./:@+#-]+")


def of(text: str, query: list[str]) -> list[tuple[str, bool]]:
    """The stretch of the text with most hits, on one line, cut between words: its parts, and whether each is a hit."""
    flat = " ".join(tame(text).split())
    hits = _hits(flat, set(query))
    starts = [start for start, _ in hits] or [0]
    best = max(starts, key=lambda at: sum(at <= start < at + _SHOWN - _BEFORE for start in starts))
    first = _edge(flat, max(0, min(best - _BEFORE, len(flat) - _SHOWN)), best)
    last = len(flat) if len(flat) - first <= _SHOWN else _end(flat, first + _SHOWN)
    parts, at = [("… " if first else "", False)], first
    for start, end in hits:
        if first <= start and end <= last:
            parts += [(flat[at:start], False), (flat[start:end], True)]
            at = end
    return [*parts, (flat[at:last].rstrip() + (" …" if last < len(flat) else ""), False)]


def _edge(flat: str, least: int, most: int) -> int:
    """Where a word begins between the two, else `least`; the beginning of the text is one."""
    at = flat.find(" ", least, most) if least else -1
    return at + 1 if at >= 0 else least


def _end(flat: str, most: int) -> int:
    """Where the last word ends that is whole before `most`; a script without spaces ends anywhere."""
    at = flat.rfind(" ", most - _SHOWN // 2, most + 1)
    return at if at >= 0 else most


def _hits(flat: str, wanted: set[str]) -> list[tuple[int, int]]:
    """Where the words stand that are looked for; of a script without spaces the pairs of characters, joined."""
    found: list[tuple[int, int]] = []
    for match in _WORD.finditer(flat):
        start, end = match.span()
        pairs = [(n, n + 2) for n in range(start, end - 1) if wanted.intersection(tokens(flat[n:n + 2]))]
        if flat[start:end].isascii() or not pairs:
            pairs = [(start, end)] if wanted.intersection(tokens(flat[start:end])) else []
        for first, last in pairs:
            if found and first <= found[-1][1]:
                found[-1] = (found[-1][0], last)
            else:
                found.append((first, last))
    return found
