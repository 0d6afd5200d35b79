"""A store moves house: its files, and everything that is kept by its name, from one place to another.

The move is put down in the ledger before its first step, and each step can be taken again: one that was killed is
finished by the next start of the worker or of the command. Nothing is written over, and what is there twice is kept
once.
"""
from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterator

from reverie import consolidate, due, layers, ledger, lock, ordering, project, reconcile, session, usage, whole
from reverie.errors import Refused
from reverie.history import commits
from reverie.house import House
from reverie.library import INDEX
from reverie.rehouse import files as rehouse_files
from reverie.rehouse import folders as rehouse_folders
from reverie.rehouse import past as rehouse_history
from reverie.rehouse import rows as rehouse_rows
from reverie.rehouse.rows import Move

_PATIENCE = 5.0
"""Seconds to wait for a dream over one of the two stores to end."""


def rename(house: House, old_store: str, new_store: str, root: str = "",
           each: Callable[[str], None] = lambda step: None) -> None:
    """Bring everything of the one store to the other, which may hold memories; `root` is the project's folder there.

    Without it the store stays with the folder it is of. `each` hears of every step. Refused when a dream is at work.
    """
    if os.path.isdir(old_store) and os.path.realpath(old_store) == os.path.realpath(new_store):
        raise Refused("The memories are there already.")
    ready = finish(house)
    consolidate.mend(house, old_store)
    commits.outside(house, old_store)
    old_root = due.root(house, old_store)
    move = Move(old_store, new_store, old_root, root or old_root, rehouse_files.names(old_store, new_store), {})
    _put_down(house, [move, *_inside(house, move)])
    each("put down")
    if not (finish(house, each) and ready):
        raise Refused("A dream is at work on memories that are to move; the move goes on by itself when it has ended.")


def _put_down(house: House, moves: list[Move]) -> None:
    """All of them at once, each with the names that are settled for it."""
    rows = []
    for move in moves:
        plan = {"files": move.files, "drafts": rehouse_folders.taken_drafts(house.places, move)}
        rows.append((*move[:4], json.dumps(plan), house.stamp))
    house.ledger.execute("begin immediate")
    house.ledger.executemany("insert or replace into moves values (?, ?, ?, ?, ?, ?)", rows)
    house.ledger.execute("commit")


def _inside(house: House, move: Move) -> Iterator[Move]:
    """The other stores that lie in the project, as its agents' do: where it moved, they are there already.

    The team's are not: what is known of their files is for a review alone to say.
    """
    if move.follows:
        stores = {row["store"] for table in ("runs", "seen", "tombstones", "dreams", "agent_runs") for row in
                  house.ledger.execute(f"select distinct store from {table} where store >= ? and store < ?",
                                       usage.below(move.old_root))}
        for store in sorted(stores - {move.old, move.new}):
            if not store.endswith(layers.TEAM_FOLDERS):
                yield move._replace(old=store, new=move.new_root + store[len(move.old_root):], files={})


def finish(house: House, each: Callable[[str], None] = lambda step: None) -> bool:
    """Take every move that was begun to its end; False where one has to wait for a dream."""
    done = True
    for row in house.ledger.execute("select * from moves order by since").fetchall():
        plan = json.loads(row["plan"])
        move = Move(row["old_store"], row["new_store"], row["old_root"], row["new_root"], plan["files"], plan["drafts"])
        try:
            _finished(house, move, each)
        except lock.Busy:
            done = False
    return done


def _finished(house: House, move: Move, each: Callable[[str], None]) -> None:
    dreaming = house.places.dreaming
    with lock.alone(dreaming(move.old), _PATIENCE), lock.alone(dreaming(move.new), _PATIENCE):
        for step in _steps(house, move):
            each(step)
    for store in (move.old, move.new):
        reconcile.shelve(house, store)
    if move.new_root:
        ledger.note_origin(house.ledger, move.new, move.new_root, house.stamp)
    ordering.refresh(house, move.new)
    house.ledger.execute("delete from moves where old_store = ?", (move.old,))


def _steps(house: House, move: Move) -> Iterator[str]:
    """Files first, then the index, then the history, then what only the ledger and the search index know."""
    if not os.path.isdir(move.old):  # the files are there already, and nobody is to take them for new
        yield from rehouse_history.join(house.places, move.old, move.new, move.files)
    with commits.recorded(house, move.new, "relocate", f"memories moved here from {move.old}"):
        yield from _files(move)
        yield from rehouse_history.join(house.places, move.old, move.new, move.files)
    archives = house.places.archive(move.old), house.places.archive(move.new)
    yield from rehouse_folders.carried(*archives)
    told = rehouse_folders.told(house.places, move)
    rehouse_folders.latest(*told)
    yield from rehouse_folders.carried(*told)
    rehouse_folders.renamed(*told)
    yield from rehouse_folders.carried(*rehouse_folders.skills(house.places, move), move.drafts)
    if os.path.exists(house.places.order(move.old)):
        os.unlink(house.places.order(move.old))
    yield "order"
    rehouse_rows.rekey(house.ledger, move)
    yield "ledger"
    if move.follows:
        rehouse_rows.follow(house.catalog, move.old_root, move.new_root, told)
        yield "conversations"
    _rebind(house, move)
    yield "sessions"


def _files(move: Move) -> Iterator[str]:
    """The files of the store, and last its index."""
    if not os.path.isdir(move.old) or rehouse_files.moved_whole(move.old, move.new):
        yield "folder"
        return
    yield from rehouse_files.carry(move.old, move.new, move.files, kept=INDEX)
    path = os.path.join(move.old, INDEX)
    text = (whole.read(path) or b"").decode("utf-8", "surrogateescape")
    if text:
        reconcile.reindex(move.new, lambda there: rehouse_files.joined(
            there, text, move.files, lambda file: os.path.exists(os.path.join(move.new, file))))
        yield "index"
    if os.path.lexists(path):
        os.unlink(path)
    rehouse_files.clear(move.old)


def _rebind(house: House, move: Move) -> None:
    """Sessions of the project that moved go on in its new place; those of one that is still there do not."""
    for sid in session.known(house.places):
        bound = session.bound(house.places, sid)
        if bound is None or bound.store != move.old or not (move.follows or bound.root == move.new_root):
            continue
        found = project.resolve(move.new_root, house.places, house.means.env)
        bound.checkout = move.new_root if bound.checkout == move.old_root else bound.checkout
        bound.root, bound.store = move.new_root, move.new
        bound.native = found.native and found.store == move.new
        session.bind(house.places, sid, bound)
