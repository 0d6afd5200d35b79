"""What cannot be derived from the memories: runs and their cost, cursors, evidence, use, where a store comes from.

Written by the worker and by commands, one at a time; a hook only reads, and reads nothing where there is nothing.
"""
from __future__ import annotations

import datetime
import os
import sqlite3

from reverie import dreams, fired, migrate, recalls, synced, tombstones, usage
from reverie.agents import runs as agent_runs
from reverie.lessons import learned
from reverie.money import Spent
from reverie.portage import imported
from reverie.rehouse import identity
from reverie.team import trust

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from reverie.places import Places

MIGRATIONS = (
    """
    create table stores (          -- which project's folder a store belongs to: the first that used it
        store text primary key,
        origin text not null,
        since text not null
    );
    create table runs (            -- one row a job, whatever came of it
        id integer primary key,
        job text not null,         -- extract
        session text not null,
        store text not null,
        trigger text not null,     -- the event that asked for it
        backend text not null,
        started text not null,     -- ISO, UTC
        seconds real,
        status text not null,      -- running | kept | nothing | skipped | failed
        reason text not null,      -- why skipped or failed, in one word and a sentence
        proposed integer not null default 0,
        kept integer not null default 0,
        calls integer not null default 0,
        tokens_in integer,         -- null: the backend does not say, which is not zero
        tokens_out integer,
        cost_usd real
    );
    create table cursors (         -- how far a session's transcript was read
        session text primary key,
        offset integer not null,   -- bytes, always behind a complete line
        head text not null,        -- the file's first bytes, to know it again
        tries integer not null     -- how often the span behind the offset has failed
    );
    create table seen (            -- human turns that were looked at, so that a copy of a transcript adds nothing
        store text not null,
        turn text not null,
        primary key (store, turn)
    ) without rowid;
    create table parked (          -- spans that failed too often
        session text not null,
        start integer not null,
        stop integer not null,
        reason text not null
    );
    create table evidence (        -- the user's words behind a memory
        path text not null,
        quote text not null,
        session text not null,
        turn text not null,
        at text not null,
        run integer not null references runs(id)
    );
    create index evidence_by_path on evidence (path);
    create table usage (           -- how often a memory was shown to the model and read by it
        path text primary key,
        shown integer not null default 0,
        read integer not null default 0,
        last text not null
    );
    """,
    """
    alter table evidence add column op text not null default 'create';
    alter table evidence add column target text not null default '';
    create table proposals (       -- memories that wait for a person's yes
        id integer primary key,
        store text not null,
        reason text not null,      -- plausible | polluted | yours
        status text not null,      -- waiting | accepted | declined | expired
        candidate text not null,   -- its fields, as JSON
        session text not null,
        turn text not null,
        at text not null,          -- when it was said
        since text not null,       -- when it was proposed, ISO, UTC
        unique (store, candidate)
    );
    create table tombstones (      -- what was forgotten on purpose and must not come back by itself
        store text not null,
        words text not null,       -- its tokens, sorted
        since text not null,
        primary key (store, words)
    ) without rowid;
    create table saved (           -- prompts in answer to which the agent saved a memory itself
        session text not null,
        prompt text not null,
        primary key (session, prompt)
    ) without rowid;
    create table polluted (        -- sessions that outside text entered, from the web or an MCP server
        session text primary key
    ) without rowid;
    """,
    """
    create table unsearched (      -- projects whose conversations are not to be searched
        root text primary key,
        since text not null
    ) without rowid;
    create table hushed (          -- when a session was not to be listened to, because of a pause
        session text not null,
        since text not null,       -- ISO, UTC, seconds
        until text not null,
        primary key (session, since)
    ) without rowid;
    """,
    usage.MIGRATION,
    tombstones.MIGRATION,
    learned.MIGRATION,
    dreams.MIGRATION,
    trust.MIGRATION,
    identity.MIGRATION,
    agent_runs.MIGRATION,
    imported.MIGRATION,
    synced.MIGRATION,
    recalls.MIGRATION,
    fired.MIGRATION,
)
"""Each brings the ledger one version further; `user_version` counts how many have run."""


def open_ledger(places: Places) -> sqlite3.Connection:
    """The ledger at the newest version. One that is no database is set aside under another name, never deleted."""
    os.makedirs(places.home, mode=0o700, exist_ok=True)
    try:
        return _opened(places.ledger)
    except sqlite3.DatabaseError as error:
        if isinstance(error, sqlite3.OperationalError):
            raise
        os.replace(places.ledger, places.ledger + ".unreadable")
        return _opened(places.ledger)


def _opened(path: str) -> sqlite3.Connection:
    return migrate.opened(path, MIGRATIONS)


def newer(places: Places) -> bool:
    """Whether a newer Reverie wrote the ledger: then this one works nothing."""
    try:
        return migrate.version(places.ledger) > len(MIGRATIONS)
    except sqlite3.Error:
        return False


def note_origin(db: sqlite3.Connection, store: str, root: str, now: str) -> None:
    """The first project that uses a store is its origin; later ones change nothing."""
    db.execute("insert or ignore into stores values (?, ?, ?)", (store, root, now))


def unseen(db: sqlite3.Connection, store: str, turns: Iterable[str]) -> set[str]:
    """Those of the turns' ids that were never looked at for this store."""
    return {
        turn for turn in turns
        if not db.execute("select 1 from seen where store = ? and turn = ?", (store, turn)).fetchone()
    }


def mark_seen(db: sqlite3.Connection, store: str, turns: Iterable[str]) -> None:
    """These turns were looked at."""
    db.executemany("insert or ignore into seen values (?, ?)", ((store, turn) for turn in turns if turn))


def cursor(db: sqlite3.Connection, session: str) -> tuple[int, str, int]:
    """How far the session's transcript was read: (offset in bytes, its head, failed tries)."""
    row = db.execute("select offset, head, tries from cursors where session = ?", (session,)).fetchone()
    return (row["offset"], row["head"], row["tries"]) if row else (0, "", 0)


def move_cursor(db: sqlite3.Connection, session: str, offset: int, head: str, tries: int = 0) -> None:
    """The transcript is read up to `offset`."""
    db.execute("insert or replace into cursors values (?, ?, ?, ?)", (session, offset, head, tries))


def begin_run(db: sqlite3.Connection, job: str, session: str, store: str, trigger: str, backend: str, now: str) -> int:
    """A run starts; a worker that dies leaves it standing as running, until `end_killed`."""
    row = db.execute(
        "insert into runs (job, session, store, trigger, backend, started, status, reason)"
        " values (?, ?, ?, ?, ?, ?, 'running', '')",
        (job, session, store, trigger, backend, now),
    )
    return int(row.lastrowid or 0)


def job_of(db: sqlite3.Connection, run: int) -> str:
    """What the run does; empty where there is no such run."""
    row = db.execute("select job from runs where id = ?", (run,)).fetchone()
    return row["job"] if row else ""


def end_run(db: sqlite3.Connection, run: int, status: str, reason: str, seconds: float, **figures: object) -> None:
    """What came of the run; `figures` are columns of the runs table."""
    columns = {"status": status, "reason": reason, "seconds": round(seconds, 3), **figures}
    names = ", ".join(f"{name} = ?" for name in columns)
    db.execute(f"update runs set {names} where id = ?", (*columns.values(), run))


def end_killed(db: sqlite3.Connection) -> None:
    """For the one worker there is: runs that an earlier one had begun were killed. A dream is in other hands."""
    db.execute("update runs set status = 'failed', reason = 'killed: it did not come to its end'"
               " where status = 'running' and trigger != 'asked' and job != 'dream'")


def spent(db: sqlite3.Connection, session: str, today: str) -> Spent:
    """What `money` has to know: the calls of the day that begins at the ISO time `today`, and the failures since one
    last succeeded. A run that a clock gone wrong puts after that day is none of its calls.
    """
    row = db.execute(
        "select coalesce(sum(calls), 0), coalesce(sum(coalesce(tokens_in, 0) + coalesce(tokens_out, 0)), 0) from runs"
        " where started >= ? and started < strftime('%Y-%m-%dT%H:%M:%SZ', ?, '+1 day')", (today, today)
    ).fetchone()
    last = db.execute(
        "select started from runs where session = ? and calls > 0 and job not in ('recall', 'dream', 'agent')"
        " order by id desc limit 1",
        (session,)  # neither a choice at each prompt, a dream nor an agent must put off the look at what was said
    ).fetchone()
    lately = [run for run in failed(db) if run["calls"]]
    kind = _kind(lately[0]) if lately else ""
    return Spent(row[0], row[1], _epoch(last["started"] if last else None), len(lately),
                 _epoch(lately[0]["started"] if lately else None), kind)


def failures(db: sqlite3.Connection, kind: str) -> int:
    """How often something failed in this way since a call last succeeded, calls that could not be made included."""
    return sum(_kind(run) == kind for run in failed(db))


def failed(db: sqlite3.Connection) -> list[sqlite3.Row]:
    """The failed runs since a call last succeeded or a person said to go on, newest first."""
    good = "select coalesce(max(id), 0) from runs where calls > 0 and status != 'failed' or job = 'resume'"
    return db.execute(
        f"select started, reason, calls from runs where id > ({good}) and status = 'failed' order by id desc"
    ).fetchall()


def _kind(run: sqlite3.Row) -> str:
    return str(run["reason"]).partition(":")[0]


def ever(db: sqlite3.Connection, session: str, reason: str) -> bool:
    """Whether a run of this session was skipped for this reason."""
    found = db.execute("select 1 from runs where session = ? and reason = ? limit 1", (session, reason)).fetchone()
    return bool(found)


def last_reason(db: sqlite3.Connection, session: str) -> str:
    """The reason of the session's newest run, so that the same skip is not noted twice in a row."""
    row = db.execute("select reason from runs where session = ? order by id desc limit 1", (session,)).fetchone()
    return row["reason"] if row else ""


def note_saved(db: sqlite3.Connection, session: str, prompt: str) -> None:
    """The agent itself saved a memory in answer to this prompt."""
    db.execute("insert or ignore into saved values (?, ?)", (session, prompt))


def saved(db: sqlite3.Connection, session: str) -> frozenset[str]:
    """The prompts of this session that the agent answered by saving."""
    return frozenset(row["prompt"] for row in db.execute("select prompt from saved where session = ?", (session,)))


def pollute(db: sqlite3.Connection, session: str) -> None:
    """Outside text entered this session, and stays in it."""
    db.execute("insert or ignore into polluted values (?)", (session,))


def polluted(db: sqlite3.Connection, session: str) -> bool:
    return bool(db.execute("select 1 from polluted where session = ?", (session,)).fetchone())


def _epoch(stamp: str | None) -> float:
    if not stamp:
        return 0.0
    return datetime.datetime.fromisoformat(stamp.replace("Z", "+00:00")).timestamp()


def follow(db: sqlite3.Connection, before: str, after: str) -> None:
    """A memory lies at another path now: its evidence and its figures go with it."""
    db.execute("update evidence set path = ? where path = ?", (after, before))
    for table in ("usage", "uses"):
        db.execute(f"update or ignore {table} set path = ? where path = ?", (after, before))
