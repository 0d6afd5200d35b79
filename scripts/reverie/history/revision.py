"""A revision of a store: what changed in which files, by whom, when and why; and how a commit's message says so.

Two books keep revisions, one in git and one in plain copies. Both know a text by the name git gives it, so that what
one holds the other can take over.
"""
from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable, Mapping
from typing import NamedTuple, Protocol

from reverie.errors import Refused

HAND, REVERIE = "hand", "reverie"
"""Who changed something: the person or the agent, or Reverie itself."""
_TRAILER = re.compile(r"Reverie-([A-Z][a-z]*): (.*)")
_LONGEST = 300


class Unkept(Refused):
    """The history could not be written or read; the message says why."""


class Change(NamedTuple):
    """One file of a revision: the names of what it held before and after, empty where there was no file."""

    file: str
    before: str
    after: str


class Entry(NamedTuple):
    """What is said of a revision: by whom, when in seconds since the epoch, and why."""

    by: str
    at: float
    subject: str
    trailers: Mapping[str, str]


class Revision(NamedTuple):
    """An entry of the history, with what changed in it."""

    rev: str
    entry: Entry
    changes: tuple[Change, ...]

    @property
    def short(self) -> str:
        """As it is shown, and may be typed."""
        return self.rev[:8]

    @property
    def run(self) -> str:
        """The number of the run in the ledger, if a run made it."""
        return self.entry.trailers.get("run", "")


class Book(Protocol):
    """Where revisions are kept, one behind the other. All raise Unkept when they cannot do it."""

    def head(self) -> str:
        """The newest revision, empty before there is one."""

    def files(self, rev: str) -> dict[str, str]:
        """The files as that revision left them: the name of what each held."""

    def log(self, most: int) -> list[Revision]:
        """The newest revisions, newest first; all of them for 0."""

    def texts(self, names: Iterable[str]) -> dict[str, bytes]:
        """What goes by these names."""

    def add(self, entry: Entry, writes: Mapping[str, bytes], gone: Iterable[str]) -> str:
        """A revision upon the newest one: these files now hold this, those are gone."""

    def remove(self) -> None:
        """Away with all of it."""


def name_of(data: bytes) -> str:
    """What git calls this text."""
    return hashlib.sha1(b"blob %d\0" % len(data) + data, usedforsecurity=False).hexdigest()


def message(entry: Entry) -> str:
    """The subject, and one trailer a line for what else is known."""
    trailers = [f"Reverie-{key.title()}: {_line(value)}" for key, value in entry.trailers.items() if _line(value)]
    return "\n".join([_line(entry.subject) or "change", *(["", *trailers] if trailers else [])]) + "\n"


def said(text: str) -> tuple[str, dict[str, str]]:
    """The subject and the trailers of a message."""
    subject, _, rest = text.partition("\n")
    found = (_TRAILER.fullmatch(line) for line in rest.splitlines())
    return subject, {match[1].lower(): match[2] for match in found if match}


def _line(text: str) -> str:
    return " ".join("".join(c if c.isprintable() else " " for c in text).split())[:_LONGEST]
