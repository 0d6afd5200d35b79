"""`reverie diff [RUN]`: what a change did to the memories, line by line."""
from __future__ import annotations

import json

import click

from reverie.commands import Where, completion, here, placed, written
from reverie.framing import tame
from reverie.history import log as history
from reverie.history import spans

_COLOURS = {"+": "green", "-": "red", "@": "cyan"}


@click.command()
@click.argument("run", default="", shell_complete=completion.run)
@click.option("--json", "as_json", is_flag=True, help="One JSON array, for programs.")
@placed
def diff(run: str, as_json: bool, where: Where) -> None:
    """Show what a change did: RUN is what `reverie log` shows of it, a run's number, or `last` for our last one.

    Without RUN: what was edited since the last change that is known.

    Example: reverie diff last
    """
    places, binding = here(where)
    among = written(places, binding, where)
    meant = spans.found(places, among, run) if run else [(layer, []) for layer in among]
    parts = [(layer, revisions, history.diff(places, layer.store, revisions[::-1])) for layer, revisions in meant]
    if as_json:
        rows = [{"layer": layer.name, "store": layer.store, "revs": [each.rev for each in revisions], "diff": text}
                for layer, revisions, text in parts if text]
        click.echo(json.dumps(rows, indent=2))
        return
    shown = "".join(text for _, _, text in parts)
    for row in shown.splitlines():
        click.secho(tame(row), fg=None if row.startswith(("---", "+++")) else _COLOURS.get(row[:1]))
    if not shown:
        click.echo("Nothing was changed since the last change that `reverie log` shows.")
