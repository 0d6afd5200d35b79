"""`reverie forget WORDS`: show what would go, by its exact id, and take out what the person confirms."""
from __future__ import annotations

import os
import sys
from collections.abc import Sequence

import click

from reverie import forget as job
from reverie import house
from reverie.commands import here
from reverie.forget import Entry
from reverie.framing import tame
from reverie.traces import Left

_LINE = 150


@click.command()
@click.argument("words", nargs=-1)
@click.option("--id", "ids", multiple=True, metavar="ID", help="Exactly this one, as the list names it; repeatable.")
@click.option("--show", is_flag=True, help="Only list what would be asked about.")
@click.option("--yes", is_flag=True, help="Do not ask: forget all that is listed.")
@click.option("--purge", is_flag=True, help="Also out of history, evidence, summaries and past conversations.")
@click.option("--project", help="A folder of the project; default: this one.")
def forget(words: tuple[str, ...], ids: tuple[str, ...], show: bool, yes: bool, purge: bool,
           project: str | None) -> None:
    """Show the memories that these words find, and forget those that you confirm. They do not come back by themselves;
    `reverie remember` or the word "remember" in a prompt brings a fact back, and `reverie undo` what was not purged.

    Example: reverie forget --id feedback_use_tabs.md --yes
    """
    if bool(words) == bool(ids):
        raise click.UsageError("Say in words what to forget, or name it with --id.")
    places, binding = here(project)
    with house.opened(places, os.environ) as home:
        entries = (job.named(home, binding.store, ids, past=purge) if ids
                   else job.found(home, binding.store, " ".join(words)))
        for entry in entries:
            click.echo(_shown(entry, job.going_along(home, binding.store, entry)))
        chosen = [] if show else entries if yes else _confirmed(entries)
        if chosen:
            gone = job.remove(home, binding, chosen, purge)
            click.echo(f"Forgotten: {', '.join(map(tame, gone.ids))}")
            click.echo(_told(gone.left, purge))
        elif not entries:
            click.echo("No memory here says that, and none waits or is archived that does.")
        else:
            click.echo("Nothing was forgotten. `reverie forget --id ID --yes` forgets exactly that.")


def _shown(entry: Entry, along: Sequence[Entry]) -> str:
    said = " ".join(tame(entry.description or " ".join(entry.texts)).split())
    where = f"\n    {tame(entry.path)}" if entry.path else ""
    others = f"\n    with it: {', '.join(tame(each.id) for each in along)}" if along else ""
    return f"{click.style(tame(entry.id), bold=True)}: {tame(entry.name)}\n    {said[:_LINE]}{where}{others}"


def _confirmed(entries: Sequence[Entry]) -> list[Entry]:
    """Those that the person says yes to, one by one; none where nobody can be asked."""
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        return []
    return [entry for entry in entries if click.confirm(f"Forget {tame(entry.id)}?", default=False)]


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
