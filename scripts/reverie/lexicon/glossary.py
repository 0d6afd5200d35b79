"""Developers' words that mean the same, in seven languages: what a text says in one, a prompt in another finds.

`glossary.txt` has one meaning a line; the catalog holds it as a table, so that a hook looks up only what it meets. A
meaning is a token of its own, `=` before its first English word.
"""
from __future__ import annotations

import os
import unicodedata

from reverie.lexicon.stems import stem
from reverie.lexicon.stopwords import STOP
from reverie.tokens import HANGUL, SPACED, script_of, words

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    Known = Mapping[str, "tuple[str, ...]"]

_FILE = os.path.join(os.path.dirname(os.path.abspath(__file__)), "glossary.txt")
_LONGEST = 12
"""Characters of a form in a script without spaces."""
_PHRASE = 3
"""Words of a form in a script with spaces."""


def entries() -> Iterator[tuple[str, str]]:
    """Each form of the glossary, as texts are looked at for it, with its meaning."""
    with open(_FILE, encoding="utf-8") as file:
        for line in file:
            if not line.startswith("#"):
                forms = [form.strip() for form in line.replace("|", ",").split(",")]
                meaning = "=" + "-".join(forms[0].casefold().split())
                yield from ((key, meaning) for form in forms if form and (key := _key(form)))


def meanings(text: str, known: Callable[[list[str]], Known]) -> list[str]:
    """All that the words of `text` mean, those within longer forms as well: a memory is found by any of them."""
    met = known(sorted({*_phrases(_spaced_words(text)), *_substrings(_flat(text))}))
    return list(dict.fromkeys(meaning for form in sorted(met) for meaning in met[form]))


def spans(text: str, known: Callable[[list[str]], Known]) -> list[tuple[str, tuple[str, ...]]]:
    """The forms met in `text`, the longest where they overlap, each with its meanings: what a prompt says.

    `known` gives the entries among the forms it is asked for.
    """
    flat, spaced = _flat(text), _spaced_words(text)
    asked = {*_phrases(spaced), *_substrings(flat)}
    entries_met = known(sorted(asked))
    return [*_unspaced(flat, entries_met), *_spaced(spaced, entries_met)] if entries_met else []


def _flat(text: str) -> str:
    """In one form of Unicode, and without the blanks within Korean terms, which people set or leave out."""
    flat = text.casefold() if text.isascii() else unicodedata.normalize("NFKC", text).casefold()
    if not any(script_of(c) == HANGUL for c in flat):
        return flat
    return "".join(c for n, c in enumerate(flat) if c != " " or script_of(flat[n - 1]) != HANGUL
                   or script_of(flat[n + 1:n + 2]) != HANGUL)


def _spaced_words(text: str) -> list[tuple[str, ...]]:
    return [word for word in words(text) if script_of(word[0][0]) == SPACED]


def _key(form: str) -> str:
    """A form as `spans` looks for it; plain words and plain Han by the short way, as they are nearly all."""
    if form.isascii() and form.isalpha() and form.islower():
        return "" if form in STOP else stem(form)
    if "\u4e00" <= form[:1] <= "\u9fff" and form.isalpha() and form.islower() == form.isupper():
        return unicodedata.normalize("NFKC", form)
    if any(script_of(c) != SPACED for c in form):
        return unicodedata.normalize("NFKC", form).casefold().replace(" ", "")
    return " ".join(word[0] for word in words(form))


def _phrases(spaced: list[tuple[str, ...]]) -> Iterator[str]:
    heads = [word[0] for word in spaced]
    for n in range(len(heads)):
        yield from (" ".join(heads[n:n + size]) for size in range(1, _PHRASE + 1))
        yield from spaced[n][1:]


def _substrings(flat: str) -> Iterator[str]:
    for n, c in enumerate(flat):
        if script_of(c) != SPACED:
            yield from (flat[n:n + size] for size in range(2, _LONGEST + 1))


def _unspaced(flat: str, known: Known) -> Iterator[tuple[str, tuple[str, ...]]]:
    n = 0
    while n < len(flat):
        size = next((size for size in range(_LONGEST, 1, -1) if flat[n:n + size] in known), 0) \
            if script_of(flat[n]) != SPACED else 0
        if size:
            yield flat[n:n + size], known[flat[n:n + size]]
        n += size or 1


def _spaced(spaced: list[tuple[str, ...]], known: Known) -> Iterator[tuple[str, tuple[str, ...]]]:
    heads = [word[0] for word in spaced]
    n = 0
    while n < len(heads):
        size = next((size for size in range(_PHRASE, 0, -1)
                     if n + size <= len(heads) and " ".join(heads[n:n + size]) in known), 0)
        if size:
            phrase = " ".join(heads[n:n + size])
            yield phrase, known[phrase]
        else:
            yield from ((part, known[part]) for part in spaced[n][1:] if part in known)
        n += size or 1
