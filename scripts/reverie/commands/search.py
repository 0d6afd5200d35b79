"""`reverie search WORDS`: look through this project's memories, its past conversations, or its archive."""
from __future__ import annotations

import os
import shlex

import click

from reverie import archive, consent, conversations, house, lookup, passage_search, recall, reconcile, snippet
from reverie.commands import here
from reverie.errors import Refused
from reverie.framing import tame
from reverie.house import House
from reverie.passage_search import Found
from reverie.places import Places
from reverie.query import Query, of
from reverie.session import Binding
from reverie.tokens import tokens


@click.command()
@click.argument("words", nargs=-1)
@click.option("--sessions", is_flag=True, help="What was said in past sessions of this project, and their summaries.")
@click.option("--archive", "archived", is_flag=True, help="Memories that were merged into others or long not used.")
@click.option("--everywhere", is_flag=True, help="With --sessions: in all of your projects.")
@click.option("--limit", default=8, type=click.IntRange(1, 100), show_default=True, help="How many to show.")
@click.option("--off", "switch", flag_value="off",
              help="With --sessions: drop what is searchable of this project, and add nothing more.")
@click.option("--on", "switch", flag_value="on", help="With --sessions: make this project searchable again.")
@click.option("--project", help="A folder of the project; default: this one.")
def search(words: tuple[str, ...], sessions: bool, archived: bool, everywhere: bool, limit: int, switch: str | None,
           project: str | None) -> None:
    """Search the memories of this project, or what was said in its past sessions, best first.

    Example: reverie search --sessions "why did we freeze the tide branch"
    """
    if (everywhere or switch) and not sessions:
        raise click.UsageError("--everywhere, --off and --on go with --sessions.")
    if archived and (sessions or not words):
        raise click.UsageError("--archive goes with words, and without --sessions.")
    if bool(words) == bool(switch):
        raise click.UsageError("Say what to look for, or --off or --on.")
    places, binding = here(project)
    query = list(dict.fromkeys(tokens(" ".join(words))))
    with house.opened(places, os.environ) as home:
        if switch:
            _switch(home, binding.root, switch == "on")
        elif not query:
            click.echo("Nothing to look for: those words stand in nearly every text.")
        elif archived:
            _archived(places, binding.store, query, limit)
        elif sessions:
            _sessions(home, binding, query, everywhere, limit)
        else:
            reconcile.shelve(home, binding.store)
            _memories(places, binding.store, of(" ".join(words)), limit)


def _memories(places: Places, store: str, asked: Query, limit: int) -> None:
    hits = [apt.hit for apt in recall.ranked(asked, lookup.search(places, [store], asked, limit))]
    for hit in hits[:limit]:
        click.echo(f"{tame(hit.name)}: {tame(hit.description)}\n    {tame(hit.path)}")
    if not hits:
        click.echo("No memory of this project holds any of these words.")


def _archived(places: Places, store: str, query: list[str], limit: int) -> None:
    """What left the store and shares most of the words, with the day and for what it left."""
    found = []
    for one in archive.listed(places, store):
        words = {*tokens(f"{one.memory.name} {one.memory.description} {one.memory.body}")}
        found.append((-len(words.intersection(query)), one.file, one))
    hits = [one for shared, _, one in sorted(found) if shared]
    for one in hits[:limit]:
        click.echo(f"{tame(one.memory.name)}: {tame(one.memory.description)}\n    archived {one.day}: {tame(one.why)};"
                   f" `reverie restore {shlex.quote(tame(one.file))}` brings it back")
    if not hits:
        click.echo("Nothing in the archive of this project holds any of these words.")


def _switch(home: House, root: str, on: bool) -> None:
    dropped = conversations.switch(home, root, on)
    what = "become searchable again with the next search or session" if on else "are no longer searchable"
    click.echo(f"Past sessions of {tame(root)} {what}.{' What there was is dropped.' if dropped else ''}")


def _sessions(home: House, binding: Binding, query: list[str], everywhere: bool, limit: int) -> None:
    """Catch up with what is new in this project, then show what is found, all but the session this runs in."""
    unread = conversations.keep_up(home, binding)
    if not (home.means.settings.sessions if everywhere else consent.listening(home, binding.root)):
        raise Refused(f"Past sessions: {conversations.told(home, binding.root)}.")
    running = os.environ.get("CLAUDE_CODE_SESSION_ID", "")
    found = passage_search.search(home.catalog, None if everywhere else binding.root, query, limit, running)
    for hit in found:
        click.echo(_told(hit, query, everywhere))
    if not found:
        click.echo(f"Nothing was said about that in past sessions of {'any' if everywhere else 'this'} project.")
    if unread:
        click.echo(f"{unread} transcripts of this project are not read yet; search again to go on.", err=True)


def _told(hit: Found, query: list[str], everywhere: bool) -> str:
    """A hit on a few lines: when, who, what, and how to go back there."""
    where = f" in {tame(hit.root)}" if everywhere else ""
    resume = f"cd {shlex.quote(tame(hit.launch))} && claude --resume {shlex.quote(tame(hit.session))}"
    back = resume if hit.path and os.path.exists(hit.path) else "its transcript is gone"
    head = click.style(f"{hit.at[:10] or 'no date'} {hit.role}{where}", bold=True)
    shown = "".join(click.style(part, fg="yellow") if wanted else part for part, wanted in snippet.of(hit.text, query))
    return f"{head}: {shown}\n    session {tame(hit.session)}: {back}"
