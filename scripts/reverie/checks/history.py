"""Whether each change of a store can be kept, so that it can be shown and undone."""
from __future__ import annotations

import os
import shutil
import tempfile

from reverie import layers
from reverie.checks import BROKEN, OK, WARN, Case, Finding, tried
from reverie.history import log as history
from reverie.history.gitbook import GitBook
from reverie.history.revision import HAND, Entry, Unkept

_COPIES = "Install git if you want less room used; `reverie log`, `diff` and `undo` work all the same."


def check(case: Case) -> list[Finding]:
    """Write to the folder, keep a change in a throw-away history, and read the log of each store."""
    folder = os.path.join(case.places.home, "history")
    try:
        tried(folder)
    except OSError as error:
        return [Finding(BROKEN, f"Nothing can be written to {folder}: {error.strerror}, so no change can be undone.",
                        "Make it yours and writable.")]
    how = _kept(case)
    return [how, *(each for store in layers.written(case.binding.store, case.places) for each in _one(case, store))]


def _kept(case: Case) -> Finding:
    program = shutil.which("git", path=case.env.get("PATH"))
    if program is None:
        return Finding(WARN, "There is no git; changes are kept as copies.", _COPIES)
    with tempfile.TemporaryDirectory(prefix="reverie-doctor-") as scratch:
        try:
            rev = GitBook(program, os.path.join(scratch, "try.git")).add(
                Entry(HAND, case.now, "tried", {}), {"tried.md": b"tried\n"}, ())
        except Unkept as error:
            return Finding(WARN, f"git does not work here ({error}); changes are kept as copies.", _COPIES)
    return Finding(OK, f"git keeps changes ({program})." if rev else "nothing was kept.")


def _one(case: Case, store: str) -> list[Finding]:
    said = history.told(case.places, store)
    if said.startswith("off: "):
        return [Finding(BROKEN, f"The changes of {store} are not kept: {said.removeprefix('off: ')}.",
                        "Mend that; the next change of the store is kept again, and what is unreadable is set aside.")]
    return [Finding(OK, f"{store}: {said}.")] if os.path.isdir(store) else []
