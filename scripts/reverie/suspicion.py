"""Whether a text is worth a search for secrets: cheap, without patterns, and never No where the search would find one."""
from __future__ import annotations

from reverie.secretcontexts import CONTEXTS
from reverie.secretshapes import SHAPES

LONG = 20
"""A run of this many characters of a token, with a digit in it, is looked at more closely."""
_RUN = {n: " " for n in range(128) if not chr(n).isalnum() and chr(n) not in "+/=_-"}


def raised(text: str) -> bool:
    """True unless no secret can stand here."""
    low = text.lower()
    if any(mark in low for row in (*SHAPES, *CONTEXTS) for mark in row[1].split("|") if mark):
        return True
    return any(len(run) >= LONG and any(c.isdigit() for c in run) for run in text.translate(_RUN).split())
