"""The client's settings.json: our hooks go in and come out, all else stays as its owner left it."""
from __future__ import annotations

import codecs
import json
import os
import re
import shlex
from typing import Any, NamedTuple

from reverie.errors import Refused

_ROOT = re.compile(r'"\$\{CLAUDE_PLUGIN_ROOT\}([\w./-]*)"|\$\{CLAUDE_PLUGIN_ROOT\}')


class SettingsFile(NamedTuple):
    """settings.json as it stands: `path` is where its link leads, `raw` is None when there is no file."""

    path: str
    raw: bytes | None
    value: dict[str, Any]


def filled(text: str, app: str) -> str:
    """`text` with the plugin's root named, safe for a shell whatever the folder is called."""
    return _ROOT.sub(lambda match: shlex.quote(app) + (match[1] or ""), text)


def settings_with_hooks(settings: dict[str, Any], app: str, events: dict[str, Any]) -> dict[str, Any]:
    """`settings` in which our hooks stand once each, as `events` (the plugin's hooks.json) has them."""
    hooks = settings.get("hooks", {})
    if not isinstance(hooks, dict):
        raise Refused("The `hooks` in settings.json are not an object, so no hook can be added.")
    merged = {}
    for event in dict.fromkeys([*hooks, *events]):
        groups = _merged(event, hooks.get(event, []), app, events.get(event, []))
        if groups or event in hooks and not hooks[event]:
            merged[event] = groups
    return {**settings, "hooks": merged}


def settings_without_hooks(settings: dict[str, Any], app: str) -> dict[str, Any]:
    """`settings` without our hooks, and without the lists and objects that only held them."""
    hooks = settings.get("hooks")
    if not isinstance(hooks, dict):
        return settings
    left = {}
    for event, groups in hooks.items():
        kept = _others(groups, app) if isinstance(groups, list) else groups
        if kept or not groups:
            left[event] = kept
    if left or not hooks:
        return {**settings, "hooks": left}
    return {key: value for key, value in settings.items() if key != "hooks"}


def read(path: str) -> SettingsFile:
    """settings.json, or nothing where there is none; refused when it is not a JSON object."""
    real = os.path.realpath(path)
    if not os.path.exists(real):
        return SettingsFile(real, None, {})
    with open(real, "rb") as file:
        raw = file.read()
    try:
        value = json.loads(raw.decode("utf-8-sig").strip() or "{}", parse_constant=_no_constant)
    except (ValueError, RecursionError) as error:
        raise Refused(f"{path} is not valid JSON ({error}); it was left alone.") from error
    if not isinstance(value, dict):
        raise Refused(f"{path} does not hold a JSON object; it was left alone.")
    return SettingsFile(real, raw, value)


def dump(value: dict[str, Any], like: bytes | None) -> bytes:
    """`value` as JSON, laid out like `like`: indent, line ends, escapes, byte order mark, last newline."""
    text = (like or b"").decode("utf-8-sig")
    body = text.strip()
    step = re.search(r'^[ \t]+(?=")', text, re.MULTILINE)
    indent = step[0] if step else None if len(body) > 2 and "\n" not in body else "  "
    made = json.dumps(value, indent=indent, ensure_ascii=_escapes(text), allow_nan=False)
    made += text[len(text.rstrip()):] if body else "\n"
    made = re.sub(r"\r?\n", "\r\n", made) if "\r\n" in text else made
    return (codecs.BOM_UTF8 if (like or b"").startswith(codecs.BOM_UTF8) else b"") + made.encode()


def _escapes(text: str) -> bool:
    """Whether its owner writes letters as escapes; half of a pair has no other form."""
    return bool(re.search(r"\\u(?!00[01])" if text.isascii() else r"\\u[dD][89a-fA-F]", text))


def _merged(event: str, have: object, app: str, wanted: list[dict[str, Any]]) -> object:
    if not isinstance(have, list):
        if wanted:
            raise Refused(f"The `{event}` hooks in settings.json are not a list, so no hook can be added.")
        return have
    ours = [{**group, "hooks": [_hook(hook, app) for hook in group["hooks"]]} for group in wanted]
    if [group for group in have if _others([group], app) != [group]] == ours:
        return have
    return _others(have, app) + ours


def _hook(hook: dict[str, Any], app: str) -> dict[str, Any]:
    return {**hook, "command": filled(hook["command"], app)}


def _others(groups: list[Any], app: str) -> list[Any]:
    kept = []
    for group in groups:
        hooks = group.get("hooks") if isinstance(group, dict) else None
        left = [hook for hook in hooks if not _ours(hook, app)] if isinstance(hooks, list) else hooks
        if left == hooks:
            kept.append(group)
        elif left:
            kept.append({**group, "hooks": left})
    return kept


def _ours(hook: object, app: str) -> bool:
    command = hook.get("command") if isinstance(hook, dict) else None
    if not isinstance(command, str):
        return False
    try:
        return any(word.startswith(f"{app}/hooks/") for word in shlex.split(command))
    except ValueError:
        return False


def _no_constant(name: str) -> None:
    raise ValueError(f"{name} is not JSON")
