"""Installing and taking away: code, packages, skills, the command, and last of all the hooks that use them."""
from __future__ import annotations

import hashlib
import json
import os
import re
import shlex
import sys
from collections.abc import Mapping
from contextlib import suppress
from typing import Any

from reverie import configfile, ledger, whole
from reverie.errors import Refused
from reverie.installing import clientsettings, clientskills, copies, receipt, registration, venv
from reverie.installing.clientsettings import SettingsFile
from reverie.installing.receipt import Receipt
from reverie.places import Places

PARTS = (
    "plugin.json", ".claude-plugin", "bin", "hooks", "scripts", "skills", "requirements.txt", "LICENSE", "README.md",
)
"""What of the plugin's folder is copied: all it needs to run, and its papers."""

NEXT = "Start a new session of the client; `reverie status` tells whether Reverie works there."
"""What whoever installed it does then."""
_SAME = " (already up to date)"


def install(
    places: Places, source: str, env: Mapping[str, str] = os.environ, build: venv.Build | None = None
) -> list[str]:
    """Install the plugin in `source` for one person; what was done, one sentence each. Refused before any change."""
    events = _events(source)
    _check(places, events)
    old = receipt.load(places)
    missing = _missing(places, env)
    done = old._replace(made=tuple(sorted({*old.made, *missing})))
    receipt.save(places, done)
    for folder in missing:
        os.makedirs(folder, 0o700, exist_ok=True)
    python = venv.prepare(places, source, sys.executable, build)
    lines = [f"Worker's packages: {os.path.dirname(os.path.dirname(python))}"]
    copied = not _same(source, places.app) and copies.put(places.app, copies.read(source, PARTS))
    lines.append(f"Code: {places.app}{'' if copied else _SAME}")
    changed, taken = clientskills.put(_skills(places), os.path.join(source, "skills"), places.app)
    lines.append(f"Skills: {_skills(places)}{'' if changed else _SAME}")
    lines += [f"The skill `{name}` there is not Reverie's and was left alone." for name in taken]
    configfile.begin(places)
    _write(_launcher(places), _script(python, places))
    os.chmod(_launcher(places), 0o755)
    link = _link(places, env)
    lines.append(f"Command: {link}" if link else f"Command: {_launcher(places)} (no shell finds it there by itself:"
                 f" type the whole path, or `ln -s {shlex.quote(_launcher(places))}` into a folder of your PATH)")
    lines += [f"The plugin {name} is enabled as well: of each event one of the two answers, never both."
              for name in _plugins(places)]
    return [*lines, _hooks_in(places, events, done._replace(version=_version(source), link=link))]


def uninstall(places: Places, env: Mapping[str, str] = os.environ) -> list[str]:
    """Take away exactly what `install` made, even when it was cut short; what was done, one sentence each."""
    client = clientsettings.read(_settings(places))
    done, backup = receipt.load(places), _backup(places)
    gone = [f"Hooks: taken out of {_settings(places)}"] if _hooks_out(places, client, done) else []
    skills = clientskills.remove(_skills(places))
    gone += [f"Skills: {', '.join(skills)}"] if skills else []
    for link in dict.fromkeys([done.link, _link_path(env)]):
        if _ours(link, places):
            os.remove(link)
            gone.append(f"Command: {link}")
    copies.remove(os.path.dirname(_launcher(places)))
    gone += [f"Code: {places.app}"] if copies.remove(places.app) else []
    gone += [f"Worker's packages: {places.venv}"] if venv.remove(places) else []
    copies.remove(os.path.join(places.home, "pycache"))
    with suppress(FileNotFoundError):
        os.remove(places.python)
    if configfile.untouched(places):
        os.remove(places.settings)
    receipt.remove(places)
    for path in (client.path, backup, receipt.path(places), places.settings):
        _sweep(path)
    for folder in (*reversed(done.made), places.home):
        with suppress(OSError):
            os.rmdir(folder)
    return [
        *([f"Gone. {line}" for line in gone] or ["Nothing of Reverie was installed."]),
        f"Your memories and Reverie's own settings stay: {places.projects}/*/memory and {places.home}",
    ]


def register(places: Places) -> str:
    """Register the hooks of the installed code once more, without those of a folder that is gone; what was done."""
    events = _events(places.app)
    _check(places, events)
    client = clientsettings.read(_settings(places))
    left = client.value
    for way in registration.ways(places):
        if not way.plugin and not os.path.exists(way.root + registration.RUN):
            left = clientsettings.settings_without_hooks(left, way.root)
    if left != client.value:
        _write(client.path, clientsettings.dump(left, client.raw), client.raw)
    return _hooks_in(places, events, receipt.load(places))


def _check(places: Places, events: dict[str, Any]) -> None:
    """Refuse what would stop us half-way, or would put an older version in place, while nothing is changed yet."""
    if ledger.newer(places):
        raise Refused(f"{places.ledger} was written by a newer Reverie; install that one again. Nothing was changed.")
    client = clientsettings.read(_settings(places))
    clientsettings.settings_with_hooks(client.value, places.app, events)
    if any("\ud800" <= letter <= "\udfff" for letter in places.app):
        raise Refused("The folder's name is not UTF-8, so settings.json cannot hold it.")


def _plugins(places: Places) -> list[str]:
    """The names under which the client has Reverie enabled as a plugin too."""
    enabled = clientsettings.read(_settings(places)).value.get("enabledPlugins")
    known = enabled if isinstance(enabled, dict) else {}
    return [name for name, on in known.items() if name.startswith("reverie@") and on is True]


def _hooks_in(places: Places, events: dict[str, Any], done: Receipt) -> str:
    """The last step: from here on the client calls us. The receipt is written first, so that it can be undone."""
    path = _settings(places)
    client = clientsettings.read(path)
    merged = clientsettings.settings_with_hooks(client.value, places.app, events)
    if merged == client.value:
        receipt.save(places, done)
        return f"Hooks: {path}{_SAME}"
    data = clientsettings.dump(merged, client.raw)
    if clientsettings.settings_without_hooks(client.value, places.app) == client.value:
        _back_up(places, client.raw)
        done = done._replace(exact=True, existed=client.raw is not None)
    else:
        done = done._replace(exact=done.exact and _hash(client.raw) == done.wrote)
    receipt.save(places, done._replace(wrote=_hash(data)))
    _write(client.path, data, client.raw)
    return f"Hooks: {path}"


def _hooks_out(places: Places, client: SettingsFile, done: Receipt) -> bool:
    backup = _backup(places)
    left = clientsettings.settings_without_hooks(client.value, places.app)
    ours = left != client.value
    untouched = done.exact and _hash(client.raw) == done.wrote and os.path.exists(backup) == done.existed
    if ours and (untouched or not left) and not done.existed and done.exact:
        os.remove(client.path)
    elif ours and untouched:
        _write(client.path, whole.read(backup) or b"", client.raw)
    elif ours:
        _write(client.path, clientsettings.dump(left, client.raw), client.raw)
    with suppress(FileNotFoundError):
        os.remove(backup)
    return ours


def _back_up(places: Places, raw: bytes | None) -> None:
    if raw is not None:
        _write(_backup(places), raw)
        return
    with suppress(FileNotFoundError):
        os.remove(_backup(places))


def _events(source: str) -> dict[str, Any]:
    with open(os.path.join(source, "hooks", "hooks.json"), encoding="utf-8") as file:
        events: dict[str, Any] = json.load(file)["hooks"]
    return events


def _version(source: str) -> str:
    with open(os.path.join(source, "plugin.json"), encoding="utf-8") as file:
        return str(json.load(file)["version"])


def _missing(places: Places, env: Mapping[str, str]) -> list[str]:
    """The folders we need that are not there, outermost first: they go again with us."""
    missing = {places.home}
    own = [os.path.dirname(_link_path(env))] if _searched(env) else []
    for wanted in (os.path.dirname(_launcher(places)), _skills(places), *own):
        while not os.path.isdir(wanted):
            missing.add(wanted)
            wanted = os.path.dirname(wanted)
    return sorted(missing)


def _script(python: str, places: Places) -> bytes:
    words = venv.command(python, places, places.app)
    return f'#!/bin/sh\nexec {shlex.join(words)} "$@"\n'.encode()


def _link(places: Places, env: Mapping[str, str]) -> str:
    """The command's link in `~/.local/bin`, made if that is where this person's commands are; else nothing."""
    link = _link_path(env)
    if _searched(env) and not os.path.lexists(link):
        os.symlink(_launcher(places), link)
    return link if _ours(link, places) else ""


def _searched(env: Mapping[str, str]) -> bool:
    """Whether a shell of this person looks into `~/.local/bin`."""
    folders = map(os.path.abspath, filter(None, env.get("PATH", "").split(os.pathsep)))
    return os.path.dirname(_link_path(env)) in folders


def _link_path(env: Mapping[str, str]) -> str:
    return os.path.join(env.get("HOME") or os.path.expanduser("~"), ".local", "bin", "reverie")


def _ours(link: str, places: Places) -> bool:
    return os.path.islink(link) and os.readlink(link) == _launcher(places)


def _write(path: str, data: bytes, over: bytes | None = None) -> None:
    try:
        if whole.read(path) != data:
            whole.write(path, data, over=over)
    except whole.Changed as error:
        raise Refused(f"{error}; run the same command again.") from error


def _sweep(path: str) -> None:
    """Remove what a write of `path` that was cut short left beside it."""
    folder, name = os.path.split(path)
    part = re.compile(rf"\.{re.escape(name)}\.\d+-[0-9a-f]{{6}}\.tmp")
    for other in os.listdir(folder) if os.path.isdir(folder) else ():
        if part.fullmatch(other):
            os.remove(os.path.join(folder, other))


def _same(one: str, other: str) -> bool:
    return os.path.isdir(other) and os.path.samefile(one, other)


def _hash(data: bytes | None) -> str:
    return "" if data is None else hashlib.sha256(data).hexdigest()


def _settings(places: Places) -> str:
    return os.path.join(places.config, "settings.json")


def _backup(places: Places) -> str:
    return os.path.join(places.config, "settings.json.before-reverie")


def _skills(places: Places) -> str:
    return os.path.join(places.config, "skills")


def _launcher(places: Places) -> str:
    return os.path.join(places.home, "bin", "reverie")
