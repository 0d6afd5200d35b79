"""`reverie edit NAME`: change a memory in one's editor or by options; what one writes stands and is one's own.

A text that is refused is never lost: the copy that was edited stays, and the refusal says where.
"""
from __future__ import annotations

import os
import sys

import click

from reverie import editing, house, listing, whole
from reverie.commands import Where, completion, here, placed, written
from reverie.editing import Edited
from reverie.errors import Refused
from reverie.framing import tame
from reverie.house import House
from reverie.listing import Listed
from reverie.record import TYPES


@click.command()
@click.argument("name", shell_complete=completion.memory)
@click.option("--body", metavar="TEXT|-", help="What it says from now on; - reads the standard input.")
@click.option("--description", help="The one line by which it is found.")
@click.option("--type", "kind", type=click.Choice(TYPES), help="Its kind.")
@click.option("--keywords", metavar="A,B", help="Words it is found by besides its own; none takes them away.")
@click.option("--name", "new_name", metavar="NAME", help="What it is called; its file keeps its name.")
@placed
def edit(name: str, body: str | None, description: str | None, kind: str | None, keywords: str | None,
         new_name: str | None, where: Where) -> None:
    """Change a memory in your editor ($VISUAL or $EDITOR), or one part of it by an option, as scripts do.

    It is yours from then on: nothing changes it unasked. `reverie log` has the change as one by hand.

    Example: reverie edit no-hyphens-in-writing --description "No hyphens in anything written"
    """
    places, binding = here(where)
    listed = listing.called(places, written(places, binding, where), name)
    before = editing.text_of(listed)
    given = {"name": new_name, "description": description, "type": kind, "keywords": keywords}
    fields = {key: value for key, value in given.items() if value is not None}
    with house.opened(places, os.environ) as home:
        if fields or body is not None:
            said = sys.stdin.read() if body == "-" else body
            edited = editing.edit(home, listed, before, editing.with_fields(before, fields, said))
        else:
            edited = _by_editor(home, listed, before)
    for secret in edited.secrets:
        click.echo(f"It looks as if there is a secret in it ({secret}); a memory is no place for one: edit it out, then"
                   " change that secret.", err=True)
    click.echo(f"Changed: {tame(listed.memory.path)}" if edited.changed else "Nothing was changed.")


def _by_editor(home: House, listed: Listed, before: str) -> Edited:
    """Let the person edit a copy; it goes once what it says is kept."""
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        raise Refused("Nobody is there to edit; --body, --description, --type, --keywords and --name change it.")
    copy = os.path.join(home.places.edits, f"{os.getpid()}-{os.path.basename(listed.file)}")
    whole.write(copy, before.encode("utf-8", "surrogateescape"))
    click.edit(filename=copy)
    after = (whole.read(copy) or b"").decode("utf-8", "surrogateescape")
    try:
        edited = editing.edit(home, listed, before, after)
    except Refused as refusal:
        raise Refused(f"{refusal} What you wrote is in {copy}.") from None
    os.unlink(copy)
    return edited
