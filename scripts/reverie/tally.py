"""Count the use of memories: what hooks showed, what the agent read, and, once a turn has ended, what its answer used.

Answers are read from the transcript, from the last turn that was looked at on: what the client wrote late is not
missed, and what is read twice counts once. A session to which no memory came is not read at all.
"""
from __future__ import annotations

import datetime
import os
import sqlite3
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from reverie import catalog, library, usage, uses
from reverie.house import House
from reverie.memory_text import head_rows
from reverie.transcripts import claude as transcript
from reverie.uses import Brought

_LONGEST = 200
"""Lines of a memory that are compared."""
_FEW = 40
"""Fewer memories than this say nothing of how rare a word is: they count as this many."""


class Ended(NamedTuple):
    """A session whose turn ended: what the agent said last may stand here before it stands in the transcript."""

    session: str
    store: str
    transcript: str
    prompt_id: str
    last_message: str
    at: float


class _Exchange(NamedTuple):
    """A prompt, the byte at which it stands in the transcript, and what was answered: (ISO time or empty, text)."""

    turn: str
    prompt: str
    start: int
    answers: list[tuple[str, str]]


class _Sought(NamedTuple):
    """What the answers of a session are held against: its memories by path, when each came, and words of no account."""

    memories: dict[str, Brought]
    came: dict[str, str]
    common: set[str]


def brought(house: House, event: str, session: str, turn: str, paths: list[str], at: float) -> None:
    """Memories were shown or read in this turn, at this time in seconds since the epoch."""
    for path in paths:
        usage.count(house.ledger, session, usage.Shaped(turn, path, event, "", 1, _iso(at)))


def ended(house: House, end: Ended) -> None:
    """Count which of the memories that came to this session its newest answers used."""
    if not os.path.isfile(end.transcript):
        return
    came, size = _came(house, end.session), os.path.getsize(end.transcript)
    if not came and not house.means.settings.citations:
        usage.look(house.ledger, end.session, size)
        return
    memories = {path: memory for path in came if (memory := _brought(path))}
    sought = _Sought(memories, came, _common(house.catalog, memories.values()))
    start = usage.looked(house.ledger, end.session)
    last = _Exchange(end.prompt_id, "", start, [])
    for last in _exchanges(end.transcript, start if start <= size else 0):
        _count(house, end, last, sought)
    if end.last_message and last.prompt and all(end.last_message not in text for _, text in last.answers):
        _count(house, end, last._replace(answers=[(_iso(end.at), end.last_message)]), sought)
    usage.look(house.ledger, end.session, last.start)


def _came(house: House, session: str) -> dict[str, str]:
    """When each memory first came to the session, by path."""
    came: dict[str, str] = {}
    for shaped in usage.in_session(house.ledger, session):
        if shaped.how != "used":
            came.setdefault(shaped.path, shaped.at)
    return came


def _count(house: House, end: Ended, exchange: _Exchange, sought: _Sought) -> None:
    """Hold each answer against the memories that had come by then, and against those it cites."""
    citing = house.means.settings.citations
    for at, text in exchange.answers:
        there = [memory for path, memory in sought.memories.items() if not at or sought.came[path][:19] <= at[:19]]
        if citing:
            there += [memory for memory in _named(house, end.store, text) if memory.path not in sought.memories]
        for found in uses.used(text, exchange.prompt, there, sought.common, citing):
            shaped = usage.Shaped(exchange.turn, found.path, "used", found.why, found.line, at or _iso(end.at))
            usage.count(house.ledger, end.session, shaped)


def _exchanges(path: str, start: int) -> Iterator[_Exchange]:
    """What was asked and answered behind this byte; an answer whose prompt lies before it is left out."""
    now: _Exchange | None = None
    with open(path, "rb") as file:
        file.seek(start)
        behind = start
        for line, end in transcript.lines_of(file, start):
            for turn in filter(None, map(transcript.turn_in, transcript.rows_on(line)[0])):
                if turn.role == "user":
                    if now:
                        yield now
                    now = _Exchange(turn.prompt_id or turn.uuid, turn.text, behind, [])
                elif now:
                    now.answers.append((turn.at, turn.text))
            behind = end
    if now:
        yield now


def _brought(path: str) -> Brought | None:
    """The memory as it may be repeated or named; None when its file is gone."""
    memory = library.read(path)
    if memory is None:
        return None
    file = os.path.basename(path)
    with open(path, encoding="utf-8", errors="replace") as opened:
        rows = opened.read(1 << 20).splitlines()
    body = head_rows(rows)
    described = next((n for n, row in enumerate(rows[:body], 1) if row.startswith("description:")), 1)
    lines = [(n, row) for n, row in enumerate(rows[body:body + _LONGEST], body + 1) if row.strip()]
    names = (memory.name, library.title(memory.name), file, file[:-len(".md")])
    return Brought(path, names, ((described, memory.description), *lines))


def _common(db: sqlite3.Connection, memories: Iterable[Brought]) -> set[str]:
    """The words of these memories that too many memories hold."""
    most = uses.RARE * max(_FEW, db.execute("select count(*) from memories").fetchone()[0])
    held = "select 1 from vocabulary where term = ? and doc > ?"
    return {word for word in uses.vocabulary(memories) if db.execute(held, (word, most)).fetchone()}


def _named(house: House, store: str, text: str) -> Iterator[Brought]:
    """The memories of the store that the answer cites."""
    names = uses.cited(text)
    for hit in catalog.listed(house.catalog, store) if names else ():
        if not names.isdisjoint((hit.name.casefold(), os.path.basename(hit.path)[:-len(".md")].casefold())):
            memory = _brought(hit.path)
            if memory:
                yield memory


def _iso(at: float) -> str:
    return datetime.datetime.fromtimestamp(at, datetime.timezone.utc).strftime("%Y-%m-%dT%H:%M:%SZ")
