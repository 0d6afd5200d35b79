"""Behind the hooks' door: parse the event, see that no twin answers it too, let its family answer, wake the worker."""
from __future__ import annotations

import sys

from reverie import session, wake
from reverie.hosts import claude
from reverie.on import ANSWERS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any

    from reverie.places import Places


def respond(name: str, raw: bytes, places: Places, env: Mapping[str, str]) -> bytes:
    """What to print for the event, with the worker woken where it should be."""
    event = claude.event(name, raw)
    mine = _mine(places, event.session, name, raw)
    # A refusal holds for each of two twins, and for the same call tried again at once.
    if name != "PreToolUse" and not mine:
        return b""
    if name == "UserPromptSubmit" and session.bound(places, event.session) is None:
        _room("SessionStart").bind(event, places, env)  # this client skipped the session's start
    answer = _room(name).answer(event, places, env)
    if answer.wake:
        wake.worker(places, env)
    return claude.answer(name, answer)


def _mine(places: Places, sid: str, name: str, raw: bytes) -> bool:
    """Where no claim can be made, answering twice is better than not at all."""
    try:
        return session.claim(places, sid, name, raw)
    except OSError:
        return True


def _room(name: str) -> Any:
    """The module that answers the event, loaded now that it is needed."""
    __import__(ANSWERS[name])
    return sys.modules[ANSWERS[name]]
