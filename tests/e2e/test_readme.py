"""What the README tells to type in a shell, typed as it stands: from a clone, on a new home, with the real client."""
from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from e2e.conftest import Installed
from fakes import client as real
from fakes.messages import FakeMessages
from reverie.demo import borrow
from reverie.installing import venv

pytestmark = pytest.mark.e2e

FENCES = re.findall(r"^```sh\n(.*?)^```", (real.ROOT / "README.md").read_text(), re.M | re.S)


def test_what_the_readme_tells_to_type_works(
    client: real.Client, api: FakeMessages, packaged: Path, compiled: Path, tmp_path: Path
) -> None:
    """Each line ends with 0; then `reverie status` says that it works, and `reverie uninstall` takes all away again."""
    clone = tmp_path / "clone"
    shutil.copytree(packaged, clone)
    person = Installed(client, api, "settings")
    os.makedirs(person.places.home)
    own = client.home / ".local" / "bin"  # where this person's commands are
    own.mkdir(parents=True)
    os.symlink(compiled, os.path.join(person.places.home, "pycache"))
    venv.prepare(person.places, str(clone), sys.executable, borrow)
    _packages(clone)
    path = os.pathsep.join([str(own), os.path.dirname(sys.executable), client.env["PATH"]])
    env = client.env | {"PATH": path, "REVERIE_BACKEND": "offline"}

    def typed(line: str) -> str:
        ended = subprocess.run(["sh", "-c", line], cwd=clone, env=env, capture_output=True, text=True, timeout=120)
        assert ended.returncode == 0, (line, ended.stdout, ended.stderr)
        return ended.stdout

    for line in "".join(FENCES).splitlines():
        typed(line)
    assert typed(f"cd '{client.project}' && reverie status").startswith("Reverie works here: 0 memories")
    typed("reverie uninstall")
    assert not os.path.lexists(own / "reverie")


def _packages(clone: Path) -> None:
    """The development packages that `make` would fetch first: those of this run."""
    python = clone / ".venv" / "bin" / "python"
    python.parent.mkdir(parents=True)
    python.write_text(f'#!/bin/sh\nexec "{sys.executable}" "$@"\n')
    python.chmod(0o755)
    (clone / ".venv" / ".stamp").touch()
