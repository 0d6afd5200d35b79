"""Something ended: a turn, a sub-agent, the session, or the context as it was. One note, one wake, not a word."""
from __future__ import annotations

import os

from reverie import session, spool
from reverie.event import Answer, Event

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

    from reverie.places import Places


def answer(event: Event, places: Places, env: Mapping[str, str]) -> Answer:
    """The worker gets what it needs to find the session's transcript and project by itself.

    A sub-agent without a type is the client's own doing (a summariser, a memory fork), and a session that ends without
    ever having begun was no conversation (`claude mcp list` ends one): neither is any of ours.
    """
    if event.name == "SubagentStop" and not event.agent_type:
        return Answer()
    binding = session.bound(places, event.session)
    if binding is None and event.name == "SessionEnd" and not os.path.exists(event.transcript):
        return Answer()
    spool.put(places, {
        "event": event.name, "session": event.session, "transcript": event.transcript, "prompt_id": event.prompt_id,
        "agent_id": event.agent_id, "agent_type": event.agent_type, "agent_transcript": event.agent_transcript,
        "reason": event.reason,
        "last_message": event.last_message[-4_000:],
        "root": binding.root if binding else "", "store": binding.store if binding else "",
        "launch": env.get("CLAUDE_PROJECT_DIR") or event.cwd,
    })
    return Answer(wake=True)
