"""`reverie restore NAME`: bring back a memory that was archived, removed, or that another one took the place of."""
from __future__ import annotations

import os

import click

from reverie import house
from reverie import restore as job
from reverie.commands import here


@click.command()
@click.argument("name")
@click.option("--from", "rev", default="", metavar="REV", help="As it was after this change of `reverie log`.")
@click.option("--force", is_flag=True, help="Also in the place of a text that is there now.")
@click.option("--project", help="A folder of the project; default: this one.")
def restore(name: str, rev: str, force: bool, project: str | None) -> None:
    """Bring a memory back, by its file or its name: from the archive, else as it last was.

    Example: reverie restore no-hyphens-in-writing
    """
    places, binding = here(project)
    with house.opened(places, os.environ) as home:
        restored = job.run(home, binding.store, name, rev, force)
    click.echo(f"Restored from {restored.source}: {restored.path}")
