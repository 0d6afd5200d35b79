"""Whatever is broken underneath, the prompt, the tool and the turn go on as if Reverie were not there."""
from __future__ import annotations

import os
import subprocess
from pathlib import Path

import pytest

from e2e.conftest import Installed
from fakes import replies
from fakes.client import Changes, notices

pytestmark = pytest.mark.e2e

OFFLINE = {"REVERIE_BACKEND": "offline"}


@pytest.mark.parametrize("installed", ["plugin"], indirect=True)
def test_a_home_that_cannot_be_read(installed: Installed, tmp_path: Path) -> None:
    """$REVERIE_HOME is no folder at all: nothing of ours is said and nothing fails."""
    (tmp_path / "file").write_text("not a folder\n")
    _turn_goes_on(installed, {"REVERIE_HOME": str(tmp_path / "file")})


@pytest.mark.parametrize("installed", ["settings"], indirect=True)
def test_a_corrupt_catalog(installed: Installed) -> None:
    """Garbage in place of the catalog: the turn goes on, and the worker makes a new one."""
    installed.put("ship-with-kamal", "how the harbour app is deployed", "Deploy with kamal; canary 17 percent first.")
    catalog = Path(installed.places.catalog)
    catalog.parent.mkdir(parents=True, exist_ok=True)
    catalog.write_bytes(os.urandom(8192))
    _turn_goes_on(installed, {})
    installed.settled()
    assert catalog.read_bytes().startswith(b"SQLite format 3")
    installed.client.ask("please deploy the harbour app with kamal", env=OFFLINE)
    installed.settled()
    assert "canary 17 percent first" in installed.api.main[-1].text


@pytest.mark.parametrize("installed", ["plugin"], indirect=True)
def test_a_corrupt_ledger_is_set_aside(installed: Installed) -> None:
    """Garbage in place of the ledger: the turn goes on; the file is kept under another name, and a new one serves."""
    ledger = Path(installed.places.ledger)
    ledger.parent.mkdir(parents=True, exist_ok=True)
    ledger.write_bytes(b"garbage " * 2000)
    _turn_goes_on(installed, {})
    installed.settled()
    assert ledger.with_name("ledger.db.unreadable").read_bytes() == b"garbage " * 2000 and installed.runs() is not None


def test_no_python_at_all(installed: Installed) -> None:
    """Without a Python the session goes on, and the person is told once, at its start, why nothing is remembered."""
    notes = installed.client.project / "notes.md"
    notes.write_text("seen by the tool\n")
    installed.api.say(replies.tool_use("Read", {"file_path": str(notes)}), replies.text("Read it."))
    words = ("-p", "--output-format", "stream-json", "--verbose", "read my notes")
    ended = installed.client.run(*words, env={"REVERIE_PYTHON": "/nonexistent/python3"})
    told = notices(ended.out)
    assert ended.rc == 0 and "Read it." in ended.out and len(told) == 1 and "found no Python" in told[0]


@pytest.mark.parametrize("installed", ["settings"], indirect=True)
def test_a_home_that_cannot_be_written(installed: Installed) -> None:
    """The whole home is read-only: whatever the client itself makes of that, no hook of ours stops it."""
    plain = _read_only(installed, {"REVERIE": "off"})
    ours = _read_only(installed, {})
    assert (ours.returncode, "OK." in ours.stdout) == (plain.returncode, "OK." in plain.stdout)
    assert "hook" not in ours.stderr.lower()


def _turn_goes_on(installed: Installed, env: Changes) -> None:
    """A prompt with a tool call in it: it ends well, and no hook of ours is reported as failed."""
    notes = installed.client.project / "notes.md"
    notes.write_text("seen by the tool\n")
    installed.api.say(replies.tool_use("Read", {"file_path": str(notes)}), replies.text("Read it."))
    ended = installed.client.ask("read my notes", env=OFFLINE | dict(env))
    assert (ended.rc, ended.text) == (0, "Read it.") and "seen by the tool" in installed.api.main[-1].text
    rows = installed.client.rows(ended.session_id)
    kinds = [str(row["attachment"]["type"]) for row in rows if isinstance(row.get("attachment"), dict)]  # type: ignore[index]
    assert not [kind for kind in kinds if "error" in kind or kind in ("hook_cancelled", "hook_stopped_continuation")]
    installed.api.say(replies.text("OK."))


def _read_only(installed: Installed, env: dict[str, str]) -> subprocess.CompletedProcess[str]:
    """A headless turn with the home mounted read-only in a namespace of its own."""
    home = installed.client.home
    script = f'mount --bind "{home}" "{home}" && mount -o remount,ro,bind "{home}" && exec "$0" -p "hello there"'
    command = ["unshare", "-m", "sh", "-c", script, str(installed.client.bin / "claude")]
    ended = subprocess.run(command, env=installed.client.env | OFFLINE | env, cwd=installed.client.project, timeout=60,
                           stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False)
    if "Operation not permitted" in ended.stderr:
        pytest.skip("this machine lends no mount namespaces")
    return ended
