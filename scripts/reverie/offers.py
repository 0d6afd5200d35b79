"""Memories that a model chose for a prompt, on their way into its session: asked for in a note, handed over once.

A prompt never waits for them: the next tool result or prompt brings what the worker has laid down by then. What was
chosen for a prompt that a later one replaced, before a compaction, or more than ten minutes ago is never shown.
"""
from __future__ import annotations

import os
import time

from reverie import layers, memory_text, recall, session, spool, telling, whole, wire
from reverie.lookup import Hit
from reverie.recall import Apt

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from reverie.event import Event
    from reverie.places import Places
    from reverie.session import Binding

FRESH = 600.0
"""Seconds from the prompt within which what was chosen for it is still shown."""
_LONGEST = 8_000
"""Characters of a prompt that are handed on: a long paste says no more in its middle than at its ends."""


def ask(places: Places, event: Event, binding: Binding) -> None:
    """Leave a note that memories are to be chosen for this prompt; what was asked for an earlier one is void now."""
    ticket = str(time.time_ns())
    said = event.prompt
    if len(said) > _LONGEST:
        said = f"{said[:_LONGEST // 2]} … {said[-_LONGEST // 2:]}"
    whole.drop(_asked(places, event.session), ticket.encode("ascii"))
    spool.put(places, {"event": "ask", "session": event.session, "prompt_id": event.prompt_id, "ticket": ticket,
                       "prompt": said, "root": binding.root, "store": binding.store})


def awaited(places: Places, sid: str, ticket: str) -> bool:
    """Whether the session still waits for what this ticket asked for."""
    return (whole.read(_asked(places, sid)) or b"").decode("ascii", "replace") == ticket and _age(ticket) < FRESH


def lay(places: Places, sid: str, ticket: str, chosen: Iterable[Hit]) -> None:
    """Lay down what was chosen, best first, for the session to take: where each memory is, not what it says."""
    memories = [[hit.path, hit.name, hit.description, hit.type, hit.observed, hit.stamp] for hit in chosen]
    whole.drop(places.offer(sid), wire.dumps({"ticket": ticket, "memories": memories}).encode("ascii"))


def take(places: Places, sid: str) -> list[Apt]:
    """What is on offer, to be shown whole; of all who ask, the first alone gets it.

    A memory that was changed, deleted or shown since it was chosen is left out.
    """
    offer = _taken(places, sid)
    if not isinstance(offer, dict) or not awaited(places, sid, str(offer.get("ticket"))):
        return []
    shown = session.shown(places, sid)
    hits = [_hit(row) for row in offer["memories"]]
    return [Apt(hit, 0.0, recall.SURE, []) for hit in hits
            if recall.mark(hit) not in shown and memory_text.stands(hit.path, hit.stamp)]


def told(places: Places, event: Event, cite: bool = False) -> str:
    """What is on offer as the model is told of it, noted as shown; empty when there is nothing."""
    binding = session.bound(places, event.session)
    among = layers.of(binding, places) if binding else ()
    return telling.tell(places, event, take(places, event.session), cite, among)


def _taken(places: Places, sid: str) -> object:
    """The offer, gone from where it lay: tools that end at the same moment cannot both have it."""
    path = places.offer(sid)
    mine = f"{path}.{os.getpid()}"
    try:
        os.rename(path, mine)
    except OSError:
        return None
    data = whole.read(mine)
    os.unlink(mine)
    try:
        return wire.loads((data or b"").decode("utf-8", "replace"))
    except ValueError:
        return None


def _hit(row: list[str]) -> Hit:
    path, name, description, kind, observed, stamp = row
    return Hit((path, name, description, kind, observed, stamp, 0, 0, ""))


def _age(ticket: str) -> float:
    """Seconds since the prompt of this ticket; endless for what is no ticket, or one of a time to come."""
    age = time.time() - int(ticket) / 1e9 if ticket.isdigit() else -1.0
    return age if age >= 0 else FRESH


def _asked(places: Places, sid: str) -> str:
    return os.path.join(places.session(sid), "asked")
