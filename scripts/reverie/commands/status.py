"""`reverie status`: what Reverie does in this project, what it did last, and whether it works."""
from __future__ import annotations

import datetime
import json
import os
import sqlite3
from collections.abc import Iterator

import click

from reverie import (
    conversations,
    dreams,
    due,
    excerpt,
    extract,
    history,
    house,
    ledger,
    library,
    models,
    money,
    ordering,
    proposals,
    settings,
    spool,
    usage,
    venv,
)
from reverie import places as p
from reverie.commands import here
from reverie.on import session_start
from reverie.session import Binding


@click.command()
@click.option("--project", help="A folder of the project; default: this one.")
def status(project: str | None) -> None:
    """Tell what Reverie does here, what it did last, what waits, and what went wrong.

    Example: reverie status
    """
    places, binding = here(project)
    for label, text in _lines(places, binding):
        click.echo(f"{label:<12}{text}")


def _lines(places: p.Places, binding: Binding) -> Iterator[tuple[str, str]]:
    chosen = settings.load(places, os.environ)
    yield "project", binding.root
    yield "memories", f"{sum(1 for _ in library.files(binding.store))} in {binding.store}"
    yield "index", ("the client injects it (its own memory is on); Reverie adds recall" if binding.native
                    else "Reverie injects it (the client's own memory is off here)")
    yield "reading", "on" if chosen.use else "off (`use: off` in config.yaml)"
    yield "hooks", ", ".join(_registered(places)) or "not registered: run `reverie install`, or install the plugin"
    yield "packages", "ready" if venv.ready(places, p.plugin()) else _unready(places)
    backend = models.chosen(models.Means(chosen, os.environ, places))
    yield "extraction", f"{backend} ({'chosen by auto' if chosen.backend == 'auto' else 'as set'})"
    yield "recall", _recall(chosen, backend)
    with house.opened(places, os.environ) as home:
        yield "last", _last(home, binding.store)
        yield from _dream(home, binding.store)
        yield "today", _spent(home)
        yield "limits", _limits(home, chosen)
        yield "index size", _size(home, binding)
        yield "history", history.told(places, binding.store)
        yield "use", usage.told(home.ledger, binding.store)
        yield "review", _waiting(home, binding.store)
        yield "sessions", conversations.told(home, binding.root)
        yield from _parked(home)
    waiting, parked = len(spool.waiting(places)), len(spool.waiting(places, "parked"))
    yield "spool", f"{waiting} waiting" + (f", {parked} parked in {places.spool}/parked" if parked else "")
    for fault in chosen.faults:
        yield "settings", fault
    yield "last fault", _fault(places) or "none"


def _recall(chosen: settings.Settings, backend: str) -> str:
    """How memories come to a prompt, and whether that is what was asked for."""
    if not chosen.use or chosen.recall == "none":
        return "none"
    if chosen.recall == "model" and backend in extract.FREE:
        return f"lexical: {backend} asks no model, so `recall: model` is without effect"
    return chosen.recall


def _size(home: house.House, binding: Binding) -> str:
    """How full the index is, and what of it a session does not get to see at its start."""
    ranks = excerpt.ranks(ordering.laid_down(home, binding.store))
    left_out = 0 if binding.native else session_start.block(binding, ranks)[1]
    told = f"; {left_out} entries have no room at a session's start" if left_out else ""
    return ordering.told(home, binding.store) + told


def _dream(home: house.House, store: str) -> Iterator[tuple[str, str]]:
    """What the last dream came to, the last that failed, and each gate that the next one waits for."""
    last, failed = dreams.last_run(home.ledger, store), dreams.last_run(home.ledger, store, "failed")
    yield "dream", _run(last) if last else "no dream yet: `reverie dream --dry-run` shows what one would do"
    if failed and last and failed["id"] != last["id"]:
        yield "", f"last failure {_run(failed)}"
    for gate in due.standing(home, store):
        yield "", f"{'open  ' if gate.open else 'closed'} {gate.name}: {gate.value}; needs {gate.threshold}"


def _last(home: house.House, store: str) -> str:
    row = home.ledger.execute(
        "select * from runs where store = ? and job = 'extract' order by id desc limit 1", (store,)
    ).fetchone()
    return _run(row) if row else "nothing extracted yet"


def _run(row: sqlite3.Row) -> str:
    """One run of the ledger: when, after what, and what came of it."""
    what = f"kept {row['kept']} of {row['proposed']}" if row["status"] in ("kept", "nothing") else row["status"]
    return f"{row['started']} after {row['trigger']}: {what}" + (f" ({row['reason']})" if row["reason"] else "")


def _spent(home: house.House) -> str:
    day = home.stamp[:10]
    row = home.ledger.execute(
        "select count(*) runs, sum(calls) calls, sum(tokens_in) tin, sum(tokens_out) tout, sum(cost_usd) usd,"
        " sum(calls > 0 and cost_usd is null) unknown, sum(status = 'failed') failed from runs where started >= ?",
        (day,),
    ).fetchone()
    cost = f"${row['usd']:.4f}" if row["usd"] else "$0"
    unknown = f" and {row['unknown']} runs of unknown cost" if row["unknown"] else ""
    return (f"{row['runs']} runs, {row['failed'] or 0} failed, {row['calls'] or 0} model calls,"
            f" {row['tin'] or 0} + {row['tout'] or 0} tokens, {cost}{unknown}")


def _limits(home: house.House, chosen: settings.Settings) -> str:
    """What may still be spent today, and what holds extraction back now."""
    spent = ledger.spent(home.ledger, "", home.stamp[:10])
    held = extract.paused(home) and "paused: `reverie resume`" or ""
    if spent.failures:
        until = datetime.datetime.fromtimestamp(spent.last_failure + money.wait(spent.failures, spent.kind))
        if until.timestamp() > home.now.timestamp():
            held = f"{spent.failures} failures ({spent.kind}); next try {until:%Y-%m-%d %H:%M}, or `reverie resume`"
    return (f"{spent.calls} of {chosen.calls_per_day} calls, {spent.tokens:,} of {chosen.tokens_per_day:,} tokens today"
            + (f"; {held}" if held else ""))


def _waiting(home: house.House, store: str) -> str:
    count = len(proposals.waiting(home.ledger, store))
    return f"{count} waiting for your yes: `reverie review`" if count else "nothing waits"


def _parked(home: house.House) -> Iterator[tuple[str, str]]:
    """What failed three times and was passed over."""
    for row in home.ledger.execute("select session, reason, count(*) many from parked group by session, reason"):
        yield "parked", f"{row['many']} parts of session {row['session']}: {row['reason']}"


def _registered(places: p.Places) -> Iterator[str]:
    """The ways in which the client was told of our hooks."""
    try:
        with open(os.path.join(places.config, "settings.json"), encoding="utf-8") as file:
            known = json.load(file)
    except (OSError, ValueError):
        return
    if isinstance(known, dict):
        if os.path.join(places.app, "hooks", "run") in json.dumps(known.get("hooks"), ensure_ascii=False):
            yield "settings.json"
        enabled = known.get("enabledPlugins")
        if isinstance(enabled, dict):
            yield from (f"plugin {name}" for name, on in enabled.items() if on and name.startswith("reverie@"))


def _unready(places: p.Places) -> str:
    try:
        with open(os.path.join(places.home, "prepare.json"), encoding="utf-8") as file:
            return f"could not be fetched: {json.load(file)['reason']}"
    except (OSError, ValueError, KeyError):
        return "not fetched yet; the next session start fetches them, notes wait until then"


def _fault(places: p.Places) -> str:
    try:
        with open(places.log, encoding="utf-8", errors="replace") as file:
            return (file.read().splitlines() or [""])[-1]
    except OSError:
        return ""
