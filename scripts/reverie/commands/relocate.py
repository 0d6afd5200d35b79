"""`reverie relocate`: bring memories to where their project is now, after a look and a yes."""
from __future__ import annotations

import json
import os
import sys

import click

from reverie import house, lock
from reverie.commands import here, in_project
from reverie.errors import Refused
from reverie.framing import tame
from reverie.house import House
from reverie.rehouse import relocate as job
from reverie.rehouse.relocate import Lost
from reverie.session import Binding

_PATIENCE = 20.0
"""Seconds to wait for the worker to end."""


@click.command()
@click.argument("old", required=False)
@click.argument("new", required=False)
@click.option("--yes", is_flag=True, help="Do not ask.")
@click.option("--json", "as_json", is_flag=True, help="One JSON array, for programs; moves only with --yes.")
@in_project
def relocate(old: str | None, new: str | None, yes: bool, as_json: bool, project: str | None) -> None:
    """Find memories whose project was moved or renamed, and bring them to where it is now.

    A project is known again by the remote and the first commit of its repository. OLD names a folder that was a
    project, or a folder of memories, and NEW the project they are to be of; by default this one.

    Example: reverie relocate ~/old/name .
    """
    places, binding = here(new or project)
    with house.opened(places, os.environ) as home:
        found = [job.named(home, binding, old)] if old else job.lost(home, binding)
        rows = [{**each._asdict(), "moved": _moved(home, binding, each, yes, as_json)} for each in found]
    if as_json:
        click.echo(json.dumps(rows, ensure_ascii=False, indent=2))
    elif not rows:
        click.echo("All memories are where their projects are.")


def _moved(home: House, binding: Binding, each: Lost, yes: bool, quiet: bool) -> str:
    """Where the memories are now; empty where they stay."""
    folder = _target(binding, each)
    if not quiet:
        click.echo(_shown(each, folder))
    if not folder or not (yes or not quiet and _confirmed(folder)):
        return ""
    try:
        with lock.alone(home.places.lock, patience=_PATIENCE):
            store = job.move(home, each, folder)
    except lock.Busy:
        raise Refused("Reverie's worker is busy; try again in a minute.") from None
    if not quiet:
        click.echo(f"They are in {tame(store)} now.")
    return store


def _target(binding: Binding, each: Lost) -> str:
    """The one folder they can be of: this project if it is among several."""
    if binding.root in each.folders:
        return binding.root
    return each.folders[0] if len(each.folders) == 1 else ""


def _shown(each: Lost, folder: str) -> str:
    of = f" of {tame(each.origin)} ({each.why})" if each.origin else ""
    named = f"{each.memories} memories{of} in {tame(each.store)}"
    if folder:
        return f"{named}\n    belong to {tame(folder)}"
    if each.folders:
        return f"{named}\n    may belong to {', '.join(map(tame, each.folders))}: name one, as the second word"
    return f"{named}\n    no known project is that one: `reverie relocate {tame(each.origin)} FOLDER` says where it is"


def _confirmed(folder: str) -> bool:
    """The person's word; where nobody can answer, that is a no."""
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        click.echo("Nobody is there to ask; --yes moves them.")
        return False
    return click.confirm(f"Move them to {tame(folder)}?", default=False)
