"""Which project a store belongs to, as the ledger has it: for hooks, so read-only and no more than that."""
from __future__ import annotations

import os

from reverie import readonly

TYPE_CHECKING = False
if TYPE_CHECKING:
    from reverie.places import Places


def of(places: Places, store: str) -> str | None:
    """The project folder that first used `store`, for a hook: None also when the ledger cannot be read."""
    if not os.path.exists(places.ledger):
        return None
    try:
        db = readonly.connect(places.ledger)
        try:
            row = db.execute("select origin from stores where store = ?", (store,)).fetchone()
        finally:
            db.close()
    except readonly.Error:
        return None
    return str(row[0]) if row else None
