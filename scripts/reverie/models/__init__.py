"""Backends: one file each, all with the same face: `ask(job, means)` gives an Answer or raises Failed."""
from __future__ import annotations

import os
import shutil
from collections.abc import Mapping
from typing import NamedTuple

from reverie.places import Places
from reverie.settings import Settings

BACKENDS = {
    "offline": "reverie.models.offline",
    "claude": "reverie.models.claude",
    "anthropic": "reverie.models.anthropic",
    "command": "reverie.models.command",
    "scripted": "reverie.models.scripted",
}
FREE = ("offline", "off")
"""Backends that cost nothing, so no limit of money holds for them."""
_FORK = "reverie.models.fork"


class Means(NamedTuple):
    """What a backend may use: the person's settings, environment and places."""

    settings: Settings
    env: Mapping[str, str]
    places: Places


def chosen(means: Means) -> str:
    """The backend's name: as set, or for `auto` the user's own client, else an API key, else the rules.

    A key lying about in the environment never goes before the client's login.
    """
    if means.settings.backend != "auto":
        return means.settings.backend
    if program(means.env):
        return "claude"
    return "anthropic" if means.env.get("ANTHROPIC_API_KEY") else "offline"


def module(backend: str, means: Means) -> str:
    """The module that asks this backend: with `context: fork` the claude backend shows its model the whole session."""
    return _FORK if backend == "claude" and means.settings.context == "fork" else BACKENDS[backend]


def program(env: Mapping[str, str]) -> str:
    """The client's binary: `REVERIE_CLAUDE`, else on PATH, else where its installers put it; empty without one."""
    home = env.get("HOME", "")
    places = [os.path.join(home, ".local/bin/claude"), os.path.join(home, ".claude/local/claude")]
    found = shutil.which(env.get("REVERIE_CLAUDE") or "claude", path=env.get("PATH"))
    return found or next((path for path in places if os.access(path, os.X_OK)), "")
