"""`reverie remember TEXT`: a person saves a fact by an explicit word."""
from __future__ import annotations

import os
import re

import click

from reverie import commits, extract, framing, house, judge, library, reconcile, tombstones
from reverie.commands import here
from reverie.errors import Refused
from reverie.record import TYPES, Candidate
from reverie.secrets import redaction
from reverie.tokens import tokens


@click.command()
@click.argument("words", nargs=-1, required=True)
@click.option("--type", "kind", type=click.Choice(TYPES), default="feedback", show_default=True, help="Its kind.")
@click.option("--name", default="", help="A short name; default: made from the words.")
@click.option("--project", help="A folder of the project; default: this one.")
def remember(words: tuple[str, ...], kind: str, name: str, project: str | None) -> None:
    """Save a memory in your own words; secrets in it are replaced by their class.

    Example: reverie remember --type project "The staging database is wiped every Monday"
    """
    said = " ".join(words).strip()
    text = framing.tame(redaction.redact(said))
    if not tokens(text):
        raise Refused("That says nothing to remember.")
    if left_out := redaction.found(said):
        click.echo(f"Left out, as a memory is no place for a secret: {', '.join(dict.fromkeys(left_out))}.")
    places, binding = here(project)
    candidate = Candidate(kind, name or "-".join(re.findall(r"\w+", text)[:6]).lower(), text[:150], text, text)
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
