"""Which processes still run, read from /proc: for the promise that nothing is left behind. Linux only.

Rule: it only looks. A test marks what it starts with a variable or a path of its own, and looks for that.
"""
from __future__ import annotations

import os
import time
from pathlib import Path
from typing import NamedTuple

POLL = 0.05


class Process(NamedTuple):
    """A living process: who it is, who started it, its command line."""

    pid: int
    parent: int
    command: str


def processes_with(text: str) -> list[Process]:
    """Living processes other than this one whose command line or starting environment holds `text`."""
    return [process for process in _living() if process.pid != os.getpid() and _holds(process, text)]


def descendants(pid: int | None = None) -> list[Process]:
    """Living children, grandchildren and so on of `pid` (this process): those reparented to init are not found."""
    living = _living()
    family = {os.getpid() if pid is None else pid}
    found: list[Process] = []
    while new := [p for p in living if p.parent in family and p.pid not in family]:
        family.update(p.pid for p in new)
        found += new
    return found


def left_with(text: str, timeout: float = 5.0) -> list[Process]:
    """Those of `processes_with(text)` still there after `timeout`; returns at once when none is."""
    until = time.monotonic() + timeout
    while (found := processes_with(text)) and time.monotonic() < until:
        time.sleep(POLL)
    return found


def _living() -> list[Process]:
    found = (_read(entry) for entry in Path("/proc").iterdir() if entry.name.isdigit())
    return [process for process in found if process]


def _read(entry: Path) -> Process | None:
    try:
        state, parent = (entry / "stat").read_text().rpartition(")")[2].split()[:2]
        command = (entry / "cmdline").read_bytes().replace(b"\0", b" ").decode(errors="replace").strip()
    except OSError:
        return None
    return None if state in "ZX" else Process(int(entry.name), int(parent), command)


def _holds(process: Process, text: str) -> bool:
    if text in process.command:
        return True
    try:
        return text.encode() in Path(f"/proc/{process.pid}/environ").read_bytes()
    except OSError:
        return False
