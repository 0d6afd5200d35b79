"""A tool is about to write a file: a memory with a secret in it is refused. Nothing is ever allowed here."""
from __future__ import annotations

import os
import sys

from reverie import session
from reverie.event import Answer, Event
from reverie.secrets import suspicion

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from typing import Any

    from reverie.places import Places

_SHARED = ("agent-memory", "agent-memory-local", "team-memory")


def answer(event: Event, places: Places, env: Mapping[str, str]) -> Answer:
    """A refusal that names the kind of secret, or nothing."""
    if not event.file.endswith(".md") or not suspicion.raised(event.text):
        return Answer()
    path = os.path.realpath(event.file)
    if not any(path.startswith(os.path.join(os.path.realpath(store), "")) for store in _stores(event, places)):
        return Answer()
    kinds = _secrets().found(event.text)
    if not kinds:
        return Answer()
    return Answer(refusal=f"This memory would hold a secret ({', '.join(kinds)}), and memories are plain files that"
                          " last and are shown again: leave it out and write where the secret is kept instead.")


def _stores(event: Event, places: Places) -> Iterator[str]:
    """The folders of memories that this session can reach."""
    binding = session.bound(places, event.session)
    if binding:
        yield binding.store
        yield from (os.path.join(binding.root, ".claude", name) for name in _SHARED)
    yield places.user
    yield os.path.join(places.config, "agent-memory")


def _secrets() -> Any:
    """The search itself, with its patterns: loaded only when something looks like a secret."""
    __import__("reverie.secrets.redaction")
    return sys.modules["reverie.secrets.redaction"]
