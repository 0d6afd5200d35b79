"""The hooks as the client meets them: by a call and as real processes, with everything broken that can be."""
from __future__ import annotations

import itertools
import json
import os
import shutil
import signal
import sqlite3
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any, NamedTuple

import pytest

import world
from reverie import hook, news, places, reconcile, session, spool
from reverie.on import ANSWERS

RUN = world.ROOT / "hooks" / "run"
HOOKS = json.loads((world.ROOT / "hooks" / "hooks.json").read_text())["hooks"]
EVENTS = sorted(ANSWERS)
SILENT = sorted(set(EVENTS) - {"SessionStart", "UserPromptSubmit", "SubagentStart"})


class Said(NamedTuple):
    """What a hook said: its two outputs and its exit code."""

    out: bytes
    err: bytes
    code: int

    @property
    def data(self) -> Any:
        """Its one JSON object, or None when it said nothing."""
        return json.loads(self.out) if self.out else None

    @property
    def context(self) -> str:
        """What it told the model."""
        return self.data["hookSpecificOutput"]["additionalContext"] if self.out else ""


class Process:
    """Send an event as the client does: `sh hooks/run EVENT`, payload on stdin."""

    def __init__(self, folder: Path, run: Path = RUN) -> None:
        self.folder, self.run = folder, run

    def send(self, event: str, raw: bytes, **env: str) -> Said:
        command = ["sh", str(self.run), event]
        done = subprocess.run(command, input=raw, capture_output=True, env=world.environment(self.folder, **env),
                              cwd="/", timeout=20, check=False)
        return Said(done.stdout, done.stderr, done.returncode)


class Inside:
    """Send an event by a call, without a process."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def send(self, event: str, raw: bytes, **env: str) -> Said:
        around = world.environment(self.folder, **env)
        return Said(hook.respond(event, raw, places.here(around), around), b"", 0)


Harness = Inside | Process


@pytest.fixture
def here(home: Path) -> Iterator[places.Places]:
    """The places of a person who has used Reverie before; at the end nothing of theirs runs any more."""
    yield world.home(home)
    world.ended(home)


@pytest.fixture
def process(home: Path, here: places.Places) -> Process:
    return Process(home)


@pytest.fixture(params=[Inside, Process], ids=["inside", "process"])
def harness(request: pytest.FixtureRequest, home: Path, here: places.Places) -> Harness:
    """Both worlds: a call, and a process as the client starts it."""
    made: Harness = request.param(home)
    return made


@pytest.fixture
def project(tmp_path: Path) -> Path:
    folder = tmp_path / "project"
    folder.mkdir()
    return folder


def payload(event: str, project: Path | str = "/", **more: object) -> bytes:
    """What the client sends for the event; None takes a key away."""
    said: dict[str, object] = {
        "session_id": world.SESSION, "transcript_path": "/nonexistent/t.jsonl",
        "cwd": str(project),
        "prompt_id": "p1", "permission_mode": "auto", "hook_event_name": event,
        **{"SessionStart": {"source": "startup", "model": "m"},
           "UserPromptSubmit": {"prompt": "How do we deploy the staging server?"},
           "PreToolUse": {"tool_name": "Write", "tool_input": {"file_path": "/x/y.md", "content": "Use make."}},
           "PostToolUse": {"tool_name": "Write", "tool_input": {"file_path": "/x/y.md"}, "tool_response": {}},
           "Stop": {"stop_hook_active": False, "last_assistant_message": "OK."},
           "SubagentStart": {"agent_id": "a1", "agent_type": "general-purpose"},
           "SubagentStop": {"agent_id": "a1", "agent_type": "general-purpose"},
           "SessionEnd": {"reason": "clear"}, "PreCompact": {"trigger": "manual"},
           "StopFailure": {"error": "rate_limit"}}[event],
        **more,
    }
    return json.dumps({key: value for key, value in said.items() if value is not None}).encode()


def store(here: places.Places, project: Path) -> Path:
    """The project's store, which is a folder of the client's."""
    from_root = "".join(c if c.isascii() and c.isalnum() else "-" for c in str(project.resolve()))
    return Path(here.projects, from_root, "memory")


def catalogued(here: places.Places, env: Mapping[str, str], folder: Path) -> None:
    """Bring the catalog in step with a store, as the worker would."""
    with world.opened(here, env) as home:
        reconcile.shelve(home, str(folder))


def told(where: Path) -> dict[str, bytes]:
    """Every file below a folder with its bytes."""
    return {str(path.relative_to(where)): path.read_bytes() for path in sorted(where.rglob("*"))
            if path.is_file() and not path.is_symlink() and "pycache" not in path.parts}


# What is said

@pytest.mark.parametrize("event", EVENTS)
def test_each_event_says_nothing_or_one_object_that_fits_it(
    harness: Harness, here: places.Places, project: Path, event: str
) -> None:
    """S36, S39: one ASCII line of JSON with only the fields this event may have, or nothing; 0, a quiet stderr."""
    world.memory(store(here, project), "deploy.md", "How we deploy the staging server", "With make ship.")
    store(here, project).joinpath("MEMORY.md").write_text("- [Deploy](deploy.md) — how we deploy\n")
    catalogued(here, world.environment(Path(here.config).parent), store(here, project))
    if event in ("UserPromptSubmit", "SubagentStart", "PostToolUse"):
        harness.send("SessionStart", payload("SessionStart", project))
    said = harness.send(event, payload(event, project))
    assert (said.err, said.code) == (b"", 0)
    if event in SILENT:
        assert said.out == b""
    else:
        assert said.out.isascii() and said.out.count(b"\n") == 1
        assert set(said.data) == {"hookSpecificOutput"}
        assert set(said.data["hookSpecificOutput"]) == {"hookEventName", "additionalContext"}
        assert said.data["hookSpecificOutput"]["hookEventName"] == event
        assert "eploy" in said.context


@pytest.mark.parametrize("active", [True, False])
def test_a_stop_never_restarts_the_turn(harness: Harness, here: places.Places, active: bool) -> None:
    """S27: a Stop says nothing whatever stands in it, so no turn can start again; it leaves one note."""
    assert harness.send("Stop", payload("Stop", stop_hook_active=active)).out == b""
    (_, note), = spool.peek(here)
    assert note["event"] == "Stop" and note["transcript"] == "/nonexistent/t.jsonl" and note["launch"] == "/"


def test_a_session_that_never_began_leaves_no_note(harness: Harness, here: places.Places) -> None:
    """SessionEnd of a session without a start and without a transcript was no conversation; so with typeless agents."""
    assert harness.send("SessionEnd", payload("SessionEnd")).out == b""
    assert harness.send("SubagentStop", payload("SubagentStop", agent_type="")).out == b""
    assert spool.peek(here) == []


def test_only_a_file_in_the_store_leaves_a_note(harness: Harness, here: places.Places, project: Path) -> None:
    """Read and Write in the session's store are noted with the real path, reading the index is not; nothing is said."""
    harness.send("SessionStart", payload("SessionStart", project))
    inside = world.memory(store(here, project), "a.md", observed=time.strftime("%Y-%m-%d"))
    for tool, path in (("Read", inside), ("Write", inside), ("Edit", project / "README.md"),
                       ("Read", inside.parent / "MEMORY.md"),
                       ("Read", inside.parent.parent / "other" / "b.md"), ("Write", inside.with_suffix(".txt"))):
        assert harness.send("PostToolUse", payload("PostToolUse", project, tool_name=tool,
                                                   tool_input={"file_path": str(path)})).out == b""
    notes = [note for _, note in spool.peek(here)][1:]
    assert [(note["event"], note["path"]) for note in notes] == [("read", str(inside)), ("wrote", str(inside))]
    assert notes[1]["prompt_id"] == "p1" and not (inside.parent / "MEMORY.md").exists()


TOKEN = "gh" "p_" + "aB3dE5gH7jK9mN1pQ2rS4tU6vW8xY0zA1b2C"
WRITES: dict[str, dict[str, object]] = {
    "Write": {"content": f"The deploy token is {TOKEN}."},
    "Edit": {"old_string": "a", "new_string": f"token: {TOKEN}"},
    "MultiEdit": {"edits": [{"old_string": "a", "new_string": "b"}, {"old_string": "c", "new_string": TOKEN}]},
}


def about_to(project: Path, path: Path | str, tool: str = "Write", **given: object) -> bytes:
    return payload("PreToolUse", project, tool_name=tool, tool_input={"file_path": str(path), **given})


@pytest.mark.parametrize("tool", WRITES)
def test_a_secret_is_refused_in_a_memory(harness: Harness, here: places.Places, project: Path, tool: str) -> None:
    """S8: each tool that writes is denied in one sentence that names the class and not the secret, however often."""
    harness.send("SessionStart", payload("SessionStart", project))
    for _ in range(2):
        said = harness.send("PreToolUse", about_to(project, store(here, project) / "a.md", tool, **WRITES[tool])).data
        decision = said["hookSpecificOutput"]
        assert set(said) == {"hookSpecificOutput"} and decision["hookEventName"] == "PreToolUse"
        assert decision["permissionDecision"] == "deny"
        reason = decision["permissionDecisionReason"]
        assert "(github-token)" in reason and "where the secret is kept" in reason and TOKEN not in reason
        assert reason.count(".") == 1 and reason.endswith(".")


def test_every_folder_of_memories_is_guarded(harness: Harness, here: places.Places, project: Path) -> None:
    """S8: the project's, the person's, the agents' and the team's store; a link into one counts, a neighbour not."""
    harness.send("SessionStart", payload("SessionStart", project))
    (folder := store(here, project)).mkdir(parents=True, exist_ok=True)
    (project / "linked").symlink_to(folder)
    guarded = [folder / "deep" / "a.md", project / "linked" / "a.md", Path(here.user, "a.md"),
               Path(here.config, "agent-memory", "x", "a.md"), project / ".claude" / "agent-memory" / "x" / "a.md",
               project / ".claude" / "agent-memory-local" / "x" / "a.md", project / ".claude" / "team-memory" / "a.md"]
    free = [project / "README.md", Path(f"{folder}-2", "a.md"), folder / "a.txt", folder / ".." / "a.md"]
    for path in (*guarded, *free):
        assert bool(harness.send("PreToolUse", about_to(project, path, **WRITES["Write"])).out) == (path in guarded)


def test_a_clean_memory_is_passed_without_a_word(harness: Harness, here: places.Places, project: Path) -> None:
    """S54: nothing is said of a memory that only speaks of secrets, names a place for one, or is already redacted."""
    harness.send("SessionStart", payload("SessionStart", project))
    for text in ("The token is in 1Password, vault Dev.", "token: $DEPLOY_TOKEN", "token: [REDACTED:github-token]",
                 "commit 3f786850e387550fdab836ed7e6dc881de23001b", "Run the tests with pnpm."):
        assert harness.send("PreToolUse", about_to(project, store(here, project) / "a.md", content=text)).out == b""


@pytest.mark.parametrize("given", [{}, {"content": 5}, {"edits": "x"}, {"edits": [1, {"new_string": None}]}], ids=str)
def test_a_write_of_a_strange_form_is_passed(
    harness: Harness, here: places.Places, project: Path, given: dict[str, object]
) -> None:
    """S48: a tool input of other kinds than expected says nothing and stops nobody."""
    harness.send("SessionStart", payload("SessionStart", project))
    assert harness.send("PreToolUse", about_to(project, store(here, project) / "a.md", **given)).out == b""


# What a session keeps

def test_a_session_gets_the_same_bytes_every_time(harness: Harness, here: places.Places, project: Path) -> None:
    """S42, S51: startup, clear and compact give the bytes frozen at the start, whatever changed since; resume none."""
    folder = store(here, project)
    world.memory(folder, "a.md", "x", "y")
    (folder / "MEMORY.md").write_text("- [A](a.md) — first\n")
    first = harness.send("SessionStart", payload("SessionStart", project)).context
    (folder / "MEMORY.md").write_text("- [A](a.md) — second\n")
    assert "first" in first and str(folder) in first
    for n, source in enumerate(("clear", "compact", "startup")):
        assert harness.send("SessionStart", payload("SessionStart", project, source=source, n=n)).context == first
    for source in ("resume", "fork"):
        assert harness.send("SessionStart", payload("SessionStart", project, source=source)).out == b""


def test_the_client_that_injects_its_index_gets_no_second_one(
    harness: Harness, here: places.Places, project: Path
) -> None:
    """Where the client's own memory is on it shows the index itself, so a session start says nothing."""
    (folder := store(here, project)).mkdir(parents=True)
    (folder / "MEMORY.md").write_text("- [A](a.md) — first\n")
    on = {"CLAUDE_CODE_DISABLE_AUTO_MEMORY": "0"}
    assert harness.send("SessionStart", payload("SessionStart", project), **on).out == b""
    assert harness.send("SubagentStart", payload("SubagentStart", project), **on).out == b""
    explorer = payload("SubagentStart", project, agent_type="Explore")
    assert "first" in harness.send("SubagentStart", explorer, **on).context


def test_a_large_index_is_cut_between_lines_and_says_so(
    harness: Harness, here: places.Places, project: Path
) -> None:
    """S3, S9: 200 lines of 150 characters, some of them wide, come as at most 9,500 UTF-16 units, the newest first.

    The block says what it left out and where that is, and the worker is told.
    """
    (folder := store(here, project)).mkdir(parents=True)
    lines = [f"- [Memory {n}](m{n}.md) — " + ("語😀" * 30 if n % 7 == 0 else "x" * 130) for n in range(200)]
    (folder / "MEMORY.md").write_text("\n".join(lines) + "\n")
    block = harness.send("SessionStart", payload("SessionStart", project)).context
    assert len(block.encode("utf-16-le")) // 2 <= 9_500
    shown = [line for line in block.splitlines() if line.startswith("- [Memory")]
    assert shown == lines[:-len(shown) - 1:-1] and len(shown) > 40
    left_out = 200 - len(shown)
    assert f"{left_out} more entries are not shown here" in block and f"read `{folder}/MEMORY.md`" in block
    assert [note["left_out"] for _, note in spool.peek(here)] == [left_out]


def test_a_memory_is_recalled_once_and_again_after_compaction(
    harness: Harness, here: places.Places, project: Path
) -> None:
    """S69: the same prompt brings a memory up once in a session; compaction forgets that it did. Nods bring nothing."""
    path = world.memory(store(here, project), "deploy.md", "How we deploy the staging server", "Use make ship.")
    catalogued(here, world.environment(Path(here.config).parent), store(here, project))
    ask = {"prompt": "How do we deploy the staging server?"}
    assert path.name in harness.send("UserPromptSubmit", payload("UserPromptSubmit", project, **ask)).context
    for n, prompt in enumerate((ask["prompt"], "ok", "/model", "<task-notification>deploy staging server", "", " ")):
        said = harness.send("UserPromptSubmit", payload("UserPromptSubmit", project, prompt=prompt, prompt_id=f"q{n}"))
        assert said.out == b""
    harness.send("SessionStart", payload("SessionStart", project, source="compact"))
    again = payload("UserPromptSubmit", project, **ask, prompt_id="p9")
    assert path.name in harness.send("UserPromptSubmit", again).context
    shown = [note for _, note in spool.peek(here) if note["event"] == "shown"]
    assert [note["paths"] for note in shown if note["paths"]] == [[str(path)], [str(path)]]


@pytest.mark.parametrize(("prompt", "out"), [
    ("#skip", True), ("Use tabs. #skip", True), ("#skip\nplease", True), ("#skipping", False), ("a#skip", False),
    ("skip this", False),
])
def test_a_prompt_takes_its_session_out(
    harness: Harness, here: places.Places, project: Path, prompt: str, out: bool
) -> None:
    """From the prompt with `#skip` on nothing of this session is kept; other sessions are not touched."""
    assert harness.send("UserPromptSubmit", payload("UserPromptSubmit", project, prompt=prompt)).code == 0
    assert session.opted_out(here, world.SESSION) is out and not session.opted_out(here, "another")


@pytest.mark.parametrize("source", ["startup", "resume", "clear", "compact", "fork"])
def test_what_the_worker_has_to_say_is_said_once(
    harness: Harness, here: places.Places, project: Path, source: str
) -> None:
    """S1, S18: a notice reaches the person, not the model, at the next session start of any kind, once."""
    news.leave(here, "", news.FAULT, text="Reverie paused: 日本.\n")
    first = harness.send("SessionStart", payload("SessionStart", project, source=source)).data
    assert first["systemMessage"] == "Reverie paused: 日本."
    assert "paused" not in json.dumps(first.get("hookSpecificOutput", {}))
    later = harness.send("SessionStart", payload("SessionStart", project, source=source, session_id="later")).data
    assert not later or "systemMessage" not in later


def test_a_prompt_that_comes_first_binds_the_session(harness: Harness, here: places.Places, project: Path) -> None:
    """S72: where SessionStart never ran, the first prompt does what it would have done."""
    harness.send("UserPromptSubmit", payload("UserPromptSubmit", project))
    bound = session.bound(here, world.SESSION)
    assert bound and (bound.root, bound.store) == (str(project), str(store(here, project)))


@pytest.mark.parametrize(("cwd", "env"), [
    (None, {"CLAUDE_PROJECT_DIR": "P"}), ("/", {"CLAUDE_PROJECT_DIR": "P"}), ("P", {}), ("P/gone/away", {}),
])
def test_a_session_stays_with_its_project(
    harness: Harness, here: places.Places, project: Path, cwd: str | None, env: dict[str, str]
) -> None:
    """S63: the folder is CLAUDE_PROJECT_DIR, else cwd, and what was bound first stays bound when cwd drifts."""
    world.git(project, "init", "-q")
    place = {key: value.replace("P", str(project)) for key, value in env.items()}
    where = cwd and cwd.replace("P", str(project))
    harness.send("SessionStart", payload("SessionStart", cwd=where), **place)
    harness.send("UserPromptSubmit", payload("UserPromptSubmit", "/usr"))
    bound = session.bound(here, world.SESSION)
    assert bound and bound.root == str(project)


def test_a_session_without_any_folder_is_left_alone(process: Process, here: places.Places) -> None:
    """S63: no cwd and no project folder: nothing is guessed, nothing is said, the log says why."""
    said = process.send("SessionStart", payload("SessionStart", cwd=None))
    assert said == Said(b"", b"", 0)
    assert "names no folder" in world.text(here.log)


# Twins

@pytest.mark.parametrize("event", ["SessionStart", "UserPromptSubmit", "Stop"])
def test_twins_are_answered_once(home: Path, here: places.Places, project: Path, event: str) -> None:
    """S55: the same bytes for the same event twice at once: one speaks, one note is left; later it is a new call."""
    world.memory(store(here, project), "deploy.md", "How we deploy the staging server", "Use make ship.")
    catalogued(here, world.environment(home), store(here, project))
    raw = payload(event, project, **({"prompt": "deploy the staging server"} if event == "UserPromptSubmit" else {}))
    command, env = ["sh", str(RUN), event], world.environment(home)
    twins = [subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=env) for _ in range(3)]
    for twin in twins:
        assert twin.stdin
        twin.stdin.write(raw)
        twin.stdin.close()
    outs = [twin.stdout.read() for twin in twins if twin.stdout]
    for twin in twins:
        assert twin.wait() == 0 and twin.stdout and twin.stdout.close() is None
    assert sum(bool(out) for out in outs) == (event != "Stop")
    assert len(spool.waiting(here)) == 1
    claim, = Path(here.session(world.SESSION), "claims").iterdir()
    os.utime(claim, (time.time() - 10, time.time() - 10))
    Process(home).send(event, raw)
    assert len(spool.waiting(here)) == 2


# What may be broken

BAD = {
    "empty": b"", "blank": b"  \n", "cut": payload("Stop")[:-9], "no object": b"[1, 2]", "text": b'"x"',
    "null": b"null",
    "no session": b'{"cwd": "/"}',
    "session a number": b'{"session_id": 5}', "deep": b"[" * 100_000,
    "invalid utf-8": b'\xff\xfe{"session_id": "s"}', "wrong kinds": b'{"session_id": "s", "cwd": 5, "prompt": [1], '
    b'"transcript_path": {}, "tool_input": "x.md\\"", "agent_type": null}',
}


@pytest.mark.parametrize("raw", BAD.values(), ids=BAD)
def test_a_bad_payload_is_passed_over(process: Process, raw: bytes) -> None:
    """S48: whatever stands on stdin, every kind of event ends in 0 without a word."""
    for event in ("SessionStart", "PostToolUse", "Stop"):
        assert process.send(event, raw) == Said(b"", b"", 0)


def test_a_payload_of_5_mb_is_answered(process: Process, here: places.Places, project: Path) -> None:
    """S48, S69: a paste of 5 MB is a prompt like any other: its beginning and its end are looked up, in time."""
    world.memory(store(here, project), "deploy.md", "How we deploy the staging server", "Use make ship.")
    catalogued(here, world.environment(Path(here.config).parent), store(here, project))
    prompt = "How do we deploy the staging server? " + "lorem ipsum " * 420_000
    began = time.monotonic()
    said = process.send("UserPromptSubmit", payload("UserPromptSubmit", project, prompt=prompt))
    assert "make ship" in said.context and time.monotonic() - began < 3.0


def test_a_stdin_that_never_closes_is_read_no_longer_than_the_deadline(home: Path, here: places.Places) -> None:
    """S48: an open pipe, with or without a payload in it, holds the hook some seconds at most."""
    began, hooks = time.monotonic(), []
    for raw in (b"", payload("Stop")):
        child = subprocess.Popen(["sh", str(RUN), "Stop"], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                 env=world.environment(home))
        assert child.stdin
        child.stdin.write(raw)
        child.stdin.flush()
        hooks.append(child)
    assert [child.wait(timeout=8) for child in hooks] == [0, 0]
    assert time.monotonic() - began < 6
    for child in hooks:
        assert child.stdout and child.stdin and child.stdout.read() == b""
        child.stdin.close()
        child.stdout.close()
    assert len(spool.waiting(here)) == 1


def test_a_hook_that_hangs_ends_itself(home: Path, here: places.Places, project: Path) -> None:
    """S19: whatever a hook hangs on (here an index that is a pipe nobody writes to), it ends in 0 at its deadline."""
    (folder := store(here, project)).mkdir(parents=True)
    os.mkfifo(folder / "MEMORY.md")
    code = ("import os, sys; sys.path.insert(0, sys.argv[1]); import reverie.hook as h; h.DEADLINE = 0.5;"
            " sys.exit(h.main('SessionStart', os.environ))")
    command = [sys.executable, "-I", "-S", "-c", code, str(world.ROOT / "scripts")]
    done = subprocess.run(command, input=payload("SessionStart", project), capture_output=True, timeout=10,
                          env=world.environment(home), check=False)
    assert (done.stdout, done.stderr, done.returncode) == (b"", b"", 0)


def test_a_worker_that_hangs_does_not_hold_the_hook(home: Path, project: Path) -> None:
    """S4: the hook's output ends at once though the worker it woke goes on, in a session and group of its own."""
    here = world.home(home, worker="#!/bin/sh\necho out; echo err >&2; echo $$ >\"$HOME/pid\"; exec sleep 60\n")
    began = time.monotonic()
    assert Process(home).send("Stop", payload("Stop", project)) == Said(b"", b"", 0)
    assert time.monotonic() - began < 1.0
    while not world.text(home / "pid").strip():
        assert time.monotonic() - began < 10
        time.sleep(0.02)
    pid = int(world.text(home / "pid"))
    try:
        assert os.getsid(pid) == pid
        assert {os.readlink(f"/proc/{pid}/fd/{fd}") for fd in os.listdir(f"/proc/{pid}/fd")} == {os.devnull}
    finally:
        os.kill(pid, signal.SIGKILL)
    assert len(spool.waiting(here)) == 1
    world.ended(home)


@pytest.mark.parametrize("prompt", ["表 deploy 😀", "\ud83d deploy half a character", "nul \u0000 deploy\u2028"])
def test_any_character_goes_through(harness: Harness, here: places.Places, project: Path, prompt: str) -> None:
    """S21: wide characters, lone halves and controls in a prompt and a memory come out as plain ASCII JSON."""
    world.memory(store(here, project), "deploy.md", "How we deploy staging", "Deploy with 表 😀.")
    catalogued(here, world.environment(Path(here.config).parent), store(here, project))
    raw = payload("UserPromptSubmit", project, prompt=f"{prompt} staging deploy", last_assistant_message=prompt)
    said = harness.send("UserPromptSubmit", raw, LC_ALL="C", PYTHONIOENCODING="cp1252")
    assert "表 😀" in said.context and said.out.isascii()
    if isinstance(harness, Process):
        assert harness.send("Stop", payload("Stop", project, last_assistant_message=prompt), LC_ALL="C").out == b""


def test_python_variables_and_strange_folders_change_nothing(process: Process, tmp_path: Path, project: Path) -> None:
    """S39: warnings, a start file that prints, a poisoned json.py on the path or in the folder: one clean object."""
    bad = tmp_path / "bad"
    bad.mkdir()
    for name in ("json.py", "sitecustomize.py", "start.py", "os.py", "re.py"):
        (bad / name).write_text("print('POISON'); raise SystemExit(2)\n")
    env = {"PYTHONWARNINGS": "default", "PYTHONSTARTUP": str(bad / "start.py"), "PYTHONPATH": str(bad),
           "PYTHONHOME": str(bad), "PYTHONINSPECT": "1", "PYTHONDEBUG": "1", "PYTHONVERBOSE": "1"}
    done = subprocess.run(["sh", str(RUN), "SessionStart"], input=payload("SessionStart", project), cwd=bad,
                          capture_output=True, timeout=20, check=True, env=world.environment(process.folder, **env))
    assert b"POISON" not in done.stdout and done.stderr == b""
    assert set(json.loads(done.stdout)) == {"hookSpecificOutput"}


def _a_file(here: places.Places) -> str:
    path = here.config + "/a-file"
    Path(path).write_text("x")
    return path


HOMES: dict[str, Callable[[places.Places], str]] = {
    "a file stands there": _a_file,
    "nothing can be made there": lambda here: "/proc/reverie",
}


@pytest.mark.parametrize("where", HOMES.values(), ids=HOMES)
def test_an_unusable_home_stops_nobody(process: Process, here: places.Places, project: Path, where: Any) -> None:
    """S19, S33: where Reverie can neither read nor write, every event still ends in 0, quietly."""
    for event in ("SessionStart", "UserPromptSubmit", "Stop"):
        said = process.send(event, payload(event, project), REVERIE_HOME=where(here))
        assert (said.err, said.code) == (b"", 0)
        assert not said.out or set(said.data) <= {"hookSpecificOutput", "systemMessage"}


def _foreign(path: str) -> None:
    with sqlite3.connect(path) as db:
        db.execute("create table memories (x)")
        db.execute("pragma user_version = 99")
    db.close()


DATABASES: dict[str, Callable[[str], object]] = {
    "garbage": lambda path: Path(path).write_bytes(b"garbage " * 3000),
    "empty": lambda path: Path(path).write_bytes(b""),
    "another version": _foreign,
    "a folder": lambda path: os.mkdir(path),
}


@pytest.mark.parametrize("broken", DATABASES.values(), ids=DATABASES)
def test_broken_databases_stop_nobody(
    harness: Harness, here: places.Places, project: Path, broken: Callable[[str], object]
) -> None:
    """S19, S33: a catalog or ledger that is none counts as empty, and the session is bound and given its index."""
    os.unlink(here.catalog)
    broken(here.catalog)
    broken(here.ledger)
    (folder := store(here, project)).mkdir(parents=True)
    (folder / "MEMORY.md").write_text("- [A](a.md) — first\n")
    assert "first" in harness.send("SessionStart", payload("SessionStart", project)).context
    assert harness.send("UserPromptSubmit", payload("UserPromptSubmit", project)).out == b""
    assert harness.send("Stop", payload("Stop", project)).out == b""
    assert [note["event"] for _, note in spool.peek(here)] == ["SessionStart", "Stop"]


@pytest.mark.parametrize("bytes_", [b"", b"[]", b'{"root": "/x"}', b"\xff\xfe"])
def test_a_broken_binding_is_made_anew(home: Path, here: places.Places, project: Path, bytes_: bytes) -> None:
    """S33: a session whose binding cannot be read is bound again."""
    folder = Path(here.session(world.SESSION))
    folder.mkdir(parents=True)
    (folder / "binding.json").write_bytes(bytes_)
    Inside(home).send("UserPromptSubmit", payload("UserPromptSubmit", project))
    bound = session.bound(here, world.SESSION)
    assert bound and bound.root == str(project)


def test_settings_that_make_no_sense_leave_the_defaults(home: Path, here: places.Places, project: Path) -> None:
    """A config.yaml of any bytes is read as far as it goes; `use: off` stops the reading and nothing else."""
    Path(here.settings).write_bytes(b"\xff\x00: [\nuse off\nbackend: nobody\n\tuse: off # really\n")
    (folder := store(here, project)).mkdir(parents=True)
    (folder / "MEMORY.md").write_text("- [A](a.md) — first\n")
    assert Inside(home).send("SessionStart", payload("SessionStart", project)).out == b""
    assert [note["event"] for _, note in spool.peek(here)] == ["SessionStart"]


# Where Python is

@pytest.mark.parametrize("kind", ["missing", "a stub", "too old"])
def test_no_python_is_said_once_a_session(home: Path, tmp_path: Path, kind: str) -> None:
    """S11: without a Python that will do, a session start says so to the person, other events say nothing."""
    python = tmp_path / "python"
    if kind != "missing":
        said = "exit 1" if kind == "too old" else "echo 'Python was not found' >&2; exit 49"
        python.write_text(f"#!/bin/sh\n{said}\n")
        python.chmod(0o755)
    for event in EVENTS:
        done = Process(home).send(event, payload(event), REVERIE_PYTHON=str(python))
        if event == "SessionStart":
            assert set(done.data) == {"systemMessage"} and b"Python 3.10" in done.out
        else:
            assert done.out == b""
        assert (done.err, done.code) == (b"", 0)
    assert not (home / ".claude").exists()


@pytest.mark.parametrize("cached", ["/nonexistent/python", "", "broken", "/"])
def test_an_interpreter_that_is_gone_is_looked_for_again(
    process: Process, here: places.Places, project: Path, tmp_path: Path, cached: str
) -> None:
    """S11: a cached interpreter that was removed or does not start is replaced, and this very event is answered."""
    broken = tmp_path / "broken"
    broken.write_text("#!/bin/sh\necho nonsense >&2\nexit 127\n")
    broken.chmod(0o755)
    Path(here.python).write_text(f"{broken if cached == 'broken' else cached}\n")
    path = tmp_path / "bin"
    path.mkdir()
    os.symlink(os.path.realpath(sys.executable), path / "python3")
    said = process.send("SessionStart", payload("SessionStart", project), PATH=f"{path}:/usr/bin:/bin")
    assert "Memory of this project" in said.context and said.err == b""
    found = world.text(here.python).strip()
    assert subprocess.run([found, "-c", "import sqlite3"], check=True).returncode == 0


# Where the plugin is

@pytest.mark.parametrize("name", ["with space", "q'uo\"te", "#hash%20$HOME `x`", "日本 é"])
def test_the_plugin_may_lie_anywhere(home: Path, here: places.Places, tmp_path: Path, project: Path, name: str) -> None:
    """S57, S74: each command of hooks.json works from a folder of any name, and takes nothing from that place."""
    plugin = tmp_path / name
    shutil.copytree(RUN.parent, plugin / "hooks")
    shutil.copytree(world.ROOT / "scripts", plugin / "scripts", ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copy(world.ROOT / "requirements.txt", plugin)
    env = world.environment(home, CLAUDE_PLUGIN_ROOT=str(plugin))
    command = HOOKS["SessionStart"][0]["hooks"][0]["command"]
    done = subprocess.run(["sh", "-c", command], input=payload("SessionStart", project), capture_output=True,
                          cwd=plugin, env=env, check=True, timeout=20)
    assert "Memory of this project" in json.loads(done.stdout)["hookSpecificOutput"]["additionalContext"]
    assert done.stderr == b"" and not list(plugin.rglob("*.pyc"))


def test_a_home_with_a_strange_name_is_used(home: Path, here: places.Places, project: Path, tmp_path: Path) -> None:
    """S45, S57: CLAUDE_CONFIG_DIR with a blank, #, %, ? and quotes holds everything, databases included."""
    other = tmp_path / "a b#c%20?d'e 日本"
    kept = world.home(other)
    folder = store(places.Places(str(other / ".claude"), kept.home), project)
    world.memory(folder, "deploy.md", "How we deploy the staging server", "Use make ship.")
    env = {"CLAUDE_CONFIG_DIR": str(other / ".claude")}
    catalogued(kept, world.environment(home, **env), folder)
    raw = payload("UserPromptSubmit", project, prompt="deploy the staging server")
    assert "make ship" in Process(home).send("UserPromptSubmit", raw, **env).context
    assert spool.waiting(kept) and not spool.waiting(here)
    world.ended(other)


@pytest.mark.parametrize("event", EVENTS)
def test_a_plugin_that_was_removed_stops_nobody(home: Path, tmp_path: Path, event: str) -> None:
    """S32: the command of hooks.json ends in 0 and says nothing when the plugin's folder is gone."""
    entries = [entry for group in HOOKS[event] for entry in group["hooks"]]
    for entry, root in itertools.product(entries, (tmp_path / "gone", tmp_path)):
        done = subprocess.run(["sh", "-c", entry["command"]], input=payload(event), capture_output=True, check=True,
                              timeout=20, env={**world.environment(home), "CLAUDE_PLUGIN_ROOT": str(root)})
        assert done.stdout == b""


def test_hooks_json_and_the_table_name_the_same_events() -> None:
    """Every event in the manifest has an answer and every answer is asked for."""
    assert set(HOOKS) == set(ANSWERS)


# Switched off

@pytest.mark.parametrize("env", [{"REVERIE_CHILD": "model"}, {"REVERIE_CHILD": "worker"}, {"REVERIE": "off"},
                                 {"REVERIE": "0"}], ids=str)
def test_a_session_of_ours_or_one_switched_off_is_left_alone(
    process: Process, here: places.Places, project: Path, env: dict[str, str]
) -> None:
    """S2: in what the worker started, or with REVERIE=off, no hook says or writes anything at all."""
    (folder := store(here, project)).mkdir(parents=True)
    (folder / "MEMORY.md").write_text("- [A](a.md) — first\n")
    before = told(Path(here.config))
    for event in EVENTS:
        assert process.send(event, payload(event, project), **env) == Said(b"", b"", 0)
    assert told(Path(here.config)) == before
