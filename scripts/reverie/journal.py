"""The log: one line a fault, one file, begun anew past a megabyte with the old one kept once. Never raises."""
from __future__ import annotations

import os
import time

TYPE_CHECKING = False
if TYPE_CHECKING:
    from reverie.places import Places

_LARGEST = 1 << 20


def line(places: Places, text: str) -> None:
    """Add one line, with the time before it; where there is no place for it, it is lost."""
    try:
        os.makedirs(os.path.dirname(places.log), mode=0o700, exist_ok=True)
        if os.path.exists(places.log) and os.path.getsize(places.log) > _LARGEST:
            os.replace(places.log, places.log + ".1")
        with open(places.log, "a", encoding="utf-8", errors="replace") as file:
            file.write(f"{time.strftime('%Y-%m-%dT%H:%M:%S')} {' '.join(text.split())}\n")
    except OSError:
        pass
