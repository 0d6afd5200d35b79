"""The client's own auto memory: whether it is on for a project, and which folder it uses.

The rules were read off the client by experiment; the nearer setting wins: policy, local, project, user.
"""
from __future__ import annotations

import os

from reverie import wire

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

    from reverie.places import Places

_YES = ("1", "true", "yes", "on")
_NO = ("0", "false", "no", "off")
_POLICY = ("/etc/claude-code/managed-settings.json", "/Library/Application Support/ClaudeCode/managed-settings.json")


def layers(launch: str, places: Places) -> list[dict[str, object]]:
    """The client's settings for a session launched in `launch`, the strongest first; a broken file counts as empty."""
    folder = os.path.join(launch, ".claude")
    files = [*_POLICY, os.path.join(folder, "settings.local.json"), os.path.join(folder, "settings.json"),
             os.path.join(places.config, "settings.json")]
    return [settings for settings in map(_settings, files) if settings]


def enabled(env: Mapping[str, str], settings: list[dict[str, object]]) -> bool:
    """Whether the client injects the index and teaches the model to save."""
    switch = env.get("CLAUDE_CODE_DISABLE_AUTO_MEMORY", "").lower()
    if switch in _YES:
        return False
    if env.get("CLAUDE_CODE_SIMPLE") or env.get("CLAUDE_CODE_SAFE_MODE"):
        return False
    if switch in _NO:
        return True
    if env.get("CLAUDE_CODE_REMOTE") and not env.get("CLAUDE_CODE_REMOTE_MEMORY_DIR"):
        return False
    return _first(settings, "autoMemoryEnabled") is not False


def folder(env: Mapping[str, str], settings: list[dict[str, object]], encoded: str, places: Places) -> str:
    """The folder of this project's memories, which need not exist yet."""
    whole = env.get("CLAUDE_COWORK_MEMORY_PATH_OVERRIDE", "")
    if whole:
        return whole
    for layer in settings:
        named = layer.get("autoMemoryDirectory")
        if isinstance(named, str):
            path = os.path.expanduser(named) if named.startswith("~/") else named
            if os.path.isabs(path) and len(path) > 3:
                return os.path.normpath(path)
    remote = env.get("CLAUDE_CODE_REMOTE_MEMORY_DIR")
    base = os.path.join(remote, "projects") if remote else places.projects
    return os.path.join(base, encoded, "memory")


def _settings(path: str) -> dict[str, object]:
    try:
        with open(path, encoding="utf-8-sig") as file:
            settings = wire.loads(file.read())
    except (OSError, ValueError):
        return {}
    return settings if isinstance(settings, dict) else {}


def _first(settings: list[dict[str, object]], key: str) -> object:
    return next((layer[key] for layer in settings if key in layer), None)
