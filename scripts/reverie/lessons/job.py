"""Lessons from the work: what one session found out is told in its summary; what a second one confirms is a memory.

It bears the mark `basis: work` and names both sessions. Where outside text was about in one of them, or the lesson is
to go around a safeguard, it waits for a person. What was kept, declined or deleted once is not learned again.
"""
from __future__ import annotations

import glob
import os

from reverie import (
    due,
    extract,
    head,
    judge,
    ledger,
    library,
    likeness,
    newsdesk,
    proposals,
    reconcile,
    summaries,
    tombstones,
    whole,
)
from reverie.history import commits
from reverie.house import House
from reverie.lessons import learned, repeated, retold
from reverie.lessons.learned import LESSON, Learned
from reverie.lessons.repeated import Common
from reverie.lessons.retold import Retold
from reverie.record import Candidate
from reverie.session import Binding

REASON = "lesson"
"""Why such a proposal waits."""
_SESSIONS = 40
"""Summaries that are compared, the newest ones."""
_BY = "dream"


def gather(house: House, store: str) -> list[Common]:
    """What two summaries of the store's project tell, and neither the store, a tombstone nor the ledger knows yet."""
    met = {each.mark for each in learned.known(house.ledger, store, LESSON)}
    new = [each for each in repeated.lessons(told(house, store)) if each.mark not in met]
    graves = tombstones.standing(house.ledger, store)
    existing = extract.memories(store) if new else []
    return [each for each in new if not any(grave.bars(text) for grave in graves for text in each.texts)
            and not judge.same(_candidate(each), existing)]


def keep(house: House, store: str, run: int) -> int:
    """Make memories of what is new, within somebody's commit, or let it wait for a person; how many were kept."""
    kept = []
    for each in gather(house, store):
        waits = each.risky or any(ledger.polluted(house.ledger, source.session) for source in each.sources)
        candidate = _candidate(each)
        if waits:
            said = (each.sources[0].session, each.sources[0].row, house.stamp)
            proposals.add(house.ledger, store, REASON, candidate, said, house.stamp)
        else:
            kept.append(library.add(store, candidate, _BY, _day(house, each), _source(each), library.WORK))
            reconcile.list_in_index(store, kept[-1:])
        status = learned.PROPOSED if waits else learned.KEPT
        learned.note(house.ledger, store, LESSON, Learned(each.mark, candidate.name, status), house.stamp)
    if kept:
        reconcile.shelve(house, store)
        newsdesk.kept(house, store, kept, run)
    return len(kept)


def learn(house: House, store: str, sid: str = "") -> int:
    """The same as a job of its own, after a session was told; how many memories it made."""
    if extract.resting(house) or not gather(house, store):
        return 0
    run = ledger.begin_run(house.ledger, "lesson", sid, store, "summary", "", house.stamp)
    with commits.recorded(house, store, "lesson", "lesson", run, sid) as change:
        kept = keep(house, store, run)
        change.subject = f"lesson: kept {kept}"
    ledger.end_run(house.ledger, run, "kept" if kept else "nothing", "", 0.0, proposed=kept, kept=kept)
    return kept


def unconfirmed(house: House, store: str) -> list[str]:
    """The lessons that one summary of the store's project tells, and no other."""
    retellings = told(house, store)
    common = [text for each in repeated.lessons(retellings) for text in each.texts]
    return list(dict.fromkeys(lesson.text for each in retellings for lesson in each.lessons
                              if lesson.text not in common))


def told(house: House, store: str) -> list[Retold]:
    """What the summaries of the store's project say, the newest first."""
    binding = Binding(due.root(house, store), store, False)
    folders = (summaries.folder(house.places, binding), summaries.of_agents(house.places, binding))
    found = [path for folder in folders for path in glob.glob(os.path.join(glob.escape(folder), "*.md"))]
    paths = sorted(found, key=os.path.basename, reverse=True)[:_SESSIONS]
    read = (retold.read((whole.read(path) or b"").decode("utf-8", "replace")) for path in paths)
    return [each for each in read if each]


def _candidate(lesson: Common) -> Candidate:
    """The lesson as a memory: nobody said it, so it has no quote."""
    text = lesson.texts[0]
    fault, cure = repeated.remedy(text)
    days = " and ".join(sorted({source.day for source in lesson.sources if source.day}))
    about = f"`{cure}` works here where `{fault}` fails" if cure else text
    names = sorted({source.agent for source in lesson.sources if source.agent})
    agents = f", by the agent {' and '.join(names)}" if names else ""
    return Candidate(
        "project", _name(fault, cure, text), about[:150], f"{text.rstrip('.')}.", "",
        why=f"Learned from the work in {len(lesson.sources)} sessions ({days}){agents}; nobody said it.")


def _name(fault: str, cure: str, text: str) -> str:
    words = [*cure.split()[:4], "not", *fault.split()[:2]] if cure else sorted(likeness.words_of(text))[:5]
    return library.slug(" ".join(words)).replace("_", "-") or "lesson"


def _day(house: House, lesson: Common) -> str:
    return max((source.day for source in lesson.sources), default="") or house.now.date().isoformat()


def _source(lesson: Common) -> str:
    return head.sequence(f"claude-code/{source.session}/{source.row}".rstrip("/") for source in lesson.sources)
