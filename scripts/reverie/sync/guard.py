"""A remote or a machine that lost most of a store is no reason to delete it everywhere: a person is asked. Pure."""
from __future__ import annotations

from reverie.errors import Refused
from reverie.sync import burials, pairing
from reverie.sync.side import Side

_FEW = 5
"""Memories that may go without a question, whatever share of the store they are."""


def check(name: str, base: Side, ours: Side, theirs: Side) -> None:
    """Refused where more than half of what was there last time is gone on either side and was not forgotten."""
    for side, where in ((theirs, "from the remote"), (ours, "from this machine")):
        lost = _lost(base, side)
        if lost > _FEW and 2 * lost > len(base.files):
            raise Refused(f"Of the {len(base.files)} memories of {name}, {lost} are gone {where} since the last sync,"
                          " and nothing was changed; `reverie sync --accept-deletions` lets them go everywhere.")


def _lost(base: Side, side: Side) -> int:
    gone = [file for file in base.files if file not in side.files]
    gone = [file for file in gone if file not in pairing.moves(base.files, side.files)] if len(gone) > _FEW else []
    graves = [grave for key, grave in side.graves.items() if key not in base.graves] if gone else []
    return sum(not burials.barring(graves, pairing.fact(base.files[file])) for file in gone)
