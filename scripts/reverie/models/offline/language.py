"""What the rules need to know of one language. A new language is one module holding one `Language`: data, no logic."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import date
from typing import NamedTuple

REMEMBER, RULE, SELF, DECISION, POINTER = "remember", "rule", "self", "decision", "pointer"

Reckoner = Callable[["re.Match[str]", date], "date | None"]


class Cue(NamedTuple):
    """Words that give a kind of memory away; a `dated` cue counts only beside a day that is still to come."""

    kind: str
    pattern: re.Pattern[str]
    dated: bool = False


class DayWord(NamedTuple):
    """A way to name a day, how to reckon it, and how it is written: with `{day}`, `{month}`, `{year}`, `{said}`."""

    pattern: re.Pattern[str]
    reckon: Reckoner
    written: str = "{day}"


NOTHING = re.compile(r"(?!)")
"""What matches no text."""


class Language(NamedTuple):
    """One language as tables. Every pattern is tried on one sentence whose quoted parts are blanked out.

    `hints` are cues too weak for more than a proposal; `deictic` is what only the conversation explains; `assent` takes
    over what the agent has just done, for good; `change`, `more` and `again` tell how a fact stands to an older one.
    """

    tag: str
    sign: re.Pattern[str]
    alien: re.Pattern[str]
    cues: tuple[Cue, ...]
    vetoes: tuple[re.Pattern[str], ...]
    turn_vetoes: tuple[re.Pattern[str], ...]
    polite: re.Pattern[str]
    hearsay: re.Pattern[str]
    task: re.Pattern[str]
    standing: re.Pattern[str]
    complaint: re.Pattern[str]
    verdict: re.Pattern[str]
    incident: re.Pattern[str]
    directive: re.Pattern[str]
    opener: re.Pattern[str]
    pointing: re.Pattern[str]
    order: re.Pattern[str]
    reason: re.Pattern[str]
    because: re.Pattern[str]
    manner: re.Pattern[str]
    local: re.Pattern[str]
    stop_words: frozenset[str]
    days: tuple[DayWord, ...]
    hints: tuple[Cue, ...] = ()
    deictic: re.Pattern[str] = NOTHING
    assent: re.Pattern[str] = NOTHING
    change: re.Pattern[str] = NOTHING
    more: re.Pattern[str] = NOTHING
    again: re.Pattern[str] = NOTHING
    gap: str = " "


def words(*patterns: str) -> re.Pattern[str]:
    """One case-blind pattern out of several alternatives."""
    return re.compile("|".join(f"(?:{pattern})" for pattern in patterns), re.IGNORECASE)


def cues(kind: str, *patterns: str, dated: bool = False) -> tuple[Cue, ...]:
    """One cue of `kind` for each pattern."""
    return tuple(Cue(kind, words(pattern), dated) for pattern in patterns)
