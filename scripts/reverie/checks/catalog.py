"""Whether the catalog is whole and in step with the folders; it is derived, so it can always be made anew."""
from __future__ import annotations

import functools
import os
import sqlite3
from contextlib import closing

from reverie import catalog, house, layers, library, readonly, reconcile
from reverie.checks import BROKEN, OK, WARN, Case, Finding, ok
from reverie.lookup import VERSION

_ANEW = "It is derived from the files: `reverie doctor --fix` makes it anew, and so does the next session's start."


def check(case: Case) -> list[Finding]:
    """Ask the database itself whether it is whole, then compare it with each store's files."""
    if not os.path.exists(case.places.catalog):
        return ok("There is none yet; the first session makes it.")
    try:
        with closing(readonly.connect(case.places.catalog)) as db:
            said = str(db.execute("pragma quick_check(1)").fetchone()[0])
            version = int(db.execute("pragma user_version").fetchone()[0])
            if said == "ok" and version == VERSION:
                return [_one(case, db, store) for store in layers.written(case.binding.store, case.places)]
    except sqlite3.DatabaseError as error:
        said, version = str(error), VERSION
    wrong = f"is of version {version}, not {VERSION}" if version != VERSION else f"is not whole ({said})"
    return [Finding(BROKEN, f"{case.places.catalog} {wrong}, so nothing is recalled.", _ANEW,
                    functools.partial(_anew, case))]


def _one(case: Case, db: sqlite3.Connection, store: str) -> Finding:
    known = {path: stamp for path, (stamp, _) in catalog.known(db, store).items()}
    there = {entry.path: catalog.stamp(entry) for entry in library.files(store)}
    apart = sorted(path for path in {*known, *there} if known.get(path) != there.get(path))
    if not apart:
        return Finding(OK, f"{len(there)} memories of {store}, as the files are.")
    named = ", ".join(os.path.relpath(path, store) for path in apart[:5])
    return Finding(WARN, f"{len(apart)} memories of {store} changed since it was last brought in step: {named}.",
                   "The next session's start or turn brings it in step, or `reverie doctor --fix` does it now.",
                   functools.partial(_shelved, case, store))


def _shelved(case: Case, store: str) -> str:
    with house.opened(case.places, case.env) as home:
        return f"{reconcile.shelve(home, store)} memories of {store} were entered or struck."


def _anew(case: Case) -> str:
    """All stores of this project at once; others are entered when their next session starts."""
    catalog.discard(case.places)
    with house.opened(case.places, case.env) as home:
        entered = [reconcile.shelve(home, store) for store in layers.written(case.binding.store, case.places)]
    return f"A new catalog holds {sum(entered)} memories."
