"""Sub-agents in the real client: what each is given at its start, and what its work teaches, once."""
from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from e2e.conftest import Installed
from fakes import replies
from fakes.messages import Asked, Body, flat
from fakes.replies import Reply
from reverie import library

pytestmark = pytest.mark.e2e

OFFLINE = {"REVERIE_BACKEND": "offline"}
TASK = "Count the lines of the notes. From now on always use tabs in this project."
TOOLS = ("--allowedTools", "Agent", "Bash")
COMMANDS = ["wc -l notes.text", "wc -l notes.txt"]


def working(body: Body) -> Reply:
    """A model that sends two agents off at once, each of which fails at one command and finds the one that works."""
    said = [flat(message["content"]) for message in body["messages"]]
    if said[0].endswith(TASK) or any(TASK in text for text in said) and "please have the notes counted" not in said[0]:
        tried = sum("Bash {" in text for text in said)
        if tried < len(COMMANDS):
            return replies.tool_use("Bash", {"command": COMMANDS[tried], "description": "count"})
        return replies.text("One line. From now on always use tabs in this project.")
    if any("Agent {" in text for text in said):
        return replies.text("Both are done.")
    sent = {"description": "count", "prompt": TASK, "subagent_type": "tester", "run_in_background": False}
    return Reply((replies.tool_block("Agent", sent), replies.tool_block("Agent", sent)), "tool_use")


def agents_in(installed: Installed) -> list[Asked]:
    """The first request of each agent."""
    return [asked for asked in installed.api.requests
            if "cc_is_subagent=true" in asked.system and not any("Bash {" in text for text in asked.messages)]


def defined(installed: Installed, name: str, description: str) -> Path:
    """An agent of the project with memories of its own; its folder of these."""
    folder = installed.client.project / ".claude" / "agents"
    folder.mkdir(parents=True, exist_ok=True)
    (folder / f"{name}.md").write_text(f"---\nname: {name}\ndescription: {description}\ntools: Bash\nmemory: project\n"
                                       "---\nYou work on this project.\n")
    return installed.client.project / ".claude" / "agent-memory" / name


@pytest.mark.parametrize("installed", ["settings"], indirect=True)
def test_agents_learn_from_each_other_and_from_their_work(installed: Installed) -> None:
    """S59, S60: two runs at once of an agent with `memory: project`, then a third that starts in a later session.

    Each is given the person's and another agent's lines, and the project's by the client, each once. Each run is told
    once; what both found out is the agent's own memory, which the client gives to the third. No fact comes of any.
    """
    own, other = defined(installed, "tester", "Counts lines"), defined(installed, "reviewer", "Reads changes")
    other.mkdir(parents=True)
    (other / "MEMORY.md").write_text("- [Lines](lines.md) — a line of the notes ends in a blank\n")
    installed.put("deploys", "how this project is deployed", "By hand.")
    Path(installed.places.user).mkdir(parents=True)
    Path(installed.places.user, "MEMORY.md").write_text("- [Terse](terse.md) — the user wants terse answers\n")
    installed.api.script(working)
    installed.client.ask("please have the notes counted", *TOOLS, env=OFFLINE)
    installed.settled()
    first = agents_in(installed)
    assert len(first) == 2
    for asked in first:
        assert asked.text.count("a line of the notes ends in a blank") == 1 and "The agent reviewer (`" in asked.text
        assert asked.text.count("the user wants terse answers") == 1
        assert asked.text.count("how this project is deployed") == 1
    with closing(sqlite3.connect(installed.places.ledger)) as db:
        assert db.execute("select name, status, store from agent_runs").fetchall() == [
            ("tester", "told", str(own))] * 2
    (lesson,) = [path for path in map(library.read, (entry.path for entry in library.files(str(own)))) if path]
    assert "`wc -l notes.txt` worked" in lesson.body
    assert [path.name for path in installed.memories()] == ["deploys.md"]
    assert not Path(installed.places.user, "feedback").exists() and len(list(library.files(installed.places.user))) == 0
    before = len(installed.api.requests)
    installed.client.ask("please have the notes counted", *TOOLS, env=OFFLINE)
    installed.settled()
    third = [asked for asked in agents_in(installed) if asked in installed.api.requests[before:]]
    assert third and all(asked.text.count(lesson.description[:40]) == 1 for asked in third)
