"""Do what was decided: the one place that writes what a judgement said. File first, then its index line, then evidence.

A worker that dies between two of these leaves what the next one finishes: the same words lead to the same file, which
then is a duplicate that still gets its line, and a superseded one that still stands is closed.
"""
from __future__ import annotations

import os
from collections.abc import Sequence
from contextlib import nullcontext

from reverie import archive, burial, commits, freshness, judge, ledger, library, proposals, reconcile, tombstones
from reverie.house import House
from reverie.proposals import Proposal
from reverie.record import Candidate, Turn, Verdict

_WRITES = ("create", "update", "supersede")
_TOUCHES = (*_WRITES, "duplicate")


def every(
    house: House, store: str, session: str, verdicts: Sequence[Verdict], turns: Sequence[Turn], run: int
) -> list[str]:
    """Apply the verdicts of one run; the paths of the memories that are new or changed."""
    graves = tombstones.standing(house.ledger, store)  # anew: something may have been forgotten while a model was asked
    told = "; ".join(f"{verdict.op} {verdict.candidate.name}" for verdict in verdicts if verdict.op in _TOUCHES)
    job = ledger.job_of(house.ledger, run)
    with commits.recorded(house, store, job, told, run, session) if told else nullcontext() as change:
        kept = [path for verdict in verdicts
                if not burial.bars(graves, verdict.candidate, judge.quoted(verdict.candidate.quote, turns))
                and (path := one(house, store, session, verdict, turns, run))]
        if change:
            change.reason = f"kept {len(kept)} of {len(verdicts)}"
    if kept:
        reconcile.shelve(house, store)
    return kept


def one(house: House, store: str, session: str, verdict: Verdict, turns: Sequence[Turn], run: int) -> str:
    """Apply one verdict; the path of the memory that is new or changed, else nothing."""
    candidate = verdict.candidate
    earlier = [p for p in proposals.waiting(house.ledger, store)
               if p.reason == judge.PLAUSIBLE and p.candidate.quote == candidate.quote]
    said = _said(session, candidate.quote, turns, earlier, house.stamp)
    if verdict.op == "propose":
        proposals.add(house.ledger, store, verdict.reason, candidate, said, house.stamp)
        return ""
    if verdict.op == "refuse" or (verdict.op == "duplicate" and not verdict.target):
        return ""
    back = _back(house, store, candidate) if verdict.op == "create" else ""
    if back:
        verdict = verdict._replace(op="duplicate", target=back)
    path = _written(store, verdict, freshness.day([said[2]], house.now), f"claude-code/{said[0]}/{said[1]}")
    older = os.path.join(store, os.path.basename(candidate.target)) if candidate.op == "supersede" else path
    reconcile.list_in_index(store, [path, verdict.target, older])
    if candidate.quote:
        house.ledger.execute(
            "insert into evidence values (?, ?, ?, ?, ?, ?, ?, ?)",
            (path, candidate.quote, *said, run, verdict.op, os.path.basename(verdict.target)),
        )
    tombstones.lift(house.ledger, store, candidate.body, candidate.quote)
    for proposal in earlier:
        proposals.settle(house.ledger, proposal.number, "accepted")
    return path if back or verdict.op in _WRITES else ""


def _back(house: House, store: str, candidate: Candidate) -> str:
    """The memory that said the same until it moved to the archive, in the store again; nothing if there is none."""
    kept = [one for one in archive.listed(house.places, store) if not one.memory.superseded]
    twin = judge.same(candidate, [one.memory for one in kept])
    for one in kept:
        if one.memory is twin:
            try:
                return archive.take_back(house.places, store, one)
            except FileExistsError:  # another memory has its name now
                return ""
    return ""


def _said(
    session: str, quote: str, turns: Sequence[Turn], earlier: Sequence[Proposal], now: str
) -> tuple[str, str, str]:
    """Session, turn and time of the words that the memory rests on: of this session, or of an earlier proposal's."""
    turn = judge.quoted(quote, turns)
    if turn is None and earlier:
        return earlier[0].session, earlier[0].turn, earlier[0].at or now
    return session, turn.uuid if turn else "", turn.at if turn and turn.at else now


def _written(store: str, verdict: Verdict, today: str, source: str) -> str:
    """The file that says it now."""
    if verdict.op == "duplicate":
        library.confirm(verdict.target, today)
        return verdict.target
    if verdict.op == "update":
        reconcile.reword(store, verdict.target, verdict.candidate.description)  # first: then a rerun still finds both
        library.revise(verdict.target, verdict.candidate, today)
        return verdict.target
    path = verdict.by or _added(store, verdict.candidate, today, source)
    if verdict.op == "supersede":
        library.close(verdict.target, os.path.basename(path))
    return path


def _added(store: str, candidate: Candidate, today: str, source: str) -> str:
    """A new file. What rests on no words of the user's was learned from the work, and says so."""
    return library.add(store, candidate, "extract", today, source, "" if candidate.quote else library.WORK)
