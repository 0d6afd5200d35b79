"""`reverie restore NAME`: bring back a memory that was archived, removed, or that another one took the place of."""
from __future__ import annotations

import os

import click

from reverie import house
from reverie.commands import Where, completion, here, placed, written
from reverie.history import restore as job


@click.command()
@click.argument("name", shell_complete=completion.archived)
@click.option("--from", "rev", default="", metavar="REV",
              shell_complete=completion.run, help="As it was after this change of `reverie log`.")
@click.option("--force", is_flag=True, help="Also in the place of a text that is there now.")
@placed
def restore(name: str, rev: str, force: bool, where: Where) -> None:
    """Bring a memory back, by its file or its name: from the archive, else as it last was.

    Example: reverie restore no-hyphens-in-writing
    """
    places, binding = here(where)
    with house.opened(places, os.environ) as home:
        stores = [layer.store for layer in written(places, binding, where)]
        restored = job.somewhere(home, stores, name, rev, force)
    click.echo(f"Restored from {restored.source}: {restored.path}")
