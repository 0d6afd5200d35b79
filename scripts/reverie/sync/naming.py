"""By what a project is known on all machines: its remote and first commit; without them, a name that a person chose."""
from __future__ import annotations

import hashlib
import json
import os

from reverie import library
from reverie.places import Places
from reverie.rehouse import repository as identity_read
from reverie.session import Binding
from reverie.synced import Store

PERSON = "person"
ABOUT = "project.json"
_PROJECTS = "projects"
_MARK = 12


def of(places: Places, binding: Binding, chosen: str = "") -> tuple[Store, bytes]:
    """The store and its folder in the remote, and what is said there of the project; nothing of the person's."""
    if binding.store == places.user:
        return person(places), b""
    found = identity_read.read(binding.root)
    known = bool(found.remote and found.commit) and not chosen
    name = chosen or os.path.basename(found.remote if known else binding.root) or "project"
    mark = "\n".join([chosen] if chosen else [*found] if known else [name, binding.root])
    short = hashlib.sha256(mark.encode("utf-8", "surrogateescape")).hexdigest()[:_MARK]
    about = {"name": name, "remote": found.remote if known else "", "root": found.commit if known else ""}
    folder = f"{_PROJECTS}/{library.slug(name)[:60]}-{short}"
    return Store(binding.store, folder, name), f"{json.dumps(about, indent=1, sort_keys=True)}\n".encode()


def person(places: Places) -> Store:
    """The person's own store."""
    return Store(places.user, PERSON, "what is yours")
