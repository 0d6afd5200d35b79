"""Memories that wait for a person's yes: what rules were not sure of, what an instruction from outside might be.

They are forgotten after a month. A model that is asked later may confirm them before that.
"""
from __future__ import annotations

import datetime
import json
import sqlite3
from typing import NamedTuple

from reverie.record import Candidate

KEPT_FOR = datetime.timedelta(days=30)


class Proposal(NamedTuple):
    """One that waits: its number, why it waits, what it says, and where the user's words stand."""

    number: int
    reason: str
    candidate: Candidate
    session: str
    turn: str
    at: str


def add(
    db: sqlite3.Connection, store: str, reason: str, candidate: Candidate, said: tuple[str, str, str], now: str
) -> None:
    """Let the candidate wait; `said` is session, turn and time of the user's words. The same one waits only once."""
    met = db.execute("select candidate from proposals where store = ?", (store,))
    if any(Candidate(**json.loads(row["candidate"]))._replace(keywords="") == candidate._replace(keywords="")
           for row in met):
        return
    fields = json.dumps(candidate._asdict(), ensure_ascii=False, sort_keys=True)
    db.execute(
        "insert or ignore into proposals (store, reason, status, candidate, session, turn, at, since)"
        " values (?, ?, 'waiting', ?, ?, ?, ?, ?)", (store, reason, fields, *said, now),
    )


def waiting(db: sqlite3.Connection, store: str) -> list[Proposal]:
    """What waits for this store, oldest first."""
    rows = db.execute("select * from proposals where store = ? and status = 'waiting' order by id", (store,))
    return [Proposal(row["id"], row["reason"], Candidate(**json.loads(row["candidate"])), row["session"], row["turn"],
                     row["at"]) for row in rows]


def settle(db: sqlite3.Connection, number: int, status: str) -> None:
    """The proposal waits no longer: accepted, declined or expired."""
    db.execute("update proposals set status = ? where id = ?", (status, number))


def expire(db: sqlite3.Connection, now: datetime.datetime) -> None:
    """What nobody looked at for a month is forgotten."""
    since = (now - KEPT_FOR).astimezone(datetime.timezone.utc).strftime("%Y-%m-%dT%H:%M:%SZ")
    db.execute("update proposals set status = 'expired' where status = 'waiting' and since < ?", (since,))
