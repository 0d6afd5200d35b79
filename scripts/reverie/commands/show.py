"""`reverie show NAME`: one memory as it stands in its file, and the words behind it."""
from __future__ import annotations

import os

import click

from reverie import house, library, usage
from reverie.commands import here
from reverie.errors import Refused


@click.command()
@click.argument("name")
@click.option("--project", help="A folder of the project; default: this one.")
def show(name: str, project: str | None) -> None:
    """Print a memory, by its file or its name, and who said it when.

    Example: reverie show no-hyphens-in-writing
    """
    places, binding = here(project)
    path = _path(binding.store, name)
    click.echo(path)
    with open(path, encoding="utf-8", errors="replace") as file:
        click.echo(file.read().rstrip())
    with house.opened(places, os.environ) as home:
        use = usage.of(home.ledger, binding.store).get(path, usage.Use())
        click.echo(f"\nshown {use.shown}, read {use.read}, used in answers {use.used} times")
        for row in home.ledger.execute("select quote, session, at from evidence where path = ? order by at", (path,)):
            click.echo(f"\nsaid {row['at'][:10]} in session {row['session']}: \"{row['quote']}\"")


def _path(store: str, name: str) -> str:
    """The one file that is called so; Refused when there is none."""
    for entry in library.files(store):
        memory = library.read(entry.path)
        if memory and name in (entry.name, entry.name[:-3], memory.name, memory.path):
            return memory.path
    raise Refused(f"There is no memory {name!r} in {store}. `reverie list` names them.")
