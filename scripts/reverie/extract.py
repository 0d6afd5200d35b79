"""Read what was said since last time, have it weighed, and keep what stands. Each span of a transcript is one run."""
from __future__ import annotations

import datetime
import glob
import os
import time
from collections.abc import Sequence
from typing import NamedTuple

from reverie import (
    freshness,
    gate,
    keep,
    layers,
    ledger,
    library,
    listing,
    models,
    money,
    newsdesk,
    pause,
    proposals,
    session,
    tombstones,
    weigh,
)
from reverie.errors import Failed, Refused
from reverie.house import House
from reverie.judge import Known
from reverie.record import Memory, Turn, Verdict
from reverie.transcripts import claude as transcript
from reverie.transcripts.claude import Span

TRIES = 3
"""How often a span may fail before it is parked and later ones go on."""
ASKED = "asked"
"""The trigger of a look that a person asks for."""
URGENT = ("SessionEnd", "PreCompact", "sweep", ASKED)
"""Triggers after which no other may come: the pause between two calls does not hold for them."""
FREE = models.FREE
_ITS_OWN_FAULT = ("refusal", "truncated", "unreadable", "error")
"""Failures that the same span is likely to meet again; after the others (no login, no network) it waits as it is."""
_SPANS = 20
"""Spans of one transcript in one run of the worker; the rest is the next run's."""
_WAIT = 1.0
"""Seconds to wait for a transcript that the client has not written yet."""


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


def run(house: House, ask: Ask) -> list[Verdict]:
    """Work through the session's transcript span by span; what was decided on the way."""
    verdicts: list[Verdict] = []
    path = found(house, ask)
    if path is None:
        _skip(house, ask, gate.NO_TRANSCRIPT)
        return verdicts
    for _ in range(_SPANS):
        if not _one(house, ask, path, verdicts):
            break
    return verdicts


def _one(house: House, ask: Ask, path: str, verdicts: list[Verdict]) -> bool:
    """One span, from the cursor on; False when there is nothing further to read or it has to be tried again later."""
    start, tries = _start(house, ask, path)
    span = transcript.span(path, start)
    if span.stop == start:
        return False
    if span.polluted:
        ledger.pollute(house.ledger, ask.session)
    human = [turn for turn in span.turns if turn.role == "user"]
    turns, reason = _speaking(house, ask, span) if human else ([], "")
    if turns:
        reason = _no_money(house, ask)
        if reason:
            _skip(house, ask, reason)
            return False
        if not _weighed(house, ask, path, (start, span.stop), turns, tries, verdicts):
            return False
    elif human:
        _skip(house, ask, reason)
    ledger.mark_seen(house.ledger, ask.store, [turn.uuid for turn in human])
    ledger.move_cursor(house.ledger, ask.session, span.stop, transcript.head(path))
    return True


def _speaking(house: House, ask: Ask, span: Span) -> tuple[list[Turn], str]:
    """The turns that are worth looking at, or the gate's word for why there are none."""
    if span.opted_out:
        session.opt_out(house.places, ask.session)
    if session.opted_out(house.places, ask.session) or resting(house, ask.trigger == ASKED):
        return [], gate.DISABLED
    if gate.foreign(span) or ledger.ever(house.ledger, ask.session, gate.CHILD):
        return [], gate.CHILD
    met = [turn for turn in span.turns if turn.at[:19] >= ask.since or not turn.at]
    fresh = ledger.unseen(house.ledger, ask.store, [turn.uuid for turn in met if turn.role == "user"])
    turns = [turn for turn in met if turn.role != "user" or not turn.uuid or turn.uuid in fresh]
    speaking, reason = gate.speaking(turns, set(ask.saved_by_agent))
    if speaking and speaking[-1].role == "user" and ask.last_message:
        speaking.append(Turn("assistant", ask.last_message))
    return speaking, reason


def _no_money(house: House, ask: Ask) -> str:
    """Why no model may be asked now; empty for a backend that costs nothing."""
    if models.chosen(house.means) in FREE:
        return ""
    midnight = house.now.replace(hour=0, minute=0, second=0, microsecond=0).astimezone(datetime.timezone.utc)
    spent = ledger.spent(house.ledger, ask.session, midnight.strftime("%Y-%m-%dT%H:%M:%SZ"))
    return money.objection(spent, house.means.settings, house.now.timestamp(), ask.trigger in URGENT)


def _weighed(
    house: House, ask: Ask, path: str, span: tuple[int, int], turns: list[Turn], tries: int, verdicts: list[Verdict]
) -> bool:
    """Have the turns weighed and keep what stands; False when the backend failed and the span has to wait."""
    backend = models.chosen(house.means)
    number = ledger.begin_run(house.ledger, "extract", ask.session, ask.store, ask.trigger, backend, house.stamp)
    began = time.monotonic()
    waiting = [p.candidate for p in proposals.waiting(house.ledger, ask.store)] if backend not in FREE else []
    try:
        today = freshness.day([turn.at for turn in turns], house.now)
        weighed = weigh.weigh(house.means, backend, turns, known(house, ask), today, waiting, ask.session, ask.root)
    except (Failed, Refused) as failure:
        kind = failure.kind if isinstance(failure, Failed) else "unreadable"
        calls = 0 if backend in FREE or kind == "missing" else 1
        ledger.end_run(house.ledger, number, "failed", f"{kind}: {failure}", time.monotonic() - began, calls=calls)
        tell(house, ask.session, kind, str(failure))
        return _given_up(house, ask, path, span, tries + (kind in _ITS_OWN_FAULT), kind)
    verdicts += weighed.verdicts
    kept = keep.every(house, ask.store, ask.session, weighed.verdicts, weighed.turns, number)
    refused = [f"{v.candidate.name}: {v.reason}" for v in weighed.verdicts if v.op == "refuse"]
    ledger.end_run(
        house.ledger, number, "kept" if kept else "nothing", "; ".join([*weighed.faults, *refused])[:500],
        time.monotonic() - began, proposed=len(weighed.verdicts) + len(weighed.faults), kept=len(kept),
        **weighed.usage._asdict(),
    )
    if ask.trigger != ASKED:
        _told(house, ask.store, kept, weighed.verdicts, number)
    return True


def _told(house: House, store: str, kept: list[str], verdicts: Sequence[Verdict], run: int) -> None:
    """What came of it is news for the person."""
    newsdesk.kept(house, store, kept, run, [verdict.target for verdict in verdicts if verdict.op == "update"])
    newsdesk.rest(house, store, [verdict.target for verdict in verdicts if verdict.op == "duplicate"],
                  sum(verdict.op == "propose" for verdict in verdicts), run)


def known(house: House, ask: Ask) -> Known:
    """What the candidates of this session are judged against."""
    stores = layers.written(ask.store, house.places)
    return Known(
        [memory for store in stores for memory in memories(store)],
        [grave for store in stores for grave in tombstones.standing(house.ledger, store)],
        weigh.instructions(ask.root, house.places.config), ledger.polluted(house.ledger, ask.session),
        house.means.settings.polluted, _shared(house, ask),
    )


def _shared(house: House, ask: Ask) -> list[Memory]:
    """What the project's team shares and the person accepted."""
    binding = session.bound(house.places, ask.session) or session.Binding(ask.root, ask.store, False)
    among = [layer for layer in layers.of(binding, house.places) if layer.name == layers.TEAM]
    return [each.memory for each in listing.memories(house.places, among)]


def memories(store: str) -> list[Memory]:
    """The memories of a store that stand: not those that another one has taken the place of."""
    read = (library.read(entry.path) for entry in library.files(store))
    return [memory for memory in read if memory and not memory.superseded]


def resting(house: House, asked: bool = False) -> bool:
    """Whether nothing is to be learned: never during a pause or without a backend, by itself not if that is set."""
    return paused(house) or models.chosen(house.means) == "off" or not (asked or house.means.settings.generate)


def paused(house: House) -> bool:
    """Whether the person paused extraction for now."""
    return pause.until(house.places) > house.now.timestamp()


def found(house: House, ask: Ask) -> str | None:
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


def _given_up(house: House, ask: Ask, path: str, span: tuple[int, int], tries: int, kind: str) -> bool:
    """Leave the span for another try; after the third it is parked by name, and what comes later goes on."""
    start, stop = span
    if tries < TRIES:
        ledger.move_cursor(house.ledger, ask.session, start, transcript.head(path), tries)
        return False
    house.ledger.execute("insert into parked values (?, ?, ?, ?)", (ask.session, start, stop, kind))
    return True


def tell(house: House, session: str, kind: str, sentence: str) -> None:
    """Leave word of a failed call for the person, where there is any to give."""
    spent = ledger.spent(house.ledger, session, house.stamp)
    text = money.notice(spent.failures, ledger.failures(house.ledger, kind), kind, sentence)
    if text:
        newsdesk.fault(house, text)


def _skip(house: House, ask: Ask, reason: str) -> None:
    """A row for what was not looked at; one row for the same reason in a row."""
    if ledger.last_reason(house.ledger, ask.session) == reason != gate.NOTHING_SAID:
        return
    backend = models.chosen(house.means)
    number = ledger.begin_run(house.ledger, "extract", ask.session, ask.store, ask.trigger, backend, house.stamp)
    ledger.end_run(house.ledger, number, "skipped", reason, 0.0)
