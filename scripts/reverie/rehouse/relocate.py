"""Stores whose project is somewhere else now: which they are, where they belong, and what a session is told of it.

A folder is known again by the remote and the first commit of its repository together. A project that is still where it
was keeps its memories, unless a person names them.
"""
from __future__ import annotations

import os
from typing import NamedTuple

from reverie import layers, ledger, library, local_store, newsdesk, project, usage
from reverie.errors import Refused
from reverie.house import House
from reverie.rehouse import identity
from reverie.rehouse import job as rehouse
from reverie.rehouse import repository as identity_read
from reverie.rehouse.identity import Identity
from reverie.session import Binding

GONE, OTHER, HERE, NAMED = "gone", "another repository", "this project's other place", "named"
_ONCE = 36_500
"""Days after which one is told again that memories may belong here: never."""


class Lost(NamedTuple):
    """A store that may have to move: of which folder it was, why it is listed, how many memories it holds, and the
    folders of the projects it may belong to now."""

    store: str
    origin: str
    why: str
    memories: int
    folders: tuple[str, ...]


def begun(house: House, binding: Binding) -> None:
    """A session of the project began: finish moves, note what it is known by, and tell of memories that may be its."""
    rehouse.finish(house)
    met(house, binding)
    if binding.store == house.places.user:
        return
    local_store.ready(house, binding.store)
    identity.note_checkout(house.ledger, binding.checkout, binding.root, binding.store)
    day = house.now.date().isoformat()
    if identity.due(house.ledger, binding.store, day):
        identity.note(house.ledger, binding.store, identity_read.read(binding.root), day)
    _tell(house, binding)


def met(house: House, binding: Binding) -> None:
    """The first project that uses a store is its origin; the person's own store is of no project."""
    of = binding.store if binding.store == house.places.user else binding.root
    ledger.note_origin(house.ledger, binding.store, of, house.stamp)


def lost(house: House, binding: Binding) -> list[Lost]:
    """The stores with memories whose folder is gone or is another repository now, and this project's other place."""
    known = _folders(house, binding)
    found = [_other_place(store, binding) for store in project.elsewhere(binding, house.places, house.means.env)]
    if binding.store == house.places.user:
        found = []
    for store, origin in _stores(house):
        was = identity.of(house.ledger, store)
        why = _why(origin, was)
        if why and store != binding.store:
            folders = tuple(root for root, now in known.items() if was.same(now))
            found.append(Lost(store, origin, why, count(store), folders))
    return [each for each in found if each.memories]


def named(house: House, binding: Binding, name: str) -> Lost:
    """The store that a person means by a folder of memories, or by the project's folder, which may be gone."""
    path = os.path.realpath(name)
    stores = [store for store, origin in _stores(house) if path in (os.path.realpath(store), origin)]
    if not stores:
        whole = os.path.basename(path) == "memory" or os.path.exists(os.path.join(path, library.INDEX))
        stores = [path if whole else project.resolve(path, house.places, house.means.env).store]
    if stores[0] == house.places.user or stores[0].endswith(layers.TEAM_FOLDERS):
        raise Refused("Only a project's memories move; `reverie move` and `reverie team` are for the person's and the"
                      " team's.")
    held = [store for store in stores if count(store)]
    if len(held) != 1:
        raise Refused(f"Several folders of memories are of {name}: {', '.join(held)}. Name one of them." if held
                      else f"No memories are known of {name}.")
    origin = next((origin for store, origin in _stores(house) if store == held[0]), "")
    return Lost(held[0], origin, NAMED, count(held[0]), (binding.root,))


def move(house: House, one: Lost, folder: str) -> str:
    """Bring the store to the project in this folder; where its memories are now."""
    binding = project.resolve(folder, house.places, house.means.env)
    if os.path.realpath(one.store) == os.path.realpath(os.path.join(binding.root, project.LOCAL)) != binding.store:
        return _taken_in(house, one.store, binding)
    rehouse.rename(house, one.store, binding.store, binding.root)
    if binding.store != house.places.user:
        identity.note(house.ledger, binding.store, identity_read.read(binding.root), house.now.date().isoformat())
        identity.note_checkout(house.ledger, binding.checkout, binding.root, binding.store)
    return binding.store


def count(store: str) -> int:
    """How many memories lie in the folder."""
    return sum(1 for _ in library.files(store))


def _taken_in(house: House, store: str, binding: Binding) -> str:
    """Memories that came with the project's folder: they are taken for the person's own from now on."""
    house.ledger.execute("delete from stores where store = ?", (store,))
    ledger.note_origin(house.ledger, store, binding.root, house.stamp)
    local_store.ready(house, store)
    return store


def _tell(house: House, binding: Binding) -> None:
    """Once, at the first session without memories: those of the same repository in a folder that is gone."""
    if count(binding.store):
        return
    was = identity.of(house.ledger, binding.store)
    for store, origin in _stores(house):
        if was.same(identity.of(house.ledger, store)) and not os.path.isdir(origin) and count(store):
            if usage.tell(house.ledger, store, "moved", house.now.date(), _ONCE):
                newsdesk.note(house, f"Reverie: {count(store)} memories of {origin}, which is not there any more, seem"
                                     " to be this project's. `reverie relocate` brings them here when you say so.",
                              binding.store)


def _other_place(store: str, binding: Binding) -> Lost:
    return Lost(store, binding.root, HERE, count(store), (binding.root,))


def _stores(house: House) -> list[tuple[str, str]]:
    """Each store of a project with the folder it is of."""
    rows = house.ledger.execute("select store, origin from stores order by since, store").fetchall()
    return [(row["store"], row["origin"]) for row in rows if row["store"] != house.places.user]


def _why(origin: str, was: Identity) -> str:
    """Why the store's folder is not its own any more; empty as long as it is."""
    if not os.path.isdir(origin):
        return GONE
    if not was.commit:
        return ""
    now = identity_read.read(origin)
    return OTHER if now.commit and now.commit != was.commit else ""


def _folders(house: House, binding: Binding) -> dict[str, Identity]:
    """The projects that are where the ledger knows them, by folder, with what each repository is; this one first."""
    roots = [binding.root] if binding.store != house.places.user else []
    roots += [origin for _, origin in _stores(house)]
    return {root: identity_read.read(root) for root in dict.fromkeys(roots) if os.path.isdir(root)}
