"""Which of a person's sentences are worth keeping. The rule: a cue finds one, a single veto drops it."""

from __future__ import annotations

import re
from datetime import date
from typing import NamedTuple

from reverie.models.offline import days, wording
from reverie.models.offline.chinese import CHINESE
from reverie.models.offline.english import ENGLISH
from reverie.models.offline.language import DECISION, POINTER, REMEMBER, RULE, SELF, Language
from reverie.models.offline.sentences import QUOTED, Sentence

LANGUAGES: tuple[Language, ...] = (CHINESE, ENGLISH)
"""Tried in this order; each turns away what holds letters alien to it."""

_ORDER = (POINTER, SELF, DECISION, RULE)

# Keys, tokens and passwords, and what only looks like one: kept out of memories either way.
_SECRET = re.compile(
    r"eyJ[\w-]{8,}|gh[pousr]_\w{8,}|github_pat_\w+|sk-[\w-]{8,}|AKIA\w{8,}|xox[abprs]-|glpat-|-----BEGIN|"
    r"://[^/\s:@]+:[^/\s@]+@"
    r"|[?&](?:token|key|sig|secret)=|\[?redacted|\*{4,}|[A-Za-z0-9+/_=-]{32,}"
    # A code for a door, a network, a phone.
    r"|\b(?:(?:door|gate|alarm|lock|entry|access|vpn|unlock|login|phone) ?(?:code|key|combination)|pin|"
    r"passcode)s?\b[^.?!]{0,40}\b(?:is|are|=|:) ?\S*\d{3,}"
    r"|(?<!\S)(?=\S*[a-z])(?=\S*[A-Z])(?=\S*\d)(?=\S*[!#$%^&*+=~])(?!https?:)\S{8,}"
    r"|(?:门禁|门锁|无线|wifi|开机|登录|保险柜)[^，。]{0,8}(?:码|密|是)[^，。]{0,6}\d{3,}"
    r"|(?=.*(?:passw(?:or)?d|passphrase|pwd|token|secret|api[- ]?key|credential|private key|\bpin\b|密码|口令|令牌|"
    r"密钥|密鑰|"
    r"密碼|验证码))"
    r".*(?:(?<!\S)(?=\S*\d)(?=\S*[A-Za-z])[^\s/]{6,}|(?:password|passwd|密码|密碼|口令|pin)\s*(?:is|:|=|是|：)\s*\S+)",
    re.IGNORECASE,
)
# What concerns a private life and no work.
_PRIVATE = re.compile(
    r"\+?\d(?:[ ()-]?\d){8,}|\b(?:salary|salaries|pregnan\w*|divorc\w*|diagnos\w*|therap\w+|cancer|chemo\w*|surgery|"
    r"depress\w*|burn-?out|home address|"
    r"birthday|passport|social security|iban|girlfriend|boyfriend|wife|husband|daughter|son|kids?|sick|illness|"
    r"hospital)\b"
    r"|工资|薪资|身份证|住址|怀孕|离婚|住院|手术|抑郁|生日|老婆|老公|孩子",
    re.IGNORECASE,
)


class Found(NamedTuple):
    """A sentence worth keeping: where it stands among its turn's sentences, and as what."""

    place: int
    kind: str
    explicit: bool
    language: Language


def language_of(plain: str) -> Language | None:
    """The first language whose letters and common words this sentence shows; None when there is none."""
    return next((each for each in LANGUAGES if each.sign.search(plain) and not each.alien.search(plain)), None)


def find(sentences: list[Sentence], today: date | None) -> list[Found]:
    """What is worth keeping in one turn, in the order it was said."""
    spoken = [language_of(sentence.plain) for sentence in sentences]
    for sentence, language in zip(sentences, spoken, strict=True):
        if language and any(veto.search(sentence.plain) for veto in language.turn_vetoes):
            return []
    orders = any(
        each.listed and _orders(each, language) for each, language in zip(sentences, spoken, strict=True) if language
    )
    found: list[Found] = []
    for place, (spoken_as, language) in enumerate(zip(sentences, spoken, strict=True)):
        sentence = _without_courtesy(spoken_as, language) if language else spoken_as
        # One item of a list of things to do is a thing to do, whatever it sounds like.
        if language and not (orders and sentence.listed) and not _barred(sentence, language):
            kinds = _kinds(sentence, language, today) or _told_off(sentences, place, language)
            if kinds:
                found.append(Found(place, _strongest(kinds, sentence, language), REMEMBER in kinds, language))
    return found


def harmless(text: str) -> bool:
    """Whether nothing in `text` looks like a secret or like somebody's private life."""
    return not _SECRET.search(text) and not _PRIVATE.search(text)


def _without_courtesy(sentence: Sentence, language: Language) -> Sentence:
    """The order in "could you always show the diff?", which asks for nothing but a habit."""
    polite = language.polite.match(sentence.plain)
    if not polite:
        return sentence
    return sentence._replace(plain=sentence.plain[polite.end() :].rstrip("?？ "), asks=False)


def _barred(sentence: Sentence, language: Language) -> bool:
    plain = sentence.plain
    if sentence.asks or not harmless(sentence.text) or any(veto.search(plain) for veto in language.vetoes):
        return True
    if language.hearsay.search(plain):
        return True
    # Mostly somebody else's words.
    if plain.count(QUOTED) * 2 > len(plain):
        return True
    return _orders(sentence, language)


def _orders(sentence: Sentence, language: Language) -> bool:
    return bool(language.task.search(sentence.plain)) and not language.standing.search(sentence.plain)


def _kinds(sentence: Sentence, language: Language, today: date | None) -> set[str]:
    return {
        cue.kind
        for cue in language.cues
        if cue.pattern.search(sentence.plain) and (not cue.dated or days.ahead(sentence.plain, today, language.days))
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
