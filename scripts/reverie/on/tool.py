"""A tool read or wrote a file: if it lies in this session's store or in an agent's, leave a note.

No file is touched mid-turn.

What is said is how old a memory is that was read, where the client does not say so itself or goes by a file's time
that misleads, and what a model chose for the session, where that waits.
"""
from __future__ import annotations

import os
import sys
import time

from reverie import freshness, glance, layers, prompt, session, settings, spool
from reverie.event import Answer, Event

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

    from reverie.places import Places
    from reverie.session import Binding

_INDEX = "MEMORY.md"


def answer(event: Event, places: Places, env: Mapping[str, str]) -> Answer:
    """The age of what was read, and what a model chose for the session's prompt, where that waits; else nothing."""
    binding = session.bound(places, event.session)
    store = (_store(event, places, binding) or binding.store) if binding else ""
    path = _inside(event.file, store) if store else ""
    aged = ""
    if binding and path:
        _note(event, places, binding, store, path)
        native = binding.native and store == binding.store
        aged = _aged(event, places, native, path) if _reading(event, path) and settings.load(places, env).use else ""
    return Answer("\n\n".join(filter(None, (aged, _offered(event, places, env)))))


def _store(event: Event, places: Places, binding: Binding) -> str:
    """The other store that the file lies in: the person's or an agent's, and for reading the team's; else nothing."""
    if not event.file.endswith(".md"):
        return ""
    for layer in layers.of(binding, places)[1:]:
        if _inside(event.file, layer.store) and (layer.name != layers.TEAM or event.tool == "Read"):
            return layer.store
    if "agent-memory" not in event.file:
        return ""
    __import__("reverie.agents.naming")  # by name, as nearly no tool call needs it
    return str(sys.modules["reverie.agents.naming"].store_of(event.file, binding, places))


def _inside(file: str, store: str) -> str:
    """The real path of a file that is a memory of the store, or its index; else nothing."""
    path = os.path.realpath(file) if file.endswith(".md") else ""
    return path if path.startswith(os.path.join(os.path.realpath(store), "")) else ""


def _reading(event: Event, path: str) -> bool:
    """Whether a memory was read: the index is none, and reading it is no use of one."""
    return event.tool == "Read" and os.path.basename(path) != _INDEX


def _note(event: Event, places: Places, binding: Binding, store: str, path: str) -> None:
    if event.tool == "Read" and not _reading(event, path):
        return
    spool.put(places, {"event": "read" if event.tool == "Read" else "wrote", "session": event.session,
                       "prompt_id": event.prompt_id, "agent_id": event.agent_id, "root": binding.root,
                       "store": store, "path": path})


def _aged(event: Event, places: Places, native: bool, path: str) -> str:
    """How old the memory is, once for each version of its file; empty where the client says so, or nobody knows."""
    observed = glance.day(glance.keys(path))
    if not observed:
        return ""
    stat = os.stat(path)
    mark = f"aged {stat.st_size}-{stat.st_mtime_ns}-{stat.st_ino} {event.agent_id} {path}"
    if mark in session.shown(places, event.session):
        return ""
    # In its own memory, where that is on, the client counts from the file's time and tells that from the second day on.
    age, misleading = freshness.untold(observed, time.time(), stat.st_mtime if native else None)
    if not age:
        return ""
    session.show(places, event.session, [mark])
    return prompt.text("age-misleading", path=path, age=age) if misleading else prompt.text("age", path=path, age=age)


def _offered(event: Event, places: Places, env: Mapping[str, str]) -> str:
    """What waits for the session is for the one who was asked, not for its sub-agents."""
    if event.agent_id or not os.path.exists(places.offer(event.session)):
        return ""
    chosen = settings.load(places, env)
    if not chosen.use or chosen.recall != "model":
        return ""
    __import__("reverie.offers")  # by name: nearly no tool call needs it
    return str(sys.modules["reverie.offers"].told(places, event, chosen.citations))
