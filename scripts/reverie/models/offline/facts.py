"""Which words make the fact around a sentence that was found. The rule: as few as say it, all of them verbatim."""

from __future__ import annotations

import re
from datetime import date
from typing import Any, NamedTuple

from reverie.models.offline import days, rules, wording
from reverie.models.offline.guards import harmless
from reverie.models.offline.language import DECISION, POINTER, RULE, SELF, Language
from reverie.models.offline.rules import Found
from reverie.models.offline.sentences import Sentence, own_sentences

_TYPE = {SELF: "user", RULE: "feedback", DECISION: "project", POINTER: "reference"}
_THIN = 14
"""A sentence with fewer characters left after its openers says nothing by itself."""
_MOST = 3
"""Proposals from one turn: who is asked about every sentence answers none."""
_LONGEST_CONTEXT = 300


class Fact(NamedTuple):
    """A memory as it goes into the answer, with its language and whether it is sure."""

    memory: dict[str, Any]
    language: Language
    sure: bool


class Before(NamedTuple):
    """What was said before a turn: by the person, and by the agent since."""

    user: str = ""
    agent: str = ""


def facts(turn: str, before: Before, today: date | None, known: rules.Known) -> list[Fact]:
    """The facts in one turn of the person's, in order, proposals among them."""
    sentences = own_sentences(turn)
    found = rules.find(sentences, today, known)
    sure = {item.place for item in found if item.sure}
    made: list[Fact] = []
    taken = -1
    for item in found:
        first, last = _span(sentences, item, sure, taken) if item.sure else _loose_span(sentences, item, found)
        if first <= taken or last < first:
            continue
        quote = turn[sentences[first].start : sentences[last].end]
        if harmless(quote):
            context = "" if item.sure else _context(sentences, item, before)
            memory = _memory(sentences[first : last + 1], item, quote, today, context)
            if memory and (item.sure or sum(not fact.sure for fact in made) < _MOST):
                made.append(Fact(memory, item.language, item.sure))
                taken = last
    return made


def thin(said: str) -> bool:
    """Whether so few characters say nothing by themselves."""
    return len(said) < (_THIN // 2 if re.search(r"[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]", said) else _THIN)


def _span(sentences: list[Sentence], item: Found, cued: set[int], taken: int) -> tuple[int, int]:
    """The sentences that make the memory: the one found, what it points back at, and what explains it."""
    first = last = item.place
    language = item.language
    said = wording.without_openers(sentences[first].text, language)
    pointing = language.pointing.search(said) or thin(said)
    if pointing and first - 1 > taken and sentences[first].joined and not sentences[first - 1].asks:
        first -= 1
    elif pointing and not said.strip(" .。:："):
        last += 1
    while last + 1 < len(sentences) and last - first < 2 and _explains(sentences[last + 1], item, last + 1 in cued):
        last += 1
        following = sentences[last + 1].plain if last + 1 < len(sentences) else ""
        # "Don't do this. It once cost us a day. Do that."
        if not item.explicit and not language.directive.search(following):
            break
    return (first, last) if last < len(sentences) else (0, -1)


def _loose_span(sentences: list[Sentence], item: Found, found: list[Found]) -> tuple[int, int]:
    """A proposal and the next one of its kind, when one is the other's continuation."""
    after = item.place + 1
    continued = any(each.place == after and not each.sure and each.kind == item.kind for each in found)
    if (continued or thin(sentences[item.place].text)) and not item.taken and _goes_on(sentences, after):
        return item.place, after
    return item.place, item.place


def _goes_on(sentences: list[Sentence], place: int) -> bool:
    """Whether a sentence stands there that belongs to the one before and asks nothing."""
    if place >= len(sentences):
        return False
    return sentences[place].joined and not sentences[place].asks and harmless(sentences[place].text)


def _explains(sentence: Sentence, item: Found, cued: bool) -> bool:
    if not sentence.joined or sentence.asks or item.language.order.search(sentence.plain):
        return False
    if any(veto.search(sentence.plain) for veto in item.language.vetoes[:3]) or not harmless(sentence.text):
        return False
    return not cued or bool(item.language.pointing.search(sentence.plain))


def _context(sentences: list[Sentence], item: Found, before: Before) -> str:
    """What a proposal that points back points at: the sentence before it, the agent's last word, or the turn before."""
    if item.taken:
        return item.language.vetoes[0].sub("", _last_word(before.agent, item.language)).strip()
    last = sentences[item.place - 1] if item.place and sentences[item.place].joined else None
    # Who answers a question of their own has named the thing there.
    if last and (item.deictic or last.asks) and len(last.text) > 2 * _THIN and harmless(last.text):
        return last.text
    return _last_word(before.user, item.language) if item.deictic else ""


def _last_word(turn: str, language: Language) -> str:
    """What a turn says first that is long enough to mean something and asks for no answer."""
    said = [each.text for each in own_sentences(turn) if not thin(each.text) and harmless(each.text)]
    told = [text for text in said if not text.endswith(("?", "？"))] or said
    return language.gap.join(told[:2])[:_LONGEST_CONTEXT] if told else ""


def _memory(span: list[Sentence], item: Found, quote: str, today: date | None, context: str) -> dict[str, Any] | None:
    language = item.language
    if item.taken and not context:
        return None
    parts = [wording.without_openers(sentence.text, language) for sentence in span]
    parts = [part for part in parts if part.strip(" .。:：!！") and not (len(parts) > 1 and _empty(part, item))]
    if not parts:
        return None
    fact, why = wording.reason_in(parts[0], language)
    rest = parts[1:]
    if rest and not why and item.kind != SELF and language.because.search(rest[-1]):
        why = rest.pop().rstrip(".。")
    said = [f"{context} —", fact] if context else [fact]
    body = days.absolute(language.gap.join([*said, *rest]).strip(), today, language.days)
    if thin(body):
        return None
    personal = item.kind == SELF or (item.kind == RULE and bool(language.manner.search(body)))
    return {
        "type": item.known or _TYPE[item.kind],
        "name": wording.name_of(body, language.stop_words),
        "description": wording.description_of(body),
        "body": body,
        "why": days.absolute(why, today, language.days),
        "how": "",
        "quote": quote,
        "scope": "person" if personal and not language.local.search(body) else "project",
    }


def _empty(part: str, item: Found) -> bool:
    return bool(item.language.pointing.search(part)) and (len(part) < 2 * _THIN if item.language.gap else thin(part))
