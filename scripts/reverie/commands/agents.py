"""`reverie agents`: the sub-agents of a project, where each keeps its memories, and what waits to be learned."""
from __future__ import annotations

import json
import os
import sys
from typing import Any

import click

from reverie import house, library, proposals, tables
from reverie.agents import stores as agent_stores
from reverie.agents.stores import Agent
from reverie.commands import here, in_project
from reverie.errors import Refused
from reverie.framing import tame
from reverie.house import House
from reverie.lessons import job as lessons
from reverie.project import launched
from reverie.record import Memory


@click.group(invoke_without_command=True)
@click.option("--json", "as_json", is_flag=True, help="One JSON array, for programs.")
@in_project
@click.pass_context
def agents(ctx: click.Context, project: str | None, as_json: bool) -> None:
    """List the sub-agents here: scope, store, memories, last run, and lessons that wait for a second run or your yes.

    `reverie log`, `undo` and `review` take an agent's store with --store.

    Example: reverie agents show reviewer
    """
    if ctx.invoked_subcommand:
        return
    places, binding = here(project)
    with house.opened(places, os.environ) as home:
        rows = [_row(home, agent) for agent in agent_stores.known(home.ledger, binding, places, _folder(project))]
    if as_json:
        click.echo(json.dumps(rows, ensure_ascii=False, indent=2))
        return
    if rows and sys.stdout.isatty():
        tables.show("Sub-agents", ("name", "scope", "memories", "last run", "lessons that wait", "store"),
                    [(row["name"], row["scope"] or "-", row["memories"], (row["last_run"] or "not seen")[:10],
                      row["lessons_waiting"], row["store"] or "-") for row in rows])
        return
    for row in rows:
        kept = f"{row['scope']}, {row['memories']} memories in {row['store']}"
        where = kept if row["store"] else "no store of its own"
        waits = f"; {row['lessons_waiting']} lessons wait" if row["lessons_waiting"] else ""
        click.echo(tame(f"{row['name']}: {where}; last run {(row['last_run'] or 'not seen')[:10]}{waits}"))
    if not rows:
        click.echo("No sub-agents are known here.")


@agents.command()
@click.argument("name")
@click.option("--json", "as_json", is_flag=True, help="One JSON array, for programs.")
@in_project
def show(name: str, as_json: bool, project: str | None) -> None:
    """Print what an agent remembers, and the lessons of its runs that no other run has confirmed yet.

    Example: reverie agents show reviewer
    """
    places, binding = here(project)
    with house.opened(places, os.environ) as home:
        found = [agent for agent in agent_stores.known(home.ledger, binding, places, _folder(project))
                 if name in (agent.name, os.path.basename(agent.store))]
        if not found:
            raise Refused(f"No agent {name} is known here. `reverie agents` names them.")
        if as_json:
            rows = [{**_row(home, agent), "files": [memory._asdict() for memory in _memories(agent)],
                     "lessons": _waiting(home, agent)} for agent in found]
            click.echo(json.dumps(rows, ensure_ascii=False, indent=2))
            return
        for agent in found:
            _print(agent, _waiting(home, agent))


def _print(agent: Agent, waiting: list[str]) -> None:
    click.echo(tame(f"{agent.name}: {agent.scope or 'no store of its own'}"))
    if agent.store:
        click.echo(tame(f"  {agent.store}"))
    for memory in _memories(agent):
        file = os.path.relpath(memory.path, agent.store)
        click.echo(tame(f"  {file}  [{memory.type or 'no type'}, {memory.observed or 'no day'}]  {memory.description}"))
    for text in waiting:
        click.echo(tame(f"  waits: {text}"))


def _row(home: House, agent: Agent) -> dict[str, Any]:
    return {"name": agent.name, "scope": agent.scope, "store": agent.store, "defined": agent.defined,
            "memories": len(_memories(agent)), "last_run": agent.last, "lessons_waiting": len(_waiting(home, agent))}


def _memories(agent: Agent) -> list[Memory]:
    files = library.files(agent.store) if agent.store else ()
    return [memory for entry in files if (memory := library.read(entry.path))]


def _waiting(home: House, agent: Agent) -> list[str]:
    """Lessons that wait for the person, and those that only one run has told."""
    if not agent.store or agent.scope == "user":
        return []
    asked = [proposal.candidate.body for proposal in proposals.waiting(home.ledger, agent.store)]
    return [*asked, *lessons.unconfirmed(home, agent.store)]


def _folder(project: str | None) -> str:
    """Where an agent would start: the client looks for stores and definitions from there on."""
    return os.path.realpath(project or launched(os.getcwd(), os.environ))
