"""Chromium, driven from outside and looked into: what a page asks for, what goes wrong in it, how accessible it is.

Rule: a fresh browser for each call, headless, on a home of its own; it has no network to reach, and nobody's profile.
"""
from __future__ import annotations

import fcntl
import json
import os
import shutil
import subprocess
import tempfile
from pathlib import Path
from typing import NamedTuple

from .client import ROOT

CHOSEN = "REVERIE_TEST_BROWSER"
_HERE = ROOT / "tests" / "e2e" / "browser"
_CACHE = ROOT / ".cache" / "browser"
_NAMES = ("chromium", "chromium-browser", "google-chrome-stable", "google-chrome")


class View(NamedTuple):
    """A page as it is looked at: its file, the window in pixels, light or dark, unfolded or not, its picture."""

    page: Path
    width: int
    height: int
    scheme: str
    open: bool
    shot: Path


class Seen(NamedTuple):
    """What was seen: addresses it asked for, faults, what axe finds serious, the text of the first thing that Tab
    reaches, the width it takes, its background, and the smallest letters of its charts in pixels.
    """

    requests: list[str]
    faults: list[str]
    serious: list[str]
    first: str
    width: int
    paper: str
    smallest: float


def program() -> str | None:
    """The browser on this machine, if there is one."""
    return os.environ.get(CHOSEN) or next(filter(None, map(shutil.which, _NAMES)), None)


def install() -> Path:
    """What drives it and looks into it, fetched with npm as locked, if it is not there; two runs fetch it once."""
    _CACHE.mkdir(parents=True, exist_ok=True)
    wanted = (_HERE / "package-lock.json").read_text()
    with open(_CACHE / "lock", "w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        done = _CACHE / "done"
        if not done.exists() or done.read_text() != wanted:
            for name in ("package.json", "package-lock.json"):
                shutil.copyfile(_HERE / name, _CACHE / name)
            subprocess.run(["npm", "ci", "--ignore-scripts", "--no-audit", "--no-fund"], cwd=_CACHE, check=True,
                           stdin=subprocess.DEVNULL, capture_output=True, timeout=600)
            done.write_text(wanted)
    return _CACHE / "node_modules"


def looked(views: list[View]) -> list[Seen]:
    """What is seen in each view."""
    asked = {"program": program(), "views": [{**view._asdict(), "page": view.page.as_uri(), "shot": str(view.shot)}
                                             for view in views]}
    with tempfile.TemporaryDirectory(prefix="b", ignore_cleanup_errors=True) as home:  # short: it opens a socket there
        env = {"HOME": home, "TMPDIR": home, "PATH": os.environ["PATH"], "NODE_PATH": str(install())}
        done = subprocess.run(["node", str(_HERE / "look.cjs"), json.dumps(asked)], env=env, stdin=subprocess.DEVNULL,
                              capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stderr
    return [Seen(**seen) for seen in json.loads(done.stdout)]
