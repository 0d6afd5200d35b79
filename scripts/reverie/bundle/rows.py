"""A store's part of the ledger as rows that name files below the store: out of one ledger, into another.

One table says which columns travel and what each may hold. A row is there once however often it is brought, and what
the receiving ledger has is never changed to say less.
"""
from __future__ import annotations

import json
import os
import re
import sqlite3
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from reverie import usage
from reverie.bundle.form import SLUG, clean
from reverie.errors import Refused
from reverie.lessons import learned, retold
from reverie.record import OPS, SCOPES, TYPES, Candidate

Row = dict[str, Any]
Rows = dict[str, list[Row]]
_LONGEST = 1 << 20
RUNS = 10**9
"""From there on a number is no run's."""
_DAY = re.compile(r"\d{4}-\d\d-\d\d")


def _text(value: object) -> bool:
    return isinstance(value, str) and len(value) <= _LONGEST and not re.search("[\ud800-\udfff\0]", value)


def _count(value: object) -> bool:
    return type(value) is int and 0 <= value < RUNS


def _file(value: object) -> bool:
    return _text(value) and clean(str(value))


def _one_of(*words: str) -> Callable[[object], bool]:
    return lambda value: value in words


def _candidate(value: object) -> bool:
    """Whether it is a candidate's fields as JSON, of which none leads anywhere but into the store."""
    try:
        said = json.loads(value) if isinstance(value, str) and _text(value) else None
    except (ValueError, RecursionError):
        return False
    if not isinstance(said, dict) or not {"type", "name", "description", "body", "quote"} <= set(said):
        return False
    texts = {key: each for key, each in said.items() if key != "sure"}
    return (set(texts) <= set(Candidate._fields) and all(map(_text, texts.values())) and said["type"] in TYPES
            and said.get("scope", "project") in SCOPES and said.get("op", "create") in OPS
            and isinstance(said.get("sure", True), bool))


TABLES: dict[str, dict[str, Callable[[object], bool]]] = {
    "evidence": {"path": _file, "quote": _text, "session": _text, "turn": _text, "at": _text, "run": _count,
                 "op": _text, "target": _text},
    "usage": {"path": _file, "shown": _count, "read": _count, "last": _text, "used": _count, "last_used": _text},
    "uses": {"session": _text, "turn": _text, "path": _file, "how": _one_of("shown", "read", "used"), "why": _text,
             "line": _count, "at": _text},
    "tombstones": {"words": _text, "since": _text, "file": _text, "turn": _text,
                   "sealed": lambda value: type(value) is int and value in (0, 1)},
    "proposals": {"reason": _text, "status": _one_of("waiting", "accepted", "declined", "expired", "forgotten"),
                  "candidate": _candidate, "session": _text, "turn": _text, "at": _text, "since": _text},
    "learned": {"kind": _one_of(learned.LESSON, learned.PROCEDURE), "mark": _text,
                "name": lambda value: isinstance(value, str) and bool(SLUG.fullmatch(value)),
                "status": _one_of(learned.KEPT, learned.PROPOSED, learned.DRAFTED, learned.ACCEPTED,
                                  learned.DECLINED), "since": _text},
    "imports": {"source": _text, "mark": _text, "path": lambda value: value == "" or _file(value), "written": _text,
                "since": _text},
    "active_days": {"day": lambda value: isinstance(value, str) and bool(_DAY.fullmatch(value))},
    "polluted": {"session": _text},
}
"""The tables that travel: each column with what it may hold. `polluted` is about sessions, all others about a store."""
_PATHS = ("evidence", "usage", "uses")
_MARK = re.compile(r"#(?:forgotten|undone)$")


class News(NamedTuple):
    """What a ledger lacks of a bundle's rows: those that are new to it, and figures of use that are higher."""

    rows: Mapping[str, Sequence[tuple[Any, ...]]]
    higher: Sequence[Row]

    @property
    def many(self) -> int:
        return sum(map(len, self.rows.values())) + len(self.higher)


def gathered(db: sqlite3.Connection, store: str, summaries: Iterable[bytes]) -> Rows:
    """The rows about this store, those that a bundle can hold, with paths below it; each table in a fixed order."""
    rows = {table: _of(db, store, table) for table in TABLES if table != "polluted"}
    sessions = {row["session"] for each in rows.values() for row in each if row.get("session")}
    told = (retold.read(data.decode("utf-8", "replace")) for data in summaries)
    sessions |= {each.session for each in told if each}
    met = [row["session"] for row in db.execute("select session from polluted order by session")]
    rows["polluted"] = [{"session": session} for session in met if session in sessions]
    return {table: [row for row in each if _sound(table, row)] for table, each in rows.items()}


def checked(raw: Mapping[str, Any], name: str) -> Rows:
    """The rows of a bundle's ledger; Refused when one is not of the form."""
    if set(raw) != set(TABLES) or not all(isinstance(each, list) for each in raw.values()):
        raise Refused(f"The bundle's ledger of {name} does not hold the tables that it must.")
    for table, each in raw.items():
        for n, row in enumerate(each, 1):
            if not _sound(table, row):
                raise Refused(f"The bundle's ledger of {name} holds a row that cannot be: {table} {n}.")
    return {table: raw[table] for table in TABLES}


def news(db: sqlite3.Connection, store: str, rows: Rows, moved: Callable[[str], str]) -> News:
    """What this ledger lacks of the rows for the store.

    `moved` tells which file has what a file of the bundle had, "" for none: then its rows stay away.
    """
    brought = {table: [there for row in each if (there := _placed(table, row, store, moved))]
               for table, each in rows.items()}
    new = {table: _lacking(db, store, table, each) for table, each in brought.items() if table != "usage"}
    higher = _higher(db, store, brought["usage"])
    return News({table: [(*(() if table in (*_PATHS, "polluted") else (store,)), *row.values()) for row in each]
                 for table, each in new.items()}, higher)


def enter(db: sqlite3.Connection, new: News, run: int) -> None:
    """Add them, within the caller's transaction; a `run` other than 0 takes the place of those the evidence names."""
    at = list(TABLES["evidence"]).index("run")
    for table, rows in new.rows.items():
        if table == "evidence" and run:
            rows = [(*row[:at], run, *row[at + 1:]) for row in rows]
        own = () if table in (*_PATHS, "polluted") else ("store",)
        _insert(db, "insert or ignore", table, (*own, *TABLES[table]), rows)
    _insert(db, "insert or replace", "usage", tuple(TABLES["usage"]), [tuple(row.values()) for row in new.higher])


def _insert(
    db: sqlite3.Connection, how: str, table: str, columns: Sequence[str], rows: Iterable[Sequence[Any]]
) -> None:
    db.executemany(f"{how} into {table} ({', '.join(columns)}) values ({', '.join('?' * len(columns))})", rows)


def _of(db: sqlite3.Connection, store: str, table: str) -> list[Row]:
    """The rows of a table about the store, sorted by all that they say; proposals as they came."""
    columns = ", ".join(TABLES[table])
    if table not in _PATHS:
        order = "id" if table == "proposals" else columns
        found = db.execute(f"select {columns} from {table} where store = ? order by {order}", (store,))
    else:
        found = db.execute(f"select {columns} from {table} where path >= ? and path < ? order by {columns}",
                           usage.below(store))
    start = os.path.join(store, "")
    return [{**row, "path": row["path"][len(start):] if row["path"].startswith(start) else ""} if "path" in row else row
            for row in map(dict, found)]


def _sound(table: str, row: object) -> bool:
    columns = TABLES[table]
    return (isinstance(row, dict) and list(row) in (list(columns), sorted(columns))
            and all(holds(row[column]) for column, holds in columns.items()))


def _placed(table: str, row: Row, store: str, moved: Callable[[str], str]) -> Row | None:
    """The row with the path that its file has in this store; None where it has none, but for what was imported."""
    if not row.get("path"):
        return row
    mark = _MARK.search(row["path"])
    behind = mark[0] if mark else ""
    file = moved(row["path"].removesuffix(behind))
    if not file:
        return {**row, "path": ""} if table == "imports" else None
    return {**row, "path": os.path.join(store, file) + behind}


def _lacking(db: sqlite3.Connection, store: str, table: str, rows: Sequence[Row]) -> list[Row]:
    """Those of the rows that are not there, each as often as it lacks, with its columns in the order of the table."""
    keys = {"tombstones": ("words",), "proposals": ("candidate",), "learned": ("kind", "mark"),
            "imports": ("source",),
            "evidence": tuple(column for column in TABLES["evidence"] if column != "run")}.get(
        table, tuple(TABLES[table]))
    where, given = (("path >= ? and path < ?", usage.below(store)) if table in _PATHS
                    else ("1", ()) if table == "polluted" else ("store = ?", (store,)))
    there = Counter(map(tuple, db.execute(f"select {', '.join(keys)} from {table} where {where}", given)))
    lacking = []
    for row in rows:
        key = tuple(row[column] for column in keys)
        if there[key]:
            there[key] -= table == "evidence"
        else:
            lacking.append({column: row[column] for column in TABLES[table]})
    return lacking


def _higher(db: sqlite3.Connection, store: str, rows: Iterable[Row]) -> list[Row]:
    """The figures that are higher in the rows: the same uses are counted in both, and are counted once."""
    columns = TABLES["usage"]
    found = db.execute(f"select {', '.join(columns)} from usage where path >= ? and path < ?", usage.below(store))
    here = {row["path"]: dict(row) for row in found}
    now = dict(here)
    for row in rows:
        had = now.get(row["path"], row)
        now[row["path"]] = {column: max(had[column], row[column]) for column in columns}
    return [row for path, row in now.items() if row != here.get(path)]


def said(proposal: Row) -> tuple[str, ...]:
    """What a row of proposals says: the body of its candidate, and the words that it rests on."""
    candidate = json.loads(proposal["candidate"])
    return tuple(filter(None, (candidate["body"], candidate["quote"])))
