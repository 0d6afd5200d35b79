"""Do what a dream decided: the one place that writes its steps. Files first, then the index, then what is derived.

All steps are put down in the ledger with the texts they need before the first file is touched, so that a process that
is killed leaves what the next one finishes. A step whose files are not what the dream has read is refused as a whole.
"""
from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from reverie import archive, dreams, reconcile, tombstones, whole
from reverie.dream import draft as drafts
from reverie.dream.draft import Draft, Step
from reverie.dreams import Row
from reverie.house import House
from reverie.tombstones import Tombstone

CHANGED = "changed meanwhile"
_RESTS = "rests on a step that was refused"
_FORGOTTEN = "it says what was forgotten on purpose"
_SETTLED = "it was done and taken back before"
_Texts = dict[str, "str | None"]


class _Work(NamedTuple):
    """What a step needs: each of its files with its text before, None for no file; what is written; what is closed."""

    before: _Texts
    writes: dict[str, str]
    closes: dict[str, str]
    reason: str

    @property
    def after(self) -> _Texts:
        """What each file that the step changes holds behind it."""
        return {**self.writes, **dict.fromkeys(self.closes)}


def apply(house: House, store: str, draft: Draft, steps: Sequence[Step], run: int) -> list[Row]:
    """Take these steps, which were planned on the draft in this order; what became of each."""
    rows = list(_rows(draft, steps))
    settled = dreams.settled(house.ledger, store)
    graves = tombstones.standing(house.ledger, store)
    dreams.put_down(house.ledger, run, [
        row._replace(outcome="refused", reason=_SETTLED) if settled.intersection(row.mark.split())
        else row._replace(outcome="refused", reason=_FORGOTTEN) if graves and _revives(graves, row)
        else row for row in rows])
    return carry_out(house, store, run)


def carry_out(house: House, store: str, run: int) -> list[Row]:
    """Take the steps of the run that are still to be taken, bring the index in step, and the catalog."""
    lost: set[str] = set()
    for row in dreams.steps(house.ledger, run):
        if not row.work:
            continue
        work = _work(row)
        if row.outcome in dreams.OPEN:
            refusal = _RESTS if lost & set(work.before) else _taken(house, store, run, row, work)
            if refusal:
                dreams.settle(house.ledger, run, row.step, "refused", refusal)
                row = row._replace(outcome="refused")
        if row.outcome == "refused":
            lost |= set(work.before)
    rows = dreams.steps(house.ledger, run)
    _relist(store, rows)
    reconcile.shelve(house, store)
    return rows


def _rows(draft: Draft, steps: Sequence[Step]) -> Iterator[Row]:
    """The steps as they are put down, each with the texts that the steps before it leave."""
    texts: _Texts = {file: data.decode("utf-8", "surrogateescape") for file, data in draft.base.items()}
    for number, step in enumerate(steps):
        covers = [file for _, file in step.closes if file in texts]
        files = dict.fromkeys([*step.sources, *(file for file, _ in (*step.writes, *step.closes)), *covers])
        work = _Work({file: texts.get(file) for file in files}, dict(step.writes), dict(step.closes), step.reason)
        said = json.dumps(work._asdict())
        how = () if step.op == "merge" else (work.writes, work.closes)  # whichever of them were to stay
        marks = [_mark([step.op, work.before, *how]),
                 *(_mark([file, texts.get(file)]) for file, _ in step.closes)]
        yield Row(number, step.op, "\n".join(files), "planned", step.reason, " ".join(marks), said)
        texts.update(work.after)


def _mark(what: object) -> str:
    return hashlib.sha256(json.dumps(what, sort_keys=True).encode()).hexdigest()


def _revives(graves: Sequence[Tombstone], row: Row) -> bool:
    """Whether the step writes what was forgotten on purpose and stands in none of its files."""
    work = _work(row)
    before = [text for text in work.before.values() if text]
    return any(tombstones.revived(graves, before, text) for text in work.writes.values())


def _work(row: Row) -> _Work:
    return _Work(**json.loads(row.work))


def _taken(house: House, store: str, run: int, row: Row, work: _Work) -> str:
    """Take one step, or leave all of its files as they are and say why. One that was begun by a process that was
    killed may find some of it done."""
    begun, after = row.outcome == "begun", work.after
    for file, text in work.before.items():
        now = _text(store, file)
        if now != text and not (begun and file in after and now == after[file]):
            if begun:
                _give_back(store, work)
            return f"{file} {CHANGED}"
    dreams.settle(house.ledger, run, row.step, "begun")
    for file, cover in work.closes.items():
        archive.put(house.places, store, file, work.before[file] or "", house.now.date().isoformat(),
                    cover or work.reason)
    try:
        _written(store, work)
    except (whole.Changed, FileExistsError):
        _give_back(store, work)
        return CHANGED
    house.ledger.execute("begin immediate")
    with house.ledger:
        _carry_over(house, store, run, row.op, work)
        dreams.settle(house.ledger, run, row.step, "applied")
    return ""


def _written(store: str, work: _Work) -> None:
    """Each file as the step leaves it; what is written stands before what it covers goes."""
    for file, text in work.after.items():
        before = work.before[file]
        if _text(store, file) != text:
            _replace(store, file, before, text)


def _give_back(store: str, work: _Work) -> None:
    """Of a step that cannot be taken as a whole, take back what was done; what somebody else changed stays."""
    for file, text in work.after.items():
        if _text(store, file) == text != work.before[file]:
            try:
                _replace(store, file, text, work.before[file])
            except (whole.Changed, FileExistsError):
                continue


def _replace(store: str, file: str, before: str | None, after: str | None) -> None:
    """Let the file hold the one text in the place of the other; None is no file."""
    path = os.path.join(store, file)
    if before is None:
        whole.create(path, _bytes(after or ""))
    elif after is not None:
        whole.write(path, _bytes(after), over=_bytes(before))
    elif whole.read(path) != _bytes(before):
        raise whole.Changed(f"{path} was changed by somebody else meanwhile")
    else:
        os.unlink(path)


def _carry_over(house: House, store: str, run: int, op: str, work: _Work) -> None:
    """What is known of a memory that was closed goes on with the one that covers it: the user's words, and its use."""
    for file, cover in work.closes.items():
        old, new = os.path.join(store, file), os.path.join(store, cover)
        if cover and _text(store, cover) is not None:
            house.ledger.execute(
                "insert into evidence (path, quote, session, turn, at, run, op, target)"
                " select ?, quote, session, turn, at, ?, ?, ? from evidence where path = ?",
                (new, run, op, file, old))
            house.ledger.execute(
                "insert into usage (path, shown, read, last, used, last_used)"
                " select ?, shown, read, last, used, last_used from usage where path = ?"
                " on conflict (path) do update set shown = shown + excluded.shown, read = read + excluded.read,"
                " used = used + excluded.used, last = max(last, excluded.last),"
                " last_used = max(last_used, excluded.last_used)", (new, old))


def _relist(store: str, rows: Sequence[Row]) -> None:
    """The index in step with the files as they are now."""
    after = drafts.read(store).files
    before = dict(after)
    for row in reversed([row for row in rows if row.outcome == "applied" and row.work]):
        for file, text in _work(row).before.items():
            if text is None:
                before.pop(file, None)
            else:
                before[file] = text
    reconcile.relist(store, before, after)


def left(draft: Draft, rows: Sequence[Row]) -> Mapping[str, bytes]:
    """The store as the steps that were taken leave the draft: what is not so was changed by somebody else."""
    texts = dict(draft.base)
    for row in rows:
        if row.outcome == "applied":
            for file, text in _work(row).after.items():
                texts.pop(file, None)
                if text is not None:
                    texts[file] = _bytes(text)
    return texts


def _text(store: str, file: str) -> str | None:
    data = whole.read(os.path.join(store, file))
    return None if data is None else data.decode("utf-8", "surrogateescape")


def _bytes(text: str) -> bytes:
    return text.encode("utf-8", "surrogateescape")
