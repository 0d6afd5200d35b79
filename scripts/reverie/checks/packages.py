"""Whether the worker's packages are there for each copy of the code, and can be imported."""
from __future__ import annotations

import functools
import json
import os
import subprocess

from reverie import places
from reverie.checks import Case, Finding, broken, ok
from reverie.installing import registration, venv

_IMPORTS = """
import re, sys, click, frontmatter, yaml
from importlib import metadata
for line in open(sys.argv[1], encoding="utf-8"):
    named = re.match(r"([\\w.-]+)==[^;]+$", line)
    named and metadata.distribution(named[1])
"""
"""What each command needs is imported; all that is wanted on every machine is looked for: the SDK takes a second."""
_MEND = "Fetch them: `reverie doctor --fix`, or `reverie install`."


def check(case: Case) -> list[Finding]:
    """One environment for each set of requirements that some copy has."""
    roots = [way.root for way in registration.ways(case.places, case.binding.checkout)] or [places.plugin()]
    sets = {os.path.dirname(os.path.dirname(python or root)): (root, python)
            for root in roots if os.path.isfile(os.path.join(root, "requirements.txt"))
            for python in [venv.ready(case.places, root)]}
    return [each for root, python in sets.values() for each in _one(case, root, python)]


def _one(case: Case, root: str, python: str | None) -> list[Finding]:
    fix = functools.partial(_made, case, root)
    if not python:
        return broken(f"The worker's packages are not there{_reason(case)}.", _MEND, fix)
    try:
        done = subprocess.run([python, "-I", "-c", _IMPORTS, os.path.join(root, "requirements.txt")],
                              stdin=subprocess.DEVNULL, capture_output=True, timeout=60, check=False)
    except (OSError, subprocess.TimeoutExpired) as error:
        return broken(f"The worker's Python {python} does not start: {error}.", _MEND, fix)
    if done.returncode:
        said = done.stderr.decode("utf-8", "replace").strip().splitlines()[-1:] or ["it ended without a word"]
        return broken(f"The worker's packages in {os.path.dirname(os.path.dirname(python))} are not whole: {said[0]}.",
                      _MEND, fix)
    return ok(f"ready in {os.path.dirname(os.path.dirname(python))}.")


def _made(case: Case, root: str) -> str:
    return f"The packages were fetched: {os.path.dirname(os.path.dirname(venv.renew(case.places, root)))}."


def _reason(case: Case) -> str:
    """Why they could not be fetched the last time."""
    try:
        with open(os.path.join(case.places.home, "prepare.json"), encoding="utf-8") as file:
            return f": {json.load(file)['reason']}".rstrip(".")
    except (OSError, ValueError, KeyError, TypeError):
        return ""
