"""The user's own client as a backend: what it is told, what it may see, and that no fault of its does any harm.

Rule: `claude` is a small program on PATH that the test writes; it notes each call and answers as the test has it.
"""
from __future__ import annotations

import json
import os
import stat
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

import world
from fakes import processes
from reverie import cli, models, settings, spool, worker
from reverie.models import child, headless
from reverie.record import SCHEMA, Job
from world import Home, proposal, replied, said

RULE = "Please always use tabs in the Makefile, never spaces."
HELP = ("Usage: claude [options]\n  -p, --print\n  --output-format <format>\n  --model <model>\n  --safe-mode\n"
        "  --settings <file-or-json>\n  --strict-mcp-config\n  --tools <tools...>\n  --no-session-persistence\n"
        "  --no-chrome\n  --json-schema <schema>\n  --system-prompt <prompt>\n")
FAKE = """#!{python}
import json, os, subprocess, sys, time
if "--help" in sys.argv:
    open({folder!r} + "/helps", "a").write("x")
    print({help!r})
    sys.exit()
said = sys.stdin.read()
with open({folder!r} + "/calls", "a") as file:
    file.write(json.dumps(dict(argv=sys.argv[1:], env=dict(os.environ), said=said, cwd=os.getcwd())) + "\\n")
{body}
"""
USAGE = {"input_tokens": 100, "cache_creation_input_tokens": 20, "cache_read_input_tokens": 300, "output_tokens": 7}
KEPT = {"memories": [proposal("always use tabs")]}


def result(**more: object) -> str:
    """What the client prints after a good answer, or what `more` makes of it."""
    return json.dumps({"type": "result", "subtype": "success", "is_error": False, "result": "", "num_turns": 1,
                       "total_cost_usd": 0.0021, "usage": USAGE, **more})


GOOD = result(structured_output=KEPT)


class Client(Home):
    """A home whose `claude` is the test's."""

    def __init__(self, folder: Path, worker: str = world.IDLE) -> None:
        super().__init__(folder, worker)
        self.bin = folder / "bin"
        self.bin.mkdir()
        self.set("interval: 0", "backend: claude")
        self.env = world.environment(folder)
        self.env["PATH"] = f"{self.bin}:{self.env['PATH']}"
        del self.env["REVERIE_BACKEND"]

    def program(self, text: str) -> None:
        path = self.bin / "claude"
        path.unlink(missing_ok=True)
        path.write_text(text)
        path.chmod(0o755)

    def claude(self, out: str = GOOD, *, help: str = HELP, body: str = "", code: int = 0, err: str = "") -> None:
        """From now on `claude` runs `body`, prints these and ends."""
        end = f"sys.stdout.write({out!r})\nsys.stderr.write({err!r})\nsys.exit({code})"
        self.program(FAKE.format(python=sys.executable, folder=str(self.folder), help=help, body=f"{body}\n{end}"))

    @property
    def calls(self) -> list[dict[str, Any]]:
        return [json.loads(line) for line in world.text(self.folder / "calls").splitlines()]

    @property
    def kind(self) -> str:
        """How the ledger names the last failure."""
        status, reason = self.runs()[-1]
        assert status == "failed"
        return str(reason).partition(":")[0]


@pytest.fixture
def one(home: Path) -> Client:
    return Client(home)


# What it is told

def test_a_good_answer_is_kept_with_its_cost(one: Client) -> None:
    """S1: the client's own figures of tokens and dollars stand in the ledger."""
    one.claude()
    one.stop(said(RULE), replied("Sure."))
    assert one.memories == ["always use tabs"]
    columns = ("status", "backend", "calls", "tokens_in", "tokens_out", "cost_usd")
    assert one.runs(*columns) == [("kept", "claude", 1, 420, 7, 0.0021)]


def test_the_conversation_is_in_no_argument(one: Client) -> None:
    """S75: 80 KB of talk go in by stdin; the command line is short and the same for every conversation."""
    one.claude()
    words = f"{RULE} The word is quokka, `$(touch /tmp/x)` \"quoted\" %PATH%.\n" + "We always say more. " * 2_000
    one.stop(said(words), replied("Zebra. " * 20_000))
    one.stop(said("And never push to main on Fridays."))
    first, second = one.calls
    assert first["argv"] == second["argv"] and len(" ".join(first["argv"])) < 8_000
    assert "quokka" in first["said"] and "Zebra" in first["said"] and len(first["said"]) > 80_000
    assert not any(word in " ".join(first["argv"]) for word in ("quokka", "Zebra", "touch"))


def test_it_is_started_bare(one: Client) -> None:
    """S2, S52, S65: no hooks, tools, servers or session file; in an empty folder of ours, never the user's project."""
    one.claude()
    one.stop(said(RULE))
    call, = one.calls
    argv = call["argv"]
    assert argv[:3] == ["-p", "--output-format", "json"] and not {"--resume", "--continue", "-c", "-r"} & set(argv)
    assert {"--safe-mode", "--strict-mcp-config", "--no-session-persistence"} <= set(argv)
    assert argv[argv.index("--tools") + 1] == "" and argv[argv.index("--model") + 1] == "haiku"
    assert json.loads(argv[argv.index("--settings") + 1]) == {"disableAllHooks": True}
    assert json.loads(argv[argv.index("--json-schema") + 1]) == SCHEMA
    assert call["cwd"] == one.here.scratch and os.listdir(one.here.scratch) == []


NESTING = {
    "CLAUDECODE": "1", "CLAUDE_CODE_ENTRYPOINT": "cli", "CLAUDE_CODE_SESSION_ID": "s", "CLAUDE_PROJECT_DIR": "/x",
    "CLAUDE_CODE_SSE_PORT": "1", "CLAUDE_PLUGIN_ROOT": "/p", "CLAUDE_ENV_FILE": "/e", "CLAUDE_EFFORT": "max",
    "CLAUDE_CODE_MESSAGING_TOKEN": "t", "SLACK_BOT_TOKEN": "t", "TELEGRAM_TOKEN": "t", "GITHUB_TOKEN": "t",
    "OPENAI_API_KEY": "k", "PYTHONPATH": "/x", "NODE_OPTIONS": "--inspect", "REVERIE_BACKEND": "claude",
}
PASSED = {"LANG": "de_DE.UTF-8", "HTTPS_PROXY": "http://p", "no_proxy": "localhost", "AWS_REGION": "eu-central-1",
          "CLAUDE_CODE_USE_BEDROCK": "1", "ANTHROPIC_BASE_URL": "http://b", "SSL_CERT_FILE": "/c", "TERM": "xterm"}


def test_it_does_not_know_that_it_is_nested(one: Client) -> None:
    """S28, S2: marks of the session around it and other people's tokens are gone, ours is there, needed ones stay."""
    one.claude()
    one.env.update({**NESTING, **PASSED})
    one.stop(said(RULE))
    env = one.calls[0]["env"]
    assert not set(NESTING) & set(env)
    assert {name: env.get(name) for name in PASSED} == PASSED
    assert env["REVERIE_CHILD"] and env["HOME"] == str(one.folder) and env["PATH"] == one.env["PATH"]


KEY = "sk-ant-api03-" + "k" * 30


@pytest.mark.parametrize(("key", "state", "extra", "kept"), [
    ("", {}, {}, False),
    (KEY, {}, {}, True),
    (KEY, None, {}, True),
    (KEY, {"oauthAccount": {"emailAddress": "a@b"}}, {}, False),
    (KEY, {"oauthAccount": {}, "customApiKeyResponses": {"approved": [KEY[-20:]]}}, {}, True),
    (KEY, {"oauthAccount": {}, "customApiKeyResponses": {"approved": ["x" * 20], "rejected": [KEY[-20:]]}}, {}, False),
    (KEY, {"oauthAccount": {}, "customApiKeyResponses": {"approved": None}}, {}, False),
    (KEY, {"customApiKeyResponses": {"rejected": [KEY[-20:]]}}, {}, True),
    (KEY, {}, {"CLAUDE_CODE_OAUTH_TOKEN": "t"}, False),
    (KEY, {}, {"CLAUDE_CODE_USE_BEDROCK": "1"}, True),
    (KEY, "rubbish", {}, True),
    (KEY, [], {}, True),
])
@pytest.mark.parametrize("configured", [False, True])
def test_a_stray_key_never_pays_for_a_login(
    home: Path, key: str, state: Any, extra: dict[str, str], kept: bool, configured: bool
) -> None:
    """S18: with a login an API key is taken out unless the user approved it; without one it is all there is."""
    here = world.home(home)
    folder = Path(here.config) if configured else home
    if state is not None:
        (folder / ".claude.json").write_text(state if isinstance(state, str) else json.dumps(state))
    env = {**world.environment(home), **({"ANTHROPIC_API_KEY": key} if key else {}), **extra}
    if configured:
        env["CLAUDE_CONFIG_DIR"] = here.config
    given = headless.environment(models.Means(settings.load(here, env), env, here))
    assert ("ANTHROPIC_API_KEY" in given) == kept
    assert all(given[name] == value for name, value in extra.items())


# What it answers

JOB = Job("", "", SCHEMA, (), "2026-11-29")
ANSWERS = [
    ("", "", 1, "error"),
    ("", "error: unknown option '--safe-mode'\n", 1, "error"),
    ("Segmentation fault", "", 139, "error"),
    ("You've hit your limit · resets 3pm", "", 0, "rate_limit"),
    ("", "Not logged in · Please run /login", 1, "login"),
    ("<!DOCTYPE html><html><body>Sign in to the hotel's Wi-Fi</body></html>", "", 0, "unreadable"),
    ("[]", "", 0, "unreadable"), ('"ok"', "", 0, "unreadable"), ("null", "", 0, "unreadable"),
    ("17", "", 0, "unreadable"),
    ('{"type": "result", "subtype": "succ', "", 0, "error"),
    (result(result="I looked at it and all is well, thank you for asking me about it at such length. " * 2), "", 0,
     "unreadable"),
    (result(is_error=True, result="You've hit your limit · resets 3pm"), "", 1, "rate_limit"),
    (result(is_error=True, result="You've hit your weekly limit"), "", 1, "rate_limit"),
    (result(is_error=True, result="API Error", api_error_status=429), "", 1, "rate_limit"),
    (result(is_error=True, result="Not logged in · Please run /login"), "", 1, "login"),
    (result(is_error=True, result="Invalid API key · Fix external API key"), "", 1, "login"),
    (result(is_error=True, result="x", api_error_status=401), "", 1, "login"),
    (result(is_error=True, result="x", api_error_status=403), "", 1, "login"),
    (result(is_error=True, result="API Error: 404 model: nope", api_error_status=404), "", 1, "missing"),
    (result(is_error=True, result="API Error: Connection error. ECONNREFUSED"), "", 1, "unreachable"),
    (result(is_error=True, result="Request timed out."), "", 1, "timeout"),
    (result(is_error=True, result="response exceeded the 32000 output token maximum"), "", 1, "truncated"),
    (result(subtype="error_max_structured_output_retries"), "", 1, "unreadable"),
    (result(subtype="error_during_execution", is_error=True), "", 1, "error"),
    (result(stop_reason="refusal"), "", 0, "refusal"),
    (result(result='{"memories": [{"type": "feed'), "", 0, "unreadable"),
]


@pytest.mark.parametrize(("out", "err", "code", "kind"), ANSWERS)
def test_every_failure_has_its_kind(out: str, err: str, code: int, kind: str) -> None:
    """S12, S71: whatever comes instead of an answer is a failure of a known kind, told in a sentence of one line."""
    with pytest.raises(headless.Failed) as failed:
        headless.answer(child.Ended(code, out, err), JOB)
    assert failed.value.kind == kind and "\n" not in str(failed.value) and 5 < len(str(failed.value)) < 300


@pytest.mark.parametrize("out", [
    result(structured_output={"memories": []}), result(result="Nothing to save."), result(result="```json\n[]\n```"),
    result(result='Sure!\n```json\n{"memories": []}\n```'), result(structured_output={"memories": []}, usage=None),
    result(structured_output={"memories": []}, num_turns=None, total_cost_usd="?", usage={"input_tokens": "many"}),
])
def test_nothing_to_save_is_an_answer(out: str) -> None:
    """S43, S20: the empty answer in all its forms, with and without figures."""
    assert headless.answer(child.Ended(0, out, ""), JOB).data == {"memories": []}


@pytest.mark.parametrize(("out", "kind"), [
    ("You've hit your limit · resets 3pm", "rate_limit"), (result(is_error=True, result="Not logged in"), "login"),
    ("rubbish " * 50, "error"), ("\xff\x00\ud83d" + RULE, "error"),
])
def test_a_failure_keeps_nothing_and_waits(one: Client, out: str, kind: str) -> None:
    """S12, S1: named in the ledger by its kind; no word of it is stored; the next turn makes no call, later ones do."""
    one.claude(out.encode("utf-8", "replace").decode())
    one.stop(said(RULE))
    assert one.kind == kind and one.memories == [] and one.rows("proposals") == []
    one.stop(said("Also never push to main on Fridays."))
    assert len(one.calls) == 1 and one.runs()[-1] == ("skipped", "backoff")
    one.later()
    one.claude()
    one.note()
    one.work()
    assert one.memories == ["always use tabs"] and len(one.calls) == 2


def test_who_is_not_logged_in_is_told_once(one: Client) -> None:
    """S18: the first session start after it says so, later ones do not; the login is tried again in an hour."""
    one.claude(result(is_error=True, result="Not logged in · Please run /login"), code=1)
    one.stop(said(RULE))
    assert "Please run /login" in one.told(begins=False) and one.told() == ""
    one.later(3_500)
    one.note()
    one.work()
    assert len(one.calls) == 1
    one.later(200)
    one.note()
    one.work()
    assert len(one.calls) == 2 and one.told() == ""


# Versions

@pytest.mark.parametrize("lost", ["--safe-mode", "--no-chrome", "--strict-mcp-config", "--settings", "--json-schema"])
def test_an_older_version_gets_no_flag_it_does_not_know(one: Client, lost: str) -> None:
    """S71: a flag that its help does not name is left out, and the call is made."""
    one.claude(result(result=json.dumps(KEPT)), help=HELP.replace(lost, "--other"))
    one.stop(said(RULE))
    assert lost not in one.calls[0]["argv"] and one.memories == ["always use tabs"]


@pytest.mark.parametrize("lost", ["--tools", "--no-session-persistence"])
def test_a_version_that_could_do_harm_is_not_called(one: Client, lost: str) -> None:
    """S71, S52: without the flags that keep it from acting or leaving sessions it is refused; nothing is lost."""
    one.claude(help=HELP.replace(lost, "--other"))
    for _ in range(5):
        one.stop(said(RULE))
    assert one.calls == [] and {status for status, in one.runs("status")} == {"failed"}
    assert one.kind == "missing" and lost in one.runs("reason")[-1][0] and one.rows("parked") == []
    assert lost in one.told() and one.told() == ""
    one.claude()
    one.note()
    one.work()
    assert one.memories == ["always use tabs"]


def test_its_help_is_read_once_for_each_version(one: Client) -> None:
    """S71: the flags are remembered until the binary changes."""
    one.claude()
    for words in (RULE, "We never push to main on Fridays.", "We always deploy with make ship."):
        one.stop(said(words))
    assert len(one.calls) == 3 and world.text(one.folder / "helps") == "x"
    one.claude(GOOD + " ")
    one.stop(said("I always want the tests run first."))
    assert world.text(one.folder / "helps") == "xx"


def test_without_a_binary_nothing_is_lost(one: Client) -> None:
    """S18: set to ask a client that is not there: told once, nothing parked, looked at when it is there."""
    one.env["PATH"] = str(one.bin)
    for _ in range(4):
        one.stop(said(RULE))
    assert one.kind == "missing" and one.rows("parked") == []
    assert "no claude binary" in one.told() and one.told() == ""
    one.claude()
    one.note()
    one.work()
    assert one.memories == ["always use tabs"]


# Processes

HANGS = """#!/bin/sh
[ "$1" = --help ] && printf '%s' '{help}' && exit
{trap}
sleep 600 &
sleep 600 &
wait
sleep 600
"""


@pytest.mark.parametrize("trap", ["", "trap '' TERM"])
def test_one_that_never_answers_is_ended_with_all_it_started(one: Client, trap: str) -> None:
    """S7: past its time the whole group is killed, also one that will not hear: nothing is left running."""
    one.program(HANGS.format(help=HELP.replace("'", ""), trap=trap))
    one.set("interval: 0", "backend: claude", "timeout: 1")
    began = time.monotonic()
    one.stop(said(RULE))
    assert time.monotonic() - began < 10 and one.kind == "timeout"
    assert processes.left_with(str(one.folder), timeout=1.0) == []


def test_what_it_leaves_running_is_ended_too(one: Client) -> None:
    """S7: it answers, but something it started goes on: that is ended with it."""
    one.claude(body="subprocess.Popen(['sleep', '600'], stdout=subprocess.DEVNULL)")
    one.stop(said(RULE))
    assert one.memories == ["always use tabs"]
    assert processes.left_with(str(one.folder), timeout=1.0) == []


def test_an_endless_answer_is_none(one: Client) -> None:
    """S20: more than a few megabytes are no answer."""
    one.claude(body="sys.stdout.write('x' * (5 << 20))")
    one.stop(said(RULE))
    assert one.kind == "unreadable" and one.memories == []


# Hooks that fire in it

BACK = """
env = {{**os.environ}}
{strip}
sid = f"child-{{os.getpid()}}"
path = {projects!r} + f"/-scratch/{{sid}}.jsonl"
os.makedirs(os.path.dirname(path), exist_ok=True)
with open(path, "w") as file:
    for role, text in (("user", said), ("assistant", "Saved.")):
        file.write(json.dumps({{"type": role, "uuid": f"{{sid}}-{{role}}", "sessionId": sid, "cwd": os.getcwd(),
                               "message": {{"role": role, "content": text}}}}) + "\\n")
for event in ("SessionStart", "UserPromptSubmit", "Stop", "SessionEnd"):
    payload = dict(session_id=sid, transcript_path=path, cwd=os.getcwd(), hook_event_name=event, source="startup",
                   prompt=said[:200])
    done = subprocess.run(["sh", {run!r}, event], input=json.dumps(payload).encode(), env=env, capture_output=True)
    with open({folder!r} + "/hooked", "a") as file:
        file.write(f"{{event}} {{done.returncode}} {{len(done.stdout)}}\\n")
"""


def fire(one: Client, event: str) -> None:
    """The client calls our hook for the user's session."""
    payload = {"session_id": world.SESSION, "transcript_path": one.transcript, "cwd": str(one.root),
               "hook_event_name": event}
    done = subprocess.run(["sh", str(world.ROOT / "hooks" / "run"), event], input=json.dumps(payload).encode(),
                          env=one.env, capture_output=True, timeout=20)
    assert (done.returncode, done.stdout) == (0, b"")


@pytest.mark.parametrize("strip", ["", "del env['REVERIE_CHILD']"], ids=["marked", "mark lost"])
def test_hooks_that_fire_in_our_own_call_start_nothing(home: Path, strip: str) -> None:
    """S2: all our hooks fired back from the call, with our mark or without: one call, no loop, nothing stored twice."""
    one = Client(home, world.WORKS)
    body = BACK.format(strip=strip, projects=one.here.projects, run=str(world.ROOT / "hooks" / "run"),
                       folder=str(one.folder))
    one.claude(body=body)
    one.say(said(RULE), replied("Sure."))
    fire(one, "Stop")
    world.ended(one.folder)
    worker.run(one.here, one.env)  # whatever might still wait
    assert len(one.calls) == 1 and one.memories == ["always use tabs"]
    rows = world.text(one.folder / "hooked").splitlines()
    assert len(rows) == 4 and all(row.split()[1] == "0" for row in rows)
    if not strip:
        assert all(row.split()[2] == "0" for row in rows) and len(one.runs()) == 1
    else:
        assert {reason for status, reason in one.runs() if status != "kept"} == {"child"}
    assert not spool.waiting(one.here) and not spool.waiting(one.here, "taken")
    assert not spool.waiting(one.here, "parked")


def test_what_is_kept_for_the_next_call_is_the_persons_alone(one: Client) -> None:
    """S75: what we remember of the client lies in our own folder and says nothing of the conversation."""
    one.claude()
    one.stop(said(RULE))
    kept = Path(one.here.home, "claude-flags.json")
    assert "tabs" not in kept.read_text() and not stat.S_IMODE(kept.stat().st_mode) & 0o077


@pytest.mark.parametrize(("answer", "kind"), [
    ({"out": result(is_error=True, result="slow down", api_error_status=429), "code": 1}, "rate_limit"),
    ({"out": result(is_error=True, result="Not logged in · Please run /login"), "code": 1}, "login"),
    ({"out": "rubbish"}, "error"),
    ({"help": "Usage: claude [options]\n  -p, --print\n"}, "missing"),
])
def test_status_names_what_failed_and_when_it_is_tried_again(
    one: Client, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, answer: dict[str, Any], kind: str
) -> None:
    """S46, S71: nobody has to look for it: `reverie status` tells the kind, and until when nothing is tried."""
    monkeypatch.setenv("CLAUDE_COWORK_MEMORY_PATH_OVERRIDE", str(one.store))
    one.claude(**answer)
    one.stop(said(RULE), replied("Sure."))
    assert one.memories == [] and cli.main(["status", "--project", str(one.root)]) == 0
    told = capsys.readouterr().out
    last = next(line for line in told.splitlines() if line.startswith("last "))
    assert f"failed ({kind}: " in last
    assert kind == "missing" or f"1 failures ({kind}); next try" in told
