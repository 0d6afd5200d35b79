"""Ask the backend which memories bear on a prompt, and lay down what it names for the session to take.

The prompt is not kept waiting and nothing depends on the answer: late, refused, unreadable or none at all, the session
goes on with what shared words brought up.
"""
from __future__ import annotations

import datetime
import json
import os
import time
from collections.abc import Mapping
from importlib import import_module
from typing import Any, NamedTuple

from reverie import (
    catalog,
    extract,
    framing,
    layers,
    ledger,
    lookup,
    models,
    money,
    offers,
    prompt,
    query,
    recall,
    reconcile,
)
from reverie.errors import Failed, Refused
from reverie.house import House
from reverie.layers import Layer
from reverie.lookup import Hit
from reverie.record import Answer, Job, Usage
from reverie.secrets import redaction
from reverie.session import bound, opted_out, shown

MOST = 5
LATE = 90.0
"""Seconds after a prompt from which on nothing is chosen for it any more: by then the work is under way."""
SHARE = 0.5
"""Of a day's calls and tokens, what choosing may use up: the rest is for extraction, which nothing makes up for."""
_LISTED = 24_000
"""Characters of the list that a model is shown; of a larger store it gets what is likely to be most useful."""
_LINE = 200
SCHEMA: dict[str, Any] = {
    "type": "object",
    "additionalProperties": False,
    "required": ["files"],
    "properties": {"files": {"type": "array", "items": {"type": "string"}}},
}


class Wanted(NamedTuple):
    """What a prompt's hook asked for: memories of this store for these words, as long as the ticket holds."""

    session: str
    store: str
    prompt: str
    ticket: str


def run(house: House, wanted: Wanted) -> list[str]:
    """Have memories chosen and lay them down for the session; their paths."""
    backend = models.chosen(house.means)
    if (house.means.settings.recall != "model" or backend in extract.FREE
            or opted_out(house.places, wanted.session)
            or not offers.awaited(house.places, wanted.session, wanted.ticket)):
        return []
    for store in layers.written(wanted.store, house.places):
        reconcile.shelve(house, store)
    listed = manifest(house, wanted)
    if not listed:
        return []
    objection = _objection(house, wanted)
    run = ledger.begin_run(
        house.ledger, "recall", wanted.session, wanted.store, "UserPromptSubmit", backend, house.stamp)
    if objection:
        ledger.end_run(house.ledger, run, "skipped", objection, 0.0)
        return []
    return _chosen(house, wanted, backend, listed, run)


def manifest(house: House, wanted: Wanted) -> dict[str, Hit]:
    """What may be chosen, by the file as the list names it, likely use first; not what this session was shown."""
    seen = shown(house.places, wanted.session)
    asked = query.of(wanted.prompt)
    among = _layers(house, wanted)
    near = recall.ranked(asked, lookup.search(house.places, [layer.store for layer in among], asked))
    ranks = {apt.hit.path: rank for rank, apt in enumerate(near)}
    hits = [hit for layer in among for hit in catalog.listed(house.catalog, layer.store)
            if recall.mark(hit) not in seen]
    hits.sort(key=lambda hit: (ranks.get(hit.path, len(ranks)), -hit.pinned, -hit.uses))  # then as observed
    listed: dict[str, Hit] = {}
    room = _LISTED
    for hit in hits:
        file = _named(hit, among)
        room -= len(_line(file, hit)) + 1
        if room < 0:
            break
        listed[file] = hit
    return listed


def _layers(house: House, wanted: Wanted) -> list[Layer]:
    binding = bound(house.places, wanted.session)
    return layers.of(binding, house.places) if binding else [Layer(layers.PROJECT, wanted.store)]


def _named(hit: Hit, among: list[Layer]) -> str:
    """The file below its store; of another layer than the project's with the layer's name before it."""
    layer = layers.of_path(among, hit.path)
    file = _flat(os.path.relpath(hit.path, layer.store)) if layer else _flat(hit.path)
    return file if layer is None or layer.name == layers.PROJECT else f"{layer.name}/{file}"


def picked(raw: object, listed: Mapping[str, Hit]) -> list[Hit]:
    """The memories that an answer names, at most five; what is not on the list is passed over.

    Refused when the answer is not of the form.
    """
    if not isinstance(raw, dict) or set(raw) != {"files"} or not isinstance(raw["files"], list):
        raise Refused("the choice is not an object with one list named files")
    named = dict.fromkeys(name for name in raw["files"] if isinstance(name, str))
    return [listed[name] for name in named if name in listed][:MOST]


def _chosen(house: House, wanted: Wanted, backend: str, listed: Mapping[str, Hit], run: int) -> list[str]:
    """One call of the backend, and what came of it in the ledger."""
    began = time.monotonic()
    usage = Usage(calls=1)
    try:
        answer: Answer = import_module(models.BACKENDS[backend]).ask(_job(house, wanted, listed), house.means)
        usage = answer.usage
        hits = picked(answer.data, listed)
    except (Failed, Refused) as failure:
        kind = failure.kind if isinstance(failure, Failed) else "unreadable"
        spent = Usage() if kind == "missing" else usage
        ledger.end_run(house.ledger, run, "failed", f"{kind}: {failure}", time.monotonic() - began, **spent._asdict())
        extract.tell(house, wanted.session, kind, str(failure))
        return []
    awaited = offers.awaited(house.places, wanted.session, wanted.ticket)
    laid = hits if awaited else []
    if laid:
        offers.lay(house.places, wanted.session, wanted.ticket, laid)
    ledger.end_run(house.ledger, run, "kept" if laid else "nothing", "" if awaited else "superseded",
                   time.monotonic() - began, proposed=len(hits), kept=len(laid), **usage._asdict())
    return [hit.path for hit in laid]


def _job(house: House, wanted: Wanted, listed: Mapping[str, Hit]) -> Job:
    """What the model is asked. Secrets are taken out before it sees a word."""
    said = json.dumps({"prompt": framing.tame(redaction.redact(wanted.prompt))}, ensure_ascii=False)
    lines = "\n".join(_line(file, hit) for file, hit in listed.items())
    return Job(system=prompt.text("choose", most=str(MOST)),
               prompt=prompt.text("choose-prompt", memories=redaction.redact(lines), asked=said),
               schema=SCHEMA, turns=(), today=house.now.date().isoformat(), session=wanted.session)


def _line(file: str, hit: Hit) -> str:
    return f"- [{hit.type or 'memory'}] {file}: {_flat(hit.description or hit.name)}"[:_LINE]


def _flat(text: str) -> str:
    return " ".join(framing.tame(text).split())


def _objection(house: House, wanted: Wanted) -> str:
    """Why no model may be asked now, in the ledger's word for it."""
    if time.time() - int(wanted.ticket) / 1e9 > LATE:
        return "late"
    midnight = house.now.replace(hour=0, minute=0, second=0, microsecond=0).astimezone(datetime.timezone.utc)
    spent = ledger.spent(house.ledger, wanted.session, midnight.strftime("%Y-%m-%dT%H:%M:%SZ"))
    if (spent.calls >= SHARE * house.means.settings.calls_per_day
            or spent.tokens >= SHARE * house.means.settings.tokens_per_day):
        return money.BUDGET
    return money.objection(spent, house.means.settings, house.now.timestamp(), urgent=True)
