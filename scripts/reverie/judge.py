"""Whether a candidate becomes a memory, and what is to be done with it. Pure: it decides, `extract` does it."""
from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable

from reverie.record import Candidate, Memory, Turn, Verdict
from reverie.tokens import tokens

LONGEST = {"name": 80, "description": 200, "body": 2_000, "why": 600, "how": 600, "quote": 2_000}
"""Characters of each field; a longer one is no single fact."""
_SHORTEST = 8
_SAME = 0.8
"""Share of common words from which two bodies say the same."""
_STRAIGHT = str.maketrans({"‘": "'", "’": "'", "“": '"', "”": '"', "\u00a0": " ", "‑": "-", "…": "..."})
_DENIAL = re.compile(r"(?i)\b(?:not?|never|without|avoid|stop|\w+n't)\b|[不别没勿]")
_MACHINE = re.compile(
    r"(?i)you'?ve hit your limit|not logged in|please run /login|rate.?limit(ed)? (error|exceeded)|invalid api key"
    r"|^\s*(i'?m sorry,? but i|i can(no|')t (help|assist)|as an ai\b)|<!doctype html|<html\b|api error:? \d{3}"
)


def objection(candidate: Candidate, turns: Iterable[Turn]) -> str:
    """Why the candidate is refused, in one sentence; empty when nothing speaks against it."""
    for field, most in LONGEST.items():
        if len(getattr(candidate, field)) > most:
            return f"its {field} is longer than {most} characters"
    if len(candidate.body) < _SHORTEST:
        return "it is too short to say anything"
    if candidate.body.rstrip().endswith(("?", "？")):
        return "it is a question"
    if _MACHINE.search(candidate.body) or _MACHINE.search(candidate.description):
        return "it is the text of an error or a refusal"
    if not quoted(candidate.quote, turns):
        return "its quote does not stand in anything the user said"
    return ""


def quoted(quote: str, turns: Iterable[Turn]) -> Turn | None:
    """The human turn in which the quote stands, whatever the white space, case and kind of quotation marks."""
    flat = _flat(quote)
    if len(flat) < 4:
        return None
    return next((turn for turn in turns if turn.role == "user" and flat in _flat(turn.text)), None)


def decide(candidate: Candidate, existing: Iterable[Memory]) -> Verdict:
    """Create it, or find the memory that says the same already: same words, and not one number or name apart."""
    words = set(tokens(candidate.body))
    for memory in existing:
        fact = _fact(memory.body)
        theirs = set(tokens(fact))
        alike = len(words & theirs) >= _SAME * len(words | theirs) > 0
        if alike and not _telling(words ^ theirs) and _denials(candidate.body) == _denials(fact):
            return Verdict("duplicate", candidate, memory.path)
    return Verdict("create", candidate)


def _fact(body: str) -> str:
    """The body without its why and how."""
    return re.split(r"\n\s*\*\*(?:Why|How to apply):\*\*", body)[0]


def _telling(words: set[str]) -> bool:
    """Whether these words carry a fact of their own: digits, paths, flags."""
    return any(c.isdigit() or c in "/_.:@+#" for word in words for c in word)


def _denials(text: str) -> int:
    return len(_DENIAL.findall(text))


def _flat(text: str) -> str:
    return " ".join(unicodedata.normalize("NFKC", text).translate(_STRAIGHT).casefold().split())
