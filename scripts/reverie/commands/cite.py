"""`reverie cite [SESSION]`: which memories shaped a session, and where each of them says so."""
from __future__ import annotations

import json
import os

import click

from reverie import house, library, session, spool, usage
from reverie.commands import here, in_project
from reverie.errors import Refused
from reverie.house import House
from reverie.session import Binding
from reverie.usage import Shaped

_HOWS = ("used", "read", "shown")
"""From the strongest to the weakest."""


@click.command()
@click.argument("session_id", metavar="[SESSION]", required=False)
@click.option("--json", "as_json", is_flag=True, help="One JSON object, for programs.")
@in_project
def cite(session_id: str | None, as_json: bool, project: str | None) -> None:
    """Tell which memories were shown, read and used in a session: the one named, else the last of this project.

    The beginning of its id is enough. The line is that of the sentence which the answer repeats, else the first.

    Example: reverie cite
    """
    places, binding = here(project)
    with house.opened(places, os.environ) as home:
        sid = _session(home, binding, session_id or "")
        shaped = usage.in_session(home.ledger, sid)
    if as_json:
        click.echo(json.dumps({"session": sid, "memories": [each._asdict() for each in shaped]}, ensure_ascii=False,
                              indent=2))
        return
    click.echo(f"session {sid}")
    for path in sorted({each.path for each in shaped}, key=lambda path: (_strongest(shaped, path), path)):
        click.echo(_told(path, [each for each in shaped if each.path == path]))
    if not shaped:
        click.echo("No memory came before the model in it.")
    if spool.waiting(places):
        click.echo("The worker is not done yet: more may be counted in a moment.")


def _session(home: House, binding: Binding, named: str) -> str:
    """The one session of this project whose id begins so, or the last of it; Refused when there is none or several."""
    bound = {sid: session.bound(home.places, sid) for sid in session.known(home.places)}
    ours = [sid for sid, found in bound.items() if found and found.store == binding.store]
    if not named and ours:
        return ours[0]
    known = dict.fromkeys([*ours, *usage.sessions(home.ledger, binding.store)])
    fitting = [named] if named in known else [sid for sid in known if sid.startswith(named)]
    if len(fitting) == 1 or (fitting and not named):
        return fitting[0]
    if fitting:
        raise Refused(f"{len(fitting)} sessions begin with {named!r}: {', '.join(fitting[:5])}")
    raise Refused(f"There is no session {named!r} of {binding.root}" if named else f"No session yet in {binding.root}")


def _strongest(shaped: list[Shaped], path: str) -> int:
    return min(_HOWS.index(each.how) for each in shaped if each.path == path)


def _told(path: str, shaped: list[Shaped]) -> str:
    """One line: file and line, name, and how it came in how many turns and when last."""
    strongest = min(shaped, key=lambda each: _HOWS.index(each.how))
    memory = library.read(path)
    parts = []
    for how in _HOWS:
        turns = [each for each in shaped if each.how == how]
        why = f" ({', '.join(sorted({each.why for each in turns}))})" if how == "used" else ""
        if turns:
            parts.append(f"{how}{why}" + (f" in {len(turns)} turns" if len(turns) > 1 else ""))
    name = memory.name if memory else "its file is gone"
    return f"{path}:{strongest.line}  {name}  {', '.join(parts)}, last {max(each.at for each in shaped)[:16]}Z"
