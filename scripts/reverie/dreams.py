"""What the ledger knows of dreams: when each store had one, what went on there since, and each step of each dream.

A step is put down with all it needs before any file is touched: what a dream that was killed leaves can be finished.
"""
from __future__ import annotations

import hashlib
import sqlite3
from collections.abc import Iterable, Mapping
from typing import NamedTuple

from reverie import usage

MIGRATION = """
create table dreams (          -- one row a store
    store text primary key,
    last real not null default 0,      -- when its last dream ended, in seconds since the epoch
    scanned real not null default 0,   -- when it was last looked at whether one is due
    baseline text not null default '', -- what its files came to after that dream
    days integer not null default 0    -- on how many days there had been work by then
) without rowid;
create table dream_sessions (  -- the main sessions that began in a store since its last dream
    store text not null,
    session text not null,
    primary key (store, session)
) without rowid;
create table active_days (     -- the days on which there was work in a store's project
    store text not null,
    day text not null,         -- ISO, the person's own
    primary key (store, day)
) without rowid;
create table dream_steps (     -- what a dream was to do, and what came of it
    run integer not null references runs(id),
    step integer not null,
    op text not null,
    files text not null,       -- parted by line ends
    outcome text not null,     -- planned | begun | applied | refused | undone
    reason text not null,      -- why it was to be done, or why it was not
    mark text not null,        -- the same for the same step over the same files, then one for each that it closes
    work text not null,        -- what each file held and is to hold, as JSON, until the dream has ended
    primary key (run, step)
) without rowid
"""
"""What the ledger gains by this."""
OPEN = ("planned", "begun")


class Row(NamedTuple):
    """A step as it is put down; the fields are the columns of `dream_steps`."""

    step: int
    op: str
    files: str
    outcome: str
    reason: str
    mark: str = ""
    work: str = ""


class State(NamedTuple):
    """What is known of a store: its last dream, the last look, the sessions since, its baseline, days of work since."""

    last: float
    scanned: float
    sessions: int
    baseline: str
    days: int


def begun(db: sqlite3.Connection, store: str, session: str) -> None:
    """A main session began here."""
    db.execute("insert or ignore into dream_sessions values (?, ?)", (store, session))


def worked(db: sqlite3.Connection, store: str, day: str) -> None:
    """There was work in the store's project on this day."""
    db.execute("insert or ignore into active_days values (?, ?)", (store, day))


def days(db: sqlite3.Connection, store: str, today: str) -> list[str]:
    """The days of work up to today, the first one first; days that are still to come were a wrong clock's."""
    rows = db.execute("select day from active_days where store = ? and day <= ? order by day", (store, today))
    return [row["day"] for row in rows]


def state(db: sqlite3.Connection, store: str, session: str, now: float, today: str) -> State:
    """How things stand with the store at the beginning of this session, which does not count itself.

    A time that is still to come is set to now, so that what has to pass since then passes.
    """
    db.execute("update dreams set last = min(last, ?), scanned = min(scanned, ?) where store = ?", (now, now, store))
    row = db.execute("select * from dreams where store = ?", (store,)).fetchone()
    sessions = db.execute(
        "select count(*) from dream_sessions met where store = ? and session != ? and not exists"
        " (select 1 from runs where runs.session = met.session and reason = 'child')", (store, session)
    ).fetchone()[0]
    active = len(days(db, store, today))
    if row is None:
        return State(0.0, 0.0, sessions, "", active)
    return State(row["last"], row["scanned"], sessions, row["baseline"], max(0, active - row["days"]))


def scan(db: sqlite3.Connection, store: str, now: float) -> None:
    """It was looked at now whether a dream is due."""
    db.execute("insert into dreams (store, scanned) values (?, ?)"
               " on conflict (store) do update set scanned = excluded.scanned", (store, now))


def dreamt(db: sqlite3.Connection, store: str, now: float, today: str, baseline: str) -> None:
    """A dream has ended well and left the store with this baseline: the sessions of before count no more."""
    db.execute("begin immediate")
    db.execute("insert into dreams (store, last, baseline, days) values (?, ?, ?, ?) on conflict (store) do update"
               " set last = excluded.last, baseline = excluded.baseline, days = excluded.days",
               (store, now, baseline, len(days(db, store, today))))
    db.execute("delete from dream_sessions where store = ?", (store,))
    db.execute("commit")


def support(db: sqlite3.Connection, store: str) -> dict[str, int]:
    """In how many sessions the user said each memory of the store, by path; those nobody knows the words of lack."""
    rows = db.execute("select path, count(distinct session) from evidence where path >= ? and path < ? group by path",
                      usage.below(store))
    return dict(map(tuple, rows))


def fingerprint(files: Mapping[str, bytes]) -> str:
    """What the files of a store come to, the index among them; empty for none."""
    if not files:
        return ""
    total = hashlib.sha256()
    for name in sorted(files):
        total.update(hashlib.sha256(name.encode("utf-8", "surrogateescape")).digest())
        total.update(hashlib.sha256(files[name]).digest())
    return total.hexdigest()


def put_down(db: sqlite3.Connection, run: int, rows: Iterable[Row]) -> None:
    """Put all steps of a run down at once."""
    db.execute("begin immediate")
    db.executemany("insert into dream_steps values (?, ?, ?, ?, ?, ?, ?, ?)", ((run, *row) for row in rows))
    db.execute("commit")


def steps(db: sqlite3.Connection, run: int) -> list[Row]:
    """The steps of a run, in their order."""
    rows = db.execute("select step, op, files, outcome, reason, mark, work from dream_steps where run = ?"
                      " order by step", (run,))
    return [Row(*row) for row in rows]


def settle(db: sqlite3.Connection, run: int, step: int, outcome: str, reason: str = "") -> None:
    """What became of a step; with no reason the one that stands there stays."""
    db.execute("update dream_steps set outcome = ?, reason = case when ? = '' then reason else ? end"
               " where run = ? and step = ?", (outcome, reason, reason, run, step))


def clear(db: sqlite3.Connection, run: int) -> None:
    """The run has ended: what its steps needed is needed no more."""
    db.execute("update dream_steps set work = '' where run = ?", (run,))


def unfinished(db: sqlite3.Connection, store: str) -> list[int]:
    """The dreams of the store that stand as running: whoever holds its lock knows that they were killed."""
    rows = db.execute("select id from runs where store = ? and job = 'dream' and status = 'running' order by id",
                      (store,))
    return [row["id"] for row in rows]


def undone(db: sqlite3.Connection, store: str, run: int) -> None:
    """A person took this run of the store back: its steps are not to be taken again over the same files.

    A history that was brought from another machine names runs of that machine: those of other stores are not meant.
    """
    db.execute("update dream_steps set outcome = 'undone' where run = ? and outcome = 'applied'"
               " and run in (select id from runs where store = ?)", (run, store))


def settled(db: sqlite3.Connection, store: str) -> set[str]:
    """The marks of all that is not to be done again in this store: of steps that a person took back, and of each memory
    that was closed with the text it had. If it stands there again with that text, somebody has brought it back."""
    rows = db.execute("select mark, outcome from dream_steps join runs on runs.id = run"
                      " where store = ? and outcome in ('applied', 'undone')", (store,))
    return {mark for row in rows for mark in row["mark"].split()[row["outcome"] == "applied":]}


def archived(db: sqlite3.Connection, store: str, since: str) -> bool:
    """Whether a dream that began at this ISO time or later put a memory of the store aside."""
    row = db.execute("select 1 from dream_steps join runs on runs.id = run where store = ? and started >= ?"
                     " and op = 'archive' and outcome in ('applied', 'undone') limit 1", (store, since)).fetchone()
    return bool(row)


def last_run(db: sqlite3.Connection, store: str, status: str = "") -> sqlite3.Row | None:
    """The newest dream of the store, or the newest that ended so, as its row of `runs`."""
    row: sqlite3.Row | None = db.execute(
        "select * from runs where store = ? and job = 'dream' and ? in ('', status) order by id desc limit 1",
        (store, status)).fetchone()
    return row
