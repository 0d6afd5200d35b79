"""What the background saved, in the real client: told at the next session's start, and at the next prompt, once."""
from __future__ import annotations

import time

import pytest

from e2e.conftest import Installed
from fakes.terminal import Terminal

pytestmark = pytest.mark.e2e

OFFLINE = {"REVERIE_BACKEND": "offline"}
KAMAL = "From now on always deploy the harbour app with kamal, because the old scripts skip the health check."
TABS = "Please always use tabs in the berth service, because the crane tools expect them."


@pytest.mark.parametrize("installed", ["settings"], indirect=True)
def test_what_was_saved_is_seen_once(installed: Installed, terminal: Terminal) -> None:
    """The start tells what the session before saved; the next prompt what this one did; the one after that nothing."""
    client = installed.client
    client.ask(KAMAL, env=OFFLINE)
    installed.settled()
    client.seed_interactive()
    terminal.start([str(client.bin / "claude"), "--permission-mode", "default"], client.env | OFFLINE, client.project)
    terminal.wait_for("saved 1 memory since last time")
    terminal.send(TABS)
    ends = time.monotonic() + 30
    while len(installed.memories()) < 2:
        assert time.monotonic() < ends, installed.log()
        time.sleep(0.1)
    terminal.send("thanks, and now the second thing")
    terminal.wait_for("saved 1 memory meanwhile")
    terminal.send("and now the third thing")
    terminal.wait_until(lambda screen: screen.count("OK.") == 3)
    assert terminal.screen().count("saved 1 memory") == 2
    terminal.send("/exit")
    terminal.wait_end()
    installed.settled()
