"""The product's own recall for a measurement: the one place in `tests/eval` that knows how it is called."""
from __future__ import annotations

import os
from collections.abc import Iterable
from typing import Any

from reverie import house, lookup, recall, reconcile, telling
from reverie import places as p
from reverie import query as asking

TODAY = "2026-12-01"
"""Ages are counted to this day, so that a run tomorrow injects as many characters as one today."""


def shelved(home: str, stores: Iterable[str]) -> p.Places:
    """The places of a person at `home`, whose catalog holds these stores."""
    places = p.Places(home, os.path.join(home, "reverie"))
    with house.opened(places, {"REVERIE_BACKEND": "off"}) as open_house:
        for store in stores:
            reconcile.shelve(open_house, store)
    return places


def predicted(places: p.Places, store: str, query: str) -> dict[str, Any]:
    """What the prompt hook puts before the model at this prompt, the first of its session: see `figures`."""
    asked = asking.of(query)
    apt = recall.choose(asked, lookup.search(places, [store], asked))
    text, used = telling.words(apt, TODAY)
    bodies = {each.hit.path for each in apt if each.whole}
    return {"files": [_file(store, hit) for hit in used if hit.path in bodies],
            "pointers": [_file(store, hit) for hit in used if hit.path not in bodies], "chars": len(text)}


def ranked(places: p.Places, store: str, query: str, most: int) -> list[str]:
    """The store's files in the order in which recall holds them to apply, without a floor."""
    asked = asking.of(query)
    found = lookup.search(places, [store], asked, 8 * most)
    return [_file(store, apt.hit) for apt in recall.ranked(asked, found)[:most]]


def _file(store: str, hit: lookup.Hit) -> str:
    return os.path.relpath(os.path.realpath(hit.path), os.path.realpath(store))
