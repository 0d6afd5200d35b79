"""One tokenizer for writing, searching and comparing: what is one word to one of them is one word to all.

NFKC and casefold; identifiers kept whole and split (`snake_case`, `camelCase`, paths, flags); light stemming;
overlapping pairs of characters where a script has no spaces. Read by hand, character by character: compiling patterns
would cost a hook more than any prompt takes.
"""
from __future__ import annotations

import unicodedata

from reverie.lexicon.hangul import bare
from reverie.lexicon.stems import stem
from reverie.lexicon.stopwords import HAN_FUNCTION, KANA_FUNCTION, STOP

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

_JOINS = frozenset("./:@+#-'’")
"""Characters that hold a word together: `src/a.py`, `pnpm@9.1`, `--no-verify`, `c++`, `user's`."""
_ELIDED = frozenset("l d j n s c m t qu".split())
HAN, KATAKANA, HIRAGANA, HANGUL, THAI = "han", "katakana", "hiragana", "hangul", "thai"
SPACED = ""


def tokens(text: str) -> list[str]:
    """The tokens of `text` in order, repeats kept, stop words left out."""
    return [token for word in words(text) for token in word]


def words(text: str) -> Iterator[tuple[str, ...]]:
    """Each word of `text` as the tokens it is found by: itself first, then the parts it is made of."""
    for run in runs(text):
        if run.isascii():
            yield from _told(_identifier(run))
            continue
        for script, piece in _scripts(run):
            yield from _told(_identifier(piece)) if script == SPACED else _unspaced(script, piece)


def runs(text: str) -> Iterator[str]:
    """What stands between blanks and signs, in one form of Unicode: words, identifiers, sentences without spaces."""
    return _runs(text if text.isascii() else unicodedata.normalize("NFKC", text))


def script_of(c: str) -> str:
    """Which of the scripts that need pairs the character is of; empty for all others."""
    if c < "\u0e00":
        return SPACED
    if "\u4e00" <= c <= "\u9fff" or "\u3400" <= c <= "\u4dbf" or "\uf900" <= c <= "\ufaff" or c == "々":
        return HAN
    if "\uac00" <= c <= "\ud7af":
        return HANGUL
    if "\u3040" <= c <= "\u309f":
        return HIRAGANA
    if "\u30a0" <= c <= "\u30ff" or "\u31f0" <= c <= "\u31ff":
        return KATAKANA
    return THAI if c <= "\u0e7f" else SPACED


def _told(found: list[str]) -> Iterator[tuple[str, ...]]:
    if found:
        yield tuple(dict.fromkeys(found))


def _runs(text: str) -> Iterator[str]:
    """Runs of letters, digits and `_`, held together by joining characters that stand inside."""
    start = end = -1
    for n, c in enumerate(text):
        if c.isalnum() or c == "_" or (c >= "\u0300" and unicodedata.category(c)[0] == "M" and start >= 0):
            start = n if start < 0 else start
            end = n + 1
        elif start >= 0 and c not in _JOINS:
            yield text[start:_tail(text, end)]
            start = -1
    if start >= 0:
        yield text[start:_tail(text, end)]


def _tail(text: str, end: int) -> int:
    """`c++` and `c#` end in what joins elsewhere."""
    while text[end:end + 1] in ("+", "#"):
        end += 1
    return end


def _scripts(word: str) -> Iterator[tuple[str, str]]:
    """The word in pieces, each of one script; Han and the kana that hang on it stay together."""
    start = 0
    for n in range(1, len(word) + 1):
        if n == len(word) or _parts_at(word, n):
            yield script_of(word[start]), word[start:n]
            start = n


def _parts_at(word: str, n: int) -> bool:
    last, here = script_of(word[n - 1]), script_of(word[n])
    return last != here and not {last, here} <= {HAN, HIRAGANA} and word[n] != "ー"


def _unspaced(script: str, piece: str) -> Iterator[tuple[str, ...]]:
    """A katakana word is a word, with its pairs as parts; of other scripts each pair that can be one is a word."""
    if script == KATAKANA:
        yield (piece, *_pairs(piece)) if len(piece) > 2 else (piece,)
        return
    if script == HIRAGANA and len(piece) == 1:
        return
    piece = bare(piece) if script == HANGUL else piece
    if script == HANGUL and len(piece) > 2:
        yield (piece, *_pairs(piece))
        return
    found = [pair for pair in _pairs(piece) if _tells(pair)] if piece else []
    yield from ((pair,) for pair in found if pair not in STOP and pair not in HAN_FUNCTION)


def _pairs(run: str) -> list[str]:
    return [run[i:i + 2] for i in range(len(run) - 1)] or [run]


def _tells(pair: str) -> bool:
    """Whether the pair can be (a part of) a word: no joining character of Chinese, no ending of Japanese."""
    first, second = pair[0], pair[-1]
    if first in HAN_FUNCTION or second in HAN_FUNCTION:
        return False
    mixed = script_of(first) != script_of(second)
    return not (mixed and (first in KANA_FUNCTION or second in KANA_FUNCTION))


def _identifier(word: str) -> list[str]:
    """The word whole, and the parts it is made of when it is made of more than one."""
    if "'" in word or "’" in word:
        word = _unelided(word.replace("’", "'"))
    whole = word.casefold().strip("./:@-'")
    if whole in STOP or not whole:  # before its ending goes, or `please` would count as `pleas`
        return []
    if whole.isalpha() and (word.islower() or word.istitle() or word.isupper() or not word.isascii()):
        return [stem(whole)]
    parts = _parts(word) if word.isascii() else []
    if len(parts) < 2:
        return [stem(whole)]
    told = [part.lower() for part in parts if (len(part) > 2 if part.isdigit() else len(part) > 1)]
    return [whole, *(stem(part) for part in told if part not in STOP)]


def _unelided(word: str) -> str:
    """`user's` without its ending, `l'API` without its article, and nothing of `don't`."""
    first, _, rest = word.partition("'")
    if rest.lower() == "t" and first.lower().endswith("n"):
        return ""
    return rest if first.lower() in _ELIDED and len(rest) > 2 else first


def _parts(word: str) -> list[str]:
    """`camelCase`, `HTTPServer2` and `snake_case` taken apart, digits for themselves."""
    parts, start = [], 0
    for n in range(1, len(word) + 1):
        last, here, after = word[n - 1], word[n:n + 1], word[n + 1:n + 2]
        turns = _kind(here) != _kind(last) and not (last.isupper() and here.islower())
        if turns or (last.isupper() and here.isupper() and after.islower()):
            parts.append(word[start:n])
            start = n
    return [part for part in parts if part.isalnum()]


def _kind(c: str) -> int:
    """What a character of an identifier is: upper, lower, digit, something between, or its end."""
    return 4 if not c else 3 if c.isdigit() else 2 if c.isupper() else 1 if c.islower() else 0
