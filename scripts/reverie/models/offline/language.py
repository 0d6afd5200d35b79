"""What the rules need to know of one language. A new language is one module holding one `Language`: data, no logic."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from datetime import date
from functools import cached_property
from typing import NamedTuple

REMEMBER, RULE, SELF, DECISION, POINTER = "remember", "rule", "self", "decision", "pointer"

Reckoner = Callable[["re.Match[str]", date], "date | None"]


class Pattern:
    """A pattern that is compiled when it is first used: all languages at once take seconds, and most never come up."""

    def __init__(self, text: str) -> None:
        self.text = text

    @cached_property
    def compiled(self) -> re.Pattern[str]:
        """What does the work; case-blind."""
        return re.compile(self.text, re.IGNORECASE)

    def search(self, text: str) -> re.Match[str] | None:
        """As of `re.Pattern`; so the others."""
        return self.compiled.search(text)

    def match(self, text: str) -> re.Match[str] | None:
        """At the head of the text."""
        return self.compiled.match(text)

    def finditer(self, text: str) -> Iterator[re.Match[str]]:
        """One after the other."""
        return self.compiled.finditer(text)

    def sub(self, new: str | Callable[[re.Match[str]], str], text: str, count: int = 0) -> str:
        """The text with what matches replaced."""
        return self.compiled.sub(new, text, count)


class Cue(NamedTuple):
    """Words that give a kind of memory away; a `dated` cue counts only beside a day that is still to come."""

    kind: str
    pattern: Pattern
    dated: bool = False


class DayWord(NamedTuple):
    """A way to name a day, how to reckon it, and how it is written: with `{day}`, `{month}`, `{year}`, `{said}`."""

    pattern: Pattern
    reckon: Reckoner
    written: str = "{day}"


NOTHING = Pattern(r"(?!)")
"""What matches no text."""


class Language(NamedTuple):
    """One language as tables. Every pattern is tried on one sentence whose quoted parts are blanked out.

    `hints` are cues too weak for more than a proposal; `deictic` is what only the conversation explains; `assent` takes
    over what the agent has just done, for good; `change`, `more` and `again` tell how a fact stands to an older one.
    """

    tag: str
    sign: Pattern
    alien: Pattern
    cues: tuple[Cue, ...]
    vetoes: tuple[Pattern, ...]
    turn_vetoes: tuple[Pattern, ...]
    polite: Pattern
    hearsay: Pattern
    task: Pattern
    standing: Pattern
    complaint: Pattern
    verdict: Pattern
    incident: Pattern
    directive: Pattern
    opener: Pattern
    pointing: Pattern
    order: Pattern
    reason: Pattern
    because: Pattern
    manner: Pattern
    local: Pattern
    stop_words: frozenset[str]
    days: tuple[DayWord, ...]
    hints: tuple[Cue, ...] = ()
    deictic: Pattern = NOTHING
    assent: Pattern = NOTHING
    change: Pattern = NOTHING
    more: Pattern = NOTHING
    again: Pattern = NOTHING
    gap: str = " "


def words(*patterns: str) -> Pattern:
    """One case-blind pattern out of several alternatives."""
    return Pattern("|".join(f"(?:{pattern})" for pattern in patterns))


def cues(kind: str, *patterns: str, dated: bool = False) -> tuple[Cue, ...]:
    """One cue of `kind` for each pattern."""
    return tuple(Cue(kind, words(pattern), dated) for pattern in patterns)
