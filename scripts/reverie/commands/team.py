"""`reverie team`: the memory that a team keeps with its code; nothing of it is used before a person has looked."""
from __future__ import annotations

import json
import os
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager

import click

from reverie import house
from reverie.commands import here, in_project
from reverie.house import House
from reverie.session import Binding
from reverie.team import layer as job
from reverie.team import review as teamreview
from reverie.team import share, trust
from reverie.team import sync as teamsync
from reverie.team.review import Pending

_JSON = click.option("--json", "as_json", is_flag=True, help="JSON, for programs.")


@click.group(invoke_without_command=True)
@_JSON
@in_project
@click.pass_context
def team(ctx: click.Context, as_json: bool, project: str | None) -> None:
    """Tell how things stand with the team's memory in .claude/team-memory: which files are used, which wait.

    Example: reverie team review
    """
    if ctx.invoked_subcommand is None:
        ctx.invoke(status, as_json=as_json)


@team.command()
@_JSON
@in_project
def status(as_json: bool, project: str | None) -> None:
    """Name each file of the team's memory and what may become of it.

    Example: reverie team status
    """
    with _at(project) as (home, binding):
        now = job.refresh(home, binding)
    states = (("trusted", now.trusted), ("waits", now.waiting), ("declined", now.declined),
              ("forgotten", now.forgotten), ("never loaded", now.faulty))
    if as_json:
        rows = [{"file": each.file, "state": what, "fault": each.fault} for what, files in states for each in files]
        click.echo(json.dumps({"on_since": now.since, "files": rows}, indent=2))
        return
    click.echo(f"The team's memory here is {job.told(now)}.")
    for what, files in states:
        for each in files:
            click.echo(f"{what:<14}{job.shown(each.file)}" + (f": {each.fault}" if each.fault else ""))


@team.command()
@in_project
def on(project: str | None) -> None:
    """Use the team's memory in this project: what you accept of it, and what you share.

    Example: reverie team on
    """
    with _at(project) as (home, binding):
        now = job.switch(home, binding, True)
    click.echo(f"The team's memory here is {job.told(now)}.")


@team.command()
@in_project
def off(project: str | None) -> None:
    """Use nothing of the team's memory in this project; its files and your decisions stay.

    Example: reverie team off
    """
    with _at(project) as (home, binding):
        job.switch(home, binding, False)
    click.echo("The team's memory is off here. Its files stay as they are.")


@team.command()
@click.option("--accept", "accepted", multiple=True, metavar="FILE", help="Accept this text; repeatable.")
@click.option("--decline", "declined", multiple=True, metavar="FILE", help="Decline this text; repeatable.")
@click.option("--all", "everything", is_flag=True, help="Accept all that waits; only with --yes.")
@click.option("--yes", is_flag=True, help="With --all: do not ask.")
@_JSON
@in_project
def review(project: str | None, accepted: Sequence[str], declined: Sequence[str], everything: bool, yes: bool,
           as_json: bool) -> None:
    """Show what others wrote or changed; at a terminal, one key decides on each. Else nothing changes without a flag.

    A line marked with ! reads like an order, a command, an address or something hidden: look at it twice.

    Example: reverie team review --accept use_pnpm.md
    """
    if everything and not yes:
        raise click.UsageError("--all accepts without a look: say --all --yes.")
    with _at(project) as (home, binding):
        job.must_be_on(home, binding)
        waiting = teamreview.pending(home, binding)
        if as_json:
            click.echo(json.dumps([_row(one) for one in waiting], ensure_ascii=False, indent=2))
        elif not (accepted or declined or everything):
            _one_by_one(home, binding, waiting)
        if accepted or declined or everything:
            _by_flags(home, binding, waiting, accepted, declined, everything)


def _by_flags(home: House, binding: Binding, waiting: list[Pending], accepted: Sequence[str],
              declined: Sequence[str], everything: bool) -> None:
    """Decide as told; with --all what was forgotten here is left, as that takes a word of its own."""
    chosen = teamreview.chosen(waiting, accepted), teamreview.chosen(waiting, declined)
    rest = [one for one in waiting if everything and one not in chosen[0] + chosen[1]]
    yes = [*chosen[0], *(one for one in rest if not one.forgotten)]
    teamreview.decide(home, binding, yes, trust.ACCEPTED)
    teamreview.decide(home, binding, chosen[1], trust.DECLINED)
    for word, texts in (("Accepted", yes), ("Declined", chosen[1])):
        for one in texts:
            click.echo(f"{word}: {job.shown(one.each.file)}")
    for one in rest:
        if one.forgotten:
            click.echo(f"Left: {job.shown(one.each.file)} says what you have forgotten here;"
                       " `--accept` with its name brings it back.")


def _one_by_one(home: House, binding: Binding, waiting: list[Pending]) -> None:
    asking = sys.stdin.isatty() and sys.stdout.isatty()
    for one in waiting:
        click.echo("\n".join(_shown(one)))
        if not asking:
            continue
        click.echo("   [a]ccept, [d]ecline, [s]kip, [q]uit? ", nl=False)
        key = str(click.getchar()).lower()
        click.echo(key)
        if key == "q":
            return
        if key in ("a", "d"):
            teamreview.decide(home, binding, [one], trust.ACCEPTED if key == "a" else trust.DECLINED)
    if not waiting:
        click.echo("Nothing of the team's memory waits for you here.")
    elif not asking:
        click.echo("\nNothing was decided: `reverie team review --accept FILE` or `--decline FILE` does.")


def _shown(one: Pending) -> Iterator[str]:
    """The text that waits as a diff, what reads like an order marked."""
    about = "new" if one.new else "changed"
    yield f"\n{click.style(job.shown(one.each.file), bold=True)}  ({about}; {one.author or 'not committed'})"
    if one.forgotten:
        yield "   You have forgotten on purpose what it says; accepting it brings it back."
    for line in one.lines:
        mark = f"   ← {', '.join(line.marks)}" if line.marks else ""
        yield f" {'!' if line.marks else ' '} {line.sign}{line.text}{mark}"


def _row(one: Pending) -> dict[str, object]:
    return {"file": one.each.file, "mark": one.mark, "state": "new" if one.new else "changed", "author": one.author,
            "forgotten": one.forgotten, "text": one.each.data.decode("utf-8", "replace"),
            "diff": [{"sign": line.sign, "text": line.text, "marks": line.marks} for line in one.lines]}


@team.command()
@in_project
def sync(project: str | None) -> None:
    """Send what you shared as one commit of that folder alone, and take in what came, by fast-forward only.

    It asks for nothing, runs none of your hooks, and gives up after 15 seconds.

    Example: reverie team sync
    """
    with _at(project) as (home, binding):
        click.echo(teamsync.sync(home, binding))


@team.command()
@click.argument("name")
@in_project
def forget(project: str | None, name: str) -> None:
    """Take a memory out of the team's folder; `reverie team sync` sends that. It is not accepted again unasked.

    Example: reverie team forget use_pnpm.md
    """
    with _at(project) as (home, binding):
        click.echo(f"Taken out: {job.shown(share.take_out(home, binding, name))}")


@contextmanager
def _at(project: str | None) -> Iterator[tuple[House, Binding]]:
    places, binding = here(project)
    with house.opened(places, os.environ) as home:
        yield home, binding
