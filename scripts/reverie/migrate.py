"""Brings a database from any earlier version to this one, by numbered steps in one transaction; `user_version` counts.

Before the first step the file is copied to `<name>.v<version>`, and one that a newer Reverie wrote is refused as it is.
"""
from __future__ import annotations

import os
import re
import sqlite3
from collections.abc import Iterable, Iterator, Sequence
from contextlib import closing, suppress

from reverie import readonly
from reverie.errors import Refused

COPIES = 2
"""Copies of what older versions left that are kept."""


def opened(path: str, steps: Sequence[str]) -> sqlite3.Connection:
    """The database with all steps taken; Refused, and closed again, when it has more behind it than there are."""
    db = sqlite3.connect(path, timeout=10, isolation_level=None)
    db.row_factory = sqlite3.Row
    try:
        db.execute("begin immediate")
        at = int(db.execute("pragma user_version").fetchone()[0])
        if at > len(steps):
            raise Refused(f"{path} was written by a newer Reverie (version {at} of it, this one knows {len(steps)}), so"
                          " nothing was touched: install the newer one again.")
        if 0 < at < len(steps):
            _copied(path, at)
        for statement in statements(steps[at:]):
            db.execute(statement)
        if at < len(steps):  # else opening it would write to it each time
            db.execute(f"pragma user_version = {len(steps)}")
        db.execute("commit")
    except BaseException:
        db.close()
        raise
    return db


def version(path: str) -> int:
    """How many steps the file has behind it, 0 where there is none; `sqlite3.Error` if it cannot be read."""
    if not os.path.exists(path):
        return 0
    with closing(readonly.connect(path)) as db:
        return int(db.execute("pragma user_version").fetchone()[0])


def statements(scripts: Iterable[str]) -> Iterator[str]:
    """Each statement of these scripts; `executescript` would end the transaction that they run in."""
    for script in scripts:
        begun = ""
        for piece in script.split(";"):
            begun += f"{piece};"
            if sqlite3.complete_statement(begun):
                yield begun
                begun = ""


def copies(path: str) -> list[str]:
    """The copies that stand beside the file, the one of the newest version last."""
    folder, name = os.path.split(path)
    numbers = re.findall(rf"^{re.escape(name)}\.v(\d+)$", "\n".join(os.listdir(folder)), re.M)
    return [f"{path}.v{number}" for number in sorted(map(int, numbers))]


def _copied(path: str, at: int) -> None:
    """Through SQLite and not byte by byte, while nobody else can write; one that was cut short is begun anew."""
    part = f"{path}.copying"
    with suppress(FileNotFoundError):
        os.unlink(part)
    with closing(sqlite3.connect(path)) as source, closing(sqlite3.connect(part)) as copy:
        source.backup(copy)
    os.chmod(part, 0o600)
    os.replace(part, f"{path}.v{at}")
    for old in copies(path)[:-COPIES]:
        os.unlink(old)
