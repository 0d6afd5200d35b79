"""What the gates of a dream look at, gathered: the ledger first, the store only when all that is cheap is open."""
from __future__ import annotations

import os
from collections.abc import Mapping

from reverie import clientdream, dreams, gates, lock, pause, whole
from reverie.dream import draft
from reverie.dreams import State
from reverie.gates import Gate, Known
from reverie.house import House
from reverie.library import INDEX


def now(house: House, store: str, session: str) -> bool:
    """Whether all gates are open as this session begins; the store is not looked at more often than they say."""
    if gates.shut(_cheap(house, store, session)):
        return False
    dreams.scan(house.ledger, store, house.now.timestamp())
    return gates.shut(_dear(house, store, session, _busy(house, store))) is None


def standing(house: House, store: str) -> tuple[Gate, ...]:
    """All gates as they stand now."""
    return (*_cheap(house, store, ""), *_dear(house, store, "", _busy(house, store)))


def objection(house: House, store: str, session: str) -> str:
    """Why it is not time for a dream, for the one who holds the lock and whose look this is; empty when it is."""
    looked = tuple(gate for gate in _cheap(house, store, session) if gate.name != "scan")
    gate = gates.shut((*looked, *_dear(house, store, session, busy=False)))
    return f"{gate.name}: {gate.value}" if gate else ""


def state(house: House, store: str, session: str) -> State:
    """How things stand with the store's dreams, but for this session."""
    return dreams.state(house.ledger, store, session, house.now.timestamp(), house.now.date().isoformat())


def fingerprint(store: str, files: Mapping[str, bytes]) -> str:
    """What these files and the store's index come to."""
    index = whole.read(os.path.join(store, INDEX))
    return dreams.fingerprint(files if index is None else {**files, INDEX: index})


def root(house: House, store: str) -> str:
    """The project's folder, as far as it is known."""
    row = house.ledger.execute("select origin from stores where store = ?", (store,)).fetchone()
    return row["origin"] if row else ""


def _cheap(house: House, store: str, session: str) -> tuple[Gate, ...]:
    known = state(house, store, session)
    paused = "paused: `reverie resume`" if pause.until(house.places) > house.now.timestamp() else ""
    return gates.cheap(Known(paused, known.last, known.sessions, known.scanned), house.means.settings,
                       house.now.timestamp())


def _dear(house: House, store: str, session: str, busy: bool) -> tuple[Gate, ...]:
    known = state(house, store, session)
    native = clientdream.active(store, root(house, store), house.places, house.now.timestamp())
    changed = fingerprint(store, draft.read(store).base) != known.baseline
    return gates.dear(Known(busy=busy, native=native, changed=changed, days=known.days))


def _busy(house: House, store: str) -> bool:
    try:
        with lock.alone(house.places.dreaming(store)):
            return False
    except lock.Busy:
        return True
