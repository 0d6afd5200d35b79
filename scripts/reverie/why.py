"""Why a memory is there: who said it, when and in which words, each change since with its reason, and its use."""
from __future__ import annotations

import glob
import os
from collections.abc import Iterator
from typing import NamedTuple

from reverie import head, usage, whole
from reverie.history import log as history
from reverie.history.revision import Revision, Unkept
from reverie.house import House
from reverie.listing import Listed
from reverie.places import Places
from reverie.transcripts import claude as transcript
from reverie.usage import Use

_LONGEST = 600
"""Characters of a passage that are shown around the words."""
_SESSIONS = 5
_TOLD = ("by", "source", "basis", "created", "observed")
"""What a file says of where its memory comes from."""


class Said(NamedTuple):
    """Words that the memory rests on: the turn they stand in, and that turn's own text if its transcript is there."""

    quote: str
    session: str
    at: str
    op: str
    passage: str
    transcript: str


class Why(NamedTuple):
    """All that is known of a memory's origin and life. `head` is what its file says of itself."""

    path: str
    layer: str
    head: dict[str, str]
    said: tuple[Said, ...]
    changes: tuple[Revision, ...]
    use: Use
    sessions: tuple[str, ...]
    fault: str


def of(house: House, listed: Listed) -> Why:
    """Gather it; nothing is changed."""
    path = listed.memory.path
    changes, fault = _changes(house, listed)
    keys, _ = head.split((whole.read(path) or b"").decode("utf-8", "replace"))
    rows = house.ledger.execute("select session, max(at) last from uses where path = ? group by session order by last"
                                " desc limit ?", (path, _SESSIONS))
    told = {name: keys[f"metadata.{name}"] for name in _TOLD if f"metadata.{name}" in keys}
    return Why(path, listed.layer.name, told, tuple(_said(house, path)), tuple(changes),
               usage.of(house.ledger, listed.layer.store).get(path, Use()),
               tuple(row["session"] for row in rows), fault)


def _said(house: House, path: str) -> Iterator[Said]:
    rows = house.ledger.execute("select quote, session, turn, at, op from evidence where path = ? order by at", (path,))
    for row in rows:
        where = _transcript(house.places, row["session"])
        yield Said(row["quote"], row["session"], row["at"], row["op"],
                   _passage(where, row["turn"], row["quote"]) if where else "", where)


def _transcript(places: Places, session: str) -> str:
    """Where the session's transcript lies, if it still does."""
    pattern = os.path.join(glob.escape(places.projects), "*", f"{glob.escape(os.path.basename(session))}.jsonl")
    return next(iter(sorted(glob.glob(pattern))), "") if session else ""


def _passage(path: str, turn: str, quote: str) -> str:
    """The turn of this id in the transcript, as far as it is about the words; empty when it is not there."""
    wanted = turn.encode("utf-8", "replace")
    if not wanted:
        return ""
    with open(path, "rb") as file:
        for line, _ in transcript.lines_of(file, 0):
            if wanted in line:
                for row in transcript.rows_on(line)[0]:
                    found = transcript.turn_in(row)
                    if found and found.uuid == turn:
                        return _around(found.text, quote)
    return ""


def _around(text: str, quote: str) -> str:
    if len(text) <= _LONGEST:
        return text
    at = max(0, text.find(quote[:40]) - _LONGEST // 3)
    return ("… " if at else "") + text[at:at + _LONGEST] + (" …" if at + _LONGEST < len(text) else "")


def _changes(house: House, listed: Listed) -> tuple[list[Revision], str]:
    """Each revision that touched the file, the newest first, and why the history cannot tell, where it cannot."""
    try:
        log = history.entries(house.places, listed.layer.store)
    except Unkept as error:
        return [], str(error)
    return [each for each in log if any(change.file == listed.file for change in each.changes)], ""
