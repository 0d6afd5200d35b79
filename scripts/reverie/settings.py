"""What a person may set: `config.yaml`, one `key: value` a line, and variables of the environment above it.

Read by hooks, so by the standard library alone. A line or value that makes no sense is named with its number and the
default stands.
"""
from __future__ import annotations

import os

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

    from reverie.places import Places

BACKENDS = ("auto", "offline", "claude", "anthropic", "command", "scripted", "off")
_YES = ("true", "yes", "on", "1")
_NO = ("false", "no", "off", "0")


class Settings:
    """Every choice with its default. `faults` holds a sentence for each line that was passed over."""

    __slots__ = ("use", "backend", "model", "command", "script", "timeout", "faults")

    def __init__(self) -> None:
        self.use = True
        """Inject and recall. `REVERIE=off` switches everything off, this only the reading."""
        self.backend = "auto"
        """Who extracts: one of `BACKENDS`; `off` extracts nothing and leaves reading on."""
        self.model = "haiku"
        """The model the claude and anthropic backends ask."""
        self.command = ""
        """The program of the command backend, with its arguments; prompt on stdin, JSON on stdout."""
        self.script = ""
        """The file of the scripted backend: one answer a line."""
        self.timeout = 120
        """Seconds a backend may take for one answer."""
        self.faults: list[str] = []


def load(places: Places, env: Mapping[str, str]) -> Settings:
    """The settings of this person; a missing or unreadable file leaves the defaults."""
    settings = Settings()
    try:
        with open(places.settings, encoding="utf-8-sig", errors="replace") as file:
            lines = file.read().splitlines()
    except OSError:
        lines = []
    for number, line in enumerate(lines, 1):
        _line(settings, number, line)
    if env.get("REVERIE_BACKEND"):
        _set(settings, "REVERIE_BACKEND", "backend", env["REVERIE_BACKEND"])
    if env.get("REVERIE_MODEL"):
        settings.model = env["REVERIE_MODEL"]
    return settings


def switched_off(env: Mapping[str, str]) -> bool:
    """Whether this session is to be left alone altogether: `REVERIE=off`."""
    return env.get("REVERIE", "").lower() in _NO


def _line(settings: Settings, number: int, line: str) -> None:
    text = line.split(" #", 1)[0].strip()
    if not text or text.startswith("#"):
        return
    key, colon, value = text.partition(":")
    if not colon:
        settings.faults.append(f"config.yaml line {number} is not `key: value`")
        return
    _set(settings, f"config.yaml line {number}", key.strip(), value.strip().strip("\"'"))


def _set(settings: Settings, where: str, key: str, value: str) -> None:
    if key == "use" and value.lower() in _YES + _NO:
        settings.use = value.lower() in _YES
    elif key == "backend" and (value in BACKENDS or value.startswith("scripted:")):
        settings.backend, _, script = value.partition(":")
        settings.script = os.path.expanduser(script) or settings.script
    elif key == "timeout" and value.isascii() and value.isdigit() and 0 < int(value) <= 600:
        settings.timeout = int(value)
    elif key in ("model", "command") and value:
        setattr(settings, key, value)
    elif key in ("use", "backend", "timeout", "model", "command"):
        settings.faults.append(f"{where}: {value!r} is no value for {key}")
    else:
        settings.faults.append(f"{where}: there is no setting {key!r}")
