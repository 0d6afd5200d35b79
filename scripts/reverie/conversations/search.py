"""What was said in past sessions, found by its words: best first by BM25, among equals the newest."""
from __future__ import annotations

import sqlite3
from typing import NamedTuple

from reverie.conversations.passages import EVERYWHERE, span

_QUERY = 64


class Found(NamedTuple):
    """A passage that holds words of a query; `path` and `launch` are empty where its transcript is not known."""

    turn: str
    root: str
    session: str
    role: str
    at: str
    text: str
    path: str
    launch: str


class Figures(NamedTuple):
    """How much can be searched: of one project, in bytes of all projects, and what this one lost to the limit."""

    passages: int
    sessions: int
    size: int
    dropped: int


def search(db: sqlite3.Connection, root: str | None, words: list[str], most: int, besides: str = "") -> list[Found]:
    """The best passages of the project, or with None of all projects, a turn once; none of the session `besides`."""
    _, first, last = span(db, root) if root else (0, *EVERYWHERE)
    query = " OR ".join('"' + word.replace('"', '""') + '"' for word in words[:_QUERY])
    ranked = db.execute(
        "select p.id, p.project, p.turn from passage_words w join passages p on p.id = w.rowid"
        " where passage_words match ? and w.rowid between ? and ? and p.session <> ?"
        " order by round(w.rank, 6), p.at desc, p.id", (query, first, last, besides),
    ) if words else []
    best: dict[tuple[int, str], int] = {}
    for row, project, turn in ranked:
        best.setdefault((project, turn), row)
        if len(best) == most:
            break
    return [_found(db, row) for row in best.values()]


def figures(db: sqlite3.Connection, root: str) -> Figures:
    """How much of this project can be searched."""
    number = span(db, root)[0]
    many, sessions = db.execute("select count(*), count(distinct session) from passages where project = ?",
                                (number,)).fetchone()
    size = db.execute("select coalesce(sum(size), 0) from passages").fetchone()[0]
    dropped = db.execute("select many from passages_dropped where project = ?", (number,)).fetchone()
    return Figures(many, sessions, size, dropped[0] if dropped else 0)


def _found(db: sqlite3.Connection, row: int) -> Found:
    return Found(*db.execute(
        "select p.turn, j.root, p.session, p.role, p.at, p.text, coalesce(s.path, ''), coalesce(s.launch, '')"
        " from passages p join passage_projects j on j.number = p.project"
        " left join passage_sources s on s.root = j.root and s.session = p.session and s.launch <> ''"
        " where p.id = ? limit 1", (row,)).fetchone())
