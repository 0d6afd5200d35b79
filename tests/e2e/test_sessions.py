"""Past conversations in the real client: what one session says, the next one's agent finds by a command."""
from __future__ import annotations

import os

import pytest

from e2e.conftest import Installed
from fakes import replies
from fakes.messages import Body, flat
from fakes.replies import Reply

pytestmark = pytest.mark.e2e

OFFLINE = {"REVERIE_BACKEND": "offline"}
QUESTION = "what did we say about the lighthouse?"


@pytest.mark.parametrize("installed", ["settings"], indirect=True)
def test_a_later_session_finds_what_was_said(installed: Installed) -> None:
    """Both sides' words with the way back to their session, not the question that is asked now; nothing injected."""
    command = f'sh "{os.path.join(installed.places.app, "bin", "reverie")}" search --sessions "the lighthouse"'

    def model(body: Body) -> Reply:
        said = "\n".join(flat(message["content"]) for message in body["messages"])
        if QUESTION in said and "claude --resume" not in said:
            return replies.tool_use("Bash", {"command": command, "description": "search"})
        return replies.text("The lighthouse lamp is amber, not white.")

    installed.api.script(model)
    asked = "is the lamp of the lighthouse amber?"
    session = installed.client.ask(asked, env=OFFLINE).session_id
    installed.settled()
    installed.client.ask(QUESTION, "--allowedTools", "Bash", env=OFFLINE)
    installed.settled()
    before, after = (request.text for request in installed.api.main[-2:])
    assert asked not in before
    assert f" user: {asked}\n" in after and " assistant: The lighthouse lamp is amber, not white.\n" in after
    back = f"cd {installed.client.project} && claude --resume {session}\n"
    assert after.count("claude --resume") == after.count(back.strip()) == 2
