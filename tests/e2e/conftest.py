"""What every test against the real client starts from: a fake API, a closed home, a fresh git project.

Rule: without npm or tmux these tests are skipped with the reason, and fail where CI=true.
"""
from __future__ import annotations

import os
import shutil
import sqlite3
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import NamedTuple

import pytest

from fakes import client as real
from fakes.messages import FakeMessages
from fakes.processes import left_with, processes_with
from fakes.terminal import TMUX, Terminal
from reverie import spool
from reverie.demo import borrow
from reverie.installing import venv
from reverie.places import Places
from reverie.project import resolve as project_of

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


class Installed(NamedTuple):
    """A client with Reverie in it, one way or the other."""

    client: real.Client
    api: FakeMessages
    way: str

    @property
    def places(self) -> Places:
        return Places(str(self.client.config), str(self.client.config / "reverie"))

    @property
    def store(self) -> Path:
        """Where the project's memories are."""
        return Path(project_of(str(self.client.project), self.places, {}).store)

    def memories(self) -> list[Path]:
        """The memory files, without the index."""
        return sorted(path for path in self.store.glob("*.md") if path.name != "MEMORY.md")

    def put(self, name: str, description: str, body: str) -> Path:
        """A memory as an earlier session left it, with its index line."""
        self.store.mkdir(parents=True, exist_ok=True)
        path = self.store / f"{name}.md"
        path.write_text(f"---\nname: {name}\ndescription: {description}\nmetadata:\n  type: feedback\n---\n{body}\n")
        with open(self.store / "MEMORY.md", "a") as index:
            index.write(f"- [{name}]({name}.md) — {description}\n")
        return path

    def settled(self, seconds: float = 45) -> None:
        """Wait until the spool is empty and no worker is left."""
        ends = time.monotonic() + seconds
        while spool.waiting(self.places) or spool.waiting(self.places, "taken") or self.working():
            assert time.monotonic() < ends, f"the worker is not done: {self.log()}"
            time.sleep(0.15)

    def working(self) -> bool:
        return bool(processes_with(f"HOME={self.client.home}\0"))

    def log(self) -> str:
        path = Path(self.places.log)
        return path.read_text() if path.exists() else ""

    def runs(self) -> list[dict[str, object]]:
        """The ledger's runs, oldest first."""
        with closing(sqlite3.connect(self.places.ledger)) as db:
            db.row_factory = sqlite3.Row
            return [dict(row) for row in db.execute("select * from runs order by id")]


@pytest.fixture(scope="session")
def packaged(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The plugin as a clone would have it: what git knows, nothing that was built here."""
    folder = tmp_path_factory.mktemp("clone") / "reverie clone"
    listed = subprocess.run(["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"], cwd=real.ROOT,
                            check=True, capture_output=True).stdout.decode()
    for name in filter(None, listed.split("\0")):
        if (real.ROOT / name).is_file() and not name.startswith("tests/"):
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(real.ROOT / name, folder / name)
    return folder


@pytest.fixture(scope="session")
def compiled(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """One bytecode cache for all homes: what a person's second session finds anyway."""
    return tmp_path_factory.mktemp("pycache")


@pytest.fixture(params=["settings", "plugin"])
def installed(
    request: pytest.FixtureRequest, client: real.Client, api: FakeMessages, packaged: Path, compiled: Path,
    plugged: Path,
) -> Installed:
    """Reverie in the client, by `install` into the settings or as a plugin; its packages are this interpreter's."""
    person = Installed(client, api, request.param)
    os.makedirs(person.places.home)
    os.symlink(compiled, os.path.join(person.places.home, "pycache"))
    venv.prepare(person.places, str(packaged), sys.executable, borrow)
    if person.way == "plugin":
        copied(plugged, client.home)
    else:
        put_in(person, packaged)
    return person


@pytest.fixture(scope="session")
def plugged(client_binary: Path, packaged: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A home in which the client installed the plugin; tests start from copies of it, as that takes a second each."""
    folder = tmp_path_factory.mktemp("plugged")
    (folder / "project").mkdir()
    with FakeMessages() as served:
        put_in(Installed(real.Client(folder / "home", served, folder / "project"), served, "plugin"), packaged)
    return folder / "home"


def copied(template: Path, home: Path) -> None:
    """What the client keeps of its plugins, with the paths of the new home."""
    shutil.copytree(template / ".claude", home / ".claude", dirs_exist_ok=True)
    for path in (home / ".claude").rglob("*.json"):
        text = path.read_text()
        if str(template) in text:
            path.write_text(text.replace(str(template), str(home)))


def put_in(person: Installed, packaged: Path) -> None:
    """Install as a user would, with the commands of the README."""
    if person.way == "settings":
        command = [sys.executable, "-S", str(packaged / "scripts"), "install"]
        subprocess.run(command, env=person.client.env, check=True, capture_output=True)
        return
    for words in (["marketplace", "add", str(packaged)], ["install", "reverie@reverie"]):
        ended = person.client.run("plugin", *words)
        assert ended.rc == 0, ended.out + ended.err
