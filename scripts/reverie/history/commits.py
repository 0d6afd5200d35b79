"""A change of ours as one commit: what others changed goes into the history before it, as theirs."""
from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager

from reverie import local_store, lock
from reverie.history import log as history
from reverie.history.revision import HAND, REVERIE
from reverie.house import House

_PATIENCE = 10.0
"""Seconds to wait for another process's change of the same store to end."""


class Change:
    """What is said of the change; its subject and reason may be known only at its end."""

    __slots__ = ("subject", "reason")

    def __init__(self, subject: str) -> None:
        self.subject = subject
        self.reason = ""


@contextmanager
def recorded(
    house: House, store: str, job: str, subject: str, run: int = 0, session: str = "", **more: str
) -> Iterator[Change]:
    """`with recorded(...) as change:` what is written in the store meanwhile is one commit, however it ends.

    Within another one it is a part of that. The history never stops a write.
    """
    change = Change(subject)
    local_store.ready(house, store)
    if history.ongoing(house.places, store):
        yield change
        return
    with _alone(house, store):
        outside(house, store)
        history.begin(house.places, store, subject, job=job, run=run, session=session, **more)
        try:
            yield change
        finally:
            ours(house, store, job, change.subject, run, session, reason=change.reason, **more)


@contextmanager
def by_hand(house: House, store: str, subject: str) -> Iterator[None]:
    """`with by_hand(...):` what a person changes in the store by a command is one commit of theirs."""
    local_store.ready(house, store)
    with _alone(house, store):
        outside(house, store)
        yield
        history.note(house.places, store, HAND, subject)


@contextmanager
def _alone(house: House, store: str) -> Iterator[None]:
    """While another process of ours changes the store, wait a little: else its files would be in our commit."""
    with ExitStack() as held:
        try:
            held.enter_context(lock.alone(f"{house.places.history(store)}.change", patience=_PATIENCE))
        except lock.Busy:
            pass  # the history never stops a write
        yield


def ours(house: House, store: str, job: str, subject: str, run: int = 0, session: str = "", **more: str) -> str:
    """Keep what is other than in the last commit as a change of ours; the revision, or nothing."""
    return history.note(house.places, store, REVERIE, subject, job=job, run=run, session=session, **more)


def outside(house: House, store: str) -> str:
    """Keep what the person or the agent changed since the last commit, as theirs; the revision, or nothing."""
    return history.note(house.places, store, HAND, history.BY_HAND)
