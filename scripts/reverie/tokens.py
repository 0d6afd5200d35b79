"""One tokenizer for writing, searching and comparing: what is one word to one of them is one word to all.

NFKC and casefold; identifiers kept whole and split (`snake_case`, `camelCase`, paths, flags); light English stemming;
overlapping pairs of characters where a script has no spaces. Read by hand, character by character: compiling patterns
would cost a hook more than any prompt takes.
"""
from __future__ import annotations

import unicodedata

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

_JOINS = frozenset("./:@+#-")
"""Characters that hold an identifier together: `src/a.py`, `pnpm@9.1`, `--no-verify`, `c++`."""
_ENDINGS = ("ings", "ing", "edly", "ed", "ions", "ion", "ies", "es", "s", "ly")
STOP = frozenset(
    "a about above after again all also am an and any are as at be because been before being below between both but by"
    " can could did do does doing done down each else ever few for from further get gets got had has have having he her"
    " here hers him his how i if in into is it its itself just let like make makes may me might more most much must my"
    " need no nor not now of off ok on once one only or other our out over own please put same say see shall she should"
    " so some such sure take tell than thank thanks that the their them then there these they thing this those through"
    " to too try under until up us use used using very want was way we were what when where which while who whom whose"
    " why will with would yes yet you your show look help know think go going come work works add new fix change update"
    " 的 了 是 我 你 他 她 它 们 在 有 和 就 不 也 都 这 那 吗 呢 吧 请 把 被 给 一 个 什么 怎么 我们 你们 一下 这个"
    " 那个 可以 如何".split()
)


def tokens(text: str) -> list[str]:
    """The words of `text` in order, repeats kept, stop words left out."""
    found: list[str] = []
    for word in _words(text if text.isascii() else unicodedata.normalize("NFKC", text)):
        if word.isascii():
            _identifier(word, found)
        else:
            for unspaced, piece in _scripts(word):
                (_pairs if unspaced else _identifier)(piece, found)
    return [token for token in found if token and token not in STOP]


def _words(text: str) -> Iterator[str]:
    """Runs of letters, digits and `_`, held together by joining characters that stand inside."""
    start = end = -1
    for n, c in enumerate(text):
        if c.isalnum() or c == "_":
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


def _scripts(word: str) -> Iterator[tuple[bool, str]]:
    """The word in pieces, each of a script that parts words by spaces or of one that does not."""
    start = 0
    for n in range(1, len(word) + 1):
        if n == len(word) or _unspaced(word[n]) != _unspaced(word[start]):
            yield _unspaced(word[start]), word[start:n]
            start = n


def _unspaced(c: str) -> bool:
    """Kana, Han, Hangul and Thai."""
    return c >= "\u0e00" and (
        "\u3040" <= c <= "\u30ff" or "\u3400" <= c <= "\u9fff" or "\uac00" <= c <= "\ud7af" or c <= "\u0e7f"
        or "\uf900" <= c <= "\ufaff"
    )


def _identifier(word: str, found: list[str]) -> None:
    """The word whole, and the parts it is made of when it is made of more than one."""
    whole = word.casefold().strip("./:@-")
    if whole in STOP:  # before its ending goes, or `please` would count as `pleas`
        return
    if whole.isalpha() and (word.islower() or word.istitle() or word.isupper() or not word.isascii()):
        found.append(_stem(whole))
        return
    parts = _parts(word) if word.isascii() else []
    found.append(whole if len(parts) > 1 else _stem(whole))
    if len(parts) > 1:
        found.extend(_stem(part.lower()) for part in parts if len(part) > 1 or part.isdigit())


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


def _pairs(run: str, found: list[str]) -> None:
    found.extend(run[i:i + 2] for i in range(len(run) - 1))
    if len(run) == 1:
        found.append(run)


def _stem(word: str) -> str:
    """`migrations`, `migrated` and `migrating` meet; words of four letters and less stay as they are."""
    if len(word) <= 4 or not word.isascii() or not word.isalpha():
        return word
    for ending in _ENDINGS:
        least = 4 if ending.startswith("ion") else 3
        if word.endswith(ending) and len(word) - len(ending) >= least and not word.endswith(("ss", "us", "is")):
            word = word[: -len(ending)] + ("y" if ending == "ies" else "")
            break
    return word[:-1] if len(word) > 4 and (word.endswith("e") or word[-1] == word[-2]) else word
