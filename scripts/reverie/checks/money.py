"""Whether something holds extraction back: a pause, the limits of the day, or patience after failures."""
from __future__ import annotations

import datetime
import sqlite3
import time
from contextlib import closing

from reverie import ledger, migrate, money, readonly
from reverie.checks import Case, Finding, ok, warn
from reverie.money import Spent

_LIMITS = "Raise `calls_per_day:` or `tokens_per_day:` in config.yaml, or wait until tomorrow."


def check(case: Case) -> list[Finding]:
    """What was spent today, and what keeps the next call from being made."""
    until = _paused(case)
    if until > case.now:
        return warn(f"Extraction is paused until {_when(until)}.", "Run `reverie resume`.")
    spent = _spent(case)
    said = (f"{spent.calls} of {case.settings.calls_per_day} calls and {spent.tokens:,} of"
            f" {case.settings.tokens_per_day:,} tokens today")
    held = money.objection(spent, case.settings, case.now, urgent=True)
    if held == money.BUDGET:
        return warn(f"The limit of the day is reached: {said}.", _LIMITS)
    if held == money.BACKOFF:
        again = _when(spent.last_failure + money.wait(spent.failures, spent.kind))
        return warn(f"After {spent.failures} failures ({spent.kind}) no model is asked until {again}.",
                    "Mend what fails, then `reverie resume`.")
    return ok(f"{said}.")


def _paused(case: Case) -> float:
    try:
        with open(case.places.pause, encoding="ascii") as file:
            return float(file.read())
    except (OSError, ValueError):
        return 0.0


def _spent(case: Case) -> Spent:
    """What the ledger says; nothing where there is none of this version."""
    today = datetime.datetime.fromtimestamp(case.now, datetime.timezone.utc).strftime("%Y-%m-%d")
    try:
        if migrate.version(case.places.ledger) != len(ledger.MIGRATIONS):
            return Spent()
        with closing(readonly.connect(case.places.ledger)) as db:
            db.row_factory = sqlite3.Row
            return ledger.spent(db, "", today)
    except sqlite3.Error:
        return Spent()


def _when(at: float) -> str:
    return time.strftime("%Y-%m-%d %H:%M", time.localtime(at))
