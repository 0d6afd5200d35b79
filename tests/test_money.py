"""When a model may be asked: limits of the day, a pause between calls, patience after failures, and what is told."""
from __future__ import annotations

import datetime
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import world
from reverie import ledger, money
from reverie.errors import Failed
from reverie.money import BACKOFF, BUDGET, QUEUED, Spent
from reverie.settings import Settings

NOW = 1_795_000_000.0
DAY = 86_400.0
KINDS = sorted(Failed.KINDS)


def settings(**more: int) -> Settings:
    found = Settings()
    for name, value in more.items():
        setattr(found, name, value)
    return found


def objection(spent: Spent, *, urgent: bool = False, now: float = NOW, **more: int) -> str:
    return money.objection(spent, settings(**more), now, urgent)


# Limits

@pytest.mark.parametrize(("spent", "urgent", "word"), [
    (Spent(), False, ""),
    (Spent(calls=59), False, ""),
    (Spent(calls=60), False, BUDGET),
    (Spent(calls=60), True, BUDGET),
    (Spent(tokens=399_999), False, ""),
    (Spent(tokens=400_000), True, BUDGET),
    (Spent(last_call=NOW - 59), False, QUEUED),
    (Spent(last_call=NOW - 60), False, ""),
    (Spent(last_call=NOW - 1), True, ""),
    (Spent(failures=1, last_failure=NOW - 59, kind="error"), False, BACKOFF),
    (Spent(failures=1, last_failure=NOW - 59, kind="error"), True, BACKOFF),
    (Spent(failures=1, last_failure=NOW - 60, kind="error"), False, ""),
    (Spent(calls=60, failures=3, last_failure=NOW, last_call=NOW), False, BUDGET),
])
def test_what_speaks_against_a_call(spent: Spent, urgent: bool, word: str) -> None:
    """S1: the day's limits and the patience after failures hold always, the pause only while another chance comes."""
    assert objection(spent, urgent=urgent) == word


def test_a_limit_of_nothing_asks_nothing() -> None:
    """S1: a person who sets no calls or no tokens a day is never billed."""
    assert objection(Spent(), calls_per_day=0) == BUDGET == objection(Spent(), tokens_per_day=0)
    assert objection(Spent(last_call=NOW), interval=0) == ""


# Patience

@pytest.mark.parametrize(("kind", "seconds"), [
    ("error", [60, 120, 240, 480, 960, DAY, DAY]),
    ("timeout", [60, 120, 240, 480, 960, DAY, DAY]),
    ("rate_limit", [900, 1_800, 3_600, 7_200, 14_400, DAY, DAY]),
    ("login", [3_600, 7_200, 14_400, 21_600, 21_600, DAY, DAY]),
])
def test_how_long_is_waited(kind: str, seconds: list[float]) -> None:
    """S1, S18: a minute after most failures, longer for a quota, longest for a login; doubled each time, then a day."""
    assert [money.wait(n, kind) for n in range(1, 8)] == seconds


@given(st.integers(1, 10_000), st.sampled_from(KINDS))
def test_patience_grows_and_ends(failures: int, kind: str) -> None:
    """S1: more failures never mean less patience, and a day is the most there is, however many there were."""
    assert 60 <= money.wait(failures, kind) <= money.wait(failures + 1, kind) <= DAY


@given(st.integers(0, 60), st.integers(0, 10), st.sampled_from(KINDS), st.floats(-5 * DAY, 5 * DAY),
       st.floats(-5 * DAY, 5 * DAY), st.booleans())
def test_within_a_day_everything_is_allowed_again(
    calls: int, failures: int, kind: str, called: float, failed: float, urgent: bool
) -> None:
    """S1, S70: whatever happened, and wherever a clock put it, patience and pause are over within a day."""
    spent = Spent(0, 0, NOW - called, failures, NOW - failed, kind)
    later = max(NOW, spent.last_call, spent.last_failure) + DAY
    assert objection(spent, urgent=urgent, now=later) == ""


@given(st.floats(1, 1e9), st.integers(1, 20), st.sampled_from(KINDS))
def test_a_stamp_from_the_future_locks_nothing(ahead: float, failures: int, kind: str) -> None:
    """S70: a call or failure that has not happened yet, as a clock was wrong, is no reason to wait for it."""
    assert objection(Spent(last_call=NOW + ahead)) == ""
    assert objection(Spent(failures=failures, last_failure=NOW + ahead, kind=kind)) == ""


# What is told

def told(*kinds: str) -> list[tuple[int, str]]:
    """What the person is told during these failures in a row: after which one, and what."""
    said = []
    for n, kind in enumerate(kinds, 1):
        counted = sum(k != "missing" for k in kinds[:n])
        text = money.notice(counted, kinds[:n].count(kind), kind, f"it said {kind}")
        if text:
            said.append((n, text))
    return said


@pytest.mark.parametrize("kind", ["error", "rate_limit", "timeout", "unreadable"])
def test_what_mends_itself_is_told_when_it_is_given_up(kind: str) -> None:
    """S1: six failures in a row are told once, with what was said; before and after that there is no alarm."""
    (after, text), = told(*[kind] * 100)
    assert after == money.GIVE_UP == 6 and f"it said {kind}" in text and "reverie status" in text


def test_a_login_is_told_at_once_and_when_it_is_given_up() -> None:
    """S18: only the person can log in: they are told at the first such failure, whatever failed before it."""
    assert [after for after, _ in told(*["login"] * 50)] == [1, 6]
    assert [after for after, _ in told("timeout", "login", "login")] == [2]


def test_a_backend_that_is_not_there_is_told_once() -> None:
    """S18: a missing program costs nothing and is asked for again and again, but told of only once."""
    assert [after for after, _ in told(*["missing"] * 50)] == [1]
    assert [after for after, _ in told(*["error"] * 6, *["missing"] * 9)] == [6, 7]


def test_a_failure_for_another_reason_is_told_again() -> None:
    """Once it was given up, the person is told when it fails for another reason, once for each."""
    assert [after for after, _ in told(*["rate_limit"] * 7, *["timeout"] * 3, "rate_limit", "error")] == [6, 8, 12]


# What the ledger says of money

@pytest.fixture
def books(home: Path) -> Iterator[Any]:
    db = ledger.open_ledger(world.home(home))
    yield db
    db.close()


def ran(db: Any, at: float, status: str = "kept", reason: str = "", session: str = "s", **figures: object) -> None:
    stamp = datetime.datetime.fromtimestamp(at, datetime.timezone.utc).strftime("%Y-%m-%dT%H:%M:%SZ")
    number = ledger.begin_run(db, "extract", session, "/store", "Stop", "claude", stamp)
    ledger.end_run(db, number, status, reason, 0.1, **{"calls": 1, **figures})


MIDNIGHT = NOW - NOW % DAY
TODAY = datetime.datetime.fromtimestamp(MIDNIGHT, datetime.timezone.utc).strftime("%Y-%m-%dT%H:%M:%SZ")


def test_calls_and_tokens_of_the_day_are_summed(books: Any) -> None:
    """S1: all sessions together, since midnight; tokens that a backend does not tell count as none."""
    ran(books, MIDNIGHT - 1, tokens_in=1_000)
    ran(books, MIDNIGHT, tokens_in=10, tokens_out=5)
    ran(books, MIDNIGHT + 9, session="other", calls=2, tokens_in=7)
    ran(books, MIDNIGHT + 20, "failed", "timeout: no answer")
    spent = ledger.spent(books, "s", TODAY)
    assert (spent.calls, spent.tokens, spent.last_call) == (4, 22, MIDNIGHT + 20)
    assert ledger.spent(books, "nobody", TODAY).last_call == 0.0


def test_runs_of_a_clock_gone_wrong_use_up_no_day(books: Any) -> None:
    """S70: calls stamped years ahead count neither today nor on any day until then, and hide no pause."""
    for n in range(60):
        ran(books, MIDNIGHT + 400 * DAY + n)
    assert ledger.spent(books, "s", TODAY).calls == 0
    ran(books, MIDNIGHT + 5)
    spent = ledger.spent(books, "s", TODAY)
    assert (spent.calls, spent.last_call) == (1, MIDNIGHT + 5)


def test_failures_are_counted_since_a_call_last_succeeded(books: Any) -> None:
    """S1, S18: over all sessions; skipped and free runs change nothing; a success or the person's word ends the row."""
    ran(books, NOW, "failed", "error: x")
    ran(books, NOW + 1, "failed", "login: please log in", session="other")
    ran(books, NOW + 2, "skipped", "backoff", calls=0)
    ran(books, NOW + 3, "failed", "missing: no program", calls=0)
    spent = ledger.spent(books, "s", TODAY)
    assert (spent.failures, spent.last_failure, spent.kind) == (2, NOW + 1, "login")
    assert [ledger.failures(books, kind) for kind in ("login", "missing", "error", "timeout")] == [1, 1, 1, 0]
    ran(books, NOW + 4, "nothing")
    assert ledger.spent(books, "s", TODAY).failures == 0 == ledger.failures(books, "login")


def test_whoever_resumes_is_not_kept_waiting(books: Any) -> None:
    """S1: `reverie resume` ends the waiting after failures."""
    ran(books, NOW, "failed", "rate_limit: x")
    number = ledger.begin_run(books, "resume", "", "", "asked", "", "2026-11-29T12:00:00Z")
    ledger.end_run(books, number, "nothing", "", 0.0)
    assert ledger.spent(books, "s", TODAY).failures == 0
