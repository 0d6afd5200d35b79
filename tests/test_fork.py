"""Branching a session with a client that only writes down how it is called: what it is given, and when it is not asked.

The real client is in tests/e2e/test_fork.py.
"""
from __future__ import annotations

import json
import os
import sys
import time
from pathlib import Path
from typing import Any

import pytest

import world
from reverie import models, settings
from reverie.errors import Failed
from reverie.models import Means, fork
from reverie.record import SCHEMA, Job, Usage

CLIENT = """#!{python}
import json, os, sys
if "--help" in sys.argv:
    print({flags!r})
    sys.exit()
call = {{"argv": sys.argv[1:], "stdin": sys.stdin.read(), "cwd": os.getcwd(), "env": dict(os.environ)}}
open({log!r}, "a").write(json.dumps(call) + "\\n")
print({branch!r} if "--fork-session" in sys.argv else {delta!r})
"""
FLAGS = "--fork-session --no-session-persistence --permission-mode --settings --strict-mcp-config --tools --json-schema"
USAGE = {"input_tokens": 10, "cache_read_input_tokens": 90, "output_tokens": 5}


def said(result: str, turns: int = 1, **more: Any) -> str:
    """What the client prints."""
    return json.dumps({"type": "result", "subtype": "success", "is_error": False, "result": result, "num_turns": turns,
                       "usage": USAGE, "total_cost_usd": 0.25, **more})


GOOD = said('{"memories": [1]}')
DELTA = said('{"memories": [2]}')
GONE = json.dumps({"subtype": "error_max_turns", "is_error": True, "num_turns": 3, "usage": USAGE,
                   "total_cost_usd": 0.5})


class Person:
    """A person with a client that writes down how it is called, and one session."""

    def __init__(self, home: Path) -> None:
        self.home, self.log = home, home / "calls"
        self.here = world.home(home)
        self.root = home.parent / "project"
        (self.root / "sub").mkdir(parents=True)
        self.transcript = Path(self.here.projects, "-p", f"{world.SESSION}.jsonl")
        world.transcript(self.transcript, [{"type": "mode"}, world.said("Hi.", cwd=str(self.root / "sub"))])
        chosen = settings.Settings()
        chosen.context = "fork"
        self.means = Means(chosen, {**world.environment(home), "REVERIE_CLAUDE": str(home / "claude"),
                                    "CLAUDE_CODE_SESSION_ID": "x"}, self.here)
        self.client()

    def client(self, branch: str = GOOD, flags: str = FLAGS) -> None:
        path = self.home / "claude"
        said = {"branch": branch, "delta": DELTA}
        path.write_text(CLIENT.format(python=sys.executable, flags=flags, log=str(self.log), **said))
        path.chmod(0o755)

    def ask(self, sid: str = world.SESSION) -> Any:
        job = Job("the rules", "the turns", SCHEMA, (), "2026-11-29", session=sid, root=str(self.root))
        return fork.ask(job, self.means)

    @property
    def calls(self) -> list[dict[str, Any]]:
        return [json.loads(line) for line in world.text(self.log).splitlines()]


@pytest.fixture
def person(home: Path) -> Person:
    return Person(home)


def test_how_the_branch_is_called(person: Person) -> None:
    """S2, S52, S75: all limits, nothing that changes the request, the prompt on stdin, our mark, the launch folder."""
    answer = person.ask()
    assert answer.data == {"memories": [1]} and answer.usage == Usage(1, 100, 5, 0.25)
    (call,) = person.calls
    limits = {"disableAllHooks": True, "permissions": {"ask": ["*"], "deny": ["Edit(//**)"]}}
    assert call["argv"] == [
        "-p", "--resume", world.SESSION, "--output-format", "json", "--max-turns", "3", "--fork-session",
        "--no-session-persistence", "--permission-mode", "dontAsk", "--settings", json.dumps(limits),
        "--strict-mcp-config",
    ]
    assert "the rules" in call["stdin"] and "the turns" in call["stdin"] and '"required": ["memories"]' in call["stdin"]
    assert call["cwd"] == str(person.root / "sub")
    assert call["env"]["REVERIE_CHILD"] == "model" and "CLAUDE_CODE_SESSION_ID" not in call["env"]


def test_without_its_launch_folder_it_stands_in_the_project(person: Person) -> None:
    """A launch folder that is gone is not made anew; where the project is gone as well there is no branch."""
    (person.root / "sub").rmdir()
    person.ask()
    person.root.rmdir()
    assert person.ask().data == {"memories": [2]}
    assert [call["cwd"] for call in person.calls] == [str(person.root), person.here.scratch]
    assert not person.root.exists()


@pytest.mark.parametrize("sid", ["", "unknown", "--resume", "../x", "*", "a/b"])
def test_a_session_that_is_none_is_not_branched(person: Person, sid: str) -> None:
    """The new turns alone are asked about, by the other call, and the log says why."""
    assert person.ask(sid).data == {"memories": [2]}
    (call,) = person.calls
    assert "--resume" not in call["argv"] and "no transcript to branch from" in world.text(person.here.log)


def test_a_session_that_is_no_longer_cached_is_not_branched(person: Person) -> None:
    """S1: five minutes after the last word the prefix would cost its full price."""
    os.utime(person.transcript, (time.time() - 400,) * 2)
    assert person.ask().data == {"memories": [2]} and "no longer in the cache" in world.text(person.here.log)


@pytest.mark.parametrize("missing", ["--fork-session", "--no-session-persistence", "--permission-mode", "--settings"])
def test_a_client_that_cannot_be_limited_is_not_asked(person: Person, missing: str) -> None:
    """An older client without one of the limits is asked the other way."""
    person.client(flags=FLAGS.replace(missing, "") + " --no-session-persistence-x")
    if missing == "--no-session-persistence":
        with pytest.raises(Failed, match=missing):
            person.ask()
    else:
        assert person.ask().data == {"memories": [2]}
    assert not any("--fork-session" in call["argv"] for call in person.calls)


def test_what_a_lost_branch_cost_is_counted(person: Person) -> None:
    """A branch that ends without an answer has its price in the ledger, beside that of the second call."""
    person.client(branch=GONE)
    answer = person.ask()
    assert answer.data == {"memories": [2]} and answer.usage == Usage(4, 200, 10, 0.75)


@pytest.mark.parametrize(("branch", "kind"), [
    (said("I have saved it."), "unreadable"), (said("", stop_reason="refusal"), "refusal"),
    (said("You've hit your limit", is_error=True), "rate_limit"),
    (said("", is_error=True, api_error_status=401), "login"),
])
def test_other_failures_are_not_tried_again_at_once(person: Person, branch: str, kind: str) -> None:
    """Where a second call would meet the same or was answered with words, the failure goes to the ledger."""
    person.client(branch=branch)
    with pytest.raises(Failed) as failure:
        person.ask()
    assert failure.value.kind == kind and len(person.calls) == 1


def test_only_the_claude_backend_branches(person: Person) -> None:
    """`context: fork` means nothing to the other backends, and `delta` is the default."""
    assert models.module("claude", person.means) == "reverie.models.fork"
    assert models.module("anthropic", person.means) == models.BACKENDS["anthropic"]
    assert settings.Settings().context == "delta"
