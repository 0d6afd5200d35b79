"""`reverie undo [RUN]`: take a change back. What was edited since is kept, and what cannot be taken back is named."""
from __future__ import annotations

import os

import click

from reverie import commits, history, house
from reverie import undo as job
from reverie.commands import here
from reverie.commands.log import said
from reverie.errors import Refused
from reverie.framing import tame


@click.command()
@click.argument("run", default="last")
@click.option("--force", is_flag=True, help="Also over what was edited since; `reverie log` still has it.")
@click.option("--project", help="A folder of the project; default: this one.")
def undo(run: str, force: bool, project: str | None) -> None:
    """Take back our last change, or the one that RUN names as for `reverie diff`. Undo again to have it back.

    Example: reverie undo last
    """
    places, binding = here(project)
    with house.opened(places, os.environ) as home:
        commits.outside(home, binding.store)  # or "last" would mean another change than the one that is named here
        for each in history.found(places, binding.store, run):
            click.echo(f"Taking back {each.short}, {said(each)}")
        outcome = job.run(home, binding.store, run, force)
    for file, what in outcome.done:
        click.echo(f"  {tame(file)} {what}")
    for file, why in outcome.left:
        click.echo(f"  {tame(file)} {why} and stays; `reverie undo {outcome.revisions[0].short} --force` takes it back")
    if not outcome.done:
        raise Refused("Nothing was taken back." if outcome.left else "All of that is as it was already.")
    click.echo("`reverie undo` again reverses this.")
