"""What was decided is done: files change as they should and no further, and a worker may die at any step of it."""
from __future__ import annotations

import os
import signal
import sys
import time
import warnings
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import world
from reverie import errands, index, library, lookup, proposals, query, spool
from reverie.errands import Note
from world import Home, proposal, replied, said

OLD = "The API server runs on port 3001 in every environment."
NEW = "The API server runs on port 3002 in every environment."
MOVED = f"We decided on something else: {NEW[0].lower()}{NEW[1:]}"
WHEN = "2026-12-24T12:00:00Z"


@pytest.fixture
def one(home: Path) -> Home:
    return Home(home)


def older(one: Home, **more: str) -> Path:
    """A memory of ours as it was kept earlier, with its line in the index, and one beside it that nobody touches."""
    path = world.memory(one.store, "project_port.md", "Where the API runs", OLD, **{"by": "extract", **more})
    world.memory(one.store, "feedback_tabs.md", "When editing the Makefile", "Use tabs in the Makefile.", by="extract")
    index_of(one).write_text("# Memories\n\n- [Project port](project_port.md) — Where the API runs\n"
                             "- [Feedback tabs](feedback_tabs.md) — When editing the Makefile\n- my own line\n")
    return path


def index_of(one: Home) -> Path:
    one.store.mkdir(parents=True, exist_ok=True)
    return one.store / "MEMORY.md"


def change(op: str, **more: str) -> dict[str, Any]:
    """An answer that changes the older memory."""
    made = proposal(NEW[:-1], type="project", name="api-port", description="Which port the API has now", body=NEW,
                    op=op, target="project_port.md", **more)
    return {"memories": [made]}


def changed(one: Home, op: str, **more: str) -> Path:
    """The older memory after a turn that changes it."""
    path = older(one, **more)
    one.answers(change(op))
    one.stop(said(MOVED, timestamp=WHEN), replied("Noted."))
    return path


def recalled(one: Home, words: str) -> list[str]:
    """The files that a prompt with these words would be shown."""
    hits = lookup.search(one.here, [str(one.store)], query.of(words)).hits
    return sorted(os.path.basename(hit.path) for hit in hits)


# Create

def test_a_new_memory_is_a_file_a_line_and_its_evidence(one: Home) -> None:
    """S22: each new fact gets a file, a line behind the last entry, evidence of its op, and is found at once."""
    older(one)
    one.answers({"memories": [proposal("staging is wiped every Monday", name="wiped",
                                       description="Before using staging", body="Staging is wiped on Mondays.")]})
    one.stop(said("Remember that staging is wiped every Monday.", timestamp=WHEN))
    assert index_of(one).read_text().splitlines()[-2:] == [
        "- [Wiped](feedback_wiped.md) — Before using staging", "- my own line"]
    row, = one.rows("evidence")
    assert (os.path.basename(row["path"]), row["op"], row["target"], row["at"]) == (
        "feedback_wiped.md", "create", "", WHEN)
    assert recalled(one, "is staging wiped?") == ["feedback_wiped.md"]


# Update

def test_an_updated_memory_says_the_new_thing(one: Home) -> None:
    """S22: body, description and day change in the same file; when it was first said stays; no second file."""
    path = changed(one, "update")
    memory = library.read(str(path))
    assert memory and (memory.body, memory.description) == (NEW, "Which port the API has now")
    assert (memory.created, memory.observed, memory.by) == ("2026-11-01", "2026-12-24", "extract")
    assert sorted(os.listdir(one.store)) == ["MEMORY.md", "feedback_tabs.md", "project_port.md"]
    row, = one.rows("evidence")
    assert (row["path"], row["op"], row["target"]) == (str(path), "update", "project_port.md")
    assert recalled(one, "which port has the API server?") == ["project_port.md"]


def test_the_index_line_of_an_updated_memory_follows(one: Home) -> None:
    """S51: the line says what the memory says now, in its place; every other line stays byte for byte."""
    changed(one, "update")
    assert index_of(one).read_text() == (
        "# Memories\n\n- [Project port](project_port.md) — Which port the API has now\n"
        "- [Feedback tabs](feedback_tabs.md) — When editing the Makefile\n- my own line\n")


def test_an_index_line_in_the_users_words_stays(one: Home) -> None:
    """S25: a line that is not the one we wrote is the user's own, also when its memory changes."""
    path = older(one)
    mine = "* see [the port!](./project_port.md), ask Bob\n"
    index_of(one).write_text(mine)
    one.answers(change("update"))
    one.stop(said(MOVED))
    assert index_of(one).read_text() == mine and NEW in path.read_text()


def test_foreign_keys_comments_and_line_ends_survive_an_update(one: Home) -> None:
    """S30, S87: keys nobody knows, their order, comments, a BOM and CRLF stay; only what changed is other bytes."""
    path = older(one)
    before = ("\ufeff---\r\nname: port   # short\r\nowner: Ann\r\ndescription: Where the API runs\r\nmetadata:\r\n"
              "    type: project\r\n    observed: 2026-11-01 # confirmed\r\n    ticket: [A-1, B-2]\r\n"
              "    by: extract\r\n---\r\n" + OLD + "\r\n")
    path.write_bytes(before.encode())
    one.answers(change("update"))
    one.stop(said(MOVED, timestamp=WHEN))
    after = (before.replace("description: Where the API runs", "description: Which port the API has now")
             .replace("observed: 2026-11-01 #", "observed: '2026-12-24' #").replace(OLD, NEW))
    assert path.read_bytes() == after.encode()


def test_bytes_that_are_no_text_survive_in_the_head(one: Home) -> None:
    """S88: a broken character in a key of somebody else's is written back as it was."""
    path = older(one)
    path.write_bytes(path.read_bytes().replace(b"metadata:", b"author: J\xfcrgen\nmetadata:"))
    one.answers(change("update"))
    one.stop(said(MOVED))
    assert b"author: J\xfcrgen\n" in path.read_bytes() and NEW.encode() in path.read_bytes()


# Supersede

def test_a_superseded_memory_leaves_index_catalog_and_recall(one: Home) -> None:
    """S22, S37: the new memory stands in its place everywhere; the old file is kept and says which one that is."""
    path = changed(one, "supersede")
    assert "superseded_by: project_api_port.md" in path.read_text() and OLD in path.read_text()
    assert one.index == {"project_api_port.md", "feedback_tabs.md"}
    assert "- my own line\n" in index_of(one).read_text()
    assert recalled(one, "which port has the API server?") == ["project_api_port.md"]
    row, = one.rows("evidence")
    assert (os.path.basename(row["path"]), row["op"], row["target"]) == (
        "project_api_port.md", "supersede", "project_port.md")


def test_a_superseded_memory_is_no_duplicate_of_what_is_said_again(one: Home) -> None:
    """S29: who goes back to the old fact is heard: the closed file is not taken for one that says it already."""
    changed(one, "supersede")
    one.answers({"memories": [proposal(OLD[:-1], type="project", name="port-again", body=OLD, op="supersede",
                                       target="project_api_port.md")]})
    one.stop(said(f"I decided again: {OLD}"))
    assert one.index == {"project_port_again.md", "feedback_tabs.md"}
    assert recalled(one, "which port has the API server?") == ["project_port_again.md"]


# Duplicates, proposals, refusals

def test_a_duplicate_without_a_line_gets_one(one: Home) -> None:
    """S50: what is said again is confirmed, and if its file was in no index it is now."""
    path = older(one)
    index_of(one).write_text("")
    one.answers({"memories": [proposal(OLD[:-1], body=OLD)]})
    one.stop(said(f"Remember: {OLD}", timestamp=WHEN))
    assert "observed: '2026-12-24'" in path.read_text() and one.index == {"project_port.md"}
    assert [row["op"] for row in one.rows("evidence")] == ["duplicate"]


@pytest.mark.parametrize("op", ["update", "supersede"])
@pytest.mark.parametrize("whose", ["by: user", "pinned: true", "no head"])
def test_a_file_of_the_users_own_is_only_proposed_to(one: Home, op: str, whose: str) -> None:
    """S5: what the user wrote or pinned stays byte for byte, with its line; the change waits for a yes."""
    path = older(one)
    if whose == "no head":
        path.write_text(OLD + "\n")
    else:
        path.write_text(path.read_text().replace("  by: extract\n", f"  {whose}\n"))
    before, lines = path.read_bytes(), index_of(one).read_bytes()
    one.answers(change(op))
    one.stop(said(MOVED))
    assert path.read_bytes() == before and index_of(one).read_bytes() == lines
    assert sorted(os.listdir(one.store)) == ["MEMORY.md", "feedback_tabs.md", "project_port.md"]
    waits, = one.rows("proposals")
    assert (waits["reason"], waits["status"]) == ("yours", "waiting") and one.rows("evidence") == []


def test_two_that_say_the_same_are_one(one: Home) -> None:
    """S37: of equal candidates in one answer the first is written and the others are nothing."""
    one.answers({"memories": [proposal("always use tabs", name=name, body="Always use tabs in the Makefile.")
                              for name in ("a", "b", "c")]})
    one.stop(said("Please always use tabs in the Makefile."))
    assert one.memories == ["Always use tabs in the Makefile."] and len(one.rows("evidence")) == 1


def test_an_edit_made_meanwhile_is_not_lost(one: Home, tmp_path: Path) -> None:
    """S5, S33: a file that the user changes while the model thinks is judged and revised as it is then."""
    path = older(one)
    program = tmp_path / "slow"
    answer = str(change("update")).replace("'", '"')
    program.write_text(f"#!/bin/sh\ncat >/dev/null\nsed -i 's/metadata:/note: mine\\nmetadata:/' '{path}'\n"
                       f"printf '%s' '{answer}'\n")
    program.chmod(0o755)
    one.set("interval: 0", "backend: command", f"command: {program}")
    del one.env["REVERIE_BACKEND"]
    one.stop(said(MOVED))
    assert "note: mine\n" in path.read_text() and NEW in path.read_text()


# A worker that dies

WRITES = ("insert", "update", "delete")


def work_and_die(one: Home, step: int) -> bool:
    """The worker's part in a process that is killed right before its `step`th write; False if it got to the end."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)  # newer Pythons dislike a fork beside threads
        child = os.fork()
    if not child:
        left = [step]

        def count() -> None:
            left[0] -= 1
            if left[0] == 0:
                os.kill(os.getpid(), signal.SIGKILL)

        _counted(one, count)
        os._exit(0)
    return os.WIFSIGNALED(os.waitpid(child, 0)[1])


def _counted(one: Home, count: Callable[[], None]) -> None:
    """One pass of the worker that calls `count` before each write in the store, the ledger, or the whole catalog."""
    def audit(event: str, arguments: tuple[object, ...]) -> None:
        if event in ("os.rename", "os.link", "os.remove") and str(one.store) in str(arguments):
            count()

    def trace(statement: str) -> None:
        if statement.lower().lstrip().startswith(WRITES):
            count()

    with world.opened(one.here, one.env) as house:
        sys.addaudithook(audit)
        house.ledger.set_trace_callback(trace)
        house.catalog.set_trace_callback(lambda statement: count() if statement == "commit" else None)
        for name, says in spool.peek(one.here):
            note = Note(name, time.time(), says)
            spool.take(one.here, name)
            errands.work(house, note, [note])
            spool.done(one.here, name)


OPS: dict[str, tuple[str, dict[str, Any]]] = {
    "create": (MOVED, {"memories": [proposal(NEW[:-1], type="project", name="api-port", body=NEW)]}),
    "update": (MOVED, change("update")),
    "supersede": (MOVED, change("supersede")),
    "propose": (MOVED, {"memories": [], "proposals": [proposal(NEW[:-1], type="project", name="api-port", body=NEW)]}),
}


def outcome(one: Home) -> tuple[object, ...]:
    """All that a person or a later session could tell of what was kept."""
    files = {path.name: path.read_text() for path in one.store.glob("*.md")}
    waits = [(row["reason"], row["status"]) for row in one.rows("proposals")]
    evidence = {(os.path.basename(row["path"]), row["quote"]) for row in one.rows("evidence")}
    with world.opened(one.here, one.env) as house:
        waiting = len(proposals.waiting(house.ledger, str(one.store)))
    cursor, = one.rows("cursors")
    assert index.linked(files["MEMORY.md"]) <= set(files)
    return (files, waits, waiting, evidence, recalled(one, "which port has the API server?"), cursor["offset"],
            spool.waiting(one.here), spool.waiting(one.here, "taken"), spool.waiting(one.here, "parked"))


@pytest.mark.parametrize("op", OPS)
def test_a_worker_killed_between_any_two_steps_is_made_up_for(
    home: Path, op: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """S33, S35: killed with -9 before each write in turn, then run again: the outcome is that of a run without harm."""
    monkeypatch.setenv("PATH", "/nonexistent")  # without git the history is copies: the same, and quicker
    monkeypatch.setattr(os, "fsync", lambda _: None)  # a process dies, not the machine
    words, answer = OPS[op]
    rows = [said(words, timestamp=WHEN), replied("Noted.")]
    expected, step = None, 0
    while True:
        folder = home / str(step) / "home"
        folder.mkdir(parents=True)
        one = Home(folder)
        older(one)
        one.answers(*[answer] * 3)
        one.say(*rows)
        one.note()
        killed = step > 0 and work_and_die(one, step)
        one.work()
        found = outcome(one)
        expected = found if expected is None else expected
        assert found == expected, f"killed before step {step}"
        if step and not killed:
            break
        step += 1
    assert step > 6
