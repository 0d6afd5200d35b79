"""`reverie sync`: the person's memories on several machines, through one private git remote of their own."""
from __future__ import annotations

import os

import click

from reverie import house, synced
from reverie.commands import here, in_project
from reverie.errors import Refused
from reverie.framing import tame
from reverie.house import House
from reverie.sync import job
from reverie.sync.repo import shown


@click.command()
@click.option("--remote", "url", metavar="URL", default="", help="Sync with this remote from now on; it begins empty.")
@click.option("--this", is_flag=True, help="Only you and this project, not all that were synced before.")
@click.option("--as", "name", metavar="NAME", default="", help="What this project is called there, on each machine.")
@click.option("--accept-deletions", is_flag=True, help="Also where most of a store is gone on one side.")
@click.option("--off", is_flag=True, help="Forget the remote; memories stay, here and there.")
@click.option("--status", is_flag=True, help="Only tell what is synced, and how the last sync came out.")
@in_project
def sync(url: str, this: bool, name: str, accept_deletions: bool, off: bool, status: bool,
         project: str | None) -> None:
    """Keep your memories on several machines in step, through a private git remote: yours, this project's, and those
    of all projects that were synced before. What was changed on two machines is brought together, or kept twice.

    Example: reverie sync --remote git@example.com:me/memories.git
    """
    places, binding = here(project)
    with house.opened(places, os.environ) as home:
        if off or status:
            for line in _off(home) if off else _status(home):
                click.echo(line)
            return
        outcome = job.run(home, binding, job.Wanted(_address(url), this, name.strip(), accept_deletions))
    for sentence in (*outcome.told, *outcome.held):
        click.echo(f"  {tame(sentence)}")
    came = f"{outcome.sent} sent, {outcome.received} received" if outcome.sent or outcome.received else "all is in step"
    click.echo(f"Synced {', '.join(map(tame, outcome.stores))}: {came}.")


def _address(url: str) -> str:
    """The remote as it is remembered: a folder by its whole path."""
    if url.startswith("-") or not url.isprintable() or "::" in url.partition("/")[0]:
        raise Refused(f"{url!r} is no address of a git remote.")
    return os.path.abspath(os.path.expanduser(url)) if url and os.path.isdir(os.path.expanduser(url)) else url


def _off(home: House) -> list[str]:
    if synced.remote(home.ledger) is None:
        return ["Nothing was synced."]
    synced.drop_remote(home.ledger)
    return ["Sync is off. The memories stay where they are, here and in the remote.",
            f"What was fetched of the remote stays in {home.places.sync} until you delete it."]


def _status(home: House) -> list[str]:
    known = synced.remote(home.ledger)
    if known is None:
        return ["Nothing is synced: `reverie sync --remote URL` begins it."]
    auto = "by itself, every 15 minutes at most" if home.means.settings.sync == "auto" else "by `reverie sync`"
    stores = [f"{tame(store.name)}: {tame(store.folder)}, {tame(store.store)}" for store in synced.stores(home.ledger)]
    return [f"{shown(known.url, known.url)}, {auto}", f"last sync {known.done or 'never'}",
            *([f"last failure {known.tried}: {tame(known.fault)}"] if known.fault else []), *stores]
