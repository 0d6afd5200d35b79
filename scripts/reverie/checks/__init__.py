"""One file per link of the chain from the client to a memory, each with one function: `check(case)`.

A check tries its link by using it, and leaves nothing behind. It mends nothing: a finding may carry the way to.
"""
from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from typing import NamedTuple

from reverie.places import Places
from reverie.session import Binding
from reverie.settings import Settings

OK, WARN, BROKEN = "ok", "warn", "broken"
LINKS = (
    "hooks", "versions", "interpreter", "packages", "home", "disk", "settings", "spool", "marker", "fired", "store",
    "index", "catalog", "ledger", "history", "leftovers", "backend", "money", "native", "clock", "log",
)
"""All links, in the order in which an event of the client's passes them; each is a module of this family."""


class Case(NamedTuple):
    """What is examined: whose Reverie, in which project, and now. With `ask` a model may be asked one question."""

    places: Places
    env: Mapping[str, str]
    binding: Binding
    settings: Settings
    now: float
    ask: bool = False


class Finding(NamedTuple):
    """How a link stands: `says` and `mend` are one sentence each; `fix`, where it is safe, mends it and says how."""

    state: str
    says: str
    mend: str = ""
    fix: Callable[[], str] | None = None


def ok(says: str) -> list[Finding]:
    """The link holds, and this is how."""
    return [Finding(OK, says)]


def warn(says: str, mend: str, fix: Callable[[], str] | None = None) -> list[Finding]:
    """The link holds, but a person should know this."""
    return [Finding(WARN, says, mend, fix)]


def broken(says: str, mend: str, fix: Callable[[], str] | None = None) -> list[Finding]:
    """The link does not hold."""
    return [Finding(BROKEN, says, mend, fix)]


def tried(folder: str) -> None:
    """Make a hidden file there and take it away again; `OSError` where that cannot be done.

    A folder that is not there yet is made when it is needed: there the nearest one above it is tried.
    """
    while not os.path.lexists(folder):
        folder = os.path.dirname(folder)
    path = os.path.join(folder, f".reverie-doctor-{os.getpid()}.tmp")
    with open(path, "xb") as file:
        file.write(b"tried")
    os.unlink(path)
