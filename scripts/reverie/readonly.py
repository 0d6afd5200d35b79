"""A database opened to be read and no more: no file is made, no lock is waited for long."""
from __future__ import annotations

import sqlite3


def connect(path: str) -> sqlite3.Connection:
    """The database at `path`; sqlite3.Error when there is none that can be read."""
    address = path.replace("%", "%25").replace("?", "%3f").replace("#", "%23")
    return sqlite3.connect(f"file:{address}?mode=ro", uri=True, timeout=0.2)
