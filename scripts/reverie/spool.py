"""Notes from hooks to the worker: one small JSON file each, dropped whole, taken by the worker, gone when it is done.

`new/` is what waits, `taken/` what the one worker has in hand, `parked/` what failed three times.
"""
from __future__ import annotations

import os
import time

from reverie import whole, wire

TYPE_CHECKING = False
if TYPE_CHECKING:
    from reverie.places import Places

TRIES = 3


def put(places: Places, note: dict[str, object]) -> None:
    """Leave `note` for the worker; its name sorts by the time it was left."""
    name = f"{time.time_ns():020d}-{os.getpid()}.json"
    whole.drop(os.path.join(places.spool, "new", name), wire.dumps(note).encode("ascii"))


def waiting(places: Places, where: str = "new") -> list[str]:
    """The names of the notes that wait, oldest first."""
    try:
        return sorted(name for name in os.listdir(os.path.join(places.spool, where)) if name.endswith(".json"))
    except FileNotFoundError:
        return []


def peek(places: Places) -> list[tuple[str, dict[str, object]]]:
    """The notes that wait, oldest first, left where they are; one that does not parse is parked."""
    notes = []
    for name in waiting(places):
        data = whole.read(_path(places, "new", name))
        try:
            note = wire.loads((data or b"").decode())
        except (ValueError, RecursionError):
            note = None
        if isinstance(note, dict):
            notes.append((name, note))
        elif data is not None:  # else somebody has just taken it
            _move(places, name, "new", "parked")
    return notes


def left_at(name: str) -> float:
    """When the note was left, in seconds since the epoch."""
    stamp = name.partition("-")[0]
    return int(stamp) / 1e9 if stamp.isdigit() else 0.0


def take(places: Places, name: str) -> None:
    """The note is in hand from now on."""
    os.makedirs(os.path.join(places.spool, "taken"), mode=0o700, exist_ok=True)
    os.rename(_path(places, "new", name), _path(places, "taken", name))


def done(places: Places, name: str) -> None:
    """The note was worked and is gone."""
    os.unlink(_path(places, "taken", name))


def park(places: Places, name: str) -> None:
    """Set the note aside for a person to look at."""
    _move(places, name, "taken", "parked")


def give_back(places: Places) -> None:
    """Return what a worker that died had in hand; a note that was in hand three times is parked.

    Only for the one who holds the worker's lock.
    """
    for name in waiting(places, "taken"):
        tries, plain = _tries(name)
        if tries + 1 >= TRIES:
            park(places, name)
        else:
            os.rename(_path(places, "taken", name), _path(places, "new", f"{plain}~{tries + 1}.json"))


def _move(places: Places, name: str, where: str, to: str) -> None:
    """Away with it, unless another worker that looked at the same moment was first."""
    os.makedirs(os.path.join(places.spool, to), mode=0o700, exist_ok=True)
    try:
        os.rename(_path(places, where, name), _path(places, to, name))
    except FileNotFoundError:
        pass


def _tries(name: str) -> tuple[int, str]:
    plain, _, tries = name[: -len(".json")].partition("~")
    return (int(tries) if tries.isdigit() else 0), plain


def _path(places: Places, where: str, name: str) -> str:
    return os.path.join(places.spool, where, name)
