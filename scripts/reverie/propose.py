"""What a dream is about to do: what rules can do, what a model proposes as far as it is sound, and what nobody uses.

Nothing is written here but the cost of asking; each pass sees the store as the one before would leave it.
"""
from __future__ import annotations

import datetime
import os
from collections.abc import Callable, Sequence
from importlib import import_module
from typing import NamedTuple

from reverie import dreams, due, extract, ledger, models, money, session, summaries, usage, whole
from reverie.dream import ask, decay, mechanical
from reverie.dream import plan as plans
from reverie.dream.decay import Held
from reverie.dream.draft import Draft, Step
from reverie.errors import Failed, Refused
from reverie.history import log as history
from reverie.history.revision import Unkept
from reverie.house import House
from reverie.record import Answer, Usage

DONE = {"merge": "merged", "rewrite": "reworded", "supersede": "superseded", "retype": "given another type",
        "rescope": "given another scope", "archive": "archived", "keyword": "given keywords", "link": "linked",
        "dates": "with dates made absolute", "head": "with its head mended"}
"""What can be done, and the words for what was."""
_CHANGES = 100
"""Changes of the store that a model is shown at most, the newest ones."""
_SUMMARIES = 20
"""Summaries of sessions that a model is shown at most, the newest ones."""


class Plan(NamedTuple):
    """Steps on a draft, what of the model's was refused and why, and what is only reported.

    `listing` is MEMORY.md before and after; `fault` why no model was asked, or what was wrong with its answer.
    """

    draft: Draft
    steps: Sequence[Step] = ()
    refused: Sequence[tuple[str, str]] = ()
    findings: Sequence[str] = ()
    listing: tuple[str, str] = ("", "")
    fault: str = ""
    usage: Usage = Usage()

    @property
    def relists(self) -> bool:
        """Whether the index changes."""
        return self.listing[0] != self.listing[1]


def plan(house: House, store: str, draft: Draft, index: str, backend: str, say: Callable[[str], None]) -> Plan:
    """The steps of all three passes, taken in the draft; `backend` is asked unless it is none that costs anything."""
    today = house.now.date().isoformat()
    steps, findings = mechanical.plan(draft, today, index, _exists(due.root(house, store)))
    made = Plan(draft, steps, findings=findings)
    if backend not in extract.FREE and draft.files:
        fault = _no_money(house)
        say(f"Not asking {backend}: {fault}." if fault else f"Asking {backend} …")
        made = made._replace(fault=fault) if fault else _asked(house, store, made, backend)
    return made._replace(steps=[*made.steps, *_unused(house, store, draft, today)])


def _exists(root: str) -> Callable[[str], bool] | None:
    """Whether there is such a path below the project, where it is known which folder that is."""
    return (lambda path: os.path.exists(os.path.join(root, path))) if os.path.isdir(root) else None


def _unused(house: House, store: str, draft: Draft, today: str) -> list[Step]:
    """What nobody uses, if none was put aside within a day: else each further dream would take its share again."""
    since = house.now.astimezone(datetime.timezone.utc) - datetime.timedelta(days=1)
    if dreams.archived(house.ledger, store, since.strftime("%Y-%m-%dT%H:%M:%SZ")):
        return []
    return decay.plan(draft, _uses(house, store, draft), dreams.days(house.ledger, store, today), today)


def _asked(house: House, store: str, made: Plan, backend: str) -> Plan:
    """The plan with what a model proposes, or with what was wrong with its answer."""
    today = house.now.date().isoformat()
    spent = Usage(calls=1)
    try:
        last = due.state(house, store, "").last
        job = ask.job(made.draft, _summaries(house, store, last), made.findings, today, _diff(house, store, last))
        answer: Answer = import_module(models.BACKENDS[backend]).ask(job, house.means)
        spent = answer.usage
        steps, refused = plans.judged(answer.data, made.draft, today)
    except (Failed, Refused) as failure:
        kind = failure.kind if isinstance(failure, Failed) else "unreadable"
        return made._replace(fault=f"{kind}: {failure}", usage=Usage() if kind == "missing" else spent)
    named = [(_op(answer.data, number), reason) for number, reason in refused]
    return made._replace(steps=[*made.steps, *steps], refused=named, usage=spent)


def _op(data: object, number: int) -> str:
    """What the model called its step, as far as that is a word of ours."""
    steps = data.get("steps") if isinstance(data, dict) else None
    step = steps[number] if isinstance(steps, list) and number < len(steps) else None
    op = step.get("op") if isinstance(step, dict) else None
    return op if isinstance(op, str) and op in DONE else "?"


def _no_money(house: House) -> str:
    """Why no model may be asked now, in the ledger's word for it."""
    midnight = house.now.replace(hour=0, minute=0, second=0, microsecond=0).astimezone(datetime.timezone.utc)
    spent = ledger.spent(house.ledger, "", midnight.strftime("%Y-%m-%dT%H:%M:%SZ"))
    return money.objection(spent, house.means.settings, house.now.timestamp(), urgent=True)


def _diff(house: House, store: str, since: float) -> str:
    """What changed in the store since then, as a unified diff; empty where that is not known."""
    try:
        new = [each for each in history.entries(house.places, store, _CHANGES) if each.entry.at > since > 0]
        return history.diff(house.places, store, new[::-1]) if new else ""
    except Unkept:
        return ""


def _summaries(house: House, store: str, since: float) -> list[str]:
    """What the project's sessions came to that ended since then, the newest last."""
    folder = summaries.folder(house.places, session.Binding(due.root(house, store), store, False))
    try:
        found = [(entry.stat().st_mtime, entry.path) for entry in os.scandir(folder) if entry.name.endswith(".md")]
    except OSError:
        return []
    new = sorted(pair for pair in found if pair[0] > since)
    return [(whole.read(path) or b"").decode("utf-8", "replace") for _, path in new[-_SUMMARIES:]]


def _uses(house: House, store: str, draft: Draft) -> dict[str, Held]:
    """What the ledger and the disk know of each memory of the draft."""
    counts, said_in = usage.of(house.ledger, store), dreams.support(house.ledger, store)
    held = {}
    for file in draft.files:
        path = os.path.join(store, file)
        held[file] = Held(counts.get(path, usage.Use()).last[:10], _written(path), said_in.get(path, 1))
    return held


def _written(path: str) -> str:
    """The day of the file's time, empty where there is none."""
    try:
        return datetime.date.fromtimestamp(os.path.getmtime(path)).isoformat()
    except (OSError, ValueError, OverflowError):
        return ""
