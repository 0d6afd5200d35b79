"""What a job works with: the person's places, settings and environment, the two databases, and what time it is."""
from __future__ import annotations

import datetime
import sqlite3
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import NamedTuple

from reverie import catalog, ledger, options, settings
from reverie.models import Means
from reverie.places import Places


class House(NamedTuple):
    """All of it in one value; `now` is aware and in the person's own time zone."""

    means: Means
    ledger: sqlite3.Connection
    catalog: sqlite3.Connection
    now: datetime.datetime

    @property
    def places(self) -> Places:
        return self.means.places

    @property
    def stamp(self) -> str:
        """The time as the ledger writes it: ISO, UTC, seconds."""
        return self.now.astimezone(datetime.timezone.utc).strftime("%Y-%m-%dT%H:%M:%SZ")


@contextmanager
def opened(places: Places, env: Mapping[str, str]) -> Iterator[House]:
    """The house with both databases open, closed again at the end."""
    env = options.seen(places, env)
    means = Means(settings.load(places, env), env, places)
    books = ledger.open_ledger(places)
    try:
        index = catalog.open_catalog(places)
        try:
            yield House(means, books, index, datetime.datetime.now().astimezone())
        finally:
            index.close()
    finally:
        books.close()
