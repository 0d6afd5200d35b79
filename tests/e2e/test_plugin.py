"""Reverie as a plugin of the real client: it passes the client's own check, and its first session makes it ready."""
from __future__ import annotations

import json
import os
import shlex
import sys
from pathlib import Path

import pytest

from e2e.conftest import Installed, put_in
from fakes import client as real
from fakes import replies
from fakes.messages import FakeMessages

pytestmark = pytest.mark.e2e

FACT = "From now on always deploy the harbour app with kamal, because the old scripts skip the health check."
OFFLINE = {"REVERIE_BACKEND": "offline"}


def test_the_clients_own_check_finds_nothing(client: real.Client, packaged: Path) -> None:
    """`claude plugin validate --strict --profile directory` ends with 0 on what a clone holds."""
    ended = client.run("plugin", "validate", "--strict", "--profile", "directory", str(packaged))
    assert ended.rc == 0, ended.out + ended.err


def test_the_first_session_fetches_the_packages_and_loses_nothing(
    client: real.Client, api: FakeMessages, packaged: Path
) -> None:
    """From nothing: the first session says once that packages are fetched; what was said in it is kept afterwards."""
    person = Installed(client, api, "plugin")
    put_in(person, packaged)
    env = OFFLINE | {"PATH": os.pathsep.join([os.path.dirname(sys.executable), client.env["PATH"]])}
    words = ("-p", "--output-format", "stream-json", "--verbose")
    first = client.run(*words, FACT, env=env)
    assert first.rc == 0 and len(real.notices(first.out)) == 1 and "fetching its packages" in real.notices(first.out)[0]
    second = client.run(*words, "hello there", env=env)
    assert second.rc == 0 and real.notices(second.out) == []
    person.settled(120)
    assert len(person.memories()) == 1 and "kamal" in person.memories()[0].read_text()


def test_removing_the_plugin_leaves_the_memories(installed: Installed) -> None:
    """After `plugin uninstall` or `uninstall` the hooks are gone, the memories are not, and a session goes on."""
    path = installed.put("ship-with-kamal", "how the harbour app is deployed", "Deploy with kamal.")
    if installed.way == "plugin":
        assert installed.client.run("plugin", "uninstall", "reverie@reverie").rc == 0
    else:
        command = [sys.executable, "-S", str(Path(installed.places.app) / "scripts"), "uninstall"]
        assert os.spawnve(os.P_WAIT, command[0], command, installed.client.env) == 0
    installed.settled()
    assert installed.client.ask("please deploy the harbour app with kamal", env=OFFLINE).rc == 0
    assert path.exists() and "Reverie: notes" not in installed.api.main[-1].text


@pytest.mark.parametrize(
    ("installed", "skill", "command", "told"),
    [
        ("plugin", "memory-status", "status", "memories"),
        ("settings", "recall", 'recall "deploy the harbour app with kamal"', "canary 17 percent first"),
        ("plugin", "remember", 'remember --type project "The staging database is wiped every Monday"', "Remembered: "),
    ],
    indirect=["installed"],
)
def test_a_skill_runs_its_command_unasked(installed: Installed, skill: str, command: str, told: str) -> None:
    """The skill's body names the command with the real path, and the client runs it in -p without a permission."""
    installed.put("ship-with-kamal", "how the harbour app is deployed", "Deploy with kamal; canary 17 percent first.")
    line = f"{_door(installed)} {command}"
    installed.api.say(replies.tool_use("Bash", {"command": line, "description": "d"}), replies.text("Done."))
    ended = installed.client.ask(f"/{skill} the deploy rule", env=OFFLINE)
    installed.settled()
    assert ended.text == "Done."
    assert f"{_door(installed)} {command.split()[0]}" in installed.api.main[0].text
    assert told in installed.api.main[1].messages[-1] or told in installed.api.main[1].messages[-2]


def _door(installed: Installed) -> str:
    """The command line's door as the skill has to spell it."""
    if installed.way == "settings":
        return f"sh {shlex.quote(installed.places.app)}/bin/reverie"
    return f'sh "{_plugin_root(installed)}/bin/reverie"'


def _plugin_root(installed: Installed) -> Path:
    """The folder that the client runs the plugin from."""
    listed = installed.client.run("plugin", "list", "--json")
    (entry,) = [entry for entry in json.loads(listed.out) if entry["id"].startswith("reverie@")]
    return Path(entry.get("readFromFolder") or entry["installPath"])
