"""What a text denies or restricts, and of what. Pure.

`Use a, never b` and `Use b, never a` have the same words: so each clause is looked at by itself.
"""
from __future__ import annotations

import re
from collections.abc import Iterator

from reverie.dream.measures import BOUNDS
from reverie.dream.saying import content, sentences
from reverie.dream.tongue import prose

_NOT = re.compile(
    r"(?i)\b(?:not|never|no|none|nothing|nobody|neither|nor|without|avoid\w*|cannot|\w+n['’]t|instead of|rather than"
    r"|lacks?|refus\w+|forbid\w*|forbidden|prohibit\w*|banned|stop(?:ped)? (?:using|doing)"
    r"|nicht|nie|niemals|nirgends|kein\w*|ohne|vermeid\w+|verboten|statt|anstatt|weder|fehlt|fehlen|untersagt"
    r"|ne|pas|jamais|sans|aucune?|éviter|évite[rz]?|interdit\w*|plutôt que|au lieu d|ni"
    r"|nunca|jamás|sin|ningun[oa]?|ningún|evitar|evita|prohibid[oa]|en vez de|en lugar de|tampoco)\b"
    r"|\bn['’](?=[aeiouéêh])"
    r"|不(?![同仅但过断久])|没|沒|勿|(?<![特区區级級分個个类類差])[别別](?![名的のに途々])|無(?!論)|无(?!论)|禁止"
    r"|避免|切勿|而非|未(?!来)"
    r"|な(?:い|く|かっ|し(?:で|に))|ません|ず(?:に|、|。)|せず|ではなく|避け|不可|않|못|없|말(?:고|라|아|것)|마세요"
    r"|마십시오|금지|아니|(?<![가-힣])안 "
)
_ONLY = re.compile(
    r"(?i)\b(?:only|solely|exclusively|except|unless|nur|ausschließlich|lediglich|außer|seulement|uniquement"
    r"|exclusivement|sauf|solo|sólo|solamente|únicamente|exclusivamente|excepto|salvo)\b"
    r"|只(?!有|要)|只有|仅|僅|唯一|除(?:了|非|外)|だけ|のみ|しか|以外|오직|(?<=[가-힣A-Za-z0-9`])만(?=[\s,.]|을|이"
    r"|은)(?<!하지만)|뿐|제외"
)
_TURN = re.compile(
    r"(?i),\s+|[，、;；()（）]|\s[—–-]\s|\s(?=(?:but|instead|rather than|and|sondern|statt|anstatt|und|mais|au lieu"
    r"|plutôt|et|sino|en vez|en lugar|y|pero)\b)|(?<=ではなく)|(?<=じゃなく)|(?=而不是)|(?=而非)|(?<=말고)|(?<=아니라)"
)


def _told(text: str) -> str:
    """The text without its code and without bounds, `no more than` among them."""
    return BOUNDS.sub(" ", prose(text))


def restricts(text: str) -> bool:
    """Whether something in the text is denied, or holds only for something."""
    told = _told(text)
    return bool(_NOT.search(told) or _ONLY.search(told))


def denies(text: str) -> bool:
    """Whether something in the text is denied."""
    return bool(_NOT.search(_told(text)))


def sides(text: str) -> dict[str, frozenset[bool]]:
    """For each word of weight, whether it stands in clauses that deny, in others, or in both."""
    found: dict[str, set[bool]] = {}
    for clause in clauses(text):
        denied = denies(clause)
        for word in content(clause):
            found.setdefault(word, set()).add(denied)
    return {word: frozenset(both) for word, both in found.items()}


def clauses(text: str) -> Iterator[str]:
    """The text in pieces of which each says one thing, parted where a sentence turns; code stays whole."""
    for sentence in sentences(text):
        held = re.sub(r"`[^`\n]*`", lambda match: match[0].translate(_HELD), sentence)
        yield from filter(None, (clause.translate(_FREED).strip() for clause in _TURN.split(held)))


_HELD = {ord(c): 0xE000 + n for n, c in enumerate(" ,;()")}
_FREED = {0xE000 + n: c for n, c in enumerate(" ,;()")}
"""Marks within code do not part clauses."""
