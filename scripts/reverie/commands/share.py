"""`reverie share NAME`: a memory of the project goes to the team."""
from __future__ import annotations

import os

import click

from reverie import house
from reverie.commands import completion, here, in_project
from reverie.framing import tame
from reverie.team import share as job


@click.command()
@click.argument("name", shell_complete=completion.memory)
@in_project
def share(name: str, project: str | None) -> None:
    """Move a memory from the project to .claude/team-memory, which is committed with the code. A secret, a path of
    your machine, or something about a person is refused.

    Example: reverie share feedback_use_pnpm.md
    """
    places, binding = here(project)
    with house.opened(places, os.environ) as home:
        path = job.move(home, binding, name)
    click.echo(f"Shared with the team: {tame(path)}\n`reverie team sync` sends it, or commit it yourself.")
