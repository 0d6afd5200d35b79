"""A session starts: bind it to its project, freeze what it gets, and give it only what the client does not."""
from __future__ import annotations

import os
import time

from reverie import excerpt, framing, project, prompt, session, settings, spool, summaries, whole, wire
from reverie.event import Answer, Event
from reverie.hosts.claude import units

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

    from reverie.places import Places

BUDGET = 9_500
"""UTF-16 units of the whole block; past 10,000 the client shows a preview instead."""
_LARGEST = 1 << 20
_GRACE = 2
"""Seconds by which what was just typed may be older than the hook that hears of it."""


def answer(event: Event, places: Places, env: Mapping[str, str]) -> Answer:
    """The frozen block at startup, after clear and compaction; nothing on resume and fork, which still hold it."""
    binding = session.bound(places, event.session) or bind(event, places, env)
    note(event, places, binding)
    notice = "\n".join(filter(None, (packages(places), told(places))))
    if event.source == "compact":
        session.forget_shown(places, event.session)
    if event.source in ("resume", "fork"):
        return Answer(notice=notice, wake=True)
    context = session.frozen(places, event.session)
    if context is None:
        context = given(event, places, binding, settings.load(places, env))
        session.freeze(places, event.session, context)
    return Answer(context, notice, wake=True)


def given(event: Event, places: Places, binding: session.Binding, chosen: settings.Settings) -> str:
    """The index where the client does not inject it itself, and one line about the last session here."""
    if not chosen.use:
        return ""
    begins = event.source in ("startup", "clear")
    last = summaries.offered(places, binding) if begins and chosen.summaries else ""
    index = "" if binding.native else block(binding, units(last))
    return "\n\n".join(filter(None, (index, last)))


def told(places: Places) -> str:
    """What the worker left to be said, once."""
    text = (whole.read(places.notice) or b"").decode("utf-8", "replace").strip()
    if text:
        os.unlink(places.notice)
    return text


def packages(places: Places) -> str:
    """What the person is told of the worker's packages: that they are being fetched, or why they are not there."""
    if not os.path.isdir(places.venv):
        return ("Reverie is fetching its packages in the background, once. What is said meanwhile waits and is looked"
                " at when they are there.")
    try:
        with open(os.path.join(places.home, "prepare.json"), encoding="utf-8") as file:
            note = wire.loads(file.read())
    except (OSError, ValueError):
        return ""
    reason = note.get("reason") if isinstance(note, dict) else None
    return f"Reverie saves nothing for now, but loses nothing either: {reason}" if reason else ""


def bind(event: Event, places: Places, env: Mapping[str, str]) -> session.Binding:
    """Bind the session to the project it was launched in, once for its whole life."""
    binding = project.resolve(project.launched(event.cwd, env), places, env)
    binding.transcript = event.transcript
    if event.source not in ("startup", "clear"):
        binding.since = time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(time.time() - _GRACE))
    session.bind(places, event.session, binding)
    return binding


def note(event: Event, places: Places, binding: session.Binding) -> None:
    """Tell the worker that a session of this project began."""
    spool.put(places, {"event": event.name, "session": event.session, "source": event.source, "root": binding.root,
                       "store": binding.store, "transcript": event.transcript})


def block(binding: session.Binding, taken: int = 0) -> str:
    """The rules of saving and the index, within what is left of the budget; it says what it had to leave out."""
    text = framing.tame(_index(os.path.join(binding.store, "MEMORY.md")))
    bare = prompt.text("session-start", store=binding.store, index="")
    room = BUDGET - units(bare) - taken - 122
    room -= units(text) - len(text)
    shown, dropped = excerpt.fitted(text, room)
    if dropped:
        shown += f"\n\n{dropped} older entries are not shown here; read {os.path.join(binding.store, 'MEMORY.md')}."
    return prompt.text("session-start", store=binding.store, index=shown or "(no memories yet)")


def _index(path: str) -> str:
    try:
        with open(path, "rb") as file:
            return file.read(_LARGEST).decode("utf-8-sig", "replace")
    except OSError:
        return ""
