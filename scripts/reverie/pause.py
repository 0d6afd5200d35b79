"""The person's pause: until when nothing is extracted."""
from __future__ import annotations

from reverie.places import Places


def until(places: Places) -> float:
    """The end of the pause, in seconds since the epoch; 0.0 where there is none."""
    try:
        with open(places.pause, encoding="ascii") as file:
            return float(file.read())
    except (OSError, ValueError):
        return 0.0
