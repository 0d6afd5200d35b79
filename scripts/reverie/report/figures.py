"""The report as values: what is known of the memories, what was done with them, and what that cost.

A memory goes by its key, `layer/file`. Days are ISO; those of runs are UTC, as the ledger has them.
"""
from __future__ import annotations

from typing import NamedTuple


class Kept(NamedTuple):
    """A memory that stands in a store; `replaced` if another stands in its place; `last`: when it was read or used."""

    key: str
    layer: str
    name: str
    description: str
    type: str
    observed: str
    created: str
    replaced: bool
    shown: int
    read: int
    used: int
    last: str

    @property
    def idle(self) -> bool:
        """Whether it holds, and nobody ever read it or used it in an answer."""
        return not self.replaced and not self.read and not self.used


class Point(NamedTuple):
    """How many memories there were at the end of a day, by layer."""

    day: str
    counts: dict[str, int]


class Cost(NamedTuple):
    """What runs came to together, `of` a day or a job. `unknown` counts those whose price the backend did not say."""

    of: str
    runs: int
    calls: int
    tokens: int
    usd: float
    unknown: int
    kept: int


class Outcome(NamedTuple):
    """How many extractions ended so, and for what reason; a reason is its first word or words."""

    status: str
    reason: str
    runs: int


class Step(NamedTuple):
    """One thing a dream was to do: with which files, what came of it, and why."""

    op: str
    files: tuple[str, ...]
    outcome: str
    reason: str


class Dream(NamedTuple):
    """A change that a dream made: `diff` are the lines of it that are shown, `cut` how many more there are."""

    day: str
    layer: str
    run: str
    rev: str
    subject: str
    steps: tuple[Step, ...]
    diff: tuple[str, ...]
    cut: int


class Edge(NamedTuple):
    """From one memory to another: `links to`, `replaced by` or `merged into`."""

    source: str
    kind: str
    target: str


class Node(NamedTuple):
    """A memory in the map. `relation` is what the one above it does to it; `also` are its other edges, as seen from it.

    Where the branch grew too long it is drawn apart: `goes_on` is what it hangs on, and `relation` is seen from it.
    """

    key: str
    relation: str
    also: tuple[tuple[str, str], ...]
    below: tuple[Node, ...]
    goes_on: str = ""


class Links(NamedTuple):
    """The map: one tree or more for each group of memories that hang together, and links that lead to none."""

    edges: tuple[Edge, ...]
    trees: tuple[Node, ...]
    names: dict[str, str]
    dead: tuple[tuple[str, str], ...]


class Report(NamedTuple):
    """All of it. `notes` says what could not be told, a sentence each."""

    title: str
    made: str
    since: str
    layers: tuple[str, ...]
    memories: tuple[Kept, ...]
    growth: tuple[Point, ...]
    days: tuple[Cost, ...]
    jobs: tuple[Cost, ...]
    outcomes: tuple[Outcome, ...]
    dreams: tuple[Dream, ...]
    links: Links
    notes: tuple[str, ...]
