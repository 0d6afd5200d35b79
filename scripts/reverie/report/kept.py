"""The memories of some layers, each with how often it was shown, read and used."""
from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Sequence

from reverie import usage
from reverie.layers import Layer
from reverie.listing import Listed
from reverie.report.figures import Kept

AGES = (("a week", 7), ("a month", 31), ("three months", 92), ("a year", 366))
"""The steps by which memories are told apart by age: up to so many days."""
OLDER, UNDATED = "older", "no day"


def of(db: sqlite3.Connection, found: Iterable[Listed], since: str) -> list[Kept]:
    """Each memory with its figures, those since that ISO day where one is given."""
    listed = list(found)
    uses = {store: _uses(db, store, since) for store in {each.layer.store for each in listed}}
    return [_kept(each, uses[each.layer.store].get(each.memory.path, usage.Use())) for each in listed]


def key(each: Listed) -> str:
    """What the memory goes by in the report."""
    return f"{each.layer.name}/{each.file}"


def age(observed: str, days: int) -> str:
    """The step of `AGES` into which so many days fall; a memory without a day has one of its own."""
    if not observed:
        return UNDATED
    return next((name for name, most in AGES if days <= most), OLDER)


def present(among: Iterable[Layer], memories: Sequence[Kept]) -> tuple[str, ...]:
    """The layers that hold a memory, in their order."""
    there = {memory.layer for memory in memories}
    return tuple(dict.fromkeys(layer.name for layer in among if layer.name in there))


def _kept(each: Listed, use: usage.Use) -> Kept:
    memory = each.memory
    return Kept(key(each), each.layer.name, memory.name, memory.description, memory.type, memory.observed,
                memory.created, memory.superseded, *use)


def _uses(db: sqlite3.Connection, store: str, since: str) -> dict[str, usage.Use]:
    """By path. Since a day they are counted from the turns, of which the ledger remembers only some months."""
    ever = usage.of(db, store)
    if not since:
        return ever
    rows = db.execute(
        "select path, sum(how = 'shown') shown, sum(how = 'read') red, sum(how = 'used') used from uses"
        " where path >= ? and path < ? and at >= ? group by path", (*usage.below(store), since))
    return {row["path"]: usage.Use(row["shown"], row["red"], row["used"], ever.get(row["path"], usage.Use()).last)
            for row in rows}
