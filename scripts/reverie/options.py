"""Each setting in words: what it does and what it may be. `config.yaml`, the docs and `reverie config` are made of it.

Nobody who answers a hook comes here. A process that the client did not start as a plugin's hook does not see the
plugin's options in its environment: it finds them in the client's settings.
"""
from __future__ import annotations

import json
import os
import textwrap
from collections.abc import Mapping

from reverie import settings
from reverie.places import Places
from reverie.settings import OPTION, PLUGIN, Settings

WORDS = {
    "use": "inject and recall; `false` stops the reading and leaves the writing on",
    "generate": "write by itself: extraction, lessons, drafts of skills, dreams; `false` stops that and leaves the"
                " reading and what you ask for on",
    "notify": "what you are told of it, in one line: `off` only what failed, `news` what was saved and tidied,"
              " `all` also what was said again, what waits for your yes, and that there was nothing to keep",
    "backend": "who extracts: `auto` is `claude` if that program is found, else `anthropic` if a key is set, else"
               " `offline`; `off` extracts nothing",
    "model": "the model of `claude` and `anthropic`",
    "command": "the program of `command`, with its arguments: prompt on standard input, JSON back",
    "script": "the file of answers of `scripted`, one a line",
    "timeout": "seconds a backend may take for one answer",
    "calls_per_day": "calls of a model in one day, in all projects together",
    "tokens_per_day": "tokens in and out in one day, as far as the backend tells them",
    "interval": "seconds between two calls for the same session; what is said meanwhile waits for the next",
    "context": "what the `claude` backend is shown: `delta` only the new turns, `fork` the whole session as a shared"
               " cached prefix",
    "polluted": "what becomes of a memory that reads like an instruction, when the session had read from the web or an"
                " MCP server: it waits for your yes, is kept, or is skipped",
    "recall": "how memories come to a prompt: `none` come, `lexical` those that share telling words with it, `model`"
              " besides those that the backend names",
    "citations": "ask the agent to name the memories its answer rests on, as `[memory: name]`; each citation counts as"
                 " a use",
    "summaries": "summarise finished sessions and offer the last one in a line at the next start",
    "sessions": "make what was said in past sessions searchable; `false` stops that and drops what there is",
    "sessions_mb": "megabytes of text that stay searchable, in all projects together; the oldest goes first",
    "dream": "tidy a project's memories by itself, between sessions; `false` leaves that to `reverie dream`",
    "dream_hours": "hours between two dreams over the same memories",
    "dream_sessions": "sessions of the project that have to have begun since its last dream",
    "store": "where a project's memories lie: `native` in the folder of the client's own memory, `local` in the"
             " project's `.reverie/memory/`, hidden from git",
    "team_sync": "`auto`: what `reverie team sync` does is done as sessions start, where the team's memory is on",
    "sync": "`auto`: what `reverie sync` does is done in the background, every 15 minutes at most",
}
"""One sentence for each setting, without its end."""
_HEAD = """\
# Reverie's settings. To change one, take the # from its line, or say `reverie config set KEY VALUE`.
# `reverie config` shows what holds now and where it comes from. A variable REVERIE_<KEY> goes before this file.
"""


def allowed(key: str) -> str:
    """What the setting may be, in words."""
    if key in settings.SWITCHES:
        return "true or false"
    if key in settings.NUMBERS:
        least, most = settings.NUMBERS[key]
        return f"a whole number from {least} to {most}"
    if key == "backend":
        return ", ".join(settings.BACKENDS[:-1]) + f" or {settings.BACKENDS[-1]}"
    if key in settings.CHOICES:
        *others, last = settings.CHOICES[key]
        return f"{', '.join(others)} or {last}"
    return "any text in one line"


def shown(value: object) -> str:
    """A value as `config.yaml` has it."""
    return str(value).lower() if isinstance(value, bool) else str(value)


def default(key: str) -> str:
    """What holds where nothing is set."""
    return shown(getattr(Settings(), key))


def template() -> str:
    """A `config.yaml` in which every setting stands with its default, commented out, below what it does."""
    rows = [_HEAD]
    for key in settings.KEYS:
        words = WORDS[key] if WORDS[key][0] == "`" else WORDS[key][0].upper() + WORDS[key][1:]
        wrapped = textwrap.wrap(f"{words}. It may be {allowed(key)}.", 98, break_on_hyphens=False)
        rows.append("".join(f"# {row}\n" for row in wrapped) + f"#{key}: {default(key)}".rstrip() + "\n")
    return "\n".join(rows)


def load(places: Places, env: Mapping[str, str]) -> Settings:
    """The settings, with the plugin's options also where the client did not pass them on."""
    return settings.load(places, seen(places, env))


def seen(places: Places, env: Mapping[str, str]) -> dict[str, str]:
    """The environment as a hook of the plugin would see it: with the options that the client keeps for it."""
    kept = {OPTION + key.upper(): shown(value) for key, value in _kept(places).items()
            if key in PLUGIN and isinstance(value, (str, int))}
    return {**kept, **env}


def unknown(env: Mapping[str, str], ours: tuple[str, ...]) -> list[str]:
    """A sentence for each variable that looks like one of a setting and is none; `ours` are those for other ends."""
    names = {settings.VARIABLE + key.upper() for key in settings.KEYS}
    return [f"{name}: there is no setting {name.removeprefix(settings.VARIABLE).lower()!r}" for name in sorted(env)
            if name.startswith(settings.VARIABLE) and name not in names and name not in ours]


def _kept(places: Places) -> dict[str, object]:
    """What the client's settings hold for the plugin, wherever it was installed from, as long as it is enabled."""
    try:
        with open(os.path.join(places.config, "settings.json"), encoding="utf-8") as file:
            said = json.load(file)
        enabled = [name for name, on in said["enabledPlugins"].items() if name.startswith("reverie@") and on is True]
        return {key: value for name in enabled if name in said["pluginConfigs"]
                for key, value in said["pluginConfigs"][name]["options"].items()}
    except (OSError, ValueError, KeyError, TypeError, AttributeError, RecursionError):
        return {}
