"""`reverie review`: the memories that wait for a person's yes, accepted or declined with one key."""
from __future__ import annotations

import json
import os
import sys

import click

from reverie import extract, house, judge, keep, layers, ledger, proposals, tombstones
from reverie.commands import Where, here, placed
from reverie.errors import Refused
from reverie.house import House
from reverie.lessons import job as lessons
from reverie.portage import admission, intake
from reverie.proposals import Proposal
from reverie.record import Turn, Verdict
from reverie.team import layer as team
from reverie.team import share

_WHY = {
    judge.PLAUSIBLE: "the rules are not sure of it",
    judge.POLLUTED: "it reads like an instruction, and text from outside was in that session",
    lessons.REASON: "nobody said it: two sessions' work shows it, but text from outside was about, or it takes a risk",
    judge.YOURS: "it would change a memory that you wrote or pinned, and mark it so",
}


@click.command()
@click.option("--accept", multiple=True, type=int, metavar="N", help="Keep proposal N.")
@click.option("--decline", multiple=True, type=int, metavar="N", help="Drop proposal N.")
@click.option("--json", "as_json", is_flag=True, help="One JSON array, for programs.")
@click.option("--to-team", is_flag=True, help="With --accept: into the team's memory, as `reverie share` does.")
@placed
def review(accept: tuple[int, ...], decline: tuple[int, ...], as_json: bool, to_team: bool, where: Where) -> None:
    """Show what waits for your yes; at a terminal, one key decides on each. After 30 days a proposal is forgotten.

    Example: reverie review --accept 3
    """
    places, binding = here(where)
    with house.opened(places, os.environ) as home:
        waiting = {proposal.number: proposal for proposal in proposals.waiting(home.ledger, binding.store)}
        for number in (*accept, *decline):
            if number not in waiting:
                raise Refused(f"No proposal {number} waits here. `reverie review` names them.")
        if to_team:
            team.must_be_on(home, binding)
        for number in accept:
            path = accepted(home, binding.store, waiting[number])
            click.echo(f"Kept: {share.move(home, binding, path) if to_team else path}")
        for number in decline:
            declined(home, binding.store, waiting[number])
            click.echo(f"Declined: {number}")
        if accept or decline:
            return
        if as_json:
            rows = [{"number": p.number, "reason": p.reason, **p.candidate._asdict()} for p in waiting.values()]
            click.echo(json.dumps(rows, ensure_ascii=False, indent=2))
        elif not waiting:
            click.echo("Nothing waits for you here.")
        else:
            _one_by_one(home, binding.store, list(waiting.values()))


def accepted(home: House, store: str, proposal: Proposal) -> str:
    """Write what the proposal says, as its own verdict would have, and settle it; the path of the memory."""
    candidate = proposal.candidate
    if proposal.reason in admission.REASONS:
        path = intake.accepted(home, store, proposal)
        proposals.settle(home.ledger, proposal.number, "accepted")
        return path
    stores = layers.written(store, home.places)
    older = judge.meant(candidate, [memory for each in stores for memory in extract.memories(each)])
    for each in stores:
        tombstones.lift(home.ledger, each, candidate.body, candidate.quote)
    verdict = Verdict(candidate.op if older else "create", candidate, older.path if older else "")
    run = ledger.begin_run(home.ledger, "review", proposal.session, store, "asked", "", home.stamp)
    turn = Turn("user", candidate.quote, proposal.turn, at=proposal.at)
    path = keep.every(home, store, proposal.session, [verdict], [turn], run)[0]
    ledger.end_run(home.ledger, run, "kept", "", 0.0, proposed=1, kept=1)
    proposals.settle(home.ledger, proposal.number, "accepted")
    return path


def declined(home: House, store: str, proposal: Proposal) -> None:
    """Drop it, and see that it is not proposed again in other words."""
    proposals.settle(home.ledger, proposal.number, "declined")
    tombstones.bury(home.ledger, store, [proposal.candidate.body], home.stamp)


def _one_by_one(home: House, store: str, waiting: list[Proposal]) -> None:
    """At a terminal each is asked for; elsewhere they are only listed."""
    asking = sys.stdin.isatty() and sys.stdout.isatty()
    for proposal in waiting:
        candidate = proposal.candidate
        click.echo(f"\n{proposal.number}. {candidate.body}")
        click.echo(f"   {candidate.type}; it waits because {_WHY.get(proposal.reason, proposal.reason)}")
        if candidate.quote:
            click.echo(f"   you said: \"{candidate.quote}\"")
        if not asking:
            continue
        click.echo("   [a]ccept, [d]ecline, [s]kip, [q]uit? ", nl=False)
        key = str(click.getchar()).lower()
        click.echo(key)
        if key == "q":
            return
        if key == "a":
            click.echo(f"   kept: {accepted(home, store, proposal)}")
        elif key == "d":
            declined(home, store, proposal)
    if not asking:
        click.echo("\nKeep one with `reverie review --accept N`, drop it with `--decline N`.")
