"""`reverie list`: the memories of a project."""
from __future__ import annotations

import json

import click

from reverie import library
from reverie.commands import here


@click.command("list")
@click.option("--project", help="A folder of the project; default: this one.")
@click.option("--json", "as_json", is_flag=True, help="One JSON array, for programs.")
def list(project: str | None, as_json: bool) -> None:  # noqa: A001  # the verb's name
    """List the memories of a project, one a line: file, type, day, what it is about.

    Example: reverie list --json
    """
    _, binding = here(project)
    memories = [memory for entry in library.files(binding.store) if (memory := library.read(entry.path))]
    if as_json:
        click.echo(json.dumps([memory._asdict() for memory in memories], ensure_ascii=False, indent=2))
        return
    for memory in memories:
        name = memory.path[len(binding.store) + 1:]
        click.echo(f"{name}  [{memory.type or 'no type'}, {memory.observed or 'no day'}]  {memory.description}")
    if not memories:
        click.echo(f"No memories yet in {binding.store}")
