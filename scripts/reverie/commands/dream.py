"""`reverie dream`: tidy this project's memories now, after a look at what would change."""
from __future__ import annotations

import difflib
import os
import sys
from collections.abc import Iterator

import click

from reverie import consolidate, house
from reverie.commands import Where, here, placed, written
from reverie.consolidate import Dream
from reverie.dream.draft import Step
from reverie.framing import tame
from reverie.propose import Plan

_REPORTED = 20
"""Lines of each kind that are told of a dream."""
_COLOURS = {"+": "green", "-": "red"}


@click.command()
@click.option("--dry-run", is_flag=True, help="Show what would change, and change nothing.")
@click.option("--yes", is_flag=True, help="Do not ask.")
@click.option("--no-model", is_flag=True, help="Only what rules can do; ask no model.")
@placed
def dream(dry_run: bool, yes: bool, no_model: bool, where: Where) -> None:
    """Tidy the memories of this project: merge what says the same, put dates, heads and the index in order.

    It shows each change and asks; a change can be taken back with `reverie undo`.

    Example: reverie dream --dry-run
    """
    places, binding = here(where)
    written(places, binding, where)
    with house.opened(places, os.environ) as home:
        came = consolidate.run(home, binding.store, consolidate.ASKED, dry=dry_run, model=not no_model,
                               approve=None if yes else _approved, say=_say)
    if dry_run and came.plan:
        _show(came.plan)
    _tell(came, shown=not yes)


def _say(text: str) -> None:
    """How far it is, for whoever waits at a terminal."""
    if sys.stderr.isatty():
        click.echo(text, err=True)


def _approved(plan: Plan) -> bool:
    """Show the plan and ask; where nobody can answer, that is a no."""
    _show(plan)
    if not sys.stdin.isatty():
        click.echo("Nobody is there to ask; `reverie dream --yes` does it.")
        return False
    return click.confirm("Do it?")


def _show(plan: Plan) -> None:
    """Each step with its reason and its changes, line by line."""
    texts = {file: data.decode("utf-8", "replace") for file, data in plan.draft.base.items()}
    for number, step in enumerate(plan.steps, 1):
        click.echo(f"\n{number}. {step.op}: {tame(step.reason)}")
        for row in _changes(step, texts):
            click.echo(click.style(tame(row), fg=_COLOURS.get(row[:1])))
    if plan.relists:
        click.echo()
        for row in _diff("MEMORY.md", *plan.listing):
            click.echo(click.style(tame(row), fg=_COLOURS.get(row[:1])))


def _changes(step: Step, texts: dict[str, str]) -> Iterator[str]:
    """What the step changes of these texts, and how they are behind it."""
    for file, text in step.writes:
        yield from _diff(file, texts.get(file, ""), text)
        texts[file] = text
    for file, cover in step.closes:
        yield f"{file} goes to the archive" + (f"; {cover} says it" if cover else "")
        texts.pop(file, None)


def _diff(file: str, before: str, after: str) -> Iterator[str]:
    yield f"{file}:"
    yield from list(difflib.unified_diff(before.splitlines(), after.splitlines(), n=1, lineterm=""))[2:]


def _tell(came: Dream, shown: bool) -> None:
    """What came of it, in a few lines."""
    plan = came.plan
    if came.status == "skipped":
        click.echo(f"Nothing was changed: {came.reason}.")
    elif plan and (plan.relists or any(row.outcome == "applied" for row in came.rows)):
        click.echo(f"Done: {came.reason}. `reverie diff {came.run}` shows it, `reverie undo {came.run}` takes it back.")
    else:
        click.echo("Nothing to do: the memories are in order.")
    if plan and plan.fault:
        click.echo(f"No model had a say: {tame(plan.fault)}")
    told = {
        "": [f"{row.op} {row.files.replace(chr(10), ', ')}: {row.reason}" for row in came.rows
             if row.outcome == "applied" and not shown],
        "refused ": [f"{row.op} {row.files.replace(chr(10), ', ')}: {row.reason}" for row in came.rows
                     if row.outcome == "refused"],
        "seen, not changed: ": list(plan.findings) if plan else [],
    }
    for kind, rows in told.items():
        for row in rows[:_REPORTED]:
            click.echo(f"  {kind}{tame(row)}")
        if len(rows) > _REPORTED:
            click.echo(f"  {kind}and {len(rows) - _REPORTED} more")
