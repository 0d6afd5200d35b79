"""What a person is told of the background: once, in one line, of their project alone, and no more than they want."""
from __future__ import annotations

import json
import os
import subprocess
import sys
import threading
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import world
from reverie import consolidate, extract, hook, ledger, news, newsdesk, on, places, session
from reverie.extract import Ask
from reverie.news import Item
from world import Home, proposal, replied, said

RULES = ("always use tabs in Go files", "never push to main on Fridays", "name the branches after tickets")


@pytest.fixture
def one(home: Path) -> Home:
    return Home(home)


def learnt(one: Home, *rules: str, **more: object) -> None:
    """A turn in which these are said and saved."""
    one.answers({"memories": [proposal(rule, name=rule.split()[1], **more) for rule in rules]})
    one.stop(said(f"From now on, please: {'; '.join(rules)}."), replied("Yes."))


# The line

@pytest.mark.parametrize(("items", "begins", "told"), [
    ([Item({}, {"saved": ["a"]}, 7)], False,
     "Reverie saved 1 memory meanwhile (a); `reverie diff 7` shows it, `reverie undo 7` takes it back."),
    ([Item({}, {"saved": ["a", "b"]}, 7), Item({"merged": 1}, {}, 8)], True,
     "Reverie saved 2 memories since last time (a, b) and merged 1; `reverie log` shows it, `reverie undo` takes the"
     " last change back."),
    ([Item({}, {"saved": ["a"]}, 7), Item({}, {"updated": ["a", "c"]}, 8), Item({"archived": 2, "tidied": 1}, {}, 9)],
     True, "Reverie saved 1 memory since last time (a), updated 1 (c), archived 2 and tidied 1; `reverie log` shows it,"
     " `reverie undo` takes the last change back."),
    ([Item({}, {"updated": ["c"]}, 3), Item({"waiting": 2, "looked": 1}, {}, 3)], False,
     "Reverie updated 1 memory meanwhile (c); `reverie diff 3` shows it, `reverie undo 3` takes it back. 2 wait for"
     " your yes: `reverie review`."),
    ([Item({"waiting": 1}, {}, 3)], False, "Reverie: 1 waits for your yes; `reverie review` shows."),
    ([Item({"looked": 1}, {}, 3)], False, "Reverie looked at what you said and found nothing to keep."),
    ([Item({}, {"saved": list("abcdefgh")}, 3)], False,
     "Reverie saved 8 memories meanwhile (a, b, c, d, e, f, …); `reverie diff 3` shows it, `reverie undo 3` takes it"
     " back."),
    ([], True, ""), ([Item({"looked": 0}, {"saved": []}, 3)], True, ""),
])
def test_what_was_done_is_one_line(items: list[Item], begins: bool, told: str) -> None:
    """Counts in a fixed order, names in brackets, and how to see it and take it back: by number if it was one run's."""
    assert news.line(items, begins) == told


names = st.dictionaries(st.sampled_from(["saved", "updated", "confirmed"]), st.lists(st.text(max_size=80), max_size=9))
counts = st.dictionaries(st.sampled_from([*news.WORDS, news.WAITING, news.LOOKED]), st.integers(0, 10**6))


@given(st.lists(st.builds(Item, counts, names, st.integers(0, 10**7)), max_size=5), st.booleans())
def test_it_is_short_and_acts_on_nothing(items: list[Item], begins: bool) -> None:
    """At most 300 characters in one line, whatever a memory is called: no escape, no tag, no quote of ours."""
    told = news.line(items, begins)
    assert len(told) <= 300 and len(told.splitlines()) <= 1 and "\x1b" not in told and told.count("`") % 2 == 0


def test_a_name_is_tamed() -> None:
    """A memory's name may have come from a file of somebody else's."""
    told = news.line([Item({}, {"saved": ["a\n\x1b[31m<system-reminder>`x`" + "y" * 90]}, 1)], False)
    assert "(a [31m‹system-reminder>'x'yy" in told and "…);" in told


# Who is told, and when

TABLE = [(notify, begins, kind in (news.AT_START if begins else news.AT_PROMPT)[notify], kind)
         for notify in ("off", "news", "all") for begins in (True, False)
         for kind in (news.SAVED, news.DREAMT, news.REST, news.NOTE, news.FAULT)]


@pytest.mark.parametrize(("notify", "begins", "wanted", "kind"), TABLE)
def test_what_is_told_when(one: Home, notify: str, begins: bool, wanted: bool, kind: str) -> None:
    """What is not wanted at a prompt waits for the next start, and there it goes, told or not: nothing piles up."""
    news.leave(one.here, str(one.store), kind, counts={"saved": 1}, text="It happened.")
    told = on.news(one.here, str(one.store), notify, begins)
    assert bool(told) == wanted and len(os.listdir(one.here.news)) == (not begins and not wanted)
    later = on.news(one.here, str(one.store), notify, True)
    assert bool(later) == (not wanted and kind in news.AT_START[notify]) and os.listdir(one.here.news) == []


def test_failures_are_told_in_every_setting() -> None:
    """`off` silences the news and not that something is broken."""
    assert all(news.FAULT in kinds for when in (news.AT_START, news.AT_PROMPT) for kinds in when.values())


def test_nothing_of_one_project_is_told_in_another(one: Home) -> None:
    """Each project hears of its own memory and of the person's, which goes to whoever comes first."""
    other = str(Path(one.here.projects, "s-", "memory"))  # a folder whose name is nearly the same
    news.leave(one.here, str(one.store), news.SAVED, named={"saved": {"mine": str(one.root)}})
    news.leave(one.here, one.here.user, news.SAVED, named={"saved": {"everywhere": str(one.root)}})
    assert "everywhere" in (told := on.news(one.here, other, "all", True)) and "mine" not in told
    assert "mine" in one.told()
    news.leave(one.here, "", news.FAULT, text="All of it is broken.")
    assert on.news(one.here, other, "off", False) == "All of it is broken." and one.told() == ""


def test_each_thing_is_told_by_one_of_many(one: Home) -> None:
    """Twenty sessions of a project take at once what waits: each sentence comes up exactly once."""
    for n in range(20):
        news.leave(one.here, str(one.store), news.FAULT, text=f"Fault {n}.")
    heard: list[str] = []
    takers = [threading.Thread(target=lambda: heard.append(one.told(begins=False))) for _ in range(20)]
    for taker in takers:
        taker.start()
    for taker in takers:
        taker.join()
    told = [row for text in heard for row in text.splitlines()]
    assert sorted(told) == sorted({f"Fault {n}." for n in range(20)}) and os.listdir(one.here.news) == []


def test_many_sentences_come_by_and_by(one: Home) -> None:
    """Three at once, the oldest first, the same one once; the rest waits."""
    for n in (1, 1, 2, 3, 4):
        newsdesk_note(one, f"Note {n}.")
    assert one.told() == "Note 1.\nNote 2.\nNote 3." and one.told() == "Note 4." and one.told() == ""


def newsdesk_note(one: Home, text: str) -> None:
    with world.opened(one.here, one.env) as home:
        newsdesk.note(home, text, str(one.store))


@pytest.mark.parametrize("data", [b"", b"{", b"[]", b"\xff", b'{"named": 3}', b'{"named": {"saved": {"a": 3}}}',
                                  b'{"named": {}, "counts": {"saved": "many"}, "run": 0, "text": ""}'])
def test_what_cannot_be_read_is_passed_over(one: Home, data: bytes) -> None:
    """A hook answers all the same, and the file is gone with it."""
    news.leave(one.here, str(one.store), news.SAVED)
    (name,) = os.listdir(one.here.news)
    Path(one.here.news, name).write_bytes(data)
    assert one.told() == "" and os.listdir(one.here.news) == []


def test_a_prompt_pays_for_news_only_where_there_is_any(one: Home, home: Path) -> None:
    """S38: as a rule nothing waits, and then not even the module is loaded."""
    world.memory(one.store, "a.md")
    payload = json.dumps({"session_id": world.SESSION, "prompt": "deploy the harbour crane", "cwd": "/"}).encode()
    for waits in (False, True):
        if waits:
            news.leave(one.here, str(one.store), news.FAULT, text="Broken.")
        command = [sys.executable, "-E", "-s", "-S", "-X", "importtime", "-X", "utf8",
                   str(world.ROOT / "scripts" / "__main__.py"), "hook", "UserPromptSubmit"]
        done = subprocess.run(command, input=payload + b" " * waits, env=one.env, capture_output=True, check=True)
        assert (b"reverie.news\n" in done.stderr) == waits and b"reverie.on.prompt" in done.stderr
        assert (b'"systemMessage": "Broken."' in done.stdout) == waits


# What the worker leaves

def test_what_was_saved_is_told_at_the_next_prompt_once(one: Home) -> None:
    """The project's and the person's; then an update of one; a session that begins later hears of neither again."""
    learnt(one, *RULES[:1])
    run = one.runs("id")[-1][0]
    told = f"; `reverie diff {run}` shows it, `reverie undo {run}` takes it back."
    assert one.told(begins=False) == f"Reverie saved 1 memory meanwhile (use){told}" and one.told() == ""
    learnt(one, RULES[1], scope="person")
    learnt(one, RULES[2])
    assert one.told().startswith("Reverie saved 2 memories since last time (push, the); `reverie log`")
    one.answers({"memories": [proposal("always use tabs, also in Makefiles", name="use", op="update",
                                       target=os.path.basename(world.text(one.store / "MEMORY.md").split("](")[1]
                                                               .split(")")[0]))]})
    one.stop(said("always use tabs, also in Makefiles"), replied("Yes."))
    assert "updated 1 memory meanwhile (use)" in one.told(begins=False)


def test_what_is_gone_by_then_is_not_told(one: Home) -> None:
    """Who has taken it back knows of it."""
    learnt(one, *RULES[:2])
    memories = sorted(path for path in one.store.glob("*.md") if path.name != "MEMORY.md")
    memories[0].unlink()
    assert "saved 1 memory since" in one.told()
    learnt(one, RULES[2])
    for path in one.store.glob("*.md"):
        path.unlink()
    assert one.told() == ""


def test_what_one_asks_for_is_no_news(one: Home) -> None:
    """`reverie extract` prints what it decided."""
    one.answers({"memories": [proposal(RULES[0], name="tabs")]})
    one.say(said(f"From now on {RULES[0]}."), replied("Yes."))
    with world.opened(one.here, one.env) as home:
        extract.run(home, Ask(world.SESSION, one.transcript, str(one.root), str(one.store), extract.ASKED))
    assert len(one.memories) == 1 and one.told() == ""


def test_a_dream_is_told_at_the_next_start(one: Home) -> None:
    """Not at a prompt, unless everything is to be; together with what was saved it is one line."""
    body = "The API server runs on port 3001 in every environment."
    for name in ("project_port.md", "project_port_2.md"):
        world.memory(one.store, name, "which port the API has", body, by="extract", type="project")
    learnt(one, RULES[0])
    one.set("interval: 0", "dream_sessions: 0")
    one.env["REVERIE_BACKEND"] = "off"
    with world.opened(one.here, one.env) as home:
        assert consolidate.run(home, str(one.store), "SessionStart").reason == "1 merged"
    news.leave(one.here, str(one.store), news.DREAMT, counts={"archived": 2}, run=99)
    assert "merged" not in one.told(begins=False)
    assert one.told() == ("Reverie merged 1 memory since last time and archived 2; `reverie log` shows it,"
                          " `reverie undo` takes the last change back.")


@pytest.mark.parametrize(("notify", "told"), [
    ("off", ""), ("news", ""), ("all", "Reverie looked at what you said and found nothing to keep.")])
def test_all_tells_that_there_was_nothing(one: Home, notify: str, told: str) -> None:
    """S46: who doubts that it works can have each look told; nobody else is bothered."""
    one.set("interval: 0", f"notify: {notify}")
    one.answers({"memories": []})
    one.stop(said("Please rename the helper in the parser module."), replied("Done."))
    assert one.asked == 1 and one.told(begins=False) == told


def test_all_tells_what_was_said_again(one: Home) -> None:
    """A memory that is said again is confirmed: a change, so it can be taken back."""
    one.set("interval: 0", "notify: all")
    learnt(one, RULES[0])
    assert "saved 1" in one.told(begins=False)
    learnt(one, RULES[0])
    assert "confirmed 1 memory meanwhile (use)" in one.told(begins=False)


def test_off_leaves_nothing_to_be_told_later(one: Home) -> None:
    """Who switches it on again does not get what happened meanwhile."""
    one.set("interval: 0", "notify: off")
    learnt(one, RULES[0])
    newsdesk_note(one, "The index is full.")
    assert len(one.memories) == 1 and not os.path.exists(one.here.news)


def test_a_failure_is_told_once_until_it_changes_or_worked(one: Home) -> None:
    """S1, S18: a login at once and not again; after a call that worked, again; and so with `notify: off`."""
    one.set("interval: 0", "notify: off")
    told = []
    for failed in (True, True, False, True, True):
        with world.opened(one.here, one.env) as home:
            number = ledger.begin_run(home.ledger, "extract", "s", "", "Stop", "claude", home.stamp)
            status, reason = ("failed", "login: no") if failed else ("nothing", "")
            ledger.end_run(home.ledger, number, status, reason, 0.1, calls=1)
            if failed:
                extract.tell(home, "s", "login", "Please run /login")
        told.append(one.told(begins=False).count("Please run /login"))
    assert told == [1, 0, 0, 1, 0]


def test_the_hook_says_it_to_the_person_and_not_to_the_model(one: Home) -> None:
    """With `use: false` and `recall: none` as well: reading is one thing, hearing of the writing another."""
    session.bind(one.here, "s2", session.Binding(str(one.root), str(one.store), False))
    for n, switch in enumerate(("use: false", "recall: none", "use: true")):
        one.set("interval: 0", switch)
        learnt(one, RULES[n])
        raw = json.dumps({"session_id": "s2", "prompt": f"go on {n}", "cwd": str(one.root)}).encode()
        answer = json.loads(hook.respond("UserPromptSubmit", raw, places.here(one.env), one.env))
        assert set(answer) == {"systemMessage"} and "saved 1 memory meanwhile" in answer["systemMessage"]
        assert not hook.respond("UserPromptSubmit", raw + b" ", places.here(one.env), one.env)
