"""What went wrong last, as the log has it: hooks and the worker say nothing to anybody else."""
from __future__ import annotations

import os
import time

from reverie.checks import Case, Finding, ok, warn

_LATELY = 86_400.0
_TAIL = 20_000


def check(case: Case) -> list[Finding]:
    """The last line, which is news only if it is of the last day."""
    path = case.places.log
    try:
        written = os.stat(path).st_mtime
        with open(path, "rb") as file:
            file.seek(max(0, os.fstat(file.fileno()).st_size - _TAIL))
            lines = file.read().decode("utf-8", "replace").splitlines()
    except FileNotFoundError:
        return ok("no fault was ever written.")
    if not lines or case.now - written > _LATELY:
        return ok(f"no fault since {time.strftime('%Y-%m-%d', time.localtime(written))}.")
    return warn(f"The last fault: {lines[-1][:300]}", f"If it comes again, see {path} and docs/troubleshooting.md.")
