"""What a text says besides its facts, sentence by sentence: how much of it another text says too. Pure.

Words are compared by the house's tokens, by a common beginning, and by what the glossary says they mean.
"""
from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import cache

from reverie.lexicon import glossary
from reverie.lexicon.stems import stem
from reverie.tokens import tokens, words

_SENTENCE = re.compile(r"(?<=[.!?;:])\s+|(?<=[。！？；：])|\n+")
_CLAUSE = re.compile(r",\s+|[，、()（）]|\s[—–-]\s| \| ")
_FRAME = """
it was agreed decided settled clear noted known note that then remember said says told mentioned important should
worth keep
mind please currently basically simply also therefore thus hence moreover furthermore besides way always fact case
order
additionally as far as we could tell at the time for the time being in short in general means which additionally
afterwards thereafter otherwise beyond accordingly learned roughly sure certain indeed
es war wurde wurden worden damals klar bekannt wichtig gesagt vereinbart festgelegt beschlossen entschieden abgemacht
beachten bitte also daher
deshalb zudem außerdem dabei dafür dazu gilt jeweils nämlich übrigens danach davor daher damit davon darauf darum
daran darin
daraus dahin sonst dort machen macht mach gemacht tun
il faut noter que rappel rappeler entendu important convenu décidé donc alors aussi ainsi puis ensuite après là sinon
faire fait
hay que notar recordar importante acordado decidido entonces también así después luego ahí hacer hace hacen haz hagas
hecho
需要注意的是 请注意 值得注意 请记得 大家都知道 当时说过 应该 必须 已经 另外 此外 同时 目前 一直 约定
よう こと ため もの また その 場合 必ず 当時 注意すべき点は なお ちなみに
합의 중요 참고 참고로 또한 그리고 항상 당시
"""


_MARK = re.compile(r"^(?:[-*•#>]+\s+)+")
_LATIN = re.compile(r"[A-Za-zÀ-ɏ]+")


@cache
def frame() -> frozenset[str]:
    """Tokens of the words that only carry a sentence."""
    return frozenset(tokens(_FRAME))


@cache
def _glossary() -> Mapping[str, tuple[str, ...]]:
    known: dict[str, tuple[str, ...]] = {}
    for form, meaning in glossary.entries():
        known[form] = (*known.get(form, ()), meaning)
    return known


def _met(forms: list[str]) -> Mapping[str, tuple[str, ...]]:
    known = _glossary()
    return {form: known[form] for form in forms if form in known}


@cache
def meanings(text: str) -> frozenset[str]:
    """What the words of the text mean in any of the glossary's languages."""
    return frozenset(glossary.meanings(text, _met))


def sentences(text: str) -> Iterator[str]:
    """The sentences of a text, without marks of lists."""
    for piece in _SENTENCE.split(text):
        said = _MARK.sub("", piece.strip())
        if said:
            yield said


def clauses(sentence: str) -> Iterator[str]:
    """What commas and brackets part a sentence into."""
    yield from filter(None, (piece.strip() for piece in _CLAUSE.split(sentence)))


@cache
def content(text: str) -> tuple[str, ...]:
    """The tokens that say something, each word once by its whole form."""
    return tuple(dict.fromkeys(word[0] for word in words(text) if word[0] not in frame()))


@cache
def stock(text: str) -> frozenset[str]:
    """All tokens of a text and of its stop words too, to look others up in."""
    return frozenset(tokens(text)) | {stem(word.casefold()) for word in _LATIN.findall(text)}


def missing(said: str, other: str) -> list[str]:
    """The words of `said` that `other` does not have in any form."""
    there, meant = stock(other), meanings(other)
    return [word for word in content(said) if not _found(word, there) and not meanings(word) & meant]


def _found(word: str, there: frozenset[str]) -> bool:
    if word in there:
        return True
    if len(word) < 4 or not word.isalpha():
        return False
    return any(_akin(word, each) for each in there)


def _akin(one: str, other: str) -> bool:
    """Whether two words begin alike for most of their length, as `passt` and `passen` do."""
    most = max(len(one), len(other))
    common = next((n for n, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), min(len(one), len(other)))
    return common >= 4 and common >= 0.6 * most
