"""The user asks for something: put the memories that apply in front of the model, each once in a session."""
from __future__ import annotations

import sys
import time

from reverie import layers, lookup, query, recall, session, settings, telling
from reverie.event import Answer, Event
from reverie.on import news

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any

    from reverie.places import Places


def answer(event: Event, places: Places, env: Mapping[str, str]) -> Answer:
    """At most five memories that share telling words with the prompt; nothing when none does.

    The person is told what was saved meanwhile.
    """
    began = time.perf_counter()
    binding = session.bound(places, event.session)
    if "#skip" in event.prompt.split():
        session.opt_out(places, event.session)
    if binding is None:
        return Answer()
    chosen = settings.load(places, env)
    answer = _brought_up(event, places, binding, chosen, began)
    answer.notice = news(places, binding.store, chosen.notify, begins=False)
    return answer


def _brought_up(event: Event, places: Places, binding: session.Binding, chosen: settings.Settings,
                began: float) -> Answer:
    """The memories that apply, as context."""
    if not chosen.use or chosen.recall == "none":
        return Answer()
    asked = query.of(event.prompt, session.followed(places, event.session))
    if not asked.terms:
        return Answer()
    late = _offers().take(places, event.session) if chosen.recall == "model" else []
    among = layers.of(binding, places)
    found, apt = _recalled(event, places, among, asked)
    looked = {"store": binding.store, "length": len(event.prompt), "scanned": found.scanned,
              "strategy": chosen.recall, "us": int((time.perf_counter() - began) * 1e6)}
    text = telling.tell(places, event, _once([*apt, *late])[:recall.MOST], chosen.citations, among,
                        looked if found.scanned else None)
    return Answer(text, wake=chosen.recall == "model" and _asked(event, places, binding, chosen))


def _recalled(event: Event, places: Places, among: list[layers.Layer],
              asked: query.Query) -> tuple[lookup.Found, list[recall.Apt]]:
    """What was found and what of it applies to this prompt; the words that found something help a follow-up to it."""
    stores = [layer.store for layer in among]
    found = lookup.search(places, stores, asked)
    session.follow(places, event.session, [term.word for term in asked.terms
                                           if term.weight == 1.0 and found.worth.get(term.word)])
    return found, recall.choose(asked, found, session.shown(places, event.session), stores)


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
