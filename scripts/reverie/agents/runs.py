"""Which runs of sub-agents were looked at, by the client's id of each: so that none is told twice.

A run that goes on later keeps its id. A copy of it, as a branch of its session makes one, has another id and the same
first row.
"""
from __future__ import annotations

import sqlite3
from typing import NamedTuple

MIGRATION = """
create table agent_runs (
    agent text primary key,        -- the client's id of the run
    name text not null,            -- the agent's name, as the client calls it
    session text not null,         -- the session that started it
    project text not null,         -- the store of that session's project
    store text not null,           -- the agent's own store, empty where it has none
    first text not null,           -- the id of the first row of its transcript
    size integer not null,         -- bytes of the transcript that were looked at
    until text not null,           -- the time of the last deed in them
    ended text not null,           -- when it was heard to end, ISO, UTC
    status text not null           -- told | nothing | copy | private | missing
) without rowid;
create index agent_runs_by_first on agent_runs (first);
"""
"""What the ledger gains by this."""
TOLD, NOTHING, COPY, PRIVATE, MISSING = "told", "nothing", "copy", "private", "missing"


class Run(NamedTuple):
    """One run, as far as it was looked at."""

    agent: str
    name: str
    session: str
    project: str
    store: str
    first: str = ""
    size: int = 0
    until: str = ""
    ended: str = ""
    status: str = MISSING


def known(db: sqlite3.Connection, agent: str) -> Run | None:
    """The run of this id, if it was looked at before."""
    row = db.execute(f"select {', '.join(Run._fields)} from agent_runs where agent = ?", (agent,)).fetchone()
    return Run(*row) if row else None


def copied(db: sqlite3.Connection, run: Run) -> bool:
    """Whether another run began with the same row."""
    return bool(run.first) and bool(db.execute(
        "select 1 from agent_runs where first = ? and agent != ? limit 1", (run.first, run.agent)).fetchone())


def note(db: sqlite3.Connection, run: Run) -> None:
    """The run was looked at so far."""
    db.execute(f"insert or replace into agent_runs values ({', '.join('?' * len(run))})", run)


def of(db: sqlite3.Connection, project: str) -> list[Run]:
    """The runs in sessions of the project, the last one first."""
    rows = db.execute(f"select {', '.join(Run._fields)} from agent_runs where project = ? order by ended desc, agent",
                      (project,))
    return [Run(*row) for row in rows]
