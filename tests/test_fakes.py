"""The fakes keep their own promises, without the real client."""
from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from pathlib import Path

import pytest

from fakes import client as real
from fakes import replies
from fakes.messages import Asked, FakeMessages, flat, is_main
from fakes.processes import descendants, left_with, processes_with
from fakes.replies import Reply
from fakes.terminal import TMUX, Terminal


@pytest.fixture
def api() -> Iterator[FakeMessages]:
    with FakeMessages() as served:
        yield served


def post(api: FakeMessages, timeout: float = 5, path: str = "/v1/messages", **body: object) -> tuple[int, str, str]:
    """Status, kind and text of an answer."""
    whole = {"model": "m", "max_tokens": 9, "messages": [{"role": "user", "content": "hi"}], **body}
    asked = urllib.request.Request(api.url + path, json.dumps(whole).encode(), {"X-Api-Key": "k"})
    try:
        with urllib.request.urlopen(asked, timeout=timeout) as answer:
            return answer.status, answer.headers["content-type"], answer.read().decode()
    except urllib.error.HTTPError as error:
        with error:
            return error.code, error.headers.get("retry-after", ""), error.read().decode()


def sent(streamed: str) -> list[dict[str, object]]:
    """The events of a stream, as objects."""
    return [json.loads(line[6:]) for line in streamed.splitlines() if line.startswith("data: ")]


def test_the_default_answer_is_ok(api: FakeMessages) -> None:
    """Without a script every request is answered `OK.`, with usage."""
    status, _, body = post(api)
    answer = json.loads(body)
    assert (status, answer["content"], answer["stop_reason"]) == (200, [{"type": "text", "text": "OK."}], "end_turn")
    assert answer["usage"]["output_tokens"] > 0


def test_requests_are_kept_in_order(api: FakeMessages) -> None:
    """Each request is recorded with its body, its headers and a time that does not go back."""
    for word in ("one", "two"):
        post(api, system=word)
    assert [asked.system for asked in api.requests] == ["one", "two"]
    assert api.requests[0].headers["x-api-key"] == "k"
    assert api.requests[0].at <= api.requests[1].at


def test_a_stream_says_what_the_message_says(api: FakeMessages) -> None:
    """The streamed answer, put together again, equals the plain one: text, tool call and reason to stop."""
    reply = replies.tool_use("Read", {"file_path": "/é"}, say="Looking.")
    api.say(reply)
    plain = json.loads(post(api)[2])
    stream = sent(post(api, stream=True)[2])
    assert [event["type"] for event in stream[:2]] == ["message_start", "content_block_start"]
    assert "".join(e["delta"].get("text", "") for e in stream if e["type"] == "content_block_delta") == "Looking."
    arguments = "".join(e["delta"].get("partial_json", "") for e in stream if e["type"] == "content_block_delta")
    assert json.loads(arguments) == plain["content"][1]["input"] == {"file_path": "/é"}
    assert stream[-2]["delta"]["stop_reason"] == plain["stop_reason"] == "tool_use"
    assert stream[-1] == {"type": "message_stop"}


@pytest.mark.parametrize(("reply", "stop"), [(replies.refusal(), "refusal"), (replies.truncated("{\"a"), "max_tokens")])
def test_an_unfinished_answer_names_its_reason(api: FakeMessages, reply: Reply, stop: str) -> None:
    """A refusal and a truncated text differ from an answer only in their reason to stop."""
    api.say(reply)
    assert json.loads(post(api)[2])["stop_reason"] == stop


def test_an_error_has_the_apis_envelope(api: FakeMessages) -> None:
    """An error carries its status, its type, its message and, if asked, retry-after."""
    api.say(replies.error(429, "slow down", retry_after=3))
    status, retry_after, body = post(api)
    assert (status, retry_after) == (429, "3")
    assert json.loads(body)["error"] == {"type": "rate_limit_error", "message": "slow down"}


def test_a_page_is_a_page(api: FakeMessages) -> None:
    """A web page comes with status 200, as from a captive portal."""
    api.say(replies.page())
    status, kind, body = post(api, stream=True)
    assert (status, kind.partition(";")[0]) == (200, "text/html") and body.startswith("<!doctype")


def test_a_hanging_answer_ends_with_the_server() -> None:
    """A hang gives nothing while the server is open and does not keep it from closing."""
    with FakeMessages() as api:
        api.say(replies.hang())
        with pytest.raises(TimeoutError):
            post(api, timeout=0.2)
        started = time.monotonic()
    assert time.monotonic() - started < 2
    assert len(api.requests) == 1


def test_lines_are_said_in_order_and_the_last_for_ever(api: FakeMessages) -> None:
    """`say` gives each reply once and stays on the last."""
    api.say(replies.text("a"), replies.text("b"))
    assert [json.loads(post(api)[2])["content"][0]["text"] for _ in range(3)] == ["a", "b", "b"]


def test_a_script_sees_the_body(api: FakeMessages) -> None:
    """A script decides by what was asked."""
    api.script(lambda body: replies.text(str(body["max_tokens"])))
    assert json.loads(post(api)[2])["content"][0]["text"] == "9"


def test_other_addresses_answer_and_do_not_count(api: FakeMessages) -> None:
    """HEAD, GET and count_tokens are answered, and are not among the requests."""
    for verb in ("HEAD", "GET"):
        with urllib.request.urlopen(urllib.request.Request(f"{api.url}/x", method=verb), timeout=5) as answer:
            assert answer.status == 200
    assert json.loads(post(api, path="/v1/messages/count_tokens")[2])["input_tokens"] > 0
    assert api.requests == [] and api.others == [("GET", "/x")]


def test_waiting_for_too_much_says_how_much_came(api: FakeMessages) -> None:
    """`wait` gives up with the count that did come."""
    post(api)
    assert len(api.wait(1)) == 1
    with pytest.raises(TimeoutError, match="1 requests came"):
        api.wait(2, timeout=0.05)


def test_flat_reads_every_shape_of_content() -> None:
    """Strings, blocks, tool results and tool calls become text; cache marks do not."""
    content = [
        {"type": "text", "text": "a", "cache_control": {"type": "ephemeral"}},
        {"type": "tool_result", "content": [{"type": "text", "text": "b"}]},
        {"type": "tool_use", "name": "Read", "input": {"p": 1}},
        "c",
    ]
    assert flat(content) == "a\nb\nRead {\"p\": 1}\nc"


def test_only_a_request_with_the_clients_tools_is_main() -> None:
    """A request is a session's own when it offers the client's tools."""
    tools = [{"name": name} for name in ("Read", "Bash", "Edit", "Skill")]
    assert is_main(Asked({"tools": tools}, {}, 0.0))
    assert not is_main(Asked({"tools": [{"name": "StructuredOutput"}]}, {}, 0.0))


def test_the_client_inherits_nothing(api: FakeMessages, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing of the tester's environment reaches the client but PATH and LANG, and no real key."""
    monkeypatch.setenv("ANTHROPIC_AUTH_TOKEN", "mine")
    monkeypatch.setenv("CLAUDE_CONFIG_DIR", "/mine")
    env = real.Client(tmp_path / "home", api, tmp_path).env
    assert "mine" not in "".join(env.values()).replace(env["PATH"], "")
    assert env["HOME"] == str(tmp_path / "home") and env["ANTHROPIC_BASE_URL"] == api.url


def test_a_child_can_find_the_client(api: FakeMessages, tmp_path: Path) -> None:
    """The first folder on PATH holds `claude`, a link to the binary."""
    client = real.Client(tmp_path / "home", api, tmp_path)
    first = Path(client.env["PATH"].split(os.pathsep)[0])
    assert os.readlink(first / "claude") == str(real.binary())


def test_the_binary_can_be_chosen(monkeypatch: pytest.MonkeyPatch) -> None:
    """REVERIE_TEST_CLIENT names another client; without it the path is derived from the repository."""
    monkeypatch.setenv(real.CHOSEN, "/opt/claude")
    assert real.binary() == Path("/opt/claude")
    monkeypatch.delenv(real.CHOSEN)
    assert real.binary().is_relative_to(Path(__file__).resolve().parents[1] / ".cache")


def test_none_takes_a_variable_away() -> None:
    """A change of None removes, any other value sets."""
    assert real.changed({"A": "1", "B": "2"}, {"A": None, "C": "3"}) == {"B": "2", "C": "3"}


def test_a_process_is_found_by_its_mark_and_gone_when_it_ends() -> None:
    """A mark in the environment finds a process while it lives, and not after."""
    mark = f"REVERIE_MARK={time.monotonic_ns()}"
    name, _, value = mark.partition("=")
    code = "print(1, flush=True); input()"
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE}
    with subprocess.Popen([sys.executable, "-S", "-c", code], env={name: value}, **pipes) as process:
        assert process.stdout and process.stdin and process.stdout.readline()
        assert [found.pid for found in processes_with(mark)] == [process.pid]
        assert process.pid in [found.pid for found in descendants()]
        assert left_with(mark, timeout=0.1)
        process.stdin.close()
    assert left_with(mark) == []


@pytest.mark.skipif(not shutil.which(TMUX), reason="no tmux")
def test_a_terminal_shows_what_is_typed_and_ends_with_its_block(tmp_path: Path) -> None:
    """The program gets exactly the given environment and the typed keys, and no program outlives the terminal."""
    mark = f"REVERIE_MARK={time.monotonic_ns()}"
    name, _, value = mark.partition("=")
    with Terminal() as terminal:
        terminal.start(["/bin/sh", "-c", "read word; echo \"<$word$HOME>\"; cat"], {name: value}, tmp_path, (60, 10))
        terminal.send("typed words")
        terminal.wait_for("<typed words>")
        assert terminal.alive() and processes_with(mark)
        with pytest.raises(TimeoutError, match="typed words"):
            terminal.wait_for("never shown", timeout=0.1)
    assert left_with(mark) == [] and not terminal.alive()
