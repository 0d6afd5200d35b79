"""The two backends that ask a model, end to end: what is sent, what is stored, what an answer that is none leads to."""
from __future__ import annotations

import json
import os
from collections.abc import Callable
from importlib import import_module

import pytest

from e2e.conftest import Installed
from fakes import replies
from fakes.client import Client
from fakes.messages import Asked
from fakes.processes import processes_with
from fakes.replies import Reply
from reverie import models, options
from reverie.errors import Failed, Refused
from reverie.models import Means
from reverie.places import Places
from reverie.record import SCHEMA, Job, Turn

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


def kind_of(client: Client, backend: str, reply: Reply) -> str:
    """What the backend takes this for, asked as the worker asks it; the API was asked once."""
    client.api.script(answering(reply))
    before = len(client.api.children(MARK))
    here = Places(str(client.config), str(client.config / "reverie"))
    means = Means(options.load(here, client.env), client.env, here)
    job = Job(f"You keep the {MARK}.", FACT, SCHEMA, (Turn("user", FACT),), "2026-11-30")
    os.makedirs(here.home, exist_ok=True)
    with pytest.raises((Failed, Refused)) as failed:
        import_module(models.BACKENDS[backend]).ask(job, means)
    assert len(client.api.children(MARK)) - before == 1 or backend == "claude"
    return failed.value.kind if isinstance(failed.value, Failed) else "unreadable"


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
def test_what_is_no_answer_of_the_client_is_named(client: Client, reply: Reply, kind: str) -> None:
    """S12: whatever the client says instead of an answer is a failure of a known kind, and no answer."""
    assert kind_of(client, "claude", reply) == kind


@pytest.mark.parametrize(("backend", "installed"), [("claude", "settings"), ("anthropic", "plugin")],
                         indirect=["installed"])
def test_a_failure_stores_nothing_and_stands_in_the_ledger(installed: Installed, backend: str) -> None:
    """In a session: no memory, the kind of the failure in the ledger, and the turn went on."""
    installed.api.script(answering(replies.refusal()))
    assert installed.client.ask(FACT, env={"REVERIE_BACKEND": backend}).text == "OK."
    installed.settled(30)
    assert installed.memories() == [] and _reasons(installed) == {"refusal"}


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


@pytest.mark.parametrize(
    ("reply", "kind"),
    [
        (replies.refusal(), "refusal"),
        (replies.page("<html><body>Proxy login</body></html>"), "unreadable"),
        (replies.truncated('{"memories": [{"type": "feedb'), "truncated"),
        (replies.error(429, "slow down"), "rate_limit"),
        (replies.error(401, "no such key"), "login"),
    ],
    ids=["refusal", "html", "truncated", "429", "401"],
)
def test_what_is_no_answer_of_the_api_is_named(client: Client, reply: Reply, kind: str) -> None:
    """S12: a refusal, a web page, a cut answer, a full quota and a wrong key are told apart, and asked once."""
    assert kind_of(client, "anthropic", reply) == kind


@pytest.mark.parametrize("installed", ["settings"], indirect=True)
def test_a_quote_that_nobody_said_is_refused(installed: Installed) -> None:
    """A memory whose evidence stands in no human turn is not stored, and the ledger says why."""
    invented = MEMORY | {"quote": "The user loves mauve buttons"}
    installed.api.script(answering(replies.text(json.dumps({"memories": [invented]}))))
    installed.client.ask(FACT, env=ANTHROPIC)
    installed.settled()
    assert installed.memories() == []
    assert any("its quote does not stand in anything the user said" in str(run["reason"]) for run in installed.runs())


def _reasons(installed: Installed) -> set[str]:
    return {str(run["reason"]).partition(":")[0] for run in installed.runs() if run["status"] == "failed"}
