"""Whether a store is to be dreamt over by itself now: gates in a fixed order, each with its value and threshold. Pure.

Times are seconds since the epoch, so that no time zone and no summer time has a say. A time that is still to come was
written by a clock gone wrong and counts as now; what asks for `clamped` notes that, so that it is waited for once only.
"""
from __future__ import annotations

from typing import NamedTuple

from reverie.settings import Settings

SCAN = 600.0
"""Seconds between two looks at what is in a store."""
DAYS = 7
"""Days of work after which a store is looked through for what nobody uses, though none of its files has changed."""
_HOUR = 3_600.0


class Known(NamedTuple):
    """What the gates look at: 0.0 is never. `paused` and `native` are why the store is to be left alone, or empty.

    `sessions` began here since the last dream; `changed` says whether a file of the store has since then, `days` on
    how many days there was work in the project since.
    """

    paused: str = ""
    last: float = 0.0
    sessions: int = 0
    scanned: float = 0.0
    busy: bool = False
    native: str = ""
    changed: bool = False
    days: int = 0


class Gate(NamedTuple):
    """One of them as a person reads it."""

    name: str
    value: str
    threshold: str
    open: bool


def cheap(known: Known, settings: Settings, now: float) -> tuple[Gate, ...]:
    """The gates that cost nothing to look at; the others come after them."""
    hours, scanned = (now - clamped(at, now) for at in (known.last, known.scanned))
    return (
        Gate("enabled", known.paused or _switched(settings), "on", _switched(settings) == "on" and not known.paused),
        Gate("hours", f"{hours / _HOUR:.1f} since the last dream" if known.last else "never dreamt",
             f"{settings.dream_hours} hours", not known.last or hours >= settings.dream_hours * _HOUR),
        Gate("sessions", f"{known.sessions} since the last dream", f"{settings.dream_sessions} sessions",
             known.sessions >= settings.dream_sessions),
        Gate("scan", f"{scanned / 60:.1f} minutes ago" if known.scanned else "never looked",
             f"{SCAN / 60:.0f} minutes between two looks", not known.scanned or scanned >= SCAN),
    )


def _switched(settings: Settings) -> str:
    return "off" if not settings.dream else "on" if settings.generate else "off by `generate: false`"


def dear(known: Known) -> tuple[Gate, ...]:
    """The gates for which locks, the client's files and the store are looked at."""
    changed = "files changed since the last dream" if known.changed else "no file changed since the last dream"
    return (
        Gate("lock", "a dream is at work" if known.busy else "free", "free", not known.busy),
        Gate("client", known.native or "not active here", "not active", not known.native),
        Gate("change", f"{changed}, {known.days} day{'' if known.days == 1 else 's'} of work",
             f"a change, or {DAYS} days", known.changed or known.days >= DAYS),
    )


def shut(gates: tuple[Gate, ...]) -> Gate | None:
    """The first that is not open."""
    return next((gate for gate in gates if not gate.open), None)


def clamped(at: float, now: float) -> float:
    """The time `at`, but none that is still to come."""
    return min(at, now)
