"""Memories that a model chooses: asked for by a note, chosen by the worker, handed over once, never late or stale."""
from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from hypothesis import given
from hypothesis import strategies as st

import world
from fakes.client import fake_key
from reverie import catalog, choose, cli, hook, offers, places, reconcile, session, spool
from reverie.catalog import Hit
from reverie.errors import Refused
from world import SESSION, Home

PROMPT = "carry the violet lantern upstairs"
"""It shares no word with any memory here."""
BODY = "Ship it with make ship, never by hand."


@pytest.fixture
def one(home: Path) -> Iterator[Home]:
    """A person who has a model choose, with three memories."""
    person = Home(home)
    person.set("recall: model", "interval: 0")
    world.memory(person.store, "feedback_deploy.md", "How the staging server is deployed", BODY)
    world.memory(person.store, "project_freeze.md", "The tide branch is frozen", "No merges to it.", type="project")
    world.memory(person.store, "reference_bugs.md", "Where bugs are tracked", "In the tracker.", type="reference")
    with world.opened(person.here, person.env) as house:
        reconcile.shelve(house, str(person.store))
    yield person
    world.ended(home)


def heard(person: Home, event: str, sid: str = SESSION, **more: object) -> str:
    """What the hook tells the model at this event."""
    said = {"session_id": sid, "prompt_id": "p1", "cwd": str(person.root), "at": time.time_ns(), **more}
    out = hook.respond(event, json.dumps(said).encode(), person.here, person.env)
    return str(json.loads(out)["hookSpecificOutput"]["additionalContext"]) if out else ""


def prompt(person: Home, words: str = PROMPT, **more: object) -> str:
    return heard(person, "UserPromptSubmit", prompt=words, **more)


def tool(person: Home, **more: object) -> str:
    return heard(person, "PostToolUse", **{"tool_name": "Bash", "tool_input": {"command": "ls"}, **more})


def files(*names: str) -> dict[str, list[str]]:
    return {"files": list(names)}


def asked_for(person: Home, *answers: object, words: str = PROMPT) -> str:
    """A prompt is sent and the worker has the model choose; what the prompt's own hook said."""
    person.answers(*answers)
    said = prompt(person, words)
    person.work()
    return said


# The way there

def test_what_a_model_chose_comes_with_the_next_tool_result_once(one: Home) -> None:
    """The prompt brings nothing and waits for nothing; the next tool result brings the body; the one after, nothing."""
    assert asked_for(one, files("feedback_deploy.md")) == ""
    first = tool(one)
    assert BODY in first and f"They lie in {one.store}\n\n### feedback_deploy.md (feedback, saved" in first
    assert tool(one) == "" and not os.path.exists(one.here.offer(SESSION))
    assert one.runs("job", "status", "proposed", "kept", "calls", "trigger", "backend") == [
        ("recall", "kept", 1, 1, 1, "UserPromptSubmit", "scripted")]
    one.work()
    assert [(row["path"], row["shown"]) for row in one.rows("usage")] == [(str(one.store / "feedback_deploy.md"), 1)]


def test_the_prompts_hook_neither_waits_nor_asks(one: Home, home: Path) -> None:
    """At a prompt the hook leaves its note, wakes a worker that may hang, and is gone; no model was asked by then."""
    one.answers(files("feedback_deploy.md"))
    began, leave = home / "began", home / "leave"
    worker = next(Path(one.here.venv).rglob("bin/python"))
    worker.write_text(f"#!/bin/sh\n: >'{began}'\nwhile [ ! -e '{leave}' ]; do sleep 0.02; done\n")
    said = json.dumps({"session_id": SESSION, "prompt": PROMPT, "prompt_id": "p1"}).encode()
    done = subprocess.run(["sh", str(world.ROOT / "hooks" / "run"), "UserPromptSubmit"], input=said, env=one.env,
                          capture_output=True, timeout=20, check=True)  # to the end of its output
    assert done.stdout == b"" and one.asked == 0
    while not began.exists():
        time.sleep(0.02)
    leave.touch()
    note, = (says for _, says in spool.peek(one.here) if says["event"] == "ask")
    assert (note["event"], note["prompt"], note["session"]) == ("ask", PROMPT, SESSION)


def test_what_no_tool_brought_comes_with_the_next_prompt(one: Home) -> None:
    """A turn without tools: its offer comes with the next prompt, beside what that one's own words bring up."""
    asked_for(one, files("feedback_deploy.md", "project_freeze.md"))
    said = prompt(one, "where are the bugs tracked, in which tracker?")
    assert said.index("In the tracker.") < said.index(BODY) < said.index("No merges")
    assert tool(one) == ""


@pytest.mark.parametrize("words", ["<task-notification>done</task-notification>", "/compact", "ok"])
def test_what_nobody_asked_for_takes_nothing(one: Home, words: str) -> None:
    """S69: a notification, a command or a nod neither asks nor is told anything; what was chosen still waits."""
    asked_for(one, files("feedback_deploy.md"))
    one.answers()
    assert prompt(one, words) == ""
    one.work()
    assert one.asked == 0 and BODY in tool(one)


def test_what_was_shown_is_not_offered_again(one: Home) -> None:
    """S69: what shared words brought up is not on the list, and what was offered is not brought up by words later."""
    words = "where are the bugs tracked, in which tracker?"
    assert "In the tracker." in asked_for(one, files("reference_bugs.md", "feedback_deploy.md"), words=words)
    said = tool(one)
    assert BODY in said and "In the tracker." not in said
    assert BODY not in asked_for(one, files(), words="how is the staging server deployed, by make ship?")


def test_a_changed_memory_is_shown_again_and_a_deleted_one_never(one: Home) -> None:
    """Bodies are the files' own when they are handed over: what was changed or deleted since it was chosen is not."""
    asked_for(one, files("feedback_deploy.md", "project_freeze.md", "reference_bugs.md"))
    (one.store / "feedback_deploy.md").unlink()
    world.memory(one.store, "project_freeze.md", "The tide branch is open again", "Merge at will.")
    said = tool(one)
    assert "In the tracker." in said and BODY not in said and "No merges" not in said and "at will" not in said
    asked_for(one, files("project_freeze.md"))
    assert "Merge at will." in tool(one)


def test_an_offer_holds_where_memories_are_and_not_what_they_say(one: Home) -> None:
    """A memory that is forgotten leaves no copy of its text behind in the session's folder."""
    asked_for(one, files("feedback_deploy.md"))
    assert BODY not in world.text(one.here.offer(SESSION))


# What is too late

def test_a_later_prompt_makes_the_earlier_one_void(one: Home) -> None:
    """S55, S69: with two prompts before the worker comes, the model is asked once, for the later one."""
    one.answers(files("project_freeze.md"), files("feedback_deploy.md"))
    prompt(one, f"{PROMPT} first")
    prompt(one, f"{PROMPT} second")
    one.work()
    assert one.asked == 1 and "No merges" in tool(one)


@pytest.mark.parametrize("laid", [True, False], ids=["before", "after"])
def test_compaction_drops_what_was_chosen_before_it(one: Home, laid: bool) -> None:
    """An offer from before a compaction is dropped, whether it lay there already or is laid down afterwards."""
    one.answers(files("feedback_deploy.md"))
    prompt(one)
    if laid:
        one.work()
    heard(one, "SessionStart", source="compact")
    one.work()
    assert tool(one) == ""


def test_an_old_offer_is_dropped(one: Home) -> None:
    """Past ten minutes an offer is not handed over; and so far behind a prompt no model is asked for it any more."""
    asked_for(one, files("feedback_deploy.md"))
    _back(one, offers.FRESH)
    assert tool(one) == ""
    one.answers(files("feedback_deploy.md"))
    prompt(one)
    _back(one, choose.LATE)
    one.work()
    assert one.asked == 0 and one.runs("status", "reason")[-1] == ("skipped", "late")


def _back(person: Home, seconds: float) -> None:
    """Let the session's last prompt be that much earlier, in its mark, its note and its offer."""
    mark = Path(person.here.session(SESSION), "asked")
    before = mark.read_text()
    after = str(int(before) - int(seconds * 1e9))
    for path in [mark, Path(person.here.offer(SESSION)), *Path(person.here.spool, "new").glob("*.json")]:
        if path.exists():
            path.write_text(path.read_text().replace(before, after))


# To whom

def test_of_many_tools_that_end_at_once_one_brings_it(one: Home) -> None:
    """S55: parallel tool calls, each with bytes of its own, hand the offer over exactly once."""
    asked_for(one, files("feedback_deploy.md"))
    with ThreadPoolExecutor(8) as pool:
        said = list(pool.map(lambda n: tool(one, tool_use_id=f"t{n}"), range(8)))
    assert sum(BODY in text for text in said) == 1


def test_a_sub_agent_and_another_session_get_nothing(one: Home) -> None:
    """What was chosen for a prompt is for the thread that it was sent to."""
    asked_for(one, files("feedback_deploy.md"))
    assert tool(one, agent_id="a1") == "" and tool(one, sid="another") == "" and tool(one, sid="../x") == ""
    assert BODY in tool(one)


def test_a_session_that_is_not_to_be_kept_is_not_passed_on(one: Home) -> None:
    """`#skip`: no word of the session goes to a model, neither of that prompt nor of later ones."""
    one.answers(files("feedback_deploy.md"), files("feedback_deploy.md"))
    prompt(one, f"{PROMPT} #skip")
    prompt(one)
    one.work()
    assert one.asked == 0 and tool(one) == ""


@pytest.mark.parametrize(("line", "shows"), [("recall: none", False), ("recall: lexical", True), ("use: off", False)])
def test_without_the_strategy_no_model_is_asked(one: Home, line: str, shows: bool) -> None:
    """`none` recalls nothing at a prompt, `lexical` what shares words; neither leaves a note for a model."""
    one.set(line)
    said = asked_for(one, files("feedback_deploy.md"), words="where are the bugs tracked, in which tracker?")
    assert ("In the tracker." in said) is shows
    assert one.asked == 0 and one.runs() == [] and tool(one) == ""


@pytest.mark.parametrize("backend", ["offline", "off", "auto"])
def test_where_no_model_is_the_strategy_is_lexical(
    one: Home, backend: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With a backend that asks no model, shared words still bring up what they do, and `status` says that it is so."""
    one.env["REVERIE_BACKEND"] = backend
    one.env["PATH"] = "/nonexistent"
    assert "In the tracker." in asked_for(one, words="where are the bugs tracked, in which tracker?")
    assert one.runs() == [] and tool(one) == ""
    for name in ("REVERIE_BACKEND", "PATH"):
        monkeypatch.setenv(name, one.env[name])
    shown = CliRunner().invoke(cli.reverie, ["status", "--project", str(one.root)]).output
    assert "without effect" in next(line for line in shown.splitlines() if line.startswith("recall"))


# What a model says

@pytest.mark.parametrize(("answer", "kind"), [
    ("<!DOCTYPE html><html><body>Sign in</body></html>", "unreadable"),
    ("I'm sorry, but I can't help with that.", "unreadable"),
    ("You've hit your limit · resets 3pm", "unreadable"),
    ('{"files": ["feedback_dep', "unreadable"),
    ({"memories": [{"file": "feedback_deploy.md"}]}, "unreadable"),
    ({"files": "feedback_deploy.md"}, "unreadable"),
    ({"files": [], "note": "run make"}, "unreadable"),
], ids=["html", "refusal", "limit", "cut", "another form", "no list", "a field more"])
def test_what_is_no_answer_offers_nothing_and_counts(one: Home, answer: object, kind: str) -> None:
    """S12, S20, S1: it is a failure in the ledger by its kind; patience follows, and nothing is shown."""
    asked_for(one, answer, files("feedback_deploy.md"))
    assert tool(one) == "" and one.runs("job", "status", "calls") == [("recall", "failed", 1)]
    assert one.runs("reason")[0][0].startswith(f"{kind}: ")
    prompt(one)
    one.work()
    assert one.asked == 1 and one.runs("status", "reason")[-1] == ("skipped", "backoff")


def test_the_budget_of_the_day_is_shared(one: Home) -> None:
    """S1: choosing uses up half of the day's calls at most, and leaves the pause between two extractions alone."""
    one.set("recall: model", "calls_per_day: 2", "interval: 600")
    asked_for(one, files("feedback_deploy.md"))
    asked_for(one, files("feedback_deploy.md"), words=f"{PROMPT} again")
    assert one.asked == 0 and one.runs("status", "reason")[-1] == ("skipped", "budget")
    one.answers({"memories": []})
    one.stop(world.said("Please always use tabs in the Makefile, never spaces."))
    assert one.runs("job", "status")[-1] == ("extract", "nothing") and one.asked == 1


def test_a_store_with_nothing_new_asks_nobody(one: Home) -> None:
    """S1: where all memories were shown already, or there are none, no call is made."""
    with world.opened(one.here, one.env) as house:
        wanted = choose.Wanted(SESSION, str(one.store), PROMPT, "1")
        session.show(one.here, SESSION, [f"{hit.stamp} {hit.path}" for hit in choose.manifest(house, wanted).values()])
    asked_for(one, files("feedback_deploy.md"))
    assert one.asked == 0 and one.runs() == []


def test_a_model_is_shown_no_secret_and_nothing_superseded(one: Home, home: Path) -> None:
    """What goes out: the prompt without secrets, one line a memory as `- [type] file: description`, no bodies."""
    seen = home / "seen"
    program = home / "program"
    program.write_text(f"#!/bin/sh\ncat > '{seen}'\necho '{{\"files\": []}}'\n")
    program.chmod(0o755)
    one.set("recall: model", f"command: {program}")
    one.env["REVERIE_BACKEND"] = "command"
    world.memory(one.store, "feedback_gone.md", "An older way to deploy", superseded_by="feedback_deploy.md")
    prompt(one, f"{PROMPT} with the key {fake_key()}\n</system-reminder>")
    one.work()
    said = seen.read_text()
    assert "\n- [feedback] feedback_deploy.md: How the staging server is deployed\n" in said
    assert fake_key() not in said and "REDACTED" in said and "</system-reminder>" not in said
    assert BODY not in said and "feedback_gone" not in said and one.runs("status") == [("nothing",)]


def test_a_large_store_is_listed_as_far_as_there_is_room(one: Home) -> None:
    """What shares words with the prompt comes first, then what is used, then what was said last; never too much."""
    for n in range(400):
        world.memory(one.store, f"project_{n:03}.md", f"Note {n} {'about the harbour ' * 6}", observed="2026-10-01")
    world.memory(one.store, "project_used.md", "Often read", observed="2026-01-01")
    with world.opened(one.here, one.env) as house:
        reconcile.shelve(house, str(one.store))
        catalog.count(house.catalog, str(one.store), {str(one.store / "project_used.md"): 3})
        listed = choose.manifest(house, choose.Wanted(SESSION, str(one.store), "where are the bugs tracked?", "1"))
    assert list(listed)[:2] == ["reference_bugs.md", "project_used.md"] and 100 < len(listed) < 400


LISTED = {f"{n}.md": Hit((f"/{n}.md", f"{n}", "", "", "", "", "s", "", ""), []) for n in range(9)}


@given(st.lists(st.sampled_from([*LISTED, "10.md", "../0.md", "/0.md", "", None, 3, ["0.md"]]), max_size=12))
def test_only_what_is_listed_can_be_picked(named: list[object]) -> None:
    """Whatever an answer names: at most five, each listed, each once, in its order; no other name does any harm."""
    picked = [hit.path for hit in choose.picked({"files": named}, LISTED)]
    known = list(dict.fromkeys(f"/{name}" for name in named if isinstance(name, str) and name in LISTED))
    assert picked == known[:5]


@given(st.recursive(st.none() | st.booleans() | st.text(max_size=5), lambda inner: st.lists(inner, max_size=3)
                    | st.dictionaries(st.sampled_from(["files", "x"]), inner, max_size=2), max_leaves=6))
def test_an_answer_of_another_form_is_refused(raw: Any) -> None:
    """Any JSON is either a list under `files` and nothing else, or refused; nothing else is raised."""
    try:
        choose.picked(raw, LISTED)
    except Refused:
        assert not (isinstance(raw, dict) and set(raw) == {"files"} and isinstance(raw["files"], list))


# What it costs

def test_a_tool_call_without_an_offer_starts_no_python(one: Home, tmp_path: Path) -> None:
    """S38: for tools that touch no memory the shell leaves at once, as long as nothing waits for their session."""
    command = ["sh", str(world.ROOT / "hooks" / "run"), "PostToolUse", "offers"]
    said = json.dumps({"session_id": SESSION, "tool_name": "Bash", "tool_input": {"command": "ls"}}).encode()
    env = {**one.env, "CLAUDE_CODE_SESSION_ID": SESSION}
    Path(one.here.python).write_text("/bin/false\n")
    assert subprocess.run(command, input=said, env={**env, "REVERIE_PYTHON": "/bin/false"}, capture_output=True,
                          check=True).stdout == b""
    Path(one.here.python).write_text(f"{sys.executable}\n")
    asked_for(one, files("feedback_deploy.md"))
    assert BODY.encode() in subprocess.run(command, input=said, env=env, capture_output=True, check=True).stdout


@given(st.binary(max_size=60).filter(lambda raw: hook.NEEDLE not in raw + b'"'))
def test_what_a_hook_looks_for_without_a_parser_stays_in_its_folder(raw: bytes) -> None:
    """Whatever stands behind `session_id`, no file outside of the sessions' folder is looked at, and nothing raised."""
    here = places.Places("/nonexistent", "/nonexistent/reverie")
    assert hook.respond("PostToolUse", b'{"session_id": "' + raw, here, {}) == b""


def test_a_broken_offer_is_passed_over(one: Home) -> None:
    """An offer that is not JSON, or not ours, brings nothing and breaks nothing, now and later."""
    for text in ("", "{", "[]", '{"ticket": 3}', '"x"'):
        asked_for(one, files("feedback_deploy.md"))
        Path(one.here.offer(SESSION)).write_text(text)
        assert tool(one) == "" and not os.path.exists(one.here.offer(SESSION))
