"""The two backends that ask a model, end to end: what is sent, what is stored, what an answer that is none leads to."""
from __future__ import annotations

import json
from collections.abc import Callable

import pytest

from e2e.conftest import Installed
from fakes import replies
from fakes.messages import Asked
from fakes.processes import processes_with
from fakes.replies import Reply
from reverie.record import SCHEMA

pytestmark = pytest.mark.e2e

MARK = "long-term memory of a coding agent"
FACT = "Deploys of the harbour app go out with kamal and nothing else, please keep it so."
MEMORY = {
    "type": "feedback", "name": "deploy-with-kamal", "description": "how the harbour app is deployed",
    "body": "Deploy the harbour app with kamal only.", "why": "", "how": "",
    "quote": "Deploys of the harbour app go out with kamal", "scope": "project", "op": "create", "target": "",
    "keywords": [],
}
CLAUDE = {"REVERIE_BACKEND": "claude"}
ANTHROPIC = {"REVERIE_BACKEND": "anthropic"}


def answering(extractor: Reply) -> Callable[[dict[str, object]], Reply]:
    """An API that gives this to the extractor and OK to everybody else."""
    return lambda body: extractor if MARK in json.dumps(body.get("system")) else replies.text("OK.")


def extractors(installed: Installed) -> list[Asked]:
    return installed.api.children(MARK)


@pytest.mark.parametrize("installed", ["plugin"], indirect=True)
def test_the_claude_backend_asks_through_the_users_own_client(installed: Installed) -> None:
    """One child request is seen, no hook of ours fires in it, it leaves no session file and no process behind."""
    installed.api.script(answering(replies.tool_use("StructuredOutput", {"memories": [MEMORY]})))
    session = installed.client.ask(FACT, env=CLAUDE).session_id
    installed.settled()
    (path,) = installed.memories()
    assert "Deploy the harbour app with kamal only." in path.read_text()
    (child,) = extractors(installed)
    assert FACT in child.text and set(child.tools) <= {"DeferredToolPlaceholder", "StructuredOutput"}
    assert [file.stem for file in installed.client.transcripts()] == [session]
    sessions = (installed.client.config / "reverie" / "sessions").iterdir()
    assert [folder.name for folder in sessions] == [session]
    (run,) = [run for run in installed.runs() if run["status"] == "kept"]
    assert run["backend"] == "claude" and run["calls"] and run["tokens_in"] and run["cost_usd"] is not None
    assert processes_with(f"HOME={installed.client.home}\0") == []


@pytest.mark.parametrize("installed", ["plugin"], indirect=True)
def test_a_hanging_client_is_ended(installed: Installed) -> None:
    """A child that never answers is ended with all that it started, nothing is stored, and the ledger names it."""
    (installed.client.config / "reverie" / "config.yaml").write_text("timeout: 2\n")
    installed.api.script(answering(replies.hang()))
    installed.client.ask(FACT, env=CLAUDE)
    installed.settled(30)
    assert installed.memories() == [] and _reasons(installed) == {"timeout"}


@pytest.mark.parametrize("installed", ["settings"], indirect=True)
@pytest.mark.parametrize(
    ("reply", "kind"),
    [
        (replies.refusal(), "refusal"),
        (replies.page("<html><body>Proxy login</body></html>"), "unreadable"),
        (replies.error(429, "slow down"), "rate_limit"),
        (replies.error(401, "no such key"), "login"),
        (replies.text("I have saved it for you."), "unreadable"),
    ],
    ids=["refusal", "html", "429", "401", "prose"],
)
def test_what_is_no_answer_of_the_client_stores_nothing(installed: Installed, reply: Reply, kind: str) -> None:
    """Whatever the client says instead of an answer is named in the ledger by its kind, and nothing is stored."""
    installed.api.script(answering(reply))
    installed.client.ask(FACT, env=CLAUDE)
    installed.settled(30)
    assert installed.memories() == [] and _reasons(installed) == {kind}


@pytest.mark.parametrize("installed", ["plugin"], indirect=True)
def test_the_anthropic_backend_holds_the_model_to_the_schema(installed: Installed) -> None:
    """The request carries the schema; the answer becomes a memory; tokens are counted, and dollars stay unknown."""
    installed.api.script(answering(replies.text(json.dumps({"memories": [MEMORY]}))))
    installed.client.ask(FACT, env=ANTHROPIC)
    installed.settled()
    (asked,) = extractors(installed)
    assert asked.body["output_config"] == {"format": {"type": "json_schema", "schema": SCHEMA}}
    assert asked.body["model"] == "claude-haiku-4-5" and "tools" not in asked.body
    assert [path.name for path in installed.memories()] == ["feedback_deploy_with_kamal.md"]
    (run,) = [run for run in installed.runs() if run["status"] == "kept"]
    assert run["calls"] == 1 and run["tokens_in"] and run["cost_usd"] is None


@pytest.mark.parametrize("installed", ["settings"], indirect=True)
@pytest.mark.parametrize(
    ("reply", "kind"),
    [
        (replies.refusal(), "refusal"),
        (replies.page("<html><body>Proxy login</body></html>"), "unreadable"),
        (replies.truncated('{"memories": [{"type": "feedb'), "truncated"),
        (replies.error(429, "slow down"), "rate_limit"),
    ],
    ids=["refusal", "html", "truncated", "429"],
)
def test_what_is_no_answer_of_the_api_stores_nothing(installed: Installed, reply: Reply, kind: str) -> None:
    """A refusal, a web page, a cut answer and a full quota store nothing, are named in the ledger, and asked once."""
    installed.api.script(answering(reply))
    installed.client.ask(FACT, env=ANTHROPIC)
    installed.settled()
    assert installed.memories() == [] and _reasons(installed) == {kind} and len(extractors(installed)) == 1


@pytest.mark.parametrize("installed", ["settings"], indirect=True)
def test_a_quote_that_nobody_said_is_refused(installed: Installed) -> None:
    """A memory whose evidence stands in no human turn is not stored, and the ledger says why."""
    invented = MEMORY | {"quote": "The user loves mauve buttons"}
    installed.api.script(answering(replies.text(json.dumps({"memories": [invented]}))))
    installed.client.ask(FACT, env=ANTHROPIC)
    installed.settled()
    assert installed.memories() == []
    assert ["its quote does not stand in anything the user said" in str(run["reason"]) for run in installed.runs()]


def _reasons(installed: Installed) -> set[str]:
    return {str(run["reason"]).partition(":")[0] for run in installed.runs() if run["status"] == "failed"}
