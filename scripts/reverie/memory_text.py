"""A memory's file as it is now, read in a hook: what stands in it may be shown, what stood in it may not.

A file is known again by size, time and number; one that others may write, by what it holds: then a stamp is a hash.
"""
from __future__ import annotations

import os
import sys

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

_LARGEST = 1 << 20
"""Bytes that are read of one file; what is shown of it is far less."""
_HASHED = "sha256:"


def stamp_of(stat: os.stat_result) -> str:
    """What changes when the file does."""
    return f"{stat.st_size}-{stat.st_mtime_ns}-{stat.st_ino}"


def hash_of(data: bytes) -> str:
    """The stamp of a file that holds just this."""
    return f"{_HASHED}{_hashes().sha256(data).hexdigest()}"


def body(path: str, stamp: str) -> str | None:
    """The text behind the head of the very file the catalog has read; None when it is gone or another by now."""
    data = _read(path, stamp)
    if data is None:
        return None
    rows = data.decode("utf-8-sig", "replace").replace("\r\n", "\n").split("\n")
    return "\n".join(rows[head_rows(rows):]).strip()


def stands(path: str, stamp: str) -> bool:
    """Whether the file still is the one the catalog has read."""
    if stamp.startswith(_HASHED):
        return _read(path, stamp) is not None
    try:
        return stamp_of(os.stat(path)) == stamp
    except OSError:
        return False


def _read(path: str, stamp: str) -> bytes | None:
    """What the file holds, if it is the one that the stamp is of; the very bytes that were compared."""
    try:
        with open(path, "rb") as file:
            if not stamp.startswith(_HASHED) and stamp_of(os.fstat(file.fileno())) != stamp:
                return None
            data = file.read(_LARGEST)
    except OSError:
        return None
    return data if not stamp.startswith(_HASHED) or hash_of(data) == stamp else None


def _hashes() -> Any:
    """Loaded only where a file has to be hashed, which is seldom."""
    __import__("hashlib")
    return sys.modules["hashlib"]


def head_rows(rows: list[str]) -> int:
    """How many of a file's rows its head takes up; 0 without one."""
    ends = [n for n, row in enumerate(rows) if row.rstrip().lstrip("\ufeff") == "---"]
    return ends[1] + 1 if ends[:1] == [0] and len(ends) > 1 else 0
