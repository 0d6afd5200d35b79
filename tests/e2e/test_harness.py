"""The harness against the real client: if these fail, no other end-to-end result means anything."""
from __future__ import annotations

from pathlib import Path

import pytest

from fakes import replies
from fakes.client import Client
from fakes.messages import FakeMessages
from fakes.terminal import Terminal

pytestmark = pytest.mark.e2e


def test_a_headless_turn_reaches_the_fake_api(client: Client, api: FakeMessages) -> None:
    """A prompt given with -p arrives in one main request, and its answer comes back as the result."""
    api.say(replies.text("Good morning."))
    result = client.ask("hello there")
    assert (result.rc, result.text) == (0, "Good morning.")
    assert len(api.main) == 1 and "hello there" in api.text(0)


def test_a_session_is_resumed_by_its_id(client: Client, api: FakeMessages) -> None:
    """A resumed turn carries the earlier prompt, and both stand in one transcript."""
    first = client.ask("the first prompt")
    second = client.ask("the second prompt", resume=first.session_id)
    assert second.session_id == first.session_id
    assert "the first prompt" in api.text(1) and "the second prompt" in api.text(1)
    assert [path.stem for path in client.transcripts()] == [first.session_id]


def test_a_forced_tool_call_is_carried_out(client: Client, api: FakeMessages, project: Path) -> None:
    """A scripted Read is run by the client, and its output comes back in the next request."""
    api.say(replies.tool_use("Read", {"file_path": str(project / "notes.txt")}), replies.text("Read."))
    assert client.ask("read the notes").text == "Read."
    assert "the harness reads this line" in api.requests[1].messages[-1]


def test_an_interactive_turn_is_answered(client: Client, api: FakeMessages, terminal: Terminal) -> None:
    """A prompt typed in a terminal is sent and its answer shown; /exit ends the program."""
    client.seed_interactive()
    api.say(replies.text("Seen at the terminal."))
    terminal.start([str(client.bin / "claude")], client.env, client.project)
    terminal.wait_for("❯")
    terminal.send("hello from the keyboard")
    terminal.wait_for("Seen at the terminal.")
    assert any("hello from the keyboard" in asked.text for asked in api.main)
    terminal.send("/exit")
    terminal.wait_end()


def test_a_cheap_child_is_told_from_the_session(client: Client, api: FakeMessages) -> None:
    """A call with its own system prompt and no tools is a child, not a main request."""
    client.ask("one", "--safe-mode", "--strict-mcp-config", "--tools", "", "--system-prompt", "YOU SORT.")
    client.ask("two")
    (child,), (main,) = api.children("YOU SORT."), api.main
    assert child is api.requests[0] and main is api.requests[-1]
