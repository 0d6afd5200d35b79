"""`reverie show NAME`: one memory as it stands in its file, and the words behind it."""
from __future__ import annotations

import json
import os

import click

from reverie import house, listing, usage
from reverie.commands import Where, completion, here, placed, reading


@click.command()
@click.argument("name", shell_complete=completion.memory)
@click.option("--json", "as_json", is_flag=True, help="One JSON object, for programs.")
@placed
def show(name: str, as_json: bool, where: Where) -> None:
    """Print a memory, by its file or its name, and who said it when.

    Example: reverie show no-hyphens-in-writing
    """
    places, binding = here(where)
    layer, memory, _ = listing.called(places, reading(places, binding, where), name)
    with house.opened(places, os.environ) as home:
        use = usage.of(home.ledger, layer.store).get(memory.path, usage.Use())
        said = [dict(row) for row in home.ledger.execute(
            "select quote, session, at from evidence where path = ? order by at", (memory.path,))]
    if as_json:
        found = {"layer": layer.name, **memory._asdict(), "use": use._asdict(), "said": said}
        click.echo(json.dumps(found, ensure_ascii=False, indent=2))
        return
    click.echo(f"{memory.path} ({layer.name})")
    with open(memory.path, encoding="utf-8", errors="replace") as file:
        click.echo(file.read().rstrip())
    click.echo(f"\nshown {use.shown}, read {use.read}, used in answers {use.used} times")
    for row in said:
        click.echo(f"\nsaid {row['at'][:10]} in session {row['session']}: \"{row['quote']}\"")
