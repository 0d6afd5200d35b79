"""Revisions as plain copies, where there is no git: each text once, under its name, and one line a revision.

A line that a killed writer left unfinished is no revision, and is taken away by the next one.
"""
from __future__ import annotations

import hashlib
import json
import os
import shutil
from collections.abc import Iterable, Mapping

from reverie import whole
from reverie.history.revision import Change, Entry, Revision, Unkept, message, name_of, said


class CopyBook:
    """The folder that holds them: `log`, and `texts/` beside it."""

    def __init__(self, folder: str) -> None:
        self.folder = folder
        self._log = os.path.join(folder, "log")

    def head(self) -> str:
        lines = self._lines()
        return lines[-1][:40].decode("ascii", "replace") if lines else ""

    def files(self, rev: str) -> dict[str, str]:
        held: dict[str, str] = {}
        for each in reversed(self.log(0)) if rev else ():
            held.update({change.file: change.after for change in each.changes})
            if each.rev == rev:
                return {file: name for file, name in held.items() if name}
        if rev:
            raise Unkept(f"there is no revision {rev}")
        return held

    def log(self, most: int) -> list[Revision]:
        lines = self._lines()
        return [_revision(line) for line in reversed(lines[-most:] if most else lines)]

    def texts(self, names: Iterable[str]) -> dict[str, bytes]:
        found = {}
        for name in set(filter(None, names)):
            data = whole.read(self._path(name))
            if data is None:
                raise Unkept(f"the history lacks {name}")
            found[name] = data
        return found

    def add(self, entry: Entry, writes: Mapping[str, bytes], gone: Iterable[str]) -> str:
        held = self.files(self.head())
        changes = [Change(file, held[file], "") for file in gone if file in held]
        for file, data in writes.items():
            changes.append(Change(file, held.get(file, ""), name_of(data)))
            if not os.path.exists(self._path(changes[-1].after)):
                whole.write(self._path(changes[-1].after), data)
        said_of = json.dumps({"by": entry.by, "at": int(entry.at), "message": message(entry), "changes": changes})
        rev = hashlib.sha1(f"{self.head()} {said_of}".encode(), usedforsecurity=False).hexdigest()
        self._append(f"{rev} {said_of}\n".encode())
        return rev

    def remove(self) -> None:
        shutil.rmtree(self.folder, ignore_errors=True)

    def _append(self, line: bytes) -> None:
        """The line behind the last one that is whole, on the disk when this returns."""
        os.makedirs(self.folder, mode=0o700, exist_ok=True)
        size = sum(len(each) + 1 for each in self._lines())
        with open(self._log, "ab") as file:
            file.truncate(size)
            file.write(line)
            file.flush()
            os.fsync(file.fileno())

    def _lines(self) -> list[bytes]:
        return (whole.read(self._log) or b"").split(b"\n")[:-1]

    def _path(self, name: str) -> str:
        return os.path.join(self.folder, "texts", name[:2], name[2:])


def _revision(line: bytes) -> Revision:
    try:
        told = json.loads(line[41:])
        entry = Entry(told["by"], float(told["at"]), *said(told["message"]))
        return Revision(line[:40].decode("ascii"), entry, tuple(Change(*change) for change in told["changes"]))
    except (ValueError, KeyError, TypeError):
        raise Unkept("the history's log is unreadable") from None
