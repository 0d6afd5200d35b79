"""What a text says, as tokens that are equal only where nothing but its dress differs. Pure.

Blanks, a capital at the head of a sentence, emphasis, list marks and the punctuation around a word are dress. A number
with its sign and unit, a flag, a path, an identifier, a quotation, and the case of all of them are what it says.
"""
from __future__ import annotations

import re
import unicodedata

_PIECE = re.compile(
    r"(?P<fence>^[ \t]*(?P<mark>```|~~~).*?(?:^[ \t]*(?P=mark)[ \t]*$|\Z))"
    r"|(?P<literal>(?P<ticks>`+)(?!`).+?(?<!`)(?P=ticks)(?!`)"
    r"|\"[^\"\n]+\"|“[^”\n]+”|«[^»\n]+»|「[^」\n]+」|『[^』\n]+』|„[^“”\n]+[“”])"
    r"|(?P<end>[。！？；\n]+)|(?P<pause>[，、：　]+)"
    r"|(?P<word>[^\s`\"“«「『„。！？；，、：　]+)|(?P<rest>\S)", re.M | re.S)
_CURLY = re.compile("[“”„]")
_MARK = re.compile(r"^[ \t]*(?:[-*+•]|#{1,6}|>)[ \t]+", re.M)
_STRONG = re.compile(r"^\*\*(?=\w)|(?<=[\w.,;:!?)])\*\*(?=[.,;:!?)]*$)")
_PLAIN = re.compile(r"[^\W\d_]+(?:['’-][^\W\d_]+)*")
_WEIGHTY = frozenset("NEVER ALWAYS NOT MUST DO DON'T ONLY ALL ANY NO NONE IMPORTANT BEFORE AFTER".split())
"""Words that are written large for their weight, not because they are names."""
_FACT = re.compile(r"\d|[`\"“«「『„/\\_@#$€£%<>=+~^&|]|\w[.:]\w|^--?\w|^\.\w|[a-z][A-Z]|^[A-Z]{2,}|\w-\d")


def tokens(text: str) -> tuple[str, ...]:
    """The text's tokens in their order."""
    text = _MARK.sub("", unicodedata.normalize("NFC", text.replace("\r\n", "\n")))
    found: list[str] = []
    first = True
    for piece in _PIECE.finditer(text):
        if piece["end"] or piece["pause"]:
            first = first or bool(piece["end"])
            continue
        if piece["word"]:
            word = _bare(piece["word"])
            found.append(_plain(word, first))
            first = piece["word"].rstrip("*)]").endswith((".", "!", "?", ":"))
        else:
            found.append(_CURLY.sub('"', piece[0]))
            first = False
    return tuple(filter(None, found))


def facts(said: tuple[str, ...]) -> frozenset[str]:
    """The tokens that cannot be told in other words: numbers, identifiers, paths, flags, literals."""
    return frozenset(token for token in said if _FACT.search(token))


def _bare(word: str) -> str:
    """The word without the emphasis and the punctuation around it; what is punctuation alone stays."""
    if not any(c.isalnum() for c in word):
        return "-" if word in ("—", "–") else word.strip(".,;:") and word
    before = ""
    while before != word:
        before, word = word, _STRONG.sub("", word)
        word = word[1:] if word[0] in "([" else word
        word = word[:-1] if _closing(word) else word
    return word


def _closing(word: str) -> bool:
    last = word[-1]
    if last == ":":
        return len(word) > 2
    return last in ".,;!…]" or last == ")" and "(" not in word


def _plain(word: str, first: bool) -> str:
    """A plain word in small letters where its capitals are dress."""
    word = word.replace("’", "'")
    if not _PLAIN.fullmatch(word):
        return word
    capital = first and (len(word) == 1 or word[1:].islower())
    return word.casefold() if capital or word in _WEIGHTY else word
