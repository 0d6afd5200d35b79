"""`reverie status`: whether Reverie works in this project, in a line; then what it keeps, did, may spend and waits for.

The keys of `--json` are the fields of `standing.Standing`, and stay.
"""
from __future__ import annotations

import datetime
import json
import os
from collections.abc import Iterator

import click

from reverie import gate, house, index, layers, standing
from reverie.commands import here, in_project, plain
from reverie.framing import tame
from reverie.standing import Lookup, Run, Standing
from reverie.stock import Stock
from reverie.tables import counted

_NAMES = {layers.PROJECT: "of this project", layers.TEAM: "of the team", layers.PERSON: "yours"}
_REASONS = {
    gate.NOTHING_SAID: "nothing was said that a later session would need",
    gate.MEMORY_TOOL: "the agent had saved it itself", gate.NO_TRANSCRIPT: "the client kept no transcript",
    gate.CHILD: "a session that a program ran", gate.DISABLED: "extraction is off for it",
}
"""The ledger's words for why nothing was extracted."""
_GROUPS = ("memories", "last extract", "today", "waits", "history", "last fault")
"""Before each of these stands an empty line."""


@click.command()
@click.option("--short", is_flag=True, help="Only the first line; ends with 1 where it does not work.")
@click.option("--json", "as_json", is_flag=True, help="One JSON object, for programs.")
@in_project
def status(short: bool, as_json: bool, project: str | None) -> None:
    """Tell in the first line whether Reverie works here, or what does not and how to mend it; then what it keeps, what
    it did last, what it spent, and what waits.

    Example: reverie status --short
    """
    places, binding = here(project)
    with house.opened(places, os.environ) as home:
        if short:
            works, headline = standing.headline(home, binding)
            click.secho(tame(headline), bold=True, fg=None if works else "red")
            raise SystemExit(0 if works else 1)
        now = standing.of(home, binding)
    if as_json:
        click.echo(json.dumps(plain(now), ensure_ascii=False, indent=2))
        return
    click.secho(tame(now.headline), bold=True, fg=None if now.works else "red")
    for label, text in _lines(now):
        if label in _GROUPS:
            click.echo()
        click.echo(f"{label:<14}{tame(text)}")


def _lines(now: Standing) -> Iterator[tuple[str, str]]:
    for n, each in enumerate(now.layers):
        yield "" if n else "memories", _stock(each)
    yield "project", f"{_short(now.project)} ({now.kind})"
    for folder, many in now.elsewhere:
        yield "elsewhere", (f"{counted(many, 'file')} in {folder} are not read here;"
                            f" `reverie relocate {folder}` brings them in")
    yield "client", ("its own memory is on and injects the index; Reverie adds recall and other layers" if now.native
                     else "its own memory is off here: Reverie injects the index and the rules of saving")
    yield "hooks", ", ".join(now.hooks) or "not registered: run `reverie install`, or install the plugin"
    yield "reading", "on" if now.reading else "off (`use: false` in config.yaml)"
    yield "extraction", f"{now.backend} ({'chosen by auto' if now.backend_set == 'auto' else 'as set'})"
    yield "recall", now.recall
    yield from _past(now)
    yield from _spent(now)
    yield from _waiting(now)
    yield from (("history", now.history), ("use", now.use), ("team", now.team), ("sync", now.sync),
                ("sessions", now.sessions))
    yield "last fault", now.last_fault or "none"
    yield from (("settings", fault) for fault in now.faults)


def _stock(each: Stock) -> str:
    """One layer: how many memories, and of what a client loads of an index how much is used."""
    counted = f"{each.memories} {_NAMES[each.layer]}, in {_short(each.store)}"
    if each.layer == layers.TEAM:
        return counted
    full = f"index {each.lines} of {index.LINES} lines, {each.characters:,} of {index.CHARACTERS:,} characters"
    left_out = f"; {each.left_out} entries have no room at a session's start" if each.left_out else ""
    return f"{counted}; {full}{left_out}"


def _short(path: str) -> str:
    """A path as a person writes it."""
    home = os.path.join(os.environ.get("HOME") or os.path.expanduser("~"), "")
    return f"~/{path[len(home):]}" if path.startswith(home) else path


def _when(stamp: str) -> str:
    """A time of the ledger, where the person is."""
    return datetime.datetime.fromisoformat(stamp.replace("Z", "+00:00")).astimezone().strftime("%Y-%m-%d %H:%M")


def _past(now: Standing) -> Iterator[tuple[str, str]]:
    past = now.past
    yield "last extract", _run(past.extract) if past.extract else "nothing extracted yet"
    yield "last dream", _run(past.dream) if past.dream else "none yet: `reverie dream --dry-run` shows one"
    if past.dream_failed and past.dream_failed != past.dream:
        yield "", f"last failure {_run(past.dream_failed)}"
    for each in now.gates:
        yield "", f"{'open  ' if each.open else 'closed'} {each.name}: {each.value}; needs {each.threshold}"
    if now.dream_due:
        yield "", f"a dream is due since {now.dream_due[:10]}: the index is nearly full"
    yield "last recall", _lookup(past.recall) if past.recall else "no prompt was looked up yet"
    if past.chosen:
        yield "", f"by a model {_run(past.chosen)}"


def _run(run: Run) -> str:
    """One run of the ledger: when, after what, and what came of it."""
    came = f"kept {run.kept} of {run.proposed}" if run.status in ("kept", "nothing") else run.status
    reason = _REASONS.get(run.reason, run.reason)
    return f"{_when(run.at)} after {run.trigger}: {came}" + (f" ({reason})" if reason else "")


def _lookup(found: Lookup) -> str:
    shown = f"{found.whole} shown whole, {found.lines} as a line" if found.whole + found.lines else "nothing fitted"
    return f"{_when(found.at)}, {shown}, of {found.scanned} there ({found.strategy}, {found.ms:.1f} ms)"


def _spent(now: Standing) -> Iterator[tuple[str, str]]:
    day = now.today
    unpriced = f" and {day.unpriced} runs of unknown cost" if day.unpriced else ""
    yield "today", (f"{day.calls} of {day.calls_limit} calls, {day.tokens_in + day.tokens_out:,} of"
                    f" {day.tokens_limit:,} tokens, ${day.usd:.4f}{unpriced}; {day.runs} runs, {day.failed} failed")
    if day.held:
        yield "held back", day.held


def _waiting(now: Standing) -> Iterator[tuple[str, str]]:
    waits = now.waits
    yield "waits", ", ".join(text for many, text in (
        (waits.notes, f"{counted(waits.notes, 'note')} for the worker"),
        (waits.review, f"{waits.review} for your yes: `reverie review`"),
        (waits.team, f"{waits.team} of the team for a look: `reverie team review`")) if many) or "nothing"
    if waits.notes_given_up:
        yield "", f"{waits.notes_given_up} notes were given up; they lie in the spool's folder `parked`"
    for each in waits.parked:
        yield "", f"{each.parts} parts of session {each.session} were passed over: {each.reason}"
