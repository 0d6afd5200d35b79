"""`reverie skills`: drafts of skills made from procedures that came up again and again; a person decides on each."""
from __future__ import annotations

import json
import os

import click

from reverie import house
from reverie.commands import here, in_project
from reverie.framing import tame
from reverie.lessons import procedures


@click.group(invoke_without_command=True)
@click.option("--json", "as_json", is_flag=True, help="One JSON array, for programs.")
@in_project
@click.pass_context
def skills(ctx: click.Context, as_json: bool, project: str | None) -> None:
    """List the drafts: steps that at least three sessions of this project took. None acts before you accept it.

    Example: reverie skills accept make-release-docker-push
    """
    if ctx.invoked_subcommand:
        return
    places, binding = here(project)
    with house.opened(places, os.environ) as home:
        procedures.draft(home, binding.store, binding.root)
        waiting = procedures.waiting(home, binding.store, binding.root)
    if as_json:
        click.echo(json.dumps([each._asdict() for each in waiting], ensure_ascii=False, indent=2))
        return
    for each in waiting:
        click.echo(f"{tame(each.name)}\n    {tame(each.path)}")
    click.echo("`reverie skills show`, `accept` or `decline` NAME decides." if waiting else "No draft waits here.")


@skills.command()
@click.argument("name")
@in_project
def show(name: str, project: str | None) -> None:
    """Print a draft.

    Example: reverie skills show make-release-docker-push
    """
    places, binding = here(project)
    with house.opened(places, os.environ) as home:
        path = procedures.named(home, binding.store, binding.root, name).path
    with open(path, encoding="utf-8", errors="replace") as file:
        click.echo(f"{tame(path)}\n\n{tame(file.read()).rstrip()}")


@skills.command()
@click.argument("name")
@in_project
def accept(name: str, project: str | None) -> None:
    """Put a draft into the project's .claude/skills/, where nothing of that name may be.

    Example: reverie skills accept make-release-docker-push
    """
    places, binding = here(project)
    with house.opened(places, os.environ) as home:
        click.echo(f"Accepted: {tame(procedures.accept(home, binding.store, binding.root, name))}")


@skills.command()
@click.argument("name")
@in_project
def decline(name: str, project: str | None) -> None:
    """Drop a draft; the procedure is not drafted again.

    Example: reverie skills decline make-release-docker-push
    """
    places, binding = here(project)
    with house.opened(places, os.environ) as home:
        procedures.decline(home, binding.store, binding.root, name)
    click.echo(f"Declined: {tame(name)}")
