"""`reverie stats`: what was extracted, dreamt and recalled, what it cost, and how that changes from week to week."""
from __future__ import annotations

import json
import os
from typing import Any

import click

from reverie import house, tables
from reverie import stats as job
from reverie.commands import Where, here, placed, written
from reverie.stats import Stats


@click.command()
@click.option("--since", default="", metavar="DAY", help="From this day on: 2026-11-01, or 30d, 2w, 3m ago.")
@click.option("--json", "as_json", is_flag=True, help="One JSON object, for programs.")
@placed
def stats(since: str, as_json: bool, where: Where) -> None:
    """Add up what Reverie did here: extractions, dreams, recalls, calls of a model, tokens and money, by week.

    Example: reverie stats --since 30d
    """
    places, binding = here(where)
    stores = [layer.store for layer in written(places, binding, where)]
    with house.opened(places, os.environ) as home:
        found = job.of(home.ledger, stores, job.since(since, home.now.date()))
    if as_json:
        click.echo(json.dumps(_plain(found), ensure_ascii=False, indent=2))
        return
    _show(found)


def _show(found: Stats) -> None:
    extracts, dreams, recalls = found.extracts, found.dreams, found.recalls
    if not (extracts.runs or dreams.runs or recalls.prompts or found.weeks):
        click.echo("Nothing was extracted, dreamt or recalled here yet.")
        return
    since = f" since {found.since}" if found.since else ""
    click.echo(f"{extracts.runs} extractions{since}: kept {extracts.kept} of {extracts.proposed} proposed"
               f"{_listed(extracts.types)}; the median took {extracts.seconds:.1f} s.")
    tables.show("How extractions ended", ("status", "reason", "runs"),
                [(each.status, each.reason or "-", each.runs) for each in extracts.outcomes])
    click.echo(f"{dreams.runs} dreams{since}{_listed(dreams.outcomes)}: steps done{_listed(dreams.steps) or ' none'},"
               f" {dreams.refused} refused; the median took {dreams.seconds:.1f} s.")
    click.echo(f"{recalls.prompts} prompts looked up{since}: something was shown for {recalls.hits}"
               f" ({recalls.rate:.0%}), {recalls.bodies} memories whole and {recalls.pointers} as a line; the median"
               f" took {recalls.ms:.1f} ms in the hook, the slowest {recalls.slowest:.1f} ms.")
    unpriced = f", and {found.unpriced} runs of unknown cost" if found.unpriced else ""
    click.echo(f"{found.calls} calls of a model, {found.tokens:,} tokens, ${found.usd:.4f}{unpriced}.")
    tables.show("By week", ("week of", "extractions", "kept", "prompts", "with recall", "calls", "tokens", "cost"),
                [(each.monday, each.extracts, each.kept, each.prompts, each.hits, each.calls, f"{each.tokens:,}",
                  f"${each.usd:.4f}") for each in found.weeks])


def _listed(counts: dict[str, int]) -> str:
    return f" ({', '.join(f'{name} {count}' for name, count in counts.items())})" if counts else ""


def _plain(value: object) -> Any:
    """Named tuples as objects, down to the last."""
    if isinstance(value, tuple) and hasattr(value, "_asdict"):
        return {name: _plain(each) for name, each in value._asdict().items()}
    if isinstance(value, tuple | list):
        return [_plain(each) for each in value]
    return value
