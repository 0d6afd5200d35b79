"""Secrets and memories in the real client: what the model writes into a memory is looked at before it is there."""
from __future__ import annotations

import json
from pathlib import Path

import pytest

from e2e.conftest import Installed
from fakes import replies

pytestmark = [pytest.mark.e2e, pytest.mark.parametrize("installed", ["plugin"], indirect=True)]

OFFLINE = {"REVERIE_BACKEND": "offline"}
TOKEN = "gh" "p_" + "aB3dE5gH7jK9mN1pQ2rS4tU6vW8xY0zA1b2C"
HEAD = "---\nname: deploy\ndescription: How the harbour app is deployed\nmetadata:\n  type: project\n---\n"


def test_a_memory_with_a_token_is_refused(installed: Installed) -> None:
    """S8: the model's Write of a memory with a token leaves no file, and the tool's result carries the reason."""
    path = installed.store / "deploy.md"
    _ask(installed, path, f"{HEAD}Deploy with kamal; the token is {TOKEN}.\n")
    assert not path.exists()
    result = _result(installed)
    assert "would hold a secret (github-token)" in result and "where the secret is kept instead" in result


def test_a_clean_memory_is_written(installed: Installed) -> None:
    """S54: the model's Write of a memory that names the place of a token goes through without a question."""
    path = installed.store / "deploy.md"
    _ask(installed, path, f"{HEAD}Deploy with kamal; the token is in 1Password, vault Dev.\n")
    assert "vault Dev" in path.read_text()
    assert "would hold a secret" not in _result(installed)


def _ask(installed: Installed, path: Path, body: str) -> None:
    """One turn in which the model writes one file and is done."""
    left = [replies.tool_use("Write", {"file_path": str(path), "content": body})]
    installed.api.script(
        lambda asked: left.pop() if left and "Write" in str(asked.get("tools", [])) else replies.text("Saved."))
    installed.client.ask("please note how we deploy the harbour app", env=OFFLINE)
    installed.settled()


def _result(installed: Installed) -> str:
    """What the model was told of its tool call."""
    results = [block for asked in installed.api.main for message in asked.body["messages"]
               for block in (message["content"] if isinstance(message["content"], list) else [])
               if block.get("type") == "tool_result"]
    return json.dumps(results[-1])
