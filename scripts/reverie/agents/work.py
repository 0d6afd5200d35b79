"""What a sub-agent's work teaches: its run is told once, and what two runs tell alike becomes a memory of its own.

Nothing said in a side chain is a user's word, so no fact is ever taken from one. A run in which nothing failed has no
lesson and is not told. An agent without a store, or with one that holds in all projects, learns for the project: there
its run counts as one of the session that started it.
"""
from __future__ import annotations

import glob
import os
import time
from typing import NamedTuple

from reverie import freshness, gate, ledger, models, ordering, reconcile, summaries, usage, whole
from reverie.agents import naming as agents
from reverie.agents import runs as agent_runs
from reverie.agents import stores as agent_stores
from reverie.agents.runs import COPY, NOTHING, PRIVATE, TOLD, Run
from reverie.house import House
from reverie.lessons import account, summary
from reverie.lessons import job as lessons
from reverie.lessons.digest import Digest
from reverie.library import INDEX
from reverie.session import Binding
from reverie.transcripts import deeds

_CALLS = 3
"""Calls of a model for all runs of one session; the others are told by rules."""
_WAIT = 0.3
"""Seconds to wait for a transcript that the client has not written yet."""


class End(NamedTuple):
    """A run that ended: the client's id of it, the agent's name, its session, its transcript, and where that began."""

    agent: str
    name: str
    session: str
    transcript: str
    launch: str


def ended(house: House, binding: Binding, end: End) -> None:
    """Look at what is new of the run, and tell it where it teaches something."""
    if not end.agent or not end.name:
        return
    run = _run(house, binding, end)
    path = _found(house, end)
    before = agent_runs.known(house.ledger, end.agent)
    if path and before and os.path.getsize(path) <= before.size:
        return
    if not path:
        agent_runs.note(house.ledger, before or run)
        return
    agent_runs.note(house.ledger, _looked_at(house, binding, path, run, before))


def learn(house: House, project: str, sid: str) -> None:
    """Make memories of what two runs of an agent tell, in its own store, where it has one in this project."""
    told = [run for run in agent_runs.of(house.ledger, project) if run.status == TOLD]
    for store in sorted({_learner(house, run) for run in told} - {project}):
        lessons.learn(house, store, sid)


def shelve(house: House, binding: Binding) -> None:
    """Bring the catalog in step with the agents' stores, and lay down the order of each one's index for hooks."""
    for store in agent_stores.every(house.ledger, binding, house.places):
        reconcile.shelve(house, store.path)
        text = (whole.read(os.path.join(store.path, INDEX)) or b"").decode("utf-8-sig", "replace")
        order = ordering.ranked(house, store.path, text, usage.of(house.ledger, store.path))
        data = "".join(f"{target}\n" for target in order).encode("utf-8", "replace")
        if data and whole.read(house.places.order(store.path)) != data:
            whole.write(house.places.order(store.path), data)


def _run(house: House, binding: Binding, end: End) -> Run:
    """What is known of it before its transcript is read. Its store is where the client looks for it the next time."""
    launch = end.launch or binding.checkout
    said = agents.defined(end.name, launch, binding, house.places)
    own = agents.own(end.name, launch, said, house.places)
    return Run(end.agent, end.name, end.session, binding.store, own.path if own else "", ended=house.stamp)


def _found(house: House, end: End) -> str:
    """The run's transcript: where the client said, else among those of its session; empty when there is none."""
    sid, agent = (os.path.basename(house.places.session(each)) for each in (end.session, end.agent))
    beside = os.path.join(glob.escape(house.places.projects), "*", sid, "subagents", f"agent-{agent}.jsonl")
    until = time.monotonic() + _WAIT
    while True:
        found = [path for path in (end.transcript, *sorted(glob.glob(beside))) if os.path.isfile(path)]
        if found or not end.transcript or time.monotonic() > until:
            return found[0] if found else ""
        time.sleep(0.1)


def _looked_at(house: House, binding: Binding, path: str, run: Run, before: Run | None) -> Run:
    """The run as it stands now: told, or why not."""
    size = os.path.getsize(path)
    first, digest = _digest(path, binding.since)
    run = run._replace(first=first, size=size, until=digest.until)
    if digest.polluted:
        ledger.pollute(house.ledger, run.session)  # what the agent reports was read there
    if (before is None or before.status == COPY) and agent_runs.copied(house.ledger, run):
        return run._replace(status=COPY)
    if _private(house, run) or digest.skip:
        return run._replace(status=PRIVATE)
    if not digest.failed or before and digest.until <= before.until:
        return run._replace(status=before.status if before else NOTHING)
    _tell(house, binding, run, digest)
    return run._replace(status=TOLD)


def _private(house: House, run: Run) -> bool:
    """Whether nothing of the run is to be kept, as for its session."""
    off = not house.means.settings.summaries or summary.private(house, run.session)
    return off or ledger.ever(house.ledger, run.session, gate.CHILD)


def _digest(path: str, since: str) -> tuple[str, Digest]:
    """The id of its first row, and the run boiled down, but for what was before Reverie met its session."""
    first, digest = "", Digest("task")
    for deed in deeds.deeds(path, of_agent=True):
        first = first or deed.uuid
        if not deed.at or deed.at[:19] >= since:
            digest.add(deed)
    return first, digest


def _tell(house: House, binding: Binding, run: Run, digest: Digest) -> None:
    """The summary as a file, by a model within the limits or by rules; one that goes on later is told anew in it."""
    own = _learner(house, run) == run.store
    told_as = run.agent if own else run.session
    if digest.polluted or ledger.polluted(house.ledger, run.session):
        ledger.pollute(house.ledger, told_as)
    backend = models.chosen(house.means) if _called(house, run.session) < _CALLS else "offline"
    number = ledger.begin_run(house.ledger, "agent", run.session, _learner(house, run), "SubagentStop", backend,
                              house.stamp)
    began = time.monotonic()
    told, cost, fault = summary.retell(house, run.session, digest, backend)
    day = freshness.day([digest.began], house.now)
    folder = (summaries.folder(house.places, Binding(binding.root, run.store, False)) if own
              else summaries.of_agents(house.places, binding))
    by = "rules" if fault or backend == "offline" else backend
    text = account.text(told, told_as, digest.until, day, by, account.line(run.name, 80))
    name = os.path.basename(house.places.session(run.agent))
    whole.write(os.path.join(folder, f"{day}_{name}.md"), text.encode("utf-8"))
    status = "failed" if fault and cost.calls else "kept"
    ledger.end_run(house.ledger, number, status, fault, time.monotonic() - began, kept=1, **cost._asdict())


def _called(house: House, sid: str) -> int:
    """How often a model was asked about runs of this session's agents."""
    return int(house.ledger.execute("select coalesce(sum(calls), 0) from runs where session = ? and job = 'agent'",
                                    (sid,)).fetchone()[0])


def _learner(house: House, run: Run) -> str:
    """The store that learns from the run: the agent's own, if it is of this project."""
    of_project = run.store and agent_stores.scope(run.store, house.places) != agents.USER
    return run.store if of_project else run.project
