"""The order in which the entries of an index are useful, laid down for hooks, and what happens as the index fills up.

A memory is worth its uses, halved for each fortnight since it was last said, read or used; pinned ones come first.
When the index outgrows what a client loads, the least useful of our own lines give way, and the person is told.
"""
from __future__ import annotations

import datetime
import math
import os
from collections.abc import Mapping

from reverie import catalog, index, newsdesk, reconcile, usage, whole
from reverie.history import commits
from reverie.house import House
from reverie.library import INDEX
from reverie.lookup import Hit
from reverie.usage import Use

HALF_LIFE = 14.0
"""Days in which a use loses half of its worth."""
_NEAR = ("A dream, which merges and thins memories, is due. Until then the lines of those used least give way to new"
         " ones; their files stay and are still recalled.")
_OVER = "Its end is not loaded, and no line of ours can give way: take out lines that you no longer need."
AGAIN = 7
"""Days until the person is told once more that the index does not fit into a session's start."""


def refresh(house: House, store: str) -> None:
    """Keep the index within what clients load, and lay down its order; the catalog is in step with the store."""
    path = os.path.join(store, INDEX)
    counts = usage.of(house.ledger, store)
    catalog.count(house.catalog, store, {path: use.used + use.read for path, use in counts.items()})
    order = ranked(house, store, _text(path), counts)
    if index.fullness(_text(path)) > 1:
        with commits.recorded(house, store, "index", "lines taken out of a full index"):
            reconcile.condense(store, order, house.now.date().isoformat())
        kept = set(index.targets(_text(path)))
        order = [target for target in order if target in kept]
    data = "".join(f"{target}\n" for target in order).encode("utf-8", "replace")
    if whole.read(house.places.order(store)) != data:
        whole.write(house.places.order(store), data)
    _warn(house, store, path)


def ranked(house: House, store: str, text: str, counts: Mapping[str, Use]) -> list[str]:
    """The targets of the index's entries, each once, the most useful first; what leads to no memory comes last."""
    hits = {hit.path: hit for hit in catalog.listed(house.catalog, store)}
    targets = list(dict.fromkeys(index.targets(text)))
    keys = {}
    for n, target in enumerate(targets):
        path = os.path.normpath(os.path.join(store, index.file_of(target)))
        keys[target] = (*_worth(hits.get(path), counts.get(path, Use())), -n)
    return sorted(targets, key=lambda target: keys[target])


def left_out(house: House, store: str, entries: int) -> None:
    """Tell the person, now and then, that a session began without these entries of the index."""
    if entries and usage.tell(house.ledger, store, "left out", house.now.date(), AGAIN):
        newsdesk.note(house, f"Reverie: {entries} entries of {os.path.join(store, INDEX)} had no room at this session's"
                             " start, those used least. They are recalled all the same when a prompt has to do with"
                             " them.", store)


def laid_down(house: House, store: str) -> str:
    """The order as hooks find it: one target a line, best first; empty before there is one."""
    return _text(house.places.order(store))


def told(house: House, store: str) -> str:
    """How full the index is, and whether a dream is due for it."""
    since = usage.is_due(house.ledger, store)
    return _size(_text(os.path.join(store, INDEX))) + (f"; a dream is due since {since[:10]}" if since else "")


def _worth(hit: Hit | None, use: Use) -> tuple[bool, bool, float]:
    """What to sort by. That worth halves with time means that an order once right stays right while nothing happens."""
    if hit is None:
        return True, True, 0.0
    days = [day for day in (hit.observed, use.last[:10]) if day]
    last = max(map(_number, days)) if days else _written(hit.stamp)
    return False, not hit.pinned, -(last + HALF_LIFE * math.log2(1 + use.used + use.read))


def _number(day: str) -> float:
    try:
        return float(datetime.date.fromisoformat(day).toordinal())
    except ValueError:
        return 0.0


def _written(stamp: str) -> float:
    """The day of the file's time, where nothing better is known."""
    nanoseconds = stamp.split("-")[1]
    return datetime.date(1970, 1, 1).toordinal() + int(nanoseconds) // (86_400 * 10**9)


def _warn(house: House, store: str, path: str) -> None:
    """Near its limits a dream is due, and the person is told once a day."""
    text = _text(path)
    full = index.fullness(text)
    usage.due(house.ledger, store, house.stamp if full >= index.NEARLY else "")
    if full < index.NEARLY or not usage.tell(house.ledger, store, "nearly full", house.now.date(), 1):
        return
    told = _OVER if full > 1 else _NEAR
    newsdesk.note(house, f"Reverie: the index {path} is near what clients load of it ({_size(text)}). {told}", store)


def _size(text: str) -> str:
    """How much of what a client loads the index takes up, in words."""
    lines, characters = index.extent(text)
    return f"{lines} of {index.LINES} lines, {characters:,} of {index.CHARACTERS:,} characters"


def _text(path: str) -> str:
    return (whole.read(path) or b"").decode("utf-8-sig", "replace")
