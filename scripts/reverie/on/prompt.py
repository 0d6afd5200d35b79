"""The user asks for something: put the memories that apply in front of the model, each once in a session."""
from __future__ import annotations

import sys

from reverie import lookup, query, recall, session, settings, telling
from reverie.event import Answer, Event

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any

    from reverie.places import Places


def answer(event: Event, places: Places, env: Mapping[str, str]) -> Answer:
    """At most five memories that share telling words with the prompt; nothing when none does."""
    binding = session.bound(places, event.session)
    if "#skip" in event.prompt.split():
        session.opt_out(places, event.session)
    if binding is None:
        return Answer()
    chosen = settings.load(places, env)
    if not chosen.use or chosen.recall == "none":
        return Answer()
    asked = query.of(event.prompt, session.followed(places, event.session))
    if not asked.terms:
        return Answer()
    late = _offers().take(places, event.session) if chosen.recall == "model" else []
    apt = [*_recalled(event, places, binding, asked), *late]
    text = telling.tell(places, event, _once(apt)[:recall.MOST], chosen.citations)
    return Answer(text, wake=chosen.recall == "model" and _asked(event, places, binding, chosen))


def _recalled(event: Event, places: Places, binding: session.Binding, asked: query.Query) -> list[recall.Apt]:
    """What applies to this prompt; the words that found something help a follow-up to it."""
    found = lookup.search(places, [binding.store], asked)
    session.follow(places, event.session, [term.word for term in asked.terms
                                           if term.weight == 1.0 and found.worth.get(term.word)])
    return recall.choose(asked, found, session.shown(places, event.session))


def _once(apt: list[recall.Apt]) -> list[recall.Apt]:
    """Without what a model chose for the prompt before and that applies to this one as well."""
    return list({each.hit.path: each for each in reversed(apt)}.values())[::-1]


def _asked(event: Event, places: Places, binding: session.Binding, chosen: settings.Settings) -> bool:
    """Leave word for a model to choose as well, unless there is none, or nothing of the session may be passed on."""
    if chosen.backend in ("offline", "off") or session.opted_out(places, event.session):
        return False
    _offers().ask(places, event, binding)
    return True


def _offers() -> Any:
    """The module for what a model chooses, loaded only where one does."""
    __import__("reverie.offers")
    return sys.modules["reverie.offers"]
