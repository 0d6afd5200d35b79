"""Files written whole or not at all.

After `write` or `create` returns, the file holds all of `data`, also after a power cut; at any other moment it holds
what it held before. A link is written through, never replaced by a file.
"""
from __future__ import annotations

import os


class Changed(Exception):
    """The file is not what the caller had read, so nothing was written."""


def write(path: str, data: bytes, *, over: bytes | None = None) -> None:
    """Put `data` at `path`, folders included. With `over`, only if the file still holds exactly that; else Changed."""
    path = os.path.realpath(path)
    beside = _beside(path, data)
    try:
        if over is not None and read(path) != over:
            raise Changed(f"{path} was changed by somebody else meanwhile")
        os.replace(beside, path)
    except BaseException:
        os.unlink(beside)
        raise
    _settle(os.path.dirname(path))


def create(path: str, data: bytes) -> None:
    """Put `data` at `path`, where nothing may be yet: FileExistsError if something is."""
    beside = _beside(path, data)
    try:
        os.link(beside, path)
    finally:
        os.unlink(beside)
    _settle(os.path.dirname(path))


def drop(path: str, data: bytes) -> None:
    """Like `write` for a hook: whole for every reader, without waiting for the disk."""
    beside = _beside(path, data, sync=False)
    os.replace(beside, path)


def read(path: str) -> bytes | None:
    """The bytes at `path`, or None where there is no file."""
    try:
        with open(path, "rb") as file:
            return file.read()
    except FileNotFoundError:
        return None


def _beside(path: str, data: bytes, sync: bool = True) -> str:
    """A new file next to `path` that holds `data`; it starts with a dot, so no reader of memories takes it for one."""
    folder, name = os.path.split(path)
    os.makedirs(folder, mode=0o700, exist_ok=True)
    beside = os.path.join(folder, f".{name[:100]}.{os.getpid()}-{os.urandom(3).hex()}.tmp")
    file = os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, _mode(path))
    try:
        view = memoryview(data)
        while view:
            view = view[os.write(file, view):]
        if sync:
            os.fsync(file)
    except BaseException:
        os.unlink(beside)
        raise
    finally:
        os.close(file)
    return beside


def _mode(path: str) -> int:
    try:
        return os.stat(path).st_mode & 0o777
    except OSError:
        return 0o600


def _settle(folder: str) -> None:
    """Make the new name in `folder` last; a file system that cannot sync folders has nothing to settle."""
    handle = os.open(folder, os.O_RDONLY | os.O_CLOEXEC)
    try:
        os.fsync(handle)
    except OSError:
        pass
    finally:
        os.close(handle)
