"""One store's part of a bundle: taken from where it stands, and put where another one stands.

What stands in a store comes first, then its index, what lies beside it, and the ledger last. A killed import left
whole files, so the next one finds what is missing.
"""
from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from contextlib import contextmanager

from reverie import archive, head, ledger, lock, reconcile, whole
from reverie import summaries as telling
from reverie.bundle import form as bundle_form
from reverie.bundle import past as bundle_past
from reverie.bundle import place as bundle_place
from reverie.bundle import plan as bundle_plan
from reverie.bundle import rows as bundle_rows
from reverie.bundle.form import Part
from reverie.bundle.plan import Plan
from reverie.errors import Refused
from reverie.history import commits
from reverie.history.revision import Unkept
from reverie.house import House
from reverie.library import INDEX
from reverie.session import Binding

_PATIENCE = 10.0
_JOB = "import"


def taken(house: House, binding: Binding, about: Mapping[str, str]) -> tuple[Part, list[str]]:
    """All that is kept of the binding's store, and a sentence for whatever a bundle cannot hold."""
    store, places = binding.store, house.places
    commits.outside(house, store)
    files = {"memory": bundle_plan.texts(store), "archive": bundle_plan.texts(places.archive(store)),
             "summaries": _in(telling.folder(places, binding)), "skills": _in(bundle_plan.skills(house, binding))}
    folders = {folder: bundle_form.sound(folder, each) for folder, each in files.items()}
    folders["history"], fault = bundle_past.gathered(places, store)
    rows = bundle_rows.gathered(house.ledger, store, folders["summaries"].values())
    left = [f"{file} of {folder} is left out: a bundle cannot hold its name." for folder in ("memory", "archive")
            for file in files[folder] if file not in folders[folder]]
    return Part(about, folders, rows), [*left, *([fault] if fault else [])]


def bring(house: House, plan: Plan) -> str:
    """Do what the plan says; a sentence on the history, if there is one. Refused while another import is at it."""
    store = plan.binding.store
    with _alone(house, f"{house.places.history(store)}.bundle"):
        if store != house.places.user:
            ledger.note_origin(house.ledger, store, plan.binding.root, house.stamp)
        run = _run(house, store, plan.runs)
        told = _as_it_was(house, plan, run) if plan.fresh and plan.past else _into(house, plan, run)
        for path, data in plan.beside.items():
            whole.create(path, data)
        for file in plan.archived:
            _archive(house, store, file, plan.part.folders["archive"][file])
        house.ledger.execute("begin immediate")
        bundle_rows.enter(house.ledger, plan.news, 0 if plan.runs else run)
        ledger.end_run(house.ledger, run, "kept", "", 0.0, kept=len(plan.brought))
        house.ledger.execute("commit")
        reconcile.shelve(house, store)
    return told


def _as_it_was(house: House, plan: Plan, run: int) -> str:
    """Into a store that holds nothing else: its history comes behind its files, so that nothing seems to be gone."""
    store = plan.binding.store
    assert plan.past
    with _alone(house, f"{house.places.history(store)}.change"):
        _write(plan)
        bundle_past.install(house.places, store, plan.past)
        commits.ours(house, store, _JOB, _subject(plan), run)
    return ""


def _into(house: House, plan: Plan, run: int) -> str:
    """Into a store that has a history, or to begin one: as one change of it."""
    store = plan.binding.store
    if plan.brought or plan.relined:
        with commits.recorded(house, store, _JOB, _subject(plan), run):
            _write(plan)
    try:
        return bundle_past.beside(house.places, store, plan.past) if plan.past else ""
    except Unkept as error:
        return f"The bundle's history is left out: {error}."


def _write(plan: Plan) -> None:
    """The files, then the index."""
    store, memory = plan.binding.store, plan.part.folders["memory"]
    for file, name in plan.brought.items():
        whole.create(os.path.join(store, name), memory[file])
    path = os.path.join(store, INDEX)
    first = bundle_place.indexed(None, memory, plan.placed)
    if first is not None and not os.path.lexists(path):
        whole.create(path, first)
    elif plan.relined:
        reconcile.rewrite(store, lambda text: (bundle_place.indexed(
            text.encode("utf-8", "surrogateescape"), memory, plan.placed) or b"").decode("utf-8", "surrogateescape"))


def _archive(house: House, store: str, file: str, data: bytes) -> None:
    """Byte for byte where there is no other of that name, else as one more that came from the same file."""
    path = os.path.join(house.places.archive(store), file)
    if not os.path.lexists(path):
        whole.create(path, data)
        return
    text = data.decode("utf-8", "surrogateescape")
    keys = head.split(text)[0]
    archive.put(house.places, store, bundle_plan.origin(file, data), archive.as_it_was(text), keys.get("archived", ""),
                keys.get("archived_for", ""))


def _run(house: House, store: str, highest: int) -> int:
    """The run of this import, or of one that was killed; its number, and each later one, is above `highest`, so that
    no run here is taken for one that the store's history names."""
    row = house.ledger.execute("select id from runs where job = ? and store = ? and status = 'running'",
                               (_JOB, store)).fetchone()
    run = int(row["id"]) if row else ledger.begin_run(house.ledger, _JOB, "", store, "asked", "", house.stamp)
    if run <= highest:
        last = house.ledger.execute("select max(id) from runs").fetchone()[0]
        house.ledger.execute("update runs set id = ? where id = ?", (max(highest, last) + 1, run))
        return int(max(highest, last)) + 1
    return run


def _subject(plan: Plan) -> str:
    return f"import {len(plan.brought)} memories from a bundle"


@contextmanager
def _alone(house: House, path: str) -> Iterator[None]:
    try:
        held = lock.alone(path, patience=_PATIENCE).__enter__()
    except lock.Busy:
        raise Refused("Another process is changing these memories just now; try again.") from None
    try:
        yield
    finally:
        held.__exit__(None, None, None)


def _in(folder: str) -> dict[str, bytes]:
    """Each file below the folder, by its path there."""
    found = {}
    for here, _, names in os.walk(folder):
        for name in names:
            path = os.path.join(here, name)
            if os.path.isfile(path) and os.path.getsize(path) <= bundle_form.LARGEST:
                found[os.path.relpath(path, folder).replace(os.sep, "/")] = whole.read(path) or b""
    return found
