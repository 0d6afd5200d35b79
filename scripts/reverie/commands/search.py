"""`reverie search WORDS`: look through this project's memories, its past conversations, or its archive."""
from __future__ import annotations

import json
import os
import shlex
import sys
import time
from typing import Any

import click

from reverie import archive, house, lookup, recall, reconcile
from reverie.commands import Where, here, placed, reading
from reverie.conversations import consent, snippet
from reverie.conversations import job as conversations
from reverie.conversations import search as passage_search
from reverie.conversations.search import Found
from reverie.errors import Refused
from reverie.framing import tame
from reverie.house import House
from reverie.layers import PROJECT, TEAM, Layer, of_path
from reverie.places import Places
from reverie.query import Query, of
from reverie.session import Binding
from reverie.tokens import tokens

_STEP = 0.3
"""Seconds of reading between two looks at the bar."""


@click.command()
@click.argument("words", nargs=-1)
@click.option("--sessions", is_flag=True, help="What was said in past sessions of this project, and their summaries.")
@click.option("--archive", "archived", is_flag=True, help="Memories that were merged into others or long not used.")
@click.option("--everywhere", is_flag=True, help="With --sessions: in all of your projects.")
@click.option("--limit", default=8, type=click.IntRange(1, 100), show_default=True, help="How many to show.")
@click.option("--off", "switch", flag_value="off",
              help="With --sessions: drop what is searchable of this project, and add nothing more.")
@click.option("--on", "switch", flag_value="on", help="With --sessions: make this project searchable again.")
@click.option("--json", "as_json", is_flag=True, help="One JSON array, for programs.")
@placed
def search(words: tuple[str, ...], sessions: bool, archived: bool, everywhere: bool, limit: int, switch: str | None,
           as_json: bool, where: Where) -> None:
    """Search the memories of this project, or what was said in its past sessions, best first.

    Example: reverie search --sessions "why did we freeze the tide branch"
    """
    if (everywhere or switch) and not sessions:
        raise click.UsageError("--everywhere, --off and --on go with --sessions.")
    if archived and (sessions or not words):
        raise click.UsageError("--archive goes with words, and without --sessions.")
    if bool(words) == bool(switch):
        raise click.UsageError("Say what to look for, or --off or --on.")
    places, binding = here(where)
    among = reading(places, binding, where)
    query = list(dict.fromkeys(tokens(" ".join(words))))
    with house.opened(places, os.environ) as home:
        if switch:
            _switch(home, binding.root, switch == "on")
        elif not query:
            _print([], [], "Nothing to look for: those words stand in nearly every text.", as_json)
        elif archived:
            _archived(places, among, query, limit, as_json)
        elif sessions:
            _sessions(home, binding, query, everywhere, limit, as_json)
        else:
            for layer in among:
                if layer.name != TEAM:  # of which only what was accepted is known
                    reconcile.shelve(home, layer.store)
            _memories(places, among, of(" ".join(words)), limit, as_json)


def _print(rows: list[dict[str, Any]], lines: list[str], none: str, as_json: bool) -> None:
    """What was found, for a program or a person; a person is told when it is nothing."""
    if as_json:
        click.echo(json.dumps(rows, ensure_ascii=False, indent=2))
        return
    for line in lines or [none]:
        click.echo(line)


def _memories(places: Places, among: list[Layer], asked: Query, limit: int, as_json: bool) -> None:
    found = lookup.search(places, [layer.store for layer in among], asked, limit)
    rows, lines = [], []
    for hit in [apt.hit for apt in recall.ranked(asked, found)][:limit]:
        layer = of_path(among, hit.path)
        whose = f" ({layer.name})" if layer and layer.name != PROJECT else ""
        rows.append({"name": hit.name, "layer": layer.name if layer else "", "type": hit.type,
                     "description": hit.description, "observed": hit.observed, "path": hit.path})
        lines.append(f"{tame(hit.name)}{whose}: {tame(hit.description)}\n    {tame(hit.path)}")
    _print(rows, lines, "No memory of this project holds any of these words.", as_json)


def _archived(places: Places, among: list[Layer], query: list[str], limit: int, as_json: bool) -> None:
    """What left the store and shares most of the words, with the day and for what it left."""
    found = []
    for one in (one for layer in among for one in archive.listed(places, layer.store)):
        words = {*tokens(f"{one.memory.name} {one.memory.description} {one.memory.body}")}
        found.append((-len(words.intersection(query)), one.file, one))
    hits = [one for shared, _, one in sorted(found) if shared][:limit]
    rows = [{"file": one.file, "name": one.memory.name, "description": one.memory.description, "archived": one.day,
             "why": one.why, "path": one.memory.path} for one in hits]
    lines = [f"{tame(one.memory.name)}: {tame(one.memory.description)}\n    archived {one.day}: {tame(one.why)};"
             f" `reverie restore {shlex.quote(tame(one.file))}` brings it back" for one in hits]
    _print(rows, lines, "Nothing in the archive of this project holds any of these words.", as_json)


def _switch(home: House, root: str, on: bool) -> None:
    dropped = conversations.switch(home, root, on)
    what = "become searchable again with the next search or session" if on else "are no longer searchable"
    click.echo(f"Past sessions of {tame(root)} {what}.{' What there was is dropped.' if dropped else ''}")


def _sessions(home: House, binding: Binding, query: list[str], everywhere: bool, limit: int, as_json: bool) -> None:
    """Catch up with what is new in this project, then show what is found, all but the session this runs in."""
    unread = _caught_up(home, binding)
    if not (home.means.settings.sessions if everywhere else consent.listening(home, binding.root)):
        raise Refused(f"Past sessions: {consent.told(home, binding.root)}.")
    running = os.environ.get("CLAUDE_CODE_SESSION_ID", "")
    found = passage_search.search(home.catalog, None if everywhere else binding.root, query, limit, running)
    _print([hit._asdict() for hit in found], [_told(hit, query, everywhere) for hit in found],
           f"Nothing was said about that in past sessions of {'any' if everywhere else 'this'} project.", as_json)
    if unread:
        click.echo(f"{unread} transcripts of this project are not read yet; search again to go on.", err=True)


def _caught_up(home: House, binding: Binding) -> int:
    """Enter what is new for a few seconds, at a terminal with a bar if it takes longer; how many are unread still."""
    if not sys.stderr.isatty():
        return conversations.keep_up(home, binding)
    ends = time.monotonic() + conversations.SECONDS
    unread = before = conversations.keep_up(home, binding, seconds=_STEP)
    with click.progressbar(length=before, label="Reading past sessions", file=sys.stderr, hidden=not unread) as bar:
        while unread and time.monotonic() < ends:
            unread = conversations.keep_up(home, binding, seconds=_STEP)
            bar.update(before - unread)
            before = unread
    return unread


def _told(hit: Found, query: list[str], everywhere: bool) -> str:
    """A hit on a few lines: when, who, what, and how to go back there."""
    where = f" in {tame(hit.root)}" if everywhere else ""
    resume = f"cd {shlex.quote(tame(hit.launch))} && claude --resume {shlex.quote(tame(hit.session))}"
    back = resume if hit.path and os.path.exists(hit.path) else "its transcript is gone"
    head = click.style(f"{hit.at[:10] or 'no date'} {hit.role}{where}", bold=True)
    shown = "".join(click.style(part, fg="yellow") if wanted else part for part, wanted in snippet.of(hit.text, query))
    return f"{head}: {shown}\n    session {tame(hit.session)}: {back}"
