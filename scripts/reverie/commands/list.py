"""`reverie list`: the memories of a project, and of the person and the team it belongs to."""
from __future__ import annotations

import json
import sys

import click

from reverie import listing, tables
from reverie.commands import Where, here, placed, reading
from reverie.framing import tame
from reverie.listing import Listed


@click.command("list")
@placed
@click.option("--json", "as_json", is_flag=True, help="One JSON array, for programs.")
def list(where: Where, as_json: bool) -> None:  # noqa: A001  # the verb's name
    """List the memories that hold here, one a line: layer, file, type, day, what it is about.

    Example: reverie list --layer person --json
    """
    places, binding = here(where)
    found = listing.memories(places, reading(places, binding, where))
    if as_json:
        click.echo(json.dumps([_row(each) for each in found], ensure_ascii=False, indent=2))
        return
    if found and sys.stdout.isatty():
        tables.show(f"{len(found)} memories", ("layer", "file", "type", "day", "what it is about"),
                    [(each.layer.name, each.file, each.memory.type or "-", each.memory.observed or "-",
                      ("* " if each.memory.pinned else "") + each.memory.description) for each in found])
        return
    for each in found:
        memory = each.memory
        what = f"{memory.type or 'no type'}, {memory.observed or 'no day'}"
        click.echo(f"{each.layer.name}/{tame(each.file)}  [{what}]  {tame(memory.description)}")
    if not found:
        click.echo(f"No memories yet in {binding.store}")


def _row(each: Listed) -> dict[str, object]:
    """A memory without the place where this machine keeps it: so two machines can be compared."""
    said = {key: value for key, value in each.memory._asdict().items() if key != "path"}
    return {"layer": each.layer.name, "file": each.file, **said}
