"""The door of the command line: sees that its packages are there, fetching them once if need be, then opens it."""
from __future__ import annotations

import os
import sys
from importlib import import_module
from importlib.util import find_spec

from reverie import places
from reverie.errors import Refused
from reverie.installing import venv

_NEEDED = ("click", "yaml", "frontmatter", "anthropic")


def main(argv: list[str]) -> int:
    """Run the command line here, or in the worker's own interpreter where this one lacks the packages."""
    if all(find_spec(name) for name in _NEEDED):
        return int(import_module("reverie.cli").main(argv) or 0)
    home, source = places.here(os.environ), places.plugin()
    python = venv.ready(home, source)
    asked = argv[:1] == ["doctor"]  # which has to say what is wrong, not to mend it unasked
    try:
        if python == sys.executable:
            raise Refused(f"The packages in {home.venv} are not whole; `reverie doctor --fix` fetches them anew.")
        if python or not asked:
            python = python or _fetched(home, source)
            os.execv(python, [*venv.command(python, home, source), *argv])
    except (Refused, OSError) as error:
        if not asked:
            print(error, file=sys.stderr)
            return 1
    return int(import_module("reverie.doctor").main(argv[1:]))


def _fetched(home: places.Places, source: str) -> str:
    print("Fetching Reverie's packages, once …", file=sys.stderr)
    return venv.prepare(home, source, sys.executable)
