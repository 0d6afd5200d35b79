"""Do what was decided: the one place that writes what a judgement said. File first, then its index line, then evidence.

A worker that dies between two of these leaves what the next one finishes: the same words lead to the same file, which
then is a duplicate that still gets its line, and a superseded one that still stands is closed.
"""
from __future__ import annotations

import os
from collections.abc import Sequence
from contextlib import nullcontext

from reverie import archive, burial, freshness, judge, layers, ledger, library, proposals, reconcile, tombstones
from reverie.history import commits
from reverie.house import House
from reverie.proposals import Proposal
from reverie.record import Candidate, Turn, Verdict

_WRITES = ("create", "update", "supersede")
_TOUCHES = (*_WRITES, "duplicate")


def every(
    house: House, store: str, session: str, verdicts: Sequence[Verdict], turns: Sequence[Turn], run: int
) -> list[str]:
    """Apply the verdicts of one run over a project's store; the paths of the memories that are new or changed.

    What is true of the person everywhere goes to the person's own store.
    """
    stores = layers.written(store, house.places)
    # Anew: something may have been forgotten while a model was asked.
    graves = [grave for own in stores for grave in tombstones.standing(house.ledger, own)]
    sound = [verdict for verdict in verdicts
             if not burial.bars(graves, verdict.candidate, judge.quoted(verdict.candidate.quote, turns))]
    kept: list[str] = []
    for own in stores:
        mine = [verdict for verdict in sound if _home(house, store, verdict) == own]
        told = "; ".join(f"{verdict.op} {verdict.candidate.name}" for verdict in mine if verdict.op in _TOUCHES)
        job = ledger.job_of(house.ledger, run)
        with commits.recorded(house, own, job, told, run, session) if told else nullcontext() as change:
            paths = [path for verdict in mine if (path := one(house, (store, own), session, verdict, turns, run))]
            if change:
                change.reason = f"kept {len(paths)} of {len(verdicts)}"
        if paths:
            reconcile.shelve(house, own)
        kept += paths
    return kept


def one(
    house: House, stores: tuple[str, str], session: str, verdict: Verdict, turns: Sequence[Turn], run: int
) -> str:
    """Apply one verdict; the path of the memory that is new or changed, else nothing.

    `stores` are the project's, for which it waits or is refused, and the one in which it is written.
    """
    project, store = stores
    candidate = verdict.candidate
    earlier = [p for p in proposals.waiting(house.ledger, project)
               if p.reason == judge.PLAUSIBLE and p.candidate.quote == candidate.quote]
    said = _said(session, candidate.quote, turns, earlier, house.stamp)
    if verdict.op == "propose":
        proposals.add(house.ledger, project, verdict.reason, candidate, said, house.stamp)
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
    for each in stores:
        tombstones.lift(house.ledger, each, candidate.body, candidate.quote)
    for proposal in earlier:
        proposals.settle(house.ledger, proposal.number, "accepted")
    return path if back or verdict.op in _WRITES else ""


def _home(house: House, store: str, verdict: Verdict) -> str:
    """The store that the verdict is about: that of the memory it means, else the one its scope names."""
    own = house.places.user
    if verdict.target:
        return own if verdict.target.startswith(os.path.join(own, "")) else store
    return own if verdict.candidate.scope == layers.PERSON else store


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
