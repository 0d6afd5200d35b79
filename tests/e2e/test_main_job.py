"""The main job in the real client: what is said in one session is there in the next, whichever way Reverie came in."""
from __future__ import annotations

import time
from pathlib import Path

import pytest

from e2e.conftest import Installed, put_in
from fakes import replies
from fakes.messages import Asked
from fakes.terminal import Terminal

pytestmark = pytest.mark.e2e

OFFLINE = {"REVERIE_BACKEND": "offline"}
OFF = {"CLAUDE_CODE_DISABLE_AUTO_MEMORY": "1"}
FACT = "From now on always deploy the harbour app with kamal, because the old scripts skip the health check."
WORDS = "kamal"


def test_what_is_said_in_one_session_is_kept(installed: Installed) -> None:
    """Within 15 s of Stop the memory file and its index line exist, and the ledger has the run."""
    session = installed.client.ask(FACT, env=OFFLINE).session_id
    installed.settled(15)
    (path,) = installed.memories()
    text = path.read_text()
    assert text.startswith("---\nname: ") and "\n  type: feedback\n" in text and "  by: extract\n" in text
    assert f"  source: claude-code/{session}/" in text and "kamal" in text and "**Why:**" in text
    index = (installed.store / "MEMORY.md").read_text()
    assert index.count(f"]({path.name}) — ") == 1
    kept = [run for run in installed.runs() if run["status"] == "kept"]
    assert [(run["session"], run["kept"], run["backend"], run["calls"]) for run in kept] == [(session, 1, "offline", 0)]


@pytest.mark.parametrize(("installed", "native"), [("plugin", True), ("settings", False)], indirect=["installed"])
def test_the_next_session_carries_it_once(installed: Installed, native: bool) -> None:
    """The second session's first request holds the index line exactly once, with the client's own memory on and off."""
    env = OFFLINE if native else OFFLINE | OFF
    installed.client.ask(FACT, env=env)
    installed.settled()
    before = len(installed.api.main)
    installed.client.ask("hello there", env=env)
    installed.settled()
    first = installed.api.main[before]
    (path,) = installed.memories()
    assert first.text.count(f"]({path.name})") == 1
    assert first.text.count("the harbour app with kamal") == 1


@pytest.mark.parametrize("installed", ["plugin"], indirect=True)
def test_recall_brings_what_applies_and_nothing_else(installed: Installed) -> None:
    """A matching prompt's request carries the memory's body, an unrelated prompt's nothing of ours."""
    installed.put("ship-with-kamal", "how the harbour app is deployed", "Deploy with kamal; canary 17 percent first.")
    installed.client.ask("good morning to you", env=OFFLINE)
    installed.settled()
    matching = _asked(installed, "please deploy the harbour app with kamal")
    assert matching.text.count("canary 17 percent first") == 1 and "Reverie: notes" in matching.text
    unrelated = _asked(installed, "what colour is the sky on Mars?")
    assert "canary 17 percent" not in unrelated.text and "Reverie" not in unrelated.text


@pytest.mark.parametrize("installed", ["plugin"], indirect=True)
def test_a_memory_is_recalled_once_until_the_context_is_compacted(installed: Installed) -> None:
    """S42, S69: the same prompt again brings the same memory no second time, a notification none at all; a session
    whose context was compacted is told again."""
    installed.put("ship-with-kamal", "how the harbour app is deployed", "Deploy with kamal; canary 17 percent first.")
    installed.client.ask("good morning to you", env=OFFLINE)
    installed.settled()
    asking, body = "please deploy the harbour app with kamal", "canary 17 percent first"
    notified = f"<task-notification>{asking}</task-notification>"
    session = installed.client.ask(notified, env=OFFLINE).session_id
    assert body not in installed.api.main[-1].text
    installed.client.ask(asking, resume=session, env=OFFLINE)
    installed.client.ask(f"{asking} again", resume=session, env=OFFLINE)
    assert installed.api.main[-1].text.count(body) == 1
    installed.client.ask("/compact", resume=session, env=OFFLINE)
    installed.client.ask(asking, resume=session, env=OFFLINE)
    assert installed.api.main[-1].text.count(body) == 1 and notified not in installed.api.main[-1].text
    installed.settled()


@pytest.mark.parametrize(("installed", "native"), [("settings", True), ("plugin", False)], indirect=["installed"])
def test_a_memory_written_meanwhile_changes_nothing_earlier(installed: Installed, native: bool) -> None:
    """The session's next request begins with every earlier message as it was, though its own fact was saved between."""
    env = OFFLINE if native else OFFLINE | OFF
    session = installed.client.ask(FACT, env=env).session_id
    installed.settled()
    assert installed.memories()
    first = installed.api.main[-1]
    installed.client.ask("and what is the weather like?", resume=session, env=env)
    installed.settled()
    second = installed.api.main[-1]
    assert second.system == first.system
    assert second.messages[: len(first.messages)] == first.messages


@pytest.mark.parametrize("installed", ["plugin"], indirect=True)
def test_the_agents_own_memory_gets_its_index_line(installed: Installed) -> None:
    """A memory that the agent wrote itself is indexed after the turn, and the extractor leaves that turn to it."""
    path = installed.store / "project_tide_freeze.md"
    body = "---\nname: tide-freeze\ndescription: no merges to the tide branch\nmetadata:\n  type: project\n---\nNone.\n"
    installed.api.script(_writes_once(path, body))
    installed.client.ask("From now on never merge to the tide branch, because the port audits it.", env=OFFLINE)
    installed.settled()
    assert installed.memories() == [path]
    assert "originSessionId:" in path.read_text() and "observed:" not in path.read_text()  # the client's own form
    assert f"]({path.name}) — no merges to the tide branch" in (installed.store / "MEMORY.md").read_text()
    assert [(run["status"], run["reason"]) for run in installed.runs()] == [("skipped", "memory_tool")]


@pytest.mark.parametrize("installed", ["settings"], indirect=True)
def test_an_old_session_is_not_read_unasked(installed: Installed) -> None:
    """A session from before Reverie that is resumed: only what is said from then on is looked at."""
    old = installed.client.ask(FACT, env={"REVERIE": "off"}).session_id
    assert not Path(installed.places.spool).exists()
    later = "From now on always review the tide migrations with two people, because one was lost."
    time.sleep(3.5)  # past the grace in which what was typed may be older than the hook
    installed.client.ask(later, resume=old, env=OFFLINE)
    installed.settled()
    (path,) = installed.memories()
    assert "two people" in path.read_text()


@pytest.mark.parametrize("installed", ["settings"], indirect=True)
def test_both_ways_at_once_answer_once(installed: Installed, packaged: Path) -> None:
    """With the plugin and the settings' hooks both in place, the block, the recall and the run are there once."""
    put_in(installed._replace(way="plugin" if installed.way == "settings" else "settings"), packaged)
    installed.put("ship-with-kamal", "how the harbour app is deployed", "Deploy with kamal; canary 17 percent first.")
    installed.client.ask("good morning to you", env=OFFLINE | OFF)
    installed.settled()
    asked = _asked(installed, "please deploy the harbour app with kamal", OFF)
    assert asked.text.count("Memory of this project (Reverie)") == 1
    assert asked.text.count("canary 17 percent first") == 1
    installed.client.ask("From now on never merge to the tide branch, because the port audits it.", env=OFFLINE)
    installed.settled()
    assert len([run for run in installed.runs() if run["status"] == "kept"]) == 1


@pytest.mark.parametrize("installed", ["settings"], indirect=True)
def test_an_interactive_session_is_remembered(installed: Installed, terminal: Terminal) -> None:
    """At a terminal too: the fact typed in one session is saved after the turn, and the next session carries it."""
    client = installed.client
    client.seed_interactive()
    terminal.start([str(client.bin / "claude"), "--permission-mode", "default"], client.env | OFFLINE, client.project)
    terminal.wait_for("❯")
    terminal.send(FACT)
    terminal.wait_for("OK.")
    ends = time.monotonic() + 30
    while not installed.memories() and time.monotonic() < ends:
        time.sleep(0.1)
    (path,) = installed.memories()
    terminal.send("and what is the weather like?")
    installed.api.wait_for(lambda all_asked: any("what is the weather like?" in asked.text for asked in all_asked), 60)
    mains = [asked for asked in installed.api.main if FACT in asked.text]
    assert mains[-1].messages[: len(mains[0].messages)] == mains[0].messages
    terminal.send("/exit")
    terminal.wait_end()
    installed.settled()
    client.ask("hello there", env=OFFLINE)
    assert installed.api.main[-1].text.count(f"]({path.name})") == 1
    installed.settled()


def _asked(installed: Installed, prompt: str, env: dict[str, str] | None = None) -> Asked:
    """The main request that a prompt leads to, in a session of its own."""
    before = len(installed.api.main)
    installed.client.ask(prompt, env=OFFLINE | (env or {}))
    installed.settled()
    return installed.api.main[before]


def _writes_once(path: Path, body: str) -> object:
    """A model that writes one file and is done."""
    left = [replies.tool_use("Write", {"file_path": str(path), "content": body})]
    return lambda asked: left.pop() if left and "Write" in asked.get("tools", []).__str__() else replies.text("Saved.")
