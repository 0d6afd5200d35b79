"""A session starts: bind it to its project, freeze what it gets, and give it only what the client does not."""
from __future__ import annotations

import os
import time

from reverie import excerpt, framing, layers, project, prompt, session, settings, shelf, spool, summaries, whole, wire
from reverie.event import Answer, Event
from reverie.hosts.claude import units
from reverie.on import news
from reverie.places import beside

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

    from reverie.places import Places

BUDGET = 9_500
"""UTF-16 units of the whole block; past 10,000 the client shows a preview instead."""
_GRACE = 2
"""Seconds by which what was just typed may be older than the hook that hears of it."""


def answer(event: Event, places: Places, env: Mapping[str, str]) -> Answer:
    """The frozen block at startup, after clear and compaction; nothing on resume and fork, which still hold it."""
    binding = session.bound(places, event.session) or bind(event, places, env)
    chosen = settings.load(places, env)
    notice = "\n".join(filter(None, (packages(places), news(places, binding.store, chosen.notify, begins=True))))
    if event.source == "compact":
        session.forget_shown(places, event.session)
    held = event.source in ("resume", "fork")
    context, left_out = ("", 0) if held else _given_once(event, places, binding, chosen)
    note(event, places, binding, left_out)
    return Answer(context, notice, wake=True)


def _given_once(event: Event, places: Places, binding: session.Binding,
                chosen: settings.Settings) -> tuple[str, int]:
    """What the session was given at its start, byte for byte; with how many entries had no room, the first time."""
    context, left_out = session.frozen(places, event.session), 0
    if context is None:
        context, left_out = given(event, places, binding, chosen)
        session.freeze(places, event.session, context)
    return context, left_out


def given(event: Event, places: Places, binding: session.Binding, chosen: settings.Settings) -> tuple[str, int]:
    """The project's index where the client does not inject it itself, the person's and the team's, and one line about
    the last session here.

    With it, how many entries of the project's index had no room. A client that injects it teaches its use as well.
    """
    if not chosen.use:
        return "", 0
    begins = event.source in ("startup", "clear")
    among = layers.of(binding, places)
    last = "\n\n".join(filter(None, (
        shelf.blocks(places, among, units),
        summaries.offered(places, binding) if begins and chosen.summaries else "")))
    index, left_out = "", 0
    if not binding.native and among[0].name == layers.PROJECT:
        order = (whole.read(places.order(binding.store)) or b"").decode("utf-8", "replace")
        cite = "\n\n" + prompt.text("citations") if chosen.citations else ""
        index, left_out = block(binding, excerpt.ranks(order), cite, units(last))
    return "\n\n".join(filter(None, (index, last))), left_out


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
    binding = project.resolve(project.launched(event.cwd, env), beside(places, event.transcript, env), env)
    binding.transcript = event.transcript
    if event.source not in ("startup", "clear"):
        binding.since = time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(time.time() - _GRACE))
    session.bind(places, event.session, binding)
    return binding


def note(event: Event, places: Places, binding: session.Binding, left_out: int) -> None:
    """Tell the worker that a session of this project began, and how many entries of the index had no room in it."""
    spool.put(places, {"event": event.name, "session": event.session, "source": event.source, "root": binding.root,
                       "store": binding.store, "transcript": event.transcript, "left_out": left_out,
                       "checkout": binding.checkout})


def block(binding: session.Binding, ranks: Mapping[str, int], cite: str = "", taken: int = 0) -> tuple[str, int]:
    """The rules of saving and use and the index, most useful entries first, within what is left of the budget.

    It says what it had to leave out, and how many entries that were.
    """
    path = os.path.join(binding.store, "MEMORY.md")
    rest = "\n\n{} more entries are not shown here, those used least and longest ago; read `{}`."
    room = BUDGET - taken - units(rest) - units(path) - 7
    room -= units(prompt.text("session-start", store=binding.store, cite=cite, index=""))
    shown, left_out = excerpt.fitted(framing.tame(shelf.index(binding.store)), room, ranks, units)
    if left_out:
        shown += rest.format(left_out, path)
    index = shown or "(no memories yet)"
    return prompt.text("session-start", store=binding.store, cite=cite, index=index), left_out
