"""Every test has a home of its own; the person's real one cannot be touched."""
from __future__ import annotations

import os
import sys
from pathlib import Path

import hypothesis
import pytest

# A red run on a random example would tell nothing about the change it stops: there the examples are always the same.
hypothesis.settings.register_profile(
    "reverie", deadline=None, max_examples=60, print_blob=True, derandomize=os.environ.get("CI") == "true"
)
hypothesis.settings.load_profile("reverie")

ROOT = Path(__file__).resolve().parents[1]
REAL = os.path.join(os.path.realpath(os.path.expanduser("~")), ".claude")
WATCHED = frozenset((
    "open", "sqlite3.connect", "os.chmod", "os.chown", "os.link", "os.listdir", "os.mkdir", "os.remove", "os.rename",
    "os.rmdir", "os.scandir", "os.symlink", "os.truncate", "os.utime", "shutil.rmtree",
))
CLEARED = ("REVERIE_", "CLAUDE", "ANTHROPIC")
KEPT = "REVERIE_TEST_"


class Touched(AssertionError):
    """A test reached for the person's real ~/.claude."""


def _guard(event: str, arguments: tuple[object, ...]) -> None:
    if event in WATCHED:
        for path in arguments[:2]:
            if isinstance(path, (str, bytes, os.PathLike)) and _real(os.path.abspath(os.fsdecode(path))):
                raise Touched(f"{event} reached for {os.fsdecode(path)}, which is the person's own")


def _real(path: str) -> bool:
    return (path + os.sep).startswith(REAL + os.sep) and not path.startswith(str(ROOT))


sys.addaudithook(_guard)


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """This test's own home folder, with no word of Reverie, Claude or Anthropic in the environment."""
    for name in list(os.environ):
        if name.startswith(CLEARED) and not name.startswith(KEPT):
            monkeypatch.delenv(name)
    folder = tmp_path / "home"
    folder.mkdir()
    monkeypatch.setenv("HOME", str(folder))
    return folder
