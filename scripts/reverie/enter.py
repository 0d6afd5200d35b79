"""The door of the command line: sees that its packages are there, fetching them once if need be, then opens it."""
from __future__ import annotations

import os
import sys
from importlib import import_module
from importlib.util import find_spec

from reverie import places, venv
from reverie.errors import Refused

_NEEDED = ("click", "yaml", "frontmatter", "anthropic")


def main(argv: list[str]) -> int:
    """Run the command line here, or in the worker's own interpreter where this one lacks the packages."""
    if all(find_spec(name) for name in _NEEDED):
        return int(import_module("reverie.cli").main(argv) or 0)
    home, source = places.here(os.environ), places.plugin()
    try:
        python = venv.ready(home, source) or _fetched(home, source)
    except (Refused, OSError) as error:
        print(error, file=sys.stderr)
        return 1
    cache = "pycache_prefix=" + os.path.join(home.home, "pycache")
    os.execv(python, [python, "-I", "-X", "utf8", "-X", cache, os.path.join(source, "scripts"), *argv])


def _fetched(home: places.Places, source: str) -> str:
    print("Fetching Reverie's packages, once …", file=sys.stderr)
    return venv.prepare(home, source, sys.executable)
