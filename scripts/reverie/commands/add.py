"""`reverie add TEXT`: what `reverie remember` does, also for a text that stands in a file or comes through a pipe."""
from __future__ import annotations

import sys

import click
from click.core import ParameterSource

from reverie import head
from reverie.commands import Where
from reverie.commands.remember import fact, save
from reverie.errors import Refused
from reverie.record import TYPES

_MOST = 20_000
"""Characters: more is a document, and no memory."""


@click.command()
@click.argument("words", nargs=-1, metavar="TEXT|-")
@click.option("--file", "path", type=click.Path(exists=True, dir_okay=False), help="Save what stands in this file.")
@fact
def add(words: tuple[str, ...], path: str | None, kind: str, name: str, person: bool, team: bool,
        where: Where) -> None:
    """Save a memory, as `reverie remember` does; - reads the standard input, and --file a file, of which a head may
    tell name and type.

    Example: reverie add --type reference "The tide tables are on the pilots' wiki"
    """
    if bool(words) == bool(path):
        raise click.UsageError("Give either a text, - for the standard input, or --file FILE.")
    said = _read(path) if path else sys.stdin.read() if words == ("-",) else " ".join(words)
    if len(said) > _MOST:
        raise Refused(f"That has {len(said):,} characters; a memory is one fact, and has {_MOST:,} at most.")
    keys, body = head.split(said)
    set_here = click.get_current_context().get_parameter_source("kind") is not ParameterSource.DEFAULT
    told = keys.get("metadata.type") or keys.get("type")
    save(body.strip(), kind if set_here or told not in TYPES else told, name or keys.get("name", ""), where, person,
         team)


def _read(path: str) -> str:
    with open(path, encoding="utf-8-sig", errors="replace") as file:
        return file.read(_MOST + 1)
