"""Whether a text is worth a search for secrets: cheap, without patterns, never No where the search would find one."""
from __future__ import annotations

from reverie.secrets.contexts import CONTEXTS
from reverie.secrets.shapes import SHAPES

LONG = 20
"""A run of this many characters of a token, with a digit in it, is looked at more closely."""
_RUN = {n: " " for n in range(128) if not chr(n).isalnum() and chr(n) not in "+/=_-"}


def raised(text: str) -> bool:
    """True unless no secret can stand here."""
    low = text.lower()
    return any(row[1] and marked(row[1], low) for row in (*SHAPES, *CONTEXTS)) or runs(text)


def marked(marks: str, low: str) -> bool:
    """Whether one of each group of marks stands in the lowered text."""
    return all(any(mark in low for mark in group.split("|")) for group in marks.split("&"))


def runs(text: str) -> bool:
    """Whether a long run of a token's characters stands in the text."""
    return any(len(run) >= LONG and any(c.isdigit() for c in run) for run in text.translate(_RUN).split())
