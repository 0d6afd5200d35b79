"""Where a fact lives: with the project, with the person everywhere, with the team in git, or with one sub-agent.

The nearer layer comes first, and where two contradict each other it holds.
"""
from __future__ import annotations

import os

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from reverie.places import Places
    from reverie.session import Binding

PROJECT, TEAM, PERSON, AGENT = "project", "team", "person", "agent"
TEAM_FOLDERS = (os.path.join(".claude", "team-memory"), os.path.join(".qwen", "team-memory"))
"""Below a checkout; the first is the one that is written."""


class Layer:
    """One store that a session reads, and what it is to it."""

    __slots__ = ("name", "store")

    def __init__(self, name: str, store: str) -> None:
        self.name = name
        self.store = store


def of(binding: Binding, places: Places) -> list[Layer]:
    """The layers of a session, the nearest first; outside of any project the person's alone."""
    if binding.store == places.user:
        return [Layer(PERSON, places.user)]
    return [Layer(PROJECT, binding.store), *(Layer(TEAM, folder) for folder in team(binding)),
            Layer(PERSON, places.user)]


def written(store: str, places: Places) -> list[str]:
    """The stores into which what is learned in a project goes by itself: its own, and the person's."""
    return list(dict.fromkeys((store, places.user)))


def team(binding: Binding) -> list[str]:
    """The folders of the project's team, which need not exist."""
    return [os.path.join(binding.checkout, folder) for folder in TEAM_FOLDERS]


def of_path(layers: Sequence[Layer], path: str) -> Layer | None:
    """The layer in whose store the file lies."""
    return next((layer for layer in layers if path.startswith(os.path.join(layer.store, ""))), None)
