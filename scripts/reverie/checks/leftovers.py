"""Whether something stands about that a process which was killed left: half-written files, notes still in hand."""
from __future__ import annotations

import functools
import os
import re
import time
from collections.abc import Iterator

from reverie import lock, session, spool, wake
from reverie.checks import Case, Finding, ok, warn

_HALF = re.compile(r"\..+\.\d+-[0-9a-f]{6}\.tmp|\.python\.\d+|.+\.copying")
"""What `whole`, `hooks/run` and a copy of the ledger call what is not finished."""
_OLD = 3_600.0
"""Seconds after which nobody is at work on it any more."""
_PATIENCE = 10.0
"""Seconds to wait for the worker that was woken."""
_WHERE = ("", "spool/new", "history", "orders", "archive", "summaries", "log", "user")


def check(case: Case) -> list[Finding]:
    """Files nobody finishes any more, and notes that a dead worker had in hand."""
    half, taken = list(_half(case)), spool.waiting(case.places, "taken")
    found: list[Finding] = []
    if half:
        found += warn(f"{len(half)} half-written files were left, as {half[0]}.", "Take them away.",
                      functools.partial(_away, half))
    if taken and _idle(case):
        found += warn(f"{len(taken)} notes were in the hands of a worker that died.",
                      "The next worker works them; `reverie doctor --fix` wakes one now.",
                      functools.partial(_woken, case))
    return found or ok("nothing is left about.")


def _half(case: Case) -> Iterator[str]:
    folders = [*(os.path.join(case.places.home, name) for name in _WHERE), case.places.config, case.binding.store]
    folders += [case.places.session(sid) for sid in session.known(case.places)]
    for folder in dict.fromkeys(map(os.path.normpath, folders)):
        for entry in os.scandir(folder) if os.path.isdir(folder) else ():
            ours = folder != os.path.normpath(case.places.config) or entry.name.startswith(".settings.json.")
            if ours and _HALF.fullmatch(entry.name) and case.now - entry.stat(follow_symlinks=False).st_mtime > _OLD:
                yield entry.path


def _idle(case: Case) -> bool:
    try:
        with lock.alone(case.places.lock):
            return True
    except lock.Busy:
        return False


def _away(paths: list[str]) -> str:
    for path in paths:
        os.unlink(path)
    return f"{len(paths)} half-written files were taken away."


def _woken(case: Case) -> str:
    wake.worker(case.places, case.env)
    ends = time.monotonic() + _PATIENCE
    while spool.waiting(case.places, "taken") and time.monotonic() < ends:
        time.sleep(0.05)
    return "A worker was woken, and has them in hand."
