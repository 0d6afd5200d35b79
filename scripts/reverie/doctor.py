"""`reverie doctor`: examines each link of the chain in turn, mends what is safe if asked to, and says what is wrong.

It needs nothing but Python: a link whose packages are missing is named, and the rest is examined all the same.
"""
from __future__ import annotations

import json
import os
import sqlite3
import subprocess
import sys
import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from importlib import import_module
from typing import Any, NamedTuple

from reverie import options, places, project
from reverie.checks import BROKEN, LINKS, OK, WARN, Case, Finding
from reverie.errors import Failed, Refused
from reverie.installing import venv

_HITCHES = (OSError, ValueError, sqlite3.Error, subprocess.SubprocessError, Refused, Failed)
"""What a check may stumble over; that is a finding as well."""


class Result(NamedTuple):
    """A finding with its link; `fixed` is what was done about it, or why that failed."""

    link: str
    finding: Finding
    fixed: str = ""


def case(env: Mapping[str, str], launch: str, ask: bool = False) -> Case:
    """What there is to examine for a session that would be launched in this folder."""
    here = places.here(env)
    return Case(here, env, project.resolve(launch, here, env), options.load(here, env), time.time(), ask)


def examined(case: Case, fix: bool = False, links: Sequence[str] = LINKS) -> Iterator[Result]:
    """Each link's findings, one link after the other; with `fix` what could be mended was, and was looked at again."""
    for link in links:
        found = _looked(case, link)
        for finding in found if fix else ():
            if finding.state != OK and finding.fix:
                yield Result(link, finding, _mended(finding))
        if fix and any(finding.state != OK and finding.fix for finding in found):
            found = _looked(case, link)
        yield from (Result(link, finding) for finding in found)


def verdict(results: Iterable[Result]) -> str:
    """The last line: whether it works here, or what does not."""
    wrong = dict.fromkeys(each.link for each in results if each.finding.state == BROKEN and not each.fixed)
    return f"Reverie does not work here: {', '.join(wrong)}." if wrong else "Reverie works here."


def works(results: Iterable[Result]) -> bool:
    """Whether nothing is broken, or no longer."""
    return not any(each.finding.state == BROKEN and not each.fixed for each in results)


def told(result: Result) -> list[str]:
    """A result in lines for a person: how it stands, and how to mend it or what was done."""
    state = "fixed" if result.fixed else result.finding.state
    then = result.fixed or (result.finding.mend if result.finding.state != OK else "")
    return [f"{state:<7} {result.link:<12} {result.finding.says}", *([f"{'':<21}→ {then}"] if then else [])]


def as_json(results: Sequence[Result]) -> str:
    """All of it for a program: `works`, and each finding with its link, state, says, mend, fixable and fixed."""
    rows: list[dict[str, Any]] = [
        {"link": link, "state": each.state, "says": each.says, "mend": each.mend, "fixable": each.fix is not None,
         "fixed": fixed} for link, each, fixed in results]
    return json.dumps({"works": works(results), "verdict": verdict(results), "findings": rows}, indent=2)


def main(argv: list[str]) -> int:
    """The examination where the packages of the command line are missing; mended, it is done once more with them."""
    if {"-h", "--help"} & set(argv):
        print("Usage: reverie doctor [--fix] [--json]")
        return 0
    here = case(os.environ, os.getcwd())
    results = []
    for each in examined(here, "--fix" in argv):
        results.append(each)
        if each.link == "packages" and each.fixed and venv.ready(here.places, places.plugin()):
            python = str(venv.ready(here.places, places.plugin()))
            os.execv(python, [*venv.command(python, here.places, places.plugin()), "doctor", *argv])
    shown = [as_json(results)] if "--json" in argv else [line for each in results for line in told(each)]
    print("\n".join([*shown, *([] if "--json" in argv else [verdict(results)])]))
    return 0 if works(results) else 1


def _looked(case: Case, link: str) -> list[Finding]:
    try:
        return list(import_module(f"reverie.checks.{link}").check(case))
    except ImportError as error:
        return [Finding(WARN, f"Not looked at, as a package is missing: {error}.", "See what is said of the packages.")]
    except _HITCHES as error:
        return [Finding(BROKEN, f"It could not be looked at: {error}", "See what is said of the others, and the log.")]


def _mended(finding: Finding) -> str:
    try:
        return finding.fix() if finding.fix else ""
    except (*_HITCHES, ImportError) as error:
        print(f"{finding.says} It could not be mended: {error}", file=sys.stderr)
        return ""
