"""Whether each store's index leads to every memory, and nowhere else."""
from __future__ import annotations

import functools
import os
from collections.abc import Mapping

from reverie import house, index, layers, library, reconcile, relist, whole
from reverie.checks import OK, WARN, Case, Finding
from reverie.history import commits
from reverie.library import INDEX


def check(case: Case) -> list[Finding]:
    """Files without a line, lines without a file, and how full the index is, for each store that is ours to list."""
    return [_one(case, store) for store in layers.written(case.binding.store, case.places)]


def _one(case: Case, store: str) -> Finding:
    texts, before = _texts(store), _index(store)
    after = _kept_with(store, before, texts)
    unlisted, dead = relist.listed(after) - relist.listed(before), relist.listed(before) - relist.listed(after)
    if unlisted or dead:
        named = [*(f"no line leads to {file}" for file in sorted(unlisted)),
                 *(f"a line leads to {file}, which is not there" for file in sorted(dead))]
        more = f"; and {len(named) - 5} more" if len(named) > 5 else ""
        return Finding(WARN, f"{INDEX} of {store}: {'; '.join(named[:5])}{more}.",
                       "The next dream lists them; `reverie doctor --fix` does it now, and can be undone.",
                       functools.partial(_relisted, case, store) if texts else None)
    if index.fullness(before) > 1:
        return Finding(WARN, f"{INDEX} of {store} is longer than a client loads ({len(before.splitlines())} lines), so"
                             " its end is not seen.", "Run `reverie dream`, or take out lines that you do not need.")
    return Finding(OK, f"{store} is in step.")


def _relisted(case: Case, store: str) -> str:
    """As one change that can be undone; the files are read again, as time has passed."""
    with house.opened(case.places, case.env) as home:
        with commits.recorded(home, store, "doctor", "the index brought in step with the files"):
            reconcile.reindex(store, lambda text: _kept_with(store, text, _texts(store)))
        reconcile.shelve(home, store)
    return f"{INDEX} of {store} is in step again."


def _kept_with(store: str, text: str, texts: Mapping[str, str]) -> str:
    return relist.relisted(text, texts, texts, lambda file: os.path.exists(os.path.join(store, file)))


def _texts(store: str) -> dict[str, str]:
    return {os.path.relpath(entry.path, store): _text(entry.path) for entry in library.files(store)}


def _index(store: str) -> str:
    return (whole.read(os.path.join(store, INDEX)) or b"").decode("utf-8", "surrogateescape")


def _text(path: str) -> str:
    return (whole.read(path) or b"").decode("utf-8", "replace")
