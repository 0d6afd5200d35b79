"""A database opened to be read and no more: no file is made, no lock is waited for long.

For hooks, so by `_sqlite3` alone: `sqlite3` would add dates, and its cache of statements `functools` and all that this
loads, which together is a third of what a prompt's hook costs. A hook asks few things once and needs no cache.
"""
from __future__ import annotations

import sys

TYPE_CHECKING = False
if TYPE_CHECKING:
    import sqlite3
else:
    try:
        if "functools" in sys.modules:
            import _sqlite3 as sqlite3
        else:
            sys.modules["functools"] = _stand_in = type(sys)("functools")
            _stand_in.lru_cache = lambda size: lambda make: make
            try:
                import _sqlite3 as sqlite3
            finally:
                del sys.modules["functools"]
    except ImportError:
        import sqlite3

Error = sqlite3.Error


def connect(path: str) -> sqlite3.Connection:
    """The database at `path`; `Error` when there is none that can be read."""
    address = path.replace("%", "%25").replace("?", "%3f").replace("#", "%23")
    return sqlite3.connect(f"file:{address}?mode=ro", uri=True, timeout=0.2)
