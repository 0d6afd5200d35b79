"""`reverie export bundle FILE` and `reverie import bundle FILE`: everything that is kept, in one file, and back."""
from __future__ import annotations

import os
import sys
from collections import Counter

import click

from reverie import house
from reverie.bundle import job as bundle
from reverie.bundle.place import BESIDE, CHANGED, FORGOTTEN, NEW, SAME, UNFIT
from reverie.bundle.plan import Plan
from reverie.commands import here, in_project
from reverie.framing import tame

_SAID = {NEW: "new", BESIDE: "new beside another", SAME: "there already", CHANGED: "edited here since",
         FORGOTTEN: "forgotten here", UNFIT: "without a place"}


@click.command("bundle")
@click.argument("file", type=click.Path())
@click.option("--all", "everything", is_flag=True, help="The memories of all projects, not of this one alone.")
@click.option("--force", is_flag=True, help="Also over a file that is there.")
@in_project
def export_bundle(file: str, everything: bool, project: str | None, force: bool) -> None:
    """Put the memories of this project and of your own, with evidence, use, archive, summaries and history, into FILE.

    It is as private as the memories.

    Example: reverie export bundle memories.zip
    """
    places, binding = here(project)
    with house.opened(places, os.environ) as home:
        written = bundle.write(home, binding, os.path.abspath(file), everything, force)
    for label, count in written.stores:
        click.echo(f"{tame(label)}: {count} {'memory' if count == 1 else 'memories'}")
    for sentence in written.left:
        click.echo(tame(sentence))
    click.echo(f"Written: {tame(file)}. It is as private as the memories are.")


@click.command("bundle")
@click.argument("file", type=click.Path())
@click.option("--all", "everything", is_flag=True, help="Each project to the folder it lay in, where that is here.")
@click.option("--origin", default="", metavar="DIR", help="Of several projects the one that lay in DIR.")
@click.option("--dry-run", "dry", is_flag=True, help="Only tell what it would come to.")
@click.option("--yes", is_flag=True, help="Also where the bundle seems to be of another project.")
@in_project
def import_bundle(file: str, everything: bool, project: str | None, origin: str, dry: bool, yes: bool) -> None:
    """Bring back what `reverie export bundle` put into FILE. Nothing that is here is overwritten, nothing that was
    forgotten here comes back, and importing it again changes nothing.

    Example: reverie import bundle memories.zip
    """
    places, binding = here(project)
    with house.opened(places, os.environ) as home:
        taken = bundle.read(home, binding, os.path.abspath(file), everything, origin, dry,
                            agreed=lambda sentence: yes or _agreed(sentence))
    for plan in taken.plans:
        _show(plan)
    for sentence in taken.left:
        click.echo(tame(sentence))
    changes = any(plan.changes for plan in taken.plans)
    click.echo("Nothing was changed: it was only a look." if dry and changes
               else "Brought in." if changes else "All of it is here already.")


def _agreed(sentence: str) -> bool:
    """Whether the person says yes; not where nobody can be asked."""
    return sys.stdin.isatty() and sys.stdout.isatty() and click.confirm(f"{tame(sentence)} Bring it in?", default=False)


def _show(plan: Plan) -> None:
    """What becomes of one store's part, in a line, and what is not as a person would expect it in a line each."""
    counted = Counter(each.how for each in plan.placed.values())
    told = ", ".join(f"{counted[how]} {said}" for how, said in _SAID.items() if counted[how]) or "no memories"
    more = len(plan.beside) + len(plan.archived) + plan.news.many
    click.echo(f"{tame(plan.part.label)} -> {tame(plan.binding.store)}: {told}"
               + (f"; {more} more of evidence, use, archive and summaries" if more else ""))
    for file, each in plan.placed.items():
        if each.how == BESIDE:
            click.echo(f"    {tame(file)} comes in as {tame(each.file)}: another one has its name.")
    for sentence in plan.told:
        click.echo(f"    {tame(sentence)}")
