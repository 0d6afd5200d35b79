"""What the ledger tells of runs: what they cost by day and by job, how extractions ended, and why."""
from __future__ import annotations

import sqlite3
from collections.abc import Sequence

from reverie.report.figures import Cost, Outcome

_SUMS = ("count(*) runs, coalesce(sum(calls), 0) calls, sum(coalesce(tokens_in, 0) + coalesce(tokens_out, 0)) tokens,"
         " coalesce(sum(cost_usd), 0.0) usd, coalesce(sum(calls > 0 and cost_usd is null), 0) unknown,"
         " coalesce(sum(kept), 0) kept")


def days(db: sqlite3.Connection, stores: Sequence[str], since: str) -> list[Cost]:
    """What was done and spent on each day on which something was, the first day first."""
    return _costs(db, "substr(started, 1, 10)", stores, since)


def jobs(db: sqlite3.Connection, stores: Sequence[str], since: str) -> list[Cost]:
    """The same by job, the dearest first."""
    return sorted(_costs(db, "job", stores, since), key=lambda cost: (-cost.usd, -cost.calls, -cost.runs, cost.of))


def outcomes(db: sqlite3.Connection, stores: Sequence[str], since: str) -> list[Outcome]:
    """How extractions ended, the commonest first, those skipped or failed by their reason."""
    why = "case when instr(reason, ':') then substr(reason, 1, instr(reason, ':') - 1) else reason end"
    rows = db.execute(
        f"select status, {why} why, count(*) many from runs where job = 'extract' and {_among(stores)} and started >= ?"
        " group by 1, 2 order by many desc, status, why", (*stores, since))
    return [Outcome(row["status"], row["why"], row["many"]) for row in rows]


def _costs(db: sqlite3.Connection, by: str, stores: Sequence[str], since: str) -> list[Cost]:
    rows = db.execute(f"select {by} of, {_SUMS} from runs where {_among(stores)} and started >= ?"
                      " group by 1 order by 1", (*stores, since))
    return [Cost(*row) for row in rows]


def _among(stores: Sequence[str]) -> str:
    return f"store in ({', '.join('?' * len(stores))})"
