"""A store inside its project: before anything is written to it, it is hidden from git and noted as made here."""
from __future__ import annotations

import os

from reverie import ledger, whole
from reverie.house import House
from reverie.project import LOCAL


def ready(house: House, store: str) -> None:
    """Make it so, if the store is such a one; every other is left alone."""
    root = store.removesuffix(os.sep + LOCAL)
    if root == store:
        return
    ignore = os.path.join(os.path.dirname(store), ".gitignore")
    if not os.path.lexists(ignore):
        try:
            whole.create(ignore, b"*\n")
        except FileExistsError:
            pass
    ledger.note_origin(house.ledger, store, root, house.stamp)
