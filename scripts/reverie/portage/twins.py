"""Which of many texts says the same as one: by the rule of `likeness`, without comparing each with each. Pure.

Two texts that are one share most of their words, so at least one of a text's rarest words stands in the other, too.
"""
from __future__ import annotations

from reverie.likeness import SAME, alike, fact, words_of


class Twins:
    """The texts that were met, each with the place where it stands."""

    def __init__(self) -> None:
        self._met: list[tuple[frozenset[str], str]] = []
        self._with: dict[str, list[int]] = {}
        self._exact: dict[str, str] = {}

    def add(self, body: str, place: str) -> None:
        """Meet a memory's body; what says why and how is not compared."""
        said = fact(body)
        self._exact.setdefault(_flat(said), place)
        words = words_of(said)
        for word in words:
            self._with.setdefault(word, []).append(len(self._met))
        self._met.append((words, place))

    def of(self, body: str) -> str | None:
        """Where the same stands already, or None."""
        said = fact(body)
        words = words_of(said)
        rare = sorted(words, key=lambda word: len(self._with.get(word, ())))[: int((1 - SAME) * len(words)) + 1]
        near = sorted({number for word in rare for number in self._with.get(word, ())})
        found = next((self._met[number][1] for number in near if alike(words, self._met[number][0])), None)
        return self._exact.get(_flat(said)) if found is None else found


def _flat(text: str) -> str:
    return " ".join(text.casefold().split())
