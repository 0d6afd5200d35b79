"""`recall: model` in the real client: the prompt does not wait, and what the model chose comes with a tool's result."""
from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path

import pytest

from e2e.conftest import Installed
from fakes import replies
from fakes.messages import Body
from fakes.replies import Reply

pytestmark = pytest.mark.e2e

PROGRAM = """#!/bin/sh
case $(cat) in
*"You choose which memories"*)
    while [ ! -e '{reached}' ]; do sleep 0.05; done
    echo '{{"files": ["quiet-hours.md"]}}' ;;
*) echo '{{"memories": []}}' ;;
esac
"""
"""A model that chooses only once the session's own request has reached the API: who waits for it waits for ever."""
FACT = "No pages before nine in the harbour office."


def test_what_a_model_chose_comes_with_a_tools_result(installed: Installed) -> None:
    """No word in common: the prompt's request holds nothing of ours, the one after the tool call the memory's body."""
    reached, program = installed.client.home / "reached", installed.client.home / "program"
    program.write_text(PROGRAM.format(reached=reached))
    program.chmod(0o755)
    Path(installed.places.settings).write_text(f"recall: model\ncommand: '{program}'\nsummaries: false\n")
    installed.put("quiet-hours", "when nobody is to be called", FACT)
    installed.api.script(_tool_once_offered(installed, reached))
    session = installed.client.ask("carry the violet lantern upstairs", env={"REVERIE_BACKEND": "command"}).session_id
    first, second = installed.api.main
    assert FACT not in first.text and "Reverie: notes" not in first.text
    assert second.text.count(FACT) == 1 and "PostToolUse:" in second.text.partition("Reverie: notes")[0][-60:]
    installed.settled()
    assert [(run["status"], run["kept"], run["session"]) for run in installed.runs() if run["job"] == "recall"] == [
        ("kept", 1, session)]


def _tool_once_offered(installed: Installed, reached: Path) -> Callable[[Body], Reply]:
    """An API that calls a tool, with settings' hooks one that touches no memory, as soon as something is offered."""
    call = (replies.tool_use("Bash", {"command": "echo done"}) if installed.way == "settings" else
            replies.tool_use("Read", {"file_path": str(installed.client.project / "notes.txt")}))

    def answer(body: Body) -> Reply:
        if "tool_result" in str(body["messages"]) or "lantern" not in str(body["messages"]):
            return replies.text("OK.")
        reached.touch()
        ends = time.monotonic() + 20
        while not list(Path(installed.places.home).glob("sessions/*/offer.json")) and time.monotonic() < ends:
            time.sleep(0.05)
        return call

    return answer
