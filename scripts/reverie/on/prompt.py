"""The user asks for something: put the memories that apply in front of the model, each once in a session."""
from __future__ import annotations

import datetime

from reverie import catalog, prompt, recall, session, settings, spool
from reverie.event import Answer, Event

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

    from reverie.places import Places

_SCANNED = 40


def answer(event: Event, places: Places, env: Mapping[str, str]) -> Answer:
    """At most five memories that share telling words with the prompt; nothing when none does."""
    binding = session.bound(places, event.session)
    if "#skip" in event.prompt.split():
        session.opt_out(places, event.session)
    if binding is None:
        return Answer()
    words = recall.query(event.prompt) if settings.load(places, env).use else []
    hits, shares = catalog.search(places, [binding.store], words, _SCANNED)
    if not hits:
        return Answer()
    chosen = recall.choose(hits, shares, session.shown(places, event.session))
    text, used = recall.worded(chosen, prompt.text("recall"), datetime.date.today())
    if not used:
        return Answer()
    session.show(places, event.session, [recall.mark(hit) for hit in used])
    spool.put(places, {"event": "shown", "session": event.session, "paths": [hit.path for hit in used]})
    return Answer(text)
