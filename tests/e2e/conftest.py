"""What every test against the real client starts from: a fake API, a closed home, a fresh git project.

Rule: without npm or tmux these tests are skipped with the reason, and fail where CI=true.
"""
from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from fakes import client as real
from fakes.messages import FakeMessages
from fakes.processes import left_with
from fakes.terminal import TMUX, Terminal

AUTHOR = ("-c", "user.name=t", "-c", "user.email=t@example.invalid")


@pytest.fixture(scope="session")
def client_binary() -> Path:
    """The client itself, installed once for all runs."""
    if not real.binary().exists() and not shutil.which("npm"):
        _cannot("no client, and no npm to fetch it with")
    return real.install()


@pytest.fixture
def api() -> Iterator[FakeMessages]:
    """A fake Messages API for one test."""
    with FakeMessages() as served:
        yield served


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """A git repository with one commit."""
    folder = tmp_path / "project"
    folder.mkdir()
    (folder / "notes.txt").write_text("the harness reads this line\n")
    for words in (["init", "-q", "-b", "main"], ["add", "."], ["commit", "-q", "-m", "start"]):
        subprocess.run(["git", *AUTHOR, *words], cwd=folder, check=True)
    return folder


@pytest.fixture
def client(client_binary: Path, tmp_path: Path, api: FakeMessages, project: Path) -> Iterator[real.Client]:
    """The client on a home of its own; a process it left behind fails the test."""
    home = tmp_path / "home"
    yield real.Client(home, api, project)
    assert left_with(f"HOME={home}\0") == []


@pytest.fixture
def terminal() -> Iterator[Terminal]:
    """A terminal that closes with the test. Ask for it after `client`, so that it closes first."""
    if not shutil.which(TMUX):
        _cannot("no tmux")
    with Terminal() as opened:
        yield opened


def _cannot(reason: str) -> None:
    if os.environ.get("CI") == "true":
        pytest.fail(reason)
    print(f"skipped: {reason}")
    pytest.skip(reason)
