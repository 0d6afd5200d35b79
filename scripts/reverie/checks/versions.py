"""Whether one version is at work: the client may run another copy than the command line, each on the same state."""
from __future__ import annotations

from reverie import places
from reverie.checks import Case, Finding, ok, warn
from reverie.installing import registration


def check(case: Case) -> list[Finding]:
    """The version of each copy that the client runs, and of the one that is running now."""
    mine = registration.version(places.plugin())
    known = {way.root: registration.version(way.root) for way in registration.ways(case.places, case.binding.checkout)}
    others = {root: version for root, version in known.items() if version and version != mine}
    if not others:
        return ok(f"{mine} everywhere.")
    said = ", ".join(f"{version} in {root}" for root, version in others.items())
    return warn(f"Two versions are at work: this command is {mine} in {places.plugin()}, and there is {said}.",
                "Update the older one: `make install` or `reverie install`, or `claude plugin update reverie@reverie`.")
