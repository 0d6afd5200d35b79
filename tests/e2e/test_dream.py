"""Dreams in the real client: five sessions and a day lead to one, beside the session; the next one is told of it."""
from __future__ import annotations

import sqlite3
import time
from contextlib import closing

import pytest

from e2e.conftest import AUTHOR, Installed
from e2e.test_plugin import _door
from fakes import client as real
from fakes import replies
from fakes.terminal import Terminal
from reverie.ledger import open_ledger
from world import git

pytestmark = pytest.mark.e2e

OFFLINE = {"REVERIE_BACKEND": "offline"}
PORT = "The API server runs on port 3001 in every environment."


def twins(installed: Installed) -> None:
    """Two memories that say the same."""
    installed.put("api-port", "which port the API has", PORT)
    installed.put("api-port-2", "which port the API has", PORT)


def ledger(installed: Installed, statement: str, *values: object) -> list[tuple[object, ...]]:
    with closing(sqlite3.connect(installed.places.ledger)) as db, db:
        return db.execute(statement, values).fetchall()


def dreamt(installed: Installed) -> list[dict[str, object]]:
    return [run for run in installed.runs() if run["job"] == "dream"]


@pytest.mark.parametrize("installed", ["settings"], indirect=True)
def test_five_sessions_and_a_day_lead_to_a_dream(installed: Installed) -> None:
    """S46: headless ones and one in a worktree count; before the day is over nothing happens; then the sixth session
    starts one beside itself, without asking a model, and the seventh shows one line."""
    twins(installed)
    open_ledger(installed.places).close()
    ledger(installed, "insert into dreams (store, last) values (?, ?)", str(installed.store), time.time())
    elsewhere = installed.client.home / "elsewhere"
    git(installed.client.project, *AUTHOR, "worktree", "add", "-q", str(elsewhere))
    for number in range(5):
        installed.client.ask(f"hello {number}", env=OFFLINE, cwd=elsewhere if number == 1 else None)
    installed.settled()
    assert not dreamt(installed) and len(installed.memories()) == 2
    ledger(installed, "update dreams set last = last - 90000")
    installed.client.ask("hello once more", env=OFFLINE)
    installed.settled()
    run, = dreamt(installed)
    assert (run["status"], run["kept"], run["trigger"], run["calls"]) == ("kept", 1, "SessionStart", 0)
    path, = installed.memories()
    assert (installed.store / "MEMORY.md").read_text().count("](") == 1 and PORT in path.read_text()
    ended = installed.client.run("-p", "--output-format", "stream-json", "--verbose", "good morning", env=OFFLINE)
    line, = real.notices(ended.out)
    assert line == (f"Reverie merged 1 memory since last time; `reverie diff {run['id']}` shows it,"
                    f" `reverie undo {run['id']}` takes it back.")
    installed.settled()
    assert len(dreamt(installed)) == 1


@pytest.mark.parametrize("installed", ["plugin"], indirect=True)
def test_dream_on_demand_headless(installed: Installed) -> None:
    """`/dream` in -p runs the command without a permission, and the model gets to read what changed."""
    twins(installed)
    line = f"{_door(installed)} dream --yes"
    installed.api.say(replies.tool_use("Bash", {"command": line, "description": "d"}), replies.text("Merged one."))
    ended = installed.client.ask("/dream", env=OFFLINE)
    installed.settled()
    assert ended.text == "Merged one." and len(installed.memories()) == 1
    told = installed.api.main[1].text
    assert "Done: 1 merged" in told and "reverie undo " in told


@pytest.mark.parametrize("installed", ["settings"], indirect=True)
def test_dream_on_demand_at_a_terminal(installed: Installed, terminal: Terminal) -> None:
    """`/dream` typed in an interactive session does the same."""
    twins(installed)
    client = installed.client
    client.seed_interactive()
    command = {"command": f"{_door(installed)} dream --yes", "description": "d"}
    installed.api.script(lambda body: replies.text("Merged one.") if "Done: 1 merged" in str(body["messages"])
                         else replies.tool_use("Bash", command) if "dream --yes" in str(body["messages"])
                         else replies.text("OK."))
    terminal.start([str(client.bin / "claude"), "--permission-mode", "default"], client.env | OFFLINE, client.project)
    terminal.wait_for("❯")
    terminal.send("/dream")
    terminal.wait_for("Merged one.")
    assert len(installed.memories()) == 1
    terminal.send("/exit")
    terminal.wait_end()
    installed.settled()
