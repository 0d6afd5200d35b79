"""Whether Reverie's own folder can be written, by this person and nobody else."""
from __future__ import annotations

import functools
import os

from reverie.checks import Case, Finding, broken, ok, tried, warn

_PRIVATE = ("ledger.db", "catalog.db", "config.yaml", "install.json", "spool", "sessions", "history", "archive",
            "summaries", "user", "log")


def check(case: Case) -> list[Finding]:
    """Write a file there and take it away; look whose the rest is, and who may read it."""
    home = case.places.home
    if not os.path.isdir(home):
        return broken(f"There is no folder {home}.", "Run `reverie install`; else the first session makes it.",
                      functools.partial(_make, home))
    try:
        tried(home)
    except OSError as error:
        return broken(f"Nothing can be written to {home}: {error.strerror}.",
                      "Make it yours and writable, or set REVERIE_HOME to another folder.")
    foreign = [name for name in _PRIVATE if not _mine(os.path.join(home, name))]
    if foreign:
        return broken(f"In {home} {', '.join(foreign)} belong to another user, or cannot be written.",
                      f"Make them yours: `sudo chown -R $USER {home}`.")
    mode = os.stat(home).st_mode & 0o777
    if mode & 0o077:
        return warn(f"{home} can be read by others (mode {mode:04o}).", f"Close it: `chmod 700 {home}`.",
                    functools.partial(_close, home))
    return ok(f"{home} can be written, and only by you.")


def _mine(path: str) -> bool:
    return not os.path.lexists(path) or os.stat(path).st_uid == os.geteuid() and os.access(path, os.W_OK)


def _close(home: str) -> str:
    os.chmod(home, 0o700)
    return f"{home} is yours alone now."


def _make(home: str) -> str:
    os.makedirs(home, mode=0o700)
    return f"{home} was made."
