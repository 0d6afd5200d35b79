"""When two texts say the same fact: by their words, and by not one number, name or denial that sets them apart. Pure.

Words can be sealed: then they still meet each other, and nobody reads them.
"""
from __future__ import annotations

import hashlib
import re

from reverie.tokens import tokens

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

SAME = 0.8
"""Share of common words from which two texts say the same."""
DENIES = "not#"
"""Begins the word that stands for a text's denials; no other word does."""
_WORDLESS = "text#"
"""Begins the one word of a text that has none: a hash of the text."""
_DENIAL = re.compile(r"(?i)\b(?:not?|never|without|avoid|stop|\w+n't)\b|[不别没勿]")
_LETTERS = str.maketrans("0123456789", "ghijklmnop")


def words_of(text: str) -> frozenset[str]:
    """What a text is compared by: its words and how much it denies."""
    words, denials = tokens(text), len(_DENIAL.findall(text))
    return frozenset([*words, *([f"{DENIES}{denials}"] if words and denials else [])])


def trace(text: str) -> frozenset[str]:
    """The same, but of a text without any word a hash: so that it still can be known again. Empty for no text."""
    flat = " ".join(text.casefold().split())
    return words_of(text) or frozenset([f"{_WORDLESS}{_hash(flat)}"] if flat else [])


def fact(body: str) -> str:
    """The body of a memory without its why and how."""
    return re.split(r"\n\s*\*\*(?:Why|How to apply):\*\*", body)[0]


def alike(words: frozenset[str], others: frozenset[str]) -> bool:
    """Whether two facts of these words are one: most words in common, and not one number, name or denial apart."""
    return len(words & others) >= SAME * len(words | others) > 0 and not telling(words ^ others)


def part(words: frozenset[str], whole: frozenset[str]) -> bool:
    """Whether the first says nearly nothing that the second does not, and denies what it denies."""
    beyond, denials = words - whole, {word for word in words ^ whole if word.startswith(DENIES)}
    return len(words & whole) >= SAME * len(words) and len(words) > 1 and not telling(beyond | denials)


def telling(words: Iterable[str]) -> bool:
    """Whether these words carry a fact of their own: digits, paths, flags, a denial."""
    return any(c.isdigit() or c in "/_.:@+#" for word in words for c in word)


def sealed(words: Iterable[str]) -> frozenset[str]:
    """Other words in their place, one for each, that tell as much by their form and nothing to a reader."""
    return frozenset(
        word if word.startswith(DENIES) else ("#" if telling([word]) else "") + _hash(word).translate(_LETTERS)
        for word in words
    )


def _hash(text: str) -> str:
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:24]
