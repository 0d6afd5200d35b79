"""`reverie extract`: look at transcripts when asked to, for people and for measurements."""
from __future__ import annotations

import glob
import json
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from typing import Any

import click

from reverie import extract as job
from reverie import freshness, gate, house, lock, models, project, session, weigh
from reverie import places as p
from reverie.commands import Where, here, placed, written
from reverie.errors import Refused
from reverie.extract import Ask
from reverie.house import House
from reverie.record import Verdict
from reverie.settings import BACKENDS
from reverie.transcripts import claude as transcript

_OVERHEAD = 1_500
"""Tokens of a call besides what was said."""
_PRICE = 1.0
"""Dollars for a million tokens read by the small model, about; what is written adds little."""


@click.command()
@click.argument("transcripts", nargs=-1, type=click.Path(exists=True, dir_okay=False))
@click.option("--dry-run", is_flag=True, help="Ask and judge, but write nothing.")
@click.option("--json", "as_json", is_flag=True, help="One JSON array of what was decided, for programs.")
@click.option("--backend", type=click.Choice(BACKENDS), help="Instead of the one that is set.")
@click.option("--since", default="", help="Look only at what was said from this ISO day on.")
@click.option("--backfill", is_flag=True, help="All of this project's transcripts, from before Reverie too.")
@click.option("--yes", is_flag=True, help="Do not ask before a backfill.")
@placed
def extract(transcripts: tuple[str, ...], dry_run: bool, as_json: bool, backend: str | None, since: str,
            backfill: bool, yes: bool, where: Where) -> None:
    """Look at transcripts and keep what is worth keeping, within the limits of the day.

    Example: reverie extract --dry-run ~/.claude/projects/-work-app/5c1f0a3e.jsonl
    """
    env = {**os.environ, **({"REVERIE_BACKEND": backend} if backend else {})}
    places, binding = here(where)
    written(places, binding, where)
    paths = [*transcripts, *(_all(places, binding.root) if backfill else [])]
    if not paths:
        raise Refused("Name a transcript, or say --backfill for all of this project's.")
    asks = [Ask(os.path.basename(path).removesuffix(".jsonl"), path, binding.root, binding.store, "asked",
                since=since) for path in dict.fromkeys(map(os.path.abspath, paths))]
    with _alone(places, dry_run), house.opened(places, env) as home:
        if backfill and not (yes or dry_run):
            _confirm(home, [ask.transcript for ask in asks])
        decided = _decided(home, asks, dry_run, show=backfill and not as_json)
    click.echo(json.dumps(decided, ensure_ascii=False, indent=2) if as_json else _told(decided, dry_run))


@contextmanager
def _alone(places: p.Places, dry_run: bool) -> Iterator[None]:
    """Never two at a time over the same sessions: the worker's lock, unless nothing is going to be written."""
    try:
        with nullcontext() if dry_run else lock.alone(places.lock, patience=10.0):
            yield
    except lock.Busy:
        raise Refused("The worker is extracting at the moment; try again when it is done.") from None


def _decided(home: House, asks: list[Ask], dry_run: bool, show: bool) -> list[dict[str, Any]]:
    """What was decided on each transcript, in the order of the asks."""
    rows: list[dict[str, Any]] = []
    with click.progressbar(asks, label="Reading", file=sys.stderr, hidden=not (show and sys.stderr.isatty())) as bar:
        for ask in bar:
            for verdict in _dry(home, ask) if dry_run else job.run(home, ask):
                rows.append({"transcript": ask.transcript, **_row(verdict)})
    return rows


def _dry(home: House, ask: Ask) -> list[Verdict]:
    """The verdicts on the whole transcript, with nothing written down."""
    verdicts: list[Verdict] = []
    stop = -1
    start = 0
    while stop != start:
        start = max(stop, 0)
        span = transcript.span(ask.transcript, start)
        stop = span.stop
        if span.opted_out or gate.foreign(span) or session.opted_out(home.places, ask.session):
            return []
        turns = [turn for turn in span.turns if turn.at[:19] >= ask.since or not turn.at]
        if any(turn.role == "user" for turn in turns):
            backend = models.chosen(home.means)
            today = freshness.day([turn.at for turn in turns], home.now)
            known = job.known(home, ask)
            verdicts += weigh.weigh(home.means, backend, turns, known, today, (), ask.session, ask.root).verdicts
    return verdicts


def _confirm(home: House, paths: list[str]) -> None:
    """Say what a backfill would cost, and ask."""
    size = sum(_said(path) for path in paths)
    spans = size // 60_000 + len(paths)
    tokens = size // 4 + spans * _OVERHEAD
    backend = models.chosen(home.means)
    dollars = f"${tokens * _PRICE / 1e6:.2f} with a small model"
    cost = "nothing" if backend in job.FREE else f"about {tokens:,} tokens ({dollars})"
    click.echo(f"{len(paths)} transcripts, {size:,} characters of talk; with the {backend} backend that costs {cost}.")
    click.confirm("Go on?", abort=True)


def _said(path: str) -> int:
    """Characters of talk in a transcript."""
    size, start, stop = 0, -1, 0
    while stop != start:
        start = stop
        span = transcript.span(path, start)
        stop = span.stop
        size += sum(len(turn.text) for turn in span.turns)
    return size


def _all(places: p.Places, root: str) -> list[str]:
    folder = os.path.join(places.projects, project.encode(root))
    return sorted(glob.glob(os.path.join(glob.escape(folder), "*.jsonl")))


def _row(verdict: Verdict) -> dict[str, Any]:
    target = os.path.basename(verdict.target)
    return {**verdict.candidate._asdict(), "op": verdict.op, "target": target, "reason": verdict.reason}


def _told(rows: list[dict[str, Any]], dry_run: bool) -> str:
    """The decisions for a person."""
    lines = [f"{row['op']:<10}{row['type']:<10}{row['name']}: {row['reason'] or row['description']}" for row in rows]
    return "\n".join([*lines, *(["Nothing was written."] if dry_run else [])]) or "Nothing worth keeping was found."
