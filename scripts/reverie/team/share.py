"""What a person gives to the team: by an explicit word, looked at for what does not belong there, accepted at once.

A memory that is shared moves: first it stands with the team, then it goes from the project. Whoever dies between the
two finds it in both, and sharing it again ends it.
"""
from __future__ import annotations

import os

from reverie import head as heads
from reverie import judge, ledger, library, likeness, listing, reconcile, tombstones, whole
from reverie.errors import Refused
from reverie.history import commits
from reverie.house import House
from reverie.layers import PROJECT, Layer
from reverie.record import Candidate, Memory
from reverie.session import Binding
from reverie.team import files as teamfiles
from reverie.team import layer as team
from reverie.team import shareable, trust


def move(house: House, binding: Binding, name: str) -> str:
    """Move the project's memory of this file or name to the team; its path there. Refused with the reason."""
    team.must_be_on(house, binding)
    memory = listing.called(house.places, [Layer(PROJECT, binding.store)], name).memory
    data = whole.read(memory.path) or b""
    text = data.decode("utf-8", "replace")
    file = os.path.basename(memory.path)
    path = _give(house, binding, file, shareable.written(text), heads.split(text)[0].get("metadata.scope", ""))
    with commits.recorded(house, binding.store, "share", f"shared {file} with the team"):
        ledger.follow(house.ledger, memory.path, path)
        if whole.read(memory.path) == data:
            os.unlink(memory.path)
            reconcile.unlist(binding.store, [memory.path])
    reconcile.shelve(house, binding.store)
    return path


def add(house: House, binding: Binding, candidate: Candidate) -> str:
    """Save what the person just said with the team; its path there. Refused with the reason."""
    team.must_be_on(house, binding)
    today = house.now.date().isoformat()
    rows = ["---", f"name: {heads.scalar(candidate.name)}", f"description: {heads.scalar(candidate.description)}",
            "metadata:", f"  type: {candidate.type}", f"  created: {today}", f"  observed: {today}", "---"]
    text = shareable.written("\n".join([*rows, candidate.body]))
    tombstones.lift(house.ledger, binding.store, candidate.body)
    return _give(house, binding, f"{candidate.type}_{library.slug(candidate.name)}.md", text, "")


def take_out(house: House, binding: Binding, name: str) -> str:
    """Take a memory out of the team's folder and see that it is not accepted again unasked; the file it was."""
    team.must_be_on(house, binding)
    each = team.named(house, binding, name)
    if not each.path.startswith(os.path.join(teamfiles.home(binding.checkout), "")):
        raise Refused(f"{team.shown(each.file)} is another client's; Reverie only reads it.")
    tombstones.bury(house.ledger, binding.store, [likeness.fact(each.memory.body)], house.stamp, each.file)
    with commits.recorded(house, teamfiles.home(binding.checkout), "share", f"took out {each.file}"):
        os.unlink(each.path)
        teamfiles.settle(binding.checkout)
    team.refresh(house, binding)
    return each.file


def _give(house: House, binding: Binding, file: str, text: str, scope: str) -> str:
    """Accept the text and write it, under a name that is free or has just this text; then the index and the catalog."""
    memory = library.parsed(file, text)
    reason = shareable.objection(text, memory, scope, house.means.env.get("HOME", ""))
    if reason:
        raise Refused(f"{memory.name} stays with you: {reason}.")
    if memory.superseded:
        raise Refused(f"{memory.name} stays with you: another memory stands in its place.")
    folder = teamfiles.home(binding.checkout)
    path = os.path.join(folder, _free(house, binding, folder, file, text, memory))
    data = text.encode("utf-8", "replace")
    with commits.recorded(house, folder, "share", f"shared {os.path.basename(path)}"):
        trust.decide(house.ledger, binding.store, _below(binding, path), data, trust.ACCEPTED, house.stamp)
        if not os.path.lexists(path):
            whole.create(path, data)
        teamfiles.settle(binding.checkout)
    team.refresh(house, binding)
    return path


def _free(house: House, binding: Binding, folder: str, file: str, text: str, memory: Memory) -> str:
    """A name for the file; Refused where the team says the same already."""
    for each in teamfiles.read(binding.checkout):
        if each.fault or each.data.replace(b"\r\n", b"\n") == text.encode("utf-8", "replace"):
            continue
        if judge.same(_candidate(memory), [each.memory]):
            raise Refused(f"The team says that already: {team.shown(each.file)}; see `reverie team review`.")
    number = 1
    while True:
        tried = file if number == 1 else f"{file.removesuffix('.md')}_{number}.md"
        held = whole.read(os.path.join(folder, tried))
        if held is None and not os.path.lexists(os.path.join(folder, tried)) or held == text.encode("utf-8", "replace"):
            return tried
        number += 1


def _candidate(memory: Memory) -> Candidate:
    return Candidate(memory.type, memory.name, memory.description, likeness.fact(memory.body), "")


def _below(binding: Binding, path: str) -> str:
    return os.path.relpath(path, binding.checkout).replace(os.sep, "/")
