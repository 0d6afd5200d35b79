"""What a session keeps between its hooks."""
from __future__ import annotations

import os
import subprocess
import sys
import time
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import world
from reverie import places, session

CLAIM = f"""
import sys; sys.path.insert(0, {str(world.ROOT / "scripts")!r})
from reverie import places, session
here = places.Places(sys.argv[1], sys.argv[2])
sys.stdin.readline()
print(sum(session.claim(here, "s", f"e{{n}}", b"x") for n in range(200)))
"""


@pytest.fixture
def here(home: Path) -> places.Places:
    return world.home(home)


@given(root=st.text(), store=st.text(), native=st.booleans(), sid=st.text(max_size=50))
def test_a_binding_is_kept(
    tmp_path_factory: pytest.TempPathFactory, root: str, store: str, native: bool, sid: str
) -> None:
    """S63: what a session was bound to is read back the same, whatever its folder and its id are called."""
    here = places.Places("/nonexistent", str(tmp_path_factory.getbasetemp() / "bound"))
    session.bind(here, sid, session.Binding(root, store, native))
    bound = session.bound(here, sid)
    assert bound and (bound.root, bound.store, bound.native) == (root, store, native)


def test_frozen_bytes_are_the_same_bytes(here: places.Places) -> None:
    """S51: what a session was given is kept to the letter, line ends included; before that there is nothing."""
    assert session.frozen(here, "s") is None
    for text in ("a\r\nb\n\n表😀\x0b\u2028 ", ""):
        session.freeze(here, "s", text)
        assert session.frozen(here, "s") == text


def test_marks_of_what_was_shown(here: places.Places) -> None:
    """S69: marks add up over a session, are its own, and are forgotten after compaction; forgetting twice is fine."""
    session.show(here, "s", ["1-2-3 /a b.md", "x /表.md"])
    session.show(here, "s", ["y /c.md"])
    assert session.shown(here, "s") == {"1-2-3 /a b.md", "x /表.md", "y /c.md"}
    assert session.shown(here, "t") == set()
    session.forget_shown(here, "s")
    session.forget_shown(here, "s")
    assert session.shown(here, "s") == set()


def test_one_of_twins_answers(here: places.Places) -> None:
    """S55: the same bytes of one event of one session are claimed once; anything else is another call."""
    assert session.claim(here, "s", "Stop", b"x")
    assert not session.claim(here, "s", "Stop", b"x")
    assert session.claim(here, "s", "Stop", b"y")
    assert session.claim(here, "s", "SessionEnd", b"x")
    assert session.claim(here, "t", "Stop", b"x")


@pytest.mark.parametrize("ago", [10, 86_400, -86_400])
def test_an_old_claim_is_taken_over_once(here: places.Places, ago: float) -> None:
    """S55, S70: an equal call later is answered again, once, also when the clock was set back meanwhile."""
    assert session.claim(here, "s", "Stop", b"x")
    claim, = Path(here.session("s"), "claims").iterdir()
    os.utime(claim, (time.time() - ago, time.time() - ago))
    assert session.claim(here, "s", "Stop", b"x")
    assert not session.claim(here, "s", "Stop", b"x")


@pytest.mark.parametrize("old", [False, True])
def test_of_many_processes_exactly_one_claims(here: places.Places, old: bool) -> None:
    """S55: 200 events, each claimed by four processes at the same moment: each event is answered exactly once."""
    if old:
        for n in range(200):
            session.claim(here, "s", f"e{n}", b"x")
        for claim in Path(here.session("s"), "claims").iterdir():
            os.utime(claim, (1, 1))
    children = [subprocess.Popen([sys.executable, "-I", "-S", "-c", CLAIM, here.config, here.home],
                                 stdin=subprocess.PIPE, stdout=subprocess.PIPE) for _ in range(4)]
    for child in children:
        assert child.stdin
        child.stdin.write(b"\n")
        child.stdin.flush()
    assert sum(int(child.communicate()[0]) for child in children) == 200
