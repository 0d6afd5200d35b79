"""`reverie undo [RUN]`: take a change back. What was edited since is kept, and what cannot be taken back is named."""
from __future__ import annotations

import os

import click

from reverie import house
from reverie.commands import Where, completion, here, placed, written
from reverie.commands.log import said
from reverie.errors import Refused
from reverie.framing import tame
from reverie.history import commits, spans
from reverie.history import undo as job


@click.command()
@click.argument("run", default="last", shell_complete=completion.run)
@click.option("--force", is_flag=True, help="Also over what was edited since; `reverie log` still has it.")
@placed
def undo(run: str, force: bool, where: Where) -> None:
    """Take back our last change, or the one that RUN names as for `reverie diff`. Undo again to have it back.

    Example: reverie undo last
    """
    places, binding = here(where)
    among = written(places, binding, where)
    with house.opened(places, os.environ) as home:
        for layer in among:
            commits.outside(home, layer.store)  # or "last" would mean another change than the one that is named here
        meant = spans.found(places, among, run)
        for _, revisions in meant:
            for each in revisions:
                click.echo(f"Taking back {each.short}, {said(each)}")
        outcomes = job.everywhere(home, [(layer.store, revisions) for layer, revisions in meant], force)
    for outcome in outcomes:
        for file, what in outcome.done:
            click.echo(f"  {tame(file)} {what}")
        for file, why in outcome.left:
            click.echo(f"  {tame(file)} {why} and stays; `reverie undo {outcome.revisions[0].short} --force` takes it"
                       " back")
    if not any(outcome.done for outcome in outcomes):
        raise Refused("Nothing was taken back." if any(outcome.left for outcome in outcomes)
                      else "All of that is as it was already.")
    click.echo("`reverie undo` again reverses this.")
