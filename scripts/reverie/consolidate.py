"""A dream: a store is tidied between sessions. What rules can do always, what a model proposes as far as it is sound.

No lock that a save needs is held while a model thinks. Every run is a row of the ledger, every step has its outcome,
and all that a run changes in the store is one commit.
"""
from __future__ import annotations

import os
import time
from collections.abc import Callable, Sequence
from typing import NamedTuple

from reverie import archive, clientdream, dreams, due, enact, ledger, lock, models, newsdesk, ordering, propose, whole
from reverie.dream import draft as drafts
from reverie.dreams import Row
from reverie.errors import Refused
from reverie.history import commits
from reverie.house import House
from reverie.library import INDEX
from reverie.propose import DONE, Plan
from reverie.relist import relisted

ASKED = "asked"
"""The trigger of a dream that a person asks for: no gate holds for it but the lock."""
BUSY, DECLINED, DRY = "another dream is at work", "declined", "dry run"


class Dream(NamedTuple):
    """What came of it: the run's number in the ledger and its status and reason there, 0 where none was begun."""

    run: int = 0
    status: str = "skipped"
    reason: str = ""
    plan: Plan | None = None
    rows: Sequence[Row] = ()


def run(house: House, store: str, trigger: str, dry: bool = False, approve: Callable[[Plan], bool] | None = None,
        model: bool = True, sid: str = "", say: Callable[[str], None] = lambda _: None) -> Dream:
    """Dream over the store. `dry` changes nothing in it; `approve` is shown the plan and decides whether it is done.

    A dream that begins by itself needs open gates; Refused where a person asks for one that cannot be now.
    """
    try:
        with lock.alone(house.places.dreaming(store)):
            _finish(house, store)
            standing = (clientdream.at_work(store, house.now.timestamp()) if trigger == ASKED
                        else due.objection(house, store, sid))
            if not standing:
                return _run(house, store, trigger, dry, approve, model, sid, say)
    except lock.Busy:
        standing = BUSY
    if trigger == ASKED:
        raise Refused(f"No dream now: {standing}. Try again later.")
    return Dream(reason=standing)


def _run(house: House, store: str, trigger: str, dry: bool, approve: Callable[[Plan], bool] | None, model: bool,
         sid: str, say: Callable[[str], None]) -> Dream:
    # 1. The gates are open and the lock is ours. What was changed by hand goes into the history as theirs.
    if not dry:
        commits.outside(house, store)
    # 2. The store as it stands; where nothing changed since the last dream, no model has anything to look at.
    began = time.monotonic()
    draft, before = drafts.read(store), _index(store)
    changed = due.fingerprint(store, draft.base) != due.state(house, store, sid).baseline
    backend = models.chosen(house.means) if model and changed else "off"
    number = ledger.begin_run(house.ledger, "dream", sid, store, trigger, backend, house.stamp)
    say(f"{len(draft.files)} memories read.")
    # 3. What rules can do. 4. What a model proposes, as far as it is sound. 5. What nobody uses.
    plan = None
    try:
        plan = propose.plan(house, store, draft, before, backend, say)
    finally:
        if plan is None:
            ledger.end_run(house.ledger, number, "failed", "broken: the log says how", time.monotonic() - began)
    plan = plan._replace(listing=(before, _relisted(store, before, plan)))
    # 6. A person may look at it first.
    if dry or approve and (plan.steps or plan.relists) and not approve(plan):
        return _ended(house, Dream(number, "skipped", DRY if dry else DECLINED, plan), began)
    # 7. It is done, step by step, and all that it changes is one commit of ours.
    with commits.recorded(house, store, "dream", "dream", number, sid) as change:
        rows = enact.apply(house, store, draft, plan.steps, number)
        ordering.refresh(house, store)
        plan = plan._replace(listing=(before, _index(store)))
        change.reason = _told(plan, rows)
        change.subject = f"dream: {change.reason}"
    archive.tidy(house.places, store)
    # 8. From here on the next dream looks for changes, unless a model has still to see these.
    if not plan.fault:
        left = due.fingerprint(store, enact.left(draft, rows))
        dreams.dreamt(house.ledger, store, house.now.timestamp(), house.now.date().isoformat(), left)
    # 9. The next session is told, where nobody is looking on.
    if trigger != ASKED:
        newsdesk.dreamt(house, store, [row.op for row in rows if row.outcome == "applied"], number)
    return _ended(house, Dream(number, _status(plan, rows), change.reason, plan, rows), began)


def mend(house: House, store: str) -> None:
    """Finish what a dream that was killed has left, unless one is at work now."""
    if dreams.unfinished(house.ledger, store):
        try:
            with lock.alone(house.places.dreaming(store)):
                _finish(house, store)
        except lock.Busy:
            pass


def _finish(house: House, store: str) -> None:
    """For the one who holds the lock: dreams that were killed are done to their end."""
    for number in dreams.unfinished(house.ledger, store):
        with commits.recorded(house, store, "dream", "dream: what an interrupted one left", number):
            rows = enact.carry_out(house, store, number)
        archive.tidy(house.places, store)
        kept = sum(row.outcome == "applied" for row in rows)
        dreams.clear(house.ledger, number)
        ledger.end_run(house.ledger, number, "kept" if kept else "failed", "interrupted, and finished later", 0.0,
                       proposed=len(rows), kept=kept)


def _relisted(store: str, before: str, plan: Plan) -> str:
    """The index as it has to be behind the steps."""
    texts = {file: data.decode("utf-8", "surrogateescape") for file, data in plan.draft.base.items()}
    gone = {file for step in plan.steps for file, _ in step.closes}
    return relisted(before, texts, plan.draft.files,
                    lambda file: file not in gone and os.path.exists(os.path.join(store, file)))


def _status(plan: Plan, rows: Sequence[Row]) -> str:
    if plan.fault and plan.usage.calls:
        return "failed"
    return "kept" if plan.relists or any(row.outcome == "applied" for row in rows) else "nothing"


def _told(plan: Plan, rows: Sequence[Row]) -> str:
    """What was done, in a few words."""
    ops = [row.op for row in rows if row.outcome == "applied"]
    said = [f"{ops.count(op)} {DONE.get(op, op)}" for op in dict.fromkeys(ops)]
    return ", ".join(said) or ("index put in order" if plan.relists else "nothing to do")


def _ended(house: House, dream: Dream, began: float) -> Dream:
    """Write down what came of it; what was refused of a model's plan stands behind the steps that were to be taken."""
    plan = dream.plan or Plan(drafts.Draft({}))
    more = [Row(len(dream.rows) + n, op, "", "refused", reason) for n, (op, reason) in enumerate(plan.refused)]
    dreams.put_down(house.ledger, dream.run, more)
    dreams.clear(house.ledger, dream.run)
    rows = dreams.steps(house.ledger, dream.run)
    refused = [f"{row.op} refused: {row.reason}" for row in rows if row.outcome == "refused"]
    ledger.end_run(
        house.ledger, dream.run, dream.status, "; ".join(filter(None, (plan.fault, dream.reason, *refused)))[:500],
        time.monotonic() - began, proposed=len(plan.steps) + len(more),
        kept=sum(row.outcome == "applied" for row in rows), **plan.usage._asdict())
    return dream._replace(rows=rows)


def _index(store: str) -> str:
    return (whole.read(os.path.join(store, INDEX)) or b"").decode("utf-8", "surrogateescape")
