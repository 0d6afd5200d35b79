"""`reverie skills`: drafts of skills made from procedures that came up again and again; a person decides on each."""
from __future__ import annotations

import os

import click

from reverie import house, procedures
from reverie.commands import here
from reverie.framing import tame


@click.group(invoke_without_command=True)
@click.option("--project", help="A folder of the project; default: this one.")
@click.pass_context
def skills(ctx: click.Context, project: str | None) -> None:
    """List the drafts: steps that at least three sessions of this project took. None acts before you accept it.

    Example: reverie skills accept make-release-docker-push
    """
    ctx.obj = project
    if ctx.invoked_subcommand:
        return
    places, binding = here(project)
    with house.opened(places, os.environ) as home:
        procedures.draft(home, binding.store, binding.root)
        waiting = procedures.waiting(home, binding.store, binding.root)
    for each in waiting:
        click.echo(f"{tame(each.name)}\n    {tame(each.path)}")
    click.echo("`reverie skills show`, `accept` or `decline` NAME decides." if waiting else "No draft waits here.")


@skills.command()
@click.argument("name")
@click.pass_obj
def show(project: str | None, name: str) -> None:
    """Print a draft."""
    places, binding = here(project)
    with house.opened(places, os.environ) as home:
        path = procedures.named(home, binding.store, binding.root, name).path
    with open(path, encoding="utf-8", errors="replace") as file:
        click.echo(f"{tame(path)}\n\n{tame(file.read()).rstrip()}")


@skills.command()
@click.argument("name")
@click.pass_obj
def accept(project: str | None, name: str) -> None:
    """Put a draft into the project's .claude/skills/, where nothing of that name may be."""
    places, binding = here(project)
    with house.opened(places, os.environ) as home:
        click.echo(f"Accepted: {tame(procedures.accept(home, binding.store, binding.root, name))}")


@skills.command()
@click.argument("name")
@click.pass_obj
def decline(project: str | None, name: str) -> None:
    """Drop a draft; the procedure is not drafted again."""
    places, binding = here(project)
    with house.opened(places, os.environ) as home:
        procedures.decline(home, binding.store, binding.root, name)
    click.echo(f"Declined: {tame(name)}")
