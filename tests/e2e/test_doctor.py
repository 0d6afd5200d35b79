"""What doctor says of an installation that the real client has just used."""
from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from e2e.conftest import Installed
from reverie.installing import registration

pytestmark = pytest.mark.e2e


def test_after_a_session_every_link_holds(installed: Installed) -> None:
    """By settings or as a plugin: hooks found where the client keeps them, fired, the marker worked; nothing to mend.

    The client itself says who is logged in, without a call to the API.
    """
    assert installed.client.ask("hello there", env={"REVERIE_BACKEND": "offline"}).rc == 0
    installed.settled()
    called = len(installed.api.main)
    (way,) = registration.ways(installed.places)
    os.chmod(installed.places.home, 0o700)  # which the harness made
    command = [sys.executable, "-I", str(Path(way.root) / "scripts"), "doctor", "--json"]
    env = {**installed.client.env, "REVERIE_BACKEND": "claude"}
    done = subprocess.run(command, cwd=installed.client.project, env=env, capture_output=True, text=True, check=False,
                          timeout=60)
    installed.settled()
    findings = {each["link"]: each for each in json.loads(done.stdout)["findings"] if each["state"] != "ok"}
    assert done.returncode == 0 and not findings, (findings, done.stderr)
    assert len(installed.api.main) == called
