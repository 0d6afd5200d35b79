"""Where the summaries of a project lie, and the one line of the last of them. Read by hooks: one small file."""
from __future__ import annotations

import os

from reverie import framing, pathnames
from reverie.agents import naming as agents

TYPE_CHECKING = False
if TYPE_CHECKING:
    from reverie.places import Places
    from reverie.session import Binding

LONGEST = 200
"""Characters of the line that is offered."""


def folder(places: Places, binding: Binding) -> str:
    """The project's folder of summaries, under its store's encoded name; a store of the user's own choice has none, and
    goes by a name that no other project has. A store of an agent's has one for the agent's runs."""
    if agents.is_store(binding.store):
        return os.path.join(places.summaries, pathnames.own(binding.store))
    above, name = os.path.split(binding.store)
    if name == "memory":
        above, name = os.path.split(above)
    known = above in (places.projects, places.own_projects)
    return os.path.join(places.summaries, name if known else pathnames.own(binding.root))


def of_agents(places: Places, binding: Binding) -> str:
    """The folder of the runs of agents that have no store of their own: what they learned is the project's."""
    return os.path.join(folder(places, binding), "agents")


def latest(places: Places, binding: Binding) -> str:
    """The file that holds the line to be offered, and behind it the time at which that session ended."""
    return os.path.join(folder(places, binding), "latest")


def offered(places: Places, binding: Binding) -> str:
    """The line about the last session here; empty when there is none that can be read."""
    try:
        with open(latest(places, binding), encoding="utf-8", errors="replace") as file:
            return framing.tame(file.readline(4 * LONGEST)).strip()[:LONGEST]
    except OSError:
        return ""
