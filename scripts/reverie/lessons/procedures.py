"""Procedures that three sessions followed become drafts of skills, for a person to look at, accept or decline.

A draft lies in Reverie's own folder and acts on nothing. Accepted, it is copied into the project, never over anything;
declined, it is not drafted again.
"""
from __future__ import annotations

import os
import shutil
from typing import NamedTuple

from reverie import framing, head, ledger, library, newsdesk, summaries, whole
from reverie.errors import Refused
from reverie.house import House
from reverie.lessons import job as lessons
from reverie.lessons import learned, repeated
from reverie.lessons.learned import PROCEDURE, Learned
from reverie.lessons.repeated import Common
from reverie.secrets import redaction
from reverie.session import Binding

FILE = "SKILL.md"
_WORDS = 5
"""Words of a name."""


class Draft(NamedTuple):
    """A draft that waits: its name and where it lies."""

    name: str
    path: str


def draft(house: House, store: str, root: str) -> list[Draft]:
    """Write a draft for each procedure that is new; those that were written."""
    if not house.means.settings.generate:
        return []
    known = [set(each.mark.splitlines()) for each in learned.known(house.ledger, store, PROCEDURE)]
    made = []
    for procedure in repeated.procedures(lessons.told(house, store)):
        steps = set(procedure.mark.splitlines())
        if any(2 * len(steps & met) > len(steps) for met in known):
            continue
        name = _free(house, store, root, _name(procedure))
        path = os.path.join(_folder(house, store, root), name, FILE)
        polluted = any(ledger.polluted(house.ledger, source.session) for source in procedure.sources)
        whole.create(path, _text(name, procedure, polluted).encode("utf-8"))
        learned.note(house.ledger, store, PROCEDURE, Learned(procedure.mark, name, learned.DRAFTED), house.stamp)
        known.append(steps)
        made.append(Draft(name, path))
    if made:
        newsdesk.note(house, f"Reverie drafted a skill from what several sessions did: {made[0].name}."
                             " `reverie skills` shows it; it does nothing before you accept it.", store)
    return made


def waiting(house: House, store: str, root: str) -> list[Draft]:
    """The drafts of this project that are neither accepted nor declined and whose file is there."""
    folder = _folder(house, store, root)
    drafted = [each.name for each in learned.known(house.ledger, store, PROCEDURE) if each.status == learned.DRAFTED]
    found = [Draft(name, os.path.join(folder, name, FILE)) for name in sorted(drafted)]
    return [each for each in found if os.path.isfile(each.path)]


def named(house: House, store: str, root: str, name: str) -> Draft:
    """The draft of exactly this name; Refused when none waits."""
    for each in waiting(house, store, root):
        if each.name == name:
            return each
    raise Refused(f"No draft {name!r} waits here. `reverie skills` names them.")


def accept(house: House, store: str, root: str, name: str) -> str:
    """Copy the draft, as the person may have edited it, into the project's skills; its path there.

    Refused when a skill of that name is there.
    """
    found = named(house, store, root, name)
    path = os.path.join(root, ".claude", "skills", name, FILE)
    if os.path.lexists(os.path.dirname(path)):
        raise Refused(f"There is a skill {name!r} in {os.path.dirname(path)} already; rename one of the two.")
    whole.create(path, whole.read(found.path) or b"")
    _settled(house, store, found, learned.ACCEPTED)
    return path


def decline(house: House, store: str, root: str, name: str) -> None:
    """Away with the draft, for good."""
    _settled(house, store, named(house, store, root, name), learned.DECLINED)


def _settled(house: House, store: str, found: Draft, status: str) -> None:
    for each in learned.known(house.ledger, store, PROCEDURE):
        if each.name == found.name:
            learned.note(house.ledger, store, PROCEDURE, each._replace(status=status), house.stamp)
    shutil.rmtree(os.path.dirname(found.path))


def _folder(house: House, store: str, root: str) -> str:
    """Named as the project's folder of summaries is."""
    project = os.path.basename(summaries.folder(house.places, Binding(root, store, False)))
    return os.path.join(house.places.skills, project)


def _free(house: House, store: str, root: str, name: str) -> str:
    """The name, with a number behind it where another procedure has it."""
    taken = {each.name for each in learned.known(house.ledger, store, PROCEDURE)}
    number = 1
    while True:
        tried = name if number == 1 else f"{name}-{number}"
        if tried not in taken and not os.path.lexists(os.path.join(_folder(house, store, root), tried)):
            return tried
        number += 1


def _name(procedure: Common) -> str:
    """From the first words of its first and last steps."""
    keys = procedure.mark.splitlines()
    words = [word for key in (keys[0], keys[-1]) for word in key.split()[:3] if word[:1].isalpha()]
    return library.slug(" ".join(words[:_WORDS + 1])).replace("_", "-") or "procedure"


def _text(name: str, procedure: Common, polluted: bool) -> str:
    steps = [framing.tame(redaction.redact(step)) for step in procedure.texts]
    sessions = [f"- session {source.session} of {source.day or 'an unknown day'}" for source in procedure.sources]
    warned = ["Text from outside (the web, an MCP server) was read in one of these sessions: look at each command.", ""]
    careful = ["Some of these commands delete, force or fetch something: look at each of them.", ""]
    about = f"The steps that were taken each time, from `{steps[0]}` to `{steps[-1]}`"
    rows = [
        "---", f"name: {name}", f"description: {head.scalar(about)}", "---",
        f"# {library.title(name)}", "",
        f"A draft by Reverie: {len(sessions)} sessions ran these commands in this order. They stand as they were run"
        " last; put in the values of your case.", "",
        *(warned if polluted else []), *(careful if procedure.risky else []),
        *(f"{n}. `{step}`" for n, step in enumerate(steps, 1)), "", "Seen in:", *sessions, "",
    ]
    return "\n".join(rows)
