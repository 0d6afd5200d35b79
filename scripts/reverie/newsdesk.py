"""What a background job did becomes news for the person, as far as `notify` lets it; no job's success depends on it."""
from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

from reverie import layers, library, news
from reverie.house import House

_VERBS = {"merge": "merged", "archive": "archived", "supersede": "superseded", "rewrite": "reworded"}
"""What a dream can do to a memory that has a word of its own; the rest is tidying."""


def kept(house: House, project: str, paths: Sequence[str], run: int, updated: Iterable[str] = ()) -> None:
    """These memories of the project and of its person are new, or changed where they are among `updated`."""
    changed = set(updated) & set(paths)
    _named(house, project, news.SAVED,
           {"saved": [path for path in paths if path not in changed], "updated": sorted(changed)}, run)


def rest(house: House, project: str, confirmed: Sequence[str], waiting: int, run: int) -> None:
    """What came of a look besides: memories that were said again, how many wait for a yes, or nothing at all."""
    if house.means.settings.notify == "all":
        counts = {news.WAITING: waiting, news.LOOKED: 1}
        news.leave(house.places, project, news.REST, counts=counts, run=run)
        _named(house, project, news.REST, {"confirmed": confirmed}, run)


def dreamt(house: House, store: str, ops: Iterable[str], run: int) -> None:
    """A dream did this to the store's memories by itself."""
    counts = Counter(_VERBS.get(op, "tidied") for op in ops)
    if counts and _wanted(house):
        news.leave(house.places, store, news.DREAMT, counts=counts, run=run)


def note(house: House, text: str, store: str = "") -> None:
    """A sentence for the next session to begin, of the store's project where it is about one."""
    if _wanted(house):
        news.leave(house.places, store, news.NOTE, text=text)


def fault(house: House, text: str, store: str = "") -> None:
    """Something failed: whatever `notify` says, the person is told at the next occasion, once."""
    news.leave(house.places, store, news.FAULT, text=text)


def _named(house: House, project: str, kind: str, said: Mapping[str, Sequence[str]], run: int) -> None:
    """One piece of news for each of the stores that the memories lie in."""
    for store in layers.written(project, house.places) if _wanted(house) else ():
        named = {word: {_name(path): path for path in paths if path.startswith(os.path.join(store, ""))}
                 for word, paths in said.items()}
        if any(named.values()):
            news.leave(house.places, store, kind, named=named, run=run)


def _name(path: str) -> str:
    memory = library.read(path)
    return memory.name if memory and memory.name else os.path.basename(path).removesuffix(".md")


def _wanted(house: House) -> bool:
    return house.means.settings.notify != "off"
