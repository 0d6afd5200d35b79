"""Do what was decided: the one place that writes what a judgement said. File first, then its index line, then evidence.

A worker that dies between two of these leaves what the next one finishes: the same words lead to the same file, which
then is a duplicate that still gets its line.
"""
from __future__ import annotations

import os
from collections.abc import Sequence

from reverie import freshness, judge, library, proposals, reconcile
from reverie.house import House
from reverie.record import Turn, Verdict

_WRITES = ("create", "update", "supersede")


def every(
    house: House, store: str, session: str, verdicts: Sequence[Verdict], turns: Sequence[Turn], run: int
) -> list[str]:
    """Apply the verdicts of one run; the paths of the memories that are new or changed."""
    kept = [path for verdict in verdicts if (path := one(house, store, session, verdict, turns, run))]
    if kept:
        reconcile.shelve(house, store)
    return kept


def one(house: House, store: str, session: str, verdict: Verdict, turns: Sequence[Turn], run: int) -> str:
    """Apply one verdict; the path of the memory that is new or changed, else nothing."""
    turn = judge.quoted(verdict.candidate.quote, turns) or Turn("user", "")
    said = (session, turn.uuid, turn.at or house.stamp)
    if verdict.op == "propose":
        proposals.add(house.ledger, store, verdict.reason, verdict.candidate, said, house.stamp)
        return ""
    if verdict.op == "refuse" or (verdict.op == "duplicate" and not verdict.target):
        return ""
    path = _written(store, verdict, freshness.day([turn.at], house.now), f"claude-code/{session}/{turn.uuid}")
    reconcile.list_in_index(store, [path, verdict.target] if verdict.op == "supersede" else [path])
    house.ledger.execute(
        "insert into evidence values (?, ?, ?, ?, ?, ?, ?, ?)",
        (path, verdict.candidate.quote, *said, run, verdict.op, os.path.basename(verdict.target)),
    )
    return path if verdict.op in _WRITES else ""


def _written(store: str, verdict: Verdict, today: str, source: str) -> str:
    """The file that says it now."""
    if verdict.op == "duplicate":
        library.confirm(verdict.target, today)
        return verdict.target
    if verdict.op == "update":
        library.revise(verdict.target, verdict.candidate, today)
        return verdict.target
    path = library.add(store, verdict.candidate, "extract", today, source)
    if verdict.op == "supersede":
        library.close(verdict.target, os.path.basename(path))
    return path
