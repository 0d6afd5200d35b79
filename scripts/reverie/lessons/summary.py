"""Tell a finished session in a few lines, once: how it came out, what was done, what was learned, where it stopped.

A summary is no memory: it lies outside of every store, and nothing that stands in one is taken for the user's word.
"""
from __future__ import annotations

import datetime
import os
import time
from importlib import import_module

from reverie import extract, freshness, gate, ledger, models, money, prompt, session, summaries, whole
from reverie.errors import Failed, Refused
from reverie.house import House
from reverie.lessons import account
from reverie.lessons.account import Account
from reverie.lessons.digest import Digest
from reverie.record import Answer, Job, Usage
from reverie.session import Binding
from reverie.transcripts import claude as transcript
from reverie.transcripts import deeds

QUIET = 3_600
"""Seconds without a word after which a session that never ended is taken for finished."""
_FEWEST = 2
"""Prompts below which there is nothing to tell."""
_AT_ONCE = 3
"""Sessions that one wake catches up with; the rest is the next one's."""
_STALE = 30 * 86_400
_MARK = "told"
"""In the session's folder: how many bytes of its transcript were told, and the time of the last deed in them."""


def finished(house: House, sid: str, path: str, binding: Binding, trigger: str) -> bool:
    """Summarise the session, if it holds something that was not told yet; whether that was so."""
    mark = os.path.join(house.places.session(sid), _MARK)
    size, (told, until) = _size(path), _marked(mark)
    if not house.means.settings.summaries or size <= told or private(house, sid):
        return False
    digest = _digest(path, binding.since)
    grown = digest.asked >= _FEWEST and digest.until > until and not digest.skip
    worth = grown and not gate.foreign(transcript.span(path, 0))
    if worth:
        _written(house, sid, binding, digest, trigger)
    whole.drop(mark, f"{size} {digest.until}".encode())
    return worth


def quiet(house: House, running: str) -> None:
    """Summarise sessions of ours that fell silent without an end: a crash, a closed window, a machine put to sleep."""
    left = _AT_ONCE
    for sid in session.known(house.places):
        binding = session.bound(house.places, sid)
        if binding is None or sid == running or not binding.transcript:
            continue
        if left and QUIET < house.now.timestamp() - _touched(binding.transcript) < _STALE:
            left -= finished(house, sid, binding.transcript, binding, "quiet")


def private(house: House, sid: str) -> bool:
    """Whether nothing is to be kept: by the settings, for now, or of this session."""
    return (models.chosen(house.means) == "off" or extract.paused(house) or session.opted_out(house.places, sid))


def _digest(path: str, since: str) -> Digest:
    """The session boiled down, but for what was said before Reverie met it."""
    digest = Digest()
    for deed in deeds.deeds(path):
        if not deed.at or deed.at[:19] >= since:
            digest.add(deed)
    return digest


def _written(house: House, sid: str, binding: Binding, digest: Digest, trigger: str) -> None:
    """The file first, then the line that leads to it, then the ledger."""
    backend = models.chosen(house.means)
    run = ledger.begin_run(house.ledger, "summary", sid, binding.store, trigger, backend, house.stamp)
    began = time.monotonic()
    told, usage, fault = retell(house, sid, digest, backend)
    day = freshness.day([digest.began], house.now)
    name = f"{day}_{os.path.basename(house.places.session(sid))}.md"
    path = os.path.join(summaries.folder(house.places, binding), name)
    by = "rules" if fault or backend == "offline" else backend
    whole.write(path, account.text(told, sid, digest.until, day, by).encode("utf-8"))
    _offer(house, binding, account.offer(told, freshness.day([digest.until], house.now), path, digest.polluted),
           digest.until)
    status = "failed" if fault and usage.calls else "kept"
    ledger.end_run(house.ledger, run, status, fault, time.monotonic() - began, kept=1, **usage._asdict())


def retell(house: House, sid: str, digest: Digest, backend: str) -> tuple[Account, Usage, str]:
    """The session as a model tells it, else as the rules do, with the reason; and what the asking cost."""
    if backend == "offline":
        return digest.retold(), Usage(), ""
    fault = _no_money(house, sid)
    if fault:
        return digest.retold(), Usage(), fault
    job = Job(system=prompt.text("summary"), prompt=prompt.text("summary-session", story=digest.story),
              schema=account.SCHEMA, turns=(), today=house.now.date().isoformat())
    usage = Usage(calls=1)
    try:
        answer: Answer = import_module(models.BACKENDS[backend]).ask(job, house.means)
        usage = answer.usage
        return account.told(answer.data, digest.rows)._replace(ran=digest.ran_well), usage, ""
    except Failed as failure:
        calls = Usage() if failure.kind == "missing" else usage
        return digest.retold(), calls, f"{failure.kind}: {failure}; told by rules"
    except Refused as refusal:
        return digest.retold(), usage, f"unreadable: {refusal}; told by rules"


def _no_money(house: House, sid: str) -> str:
    midnight = house.now.replace(hour=0, minute=0, second=0, microsecond=0).astimezone(datetime.timezone.utc)
    spent = ledger.spent(house.ledger, sid, midnight.strftime("%Y-%m-%dT%H:%M:%SZ"))
    return money.objection(spent, house.means.settings, house.now.timestamp(), urgent=True)


def _offer(house: House, binding: Binding, offered: str, until: str) -> None:
    """Make this the line for the next session, unless a session that ended later has it."""
    path = summaries.latest(house.places, binding)
    rows = (whole.read(path) or b"").decode("utf-8", "replace").splitlines()
    if len(rows) < 2 or rows[1] <= until:
        whole.write(path, f"{offered}\n{until}\n".encode())


def _marked(mark: str) -> tuple[int, str]:
    size, _, until = (whole.read(mark) or b"").decode("ascii", "replace").partition(" ")
    return (int(size), until) if size.isdigit() else (0, "")


def _size(path: str) -> int:
    try:
        return os.path.getsize(path)
    except OSError:
        return 0


def _touched(path: str) -> float:
    try:
        return os.path.getmtime(path)
    except OSError:
        return 0.0
