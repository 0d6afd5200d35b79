"""What Reverie did and what it cost, added up from the ledger: extractions, dreams and recalls, in all and by week.

Figures only, no word of any memory; the report's own sums are used where it has them.
"""
from __future__ import annotations

import datetime
import os
import re
import sqlite3
import statistics
from collections import Counter
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from reverie import recalls
from reverie.errors import Refused
from reverie.recalls import Recall
from reverie.record import TYPES
from reverie.report import runs
from reverie.report.figures import Outcome

_AGO = re.compile(r"(\d{1,4})\s*([dwm])")
_DAYS = {"d": 1, "w": 7, "m": 30}


class Extracts(NamedTuple):
    """Extractions: how they ended and why, what was proposed and kept, of which types, how long the median took."""

    runs: int
    outcomes: tuple[Outcome, ...]
    triggers: dict[str, int]
    proposed: int
    kept: int
    types: dict[str, int]
    seconds: float


class Dreams(NamedTuple):
    """Dreams: how they ended, what their steps came to, how long the median took."""

    runs: int
    outcomes: dict[str, int]
    steps: dict[str, int]
    refused: int
    seconds: float


class Recalls(NamedTuple):
    """Recalls: prompts looked up, those that something was shown for, what was shown, milliseconds in the hook."""

    prompts: int
    hits: int
    bodies: int
    pointers: int
    scanned: float
    length: float
    ms: float
    slowest: float
    strategies: dict[str, int]

    @property
    def rate(self) -> float:
        """Share of the prompts for which anything was shown."""
        return self.hits / self.prompts if self.prompts else 0.0


class Week(NamedTuple):
    """One week, by its Monday: what was extracted, kept, recalled and spent in it."""

    monday: str
    extracts: int
    kept: int
    prompts: int
    hits: int
    calls: int
    tokens: int
    usd: float


class Stats(NamedTuple):
    """All of it, since an ISO day or, for an empty one, from the beginning."""

    since: str
    extracts: Extracts
    dreams: Dreams
    recalls: Recalls
    calls: int
    tokens: int
    usd: float
    unpriced: int
    weeks: tuple[Week, ...]


def since(said: str, today: datetime.date) -> str:
    """The ISO day that `30d`, `2w`, `3m` or a day means; empty for nothing. Refused for anything else."""
    ago = _AGO.fullmatch(said.strip().lower())
    if ago:
        return (today - datetime.timedelta(days=int(ago[1]) * _DAYS[ago[2]])).isoformat()
    try:
        return datetime.date.fromisoformat(said).isoformat() if said else ""
    except ValueError:
        raise Refused(f"{said!r} is no day: say 2026-11-01, 30d, 2w or 3m.") from None


def of(db: sqlite3.Connection, stores: Sequence[str], since: str) -> Stats:
    """The figures of these stores."""
    days = runs.days(db, stores, since)
    looked = recalls.of(db, list(stores), since)
    return Stats(
        since, _extracts(db, stores, since), _dreams(db, stores, since), _recalls(looked),
        sum(day.calls for day in days), sum(day.tokens for day in days), sum(day.usd for day in days),
        sum(day.unknown for day in days), tuple(_weeks(db, stores, since, looked)))


def _extracts(db: sqlite3.Connection, stores: Sequence[str], since: str) -> Extracts:
    rows = _rows(db, "extract", stores, since)
    written = db.execute("select path from evidence where op in ('create', 'update', 'supersede')"
                         f" and run in ({_ids(stores)})", ("extract", *stores, since)).fetchall()
    types = Counter(os.path.basename(row["path"]).partition("_")[0] for row in written)
    return Extracts(
        len(rows), tuple(runs.outcomes(db, stores, since)), dict(Counter(row["trigger"] for row in rows)),
        sum(row["proposed"] for row in rows), sum(row["kept"] for row in rows),
        {name: types[name] for name in TYPES if types[name]}, _median(row["seconds"] for row in rows))


def _dreams(db: sqlite3.Connection, stores: Sequence[str], since: str) -> Dreams:
    rows = _rows(db, "dream", stores, since)
    steps = db.execute(f"select op, outcome from dream_steps where run in ({_ids(stores)})",
                       ("dream", *stores, since)).fetchall()
    return Dreams(
        len(rows), dict(Counter(row["status"] for row in rows)),
        dict(Counter(step["op"] for step in steps if step["outcome"] == "applied")),
        sum(step["outcome"] == "refused" for step in steps), _median(row["seconds"] for row in rows))


def _recalls(looked: Sequence[Recall]) -> Recalls:
    return Recalls(
        len(looked), sum(each.bodies + each.pointers > 0 for each in looked), sum(each.bodies for each in looked),
        sum(each.pointers for each in looked), _median(each.scanned for each in looked),
        _median(each.length for each in looked), _median(each.ms for each in looked),
        max((each.ms for each in looked), default=0.0), dict(Counter(each.strategy for each in looked)))


def _weeks(db: sqlite3.Connection, stores: Sequence[str], since: str, looked: Sequence[Recall]) -> Iterable[Week]:
    days = runs.days(db, stores, since)
    extracts = [row["started"][:10] for row in _rows(db, "extract", stores, since)]
    mondays = sorted({_monday(day) for day in [*(each.of for each in days), *(each.at[:10] for each in looked)]})
    for monday in mondays:
        its = [day for day in days if _monday(day.of) == monday]
        asked = [each for each in looked if _monday(each.at[:10]) == monday]
        yield Week(
            monday, sum(_monday(day) == monday for day in extracts), sum(day.kept for day in its), len(asked),
            sum(each.bodies + each.pointers > 0 for each in asked), sum(day.calls for day in its),
            sum(day.tokens for day in its), sum(day.usd for day in its))


def _rows(db: sqlite3.Connection, job: str, stores: Sequence[str], since: str) -> list[sqlite3.Row]:
    return db.execute(f"select * from runs where id in ({_ids(stores)}) order by id",
                      (job, *stores, since)).fetchall()


def _ids(stores: Sequence[str]) -> str:
    return f"select id from runs where job = ? and store in ({', '.join('?' * len(stores))}) and started >= ?"


def _monday(day: str) -> str:
    date = datetime.date.fromisoformat(day)
    return (date - datetime.timedelta(days=date.weekday())).isoformat()


def _median(values: Iterable[float | None]) -> float:
    known = [value for value in values if value is not None]
    return float(statistics.median(known)) if known else 0.0
