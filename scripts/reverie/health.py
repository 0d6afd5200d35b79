"""Whether Reverie works in a project, in one sentence: what it keeps here, or the first thing that is in its way.

It asks those links of `reverie doctor` that cost nothing, and changes nothing.
"""
from __future__ import annotations

import datetime
import time
from collections.abc import Iterator, Sequence

from reverie import doctor, layers, models, places
from reverie.checks import BROKEN, WARN, Case, Finding, tried
from reverie.house import House
from reverie.installing import registration, venv
from reverie.session import Binding
from reverie.stock import Stock

_SAID = {layers.PROJECT: "{} of this project", layers.TEAM: "{} of the team's", layers.PERSON: "{} of yours"}


def told(house: House, binding: Binding, stock: Sequence[Stock]) -> tuple[bool, str]:
    """Whether it works here, and the sentence on that, with the command that mends what does not."""
    found = list(_wrong(house, binding))
    wrong = next((each for each in found if each.state == BROKEN), found[0] if found else None)
    if wrong:
        how = "does not work here" if wrong.state == BROKEN else "works here only in part"
        return wrong.state != BROKEN, f"Reverie {how}: {wrong.says} {wrong.mend}".strip()
    first, *rest = [_SAID[each.layer].format(each.memories) for each in stock]
    count, _, whose = first.partition(" ")
    memories = f"{count} {'memory' if count == '1' else 'memories'} {whose}"
    return True, f"Reverie works here: {', '.join([memories, *rest])}{_saved(house.now, stock)}."


def registered(house: House, binding: Binding) -> list[str]:
    """The ways in which the client was told of our hooks."""
    return [way.name for way in registration.ways(house.places, binding.checkout)]


def packages(house: House, binding: Binding) -> bool:
    """Whether each copy of the code that the client runs has its packages."""
    roots = {way.root for way in registration.ways(house.places, binding.checkout)} or {places.plugin()}
    return all(venv.ready(house.places, root) for root in roots)


def _wrong(house: House, binding: Binding) -> Iterator[Finding]:
    """What does not work, or only in part, in the order in which one would mend it."""
    chosen = house.means.settings
    case = Case(house.places, house.means.env, binding, chosen, house.now.timestamp())
    if places.switched_off(house.means.env):
        yield Finding(BROKEN, "`REVERIE` is set to off.", "Unset it: `unset REVERIE`.")
    yield from _broken(case, "hooks")
    if not packages(house, binding):
        yield Finding(BROKEN, "The worker's packages are not there.",
                      "The next session fetches them, or do it now: `reverie doctor --fix`.")
    yield from _broken(case, "home")
    for store in layers.written(binding.store, house.places):
        try:
            tried(store)
        except OSError as error:
            yield Finding(BROKEN, f"Nothing can be written to {store}: {error.strerror}.",
                          "Make that folder yours and writable.")
    for each in doctor.examined(case, links=("fired", "money")):
        if each.finding.state in (WARN, BROKEN):
            yield each.finding
    if not chosen.use:
        yield Finding(WARN, "by your settings nothing is shown to the model (`use: false`).", "")
    if models.chosen(house.means) == "off":
        yield Finding(WARN, "by your settings nothing is extracted (`backend: off`).", "")


def _broken(case: Case, link: str) -> Iterator[Finding]:
    return (each.finding for each in doctor.examined(case, links=(link,)) if each.finding.state == BROKEN)


def _saved(now: datetime.datetime, stock: Sequence[Stock]) -> str:
    """When a memory was written last, as a person says it."""
    at = max(each.saved for each in stock)
    if not at:
        return ""
    days = (now.date() - datetime.date.fromtimestamp(at)).days
    day = {0: "today", 1: "yesterday"}.get(days, time.strftime("%Y-%m-%d", time.localtime(at)))
    return f"; last saved {day} {time.strftime('%H:%M', time.localtime(at))}"
