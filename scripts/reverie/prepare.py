"""The door of the detached start: sees that the worker's packages are there, then becomes the worker. Says nothing."""
from __future__ import annotations

import os
import sys
import time

from reverie import places
from reverie.errors import Refused
from reverie.installing import venv


def main(argv: list[str]) -> int:
    """Become the worker; 1 when its packages could not be had, which `prepare.json` then explains."""
    del argv
    home, source = places.here(os.environ), places.plugin()
    python = venv.ready(home, source)
    if not python:
        if venv.failed_lately(home, source, time.time()):
            return 1
        try:
            python = venv.prepare(home, source, sys.executable, wait=False)
        except (Refused, OSError):
            return 1
    os.execv(python, [*venv.command(python, home, source), "worker"])
