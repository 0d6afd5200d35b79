"""Which transcripts and summaries of a project become searchable: each is read once, on from where it was left.

Nothing is entered that the person kept to themselves: sessions with `#skip`, under `REVERIE=off` or during a pause,
other tools' own sessions, and projects for which they switched it off.
"""
from __future__ import annotations

import os
import time

from reverie import extract, gate, session, summaries, tombstones
from reverie.conversations import consent, passages
from reverie.conversations import files as transcript_files
from reverie.conversations.passages import Source
from reverie.house import House
from reverie.record import Turn
from reverie.session import Binding
from reverie.transcripts import claude as transcript

SECONDS = 4.0
"""How long one run may read; the rest is the next run's."""


def keep_up(house: House, binding: Binding, path: str = "", seconds: float = SECONDS) -> int:
    """Enter what is new of this project, the transcript at `path` first; how many transcripts there was no time for."""
    db = house.catalog
    passages.prepare(db)
    if not consent.listening(house, binding.root):
        with db:
            db.execute("begin immediate")
            passages.drop_project(db, binding.root if house.means.settings.sessions else None)
        return 0
    if path and extract.paused(house):
        consent.hush(house, transcript_files.session_of(path))
    ends = time.monotonic() + seconds
    todo = transcript_files.waiting(db, house.places, binding.root, path)
    while todo and time.monotonic() < ends:
        if not _one(house, binding.root, todo[0]):
            del todo[0]
    _summaries(house, binding)
    with db:
        db.execute("begin immediate")
        passages.trim(db, house.means.settings.sessions_mb * 1_000_000)
    return len(todo)


def switch(house: House, root: str, on: bool) -> bool:
    """Stop for this project and drop what there is, or start again; whether anything was dropped."""
    passages.prepare(house.catalog)
    if on:
        consent.set_on(house.ledger, root)
        return False
    consent.set_off(house.ledger, root, house.stamp)
    with house.catalog:
        house.catalog.execute("begin immediate")
        return passages.drop_project(house.catalog, root)


def _one(house: House, root: str, path: str) -> bool:
    """Enter one span of a transcript; False when there is nothing further in it for this project."""
    known = passages.source(house.catalog, path)
    head = transcript.head(path)
    same = known is not None and head.startswith(known.head) and os.path.getsize(path) >= known.offset
    start = known.offset if known and same else 0
    span = transcript.span(path, start)
    now = transcript_files.met(house.places, path, span, house.means.env) if known is None else known
    if span.stop == start or not (now.root or span.turns):
        return False
    closed = start == 0 and gate.foreign(span) or span.opted_out or session.opted_out(house.places, now.session)
    with house.catalog as db:
        db.execute("begin immediate")
        if passages.source(db, path) != known or not consent.listening(house, now.root):
            return False  # somebody else is at it, or it was switched off meanwhile
        if known and (closed or not same):
            passages.drop_session(db, now.root, now.session)
        if now.root == root and not closed:
            graves = tombstones.purged(house.ledger)
            passages.add(db, root, now.session, (
                turn for turn in filter(consent.leave(house, now.session).given, span.turns)
                if not any(grave.stands_in(turn.text) for grave in graves)))
        stop = span.stop if now.root == root else 0
        passages.note_source(db, now._replace(offset=stop, head=head, closed=closed))
    return now.root == root and not closed


def _summaries(house: House, binding: Binding) -> None:
    """Bring the summaries in step with their files: they are the truth, and a person may edit or delete them."""
    folder = summaries.folder(house.places, binding)
    files = {entry.path: entry for entry in transcript_files.entries(folder) if entry.name.endswith(".md")}
    for known in passages.sources_in(house.catalog, folder):
        if known.path not in files:
            _summary(house, known, "")
    for path, entry in files.items():
        stat = entry.stat()
        day, _, sid = entry.name.removesuffix(".md").partition("_")
        mark = f"{stat.st_size}-{stat.st_mtime_ns}"
        source = Source(path, binding.root, sid, "", stat.st_size, mark)
        if passages.source(house.catalog, path) != source and not session.opted_out(house.places, sid):
            with open(path, encoding="utf-8", errors="replace") as file:
                _summary(house, source, file.read().partition("\n---\n")[2], day)


def _summary(house: House, source: Source, text: str, day: str = "") -> None:
    with house.catalog as db:
        db.execute("begin immediate")
        name = os.path.basename(source.path)
        passages.drop_turn(db, source.root, name)
        db.execute("delete from passage_sources where path = ?", (source.path,))
        if text.strip() and consent.listening(house, source.root):
            passages.add(db, source.root, source.session, [Turn(passages.SUMMARY, text.strip(), name, at=day)])
            passages.note_source(db, source)
