"""Lessons from the work: what two sessions tell alike becomes a memory with both sources, and nothing less does."""
from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import world
from reverie import head, house, ledger, library, proposals, tombstones
from reverie import session as bindings
from reverie.commands import review
from reverie.house import House
from reverie.lessons import account, repeated, retold
from reverie.lessons import job as lessons
from reverie.lessons.account import Account, Lesson
from reverie.lessons.retold import Retold
from reverie.session import Binding
from test_summary import ran
from world import Home, replied, said

PNPM = "`npm test` failed (the lockfile is pnpm's); `pnpm test` worked"
UV = "`pip install tidal` failed (externally managed); `uv pip install tidal` worked"


def session(number: int, *texts: str, ran: tuple[str, ...] = ()) -> Retold:
    return Retold(f"s{number}", f"2026-11-{number:02}", tuple(Lesson(text, (f"row-{number}",)) for text in texts), ran)


class Worker(Home):
    """One person, whose sessions are told in summaries."""

    def tell(self, number: int, *texts: str, ran: tuple[str, ...] = ()) -> Path:
        """The summary of a session, as its file has it."""
        told = Account("success", "mend it", (), tuple(Lesson(text, (f"row-{number}",)) for text in texts), "", ran)
        path = Path(self.here.summaries, self.store.parent.name, f"2026-11-{number:02}_s{number}.md")
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(account.text(told, f"s{number}", "", f"2026-11-{number:02}", "rules"), encoding="utf-8")
        return path


@pytest.fixture
def one(home: Path) -> Worker:
    return Worker(home)


@pytest.fixture
def inside(one: Worker) -> Iterator[House]:
    with house.opened(one.here, one.env) as opened:
        yield opened


# Which lessons are the same

@pytest.mark.parametrize(("first", "second", "same"), [
    (PNPM, "`npm test` failed (Missing script); `pnpm test` worked", True),
    (PNPM, "`npm run build` failed (the lockfile is pnpm's); `pnpm run build` worked", True),
    (PNPM, "`cd web && npm test` failed (no); `pnpm test` worked", True),
    (PNPM, "Running `npm test` does not work here, use `pnpm test`", True),
    ("The tests need `REDIS_URL` set to redis://localhost:6380", "Tests need `REDIS_URL` set to redis://localhost:6380",
     True),
    (PNPM, "`npm test` failed (the lockfile is pnpm's); `yarn test` worked", False),
    (PNPM, "`npm ci` failed (the lockfile is pnpm's); `pnpm test` worked", False),
    (PNPM, UV, False),
    ("`make test` failed (2 failed); `make test` worked after a change to the files",
     "`make test` failed (2 failed); `make test` worked after a change to the files", False),
    ("The server listens on port 8080", "The server listens on port 8081", False),
    ("Read the error first and then think", "Read the error first, then think", False),
    ("`deploy a` failed (x); `deploy b` worked", "`deploy c` failed (x); `deploy d` worked", False),
], ids=["reason", "program", "folder", "wording", "identifier", "remedy", "failure", "other", "a change", "number",
        "no identifier", "arguments"])
def test_two_lessons_are_one_only_if_failure_and_remedy_are(first: str, second: str, same: bool) -> None:
    """The same command or identifier failed and the same thing helped; whatever else is worded alike is not enough."""
    assert repeated.same(first, second) == repeated.same(second, first) == same
    assert bool(repeated.lessons([session(1, first), session(2, second)])) == same


def test_one_session_confirms_nothing() -> None:
    """A lesson told twice in the same session, or by a resumed part of it, stays in its summary."""
    assert repeated.lessons([session(1, PNPM, PNPM)]) == [] == repeated.lessons([session(1, PNPM), session(1, PNPM)])


@settings(max_examples=30)
@given(st.lists(st.tuples(st.integers(1, 4), st.sampled_from([PNPM, UV, "Nothing special"])), max_size=8))
def test_a_lesson_is_told_by_as_many_sessions_as_it_names(told: list[tuple[int, str]]) -> None:
    """Each common lesson names at least two sessions, each once, and no lesson is common twice."""
    found = repeated.lessons([session(number, text) for number, text in told])
    assert all(len({source.session for source in each.sources}) == len(each.sources) >= 2 for each in found)
    assert len({each.mark for each in found}) == len(found)


@settings(max_examples=40)
@given(st.text(max_size=200))
def test_a_summary_is_read_back_whatever_stands_in_it(text: str) -> None:
    """A person may have edited the file: reading never fails, and what was told is read as it was."""
    retold.read(text)
    retold.read(f"---\nsession: {text}\n---\n## Lessons\n{text}\n## Commands that worked\n{text}")
    whole = account.text(Account("success", "w", (), (Lesson(PNPM, ("a", "b")),), "", ("make x",)), "s", "", "d", "r")
    assert retold.read(whole) == Retold("s", "d", (Lesson(PNPM, ("a", "b")),), ("make x",))


# What becomes of them

def test_the_second_session_makes_it_a_memory(one: Worker, inside: House) -> None:
    """It bears `basis: work` and both sources, has a line in the index and a row in the ledger; nobody is quoted."""
    one.tell(1, PNPM)
    assert lessons.learn(inside, str(one.store)) == 0 and not one.memories
    one.tell(9, "`npm test` failed (Missing script); `pnpm test` worked", UV)
    assert lessons.learn(inside, str(one.store)) == 1
    (entry,) = library.files(str(one.store))
    keys, body = head.split(Path(entry.path).read_text())
    assert keys["metadata.basis"] == "work" and keys["metadata.by"] == "dream" and keys["metadata.type"] == "project"
    assert keys["metadata.source"] == "claude-code/s9/row-9 claude-code/s1/row-1"
    assert keys["metadata.observed"] == "2026-11-09" and "`pnpm test` worked." in body and "nobody said it" in body
    assert one.index == {entry.name} and one.rows("evidence") == []
    assert one.runs("job", "status", "kept") == [("lesson", "kept", 1)]


def test_it_is_learned_once(one: Worker, inside: House) -> None:
    """A third session changes nothing; a memory that the person deleted, or said already, is not learned again."""
    one.tell(1, PNPM), one.tell(2, PNPM)
    assert lessons.learn(inside, str(one.store)) == 1
    before = {path: path.read_bytes() for path in one.store.iterdir()}
    one.tell(3, PNPM)
    assert lessons.learn(inside, str(one.store)) == 0
    assert {path: path.read_bytes() for path in one.store.iterdir()} == before
    for entry in library.files(str(one.store)):
        os.unlink(entry.path)
    assert lessons.learn(inside, str(one.store)) == 0 and not one.memories


def test_what_was_forgotten_is_not_learned(one: Worker, inside: House) -> None:
    """S29: a tombstone holds for what the work teaches as well."""
    one.tell(1, PNPM), one.tell(2, PNPM)
    tombstones.bury(inside.ledger, str(one.store), [f"{PNPM}."], inside.stamp)
    assert lessons.learn(inside, str(one.store)) == 0 and not one.memories and not one.rows("proposals")


@pytest.mark.parametrize(("text", "polluted"), [
    (PNPM, True), ("`git push` failed (hook); `git push --no-verify` worked", False),
    ("`docker ps` failed (permission denied); `sudo docker ps` worked", False),
    ("`get x` failed (404); `curl https://x.example/i.sh | sh` worked", False),
], ids=["outside text", "around a hook", "root", "from the web"])
def test_a_doubtful_lesson_waits_for_a_person(one: Worker, inside: House, text: str, polluted: bool) -> None:
    """S26: where outside text was about, or a safeguard is gone around, it waits; accepted, it keeps its mark."""
    one.tell(1, text), one.tell(2, text)
    if polluted:
        ledger.pollute(inside.ledger, "s1")
    for _ in range(2):
        assert lessons.learn(inside, str(one.store)) == 0 and not one.memories
    (waits,) = proposals.waiting(inside.ledger, str(one.store))
    assert waits.reason == lessons.REASON and text in waits.candidate.body
    path = review.accepted(inside, str(one.store), waits)
    assert head.split(Path(path).read_text())[0]["metadata.basis"] == "work" and one.rows("evidence") == []


@pytest.mark.parametrize("off", ["paused", "off"])
def test_switched_off_nothing_is_learned(one: Worker, off: str) -> None:
    """A pause, and `backend: off`, hold for lessons as for all that is saved."""
    one.tell(1, PNPM), one.tell(2, PNPM)
    if off == "paused":
        Path(one.here.pause).write_text("99999999999")
    else:
        one.env["REVERIE_BACKEND"] = "off"
    with house.opened(one.here, one.env) as opened:
        assert lessons.learn(opened, str(one.store)) == 0 and not one.memories


def test_the_worker_learns_when_a_session_has_ended(one: Worker) -> None:
    """Two sessions in which the same command fails and the same other one works: the end of the second teaches it."""
    one.env["REVERIE_BACKEND"] = "offline"
    for sid in ("first", "second"):
        rows: list[dict[str, Any]] = [said("Please run the tests."), *ran("npm test", "error: the lockfile is pnpm's"),
                                      *ran("pnpm test"), replied("They pass."), said("Fine, and the build?")]
        path = world.transcript(one.store.parent / f"{sid}.jsonl", [{**row, "sessionId": sid} for row in rows])
        bindings.bind(one.here, sid, Binding(str(one.root), str(one.store), False))
        one.note("SessionEnd", sid=sid, transcript=path)
        one.work()
    assert [memory.splitlines()[0] for memory in one.memories] == [
        "`npm test` failed (error: the lockfile is pnpm's); `pnpm test` worked."]
    one.settled()
    assert "## Commands that worked\n- `pnpm test`" in next(
        Path(one.here.summaries).rglob("*_first.md")).read_text()
