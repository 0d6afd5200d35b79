"""Whether the memories of this project and of the person can be read and written."""
from __future__ import annotations

import os

from reverie import layers, library
from reverie.checks import BROKEN, OK, Case, Finding, tried


def check(case: Case) -> list[Finding]:
    """Write a file into each store and take it away, and read each memory."""
    return [_one(store) for store in layers.written(case.binding.store, case.places)]


def _one(store: str) -> Finding:
    try:
        tried(store)
    except OSError as error:
        return Finding(BROKEN, f"Nothing can be written to {store}: {error.strerror}.",
                       "Make that folder yours and writable, or set `store: local`.")
    files = [entry.path for entry in library.files(store)]
    unread = [os.path.basename(path) for path in files if library.read(path) is None]
    if unread:
        return Finding(BROKEN, f"{len(unread)} memories of {store} cannot be read: {', '.join(unread[:5])}.",
                       "Make these files yours and readable.")
    return Finding(OK, f"{len(files)} memories in {store}.")
