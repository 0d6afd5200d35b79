"""Words one slip apart: a letter too many, one missing, one wrong, or two changed places.

Two such words have a form in common that lacks one letter of each, so a slip is found by looking those forms up.
"""
from __future__ import annotations

LEAST = 4
"""Letters of a word that is looked at: shorter ones are one slip from far too many."""
MOST = 20


def spelled(word: str) -> bool:
    """Whether a slip in this word can be told: a word of letters, neither short nor endless."""
    return LEAST <= len(word) <= MOST and word.isascii() and word.isalpha()


def forms(word: str) -> list[str]:
    """The word, and each way to leave out one of its letters."""
    return list(dict.fromkeys([word, *(word[:n] + word[n + 1:] for n in range(len(word)))]))


def one_slip(word: str, other: str) -> bool:
    """Whether one is the other with a single slip."""
    start = 0
    while start < min(len(word), len(other)) and word[start] == other[start]:
        start += 1
    end = 0
    while end < min(len(word), len(other)) - start and word[-1 - end] == other[-1 - end]:
        end += 1
    here, there = word[start:len(word) - end], other[start:len(other) - end]
    return len(here) <= 1 and len(there) <= 1 or (len(here) == 2 and here == there[::-1])
