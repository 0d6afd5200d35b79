"""All that is kept of a person's memories in one file, and back: `docs/bundle.md` tells its form.

A bundle is looked through as a whole before anything is written. It brings back what is missing and changes nothing
that is there, so importing it again does nothing, and completes an import that was killed.
"""
from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import NamedTuple

from reverie import project, whole
from reverie.bundle import form as bundle_form
from reverie.bundle import part as bundle_part
from reverie.bundle import past as bundle_past
from reverie.bundle import plan as bundle_plan
from reverie.bundle import rows as bundle_rows
from reverie.bundle.form import PERSON, Part
from reverie.bundle.past import Past
from reverie.bundle.plan import Plan
from reverie.bundle.rows import Rows
from reverie.errors import Refused
from reverie.house import House
from reverie.library import INDEX
from reverie.rehouse import identity
from reverie.rehouse.identity import Identity
from reverie.rehouse.repository import read as repository
from reverie.session import Binding


class Written(NamedTuple):
    """What a bundle was made of: of each store how it is called and how many memories it has; and what is left out."""

    stores: tuple[tuple[str, int], ...]
    left: tuple[str, ...]


class Taken(NamedTuple):
    """What came of a bundle: the plan for each store, which was done unless it was a dry run, and what is left out."""

    plans: tuple[Plan, ...]
    left: tuple[str, ...]


class _Read(NamedTuple):
    """A part that was looked through."""

    part: Part
    rows: Rows
    past: Past | None


def write(house: House, binding: Binding, path: str, everything: bool = False, force: bool = False) -> Written:
    """Put this project's and the person's stores, or with `everything` all known ones, into the file at `path`.

    Refused where a file is there, without `force`.
    """
    if os.path.lexists(path) and not force:
        raise Refused(f"{path} is there already; name another file, or say --force.")
    parts, left = [], []
    for about, each in _stores(house, binding, everything):
        part, faults = bundle_part.taken(house, each, about)
        parts.append(part)
        left += faults
    data = bundle_form.packed(parts)
    if os.path.isfile(path):
        os.chmod(path, 0o600)
    (whole.write if force else whole.create)(path, data)
    return Written(tuple((part.label, _memories(part)) for part in parts), tuple(left))


def read(house: House, binding: Binding, path: str, everything: bool = False, origin: str = "", dry: bool = False,
         agreed: Callable[[str], bool] = lambda _sentence: False) -> Taken:
    """Bring the bundle at `path` in: the person's store, and of the projects the one that is the binding's.

    With `everything` each project goes to the folder it lay in, if that is here; `origin` names one by that folder.
    `agreed` is asked where the project seems to be another one. Refused for what is no whole, sound bundle.
    """
    with _scratch(house) as folder:
        found = _looked_through(bundle_form.unpacked(path), folder)
        homes, left = _homes(house, binding, found, everything, origin, agreed)
        plans = [bundle_plan.planned(house, home, each.part, each.rows, each.past) for each, home in homes]
        for each, _ in homes:
            if each.part.folders["history"] and each.past is None:
                left.append(f"The history of {each.part.label} is left out: it is kept in git, which is not here.")
        told = [bundle_part.bring(house, plan) for plan in plans if plan.changes and not dry]
    return Taken(tuple(plans), (*left, *filter(None, told)))


@contextmanager
def _scratch(house: House) -> Iterator[str]:
    """A folder of ours for what has to be unpacked, as private as the memories; what a killed import left goes."""
    above = os.path.join(house.places.home, "unpacked")
    shutil.rmtree(above, ignore_errors=True)
    os.makedirs(above, mode=0o700)
    try:
        yield above
    finally:
        shutil.rmtree(above, ignore_errors=True)


def _looked_through(parts: list[Part], folder: str) -> list[_Read]:
    """The parts, if all of each is what it has to be; git is started only for what else is sound."""
    for part in parts:
        for file, data in part.folders["archive"].items():
            if not bundle_form.clean(bundle_plan.origin(file, data)):
                raise Refused(f"The bundle's archive of {part.label} holds a memory from outside of a store: {file}.")
    rows = [bundle_rows.checked(part.rows, part.label) for part in parts]
    folders = [os.path.join(folder, str(n)) for n in range(len(parts))]
    for each in folders:
        os.makedirs(each)
    return [_Read(part, own, bundle_past.unpacked(part.folders["history"], part.label, each))
            for part, own, each in zip(parts, rows, folders, strict=True)]


def _memories(part: Part) -> int:
    return sum(file != INDEX for file in part.folders["memory"])


def _stores(house: House, binding: Binding, everything: bool) -> Iterator[tuple[dict[str, str], Binding]]:
    """The stores that go into a bundle, each with what is said of it; the person's first."""
    yield _about(PERSON, "", Identity()), _own(house)
    known = {binding.store: binding.root}
    if everything:
        known.update((row["store"], row["origin"]) for row in house.ledger.execute("select store, origin from stores"))
    known.pop(house.places.user, None)
    number = 0
    for store, origin in sorted(known.items(), key=lambda each: (each[1], each[0])):
        if store == binding.store or _of_project(house, store, origin):
            number += 1
            found = repository(origin) if os.path.isdir(origin) else Identity()
            about = _about(f"projects/{number}", origin, found if any(found) else identity.of(house.ledger, store))
            yield about, Binding(origin, store, False)


def _of_project(house: House, store: str, origin: str) -> bool:
    """Whether it is the store of the project at `origin`, as against one of its sub-agents'."""
    if os.path.isdir(origin):
        return project.resolve(origin, house.places, house.means.env).store == store
    return os.path.isdir(store) and not any(part.startswith("agent-memory") for part in store.split(os.sep))


def _about(name: str, origin: str, found: Identity) -> dict[str, str]:
    layer = PERSON if name == PERSON else "project"
    return {"name": name, "layer": layer, "origin": origin, "remote": found.remote, "commit": found.commit}


def _own(house: House) -> Binding:
    home = os.path.realpath(house.means.env.get("HOME") or os.path.expanduser("~"))
    return Binding(home, house.places.user, False)


def _homes(
    house: House, binding: Binding, found: list[_Read], everything: bool, origin: str, agreed: Callable[[str], bool]
) -> tuple[list[tuple[_Read, Binding]], list[str]]:
    """Which part goes to which store here, and a sentence for each that goes nowhere."""
    homes = [(each, _own(house)) for each in found if each.part.name == PERSON]
    projects = [each for each in found if each.part.name != PERSON]
    chosen = _chosen(house, binding, projects, everything, origin, agreed)
    if chosen:
        homes.append((chosen, binding))
    left = []
    for each in projects:
        home = _where_it_lay(house, each.part) if everything and each is not chosen else None
        if home and home.store != binding.store:
            homes.append((each, home))
        elif each is not chosen:
            left.append(f"Not brought in: {each.part.label}; import the bundle again in a folder of that project.")
    return homes, left


def _chosen(
    house: House, binding: Binding, projects: list[_Read], everything: bool, origin: str, agreed: Callable[[str], bool]
) -> _Read | None:
    """The part that is the binding's project; Refused where that is in doubt and nobody agrees."""
    if binding.store == house.places.user:
        return None
    here = repository(binding.root)
    named = [each for each in projects if origin and each.part.about["origin"] == os.path.abspath(origin)]
    if origin and not named:
        raise Refused(f"The bundle has no project of {origin}.")
    alike = [each for each in named or projects if not _doubt(each.part, here, binding.root)]
    if len(alike) == 1:
        return alike[0]
    if len(projects) == 1 and not everything or named:
        only = (named or projects)[0]
        sentence = _doubt(only.part, here, binding.root)
        if agreed(sentence):
            return only
        raise Refused(f"{sentence} `--yes` brings it in all the same.")
    if len(alike) > 1:
        same = [each for each in alike if each.part.about["origin"] == binding.root]
        if len(same) == 1:
            return same[0]
        raise Refused("Several projects of the bundle may be this one; say with --origin where it lay.")
    return None


def _doubt(part: Part, here: Identity, root: str) -> str:
    """Why the part may not be of the project at `root`; empty where it surely is."""
    about = part.about
    for what, theirs, ours in (("remote", about["remote"], here.remote),
                               ("first commit", about["commit"], here.commit)):
        if theirs and ours and theirs != ours:
            return f"The bundle is of another repository than {root}: its {what} is {theirs}, here it is {ours}."
    known, other = bool(about["remote"] or about["commit"]), any(here)
    if known != other:
        return f"The bundle is of {about['origin']}, and only one of that and {root} is a repository."
    if not known and os.path.basename(about["origin"]) != os.path.basename(root):
        return f"The bundle is of {about['origin']}, which may not be the project of {root}."
    return ""


def _where_it_lay(house: House, part: Part) -> Binding | None:
    """The project in the folder that the part is of, if that is here and is the same one."""
    origin = part.about["origin"]
    if not os.path.isdir(origin) or _doubt(part, repository(origin), origin):
        return None
    home = project.resolve(origin, house.places, house.means.env)
    return None if home.store == house.places.user else home
