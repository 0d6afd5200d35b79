"""`reverie log`: what changed in the memory of a project, by whom and why, the newest first."""
from __future__ import annotations

import datetime
import json
import os

import click

from reverie import house
from reverie.commands import Where, here, placed, written
from reverie.framing import tame
from reverie.history import commits
from reverie.history import log as history
from reverie.history.revision import HAND, Change, Revision
from reverie.layers import PROJECT, Layer

_MARKS = {(False, True): "+", (True, False): "-", (True, True): "~"}
_SHOWN = 6


@click.command()
@click.option("--limit", default=20, type=click.IntRange(0), show_default=True, help="How many to show; 0: all.")
@click.option("--json", "as_json", is_flag=True, help="One JSON array, for programs.")
@placed
def log(limit: int, as_json: bool, where: Where) -> None:
    """Show each change of the memories: its number, when, by which job or by hand, why, and the files.

    A `+` stands before a new file, a `~` before a changed one, a `-` before one that went.

    Example: reverie log --limit 5
    """
    places, binding = here(where)
    among = written(places, binding, where)
    with house.opened(places, os.environ) as home:
        for layer in among:
            commits.outside(home, layer.store)
    found = [(layer, each) for layer in among for each in history.entries(places, layer.store)]
    undone = _undone([each for _, each in found])
    found = sorted(found, key=lambda pair: -pair[1].entry.at)[:limit or None]
    if as_json:
        rows = [{"layer": layer.name, **_row(each)} for layer, each in found]
        click.echo(json.dumps(rows, ensure_ascii=True, indent=2))
        return
    for layer, each in found:
        click.echo(_told(each, each.rev in undone, layer))
    if not found:
        click.echo(f"Nothing has changed yet in {binding.store}")


def said(each: Revision) -> str:
    """The job that made the change, with its run, or whose hand; and why."""
    if each.entry.by == HAND:
        # What the agent wrote in the middle of its turn is found as a person's own edits are, and not told apart.
        if each.entry.subject == history.BY_HAND:
            return "by hand, or by the agent"
        return f"by hand: {tame(each.entry.subject)}"
    job = each.entry.trailers.get("job", "reverie")
    why = each.entry.subject.removeprefix(f"{job}: ").removeprefix(f"{job} ")
    return f"{job}{f' (run {each.run})' if each.run else ''}: {tame(why)}"


def when(each: Revision) -> str:
    """The minute of the change, where the person is."""
    return datetime.datetime.fromtimestamp(each.entry.at).strftime("%Y-%m-%d %H:%M")


def _undone(found: list[Revision]) -> set[str]:
    """The changes that are taken back: by an undo that was not taken back itself."""
    undone: set[str] = set()
    for each in found:
        if each.rev not in undone:
            undone.update(each.entry.trailers.get("undoes", "").split())
    return undone


def _told(each: Revision, undone: bool, layer: Layer) -> str:
    at = when(each)
    why = said(each) + (" [taken back]" if undone else "")
    below = "" if layer.name == PROJECT else f"{layer.name}/"
    files = [f"{mark(change)} {below}{tame(change.file)}" for change in each.changes[:_SHOWN]]
    more = [f"and {len(each.changes) - _SHOWN} more"] if len(each.changes) > _SHOWN else []
    return f"{click.style(each.short, fg='yellow')}  {at}  {why}\n          {', '.join(files + more)}"


def mark(change: Change) -> str:
    """Whether the file came, changed or went."""
    return _MARKS[bool(change.before), bool(change.after)]


def _row(each: Revision) -> dict[str, object]:
    files = {change.file.encode("utf-8", "replace").decode(): mark(change) for change in each.changes}
    return {"rev": each.rev, "by": each.entry.by, "at": int(each.entry.at), "subject": each.entry.subject,
            **each.entry.trailers, "files": files}
