"""How things stand in a project, for `reverie status`: gathered from files and the ledger, and nothing is changed."""
from __future__ import annotations

import datetime
import os
import sqlite3
from typing import NamedTuple

from reverie import (
    dreams,
    due,
    health,
    layers,
    ledger,
    models,
    money,
    pause,
    project,
    proposals,
    spool,
    stock,
    synced,
    usage,
)
from reverie.conversations import consent
from reverie.gates import Gate
from reverie.history import log as history
from reverie.house import House
from reverie.places import Places
from reverie.session import Binding
from reverie.stock import Stock
from reverie.sync.repo import shown
from reverie.team import layer as team

_TAIL = 20_000
"""Bytes of the log's end in which its last line stands."""


class Run(NamedTuple):
    """The last time that a job was done: ISO UTC time, what asked for it, how it ended and why, what it kept."""

    id: int
    at: str
    trigger: str
    status: str
    reason: str
    proposed: int
    kept: int


class Lookup(NamedTuple):
    """The last time that memories were looked up for a prompt: how many there were, and how many were shown."""

    at: str
    scanned: int
    whole: int
    lines: int
    strategy: str
    ms: float


class Past(NamedTuple):
    """What last came of each job, and the last dream that failed; None for never. `chosen` is a model's recall."""

    extract: Run | None
    dream: Run | None
    dream_failed: Run | None
    recall: Lookup | None
    chosen: Run | None


class Today(NamedTuple):
    """What was spent since midnight UTC, the limits of a day, and what holds the next call back, if anything does."""

    runs: int
    failed: int
    calls: int
    calls_limit: int
    tokens_in: int
    tokens_out: int
    tokens_limit: int
    usd: float
    unpriced: int
    held: str


class Parked(NamedTuple):
    """Parts of a session that failed three times and were passed over."""

    session: str
    reason: str
    parts: int


class Waits(NamedTuple):
    """What waits: notes for the worker, those that it gave up, parts that it passed over, proposals, team's files."""

    notes: int
    notes_given_up: int
    parked: tuple[Parked, ...]
    review: int
    team: int


class Standing(NamedTuple):
    """All of it; `headline` says in a sentence whether it works here, and what to do where it does not."""

    works: bool
    headline: str
    project: str
    store: str
    kind: str
    layers: tuple[Stock, ...]
    native: bool
    reading: bool
    hooks: tuple[str, ...]
    packages: bool
    backend: str
    backend_set: str
    recall: str
    past: Past
    gates: tuple[Gate, ...]
    dream_due: str
    today: Today
    waits: Waits
    elsewhere: tuple[tuple[str, int], ...]
    use: str
    history: str
    team: str
    sync: str
    sessions: str
    faults: tuple[str, ...]
    last_fault: str


def headline(house: House, binding: Binding) -> tuple[bool, str]:
    """Only whether it works here, and the sentence on that."""
    return health.told(house, binding, stock.of(house, binding, team.state(house, binding)))


def of(house: House, binding: Binding) -> Standing:
    """How things stand for this project now."""
    chosen, teams = house.means.settings, team.state(house, binding)
    kept = stock.of(house, binding, teams)
    backend, store = models.chosen(house.means), binding.store
    return Standing(
        *health.told(house, binding, kept), binding.root, store, _kind(house.places, binding), tuple(kept),
        binding.native, chosen.use, tuple(health.registered(house, binding)), health.packages(house, binding), backend,
        chosen.backend, _recall(house, backend), _past(house, store), due.standing(house, store),
        usage.is_due(house.ledger, store), _today(house), _waits(house, store, kept),
        tuple(stock.elsewhere(house, binding)), usage.told(house.ledger, store), history.told(house.places, store),
        team.told(teams), _sync(house), consent.told(house, binding.root), tuple(chosen.faults),
        _last_fault(house.places))


def _kind(places: Places, binding: Binding) -> str:
    """Whose folder the memories lie in."""
    if binding.store == places.user:
        return "the person's alone: this folder is no project, and no file is made in it"
    if binding.store == os.path.join(binding.root, project.LOCAL):
        return "local: inside the project, hidden from git"
    if binding.store.startswith(os.path.join(places.own_projects, "")):
        return "Reverie's own: another project has the client's name for this one"
    return "native: the folder of the client's own memory"


def _recall(house: House, backend: str) -> str:
    """How memories come to a prompt, and whether that is what was asked for."""
    chosen = house.means.settings
    if not chosen.use or chosen.recall == "none":
        return "none"
    if chosen.recall == "model" and backend in models.FREE:
        return f"lexical: {backend} asks no model, so `recall: model` is without effect"
    return chosen.recall


def _past(house: House, store: str) -> Past:
    dream, failed = (dreams.last_run(house.ledger, store, status) for status in ("", "failed"))
    shown = house.ledger.execute("select at, scanned, bodies, pointers, strategy, ms from recalls where store = ?"
                                 " order by at desc, rowid desc limit 1", (store,)).fetchone()
    return Past(_last(house, store, "extract"), _run(dream), _run(failed), Lookup(*shown) if shown else None,
                _last(house, store, "recall"))


def _last(house: House, store: str, job: str) -> Run | None:
    return _run(house.ledger.execute("select * from runs where store = ? and job = ? order by id desc limit 1",
                                     (store, job)).fetchone())


def _run(row: sqlite3.Row | None) -> Run | None:
    return Run(row["id"], row["started"], row["trigger"], row["status"], row["reason"], row["proposed"],
               row["kept"]) if row else None


def _today(house: House) -> Today:
    chosen, day = house.means.settings, house.stamp[:10]
    row = house.ledger.execute(
        "select count(*) runs, sum(status = 'failed') failed, sum(calls) calls, sum(tokens_in) tin, sum(tokens_out)"
        " tout, sum(cost_usd) usd, sum(calls > 0 and cost_usd is null) unpriced from runs where started >= ?",
        (day,)).fetchone()
    return Today(row["runs"], row["failed"] or 0, row["calls"] or 0, chosen.calls_per_day, row["tin"] or 0,
                 row["tout"] or 0, chosen.tokens_per_day, row["usd"] or 0.0, row["unpriced"] or 0, _held(house))


def _held(house: House) -> str:
    """What holds extraction back now; empty when nothing does."""
    if not house.means.settings.generate:
        return "nothing is saved by itself: `generate: false`"
    now, spent = house.now.timestamp(), ledger.spent(house.ledger, "", house.stamp[:10])
    again = spent.last_failure + money.wait(spent.failures, spent.kind) if spent.failures else 0.0
    if again > now:
        return (f"{spent.failures} failures ({spent.kind}); next try"
                f" {datetime.datetime.fromtimestamp(again):%Y-%m-%d %H:%M}, or `reverie resume`")
    return "paused: `reverie resume`" if pause.until(house.places) > now else ""


def _waits(house: House, store: str, kept: list[Stock]) -> Waits:
    rows = house.ledger.execute("select session, reason, count(*) from parked group by session, reason")
    return Waits(
        len(spool.waiting(house.places)), len(spool.waiting(house.places, "parked")),
        tuple(Parked(*row) for row in rows), len(proposals.waiting(house.ledger, store)),
        sum(each.waiting for each in kept if each.layer == layers.TEAM))


def _sync(house: House) -> str:
    known = synced.remote(house.ledger)
    if known is None:
        return "off: `reverie sync --remote URL` keeps several machines in step"
    fault = f"; failed {known.tried}: {known.fault}" if known.fault else ""
    return f"with {shown(known.url, known.url)}, last {known.done or 'never'}{fault}"


def _last_fault(places: Places) -> str:
    try:
        with open(places.log, "rb") as file:
            file.seek(max(0, os.fstat(file.fileno()).st_size - _TAIL))
            return (file.read().decode("utf-8", "replace").splitlines() or [""])[-1]
    except OSError:
        return ""
