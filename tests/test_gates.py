"""When a dream is due: each gate at its threshold, in its order, and whatever the clocks do."""
from __future__ import annotations

import datetime
import os
import time
from pathlib import Path
from typing import Any

import hypothesis
import pytest
from hypothesis import strategies as st

import world
from reverie import clientdream, dreams, due, errands, gates, house, ledger, lock, session, spool
from reverie.dream import decay
from reverie.dream.decay import Held
from reverie.dream.draft import Draft
from reverie.errands import Note
from reverie.gates import Known
from reverie.settings import Settings
from world import Home

NOW = 1_790_000_000.0
HOUR = 3_600.0
OPEN = Known(last=NOW - 25 * HOUR, sessions=5, scanned=NOW - 601, changed=True)
TODAY = "2026-11-30"


def stand(known: Known, now: float = NOW) -> list[str]:
    """The names of the gates that are shut."""
    every = (*gates.cheap(known, Settings(), now), *gates.dear(known))
    return [gate.name for gate in every if not gate.open]


@pytest.mark.parametrize(("change", "shut"), [
    ({}, []),
    ({"paused": "paused"}, ["enabled"]),
    ({"last": NOW - 24 * HOUR + 1}, ["hours"]),
    ({"last": NOW - 24 * HOUR}, []),
    ({"last": 0.0, "scanned": 0.0}, []),
    ({"last": NOW + 72 * HOUR}, ["hours"]),
    ({"sessions": 4}, ["sessions"]),
    ({"scanned": NOW - 599}, ["scan"]),
    ({"scanned": NOW + 5_000}, ["scan"]),
    ({"busy": True}, ["lock"]),
    ({"native": "the client's own"}, ["client"]),
    ({"changed": False}, ["change"]),
    ({"changed": False, "days": 7}, []),
    ({"last": NOW, "sessions": 0, "busy": True, "changed": False}, ["hours", "sessions", "lock", "change"]),
])
def test_each_gate_opens_at_its_threshold(change: dict[str, Any], shut: list[str]) -> None:
    """S46: one value each, in a fixed order; the value and what it needs stand in words."""
    assert stand(OPEN._replace(**change)) == shut
    assert all(gate.value and gate.threshold for gate in (*gates.cheap(OPEN, Settings(), NOW), *gates.dear(OPEN)))


times = st.floats(-10 * 365 * 24 * HOUR, 10 * 365 * 24 * HOUR).map(lambda offset: NOW + offset)


@hypothesis.given(last=times, scanned=times, steps=st.lists(st.floats(-400 * HOUR, 400 * HOUR), max_size=8))
def test_no_clock_keeps_the_gates_shut_or_flings_them_open(last: float, scanned: float, steps: list[float]) -> None:
    """S70: whatever was written by whatever clock, a day of steady time after the last look opens the gates; and less
    than the hours since a dream, as this clock counts them, never do."""
    world.COMPILED.mkdir(parents=True, exist_ok=True)
    db = ledger._opened(":memory:")
    now = NOW
    dreams.dreamt(db, "/s", last, TODAY, "x")
    dreams.scan(db, "/s", scanned)
    for step in steps:
        now += step
        known = dreams.state(db, "/s", "", now, TODAY)
        assert known.last <= now and known.scanned <= now
        shut = gates.cheap(OPEN._replace(last=known.last, scanned=known.scanned), Settings(), now)[1]
        assert shut.open == (now - known.last >= 24 * HOUR)
    known = dreams.state(db, "/s", "", now, TODAY)
    now += 24 * HOUR
    later = dreams.state(db, "/s", "", now, TODAY)
    assert not stand(OPEN._replace(last=later.last, scanned=later.scanned), now)
    db.close()


def test_a_night_of_the_summer_time_is_as_long_as_it_is(monkeypatch: pytest.MonkeyPatch) -> None:
    """S70: in the night in which the clock is set back, 24 hours are 24 hours in every time zone."""
    for zone in ("Europe/Berlin", "America/New_York", "UTC"):
        monkeypatch.setenv("TZ", zone)
        time.tzset()
        evening = datetime.datetime(2026, 10, 24, 22).timestamp()
        assert stand(OPEN._replace(last=evening, scanned=0.0), evening + 24 * HOUR - 1) == ["hours"]
        assert stand(OPEN._replace(last=evening, scanned=0.0), evening + 24 * HOUR) == []
    monkeypatch.delenv("TZ")
    time.tzset()


# What they look at

@pytest.fixture
def one(home: Path) -> Home:
    return Home(home)


def begin(one: Home, sid: str, source: str = "startup") -> None:
    """The worker hears that a session began."""
    with world.opened(one.here, one.env) as opened:
        note = {"event": "SessionStart", "session": sid, "source": source, "root": str(one.root),
                "store": str(one.store), "transcript": ""}
        errands.work(opened, Note("", time.time(), note), [])


def sessions(one: Home, sid: str) -> int:
    with world.opened(one.here, one.env) as opened:
        return due.state(opened, str(one.store), sid).sessions


def test_only_distinct_main_sessions_count(one: Home) -> None:
    """S52, S70: one that begins again counts once, the one that asks not at all; no fork, and no other tool's own."""
    for sid in ("a", "b", "b", "c"):
        begin(one, sid)
    begin(one, "a", "resume")
    begin(one, "f", "fork")
    begin(one, "tool")
    with world.opened(one.here, one.env) as opened:
        run = ledger.begin_run(opened.ledger, "extract", "tool", str(one.store), "Stop", "offline", opened.stamp)
        ledger.end_run(opened.ledger, run, "skipped", "child", 0.0)
    assert (sessions(one, "c"), sessions(one, "new")) == (2, 3)
    assert len([row for row in one.rows("active_days") if row["store"] == str(one.store)]) == 1
    with world.opened(one.here, one.env) as opened:
        dreams.dreamt(opened.ledger, str(one.store), 1.0, TODAY, "")
    assert sessions(one, "new") == 0


def test_days_of_work_are_days_on_which_a_session_ran(one: Home) -> None:
    """Each day once, whether a session begins or goes on; a day that is still to come was a wrong clock's."""
    one.stop(world.said("hello"))
    begin(one, "a")
    today, = {row["day"] for row in one.rows("active_days")}
    with world.opened(one.here, one.env) as opened:
        dreams.worked(opened.ledger, str(one.store), "2399-01-01")
        assert dreams.days(opened.ledger, str(one.store), today) == [today]


def held_by(pid: int, age: float, store: Path) -> None:
    """The client's lock, of this process and so old."""
    store.mkdir(parents=True, exist_ok=True)
    (store / clientdream.LOCK).write_text(str(pid))
    os.utime(store / clientdream.LOCK, (time.time() - age,) * 2)


@pytest.mark.parametrize(("alive", "age", "at_work", "active"), [
    (True, 60, True, True), (True, 2 * HOUR, False, True), (False, 60, False, True), (True, -60, True, True),
    (False, 13 * 86_400, False, True), (False, 15 * 86_400, False, False), (True, -3_650 * 86_400, False, False),
])
def test_it_stands_back_for_the_clients_own(one: Home, alive: bool, age: float, at_work: bool, active: bool) -> None:
    """By the client's lock: held by a living process, or a consolidation of the last two weeks; a stamp from a time
    to come is as old as it is far. Switched off in the client's settings, its past does not count."""
    pid = os.getpid() if alive else 1 << 22
    held_by(pid, age, one.store)
    args = (str(one.store), str(one.root), one.here, time.time())
    assert bool(clientdream.at_work(str(one.store), time.time())) == at_work
    assert bool(clientdream.active(*args)) == active
    (one.root / ".claude").mkdir()
    (one.root / ".claude" / "settings.json").write_text('{"autoDreamEnabled": false}')
    assert bool(clientdream.active(*args)) == at_work


def test_a_store_is_not_looked_at_before_it_must_be(one: Home) -> None:
    """The ledger's gates come first; once they are open the look is noted, and not repeated within ten minutes."""
    world.memory(one.store, "a.md", "d", "Use tabs.")
    with world.opened(one.here, one.env) as opened:
        for number in range(5):
            assert not due.now(opened, str(one.store), "new")
            dreams.begun(opened.ledger, str(one.store), f"s{number}")
        assert not one.rows("dreams")
        with lock.alone(one.here.dreaming(str(one.store))):
            assert not due.now(opened, str(one.store), "new")
        assert one.rows("dreams")[0]["scanned"] == opened.now.timestamp()
        assert not due.now(opened, str(one.store), "new")
        later = opened._replace(now=opened.now + datetime.timedelta(minutes=10))
        assert due.now(later, str(one.store), "new")
        assert [gate.name for gate in due.standing(later, str(one.store)) if not gate.open] == ["scan"]


def test_a_pause_and_the_setting_shut_the_first_gate(one: Home) -> None:
    """`dream: off` and `reverie pause` end what goes on by itself."""
    one.set("dream: off")
    with world.opened(one.here, one.env) as opened:
        assert not due.standing(opened, str(one.store))[0].open
    one.set()
    Path(one.here.pause).write_text(str(time.time() + 60))
    with world.opened(one.here, one.env) as opened:
        assert "paused" in due.standing(opened, str(one.store))[0].value


def test_the_worker_starts_a_dream_beside_itself(one: Home) -> None:
    """A session that finds all gates open leads to a process with our mark, which dreams; the worker goes on."""
    world.memory(one.store, "a.md", "d", "Use tabs.", by="extract")
    one.set("dream_sessions: 0")
    one.env["REVERIE_BACKEND"] = "off"
    session.bind(one.here, "s", session.Binding(str(one.root), str(one.store), False))
    one.note("SessionStart", sid="s", source="startup")
    one.work()
    world.ended(one.folder)
    assert one.runs("job", "session", "status", "trigger") == [("dream", "s", "kept", "SessionStart")]
    assert one.index == {"a.md"} and not spool.waiting(one.here, "taken")
    assert one.runs("reason") == [("index put in order",)] and one.told() == ""


# Decay

DAYS = [(datetime.date(2026, 1, 1) + datetime.timedelta(n)).isoformat() for n in range(200)]


def draft_of(**keys: str) -> Draft:
    rows = "".join(f"  {key}: {value}\n" for key, value in keys.items())
    return Draft({"a.md": f"---\nname: a\ndescription: d\nmetadata:\n  type: project\n{rows}---\nIt is so.\n".encode()})


@pytest.mark.parametrize(("keys", "held", "days", "goes"), [
    ({"observed": DAYS[0]}, Held(), DAYS[:90], False),
    ({"observed": DAYS[0]}, Held(), DAYS[:91], True),
    ({"observed": DAYS[0]}, Held(), DAYS[::4], False),  # a quarter of the days were days of work
    ({"observed": DAYS[0]}, Held(last=DAYS[50]), DAYS[:140], False),
    ({"observed": DAYS[0]}, Held(last=DAYS[50]), DAYS[:141], True),
    ({"observed": DAYS[60], "created": DAYS[0]}, Held(), DAYS[:150], False),
    ({"observed": DAYS[0]}, Held(sessions=2), DAYS[:120], False),
    ({"observed": DAYS[0]}, Held(sessions=2), DAYS[:121], True),
    ({"observed": DAYS[0]}, Held(sessions=99), DAYS[:181], True),
    ({"observed": DAYS[0], "created": DAYS[90]}, Held(), DAYS[:104], False),  # new here, of something long past
    ({"observed": DAYS[0], "created": DAYS[90]}, Held(), DAYS[:105], True),
    ({}, Held(written=DAYS[0]), DAYS[:91], True),
    ({}, Held(), DAYS, False),
    ({"observed": "soon"}, Held(), DAYS, False),
    ({"observed": "2399-01-01"}, Held(), DAYS, False),
    ({"observed": DAYS[0], "pinned": "true"}, Held(), DAYS, False),
    ({"observed": DAYS[0], "by": "user"}, Held(), DAYS, False),
    ({"observed": DAYS[0], "superseded_by": "b.md"}, Held(), DAYS, False),
])
def test_what_nobody_uses_goes_to_the_archive(keys: dict[str, str], held: Held, days: list[str], goes: bool) -> None:
    """After 90 days of work without a use or a word, later where several sessions said it, never a person's own."""
    draft = draft_of(**keys)
    steps = decay.plan(draft, {"a.md": held}, days, "2026-12-31")
    assert [step.closes for step in steps] == ([(("a.md", ""),)] if goes else [])
    assert ("a.md" in draft.files) != goes


def test_no_more_than_a_fifth_goes_at_once() -> None:
    """S5: the least needed first; the rest is the next dream's."""
    base = draft_of(observed=DAYS[0]).base["a.md"]
    draft = Draft({f"{n}.md": base for n in range(12)})
    uses = {f"{n}.md": Held(last=DAYS[n]) for n in range(12)}
    assert [step.sources for step in decay.plan(draft, uses, DAYS, "2026-12-31")] == [("0.md",), ("1.md",)]


@hypothesis.given(st.sets(st.sampled_from(DAYS)), st.sampled_from(DAYS), st.sampled_from(DAYS))
def test_another_day_of_rest_ages_nothing(work: set[str], said: str, day: str) -> None:
    """Days without work change nothing, and a use never makes a memory go sooner."""
    plain = decay.plan(draft_of(observed=said), {}, sorted(work), DAYS[-1])
    assert decay.plan(draft_of(observed=said), {}, sorted(work), "2026-12-31") == plain
    used = decay.plan(draft_of(observed=said), {"a.md": Held(last=day)}, sorted(work), DAYS[-1])
    assert not used or plain


def test_the_house_knows_no_other_time(one: Home) -> None:
    """The gates take their time from the house, so that a moved clock moves all of them together."""
    with house.opened(one.here, one.env) as opened:
        moved = opened._replace(now=opened.now + datetime.timedelta(days=3))
        dreams.dreamt(opened.ledger, str(one.store), moved.now.timestamp(), TODAY, "x")
        assert "0.0" in due.standing(opened, str(one.store))[1].value
        assert not due.standing(opened, str(one.store))[1].open
