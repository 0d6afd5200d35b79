"""Bring the person's stores in step with the remote: look, merge, send, and only then change anything here.

Each step can be the last: what is not yet sent is still in the store, and what was sent and not yet put into a store
is an ancestor of what the remote has.
"""
from __future__ import annotations

import datetime
import os
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from reverie import journal, ledger, lock, newsdesk, synced
from reverie.errors import Refused
from reverie.house import House
from reverie.session import Binding
from reverie.sync import apply, guard, local, merging, naming, remote, side
from reverie.sync.git import Git
from reverie.sync.local import Here
from reverie.sync.merging import Merged
from reverie.sync.repo import Commit, Repo, ref
from reverie.sync.side import Side
from reverie.synced import Remote, Store

SECONDS = 30.0
"""That a sync may take altogether on the net."""
EVERY = datetime.timedelta(minutes=15)
"""How often a worker syncs at most."""
_TRIES = 3
_FIRST, _MADE = "refs/first", "refs/made"
_AUTO = "auto"
"""The trigger of a sync that nobody asked for."""


class Wanted(NamedTuple):
    """What was asked for: another remote, only this project, a name for it, deletions taken over, a time to end in."""

    url: str = ""
    this: bool = False
    name: str = ""
    accept: bool = False
    seconds: float = SECONDS
    trigger: str = "asked"


class Outcome(NamedTuple):
    """What came of it: files sent and received, a sentence for all that a person may want to look at, and one for each
    file that was left out.
    """

    sent: int
    received: int
    stores: tuple[str, ...]
    told: tuple[str, ...]
    held: tuple[str, ...]


class _Plan(NamedTuple):
    """One store: what it was when last in step, what it is here and there, what both are to hold, the commit behind."""

    store: Store
    about: bytes
    parent: str
    tip: Side
    here: Here
    theirs: Side
    merged: Merged
    new: bool

    @property
    def sends(self) -> bool:
        return self.new or side.written(self.merged.side) != side.written(self.theirs)


def run(house: House, binding: Binding | None, wanted: Wanted) -> Outcome:
    """Sync; Refused with one sentence where that cannot be, and then nothing was changed here."""
    known = synced.remote(house.ledger)
    url = wanted.url or (known.url if known else "")
    if not url:
        raise Refused("No remote is known yet: `reverie sync --remote URL` names it.")
    known = known if known and known.url == url else Remote(url)
    try:
        with lock.alone(os.path.join(house.places.sync, "lock")):
            if not wanted.url or known.done:
                synced.note_remote(house.ledger, known._replace(tried=house.stamp))
            outcome = _run(house, binding, wanted, known)
            synced.note_remote(house.ledger, Remote(url, True, house.stamp, house.stamp))
            return outcome
    except lock.Busy:
        raise Refused("Another sync is under way on this machine.") from None
    except Refused as refusal:
        if known.done:
            synced.note_remote(house.ledger, known._replace(tried=house.stamp, fault=str(refusal)))
        raise


def auto(house: House, binding: Binding) -> None:
    """What the worker does where `sync: auto` is set: now and then, and a failure is told once."""
    known = synced.remote(house.ledger)
    if house.means.settings.sync != "auto" or known is None:
        return
    since = (house.now - EVERY).astimezone(datetime.timezone.utc).strftime("%Y-%m-%dT%H:%M:%SZ")
    if since < known.tried <= house.stamp:
        return
    try:
        run(house, binding, Wanted(trigger=_AUTO))
    except Refused as refusal:
        journal.line(house.places, f"sync: {refusal}")
        if not known.fault:
            newsdesk.fault(house, f"Reverie could not sync: {refusal} `reverie sync` tries again.")


def _run(house: House, binding: Binding | None, wanted: Wanted, known: Remote) -> Outcome:
    repo = Repo(Git(os.path.join(house.places.sync, "repo.git"), house.means.env, wanted.seconds), known.url)
    stores, told = _stores(house, binding, wanted)
    for _ in range(_TRIES):
        head = remote.usable(repo, known.held and not wanted.url)
        plans = [_plan(house, repo, head, store, about, wanted.accept) for store, about in stores]
        if not any(plan.sends for plan in plans) and head:
            break
        head = _committed(repo, head, plans)
        if repo.push(head):
            break
    else:
        raise Refused("Other machines were faster three times, so nothing was changed here; try again.")
    done: list[str] = []
    for plan in plans:
        synced.note(house.ledger, plan.store, house.stamp)
        left = _applied(house, plan, wanted.trigger)
        news = [*plan.merged.told, *left]
        told += news
        if news and wanted.trigger == _AUTO:
            newsdesk.note(house, f"Reverie synced these memories. {' '.join(news)}", plan.store.store)
        done += [] if left else [plan.store.folder]
    repo.settle(done, head)
    held = [f"{file} was left out: {why}." for plan in plans for file, why in sorted(plan.here.held.items())]
    sent = sum(_differing(plan.theirs, plan.merged.side) for plan in plans)
    received = sum(_differing(plan.here.side, plan.merged.side) for plan in plans)
    if sent or received:
        repo.tidy()
    return Outcome(sent, received, tuple(plan.store.name for plan in plans), tuple(told), tuple(held))


def _stores(house: House, binding: Binding | None, wanted: Wanted) -> tuple[list[tuple[Store, bytes]], list[str]]:
    """The person's store, this project's and, unless only this is wanted, all that were synced before."""
    before = synced.stores(house.ledger)
    chosen = {house.places.user: (naming.person(house.places), b"")}
    told: list[str] = []
    if not wanted.this:
        chosen.update({store.store: (store, b"") for store in before if store.folder != naming.PERSON})
    if binding and binding.store != house.places.user:
        store, about = naming.of(house.places, binding, wanted.name)
        known = next((each for each in before if each.store == store.store and not wanted.name), store)
        other = next((each for each in before if each.folder == known.folder and each.store != store.store), None)
        if other and wanted.name:
            raise Refused(f"{wanted.name!r} is the name of {other.store} on this machine.")
        if other:
            told.append(f"This project is a second copy of {other.name}, whose memories in {other.store} are synced;"
                        " `reverie sync --as NAME` syncs these as well, by themselves.")
        else:
            chosen[store.store] = known, about
    return list(chosen.values()), told


def _plan(house: House, repo: Repo, head: str, store: Store, about: bytes, accept: bool) -> _Plan:
    """What is to be done with one store. Changes nothing."""
    tip = repo.tip(store.folder)
    base = repo.base(tip, head)
    last, common, theirs = (remote.side_of(repo, commit, store.folder) for commit in (tip, base, head))
    here = local.read(house.ledger, store.store, last)
    if not accept:
        guard.check(store.name, common, here.side, theirs)
    merged = merging.merged(common, here.side, theirs)
    new = bool(about) and not remote.has(repo, head, f"{store.folder}/{naming.ABOUT}")
    return _Plan(store, about, tip if base else "", last, here, theirs, merged, new)


def _committed(repo: Repo, head: str, plans: Sequence[_Plan]) -> str:
    """A commit of what each store is here, where that is not known there, and one that brings all together."""
    commits = [] if head else [Commit(_FIRST, (), {remote.MARKER: remote.MARK}, "a new remote")]
    parents = [head or _FIRST]
    changes: dict[str, bytes | None] = {}
    for plan in plans:
        if plan.sends:
            before = side.written(plan.tip) if plan.parent else {}
            mine = _below(plan.store.folder, before, side.written(plan.here.side))
            commits.append(Commit(ref(plan.store.folder), [plan.parent] if plan.parent else (), mine, "here"))
            parents.append(ref(plan.store.folder))
            changes.update(_below(plan.store.folder, side.written(plan.theirs), side.written(plan.merged.side)))
            changes.update({f"{plan.store.folder}/{naming.ABOUT}": plan.about} if plan.new else {})
    repo.commit([*commits, Commit(_MADE, parents, changes, "sync")])
    return repo.refs[_MADE]


def _below(folder: str, before: Mapping[str, bytes], after: Mapping[str, bytes]) -> dict[str, bytes | None]:
    """What changes below the folder."""
    return {f"{folder}/{path}": after.get(path) for path in {**before, **after} if before.get(path) != after.get(path)}


def _applied(house: House, plan: _Plan, trigger: str) -> list[str]:
    """Let the store hold what was agreed; a sentence for what had to be left."""
    left: list[str] = []
    if plan.merged.side != plan.here.side or plan.here.gone:
        run = ledger.begin_run(house.ledger, "sync", "", plan.store.store, trigger, "", house.stamp)
        left = apply.run(house, plan.store.store, plan.here, plan.merged, run)
        ledger.end_run(house.ledger, run, "kept", f"left {len(left)} for the next sync" if left else "", 0.0,
                       kept=_differing(plan.here.side, plan.merged.side))
    return [f"{file} could not be brought in step now; the next sync tries again." for file in left]


def _differing(one: Side, other: Side) -> int:
    """Memories that only one of the two has, or has so."""
    return sum(one.files.get(file) != other.files.get(file) for file in {**one.files, **other.files})
