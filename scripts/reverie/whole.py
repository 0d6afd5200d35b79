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
    beside = _beside(path)
    try:
        _fill(beside, data, _mode(path))
        if over is not None and read(path) != over:
            raise Changed(f"{path} was changed by somebody else meanwhile")
        os.replace(beside, path)
    finally:
        _away(beside)
    _settle(os.path.dirname(path))


def create(path: str, data: bytes) -> None:
    """Put `data` at `path`, where nothing may be yet: FileExistsError if something is."""
    beside = _beside(path)
    try:
        _fill(beside, data, _mode(path))
        os.link(beside, path)
    finally:
        _away(beside)
    _settle(os.path.dirname(path))


def drop(path: str, data: bytes) -> None:
    """Like `write` for a hook: whole for every reader, without waiting for the disk."""
    beside = _beside(path)
    try:
        _fill(beside, data, _mode(path), sync=False)
        os.replace(beside, path)
    finally:
        _away(beside)


def read(path: str) -> bytes | None:
    """The bytes at `path`, or None where there is no file."""
    try:
        with open(path, "rb") as file:
            return file.read()
    except FileNotFoundError:
        return None


def _beside(path: str) -> str:
    """A name next to `path`, its folder made; it starts with a dot, so no reader of memories takes it for one."""
    folder, name = os.path.split(path)
    os.makedirs(folder, mode=0o700, exist_ok=True)
    return os.path.join(folder, f".{name[:100]}.{os.getpid()}-{os.urandom(3).hex()}.tmp")


def _fill(path: str, data: bytes, mode: int, sync: bool = True) -> None:
    """A new file that holds all of `data`, on the disk when this returns if `sync` says so."""
    file = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, mode)
    try:
        view = memoryview(data)
        while view:
            view = view[os.write(file, view):]
        if sync:
            os.fsync(file)
    finally:
        os.close(file)


def _away(path: str) -> None:
    try:
        os.unlink(path)
    except FileNotFoundError:
        pass


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
