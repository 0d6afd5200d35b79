"""The door for hooks: read one event, answer it, leave. Whatever is broken, the session goes on as without us.

Standard library only, and little of it: every prompt, tool call and turn of the user waits for this.
"""
from __future__ import annotations

import _thread
import os
import select
import sys
import time

from reverie import journal
from reverie import places as p

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

DEADLINE = 8.0
"""Seconds after which a hook ends itself, whatever it hangs on."""
_INPUT = 3.0
"""Seconds to wait for the client to close its end of stdin."""
_LARGEST = 16 << 20
NEEDLE = b'.md"'
"""How the path of every memory ends as a JSON string."""


def main(name: str, env: Mapping[str, str]) -> int:
    """Answer one event of the client's; always 0."""
    if env.get(p.CHILD) or p.switched_off(env):
        return 0
    _thread.start_new_thread(_end_in_time, ())
    stdout, sys.stdout = sys.stdout, None  # a stray print would reach the model
    places = p.here(env)
    try:
        said = respond(name, _stdin(), places, env)
        if said:
            os.write(stdout.fileno(), said)
    except BaseException as error:  # noqa: BLE001  # whatever is broken, the session goes on
        journal.line(places, f"hook {name}: {type(error).__name__}: {error}")
    return 0


def respond(name: str, raw: bytes, places: p.Places, env: Mapping[str, str]) -> bytes:
    """What to print for the event. Input that concerns no memory is left before a parser is even loaded."""
    if not raw or _idle(name, raw, places):
        return b""
    __import__("reverie.desk")  # as below, by name: `importlib` would have to be loaded for it
    return bytes(sys.modules["reverie.desk"].respond(name, raw, places, env))


def _idle(name: str, raw: bytes, places: p.Places) -> bool:
    """Whether it is a tool's call that concerns no memory and finds none that was chosen for its session."""
    if name not in ("PreToolUse", "PostToolUse") or NEEDLE in raw:
        return False
    session = raw.partition(b'"session_id"')[2].split(b'"', 2)[1:2]
    return name == "PreToolUse" or not session or not os.path.exists(places.offer(session[0].decode("latin-1")))


def _stdin() -> bytes:
    """All that the client sends, within the deadline and the limit; nothing from a terminal."""
    data = bytearray()
    ends = time.monotonic() + _INPUT
    while len(data) < _LARGEST and not os.isatty(0):
        ready, _, _ = select.select([0], [], [], max(0.0, ends - time.monotonic()))
        piece = os.read(0, 1 << 16) if ready else b""
        if not piece:
            break
        data += piece
    return bytes(data)


def _end_in_time() -> None:
    time.sleep(DEADLINE)
    os._exit(0)
