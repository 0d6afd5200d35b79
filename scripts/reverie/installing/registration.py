"""How the client was told of our hooks: by settings.json, as a plugin, or both; and from which folder each runs them.

It only reads what the client keeps; where that cannot be read, nothing is registered that way.
"""
from __future__ import annotations

import json
import os
import shlex
from collections.abc import Iterator
from typing import Any, NamedTuple

from reverie import whole
from reverie.installing import clientsettings
from reverie.places import Places

RUN = "/hooks/run"
"""How the path of the program that each of our hooks starts ends."""
SETTINGS = "settings.json"


class Way(NamedTuple):
    """One way in which the client reaches us: `name` for a person, `root` the folder of the code, `hooks` as they
    stand: (event, matcher, command), in the order of the client's file.
    """

    name: str
    root: str
    hooks: tuple[tuple[str, str, str], ...]

    @property
    def plugin(self) -> bool:
        return self.name != SETTINGS


def ways(places: Places, checkout: str = "") -> list[Way]:
    """All ways in which our hooks are registered for this person, and in this project where one is named.

    Refused when settings.json is no JSON object.
    """
    settings = clientsettings.read(os.path.join(places.config, "settings.json")).value
    roots: dict[str, list[tuple[str, str, str]]] = {}
    for event, matcher, command in _commands(settings.get("hooks")):
        root = _root(command)
        if root == places.app or "reverie" in root.lower():
            roots.setdefault(root, []).append((event, matcher, command))
    named = [Way(SETTINGS, root, tuple(hooks)) for root, hooks in roots.items()]
    return [*named, *_plugins(places, settings, checkout)]


def wanted(root: str) -> tuple[tuple[str, str, str], ...]:
    """The hooks that the code in `root` asks for, as a client registers them; none where its list cannot be read."""
    said = _json(os.path.join(root, "hooks", "hooks.json")).get("hooks")
    return tuple((event, matcher, clientsettings.filled(command, root)) for event, matcher, command in _commands(said))


def version(root: str) -> str:
    """The version of the code in `root`; empty where there is none."""
    said = _json(os.path.join(root, "plugin.json")).get("version")
    return said if isinstance(said, str) else ""


def _plugins(places: Places, settings: dict[str, Any], checkout: str) -> Iterator[Way]:
    """A project may switch a plugin on or off for itself; the nearest word holds."""
    local = [_json(os.path.join(checkout, ".claude", name)) for name in ("settings.json", "settings.local.json")]
    enabled: dict[str, Any] = {}
    for said in [settings, *(local if checkout else ())]:
        chosen = said.get("enabledPlugins")
        enabled |= chosen if isinstance(chosen, dict) else {}
    for name, on in enabled.items():
        if name.startswith("reverie@") and on is True:
            root = _folder(places, settings, name)
            yield Way(f"plugin {name}", root, wanted(root))


def _folder(places: Places, settings: dict[str, Any], name: str) -> str:
    """From where the client runs the plugin: a marketplace that is a folder is read in place, else its own copy."""
    market = name.partition("@")[2]
    for known in (settings.get("extraKnownMarketplaces"), _json(_kept(places, "known_marketplaces.json"))):
        source = _at(known, market, "source")
        path = _at(source, "path")
        if _at(source, "source") == "directory" and isinstance(path, str):
            return path
    copies = _at(_json(_kept(places, "installed_plugins.json")), "plugins", name)
    paths = [_at(copy, "installPath") for copy in copies] if isinstance(copies, list) else []
    return next((path for path in reversed(paths) if isinstance(path, str)), "")


def _kept(places: Places, name: str) -> str:
    return os.path.join(places.config, "plugins", name)


def _commands(events: object) -> Iterator[tuple[str, str, str]]:
    """Event, matcher and command of each hook in an object as settings.json and hooks.json have it."""
    for event, groups in (events if isinstance(events, dict) else {}).items():
        for group in groups if isinstance(groups, list) else ():
            hooks = _at(group, "hooks")
            for hook in hooks if isinstance(hooks, list) else ():
                command = _at(hook, "command")
                if isinstance(command, str):
                    yield event, str(group.get("matcher") or ""), command


def _root(command: str) -> str:
    """The folder whose `hooks/run` the command starts; empty when it starts something else."""
    try:
        words = shlex.split(command)
    except ValueError:
        return ""
    return next((word.removesuffix(RUN) for word in words if word.endswith(RUN)), "")


def _at(value: object, *keys: str) -> Any:
    """What stands there, or None on the way to it."""
    for key in keys:
        value = value.get(key) if isinstance(value, dict) else None
    return value


def _json(path: str) -> dict[str, Any]:
    try:
        value = json.loads(whole.read(path) or b"{}")
    except (OSError, ValueError):
        return {}
    return value if isinstance(value, dict) else {}
