"""What the worker does with the notes that hooks left: which can be worked now, and what each asks for."""
from __future__ import annotations

import datetime
import os
from collections.abc import Iterable
from typing import Any, NamedTuple

from reverie import (
    choose,
    consolidate,
    dreams,
    due,
    extract,
    fired,
    layers,
    ledger,
    library,
    likeness,
    ordering,
    project,
    proposals,
    recalls,
    reconcile,
    session,
    tally,
    tombstones,
    usage,
    wake,
)
from reverie.agents import naming as agents
from reverie.agents import work as agent_work
from reverie.choose import Wanted
from reverie.conversations import job as conversations
from reverie.errors import Refused
from reverie.extract import Ask
from reverie.history import commits
from reverie.house import House
from reverie.lessons import job as lessons
from reverie.lessons import procedures, summary
from reverie.library import INDEX
from reverie.places import beside
from reverie.rehouse import relocate
from reverie.sync import job as sync
from reverie.tally import Ended
from reverie.team import sync as teamsync

ENDS = ("Stop", "StopFailure", "PreCompact", "SessionEnd")
PATIENCE = 3_600
"""Seconds after which a note about a file is worked although its turn never ended."""
_QUIET = 600
"""Seconds without a write after which a transcript is taken for left alone."""
_RECENT = 50
"""Sessions that are looked at for something unread."""
_REMEMBERED = datetime.timedelta(days=400)
"""How long it is known which memory came before the model in which turn."""
_LONG_TURN = 900
"""Seconds that a turn may have taken whose session was running before Reverie was installed."""


class Note(NamedTuple):
    """A note in the spool: its name there, when it was left, and what it says."""

    name: str
    left: float
    says: dict[str, Any]

    def text(self, key: str) -> str:
        value = self.says.get(key)
        return value if isinstance(value, str) else ""


def workable(notes: Iterable[Note], now: float) -> list[Note]:
    """All but the notes about files written in a turn that still goes on: no file is touched in the middle of one.

    What a sub-agent writes into its own store waits for that agent's end.

    A prompt that waits for a choice goes first: it is of use only while its turn lasts.
    """
    rest = list(notes)
    ended = {note.text("session"): note.left for note in rest if note.text("event") in ENDS}
    ended |= {note.text("agent_id"): note.left for note in rest if note.text("event") == "SubagentStop"}
    ready = [note for note in rest
             if note.text("event") != "wrote" or note.left <= ended.get(_writer(note), now - PATIENCE)]
    return sorted(ready, key=lambda note: note.text("event") != "ask")


def _writer(note: Note) -> str:
    """Whose end lets go of a file: the agent's that wrote into an agent's store, else the session's."""
    return agents.is_store(note.text("store")) and note.text("agent_id") or note.text("session")


def work(house: House, note: Note, batch: list[Note]) -> None:
    """Do what the note asks for; `batch` is all that is in hand, in the order it was left."""
    event = note.text("event")
    if note.text("session").startswith(fired.MARKS):
        return  # an examination's: it wanted to see that its note is taken
    if event in (*ENDS, "SessionStart"):
        fired.note(house.ledger, house.places, note.text("session"))
    if event in ("shown", "read"):
        _count(house, note)
    elif event == "wrote":
        _written(house, note)
    elif event == "ask":
        choose.run(house, Wanted(note.text("session"), note.text("store"), note.text("prompt"), note.text("ticket")))
    elif event == "SessionStart":
        _begun(house, note)
    elif event == "dream":
        consolidate.run(house, note.text("store"), "SessionStart", sid=note.text("session"))
    elif event == "SubagentStop":
        _agent_ended(house, note)
    elif event in ENDS and note is _last(batch, note.text("session")):
        _ended(house, note)


def _last(batch: list[Note], sid: str) -> Note:
    """The newest end of this session: the transcript is read once, however many turns ended meanwhile."""
    return [note for note in batch if note.text("event") in ENDS and note.text("session") == sid][-1]


def _count(house: House, note: Note) -> None:
    paths = note.says.get("paths")
    came = list(map(str, paths)) if isinstance(paths, list) else [_listed(note.text("path"), note.text("store"))]
    turn = note.text("prompt_id") or f"{note.left:.6f}"
    tally.brought(house, note.text("event"), note.text("session"), turn, came, note.left)
    at = datetime.datetime.fromtimestamp(note.left, datetime.timezone.utc).strftime("%Y-%m-%dT%H:%M:%SZ")
    recalls.note(house.ledger, note.text("session"), turn, at, note.says.get("recall"))


def _listed(path: str, store: str) -> str:
    """The file as the store's listing has it: a hook names it without links."""
    real = os.path.join(os.path.realpath(store), "")
    return os.path.join(store, path[len(real):]) if path.startswith(real) else path


def _written(house: House, note: Note) -> None:
    """The agent saved a memory itself: see that the index leads to it, and that its turn is left to it."""
    store, path = note.text("store"), note.text("path")
    if note.text("prompt_id") and not agents.is_store(store):  # what an agent keeps for itself answers no prompt
        ledger.note_saved(house.ledger, note.text("session"), note.text("prompt_id"))
    if os.path.basename(path) != INDEX and os.path.isfile(path):
        with commits.recorded(house, store, "index", f"line for {os.path.basename(path)}",
                              session=note.text("session")):
            reconcile.list_in_index(store, [path])
        _welcome(house, store, path)
    reconcile.shelve(house, store)


def _agent_ended(house: House, note: Note) -> None:
    """A sub-agent ended: its project's store is shelved, and its run is looked at, once."""
    binding = _binding(house, note)
    reconcile.shelve(house, binding.store)
    agent_work.ended(house, binding, agent_work.End(
        note.text("agent_id"), note.text("agent_type"), note.text("session"), note.text("agent_transcript"),
        note.text("launch")))


def _welcome(house: House, store: str, path: str) -> None:
    """What the agent saves was asked for, also where it had been forgotten."""
    memory = library.read(path)
    if memory:
        tombstones.lift(house.ledger, store, likeness.fact(memory.body))


def _begun(house: House, note: Note) -> None:
    """A session of this project began: bring its store in step, and catch up with what earlier sessions left unread."""
    relocate.begun(house, session.Binding(note.text("root"), note.text("store"), False,
                                          checkout=note.text("checkout")))
    for store in layers.written(note.text("store"), house.places):
        library.tidy(store, house.now.timestamp())
        commits.outside(house, store)
        reconcile.shelve(house, store)
    proposals.expire(house.ledger, house.now)
    _catch_up(house, note.text("store"), note.text("session"))
    agent_work.shelve(house, session.bound(house.places, note.text("session"))
                      or session.Binding(note.text("root"), note.text("store"), False))
    for kept in (usage, recalls):
        kept.thin(house.ledger, (house.now - _REMEMBERED).isoformat())
    for store in layers.written(note.text("store"), house.places):
        ordering.refresh(house, store)
    left_out = note.says.get("left_out")
    ordering.left_out(house, note.text("store"), left_out if isinstance(left_out, int) else 0)
    summary.quiet(house, note.text("session"))
    _learn(house, note.text("store"), note.text("root"), note.text("session"))
    here = session.Binding(note.text("root"), note.text("store"), False)
    conversations.keep_up(house, here, note.text("transcript"))
    teamsync.begun(house, session.bound(house.places, note.text("session")) or here)
    for store in layers.written(note.text("store"), house.places):
        _dream(house, note, store)
    sync.auto(house, session.bound(house.places, note.text("session")) or here)


def _dream(house: House, note: Note, store: str) -> None:
    """Start a dream over the store if one is due; not in the middle of a turn, as after a compaction.

    A fork is the same conversation, and no further session.
    """
    sid = note.text("session")
    consolidate.mend(house, store)
    dreams.worked(house.ledger, store, house.now.date().isoformat())
    if note.text("source") != "fork":
        dreams.begun(house.ledger, store, sid)
    if note.text("source") != "compact" and any(library.files(store)) and due.now(house, store, sid):
        wake.dream(house.places, house.means.env, store, sid)


def _catch_up(house: House, store: str, now_running: str) -> None:
    """An interrupt, a crash or a failed call fires no Stop: read what such sessions of ours still hold, once quiet."""
    for sid in session.known(house.places)[:_RECENT]:
        binding = session.bound(house.places, sid)
        if binding is None or binding.store != store or sid == now_running:
            continue
        if _unread(house, sid, binding.transcript):
            extract.run(house, Ask(sid, binding.transcript, binding.root, store, "sweep",
                                   ledger.saved(house.ledger, sid), binding.since))


def _unread(house: House, sid: str, transcript: str) -> bool:
    """Whether the transcript has grown behind the cursor and nobody writes to it any more."""
    try:
        stat = os.stat(transcript)
    except OSError:
        return False
    return stat.st_size > ledger.cursor(house.ledger, sid)[0] and house.now.timestamp() - stat.st_mtime > _QUIET


def _ended(house: House, note: Note) -> None:
    binding = _binding(house, note)
    sid = note.text("session")
    relocate.met(house, binding)
    for store in layers.written(binding.store, house.places):
        dreams.worked(house.ledger, store, house.now.date().isoformat())
    extract.run(house, Ask(sid, note.text("transcript"), binding.root, binding.store, note.text("event"),
                           ledger.saved(house.ledger, sid), binding.since, note.text("last_message")))
    for store in layers.written(binding.store, house.places):
        reconcile.shelve(house, store)
    if not session.opted_out(house.places, sid):
        tally.ended(house, Ended(sid, binding.store, note.text("transcript"), note.text("prompt_id"),
                                 note.text("last_message"), note.left))
    for store in layers.written(binding.store, house.places):
        ordering.refresh(house, store)
    if note.text("event") == "SessionEnd":
        if summary.finished(house, sid, note.text("transcript"), binding, "SessionEnd"):
            _learn(house, binding.store, binding.root, sid)
        else:
            agent_work.learn(house, binding.store, sid)
    conversations.keep_up(house, binding, note.text("transcript"))
    sync.auto(house, binding)


def _learn(house: House, store: str, root: str, sid: str) -> None:
    """What several sessions of the project have in common: lessons for its store, drafts of skills."""
    lessons.learn(house, store, sid)
    agent_work.learn(house, store, sid)
    procedures.draft(house, store, root)


def _binding(house: House, note: Note) -> session.Binding:
    """The project of the note's session: as bound at its start, else bound now to where the client was launched."""
    bound = session.bound(house.places, note.text("session"))
    if bound:
        return bound
    if not note.text("launch"):
        raise Refused(f"the note of session {note.text('session')} names no folder")
    there = beside(house.places, note.text("transcript"), house.means.env)
    found = project.resolve(note.text("launch"), there, house.means.env)
    found.since = datetime.datetime.fromtimestamp(note.left - _LONG_TURN, datetime.timezone.utc).isoformat()[:19]
    session.bind(house.places, note.text("session"), found)
    return found
