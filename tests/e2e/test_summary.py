"""Summaries in the real client: a session that ends is told in a file, and the next one is offered it in one line."""
from __future__ import annotations

from pathlib import Path

import pytest

from e2e.conftest import Installed
from fakes import replies
from fakes.messages import Body, flat
from fakes.replies import Reply

pytestmark = pytest.mark.e2e

OFFLINE = {"REVERIE_BACKEND": "offline"}
OFF = {"CLAUDE_CODE_DISABLE_AUTO_MEMORY": "1"}
TELLER = "You keep the log of a coding agent's work"
TOLD = {"outcome": "success", "what": "Look at the notes", "done": ["read notes.txt"], "lessons": [], "stopped": ""}
FIRST = "please see whether the notes are all there"
LINE = "Last session here ("


def working(body: Body) -> Reply:
    """A model that fails at one command, finds the one that works, and says so; a teller tells."""
    said = [flat(message["content"]) for message in body["messages"]]
    if TELLER in flat(body.get("system")):
        return replies.tool_use("StructuredOutput", TOLD)
    if not any(FIRST in text for text in said) or len(said) > 8:
        return replies.text("All there.")
    tried = sum("Bash {" in text for text in said)
    commands = ["wc -l notes.text", "wc -l notes.txt"]
    if tried < len(commands):
        return replies.tool_use("Bash", {"command": commands[tried], "description": "count"})
    return replies.text("The notes are all there.")


def summaries(installed: Installed) -> list[Path]:
    return sorted(Path(installed.places.summaries).glob("*/*.md"))


def worked(installed: Installed, env: dict[str, str]) -> str:
    """A session of two prompts, in which something failed and then worked."""
    installed.api.script(working)
    session = installed.client.ask(FIRST, "--allowedTools", "Bash", env=env).session_id
    installed.settled()
    assert not summaries(installed)
    installed.client.ask("thanks, that is all for today", resume=session, env=env)
    installed.settled(30)
    return session


@pytest.mark.parametrize("installed", ["settings"], indirect=True)
def test_the_next_session_is_offered_the_last(installed: Installed) -> None:
    """The file tells what was asked and learned; the next session's request holds its line once, and keeps it.

    That session's work fails and recovers in the same way, so the lesson becomes a memory.
    """
    env = OFFLINE | OFF
    session = worked(installed, env)
    (path,) = summaries(installed)
    told = path.read_text()
    assert path.parent.name == installed.store.parent.name and path.stem.endswith(f"_{session}")
    assert f"- asked: {FIRST}\n" in told and 'outcome: "success"' in told
    assert "`wc -l notes.text` failed (" in told and "; `wc -l notes.txt` worked (rows: " in told
    rows = {row.get("uuid") for row in installed.client.rows(session)}
    lesson = next(line for line in told.splitlines() if "failed (" in line)
    assert set(lesson.rpartition("(rows: ")[2].rstrip(")").split(", ")) <= rows
    assert not installed.memories()
    before = len(installed.api.main)
    following = installed.client.ask("hello there", env=env).session_id
    installed.settled()
    first = installed.api.main[before]
    assert first.text.count(f"{LINE}") == 1 and FIRST in first.text
    installed.client.ask("and hello again", resume=following, env=env)
    installed.settled()
    second = installed.api.main[-1]
    assert second.messages[: len(first.messages)] == first.messages and second.text.count(LINE) == 1
    (lesson,) = installed.memories()
    assert "  basis: work\n" in lesson.read_text() and session in lesson.read_text()


@pytest.mark.parametrize("installed", ["settings"], indirect=True)
def test_the_users_own_client_tells_it(installed: Installed) -> None:
    """With the claude backend one small call tells the session: no tools, no session file, its cost in the ledger."""
    session = worked(installed, {"REVERIE_BACKEND": "claude"})
    (path,) = summaries(installed)
    assert "\n# Look at the notes\n" in path.read_text() and 'by: "claude"' in path.read_text()
    (asked,) = installed.api.children(TELLER)
    assert FIRST in asked.text and asked.tools <= {"DeferredToolPlaceholder", "StructuredOutput"}
    assert [file.stem for file in installed.client.transcripts()] == [session]
    (run,) = [run for run in installed.runs() if run["job"] == "summary"]
    assert run["status"] == "kept" and run["calls"] and run["tokens_in"] and run["cost_usd"] is not None
