"""`reverie forget WORDS`: show what would go, by its exact id, and take out what the person confirms."""
from __future__ import annotations

import os
import sys
from collections.abc import Sequence

import click

from reverie import forget as job
from reverie import house
from reverie.commands import Where, here, placed, written
from reverie.forget import Entry
from reverie.framing import tame
from reverie.house import House
from reverie.layers import PROJECT, Layer
from reverie.session import Binding
from reverie.traces import Left

_LINE = 150


@click.command()
@click.argument("words", nargs=-1)
@click.option("--id", "ids", multiple=True, metavar="ID", help="Exactly this one, as the list names it; repeatable.")
@click.option("--show", is_flag=True, help="Only list what would be asked about.")
@click.option("--yes", is_flag=True, help="Do not ask: forget all that is listed.")
@click.option("--purge", is_flag=True, help="Also out of history, evidence, summaries and past conversations.")
@placed
def forget(words: tuple[str, ...], ids: tuple[str, ...], show: bool, yes: bool, purge: bool,
           where: Where) -> None:
    """Show the memories that these words find, and forget those that you confirm. They do not come back by themselves;
    `reverie remember` or the word "remember" in a prompt brings a fact back, and `reverie undo` what was not purged.

    Example: reverie forget --id feedback_use_tabs.md --yes
    """
    if bool(words) == bool(ids):
        raise click.UsageError("Say in words what to forget, or name it with --id.")
    places, binding = here(where)
    among = written(places, binding, where)
    with house.opened(places, os.environ) as home:
        met = _named(home, among, ids, purge) if ids else [
            (layer, entry) for layer in among for entry in job.found(home, layer.store, " ".join(words))]
        for layer, entry in met:
            click.echo(_shown(layer, entry, job.going_along(home, layer.store, entry)))
        chosen = [] if show else met if yes else _confirmed(met)
        for layer in among:
            entries = [entry for its, entry in chosen if its is layer]
            if entries:
                gone = job.remove(home, Binding(binding.root, layer.store, False), entries, purge)
                click.echo(f"Forgotten: {', '.join(_id(layer, each) for each in gone.ids)}")
                click.echo(_told(gone.left, purge))
        if not met:
            click.echo("No memory here says that, and none waits or is archived that does.")
        elif not chosen:
            click.echo("Nothing was forgotten. `reverie forget --id ID --yes` forgets exactly that.")


def _named(home: House, among: Sequence[Layer], ids: Sequence[str], past: bool) -> list[tuple[Layer, Entry]]:
    """What has exactly these ids, each in the store that its id names."""
    own = {layer.name: layer for layer in among}
    met = []
    for name in ids:
        before, _, rest = name.partition("/")
        layer, wanted = (own[before], rest) if before in own and rest else (among[0], name)
        met += [(layer, entry) for entry in job.named(home, layer.store, [wanted], past)]
    return met


def _id(layer: Layer, name: str) -> str:
    """The id as it may be typed: of another layer than the project's with the layer before it."""
    return tame(name if layer.name == PROJECT else f"{layer.name}/{name}")


def _shown(layer: Layer, entry: Entry, along: Sequence[Entry]) -> str:
    said = " ".join(tame(entry.description or " ".join(entry.texts)).split())
    where = f"\n    {tame(entry.path)}" if entry.path else ""
    others = f"\n    with it: {', '.join(_id(layer, each.id) for each in along)}" if along else ""
    return f"{click.style(_id(layer, entry.id), bold=True)}: {tame(entry.name)}\n    {said[:_LINE]}{where}{others}"


def _confirmed(met: Sequence[tuple[Layer, Entry]]) -> list[tuple[Layer, Entry]]:
    """Those that the person says yes to, one by one; none where nobody can be asked."""
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        return []
    return [each for each in met if click.confirm(f"Forget {_id(each[0], each[1].id)}?", default=False)]


def _told(left: Left, purge: bool) -> str:
    """What else holds the words, in a sentence."""
    transcripts = "The client's own transcripts are not Reverie's and keep what was said in them."
    if purge and not left.history:
        return f"It is out of history, evidence, summaries and past conversations, too. {transcripts}"
    if purge:
        return f"The history could not be rewritten and still holds it; try again later. {transcripts}"
    held = [f"{what}: {count}" for count, what in ((left.turns, "turns of past conversations"),
                                                   (left.summaries, "summaries of sessions")) if count]
    also = f" Searchable places that still hold the words: {', '.join(held)}." if held else ""
    return f"`reverie undo` would bring it back.{also} With --purge that goes as well. {transcripts}"
