"""Whether the Python that `hooks/run` found starts, and can do what a hook needs."""
from __future__ import annotations

import functools
import os
import subprocess

from reverie import whole
from reverie.checks import Case, Finding, broken, ok, warn

_ABLE = ("import sys, sqlite3; sys.version_info >= (3, 10) or sys.exit(1);"
         "sqlite3.connect(':memory:').execute('create virtual table t using fts5(x)');"
         "print('.'.join(map(str, sys.version_info[:3])))")


def check(case: Case) -> list[Finding]:
    """The interpreter that is remembered, or the one that `REVERIE_PYTHON` names."""
    named = case.env.get("REVERIE_PYTHON")
    python = named or (whole.read(case.places.python) or b"").decode("utf-8", "replace").partition("\n")[0]
    if not python:
        return ok("None is remembered yet; the first hook finds one.")
    version = _version(python)
    if version:
        return ok(f"{python}, {version}, with SQLite FTS5.")
    if named:
        return broken(f"`REVERIE_PYTHON` names {python}, which does not start or lacks SQLite FTS5.",
                      "Let it name a Python 3.10 or newer, or unset it.")
    return warn(f"The Python the hooks remember, {python}, does not start or lacks SQLite FTS5; each hook has to"
                " look for another.", "Remove that note, so that another is found once.",
                functools.partial(_forget, case))


def _version(python: str) -> str:
    try:
        done = subprocess.run([python, "-I", "-S", "-c", _ABLE], stdin=subprocess.DEVNULL, capture_output=True,
                              timeout=20, check=False)
    except (OSError, subprocess.TimeoutExpired):
        return ""
    return done.stdout.decode("ascii", "replace").strip() if done.returncode == 0 else ""


def _forget(case: Case) -> str:
    os.unlink(case.places.python)
    return "The note is gone; the next hook finds a Python."
