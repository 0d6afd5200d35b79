"""The door for background work: one worker at a time, detached, mortal. It works the spool until nothing waits.

A dream is worked in a process of its own beside it, so that no save waits until a model has thought.

A note is done when it is gone. What a worker that died had in hand, the next one gives back.
"""
from __future__ import annotations

import os
import shutil
import signal
import sys
import time
import traceback
from collections.abc import Mapping
from types import FrameType

from reverie import errands, house, journal, ledger, lock, places, spool
from reverie.errands import Note

LIMIT = 900
"""Seconds a worker may live."""
_SESSIONS_KEPT = 30 * 86_400


class Overtime(BaseException):
    """The worker has lived as long as it may."""


def main(argv: list[str]) -> int:
    """Work what waits, then end; at once if another worker is at it. With `dream STORE SESSION` dream, and end."""
    here = places.here(os.environ)
    os.environ[places.CHILD] = "worker"
    signal.signal(signal.SIGALRM, _overtime)
    signal.alarm(LIMIT)
    try:
        if argv[1:2] == ["dream"]:
            dream(here, os.environ, *argv[2:4])
        else:
            run(here, os.environ)
    except Overtime:
        journal.line(here, f"worker: ended after {LIMIT} s; what it had in hand goes back to the spool")
    return 0


def run(here: places.Places, env: Mapping[str, str]) -> None:
    """Work all that can be worked. What comes while the lock is being given back is seen to as well.

    After a downgrade nothing is taken in hand: the notes wait for the newer one.
    """
    if ledger.newer(here):
        return journal.line(here, "worker: the ledger was written by a newer Reverie; the notes wait for that one")
    leftovers = bool(spool.waiting(here, "taken"))
    while leftovers or _workable(here):
        try:
            with lock.alone(here.lock):
                if leftovers:
                    spool.give_back(here)
                    with house.opened(here, env) as home:
                        ledger.end_killed(home.ledger)
                while _pass(here, env):
                    pass
                _clear(here)
        except lock.Busy:
            return
        leftovers = False


def dream(here: places.Places, env: Mapping[str, str], store: str, session: str) -> None:
    """One dream over the store, at the beginning of this session."""
    with house.opened(here, env) as home:
        note = Note("", time.time(), {"event": "dream", "store": store, "session": session})
        _work(home, note, [note])


def _workable(here: places.Places) -> list[Note]:
    notes = [Note(name, spool.left_at(name), says) for name, says in spool.peek(here)]
    return errands.workable(notes, time.time())


def _pass(here: places.Places, env: Mapping[str, str]) -> bool:
    """Take what can be worked and work each note; whether there was anything."""
    batch = _workable(here)
    for note in batch:
        spool.take(here, note.name)
    if batch:
        with house.opened(here, env) as home:
            for note in batch:
                _work(home, note, batch)
    return bool(batch)


def _work(home: house.House, note: Note, batch: list[Note]) -> None:
    """One note. One that fails stays in hand, if it came from the spool, and is given back before it is parked."""
    try:
        errands.work(home, note, batch)
        if note.name:
            spool.done(home.places, note.name)
    except Exception as error:  # noqa: BLE001  # one bad note must not keep the others waiting
        where = traceback.extract_tb(sys.exc_info()[2])[-1]
        journal.line(home.places, f"worker {note.text('event')}: {type(error).__name__}: {error} ({where.name})")


def _clear(here: places.Places) -> None:
    """Forget sessions that nothing was heard of for a month."""
    folder = os.path.join(here.home, "sessions")
    for entry in os.scandir(folder) if os.path.isdir(folder) else ():
        if time.time() - entry.stat(follow_symlinks=False).st_mtime > _SESSIONS_KEPT:
            shutil.rmtree(entry.path, ignore_errors=True)


def _overtime(number: int, frame: FrameType | None) -> None:
    raise Overtime
