"""Which of a person's sentences are worth keeping. The rule: a cue finds one, a single veto drops it."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date
from typing import NamedTuple

from reverie.models.offline import days, wording
from reverie.models.offline.chinese import CHINESE
from reverie.models.offline.english import ENGLISH
from reverie.models.offline.french import FRENCH
from reverie.models.offline.german import GERMAN
from reverie.models.offline.guards import harmless
from reverie.models.offline.japanese import JAPANESE
from reverie.models.offline.korean import KOREAN
from reverie.models.offline.language import DECISION, POINTER, REMEMBER, RULE, SELF, Cue, Language
from reverie.models.offline.sentences import QUOTED, Sentence
from reverie.models.offline.spanish import SPANISH

SCRIPTS: tuple[Language, ...] = (CHINESE, JAPANESE, KOREAN)
"""Known by their letters; each turns away what holds letters alien to it."""
LATIN: tuple[Language, ...] = (ENGLISH, GERMAN, SPANISH, FRENCH)
"""Known by their common words: the one with the most of them in the sentence."""
LANGUAGES = SCRIPTS + LATIN

_ORDER = (POINTER, SELF, DECISION, RULE)


class Found(NamedTuple):
    """A sentence worth keeping: where it stands among its turn's sentences, and as what.

    What is not `sure` is only proposed; what is `taken` from what the agent did last says nothing without it, and what
    is `deictic` nothing without what was said before it.
    """

    place: int
    kind: str
    explicit: bool
    language: Language
    sure: bool = True
    taken: bool = False
    deictic: bool = False
    known: str = ""


Known = Callable[[str, Language], str]
"""Which type of memory a sentence that is no rule by itself brings news of, or empty."""


def language_of(plain: str) -> Language | None:
    """The language whose letters or common words this sentence shows; None when there is none."""
    for each in SCRIPTS:
        if each.sign.search(plain) and not each.alien.search(plain):
            return each
    best, most = None, 0
    for each in LATIN:
        count = 0 if each.alien.search(plain) else sum(1 for _ in each.sign.finditer(plain))
        best, most = (each, count) if count > most else (best, most)
    return best


def languages_of(sentences: list[Sentence]) -> list[Language | None]:
    """The language of each sentence; one of Chinese characters alone between Japanese ones is Japanese."""
    each_by_itself = [language_of(sentence.plain) for sentence in sentences]
    if JAPANESE in each_by_itself:
        return [JAPANESE if language is CHINESE else language for language in each_by_itself]
    return each_by_itself


def find(sentences: list[Sentence], today: date | None, known: Known) -> list[Found]:
    """What is worth keeping in one turn, in the order it was said."""
    spoken = languages_of(sentences)
    pairs = list(zip(sentences, spoken, strict=True))
    if any(veto.search(each.plain) for each, language in pairs if language for veto in language.turn_vetoes):
        return []
    orders = any(each.listed and _orders(each, language) for each, language in pairs if language)
    found: list[Found] = []
    for place, (said, language) in enumerate(pairs):
        # One item of a list of things to do is a thing to do, whatever it sounds like.
        if not language or (orders and said.listed):
            continue
        sentence = _without_courtesy(said, language)
        item = _judged(sentences, place, sentence, language, today, known)
        if item:
            found.append(item)
    return found


def _judged(
    sentences: list[Sentence], place: int, sentence: Sentence, language: Language, today: date | None, known: Known
) -> Found | None:
    plain = sentence.plain
    if _barred(sentence, language):
        return None
    if language.assent.search(plain):
        return Found(place, RULE, False, language, sure=False, taken=True)
    if language.vetoes[3].search(plain) or _orders(sentence, language):
        return None
    deictic = bool(language.deictic.search(plain))
    kinds = _kinds(plain, language.cues, language, today) or _told_off(sentences, place, language)
    if kinds:
        kind = _strongest(kinds, sentence, language)
        return Found(place, kind, REMEMBER in kinds, language, sure=not deictic, deictic=deictic)
    news = known(plain, language)
    if news:
        return Found(place, DECISION, False, language, known=news)
    kinds = _kinds(plain, language.hints, language, today)
    if kinds:
        return Found(place, _strongest(kinds, sentence, language), False, language, sure=False, deictic=deictic)
    return None


def _without_courtesy(sentence: Sentence, language: Language) -> Sentence:
    """The order in "could you always show the diff?", which asks for nothing but a habit."""
    polite = language.polite.match(sentence.plain)
    if not polite:
        return sentence
    return sentence._replace(plain=sentence.plain[polite.end() :].rstrip("?？ "), asks=False)


def _barred(sentence: Sentence, language: Language) -> bool:
    plain = sentence.plain
    if sentence.asks or not harmless(sentence.text) or any(veto.search(plain) for veto in language.vetoes[:3]):
        return True
    if language.hearsay.search(plain):
        return True
    # Mostly somebody else's words.
    return plain.count(QUOTED) * 2 > len(plain)


def _orders(sentence: Sentence, language: Language) -> bool:
    return bool(language.task.search(sentence.plain)) and not language.standing.search(sentence.plain)


def _kinds(plain: str, cues: tuple[Cue, ...], language: Language, today: date | None) -> set[str]:
    return {
        cue.kind
        for cue in cues
        if cue.pattern.search(plain) and (not cue.dated or days.ahead(plain, today, language.days))
    }


def _told_off(sentences: list[Sentence], place: int, language: Language) -> set[str]:
    """A verdict told with the mishap that taught it: "don't mock the clock", "that hid a bug last year"."""
    sentence = sentences[place]
    if not language.verdict.search(sentence.plain):
        return set()
    before = sentences[place - 1].plain if place and sentence.joined else ""
    after = sentences[place + 1].plain if place + 1 < len(sentences) and sentences[place + 1].joined else ""
    complains = language.complaint.search(sentence.plain) or language.complaint.search(before)
    taught = language.incident.search(sentence.plain) or language.incident.search(after)
    return {RULE} if complains and taught else set()


def _strongest(kinds: set[str], sentence: Sentence, language: Language) -> str:
    """A kind for a sentence with several; what one only has to remember is a rule when it orders, else a fact."""
    if kinds == {REMEMBER}:
        return RULE if language.directive.search(wording.without_openers(sentence.plain, language)) else DECISION
    return next(kind for kind in _ORDER if kind in kinds)
