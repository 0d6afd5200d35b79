"""Which memories an answer used: it names one, or repeats what it says. Pure, and strict: in doubt it used none.

A line of the answer repeats a sentence of a memory when the two share at least three of that sentence's distinctive
words, and either half of them or three and a fourth word in a row. Distinctive is what few memories hold, is no word
of any talk about code, and the person's own prompt did not: then it came from nowhere nearer.
"""
from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence, Set
from typing import NamedTuple

from reverie.lexicon.stopwords import COMMON
from reverie.tokens import SPACED, script_of, tokens, words

LEAST = 3.0
"""Distinctive words that have to be shared; a pair of characters of a script without blanks counts as half a word."""
SHARE = 0.5
"""Of a sentence's distinctive words."""
ROW = 4
"""Words in a row that count for themselves."""
RARE = 0.05
"""A word that more memories hold than this share says nothing of which one it comes from."""
_CITED = re.compile(r"\[memory:\s*([^\]\n]{1,200})\]", re.I)
_SENTENCE = re.compile(r"(?<=[.!?;])\s+|(?<=[。！？；])")


class Brought(NamedTuple):
    """A memory the model had before it; `lines` are those of its description and body, by their number in the file."""

    path: str
    names: tuple[str, ...]
    lines: tuple[tuple[int, str], ...]


class Used(NamedTuple):
    """A memory that an answer used: `why` is repeated or cited, `line` the line of the file that it repeats, else 1."""

    path: str
    why: str
    line: int


class _Word(NamedTuple):
    """A word's first token, which is the word whole, the parts it is made of, and how much it counts."""

    whole: str
    parts: tuple[str, ...]
    weight: float


_Line = tuple[list[_Word], frozenset[str]]


def used(reply: str, prompt: str, brought: Sequence[Brought], common: Set[str], citing: bool) -> list[Used]:
    """Those of the memories that the reply to `prompt` used, each once; `common` are the words that many memories hold.

    Citations count only where the model was asked for them.
    """
    asked = frozenset(tokens(prompt))
    said = [_line(line) for line in reply.splitlines()]
    named = cited(reply) if citing else frozenset()
    found = []
    for memory in brought:
        if not named.isdisjoint(map(str.casefold, memory.names)):
            found.append(Used(memory.path, "cited", 1))
            continue
        line = next((n for n, text in memory.lines if _repeated(text, said, asked, common)), 0)
        if line:
            found.append(Used(memory.path, "repeated", line))
    return found


def cited(reply: str) -> frozenset[str]:
    """The names in the reply's citations, `[memory: name]`, in lower case."""
    return frozenset(name.strip(" `\"'").casefold() for match in _CITED.finditer(reply) for name in match[1].split(","))


def vocabulary(brought: Iterable[Brought]) -> set[str]:
    """All words of these memories: those to ask the catalog about."""
    return {word.whole for memory in brought for _, text in memory.lines for word in _words(text)}


def _line(text: str) -> _Line:
    """A line's words in order, and all that they are found by."""
    row = list(_words(text))
    return row, frozenset(token for word in row for token in (word.whole, *word.parts))


def _repeated(text: str, said: Sequence[_Line], asked: Set[str], common: Set[str]) -> bool:
    """Whether a line of the answer repeats one of the sentences in this line of a memory."""
    for sentence in _SENTENCE.split(text):
        row = list(dict.fromkeys(_words(sentence)))
        telling = [word for word in row if word.whole not in common | COMMON and not _in(word, asked)]
        whole = sum(word.weight for word in telling)
        if whole < LEAST:
            continue
        for line, spoken in said:
            shared = [word for word in telling if _in(word, spoken)]
            weight = sum(word.weight for word in shared)
            if weight >= LEAST and (weight >= SHARE * whole or _in_a_row(row, line, shared)):
                return True
    return False


def _in_a_row(sentence: Sequence[_Word], line: Sequence[_Word], shared: Sequence[_Word]) -> bool:
    """Whether `ROW` words of the sentence stand in the same order in the line, three of them distinctive."""
    telling = {word.whole for word in shared if word.weight >= 1}
    rows = set(_rows(line))
    return any(row in rows and len(telling.intersection(row)) >= ROW - 1 for row in _rows(sentence))


def _rows(line: Sequence[_Word]) -> Iterator[tuple[str, ...]]:
    said = [word.whole for word in line]
    return (tuple(said[n:n + ROW]) for n in range(len(said) - ROW + 1))


def _in(word: _Word, spoken: Set[str]) -> bool:
    return word.whole in spoken or (len(word.parts) > 1 and frozenset(word.parts) <= spoken)


def _words(text: str) -> Iterator[_Word]:
    """The words of a text, an identifier as one with its parts; single letters and digits are left out."""
    for whole, *parts in words(text):
        pair = script_of(whole[0]) != SPACED and len(whole) <= 2
        if len(whole) > 1:
            yield _Word(whole, tuple(parts), 0.5 if pair else 1.0)
