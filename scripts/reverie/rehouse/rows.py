"""All that the ledger and the search index keep by a store, a file in it or a project's folder, brought to other names.

One list says where such a name stands; a test compares it with the tables there are.
"""
from __future__ import annotations

import os
import sqlite3
from collections.abc import Mapping
from typing import NamedTuple

from reverie import usage
from reverie.conversations import passages

STORE, PROJECT, PATH, FILE, ROOT, LEFT = "store", "project", "path", "file", "root", "left"
"""A store; a store where the row is rather its project's; a file's whole path; a file below its row's store; the
folder of a project; a name that stays as it is."""
COLUMNS = (
    ("stores", "store", STORE), ("stores", "origin", ROOT), ("runs", "store", STORE), ("seen", "store", STORE),
    ("evidence", "path", PATH), ("evidence", "target", FILE), ("usage", "path", PATH), ("uses", "path", PATH),
    ("proposals", "store", STORE), ("tombstones", "store", STORE), ("tombstones", "file", FILE),
    ("unsearched", "root", LEFT), ("due", "store", STORE), ("told", "store", STORE), ("learned", "store", STORE),
    ("dreams", "store", STORE), ("dream_sessions", "store", STORE), ("active_days", "store", STORE),
    ("dream_steps", "files", LEFT), ("identities", "store", PROJECT), ("checkouts", "store", PROJECT),
    ("checkouts", "root", ROOT), ("checkouts", "path", LEFT), ("moves", "old_store", LEFT),
    ("moves", "new_store", LEFT), ("moves", "old_root", LEFT), ("moves", "new_root", LEFT),
    ("teams", "store", PROJECT), ("trusted", "store", PROJECT), ("trusted", "file", LEFT),
    ("synced", "store", PROJECT), ("synced", "folder", LEFT), ("imports", "store", STORE), ("imports", "path", PATH),
    ("agent_runs", "project", STORE), ("agent_runs", "store", STORE), ("recalls", "store", STORE),
)
"""Each column with a name of that kind. `unsearched` goes with the folder and not with the store; what the steps of a
past dream were called, where sessions were launched, and the journal of moves are told as they were."""
_FIGURES = ("insert into usage (path, shown, read, last, used, last_used)"
            " select ?, shown, read, last, used, last_used from usage where path = ?"
            " on conflict (path) do update set shown = shown + excluded.shown, read = read + excluded.read,"
            " used = used + excluded.used, last = max(last, excluded.last),"
            " last_used = max(last_used, excluded.last_used)")


class Move(NamedTuple):
    """A store on its way: where from and to, of which project's folders, and which files take another name."""

    old: str
    new: str
    old_root: str
    new_root: str
    files: Mapping[str, str]
    drafts: Mapping[str, str]

    @property
    def follows(self) -> bool:
        """Whether the project itself moved, so that all of it goes along: its old folder is not there any more."""
        return bool(self.old_root) and self.old_root != self.new_root and not os.path.isdir(self.old_root)

    def path(self, old: str) -> str:
        """What the path of a memory, which may have been forgotten, is behind the move."""
        file, mark, more = old[len(self.old) + 1:].partition("#")
        return os.path.join(self.new, self.files.get(file, file)) + mark + more


def rekey(db: sqlite3.Connection, move: Move) -> None:
    """Everything at once; what stands under both names stands once behind it, figures of use as their sum."""
    db.execute("begin immediate")
    for old, target in move.files.items():
        names = os.path.basename(target), os.path.basename(old), *usage.below(move.old)
        db.execute("update evidence set target = ? where target = ? and path >= ? and path < ?", names)
        db.execute("update tombstones set file = ? where file = ? and store = ?", (target, old, move.old))
    for old, target in move.drafts.items():
        db.execute("update learned set name = ? where name = ? and store = ? and kind = 'procedure'",
                   (target, old, move.old))
    for table, column, kind in COLUMNS:
        if kind == PATH:
            _paths(db, table, column, move)
        elif kind == STORE or kind == PROJECT and (move.follows or move.old_root == move.new_root):
            _values(db, table, column, move.old, move.new)
    for table, column, kind in COLUMNS:
        if kind == ROOT:
            db.execute(f"update {table} set {column} = ? where store = ?", (move.new_root, move.new))
    if move.follows:
        _values(db, "unsearched", "root", move.old_root, move.new_root)
    db.execute("commit")


def _values(db: sqlite3.Connection, table: str, column: str, old: str, new: str) -> None:
    db.execute(f"update or ignore {table} set {column} = ? where {column} = ?", (new, old))
    db.execute(f"delete from {table} where {column} = ?", (old,))


def _paths(db: sqlite3.Connection, table: str, column: str, move: Move) -> None:
    rows = db.execute(f"select distinct {column} path from {table} where {column} >= ? and {column} < ?",
                      usage.below(move.old)).fetchall()
    for row in rows:
        if table == "usage":
            db.execute(_FIGURES, (move.path(row["path"]), row["path"]))
            db.execute("delete from usage where path = ?", (row["path"],))
        else:
            _values(db, table, column, row["path"], move.path(row["path"]))


def follow(db: sqlite3.Connection, old_root: str, new_root: str, told: tuple[str, str]) -> None:
    """Past conversations are of the project's new folder from now on; `told` is where its summaries were and are."""
    passages.prepare(db)
    db.execute("begin immediate")
    number, first, last = passages.span(db, old_root)
    if number and not passages.span(db, new_root)[0]:
        db.execute("update passage_projects set root = ? where root = ?", (new_root, old_root))
    elif number:
        _merged(db, number, passages.span(db, new_root), (first, last))
    db.execute("update passage_sources set root = ? where root = ?", (new_root, old_root))
    below = usage.below(told[0])
    db.execute("update or ignore passage_sources set path = ? || substr(path, ?) where path >= ? and path < ?",
               (told[1], len(told[0]) + 1, *below))
    db.execute("delete from passage_sources where path >= ? and path < ?", below)
    db.execute("commit")


def _merged(db: sqlite3.Connection, number: int, into: tuple[int, int, int], ids: tuple[int, int]) -> None:
    """Passages of one project behind those of another; what stands there already stands there once."""
    row = db.execute("select max(id) from passages where id between ? and ?", into[1:]).fetchone()[0] or into[1]
    for old, in db.execute("select id from passages where id between ? and ? order by id", ids).fetchall():
        entered = db.execute("insert or ignore into passages select ?, ?, turn, piece, session, role, at, size, text"
                             " from passages where id = ?", (row + 1, into[0], old)).rowcount
        if entered:
            row += 1
            db.execute("insert into passage_words (rowid, words) select ?, words from passage_words where rowid = ?",
                       (row, old))
    db.execute("delete from passage_words where rowid between ? and ?", ids)
    db.execute("delete from passages where id between ? and ?", ids)
    db.execute("insert into passages_dropped select ?, many from passages_dropped where project = ?"
               " on conflict (project) do update set many = many + excluded.many", (into[0], number))
    db.execute("delete from passages_dropped where project = ?", (number,))
    db.execute("delete from passage_projects where number = ?", (number,))
