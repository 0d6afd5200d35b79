"""What an installation made, so that exactly that can be taken away: `install.json` in Reverie's home."""
from __future__ import annotations

import json
import os
from typing import Any, NamedTuple

from reverie import whole
from reverie.places import Places


class Receipt(NamedTuple):
    """`wrote` is the hash of the settings.json we left; `exact` says that what stood before may replace it whole."""

    version: str = ""
    wrote: str = ""
    exact: bool = False
    existed: bool = False
    link: str = ""
    made: tuple[str, ...] = ()


def load(places: Places) -> Receipt:
    """The receipt of the last installation; an empty one when there is none that can be read."""
    try:
        with open(path(places), encoding="utf-8") as file:
            value = json.load(file)
    except (OSError, ValueError):
        return Receipt()
    return _parsed(value) if isinstance(value, dict) else Receipt()


def save(places: Places, receipt: Receipt) -> None:
    """Write the receipt whole, unless that is what stands there."""
    if load(places) != receipt:
        whole.write(path(places), (json.dumps(receipt._asdict(), indent=2) + "\n").encode())


def remove(places: Places) -> bool:
    """Take the receipt away. False: there was none."""
    there = os.path.exists(path(places))
    if there:
        os.remove(path(places))
    return there


def path(places: Places) -> str:
    """Where the receipt lies."""
    return os.path.join(places.home, "install.json")


def _parsed(value: dict[str, Any]) -> Receipt:
    made = value.get("made")
    return Receipt(
        version=str(value.get("version", "")),
        wrote=str(value.get("wrote", "")),
        exact=value.get("exact") is True,
        existed=value.get("existed") is True,
        link=str(value.get("link", "")),
        made=tuple(map(str, made)) if isinstance(made, list) else (),
    )
