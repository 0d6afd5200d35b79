"""The backend without a model: rules over the person's own sentences. It calls nobody; in doubt it keeps silent."""

from __future__ import annotations

from functools import partial
from typing import Any

from reverie.models.offline import days, linking
from reverie.models.offline.facts import Before, Fact, facts
from reverie.models.offline.rules import LANGUAGES
from reverie.record import Answer, Job, Turn, Usage

_COMMON = frozenset(word for language in LANGUAGES for word in language.stop_words)


def ask(job: Job, means: object = None) -> Answer:
    """What the user's own turns of `job` hold that is worth keeping, found by rules alone; never raises on any text.

    What is only plausible stands in `proposals`.
    """
    knowledge = linking.knowledge(job.existing, job.instructions, _COMMON)
    once: dict[str, Fact] = {}
    for fact in _found(job, knowledge):
        once.setdefault(fact.memory["body"], fact)
    memories: list[dict[str, Any]] = []
    proposals: list[dict[str, Any]] = []
    for fact in once.values():
        memory = linking.linked(fact.memory, fact.language, knowledge, sure=fact.sure)
        if memory:
            (memories if fact.sure else proposals).append(memory)
    return Answer({"memories": memories, "proposals": proposals}, Usage(calls=0))


def _found(job: Job, knowledge: linking.Knowledge) -> list[Fact]:
    today = days.day_of(job.today)
    known = partial(linking.news, knowledge=knowledge)
    found: list[Fact] = []
    before = Before()
    for turn in job.turns:
        if turn.role == "user":
            found += facts(turn.text, before, today, known)
        before = _after(before, turn)
    return found


def _after(before: Before, turn: Turn) -> Before:
    """What stands before the next turn, this one being the last."""
    if turn.role == "user":
        return Before(user=turn.text)
    return before._replace(agent=turn.text) if turn.role == "assistant" else before
