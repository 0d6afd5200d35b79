"""A sub-agent starts: give it, in a few lines, what concerns it and the client does not give it. Nothing is written.

Lines come from the indexes of the project, of the person and of other agents, those first that share telling words with
the agent's name and description, then as they stand. Its own store, and the project's index where the client injects
it, come from the client, unless the client's memory is off.
"""
from __future__ import annotations

import os

from reverie import excerpt, framing, prompt, session, settings, shelf, whole
from reverie.agents import naming as agents
from reverie.event import Answer, Event
from reverie.hosts.claude import units
from reverie.tokens import tokens

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from reverie.places import Places
    from reverie.session import Binding

BUDGET = 2_000
"""UTF-16 units in all."""
_WITHOUT_INDEX = ("Explore", "Plan")
"""Agents that the client leaves without the index even when its own memory is on."""
_OTHERS = 8
"""Other agents' stores that are read."""
_LINES = 60
"""Lines of each index that are looked at, the most useful ones."""
_WHOLE = 3
"""Letters of a word that has to stand as it is; a longer one may go on behind them."""
_LEAST = 40
"""Units in which nothing is said."""
_BLANKS = {n: " " for n in range(128) if not chr(n).isalnum() and n != 10}


class _Line:
    """One entry of an index: what it says, of which source it is, and its place there."""

    __slots__ = ("text", "source", "place")

    def __init__(self, text: str, source: int, place: int) -> None:
        self.text = text
        self.source = source
        self.place = place


def answer(event: Event, places: Places, env: Mapping[str, str]) -> Answer:
    """One block of at most 2,000 units, or nothing. The client's own helpers have no type and get nothing."""
    binding = session.bound(places, event.session)
    if binding is None or not event.agent_type or not settings.load(places, env).use:
        return Answer()
    folder = event.cwd or binding.checkout
    said = agents.defined(event.agent_type, folder, binding, places)
    own = agents.own(event.agent_type, folder, said, places)
    sources = list(_sources(event, binding, places, said, own))
    given = _lines(own.path, 0, places) if own and binding.native else []
    held = {line.text for line in given}
    lines = [line for n, (_, store) in enumerate(sources) for line in _lines(store, n, places)]
    about = _about(f"{event.agent_type} {said.description if said else ''}")
    chosen = _fitted(_ranked([line for line in lines if line.text not in held], about), sources)
    return Answer(prompt.text("subagent-start", index=chosen) if chosen else "")


def _about(text: str) -> list[str]:
    """How the words of the agent's name and description begin in a flat line; a reviewer is about reviews.

    Whole lines are not taken apart as a prompt is: there may be a thousand, and each would take as long as one.
    """
    found = {word for word in tokens(text) if word.isalnum()}
    found |= {word[:-2] for word in found if len(word) > 5 and word.endswith(("er", "or"))}
    return [(f" {word} " if len(word) <= _WHOLE else f" {word}") if word.isascii() else word for word in sorted(found)]


def _sources(
    event: Event, binding: Binding, places: Places, said: agents.Definition | None, own: agents.Store | None
) -> Iterator[tuple[str, str]]:
    """What each index is to the agent, and the store it is of."""
    bare = event.agent_type in _WITHOUT_INDEX or (said is not None and said.bare)
    if own and not binding.native:
        yield "Your own notes", own.path
    if binding.store != places.user and (bare or not binding.native):
        yield "This project", binding.store
    yield "This user, in every project", places.user
    others = [store for store in agents.stores(event.cwd or binding.checkout, binding, places)
              if own is None or os.path.realpath(store.path) != os.path.realpath(own.path)]
    for store in others[:_OTHERS]:
        yield f"The agent {store.name}", store.path


def _lines(store: str, source: int, places: Places) -> list[_Line]:
    """The entries of the store's index, in the order laid down for it."""
    order = excerpt.ranks((whole.read(places.order(store)) or b"").decode("utf-8", "replace"))
    rows = [row.strip() for row in shelf.index(store).splitlines() if excerpt.is_entry(row)]
    ranked = sorted(rows, key=lambda row: order.get(excerpt.target(row), -1))[:_LINES]
    tame = framing.tame("\n".join(ranked)).split("\n")
    return [_Line(row, source, place) for place, row in enumerate(tame) if row]


def _ranked(lines: list[_Line], about: list[str]) -> list[_Line]:
    """The most relevant first: a word that few lines have tells more. Equal ones as they stand, each text once."""
    once = {line.text: line for line in reversed(lines)}
    if not once:
        return []
    rows = "\n".join(f" {text} " for text in once).casefold().translate(_BLANKS).split("\n")
    flat = dict(zip(once, rows, strict=True))
    worth = dict.fromkeys(once, 0.0)
    for word in about:
        found = [text for text, low in flat.items() if word in low]
        for text in found:
            worth[text] += 1 / len(found)
    return sorted(once.values(), key=lambda line: (-worth[line.text], line.source, line.place))


def _fitted(lines: list[_Line], sources: list[tuple[str, str]]) -> str:
    """As many of the lines as there is room for, below the sources they are of; no line is cut."""
    room = BUDGET - units(prompt.text("subagent-start", index=""))
    shown: dict[int, list[str]] = {}
    for line in lines:
        if room < _LEAST:
            break
        costs = units(line.text) + 1 + (0 if line.source in shown else units(_title(*sources[line.source])) + 2)
        if costs <= room:
            room -= costs
            shown.setdefault(line.source, []).append(line.text)
    return "\n\n".join("\n".join([_title(*sources[source]), *rows]) for source, rows in shown.items())


def _title(what: str, store: str) -> str:
    return f"{what} (`{store}`):"
