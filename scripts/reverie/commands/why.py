"""`reverie why NAME`: where a memory comes from, what became of it since, and whether it was of use."""
from __future__ import annotations

import json
import os

import click

from reverie import house, listing
from reverie import why as job
from reverie.commands import Where, completion, here, placed, reading
from reverie.commands.log import mark, said, when
from reverie.framing import tame
from reverie.tables import counted
from reverie.why import Why

_WHO = {
    "user": "You wrote it yourself", "extract": "It was found in what you said", "agent": "The agent saved it",
    "dream": "A dream made it from other memories", "import": "It was imported",
}


@click.command()
@click.argument("name", shell_complete=completion.memory)
@click.option("--json", "as_json", is_flag=True, help="One JSON object, for programs.")
@placed
def why(name: str, as_json: bool, where: Where) -> None:
    """Tell who said a memory, when and in which words, how it changed since and why, and how often it was of use.

    Example: reverie why no-hyphens-in-writing
    """
    places, binding = here(where)
    listed = listing.called(places, reading(places, binding, where), name)
    with house.opened(places, os.environ) as home:
        found = job.of(home, listed)
    if as_json:
        click.echo(json.dumps(_plain(found), ensure_ascii=False, indent=2))
        return
    click.secho(f"{tame(listed.memory.name)} ({found.layer})", bold=True)
    click.echo(f"  {tame(listed.memory.description)}\n  {tame(found.path)}\n")
    _origin(found)
    _changes(found)
    use = found.use
    click.echo(f"\nShown to the model {counted(use.shown, 'time')}, read {use.read}, used in answers {use.used}"
               + (f", last {use.last[:10]}" if use.last else "") + ".")
    if found.sessions:
        click.echo(f"Last in session {', '.join(map(tame, found.sessions))}; `reverie cite SESSION` shows what it did.")


def _origin(found: Why) -> None:
    """Whose it is and the words it rests on; with the whole turn where the client still has it."""
    who = _WHO.get(found.head.get("by", ""), "You or the agent wrote it by hand")
    if found.head.get("basis") == "work":
        who = "It was learned from the work; nobody said it"
    source = f"; source {tame(found.head['source'])}" if "source" in found.head else ""
    created = f" on {tame(found.head['created'])}" if "created" in found.head else ""
    click.echo(f"{who}{created}{source}.")
    for each in found.said:
        click.echo(f"\nYou said on {each.at[:16].replace('T', ' ')} in session {tame(each.session)} ({tame(each.op)}):")
        click.echo(f"  \"{tame(each.quote)}\"")
        if each.passage and each.passage.strip() != each.quote.strip():
            click.echo("  The whole turn:\n" + "\n".join(f"    {tame(row)}" for row in each.passage.splitlines()))
        elif not each.transcript:
            click.echo("  Its transcript is gone: the client keeps them for a while only.")
    if not found.said:
        click.echo("No words of yours are on record for it.")


def _changes(found: Why) -> None:
    click.echo(f"\nChanges: {len(found.changes)}, the newest first" if found.changes else
               f"\nNo change is on record{f': {found.fault}' if found.fault else ''}.")
    for each in found.changes:
        kind = next((mark(change) for change in each.changes if found.path.endswith(os.sep + change.file)), "~")
        day = when(each)
        reason = each.entry.trailers.get("reason", "")
        click.echo(f"  {kind} {day}  {each.short}  {said(each)}{f' ({tame(reason)})' if reason else ''}")


def _plain(found: Why) -> dict[str, object]:
    changes = [{"rev": each.rev, "at": int(each.entry.at), "by": each.entry.by, "subject": each.entry.subject,
                **each.entry.trailers} for each in found.changes]
    return {**found._asdict(), "said": [each._asdict() for each in found.said], "changes": changes,
            "use": found.use._asdict()}
