"""A memory's file as it is now, read in a hook: what stands in it may be shown, what stood in it may not."""
from __future__ import annotations

import os

_LARGEST = 1 << 20
"""Bytes that are read of one file; what is shown of it is far less."""


def stamp_of(stat: os.stat_result) -> str:
    """What changes when the file does."""
    return f"{stat.st_size}-{stat.st_mtime_ns}-{stat.st_ino}"


def body(path: str, stamp: str) -> str | None:
    """The text behind the head of the very file the catalog has read; None when it is gone or another by now."""
    try:
        with open(path, "rb") as file:
            if stamp_of(os.fstat(file.fileno())) != stamp:
                return None
            text = file.read(_LARGEST).decode("utf-8-sig", "replace")
    except OSError:
        return None
    rows = text.replace("\r\n", "\n").split("\n")
    return "\n".join(rows[head_rows(rows):]).strip()


def stands(path: str, stamp: str) -> bool:
    """Whether the file still is the one the catalog has read."""
    try:
        return stamp_of(os.stat(path)) == stamp
    except OSError:
        return False


def head_rows(rows: list[str]) -> int:
    """How many of a file's rows its head takes up; 0 without one."""
    ends = [n for n, row in enumerate(rows) if row.rstrip().lstrip("\ufeff") == "---"]
    return ends[1] + 1 if ends[:1] == [0] and len(ends) > 1 else 0
