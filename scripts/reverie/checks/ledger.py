"""Whether the ledger is whole and of a version that this code knows; it cannot be derived from anything."""
from __future__ import annotations

import functools
import os
import sqlite3
from contextlib import closing

from reverie import ledger, migrate, readonly
from reverie.checks import Case, Finding, broken, ok


def check(case: Case) -> list[Finding]:
    """Ask the database itself, then its version."""
    path = case.places.ledger
    if not os.path.exists(path):
        return ok("There is none yet; the first session makes it.")
    try:
        with closing(readonly.connect(path)) as db:
            said = str(db.execute("pragma quick_check(1)").fetchone()[0])
        version = migrate.version(path)
    except sqlite3.OperationalError as error:
        return broken(f"{path} cannot be opened: {error}.", "See what is said of Reverie's folder.")
    except sqlite3.DatabaseError:
        return broken(f"{path} is no database, so nothing can be extracted.",
                      f"Set it aside and begin a new one{_copy(path)}; the memories are not touched.",
                      functools.partial(_begun, case))
    if said != "ok":
        return broken(f"{path} is damaged: {said}.", f"Put a copy in its place while no session runs{_copy(path)}.")
    return _of_version(path, version)


def _of_version(path: str, version: int) -> list[Finding]:
    known = len(ledger.MIGRATIONS)
    if version > known:
        return broken(f"{path} was written by a newer Reverie (version {version} of it, this one knows {known}).",
                      "Install the newer one again; until then nothing is extracted, and nothing is lost.")
    if version < known:
        return ok(f"whole, of version {version}; the next session brings it to {known} and keeps a copy.")
    return ok(f"whole, of version {version}.")


def _copy(path: str) -> str:
    """The newest copy that may stand in for it."""
    copies = migrate.copies(path)
    return f"; the newest copy is {copies[-1]}" if copies else ""


def _begun(case: Case) -> str:
    ledger.open_ledger(case.places).close()
    return f"A new ledger was begun; the old file is {case.places.ledger}.unreadable."
