"""`reverie pin NAME` and `reverie unpin NAME`: what is pinned comes first, and is changed by its person alone."""
from __future__ import annotations

import os

import click

from reverie import editing, house, listing
from reverie.commands import Where, completion, here, placed, written
from reverie.framing import tame


@click.command()
@click.argument("name", shell_complete=completion.memory)
@placed
def pin(name: str, where: Where) -> None:
    """Pin a memory: it comes first in the index, and no extraction or dream changes or archives it.

    Example: reverie pin no-hyphens-in-writing
    """
    _set(name, where, True)


@click.command()
@click.argument("name", shell_complete=completion.memory)
@placed
def unpin(name: str, where: Where) -> None:
    """Take the pin off a memory again.

    Example: reverie unpin no-hyphens-in-writing
    """
    _set(name, where, False)


def _set(name: str, where: Where, pinned: bool) -> None:
    places, binding = here(where)
    listed = listing.called(places, written(places, binding, where), name)
    with house.opened(places, os.environ) as home:
        changed = editing.pin(home, listed, pinned)
    is_now = "is pinned" if pinned else "is not pinned"
    click.echo(f"{tame(listed.file)} {is_now}{'' if changed else ', as it was'}.")
