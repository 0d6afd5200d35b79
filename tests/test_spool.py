"""Notes to the worker: in order, whole, and none lost or kept for ever."""
from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

import world
from reverie import places, spool


@pytest.fixture
def here(home: Path) -> places.Places:
    return world.home(home)


def test_notes_come_back_in_the_order_they_were_left(here: places.Places) -> None:
    """Oldest first, each whole, left where it is until it is taken."""
    for n in range(12):
        spool.put(here, {"event": "Stop", "n": n, "text": "表 😀\n\"", "half": "\ud83d"})
    notes = spool.peek(here)
    assert [note["n"] for _, note in notes] == list(range(12))
    assert notes[0][1]["text"] == "表 😀\n\"" and notes[0][1]["half"] == "\ud83d"
    assert spool.waiting(here) == [name for name, _ in notes] == sorted(name for name, _ in notes)


def test_notes_of_many_processes_at_once(here: places.Places) -> None:
    """Hooks of many sessions drop notes at the same moment: each is there once and parses."""
    code = (f"import sys; sys.path.insert(0, {str(world.ROOT / 'scripts')!r})\n"
            "from reverie import places, spool\n"
            "here = places.Places(sys.argv[1], sys.argv[2])\n"
            "for n in range(25): spool.put(here, {'n': n, 'who': sys.argv[3]})")
    children = [subprocess.Popen([sys.executable, "-I", "-S", "-c", code, here.config, here.home, str(who)])
                for who in range(4)]
    assert [child.wait() for child in children] == [0] * 4
    notes = [(note["who"], note["n"]) for _, note in spool.peek(here)]
    assert sorted(notes) == sorted((str(who), n) for who in range(4) for n in range(25))


def test_a_note_is_taken_and_done(here: places.Places) -> None:
    """What is in hand waits no more; what is done is gone."""
    spool.put(here, {"n": 1})
    name, = spool.waiting(here)
    spool.take(here, name)
    assert (spool.waiting(here), spool.waiting(here, "taken")) == ([], [name])
    spool.done(here, name)
    assert not any(files for _, _, files in os.walk(here.spool))


def test_what_a_dead_worker_had_is_given_back_twice_and_then_parked(here: places.Places) -> None:
    """S16: a note that three workers died on is set aside under its name; its time and place in the order stay."""
    for n in range(2):
        spool.put(here, {"n": n})
    first, second = spool.waiting(here)
    left = spool.left_at(first)
    for _ in range(spool.TRIES - 1):
        name = spool.waiting(here)[0]
        spool.take(here, name)
        spool.give_back(here)
        assert [note["n"] for _, note in spool.peek(here)] == [0, 1]
        assert spool.left_at(spool.waiting(here)[0]) == left
    spool.take(here, spool.waiting(here)[0])
    spool.give_back(here)
    assert spool.waiting(here) == [second]
    parked, = spool.waiting(here, "parked")
    assert parked.startswith(first.removesuffix(".json"))


@pytest.mark.parametrize("data", [b"", b"{", b"[1]", b"null", b"\xff\xfe", b"5", b"[" * 100_000],
                         ids=["empty", "cut", "a list", "null", "no text", "a number", "deep"])
def test_a_note_that_is_none_is_parked(here: places.Places, data: bytes) -> None:
    """S33: an unreadable note is set aside for a person to see, and the others are worked."""
    spool.put(here, {"n": 1})
    name, = spool.waiting(here)
    bad = Path(here.spool, "new", "00000000000000000001-7.json")
    bad.write_bytes(data)
    assert [found for found, _ in spool.peek(here)] == [name]
    assert spool.waiting(here, "parked") == [bad.name] and not spool.waiting(here, "taken")


def test_looking_while_another_takes_loses_and_breaks_nothing(here: places.Places) -> None:
    """S14: two look at the notes again and again while another takes them, sound and broken: no error, none lost."""
    for n in range(150):
        spool.put(here, {"n": n})
        if n % 10 == 0:
            Path(here.spool, "new", f"{n:020d}-bad.json").write_bytes(b"{")
    code = (f"import sys; sys.path.insert(0, {str(world.ROOT / 'scripts')!r})\n"
            "from reverie import places, spool\n"
            "here = places.Places(sys.argv[1], sys.argv[2])\n"
            "while spool.waiting(here): spool.peek(here)")
    lookers = [subprocess.Popen([sys.executable, "-I", "-S", "-c", code, here.config, here.home]) for _ in range(2)]
    while notes := spool.peek(here):
        spool.take(here, notes[0][0])
    assert [looker.wait(timeout=20) for looker in lookers] == [0, 0]
    assert (len(spool.waiting(here, "taken")), len(spool.waiting(here, "parked"))) == (150, 15)


def test_what_is_no_note_is_not_looked_at(here: places.Places) -> None:
    """A file that is still being written, or anything else in the folder, waits for nobody; no folder is no note."""
    assert spool.peek(here) == [] == spool.waiting(here, "parked")
    spool.put(here, {"n": 1})
    Path(here.spool, "new", ".x.json.1-ab.tmp").write_bytes(b"{")
    assert len(spool.peek(here)) == 1
    assert spool.left_at("nonsense.json") == 0.0
