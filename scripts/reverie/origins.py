"""Which project a store or a folder belongs to, as the ledger has it: for hooks, so read-only and no more than that."""
from __future__ import annotations

import os

from reverie import readonly

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from reverie.places import Places


def of(places: Places, store: str) -> str | None:
    """The project folder that first used `store`, for a hook: None also when the ledger cannot be read."""
    rows = _rows(places, "select origin from stores where store = ?", store)
    return str(rows[0][0]) if rows else None


def gone(places: Places, launch: str) -> tuple[str, str, str] | None:
    """The working tree around a folder that is not there any more: its path, its project's folder and the store."""
    for path, root, store in _rows(places, "select path, root, store from checkouts where ?1 = path"
                                   " or substr(?1, 1, length(path) + 1) = path || '/' order by length(path) desc",
                                   launch):
        if not os.path.isdir(path):
            return str(path), str(root), str(store)
    return None


def checkouts(places: Places, root: str) -> list[str]:
    """The working trees from which the project at `root` was worked on, those that are gone too."""
    return [str(path) for path, in _rows(places, "select path from checkouts where root = ? order by path", root)]


def _rows(places: Places, question: str, value: str) -> list[Any]:
    if not os.path.exists(places.ledger):
        return []
    try:
        db = readonly.connect(places.ledger)
        try:
            return db.execute(question, (value,)).fetchall()
        finally:
            db.close()
    except readonly.Error:
        return []
