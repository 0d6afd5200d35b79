"""A tool read or wrote a file: if it lies in this session's store, leave a note. No file is touched mid-turn."""
from __future__ import annotations

import os

from reverie import session, spool
from reverie.event import Answer, Event

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

    from reverie.places import Places

def answer(event: Event, places: Places, env: Mapping[str, str]) -> Answer:
    """Nothing is ever said here."""
    binding = session.bound(places, event.session)
    if binding is None or not event.file.endswith(".md") or not _inside(event.file, binding.store):
        return Answer()
    spool.put(places, {"event": "read" if event.tool == "Read" else "wrote", "session": event.session,
                       "prompt_id": event.prompt_id, "agent_id": event.agent_id, "root": binding.root,
                       "store": binding.store, "path": os.path.realpath(event.file)})
    return Answer()


def _inside(path: str, store: str) -> bool:
    return os.path.realpath(path).startswith(os.path.join(os.path.realpath(store), ""))
