"""`stats` and `why`: what the ledger, the history and the transcripts tell, added up and told without a gap."""
from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

import world
from reverie import cli, dreams, ledger, project, recalls, reconcile, session, stats
from reverie.errors import Refused
from reverie.hook import respond

RULE = "Always deploy the harbour app with kamal, because the old scripts skip the health check."


@pytest.fixture
def one(home: Path, monkeypatch: pytest.MonkeyPatch) -> world.Home:
    """A person in their project, with the store that a command finds for it."""
    person = world.Home(home)
    monkeypatch.chdir(person.root)
    person.store = Path(project.resolve(str(person.root), person.here, os.environ).store)
    session.bind(person.here, world.SESSION, session.Binding(str(person.root), str(person.store), False))
    return person


def run(capsys: pytest.CaptureFixture[str], *words: str) -> str:
    assert cli.main(list(words)) == 0
    return capsys.readouterr().out


def spent(one: world.Home, job: str, started: str, status: str, **figures: object) -> int:
    """A run as the ledger has it, of that day."""
    books = ledger.open_ledger(one.here)
    number = ledger.begin_run(books, job, "s", str(one.store), "Stop", "claude", started)
    ledger.end_run(books, number, status, str(figures.pop("reason", "")), 2.0, **figures)
    books.close()
    return number


def test_the_sums_are_those_of_the_ledger(one: world.Home, capsys: pytest.CaptureFixture[str]) -> None:
    """Runs by how they ended and why, kept by type, steps of dreams, money with what nobody priced, week by week."""
    first = spent(one, "extract", "2026-11-02T10:00:00Z", "kept", proposed=3, kept=2, calls=1, tokens_in=100,
                  tokens_out=20, cost_usd=0.01)
    spent(one, "extract", "2026-11-03T10:00:00Z", "skipped", reason="noop")
    spent(one, "extract", "2026-11-10T10:00:00Z", "failed", reason="rate_limit: come back", calls=1)
    dream = spent(one, "dream", "2026-11-11T10:00:00Z", "kept", calls=1, tokens_in=5, tokens_out=5, cost_usd=0.5)
    spent(one, "extract", "2026-10-01T10:00:00Z", "kept", proposed=9, kept=9)
    books = ledger.open_ledger(one.here)
    books.execute("insert into evidence values ('/s/feedback_a.md', 'q', 's', 't', '', ?, 'create', '')", (first,))
    books.execute("insert into evidence values ('/s/user_b.md', 'q', 's', 't', '', ?, 'duplicate', '')", (first,))
    dreams.put_down(books, dream, [dreams.Row(1, "merge", "a.md", "applied", ""),
                                   dreams.Row(2, "merge", "b.md", "refused", "loses a port")])
    note = {"store": str(one.store), "length": 40, "scanned": 7, "bodies": 1, "pointers": 2, "strategy": "lexical",
            "us": 2_500}
    for turn, at, more in (("t1", "2026-11-02T09:00:00Z", {}), ("t1", "2026-11-02T09:00:00Z", {}),
                           ("t2", "2026-11-12T09:00:00Z", {"bodies": 0, "pointers": 0, "us": 500})):
        recalls.note(books, "s", turn, at, {**note, **more})
    found = stats.of(books, [str(one.store)], "2026-11-01")
    books.close()
    assert (found.extracts.runs, found.extracts.proposed, found.extracts.kept) == (3, 3, 2)
    assert {(each.status, each.reason) for each in found.extracts.outcomes} == {
        ("kept", ""), ("skipped", "noop"), ("failed", "rate_limit")}
    assert (found.extracts.types, found.extracts.seconds) == ({"feedback": 1}, 2.0)
    assert (found.dreams.steps, found.dreams.refused) == ({"merge": 1}, 1)
    assert (found.recalls.prompts, found.recalls.hits, found.recalls.rate, found.recalls.ms) == (2, 1, 0.5, 1.5)
    assert (found.calls, found.tokens, round(found.usd, 4), found.unpriced) == (3, 130, 0.51, 1)
    assert [(week.monday, week.extracts, week.kept, week.prompts, week.hits) for week in found.weeks] == [
        ("2026-11-02", 2, 2, 1, 1), ("2026-11-09", 1, 0, 1, 0)]
    shown = run(capsys, "stats", "--since", "2026-11-01")
    assert "3 extractions since 2026-11-01: kept 2 of 3 proposed (feedback 1)" in shown and "(50%)" in shown
    assert json.loads(run(capsys, "stats", "--json"))["extracts"]["kept"] == 11


@pytest.mark.parametrize("said", [
    None, 5, "x", [], {}, {"store": 1}, {"store": "/s"}, {"store": "/s", "length": "5"},
    {"store": "/s", "length": 5, "scanned": 1, "bodies": 1, "pointers": 0, "us": None},
])
def test_what_is_no_note_of_a_recall_is_passed_over(one: world.Home, said: object) -> None:
    """A spool note of an older version, or one that lost something, makes no row and stops nothing."""
    books = ledger.open_ledger(one.here)
    recalls.note(books, "s", "t", "2026-11-02T09:00:00Z", said)
    assert recalls.of(books, ["/s"], "") == []
    books.close()


@pytest.mark.parametrize(("said", "day"), [
    ("", ""), ("2026-11-01", "2026-11-01"), ("30d", "2026-10-31"), ("2w", "2026-11-16"), ("1M", "2026-10-31"),
    ("soon", None), ("-3d", None), ("2026-13-01", None), ("99999d", None),
])
def test_a_day_or_a_while_ago(said: str, day: str | None) -> None:
    """A day as it stands, or so many days, weeks or months back; anything else is refused by one sentence."""
    today = stats.datetime.date(2026, 11, 30)
    if day is None:
        with pytest.raises(Refused, match="is no day"):
            stats.since(said, today)
    else:
        assert stats.since(said, today) == day


def test_each_prompt_that_is_looked_up_is_a_row(one: world.Home) -> None:
    """Length, memories looked through, what was shown and how: also where nothing was; a nod is not looked up."""
    world.memory(one.store, "project_berth.md", "Berths", "The berth service is deployed on Tuesdays.")
    with world.opened(one.here, one.env) as house:
        reconcile.shelve(house, str(one.store))
    for n, words in enumerate(("when is the berth service deployed?", "why is the sky blue?", "ok")):
        raw = json.dumps({"session_id": world.SESSION, "hook_event_name": "UserPromptSubmit", "cwd": str(one.root),
                          "prompt": words, "prompt_id": f"p{n}", "transcript_path": ""})
        respond("UserPromptSubmit", raw.encode(), one.here, one.env)
    one.work()
    assert [(row["turn"], row["length"], row["scanned"], row["bodies"] + row["pointers"], row["strategy"])
            for row in sorted(one.rows("recalls"), key=lambda row: row["turn"])] == [
        ("p0", 35, 1, 1, "lexical"), ("p1", 20, 1, 0, "lexical")]


def test_why_tells_the_words_the_turn_each_change_and_the_use(one: world.Home,
                                                             capsys: pytest.CaptureFixture[str]) -> None:
    """Quote, session and whole turn while the transcript is there; then every commit that touched the file."""
    quote = RULE.partition(",")[0]
    one.answers({"memories": [world.proposal(quote, name="kamal")]})
    one.stop(world.said(f"By the way. {RULE} Thanks!"), world.replied("Noted."))
    shown = run(capsys, "why", "kamal")
    assert f'"{quote}"' in shown and f"By the way. {RULE} Thanks!" in shown and world.SESSION in shown
    assert "It was found in what you said" in shown and "extract (run 1)" in shown and "Shown to the model 0" in shown
    told = json.loads(run(capsys, "why", "kamal", "--json"))
    assert (told["layer"], told["said"][0]["quote"], told["changes"][-1]["job"]) == ("project", quote, "extract")
    os.unlink(one.transcript)
    assert "Its transcript is gone" in run(capsys, "why", "kamal")
    world.memory(one.store, "by_hand.md", "By hand", "I wrote this.", by="user")
    shown = run(capsys, "why", "by_hand")
    assert "You wrote it yourself" in shown and "No words of yours are on record" in shown
    assert cli.main(["why", "nothing"]) == 1
