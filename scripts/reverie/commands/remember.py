"""`reverie remember TEXT`: a person saves a fact by an explicit word."""
from __future__ import annotations

import os
import re
from collections.abc import Callable
from typing import Any

import click

from reverie import extract, framing, house, judge, library, reconcile, tombstones
from reverie.commands import Where, here, placed, written
from reverie.errors import Refused
from reverie.history import commits
from reverie.layers import PERSON, PROJECT
from reverie.record import TYPES, Candidate
from reverie.secrets import redaction
from reverie.team import share
from reverie.tokens import tokens

_LINE = 150
"""Characters of a description."""


def fact(command: Callable[..., Any]) -> Callable[..., Any]:
    """Give a command the options that say what a new memory is, and where it goes."""
    for option in (
        placed,
        click.option("--team", is_flag=True,
                     help="It is the team's: into .claude/team-memory, if nothing speaks against it."),
        click.option("--person", is_flag=True, help="It is true of you in every project, not only here."),
        click.option("--name", default="", help="A short name; default: made from the words."),
        click.option("--type", "kind", type=click.Choice(TYPES), default="feedback", show_default=True,
                     help="Its kind."),
    ):
        command = option(command)
    return command


@click.command()
@click.argument("words", nargs=-1, required=True)
@fact
def remember(words: tuple[str, ...], kind: str, name: str, person: bool, team: bool, where: Where) -> None:
    """Save a memory in your own words; secrets in it are replaced by their class.

    Example: reverie remember --type project "The staging database is wiped every Monday"
    """
    save(" ".join(words).strip(), kind, name, where, person, team)


def save(said: str, kind: str, name: str, where: Where, person: bool = False, team: bool = False) -> None:
    """Keep what was said as a memory of the project, the person or the team, and tell where; once."""
    if team:
        _shared(said, kind, name, where)
        return
    text = framing.tame(redaction.redact(said))
    if not tokens(text):
        raise Refused("That says nothing to remember.")
    if left_out := redaction.found(said):
        click.echo(f"Left out, as a memory is no place for a secret: {', '.join(dict.fromkeys(left_out))}.")
    places, binding = here(where._replace(layer=PERSON) if person else where)
    written(places, binding, where)
    candidate = Candidate(kind, _name(name, text), _first(text), text, text,
                          scope=PERSON if binding.store == places.user else PROJECT)
    with house.opened(places, os.environ) as home:
        twin = judge.same(candidate, extract.memories(binding.store))
        if twin:
            click.echo(f"Already remembered: {twin.path}")
            return
        tombstones.lift(home.ledger, binding.store, text)
        with commits.recorded(home, binding.store, "remember", f"remember {candidate.name}"):
            path = library.add(binding.store, candidate, "user", home.now.date().isoformat(), "reverie remember")
            reconcile.list_in_index(binding.store, [path])
        reconcile.shelve(home, binding.store)
    click.echo(f"Remembered: {path}")


def _shared(said: str, kind: str, name: str, where: Where) -> None:
    """Into the team's memory, as it was said; with a secret in it nothing is written."""
    if not tokens(said):
        raise Refused("That says nothing to remember.")
    places, binding = here(where)
    text = framing.tame(said)
    with house.opened(places, os.environ) as home:
        path = share.add(home, binding, Candidate(kind, _name(name, text), _first(text), text, text))
    click.echo(f"Remembered for the team: {path}")


def _name(name: str, text: str) -> str:
    return name or "-".join(re.findall(r"\w+", text)[:6]).lower()


def _first(text: str) -> str:
    """The first line that says something, as a description."""
    line = next(line for line in text.splitlines() if line.strip()).strip()
    return re.sub(r"^#{1,6}\s+", "", line)[:_LINE]
