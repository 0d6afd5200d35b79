"""`reverie log`: what changed in the memory of a project, by whom and why, the newest first."""
from __future__ import annotations

import datetime
import json
import os

import click

from reverie import commits, history, house
from reverie.commands import here
from reverie.framing import tame
from reverie.revision import HAND, Change, Revision

_MARKS = {(False, True): "+", (True, False): "-", (True, True): "~"}
_SHOWN = 6


@click.command()
@click.option("--limit", default=20, type=click.IntRange(0), show_default=True, help="How many to show; 0: all.")
@click.option("--json", "as_json", is_flag=True, help="One JSON array, for programs.")
@click.option("--project", help="A folder of the project; default: this one.")
def log(limit: int, as_json: bool, project: str | None) -> None:
    """Show each change of the memories: its number, when, by which job or by hand, why, and the files.

    A `+` stands before a new file, a `~` before a changed one, a `-` before one that went.

    Example: reverie log --limit 5
    """
    places, binding = here(project)
    with house.opened(places, os.environ) as home:
        commits.outside(home, binding.store)
    found = history.entries(places, binding.store)
    undone = _undone(found)
    found = found[:limit or None]
    if as_json:
        click.echo(json.dumps([_row(each) for each in found], ensure_ascii=True, indent=2))
        return
    for each in found:
        click.echo(_told(each, each.rev in undone))
    if not found:
        click.echo(f"Nothing has changed yet in {binding.store}")


def said(each: Revision) -> str:
    """The job that made the change, with its run, or whose hand; and why."""
    if each.entry.by == HAND:
        return f"by hand: {tame(each.entry.subject)}"
    job = each.entry.trailers.get("job", "reverie")
    why = each.entry.subject.removeprefix(f"{job}: ").removeprefix(f"{job} ")
    return f"{job}{f' (run {each.run})' if each.run else ''}: {tame(why)}"


def _undone(found: list[Revision]) -> set[str]:
    """The changes that are taken back: by an undo that was not taken back itself."""
    undone: set[str] = set()
    for each in found:
        if each.rev not in undone:
            undone.update(each.entry.trailers.get("undoes", "").split())
    return undone


def _told(each: Revision, undone: bool) -> str:
    at = datetime.datetime.fromtimestamp(each.entry.at).strftime("%Y-%m-%d %H:%M")
    why = said(each) + (" [taken back]" if undone else "")
    files = [f"{mark(change)} {tame(change.file)}" for change in each.changes[:_SHOWN]]
    more = [f"and {len(each.changes) - _SHOWN} more"] if len(each.changes) > _SHOWN else []
    return f"{click.style(each.short, fg='yellow')}  {at}  {why}\n          {', '.join(files + more)}"


def mark(change: Change) -> str:
    """Whether the file came, changed or went."""
    return _MARKS[bool(change.before), bool(change.after)]


def _row(each: Revision) -> dict[str, object]:
    files = {change.file.encode("utf-8", "replace").decode(): mark(change) for change in each.changes}
    return {"rev": each.rev, "by": each.entry.by, "at": int(each.entry.at), "subject": each.entry.subject,
            **each.entry.trailers, "files": files}
