"""The skills that change something, in the real client: each asks where it has to, and calls the command alone."""
from __future__ import annotations

import time

import pytest

from e2e.conftest import Installed
from e2e.test_plugin import _door
from fakes import replies
from fakes.terminal import Terminal

pytestmark = pytest.mark.e2e

OFFLINE = {"REVERIE_BACKEND": "offline"}


def bash(command: str) -> replies.Reply:
    return replies.tool_use("Bash", {"command": command, "description": "d"})


@pytest.mark.parametrize("installed", ["plugin"], indirect=True)
def test_forget_headless_shows_and_removes_nothing(installed: Installed) -> None:
    """`/forget` in -p lists the exact ids without a permission; a model that goes on to remove unasked is denied."""
    path = installed.put("ship-with-kamal", "how the harbour app is deployed", "Deploy with kamal.")
    door = _door(installed)
    installed.api.say(bash(f'{door} forget --show "kamal"'), bash(f"{door} forget --yes --id ship-with-kamal.md"),
                      replies.text("Which of them?"))
    ended = installed.client.ask("/forget how we deploy", env=OFFLINE)
    installed.settled()
    assert ended.text == "Which of them?" and path.exists()
    assert "ship-with-kamal.md" in installed.api.main[1].text
    assert "permission" in installed.api.main[2].text or "approval" in installed.api.main[2].text


@pytest.mark.parametrize("installed", ["settings"], indirect=True)
def test_forget_at_a_terminal_asks_before_it_removes(installed: Installed, terminal: Terminal) -> None:
    """Interactive: the list comes unasked, the removal only once the person has said which, and yes to the command."""
    path = installed.put("ship-with-kamal", "how the harbour app is deployed", "Deploy with kamal.")
    client, door = installed.client, _door(installed)
    client.seed_interactive()
    remove = f"{door} forget --yes --id ship-with-kamal.md"

    def answer(body: dict[str, object]) -> replies.Reply:
        said = str(body["messages"])
        if "Forgotten: ship-with-kamal.md" in said:
            return replies.text("It is gone.")
        if "that very one" in said:
            return bash(remove)
        if "Nothing was forgotten" in said:
            return replies.text("Which of them?")
        return bash(f'{door} forget --show "kamal"') if "Forget what the user names" in said else replies.text("OK.")

    installed.api.script(answer)
    terminal.start([str(client.bin / "claude"), "--permission-mode", "default"], client.env | OFFLINE, client.project)
    terminal.wait_for("❯")
    terminal.send("/forget how we deploy")
    terminal.wait_for("Which of them?")
    assert path.exists()
    terminal.send("that very one")
    terminal.wait_for("Do you want to proceed?")
    assert path.exists()
    time.sleep(1)  # a question that has just come takes no key
    terminal.press("Enter")
    terminal.wait_for("It is gone.")
    assert not path.exists()
    terminal.send("/exit")
    terminal.wait_end()
    installed.settled()
