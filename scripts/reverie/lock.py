"""One holder at a time, by the kernel's word: kept apart from `whole`, as no hook ever takes a lock."""
from __future__ import annotations

import fcntl
import os
import time
from types import TracebackType


class Busy(Exception):
    """Somebody else holds the lock."""


class alone:
    """`with alone(path):` holds the kernel's lock on that file or folder, or raises Busy: at once, or after `patience`.

    The file is never deleted. The kernel lets go when the holder ends, however it ends; local disks only.
    """

    def __init__(self, path: str, patience: float = 0.0) -> None:
        self._path = path
        self._patience = patience
        self._file = -1

    def __enter__(self) -> alone:
        if os.path.isdir(self._path):
            self._file = os.open(self._path, os.O_RDONLY | os.O_CLOEXEC)
        else:
            os.makedirs(os.path.dirname(self._path), mode=0o700, exist_ok=True)
            self._file = os.open(self._path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
        ends = time.monotonic() + self._patience
        while True:
            try:
                fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
                return self
            except BlockingIOError:
                if time.monotonic() >= ends:
                    os.close(self._file)
                    raise Busy(self._path) from None
            time.sleep(0.01)

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        os.close(self._file)
