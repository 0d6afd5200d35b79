"""A tool is about to write a file: a memory with a secret in it is refused. No write is ever allowed here.

To read a memory of the person's own is: it lies where the client would ask, and its line is before the model already.
"""
from __future__ import annotations

import os
import sys

from reverie import layers, session, settings
from reverie.agents import naming as agents
from reverie.event import Answer, Event
from reverie.secrets import suspicion

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from typing import Any

    from reverie.places import Places

_SHARED = ("agent-memory", "agent-memory-local", "team-memory")


def answer(event: Event, places: Places, env: Mapping[str, str]) -> Answer:
    """A refusal that names the kind of secret, leave to read one of the person's memories, or nothing."""
    if event.tool == "Read":
        return Answer(allowed=_persons(event.file, places) and settings.load(places, env).use)
    if not event.file.endswith(".md") or not suspicion.raised(event.text):
        return Answer()
    path = os.path.realpath(event.file)
    if not any(path.startswith(os.path.join(os.path.realpath(store), "")) for store in _stores(event, places, path)):
        return Answer()
    kinds = _secrets().found(event.text)
    if not kinds:
        return Answer()
    return Answer(refusal=f"This memory would hold a secret ({', '.join(kinds)}), and memories are plain files that"
                          " last and are shown again: leave it out and write where the secret is kept instead.")


def _persons(file: str, places: Places) -> bool:
    path = os.path.realpath(file)
    return path.endswith(".md") and path.startswith(os.path.join(os.path.realpath(places.user), ""))


def _stores(event: Event, places: Places, path: str) -> Iterator[str]:
    """The folders of memories that this session can reach; agents have theirs in any folder of the project."""
    binding = session.bound(places, event.session)
    if binding:
        yield binding.store
        yield from (os.path.join(binding.root, ".claude", name) for name in _SHARED)
        yield from layers.team(binding)
        yield from filter(None, [agents.store_of(path, binding, places)])
    yield places.user
    yield os.path.join(places.config, "agent-memory")


def _secrets() -> Any:
    """The search itself, with its patterns: loaded only when something looks like a secret."""
    __import__("reverie.secrets.redaction")
    return sys.modules["reverie.secrets.redaction"]
