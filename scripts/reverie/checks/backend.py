"""Whether the chosen backend can answer; found out without a call that costs anything, unless one is asked for."""
from __future__ import annotations

import importlib
import json
import os
import re
import shlex
import shutil
import sqlite3
import tempfile
from contextlib import closing

from reverie import ledger, migrate, models, readonly
from reverie.checks import Case, Finding, broken, ok, warn
from reverie.errors import Failed
from reverie.models import Means, child, headless
from reverie.places import Places
from reverie.record import Job

_MEND = {
    "login": "Log in: start `claude` and type /login; for `anthropic` set ANTHROPIC_API_KEY.",
    "rate_limit": "Wait; Reverie tries again by itself, and `reverie pause` stops it until you say so.",
    "missing": "Update the client, or set another `model:` or `backend:` in config.yaml.",
    "unreachable": "Look at the network or the proxy; what was said meanwhile waits.",
    "timeout": "Look at the network, or raise `timeout:` in config.yaml.",
}
_ELSE = "Look at the log; `backend: offline` in config.yaml works without any model."
_NEEDED = ("--tools", "--no-session-persistence")
_QUESTION = Job("Answer with the JSON object that is asked for.", "Set `works` to true.",
                {"type": "object", "properties": {"works": {"type": "boolean"}}, "required": ["works"],
                 "additionalProperties": False}, (), "")


def check(case: Case) -> list[Finding]:
    """What the backend needs, then what the last calls came to, and with `ask` one call now."""
    backend = models.chosen(Means(case.settings, case.env, case.places))
    if backend == "off":
        return warn("Extraction is switched off (`backend: off`).", "Set another `backend:` when you want it.")
    if backend == "offline":
        return ok("offline: rules that ask no model.")
    with tempfile.TemporaryDirectory(prefix="reverie-doctor-") as folder:
        means = Means(case.settings, case.env, Places(case.places.config, folder))
        try:
            said = _NEEDS[backend](means)
            if case.ask:
                return ok(f"{backend}: {said}; {_asked(backend, means)}.")
        except Failed as error:
            return broken(f"{backend}: {error}.", _mend(error.kind))
    return _lately(case, f"{backend}: {said}")


def _asked(backend: str, means: Means) -> str:
    """One small call, the way the worker makes it."""
    answer = importlib.import_module(models.BACKENDS[backend]).ask(_QUESTION, means)
    cost = "" if answer.usage.cost_usd is None else f" for ${answer.usage.cost_usd:.4f}"
    return f"it answered{cost}"


def _claude(means: Means) -> str:
    """The client starts, has the flags without which no call is made, and somebody is logged in."""
    binary = models.program(means.env)
    if not binary:
        raise Failed("missing", "no claude binary is found")
    env = headless.environment(means)
    said = child.run([binary, "--version"], "", env, means.places.scratch, 30)
    if said.code:
        raise Failed("missing", f"`{binary} --version` ended with {said.code}: {_short(said.err or said.out)}")
    lacking = [flag for flag in _NEEDED if flag not in headless.flags(binary, means)]
    if lacking:
        raise Failed("missing", f"{binary} has no {' and no '.join(lacking)}")
    return f"{binary} {_short(said.out)}, {_login(binary, means, env)}"


def _login(binary: str, means: Means, env: dict[str, str]) -> str:
    """What the client itself says of the login; one that has no such word is not asked, as it would take it for a
    prompt.
    """
    if any(env.get(name) for name in ("ANTHROPIC_API_KEY", "ANTHROPIC_AUTH_TOKEN", "CLAUDE_CODE_OAUTH_TOKEN")):
        return "with the key or token of the environment"
    if not re.search(r"(?m)^\s+auth\b", child.run([binary, "--help"], "", env, means.places.scratch, 30).out):
        return "whose login is not known"
    said = child.run([binary, "auth", "status"], "", env, means.places.scratch, 30).out
    try:
        status = json.loads(said)
        if status["loggedIn"] is False:
            raise Failed("login", "nobody is logged in")
        return f"logged in ({status.get('authMethod') or 'unknown way'})"
    except (ValueError, KeyError, TypeError, AttributeError):
        return "whose login is not known"


def _anthropic(means: Means) -> str:
    if not means.env.get("ANTHROPIC_API_KEY"):
        raise Failed("login", "ANTHROPIC_API_KEY is not set")
    return "a key is set"


def _command(means: Means) -> str:
    words = shlex.split(means.settings.command)
    program = shutil.which(words[0], path=means.env.get("PATH")) if words else None
    if not program:
        raise Failed("missing", f"{words[0]} is not found" if words else "there is no `command:` in config.yaml")
    return program


def _scripted(means: Means) -> str:
    if not os.path.isfile(means.settings.script):
        raise Failed("missing", f"there is no file {means.settings.script or 'named by `script:`'}")
    return means.settings.script


_NEEDS = {"claude": _claude, "anthropic": _anthropic, "command": _command, "scripted": _scripted}


def _lately(case: Case, said: str) -> list[Finding]:
    """What the ledger knows of the last calls: a login or a model that fails is seen there without another call."""
    try:
        if migrate.version(case.places.ledger) != len(ledger.MIGRATIONS):
            return ok(f"{said}; no call was made yet.")
        with closing(readonly.connect(case.places.ledger)) as db:
            db.row_factory = sqlite3.Row
            failed = [run for run in ledger.failed(db) if run["calls"] or run["reason"].startswith("missing")]
    except sqlite3.Error:
        return ok(f"{said}.")
    if not failed:
        return ok(f"{said}; the last call did not fail (`--ask` makes one now).")
    kind, _, reason = failed[0]["reason"].partition(":")
    return broken(f"{said}, but the last {len(failed)} calls failed, most lately at {failed[0]['started']}:"
                  f" {kind}:{reason}.", _mend(kind))


def _mend(kind: str) -> str:
    return _MEND.get(kind, _ELSE)


def _short(text: str) -> str:
    return " ".join(text.split())[:120]
