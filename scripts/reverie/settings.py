"""What a person may set: a variable goes before `config.yaml`, one `key: value` a line, and that before the plugin's
own options; else the default stands.

Read by hooks, so by the standard library alone. What makes no sense is named with its line or variable and passed over.
`options` has the words for each setting.
"""
from __future__ import annotations

import os

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from reverie.places import Places

BACKENDS = ("auto", "offline", "claude", "anthropic", "command", "scripted", "off")
SWITCHES = ("use", "generate", "summaries", "sessions", "citations", "dream")
CHOICES = {"notify": ("off", "news", "all"), "recall": ("none", "lexical", "model"), "context": ("delta", "fork"),
           "polluted": ("review", "keep", "skip"), "store": ("native", "local"), "team_sync": ("manual", "auto"),
           "sync": ("off", "auto")}
NUMBERS = {
    "timeout": (1, 600), "calls_per_day": (0, 100_000), "tokens_per_day": (0, 1_000_000_000), "interval": (0, 86_400),
    "sessions_mb": (1, 10_000), "dream_hours": (1, 10_000), "dream_sessions": (0, 10_000),
}
"""The least and the most that each may be."""
WORDS = ("model", "command", "script")
"""What may be any text."""
KEYS = ("use", "generate", "notify", "backend", "model", "command", "script", "timeout", "calls_per_day",
        "tokens_per_day", "interval", "context", "polluted", "recall", "citations", "summaries", "sessions",
        "sessions_mb", "dream", "dream_hours", "dream_sessions", "store", "team_sync", "sync")
"""Every setting, those that matter most first."""
PLUGIN = ("backend", "model", "use", "generate", "notify", "dream")
"""The settings that are options of the plugin as well: `userConfig` in its manifest."""
VARIABLE, OPTION = "REVERIE_", "CLAUDE_PLUGIN_OPTION_"
"""What the variable of a setting begins with, and the one in which the client passes on an option of the plugin."""
_YES = ("true", "yes", "on", "1")
_NO = ("false", "no", "off", "0")


class Settings:
    """Every choice with its default. `faults` holds a sentence for each line or variable that was passed over,
    `origins` where each choice comes from that is not the default: a line, a variable, or an option of the plugin.
    """

    __slots__ = (*KEYS, "faults", "origins")

    def __init__(self) -> None:
        self.use = True
        """Inject and recall. `REVERIE=off` switches everything off, this only the reading."""
        self.generate = True
        """Write by itself: extraction, lessons, drafts of skills, dreams; what is asked for is done all the same."""
        self.notify = "news"
        """What is said of it: `off` failures alone, `news` what was saved and tidied, `all` each thing at once."""
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
        self.store = "native"
        """Where a project's memories lie: `native` with the client's own, `local` in the project, hidden from git."""
        self.team_sync = "manual"
        """Bring the team's memory in step with the remote: `manual` when asked to, `auto` as sessions start."""
        self.sync = "off"
        """Bring the person's stores in step with their private remote: `off` when asked to, `auto` by itself."""
        self.faults: list[str] = []
        self.origins: dict[str, str] = {}


def load(places: Places, env: Mapping[str, str]) -> Settings:
    """The settings of this person; a missing or unreadable file leaves the defaults."""
    settings = Settings()
    for key in PLUGIN:
        _said(settings, env.get(OPTION + key.upper()), f"plugin option {key}", key)
    read(settings, lines(places))
    for key in KEYS:
        name = VARIABLE + key.upper()
        _said(settings, env.get(name), name, key)
    return settings


def lines(places: Places) -> list[str]:
    """The lines of `config.yaml`; none where it cannot be read."""
    try:
        with open(places.settings, encoding="utf-8-sig", errors="replace") as file:
            return file.read().split("\n")
    except OSError:
        return []


def read(settings: Settings, rows: Iterable[str]) -> None:
    """Take over what the lines say; one that makes no sense is a fault."""
    for number, row in enumerate(rows, 1):
        said = pair(row)
        if said is None:
            settings.faults.append(f"config.yaml line {number} is not `key: value`")
        elif said[0]:
            put(settings, f"config.yaml line {number}", *said)


def pair(row: str) -> tuple[str, str] | None:
    """The key and the value of a line: both empty where it says nothing, None where it makes no sense."""
    text = row.strip()
    if not text or text.startswith("#"):
        return "", ""
    key, colon, value = text.partition(":")
    # A person may well write `team.sync`.
    return (key.strip().replace(".", "_"), _value(value.strip())) if colon and key.strip() else None


def put(settings: Settings, where: str, key: str, value: str) -> None:
    """Set it, as `where` says, or leave a fault and what was there."""
    if key in SWITCHES and value.lower() in _YES + _NO:
        setattr(settings, key, value.lower() in _YES)
    elif key == "backend" and (value in BACKENDS or value.startswith("scripted:")):
        settings.backend, _, script = value.partition(":")
        if script:
            put(settings, where, "script", script)
    elif key in NUMBERS and _number(key, value):
        setattr(settings, key, int(value))
    elif key in WORDS and value:
        setattr(settings, key, os.path.expanduser(value) if key == "script" else value)
    elif key in CHOICES and value in CHOICES[key]:
        setattr(settings, key, value)
    else:
        settings.faults.append(f"{where}: {value!r} is no value for {key}" if key in KEYS
                               else f"{where}: there is no setting {key!r}")
        return
    settings.origins[key] = where


def _said(settings: Settings, value: str | None, where: str, key: str) -> None:
    """A variable that is empty says nothing."""
    if value:
        put(settings, where, key, value)


def _value(text: str) -> str:
    """A value as it is meant: what stands between its quotes, else all up to a comment."""
    inside, closed, rest = text[1:].partition(text[:1]) if text[:1] in ("'", '"') else ("", "", "")
    if closed and (not rest or rest[0].isspace() and rest.lstrip()[:1] in ("", "#")):
        return inside
    return f" {text}".split(" #", 1)[0].strip()


def _number(key: str, value: str) -> bool:
    least, most = NUMBERS[key]
    return value.isascii() and value.isdigit() and len(value) < 12 and least <= int(value) <= most
