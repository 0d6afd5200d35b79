"""`reverie demo`: the main job before one's eyes."""
from __future__ import annotations

import click

from reverie import demo as stage


@click.command()
def demo() -> None:
    """Show the main job in a throw-away home: two sessions through the real hooks, no key, no network.

    Example: reverie demo
    """
    for line in stage.run():
        click.echo(line)
