"""A sub-agent starts: give it a short index where the client gives it none."""
from __future__ import annotations

import os

from reverie import excerpt, framing, prompt, session, settings, whole
from reverie.event import Answer, Event

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

    from reverie.places import Places

BUDGET = 2_000
_WITHOUT_INDEX = ("Explore",)
"""Agents that the client leaves without the index even when its own memory is on."""


def answer(event: Event, places: Places, env: Mapping[str, str]) -> Answer:
    """The project's index in at most 2,000 characters, or nothing."""
    binding = session.bound(places, event.session)
    if binding is None or not event.agent_type or not settings.load(places, env).use:
        return Answer()
    if binding.native and event.agent_type not in _WITHOUT_INDEX:
        return Answer()
    text = framing.tame((whole.read(os.path.join(binding.store, "MEMORY.md")) or b"").decode("utf-8-sig", "replace"))
    room = BUDGET - len(prompt.text("subagent-start", store=binding.store, index=""))
    shown, _ = excerpt.fitted(text, room)
    return Answer(prompt.text("subagent-start", store=binding.store, index=shown) if shown else "")
