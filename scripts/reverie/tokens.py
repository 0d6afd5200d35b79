"""One tokenizer for writing, searching and comparing: what is one word to one of them is one word to all.

NFKC and casefold; identifiers kept whole and split (`snake_case`, `camelCase`, paths, flags); light English stemming;
overlapping pairs of characters where a script has no spaces.
"""
from __future__ import annotations

import re
import unicodedata

_WORD = re.compile(r"\w(?:[\w./:@+#-]*[\w+#])?")
_PART = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+")
_RUN = re.compile("([぀-ヿ㐀-䶿一-鿿豈-﫿가-힯฀-๿]+)")
_ENDINGS = ("ings", "ing", "edly", "ed", "ies", "es", "s", "ly")

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
    text = unicodedata.normalize("NFKC", text)
    found: list[str] = []
    for match in _WORD.finditer(text):
        for n, piece in enumerate(_RUN.split(match.group())):
            (_run if n % 2 else _identifier)(piece, found)
    return [token for token in found if token and token not in STOP]


def _identifier(word: str, found: list[str]) -> None:
    """The word whole, and the parts it is made of when it is made of more than one."""
    whole = word.casefold().strip("./:@-")
    parts = [part.casefold() for part in _PART.findall(word)] if word.isascii() else []
    found.append(_stem(whole) if len(parts) < 2 else whole)
    if len(parts) > 1:
        found.extend(_stem(part) for part in parts if len(part) > 1 or part.isdigit())


def _run(run: str, found: list[str]) -> None:
    found.extend(run[i:i + 2] for i in range(len(run) - 1))
    if len(run) == 1:
        found.append(run)


def _stem(word: str) -> str:
    """`migrations`, `migrated` and `migrating` meet; words of four letters and less stay as they are."""
    if len(word) <= 4 or not word.isascii() or not word.isalpha():
        return word
    for ending in _ENDINGS:
        if word.endswith(ending) and len(word) - len(ending) >= 3 and not word.endswith(("ss", "us", "is")):
            word = word[: -len(ending)] + ("y" if ending == "ies" else "")
            break
    return word[:-1] if len(word) > 4 and (word.endswith("e") or word[-1] == word[-2]) else word
