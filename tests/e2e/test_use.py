"""Age and use in the real client: what the model gets when it reads a memory, and what is counted of its answer."""
from __future__ import annotations

import datetime
import os
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner

from e2e.conftest import Installed
from fakes import replies
from fakes.messages import Body
from fakes.replies import Reply
from reverie import cli

pytestmark = [pytest.mark.e2e, pytest.mark.parametrize("installed", ["settings"], indirect=True)]

OFFLINE = {"REVERIE_BACKEND": "offline"}
OFF = {"CLAUDE_CODE_DISABLE_AUTO_MEMORY": "1"}
NATIVE = "This memory is 30 days old."


def put(installed: Installed, name: str, said: int, written: int, body: str) -> Path:
    """A memory that was said so many days ago, in a file that was written so many days ago."""
    path = installed.put(name, f"what the {name} does", body)
    day = datetime.date.today() - datetime.timedelta(days=said)
    path.write_text(path.read_text().replace("  type: feedback\n", f"  type: feedback\n  observed: {day}\n"))
    os.utime(path, (time.time() - written * 86_400 - 60,) * 2)
    return path


def reads(paths: list[Path], answer: str) -> Callable[[Body], Reply]:
    """A model that reads these files one after the other and then answers."""
    left = [replies.tool_use("Read", {"file_path": str(path)}) for path in paths]
    return lambda body: left.pop(0) if left and "Read" in str(body.get("tools")) else replies.text(answer)


def test_a_memory_is_as_old_as_what_was_said_and_its_use_is_told(installed: Installed) -> None:
    """S36, S44: beside the client's own note ours comes only where the file's time misleads; `cite` names the file and
    line that the answer repeats."""
    true = put(installed, "gantry", 30, 30, "The gantry is greased each Friday.")
    touched = put(installed, "winch", 30, 0, "The winch pulls forty tonnes.\nIts brake wears out after nine winters.")
    old_file = put(installed, "sonar", 0, 30, "The sonar is deaf below zero.")
    installed.api.script(reads([true, touched, old_file], "Mind: the brake wears out after nine winters."))
    session = installed.client.ask("please tell me about the machines", env=OFFLINE).session_id
    installed.settled()
    text = installed.api.main[-1].text
    assert text.count(NATIVE) == 2  # of the two whose file is that old, of which one was said today
    assert text.count("hook additional context: Reverie: the memory") == 2
    assert f"the memory `{touched}` was saved 30 days ago" in text
    assert f"the memory `{old_file}` was saved today" in text
    told = CliRunner(env=installed.client.env).invoke(cli.reverie, ["cite", "--project", str(installed.client.project)])
    rows = told.output.splitlines()
    line = 1 + touched.read_text().splitlines().index("Its brake wears out after nine winters.")
    assert rows[0] == f"session {session}" and rows[1].startswith(f"{touched}:{line}  winch  used (repeated), read")
    assert len(rows) == 4 and all("  read, last " in row for row in rows[2:])


def test_where_the_client_tells_no_age_we_do(installed: Installed) -> None:
    """With the client's own memory off it adds no note, so ours comes for each memory older than a day, once."""
    old = put(installed, "gantry", 30, 30, "The gantry is greased each Friday.")
    new = put(installed, "sonar", 0, 30, "The sonar is deaf below zero.")
    installed.api.script(reads([old, new, old], "Noted."))
    installed.client.ask("please tell me about the machines", env=OFFLINE | OFF)
    installed.settled()
    text = installed.api.main[-1].text
    assert NATIVE not in text and text.count("hook additional context: Reverie: the memory") == 1
    assert f"the memory `{old}` was saved 30 days ago" in text
