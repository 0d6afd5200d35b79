"""The claude backend with `context: fork`: the branch shares the session's prefix, and can do nothing but answer."""
from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from e2e.conftest import Installed
from fakes import replies
from fakes.messages import Asked, Body, flat
from fakes.replies import Reply
from fakes.terminal import Terminal

pytestmark = pytest.mark.e2e

BRANCH = "branched off a copy of the conversation above"
DELTA = "long-term memory of a coding agent"
FACT = "Deploys of the harbour app go out with kamal and nothing else, please keep it so."
MEMORY = {
    "type": "feedback", "name": "deploy-with-kamal", "description": "how the harbour app is deployed",
    "body": "Deploy the harbour app with kamal only.", "why": "", "how": "",
    "quote": "Deploys of the harbour app go out with kamal", "scope": "project",
    "op": "create", "target": "", "keywords": [],
}
ANSWER = replies.text(json.dumps({"memories": [MEMORY]}))
CLAUDE = {"REVERIE_BACKEND": "claude"}
QUIET = {"REVERIE_BACKEND": "off"}


def asking(branch: Callable[[Body], Reply]) -> Callable[[Body], Reply]:
    """An API that lets `branch` answer the branch, has the session read a file once, and says OK to everything else."""
    def answer(body: Body) -> Reply:
        last = flat(body["messages"][-1]["content"])
        if BRANCH in flat(body["messages"]):
            return branch(body)
        if DELTA in flat(body.get("system")):
            return replies.tool_use("StructuredOutput", {"memories": [MEMORY]})
        if last.rstrip().endswith("look at notes.txt"):
            return replies.tool_use("Read", {"file_path": "notes.txt"}, say="Let me look.")
        return replies.text("OK.")

    return answer


def trying(*calls: Reply) -> Callable[[Body], Reply]:
    """A branch that makes these calls, one after the other, and then answers."""
    left = list(calls)
    return lambda body: left.pop(0) if left else ANSWER


def plain(content: object) -> object:
    """What stands in a message or a list of blocks, without the marks of caching and the two ways to write text."""
    if isinstance(content, str):
        return [{"type": "text", "text": content}]
    if isinstance(content, list):
        return [{key: plain(value) if key == "content" else value for key, value in block.items()
                 if key != "cache_control"} for block in content]
    return content


def prefix(asked: Asked, count: int) -> list[Any]:
    """System prompt, tools and the first `count` messages of a request."""
    messages = [(message["role"], plain(message["content"])) for message in asked.body["messages"][:count]]
    return [plain(asked.body["system"]), plain(asked.body["tools"]), *messages]


def branches(installed: Installed) -> list[Asked]:
    return [asked for asked in installed.api.requests if any(BRANCH in text for text in asked.messages)]


def talked(installed: Installed, branch: Callable[[Body], Reply], cwd: Path | None = None) -> tuple[str, Asked]:
    """A session of two turns with a tool call, whose last turn is weighed on a branch: its id and its last request."""
    Path(installed.places.settings).write_text("context: fork\n")
    installed.api.script(asking(branch))
    session = installed.client.ask("please look at notes.txt", env=QUIET, cwd=cwd).session_id
    installed.settled(30)  # else its worker, which has no backend, may take the next turn's note as well
    installed.client.ask(FACT, resume=session, env=CLAUDE, cwd=cwd)
    installed.settled(30)
    return session, [asked for asked in installed.api.main if BRANCH not in asked.text][-1]


@pytest.mark.parametrize("installed", ["plugin"], indirect=True)
def test_the_branch_repeats_the_session_byte_for_byte(installed: Installed) -> None:
    """System, tools and messages are the session's own; then come its answer and our question; the memory is stored."""
    session, last = talked(installed, trying())
    (branch,) = branches(installed)
    count = len(last.body["messages"])
    assert prefix(branch, count) == prefix(last, count)
    same = {key: value for key, value in last.body.items() if key not in ("messages", "system", "tools", "metadata")}
    assert {key: branch.body.get(key) for key in same} == same
    added = branch.body["messages"][count:]
    assert [message["role"] for message in added] == ["assistant", "user"]
    assert flat(added[0]["content"]) == "OK." and BRANCH in flat(added[1]["content"])
    (path,) = installed.memories()
    assert "Deploy the harbour app with kamal only." in path.read_text()
    (run,) = [run for run in installed.runs() if run["status"] == "kept"]
    assert run["session"] == session and run["backend"] == "claude"
    assert run["calls"] == 1 and run["tokens_in"] and run["cost_usd"] is not None


@pytest.mark.parametrize("installed", ["plugin"], indirect=True)
def test_the_branch_leaves_no_trace(installed: Installed) -> None:
    """No session file, no hook of ours, and the transcript holds nothing of the branch."""
    session, _ = talked(installed, trying())
    assert [path.stem for path in installed.client.transcripts()] == [session]
    assert BRANCH not in installed.client.transcripts()[0].read_text()
    assert [folder.name for folder in Path(installed.places.home, "sessions").iterdir()] == [session]


@pytest.mark.parametrize("installed", ["settings"], indirect=True)
def test_the_branch_can_do_nothing(installed: Installed) -> None:
    """Every tool is refused, also where the user allows it and in the client's own memory folder; the answer counts."""
    settings = Path(installed.client.config, "settings.json")
    allowed = {"permissions": {"allow": ["Bash", "Write", "Edit", "Read", "Agent"]}}
    settings.write_text(json.dumps(json.loads(settings.read_text()) | allowed))
    calls = (
        ("Bash", {"command": "touch evil.md", "description": "x"}), ("Read", {"file_path": "notes.txt"}),
        ("Write", {"file_path": str(installed.client.project / "evil.md"), "content": "evil"}),
        ("Write", {"file_path": str(installed.store / "evil.md"), "content": "evil"}),
        ("Agent", {"prompt": "x", "description": "x", "subagent_type": "general-purpose"}),
    )
    blocks = tuple(replies.tool_block(name, arguments) for name, arguments in calls)
    _, last = talked(installed, trying(Reply(blocks, "tool_use")))
    first, second = branches(installed)
    count = len(last.body["messages"])
    assert prefix(first, count) == prefix(second, count) == prefix(last, count)
    blocks_of = [each["content"] for each in second.body["messages"][count:] if isinstance(each["content"], list)]
    refused = [each for blocks in blocks_of for each in blocks if each["type"] == "tool_result"]
    assert ["denied" in flat(each["content"]) for each in refused] == [True] * len(calls)
    assert "harness reads this line" not in "".join(second.messages[count:])
    assert not list(installed.client.project.rglob("evil*")) and not list(installed.client.home.rglob("evil*"))
    assert len(installed.memories()) == 1
    turns = 1 + len(calls)  # as the client counts them
    assert [run["calls"] for run in installed.runs() if run["status"] == "kept"] == [turns]


@pytest.mark.parametrize("installed", ["settings"], indirect=True)
def test_a_branch_that_only_calls_tools_is_given_up(installed: Installed) -> None:
    """After three calls the branch ends; the new turns alone are asked about, and the ledger has the cost of both."""
    calls = [replies.tool_use("Bash", {"command": "ls", "description": "x"}) for _ in range(5)]
    talked(installed, trying(*calls))
    assert len(branches(installed)) == 3 and "asked with the new turns alone" in installed.log()
    assert len(installed.api.children(DELTA)) == 1
    (run,) = [run for run in installed.runs() if run["status"] == "kept"]
    assert int(str(run["calls"])) > 3 and int(str(run["tokens_in"])) == 4 * 420


@pytest.mark.parametrize("installed", ["settings"], indirect=True)
def test_a_session_from_a_folder_below_is_branched_where_it_was_launched(installed: Installed) -> None:
    """The branch stands in the launch folder, not in the repository's root: nothing is added behind our question."""
    below = installed.client.project / "below"
    below.mkdir()
    (below / "notes.txt").write_text("the harness reads this line\n")
    _, last = talked(installed, trying(), below)
    (branch,) = branches(installed)
    assert len(branch.body["messages"]) == len(last.body["messages"]) + 2


@pytest.mark.parametrize("installed", ["settings"], indirect=True)
def test_a_session_at_a_terminal_is_branched(installed: Installed, terminal: Terminal) -> None:
    """Interactive: what is under the cache marks is equal and the answer, which is written late, is in the branch."""
    Path(installed.places.settings).write_text("context: fork\n")
    installed.api.script(asking(trying()))
    client = installed.client
    client.seed_interactive()
    terminal.start([str(client.bin / "claude"), "--permission-mode", "default"], client.env | CLAUDE, client.project)
    terminal.wait_for("❯")
    terminal.send(FACT)
    installed.api.wait_for(lambda requests: any(BRANCH in asked.text for asked in requests), 90)
    (branch,) = branches(installed)
    last = [asked for asked in installed.api.main if BRANCH not in asked.text and FACT in asked.text][-1]
    count = len(last.body["messages"])
    ours, theirs = prefix(branch, count), prefix(last, count)
    assert ours[0][1:] == theirs[0][1:] and ours[1:] == theirs[1:]
    assert flat(branch.body["messages"][count]["content"]) == "OK."
    terminal.send("/exit")
    terminal.wait_end()
    installed.settled(90)
    assert len(installed.memories()) == 1
