"""Read what was said since last time, ask a backend what is worth keeping, and keep what stands the checks."""
from __future__ import annotations

import datetime
import glob
import json
import os
import time
from importlib import import_module
from typing import NamedTuple

from reverie import framing, gate, judge, ledger, library, models, prompt, reconcile, secrets
from reverie.errors import Failed, Refused
from reverie.house import House
from reverie.record import SCHEMA, Answer, Candidate, Job, Turn, Verdict, candidates
from reverie.transcripts import claude as transcript

TRIES = 3
"""How often a span may fail before it is parked and later ones go on."""
_ITS_OWN_FAULT = ("refusal", "truncated", "unreadable", "error")
"""Failures that the same span is likely to meet again; after the others (no login, no network) it waits as it is."""
_SPANS = 20
"""Spans of one transcript in one run of the worker; the rest is the next run's."""
_WAIT = 1.0
"""Seconds to wait for a transcript that the client has not written yet."""
_KEPT_SHOWN = 100
TEXTS = ("name", "description", "body", "why", "how", "quote")
"""The fields of a candidate that somebody worded."""


class Ask(NamedTuple):
    """What is to be extracted: a session of a project, up to the end of its transcript, and why now."""

    session: str
    transcript: str
    root: str
    store: str
    trigger: str
    saved_by_agent: frozenset[str] = frozenset()
    since: str = ""
    """UTC time before which nothing is looked at; empty: all of the transcript."""
    last_message: str = ""
    """What the agent said last: the client may tell it to the hook before it stands in the transcript."""


def session(house: House, ask: Ask) -> None:
    """Work through the session's transcript span by span; each span is one run in the ledger."""
    path = _found(house, ask)
    if path is None:
        _skip(house, ask, gate.NO_TRANSCRIPT)
        return
    for _ in range(_SPANS):
        if not _one(house, ask, path):
            return


def _one(house: House, ask: Ask, path: str) -> bool:
    """One span, from the cursor on; False when there is nothing further to read or it has to be tried again later."""
    start, tries = _start(house, ask, path)
    span = transcript.span(path, start)
    if span.stop == start:
        return False
    if not any(turn.role == "user" for turn in span.turns):
        ledger.move_cursor(house.ledger, ask.session, span.stop, transcript.head(path))
        return True
    run = ledger.begin_run(house.ledger, "extract", ask.session, ask.store, ask.trigger, "", house.stamp)
    began = time.monotonic()
    try:
        status, reason, figures = _kept(house, ask, span, run)
    except (Failed, Refused) as failure:
        kind = failure.kind if isinstance(failure, Failed) else "unreadable"
        backend = models.chosen(house.means)
        ledger.end_run(house.ledger, run, "failed", f"{kind}: {failure}", time.monotonic() - began, backend=backend)
        return _failed(house, ask, path, (start, span.stop), tries + (kind in _ITS_OWN_FAULT), kind)
    ledger.end_run(house.ledger, run, status, reason, time.monotonic() - began, **figures)
    ledger.move_cursor(house.ledger, ask.session, span.stop, transcript.head(path))
    return True


def _kept(house: House, ask: Ask, span: transcript.Span, run: int) -> tuple[str, str, dict[str, object]]:
    """What came of the span: the run's status, its reason and its figures."""
    backend = models.chosen(house.means)
    human = [turn.uuid for turn in span.turns if turn.role == "user"]
    fresh = ledger.unseen(house.ledger, ask.store, human)
    met = [turn for turn in span.turns if turn.at[:19] >= ask.since or not turn.at]
    turns = [turn for turn in met if turn.role != "user" or not turn.uuid or turn.uuid in fresh]
    speaking, why_not = gate.speaking(turns, set(ask.saved_by_agent))
    if backend == "off":
        why_not = gate.DISABLED
    if why_not:
        ledger.mark_seen(house.ledger, ask.store, human)
        return "skipped", why_not, {"backend": backend}
    if ask.last_message and speaking[-1].role == "user":
        speaking.append(Turn("assistant", ask.last_message))
    redacted = [turn._replace(text=secrets.redact(turn.text)) for turn in speaking]
    answer = _answer(house, ask, redacted, backend)
    proposed, faults = candidates(answer.data)
    total = len(proposed) + len(faults)
    sure = [candidate for candidate in proposed if candidate.sure]
    kept = [path for candidate in sure if (path := _keep(house, ask, candidate, redacted, run, faults))]
    ledger.mark_seen(house.ledger, ask.store, human)
    reconcile.shelve(house, ask.store)
    figures = {"backend": backend, "proposed": total, "kept": len(kept), **answer.usage._asdict()}
    return ("kept" if kept else "nothing"), "; ".join(faults)[:500], figures


def _answer(house: House, ask: Ask, turns: list[Turn], backend: str) -> Answer:
    """What the backend proposes."""
    today = day(turns, house.now)
    kept = [f"- {memory.name}: {memory.description}" for memory in map(library.read, _paths(ask.store)) if memory]
    said = "\n".join(json.dumps({"role": turn.role, "text": framing.tame(turn.text)}, ensure_ascii=False)
                     for turn in turns)
    job = Job(
        system=prompt.text("extract", today=today),
        prompt=prompt.text("extract-span", kept="\n".join(kept[-_KEPT_SHOWN:]) or "(none)", turns=said),
        schema=SCHEMA,
        turns=tuple(turns),
        today=today,
    )
    found: Answer = import_module(models.BACKENDS[backend]).ask(job, house.means)
    return found


def _keep(house: House, ask: Ask, raw: Candidate, turns: list[Turn], run: int, faults: list[str]) -> str:
    """Check, judge and write one candidate; the path of the new memory, or empty with the reason in `faults`."""
    clean = {field: framing.tame(secrets.redact(getattr(raw, field))) for field in TEXTS}
    candidate = Candidate(**{**raw._asdict(), **clean})
    objection = judge.objection(candidate, turns)
    if objection:
        faults.append(f"{candidate.name}: {objection}")
        return ""
    existing = [memory for memory in map(library.read, _paths(ask.store)) if memory]
    return apply(house, ask, judge.decide(candidate, existing), turns, run)


def apply(house: House, ask: Ask, verdict: Verdict, turns: list[Turn], run: int) -> str:
    """Do what was decided: the file first, then its index line and evidence. Returns a new file's path, else nothing.

    A duplicate gets its line as well: it may be the file of a worker that died before it came to that.
    """
    turn = judge.quoted(verdict.candidate.quote, turns) or Turn("user", "")
    today = day([turn], house.now)
    path = verdict.target
    if verdict.op == "create":
        path = library.add(ask.store, verdict.candidate, "extract", today, f"claude-code/{ask.session}/{turn.uuid}")
    else:
        library.confirm(path, today)
    reconcile.list_in_index(ask.store, [path])
    house.ledger.execute(
        "insert into evidence values (?, ?, ?, ?, ?, ?)",
        (path, verdict.candidate.quote, ask.session, turn.uuid, turn.at or house.stamp, run),
    )
    return path if verdict.op == "create" else ""


def day(turns: list[Turn], now: datetime.datetime) -> str:
    """The day on which the newest of these turns was said, where the person was."""
    for turn in reversed(turns):
        try:
            said = datetime.datetime.fromisoformat(turn.at.replace("Z", "+00:00"))
        except ValueError:
            continue
        return said.astimezone(now.tzinfo).date().isoformat()
    return now.date().isoformat()


def _found(house: House, ask: Ask) -> str | None:
    """The session's transcript: where the client said, else wherever a file of the session's name lies."""
    ends = time.monotonic() + _WAIT
    while True:
        if os.path.isfile(ask.transcript):
            return ask.transcript
        name = glob.escape(os.path.basename(house.places.session(ask.session))) + ".jsonl"
        elsewhere = sorted(glob.glob(os.path.join(glob.escape(house.places.projects), "*", name)))
        if elsewhere:
            return elsewhere[0]
        if time.monotonic() > ends:
            return None
        time.sleep(0.1)


def _start(house: House, ask: Ask, path: str) -> tuple[int, int]:
    """Where to read on, and how often that failed: at the beginning if the file is not the one that was read before."""
    offset, head, tries = ledger.cursor(house.ledger, ask.session)
    same = transcript.head(path).startswith(head) and os.path.getsize(path) >= offset
    return (offset, tries) if same else (0, 0)


def _failed(house: House, ask: Ask, path: str, span: tuple[int, int], tries: int, kind: str) -> bool:
    """Leave the span for another try; after the third it is parked by name, and what comes later goes on."""
    start, stop = span
    if tries < TRIES:
        ledger.move_cursor(house.ledger, ask.session, start, transcript.head(path), tries)
        return False
    house.ledger.execute("insert into parked values (?, ?, ?, ?)", (ask.session, start, stop, kind))
    ledger.move_cursor(house.ledger, ask.session, stop, transcript.head(path))
    return True


def _skip(house: House, ask: Ask, reason: str) -> None:
    run = ledger.begin_run(house.ledger, "extract", ask.session, ask.store, ask.trigger, "", house.stamp)
    ledger.end_run(house.ledger, run, "skipped", reason, 0.0)


def _paths(store: str) -> list[str]:
    return [entry.path for entry in library.files(store)]

