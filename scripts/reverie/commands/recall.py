"""`reverie recall PROMPT`: what the hook would put before the model."""
from __future__ import annotations

import datetime
import os

import click

from reverie import catalog, house, prompt, reconcile
from reverie import recall as chooser
from reverie.commands import here


@click.command()
@click.argument("words", nargs=-1, required=True)
@click.option("--project", help="A folder of the project; default: this one.")
def recall(words: tuple[str, ...], project: str | None) -> None:
    """Show which memories a prompt would bring up, as the model would see them.

    Example: reverie recall "how do we run the migrations?"
    """
    places, binding = here(project)
    with house.opened(places, os.environ) as home:
        reconcile.shelve(home, binding.store)
    hits, shares = catalog.search(places, [binding.store], chooser.query(" ".join(words)), 40)
    text, _ = chooser.worded(chooser.choose(hits, shares, set()), prompt.text("recall"), datetime.date.today())
    click.echo(text or "Nothing: no memory of this project shares telling words with that prompt.")
