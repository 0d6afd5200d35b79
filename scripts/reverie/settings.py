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
_NUMBERS = {
    "timeout": (1, 600), "calls_per_day": (0, 100_000), "tokens_per_day": (0, 1_000_000_000), "interval": (0, 86_400),
    "sessions_mb": (1, 10_000), "dream_hours": (1, 10_000), "dream_sessions": (0, 10_000),
}
_CHOICES = {"polluted": ("review", "keep", "skip"), "context": ("delta", "fork"),
            "recall": ("none", "lexical", "model")}
_SWITCHES = ("use", "summaries", "sessions", "citations", "dream")
_WORDS = ("model", "command", "script")


class Settings:
    """Every choice with its default. `faults` holds a sentence for each line that was passed over."""

    __slots__ = ("use", "backend", "model", "command", "script", "timeout", "calls_per_day", "tokens_per_day",
                 "interval", "polluted", "context", "summaries", "sessions", "sessions_mb", "recall", "citations",
                 "dream", "dream_hours", "dream_sessions", "faults")

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
        self.calls_per_day = 60
        """Calls of a model in one day, in all projects together; 0 asks none."""
        self.tokens_per_day = 400_000
        """Tokens in and out in one day, as far as the backend tells them."""
        self.interval = 60
        """Seconds between two calls of a model for the same session; what is said meanwhile waits for the next."""
        self.polluted = "review"
        """An instruction-like memory from a session that outside text entered: review, keep, or skip it."""
        self.context = "delta"
        """What the claude backend is shown: `delta` only the new turns, `fork` the whole session as a cached prefix."""
        self.summaries = True
        """Summarise finished sessions and offer the last one in a line at the next start."""
        self.sessions = True
        """Make what was said in past sessions searchable; `off` drops what is there."""
        self.sessions_mb = 100
        """Megabytes of text that is searchable, in all projects together; the oldest goes first."""
        self.recall = "lexical"
        """How memories come to a prompt: `none`, `lexical` (shared words), or `model`: a backend's choice besides."""
        self.citations = False
        """Ask the agent to name the memories its answer rests on, as `[memory: name]`."""
        self.dream = True
        """Tidy a store by itself, between sessions; `reverie dream` does it whenever it is asked to."""
        self.dream_hours = 24
        """Hours that have to pass between two dreams of the same store."""
        self.dream_sessions = 5
        """Sessions of the project that have to have begun since its last dream."""
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
    for name, key in (("REVERIE_BACKEND", "backend"), ("REVERIE_MODEL", "model")):
        if env.get(name):
            _set(settings, name, key, env[name])
    return settings


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
    if key in _SWITCHES and value.lower() in _YES + _NO:
        setattr(settings, key, value.lower() in _YES)
    elif key == "backend" and (value in BACKENDS or value.startswith("scripted:")):
        settings.backend, _, script = value.partition(":")
        settings.script = os.path.expanduser(script) or settings.script
    elif key in _NUMBERS and _number(key, value):
        setattr(settings, key, int(value))
    elif key in _CHOICES and value in _CHOICES[key] or key in _WORDS and value:
        setattr(settings, key, value)
    elif key in Settings.__slots__ and key != "faults":
        settings.faults.append(f"{where}: {value!r} is no value for {key}")
    else:
        settings.faults.append(f"{where}: there is no setting {key!r}")


def _number(key: str, value: str) -> bool:
    least, most = _NUMBERS[key]
    return value.isascii() and value.isdigit() and len(value) < 12 and least <= int(value) <= most
