"""`reverie move NAME --to person|project|team`: keep a memory where it is true."""
from __future__ import annotations

import os

import click

from reverie import house, layers, listing, moving
from reverie.commands import LAYERS, Where, completion, here, placed, written
from reverie.errors import Refused
from reverie.framing import tame
from reverie.team import share as sharing


@click.command()
@click.argument("name", shell_complete=completion.memory)
@click.option("--to", required=True, type=click.Choice(LAYERS[:3]), help="Where it is to be kept from now on.")
@placed
def move(name: str, to: str, where: Where) -> None:
    """Move a memory to the person, where it holds in every project, back to the project, or to the team in git.

    Example: reverie move no-hyphens-in-writing --to person
    """
    places, binding = here(where)
    target = next((layer for layer in layers.of(binding, places) if layer.name == to), None)
    if target is None:
        raise Refused("There is no project here: run it in one, or name one with --project.")
    sources = [layer for layer in written(places, binding, where) if layer.name != to]
    listed = listing.called(places, sources[:1] if to == layers.TEAM else sources, name)
    with house.opened(places, os.environ) as home:
        path = sharing.move(home, binding, listed.file) if to == layers.TEAM else moving.move(home, listed, target)
    click.echo(f"{tame(listed.file)} is kept with the {to} now: {tame(path)}")
