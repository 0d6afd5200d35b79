"""The door of `install` and `uninstall`: says what was done; a refusal is one sentence on stderr."""
from __future__ import annotations

import argparse
import os
import sys

from reverie import places
from reverie.errors import Refused
from reverie.installing import install

_TEXT = {
    "install": "Install Reverie for your user: its code, its packages, its hooks and skills in Claude Code, and the"
    " `reverie` command. Safe to repeat; an older copy is replaced.",
    "uninstall": "Take away all that install made. Memories and settings of Reverie stay.",
}


def main(argv: list[str]) -> int:
    """Run `install` or `uninstall`; 0 when it is done, 1 when it was refused."""
    parser = argparse.ArgumentParser(prog="reverie")
    verbs = parser.add_subparsers(dest="verb", required=True, metavar="install|uninstall")
    for verb, text in _TEXT.items():
        verbs.add_parser(verb, description=text, help=text)
    verb = parser.parse_args(argv).verb
    if sys.version_info < (3, 10):  # noqa: UP036 - Whoever starts it by hand may start it with anything.
        print("Python 3.10 or newer is needed; name one: make install PYTHON=python3.12", file=sys.stderr)
        return 1
    home = places.here(os.environ)
    try:
        lines = install.install(home, places.plugin()) if verb == "install" else install.uninstall(home)
    except (Refused, OSError) as error:
        print(error, file=sys.stderr)
        return 1
    print("\n".join(lines))
    if verb == "install":
        print(install.NEXT)
    return 0
