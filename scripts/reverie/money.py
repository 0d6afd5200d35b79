"""Whether a model may be asked now: limits of the day, a pause between calls, and patience after failures. Pure.

Failures count over all sessions, as what makes a call fail (no login, no quota, no network) is common to all.
"""
from __future__ import annotations

from typing import NamedTuple

from reverie.settings import Settings

BUDGET = "budget"
BACKOFF = "backoff"
QUEUED = "queued"
FIRST_WAIT = {"login": 3_600.0, "rate_limit": 900.0}
"""Seconds to wait after the first failure of a kind; 60 after any other."""
LONGEST_WAIT = 6 * 3_600.0
GIVE_UP = 6
"""Failures in a row after which nothing more is tried for a day, and the person is told."""
_DAY = 86_400.0


class Spent(NamedTuple):
    """What the ledger knows of money: today's calls and tokens, and the failures since a call last succeeded.

    Times are seconds since the epoch; `last_call` is this session's, 0.0 when there was none.
    """

    calls: int = 0
    tokens: int = 0
    last_call: float = 0.0
    failures: int = 0
    last_failure: float = 0.0
    kind: str = ""


def objection(spent: Spent, settings: Settings, now: float, urgent: bool) -> str:
    """Why no model may be asked now, in the ledger's word for it; empty when one may.

    `urgent` is for the last chance: the session ends or its context is about to go, so no pause between calls holds.
    """
    if spent.calls >= settings.calls_per_day or spent.tokens >= settings.tokens_per_day:
        return BUDGET
    if spent.failures and 0 <= now - spent.last_failure < wait(spent.failures, spent.kind):
        return BACKOFF
    if not urgent and 0 <= now - spent.last_call < settings.interval:
        return QUEUED
    return ""


def wait(failures: int, kind: str) -> float:
    """Seconds to wait after that many failures in a row: doubled each time, then a day."""
    if failures >= GIVE_UP:
        return _DAY
    return min(LONGEST_WAIT, FIRST_WAIT.get(kind, 60.0) * 2.0 ** (failures - 1))


def notice(failures: int, of_kind: int, kind: str, sentence: str) -> str:
    """What the person is told, once: at the first failure of a kind that they have to mend, when it is given up, and
    when it then fails for another reason.
    """
    if kind == "login" and of_kind == 1:
        return f"Reverie could not look at your last turns: {sentence}. It tries again in an hour; nothing is lost."
    if kind == "missing":
        return (f"Reverie cannot look at what you say: {sentence}. Nothing is lost; it goes on when that is mended."
                if of_kind == 1 else "")
    if failures == GIVE_UP or failures > GIVE_UP and of_kind == 1:
        return f"Reverie failed {failures} times in a row and pauses for a day: {sentence}. See `reverie status`."
    return ""
