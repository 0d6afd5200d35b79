"""This machine's view of a store: read from its files and the ledger, and what of it does not travel, and why."""
from __future__ import annotations

import datetime
import os
import sqlite3
from collections.abc import Iterable, Mapping
from typing import NamedTuple

from reverie import index, library, whole
from reverie.secrets import redaction
from reverie.sync import pairing
from reverie.sync.side import LARGEST, Grave, Side, Words, travels

_HANDS = ("user", "agent", "")
"""Who writes a memory that rests on no quoted words because it was asked for."""


class Here(NamedTuple):
    """The view; by file why it is held back, as such a file is neither sent nor touched; whether the folder is gone."""

    side: Side
    held: Mapping[str, str]
    gone: bool = False


def read(db: sqlite3.Connection, store: str, tip: Side) -> Here:
    """The store as it is; `tip` is what it was when it last was in step, and stands in for what is held back.

    A folder that is not there at all was not emptied by anybody: it counts as it was.
    """
    if not os.path.isdir(store):
        return Here(tip._replace(graves=graves(db, store)), {}, gone=bool(tip.files))
    found: dict[str, bytes] = {}
    for entry in library.files(store):
        file = os.path.relpath(entry.path, store).replace(os.sep, "/")
        data = whole.read(entry.path)
        if data is not None:
            found[file] = data
    reasons = {file: _withheld(file, data, tip.files.get(file)) for file, data in found.items()}
    held = {file: why for file, why in reasons.items() if why}
    files = {file: tip.files.get(file, b"") if file in held else data for file, data in found.items()
             if file not in held or file in tip.files}
    behind = _clean(words(db, store, files), tip.words)
    listed = _index(store, held)
    if listed is not None and listed != tip.listed and redaction.found(_text(listed)):
        held[library.INDEX], listed = "it holds a secret", tip.listed
    side = Side(files, listed, behind, graves(db, store), _said(store, files, tip, {each.file for each in behind}))
    return Here(side, held)


def words(db: sqlite3.Connection, store: str, files: Iterable[str]) -> frozenset[Words]:
    """What the ledger knows of the words behind these files."""
    there, below = set(files), os.path.join(store, "")
    rows = db.execute("select path, quote, session, turn, at, op, target from evidence where path >= ? and path < ?",
                      (below, below[:-1] + chr(ord(os.sep) + 1)))
    found = (Words(row["path"][len(below):].replace(os.sep, "/"), *tuple(row)[1:]) for row in rows)
    return frozenset(each for each in found if each.file in there)


def graves(db: sqlite3.Connection, store: str) -> dict[str, Grave]:
    """The tombstones of the store, by their words."""
    rows = db.execute("select words, since, file, turn, sealed from tombstones where store = ?", (store,))
    return {row["words"]: Grave(row["words"], row["since"], row["file"], row["turn"], bool(row["sealed"]))
            for row in rows}


def _withheld(file: str, data: bytes, before: bytes | None) -> str:
    """Why the file does not travel; empty where it does."""
    if not travels(file):
        return "its name would not do on every machine"
    if len(data) > LARGEST:
        return "it is larger than a megabyte"
    kinds = redaction.found(_text(data)) if data != before else []
    return f"it holds a secret ({', '.join(kinds)})" if kinds else ""


def _clean(found: frozenset[Words], known: frozenset[Words]) -> frozenset[Words]:
    """Words with a secret in them do not travel either."""
    return frozenset(each for each in found if each in known or not redaction.found(each.quote))


def _index(store: str, held: Iterable[str]) -> bytes | None:
    """The index without the lines of what is held back."""
    data = whole.read(os.path.join(store, library.INDEX))
    text = (data or b"").decode("utf-8", "surrogateescape")
    for file in held:
        text = index.without(text, file)
    return None if data is None else text.encode("utf-8", "surrogateescape")


def _said(store: str, files: Mapping[str, bytes], tip: Side, quoted: set[str]) -> dict[str, str]:
    """When each was written that a person or an agent wrote without a quote: once noted, until it is changed."""
    said: dict[str, str] = {}
    for file, data in files.items():
        if data == tip.files.get(file):
            said.update({file: tip.said[file]} if file in tip.said else {})
        elif file not in quoted and pairing.memory(data).by in _HANDS:
            at = os.stat(os.path.join(store, file)).st_mtime
            said[file] = datetime.datetime.fromtimestamp(at, datetime.timezone.utc).strftime("%Y-%m-%dT%H:%M:%SZ")
    return said


def _text(data: bytes) -> str:
    return data.decode("utf-8", "replace")
