"""`reverie diff [RUN]`: what a change did to the memories, line by line."""
from __future__ import annotations

import click

from reverie import history
from reverie.commands import here
from reverie.framing import tame

_COLOURS = {"+": "green", "-": "red", "@": "cyan"}


@click.command()
@click.argument("run", default="")
@click.option("--project", help="A folder of the project; default: this one.")
def diff(run: str, project: str | None) -> None:
    """Show what a change did: RUN is what `reverie log` shows of it, a run's number, or `last` for our last one.

    Without RUN: what was edited since the last change that is known.

    Example: reverie diff last
    """
    places, binding = here(project)
    meant = history.found(places, binding.store, run)[::-1] if run else []
    shown = history.diff(places, binding.store, meant)
    for row in shown.splitlines():
        click.secho(tame(row), fg=None if row.startswith(("---", "+++")) else _COLOURS.get(row[:1]))
    if not shown:
        click.echo("Nothing was changed since the last change that `reverie log` shows.")
