"""Whether the client knows of our hooks, of each once, and calls them: nothing happens without it."""
from __future__ import annotations

import functools
import os
from collections import Counter

from reverie.checks import BROKEN, OK, WARN, Case, Finding, broken
from reverie.installing import clientsettings, install, registration
from reverie.installing.registration import Way
from reverie.places import switched_off

_MANAGED = ("/etc/claude-code/managed-settings.json", "/Library/Application Support/ClaudeCode/managed-settings.json")
_INSTALL = "Run `reverie install`, or install the plugin, then start a new session."


def check(case: Case) -> list[Finding]:
    """Each way in which we are registered, and what keeps the client from calling any hook."""
    ways = registration.ways(case.places, case.binding.checkout)
    if not ways:
        return broken("The client does not know of Reverie's hooks.", _INSTALL, _again(case))
    found = [_way(case, way) for way in ways]
    if len(ways) > 1 and all(each.state == OK for each in found):
        found.append(Finding(WARN, f"The hooks are registered {len(ways)} times"
                                   f" ({', '.join(way.name for way in ways)}); each event is still answered once.",
                             "Keep one: `reverie uninstall`, or `claude plugin uninstall reverie@reverie`."))
    return found + _off(case)


def _way(case: Case, way: Way) -> Finding:
    if not os.path.isfile(way.root + registration.RUN):
        mend = "Install the plugin again: `claude plugin install reverie@reverie`." if way.plugin else _INSTALL
        return Finding(BROKEN, f"{way.name} names hooks in {way.root or 'no folder'}, where there are none.", mend,
                       None if way.plugin else _again(case))
    wanted, there = Counter(registration.wanted(way.root)), Counter(way.hooks)
    missing = [event for event, _, _ in wanted - there]
    if missing:
        return Finding(BROKEN, f"{way.name} lacks hooks for {', '.join(dict.fromkeys(missing))}.", _INSTALL,
                       _again(case, way))
    twice = [event for event, _, _ in there - wanted]
    if twice:
        return Finding(WARN, f"{way.name} has more than one hook of ours for {', '.join(dict.fromkeys(twice))}.",
                       _INSTALL, _again(case, way))
    return Finding(OK, f"{way.name}: each event leads to {way.root}.")


def _again(case: Case, way: Way | None = None) -> functools.partial[str] | None:
    """Registering once more what is installed; nothing where nothing is, or where it is not our own entry."""
    if way and way.root != case.places.app or not os.path.isfile(case.places.app + registration.RUN):
        return None
    return functools.partial(install.register, case.places)


def _off(case: Case) -> list[Finding]:
    """Settings that keep the client from calling hooks at all."""
    here = [os.path.join(case.binding.checkout, ".claude", name) for name in ("settings.json", "settings.local.json")]
    found = []
    for path in (os.path.join(case.places.config, "settings.json"), *here, *_MANAGED):
        said = clientsettings.read(path).value
        if said.get("disableAllHooks") is True:
            found.append(Finding(BROKEN, f"`disableAllHooks` in {path} keeps the client from calling any hook.",
                                 "Take it out there."))
        elif path in _MANAGED and said.get("allowManagedHooksOnly") is True:
            found.append(Finding(BROKEN, f"`allowManagedHooksOnly` in {path} lets no hook of yours run.",
                                 "Ask whoever manages this machine."))
    if switched_off(case.env):
        found.append(Finding(WARN, "`REVERIE` is set to off here, so sessions started from here are left alone.",
                             "Unset it: `unset REVERIE`."))
    return found
