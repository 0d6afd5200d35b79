"""The backend without a model: rules over the person's own sentences. It calls nobody; in doubt it keeps silent."""

from __future__ import annotations

import re
from datetime import date
from typing import Any

from reverie.models.offline import days, rules, wording
from reverie.models.offline.language import DECISION, POINTER, RULE, SELF
from reverie.models.offline.rules import Found
from reverie.models.offline.sentences import Sentence, own_sentences
from reverie.record import Answer, Job, Usage

_TYPE = {SELF: "user", RULE: "feedback", DECISION: "project", POINTER: "reference"}
_THIN = 14
"""A sentence with fewer characters left after its openers says nothing by itself."""


def ask(job: Job, means: object = None) -> Answer:
    """What the user's own turns of `job` hold that is worth keeping, found by rules alone; never raises on any text."""
    today = days.day_of(job.today)
    memories: list[dict[str, Any]] = []
    for turn in job.turns:
        if turn.role == "user":
            memories += _memories(turn.text, today)
    once = {memory["body"]: memory for memory in memories}
    return Answer({"memories": list(once.values())}, Usage(calls=0))


def _memories(turn: str, today: date | None) -> list[dict[str, Any]]:
    sentences = own_sentences(turn)
    made: list[dict[str, Any]] = []
    taken = -1
    found = rules.find(sentences, today)
    for item in found:
        first, last = _span(sentences, item, {each.place for each in found}, taken)
        if first <= taken or last < first:
            continue
        quote = turn[sentences[first].start : sentences[last].end]
        if rules.harmless(quote):
            memory = _memory(sentences[first : last + 1], item, quote, today)
            if memory:
                made.append(memory)
                taken = last
    return made


def _span(sentences: list[Sentence], item: Found, cued: set[int], taken: int) -> tuple[int, int]:
    """The sentences that make the memory: the one found, what it points back at, and what explains it."""
    first = last = item.place
    language = item.language
    said = wording.without_openers(sentences[first].text, language)
    pointing = language.pointing.search(said) or len(said) < _thin(said)
    if pointing and first - 1 > taken and sentences[first].joined and not sentences[first - 1].asks:
        first -= 1
    elif pointing and not said.strip(" .。:："):
        last += 1
    while last + 1 < len(sentences) and last - first < 2 and _explains(sentences[last + 1], item, last + 1 in cued):
        last += 1
        if not item.explicit:
            break
    return (first, last) if last < len(sentences) else (0, -1)


def _thin(said: str) -> int:
    return _THIN // 2 if re.search(r"[\u3400-\u9fff]", said) else _THIN


def _explains(sentence: Sentence, item: Found, cued: bool) -> bool:
    if not sentence.joined or sentence.asks or item.language.order.search(sentence.plain):
        return False
    if any(veto.search(sentence.plain) for veto in item.language.vetoes[:3]) or not rules.harmless(sentence.text):
        return False
    return not cued or bool(item.language.pointing.search(sentence.plain))


def _memory(span: list[Sentence], item: Found, quote: str, today: date | None) -> dict[str, Any] | None:
    language = item.language
    parts = [wording.without_openers(sentence.text, language) for sentence in span]
    parts = [part for part in parts if part.strip(" .。:：!！") and not (len(parts) > 1 and _empty(part, item))]
    if not parts:
        return None
    fact, why = wording.reason_in(parts[0], language)
    rest = parts[1:]
    if rest and not why and item.kind != SELF and language.because.search(rest[-1]):
        why = rest.pop().rstrip(".。")
    gap = "" if language.tag == "zh" else " "
    body = days.absolute(gap.join([fact, *rest]).strip(), today, language.days)
    if len(body) < _thin(body):
        return None
    personal = item.kind == SELF or (item.kind == RULE and bool(language.manner.search(body)))
    return {
        "type": _TYPE[item.kind],
        "name": wording.name_of(body, language.stop_words),
        "description": wording.description_of(body),
        "body": body,
        "why": days.absolute(why, today, language.days),
        "how": "",
        "quote": quote,
        "scope": "person" if personal and not language.local.search(body) else "project",
    }


def _empty(part: str, item: Found) -> bool:
    return bool(item.language.pointing.search(part)) and len(part) < 2 * _thin(part)
