"""The stem of an English word: its forms meet in one string that need not be a word. Light: it never goes to a root."""
from __future__ import annotations

_WHOLE = frozenset("production staging windows cors https saas aws dns".split())
"""Words whose stem would be that of another: production is no product."""
_VOWELS = frozenset("aeiouy")


def stem(word: str) -> str:
    """`migrations`, `migrated` and `migrating` meet; words of three letters and what is no English word stay."""
    if len(word) < 4 or word in _WHOLE or not word.isascii() or not word.isalpha():
        return word
    base = _without_tail(_singular(word))
    if len(base) > 3 and base[-1] == base[-2]:
        base = base[:-1]
    return base[:-1] if len(base) > 3 and base.endswith("e") else base


def _singular(word: str) -> str:
    if word.endswith(("ies", "ied")) and len(word) > 4:
        return word[:-3] + "y"
    if word.endswith(("sses", "xes", "ches", "shes", "zes")):
        return word[:-2]
    return word if not word.endswith("s") or word.endswith(("ss", "us", "is")) else word[:-1]


def _without_tail(word: str) -> str:
    for tail, least in (("ing", 3), ("ment", 4), ("ed", 3), ("ly", 4), ("ion", 4)):
        rest = word[: -len(tail)]
        if word.endswith(tail) and len(rest) >= least and _stands(rest, tail):
            return rest
    return word


def _stands(rest: str, tail: str) -> bool:
    """Whether what is left can be a word: `need` ends in no `ed`, `supply` in no `ly`, `million` in no `ion`."""
    if tail == "ion":
        return rest[-1] in "st"
    if tail == "ly":
        return rest[-1] != rest[-2]
    return bool(_VOWELS & set(rest)) and not (tail == "ed" and rest.endswith("e"))
