"""The sub-agents of a project: each with its scope, its store if it has one, and when it last ran."""
from __future__ import annotations

import os
import sqlite3
from typing import NamedTuple

from reverie.agents import naming as agents
from reverie.agents import runs as agent_runs
from reverie.agents.naming import Store
from reverie.places import Places
from reverie.session import Binding


class Agent(NamedTuple):
    """One agent, by the name the client calls it, else its folder's. `scope` and `store` are empty where it has none.

    `defined`: a definition is in reach. `last` is the ISO time, UTC, at which it was last heard to end.
    """

    name: str
    scope: str
    store: str
    defined: bool
    last: str


def every(db: sqlite3.Connection, binding: Binding, places: Places, folder: str = "") -> list[Store]:
    """All stores of agents of the project and the person, those in subfolders that agents of it once started in too.

    `folder` is where the session or the person stands; default: the checkout.
    """
    found = {store.path: store for store in agents.stores(folder or binding.checkout, binding, places)}
    for run in agent_runs.of(db, binding.store):
        if run.store and os.path.isdir(run.store) and agents.store_of(
                os.path.join(run.store, "x.md"), binding, places):
            found.setdefault(run.store, Store(os.path.basename(run.store), scope(run.store, places), run.store))
    return list(found.values())


def scope(store: str, places: Places) -> str:
    """The scope that a store at this path is of."""
    above = os.path.dirname(store)
    if above == os.path.join(places.config, "agent-memory"):
        return agents.USER
    return agents.LOCAL if os.path.basename(above) == "agent-memory-local" else agents.PROJECT


def known(db: sqlite3.Connection, binding: Binding, places: Places, folder: str = "") -> list[Agent]:
    """Every agent that has a definition in reach, a store, or a run in this project; by name."""
    folder = folder or binding.checkout
    runs = agent_runs.of(db, binding.store)
    last: dict[str, str] = {}
    for run in runs:
        last.setdefault(run.name, run.ended)
    definitions = agents.definitions(folder, binding, places)
    found, taken = [], set()
    for name in sorted({*definitions, *last}):
        said = definitions.get(name)
        own = agents.own(name, folder, said, places)
        there = own.path if own else ""
        taken.add(there)
        found.append(Agent(name, own.scope if own else "", there, said is not None, last.get(name, "")))
    found += [Agent(store.name, store.scope, store.path, False, _last(runs, store.path))
              for store in every(db, binding, places, folder) if store.path not in taken]
    return sorted(found, key=lambda agent: (agent.name, agent.store))


def _last(runs: list[agent_runs.Run], store: str) -> str:
    return next((run.ended for run in runs if run.store == store), "")
