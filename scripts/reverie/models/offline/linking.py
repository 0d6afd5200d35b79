"""How a fact stands to what is known. The rule: the same thing with another value replaces it, and no news comes twice.

Two texts are about the same thing when they share telling words: those that are neither common in their language nor
common among the memories of this store.
"""

from __future__ import annotations

import os
import re
from collections import Counter
from collections.abc import Iterable
from typing import Any, NamedTuple

from reverie.models.offline.language import Language
from reverie.record import Memory
from reverie.tokens import tokens

_WHY = re.compile(r"\n\s*\*\*(?:Why|How to apply):\*\*")
_NEGATION = re.compile(
    r"(?i)\b(?:not?|never|without|avoid|stop|\w+n['’]t|nicht|nie(?:mals)?|kein\w*|ohne|nunca|jamás|sin|jamais|pas)\b"
    r"|[不别没勿]|ない|なし|ません|やめ|禁止|지 (?:마|말|않)|금지"
)
_NAME = re.compile(r"(?<=[^.!?:\s] )[A-ZÀ-Þ]\w+")
_NUMBER = re.compile(r"\d+(?:[.:,]\d+)*")
_FEW, _MOST = 0.34, 0.8
_COMMON = 3
"""A word in so many memories of a store tells none of them apart."""
_WIDE = re.compile("[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]")


class Known(NamedTuple):
    """One known text with its telling words; `memory` is None where it stands in the project's instructions."""

    words: frozenset[str]
    text: str
    memory: Memory | None


class Knowledge(NamedTuple):
    """All that is known, and the words too common to tell anything apart."""

    entries: tuple[Known, ...]
    common: frozenset[str]


def knowledge(existing: Iterable[Memory], instructions: str, common: frozenset[str]) -> Knowledge:
    """The memories of the store and the lines of the instructions, ready to be compared."""
    known = [_known(f"{memory.description}\n{_WHY.split(memory.body)[0]}", memory, common) for memory in existing]
    counts = Counter(word for entry in known for word in entry.words)
    usual = common | {word for word, count in counts.items() if count >= _COMMON}
    known = [entry._replace(words=entry.words - usual) for entry in known]
    known += [_known(line, None, common) for line in instructions.splitlines() if len(line.strip()) > 8]
    return Knowledge(tuple(known), frozenset(usual))


def news(plain: str, language: Language, knowledge: Knowledge) -> str:
    """The type of the memory that a sentence changes or adds to by its own words, empty when there is none."""
    if not (language.change.search(plain) or language.more.search(plain)):
        return ""
    entry = _nearest(telling(plain, knowledge.common), knowledge, bool(language.change.search(plain)))
    return entry.memory.type if entry and entry.memory else ""


def linked(fact: dict[str, Any], language: Language, knowledge: Knowledge, *, sure: bool) -> dict[str, Any] | None:
    """The fact with its operation and target; None when it is known already, or merely touches on what is known."""
    words = telling(f"{fact['body']} {fact['why']}", knowledge.common)
    core = telling(fact["body"], knowledge.common)
    if any(_says(entry, core, fact["body"]) for entry in knowledge.entries):
        return None
    changes = bool(language.change.search(fact["quote"]))
    entry = _nearest(core, knowledge, changes) or _nearest(words, knowledge, changes)
    if entry is None or entry.memory is None:
        return {**fact, "op": "create", "target": ""}
    quote = fact["quote"]
    if language.again.search(quote):
        return None
    operation = _operation(quote, fact["body"], entry, core, language)
    if operation == "update" and not sure and not language.more.search(quote):
        return None
    return {**fact, "op": operation, "target": os.path.basename(entry.memory.path) if operation != "create" else ""}


def telling(text: str, common: frozenset[str]) -> frozenset[str]:
    """The words of `text` that say what it is about."""
    return frozenset(word for word in tokens(text) if word not in common and _tells(word))


def _tells(word: str) -> bool:
    return (len(word) > 2 or word.isdigit() or bool(_WIDE.search(word))) and not _NEGATION.fullmatch(word)


def _known(text: str, memory: Memory | None, common: frozenset[str]) -> Known:
    return Known(telling(text, common), text, memory)


def _says(entry: Known, words: frozenset[str], body: str) -> bool:
    """Whether a known text says all of this already: its words, its numbers, and yes or no the same."""
    if not words or not entry.words or len(words & entry.words) < min(2, len(words)):
        return False
    missing = words - entry.words
    if any(map(_counts, missing)) or missing & _names(body):
        return False
    alike = len(words & entry.words) >= _MOST * len(words)
    return alike and bool(_NEGATION.search(body)) == bool(_NEGATION.search(entry.text))


def _names(body: str) -> frozenset[str]:
    """Words written with a capital where no sentence begins."""
    return frozenset(tokens(" ".join(_NAME.findall(body))))


def _nearest(words: frozenset[str], knowledge: Knowledge, changes: bool) -> Known | None:
    """The memory that shares the most telling words, if these are enough; fewer are when a value is said to change."""
    best: tuple[float, Known | None] = (0.0, None)
    for entry in knowledge.entries:
        share = _shared(words, entry.words) or (_revalued(words, entry.words) if changes else 0.0)
        if entry.memory and share > best[0]:
            best = (share, entry)
    return best[1]


def _shared(words: frozenset[str], theirs: frozenset[str]) -> float:
    both = words & theirs
    named = {word for word in both if any(c.isdigit() or c in "_./-" for c in word) and len(word) > 2}
    least = 3 if any(_WIDE.search(word) for word in both) else 2
    if len(both) + len(named) < least:
        return 0.0
    share = len(both) / min(len(words), len(theirs))
    return share if share >= _FEW else 0.0


def _revalued(words: frozenset[str], theirs: frozenset[str]) -> float:
    """How much is shared by two facts that both name a value, the values and all that goes with them left out."""
    if not (any(map(_counts, words)) and any(map(_counts, theirs))):
        return 0.0
    mine, others = ({word for word in each if not _counts(word)} for each in (words, theirs))
    both = mine & others
    enough = any(len(word) > 4 for word in both) or len(both) > 1
    return len(both) / min(len(mine), len(others)) if enough and len(both) * 3 >= min(len(mine), len(others)) else 0.0


def _counts(word: str) -> bool:
    return any(c.isdigit() for c in word)


def _operation(quote: str, body: str, entry: Known, words: frozenset[str], language: Language) -> str:
    """Another value or the opposite supersedes; more about the same thing updates; else it is a fact of its own."""
    if language.change.search(quote):
        return "supersede"
    if language.more.search(quote):
        return "update"
    close = _shared(words, entry.words) >= 0.5
    old, new = set(_NUMBER.findall(entry.text)), set(_NUMBER.findall(body))
    if close and (old and new and not old & new or bool(_NEGATION.search(body)) != bool(_NEGATION.search(entry.text))):
        return "supersede"
    return "update" if close else "create"
