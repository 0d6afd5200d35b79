"""The claude backend with the whole session before its eyes: a branch of the session that shares its cached prefix.

System prompt, tools and all earlier messages go out byte for byte as the session last sent them, so every limit on the
branch is one that leaves them alone. Of a session that cannot be branched, or is no longer cached, the new turns are
shown as usual.
"""
from __future__ import annotations

import glob
import json
import os
import re
import time

from reverie import journal, prompt
from reverie.errors import Failed
from reverie.models import Means, child, claude, headless, program
from reverie.record import Answer, Job, Usage

_LIMITS = json.dumps({"disableAllHooks": True, "permissions": {"ask": ["*"], "deny": ["Edit(//**)"]}})
"""`dontAsk` refuses what would be asked, and a rule to ask goes before the user's rules to allow: no tool is left.
Rules to deny a whole tool, and `--tools`, would take it out of the request and with it the shared prefix."""
_FLAGS: tuple[tuple[str, ...], ...] = (
    ("--fork-session",), ("--no-session-persistence",), ("--permission-mode", "dontAsk"), ("--settings", _LIMITS),
    ("--strict-mcp-config",),
)
_MOST_TURNS = ("--max-turns", "3")
"""Two refused tool calls and an answer; each costs the whole prefix once more. Help does not name this flag."""
_CACHED = 270.0
"""Seconds for which the session's last request is still in the cache: five minutes, less what we need ourselves."""
_FLUSHED = 0.5
_PATIENCE = 3.0
"""The client at a terminal writes the last answer up to 0.1 s after it tells of it: wait until nothing is written."""
_CWD = re.compile(rb'"cwd"\s*:\s*("(?:[^"\\]|\\.)*")')
_HEAD = 1 << 20


def ask(job: Job, means: Means) -> Answer:
    """What the session's own model answers; else what the small one says of the new turns alone: the log says why."""
    lost = Usage()
    try:
        ended = _branched(job, means)
        lost = headless.spent(ended)
        return headless.answer(ended, job)
    except Failed as failure:
        if failure.kind != "error":
            raise
        journal.line(means.places, f"fork of {job.session or 'no session'}: {failure}; asked with the new turns alone")
    found = claude.ask(job, means)
    return found._replace(usage=_both(lost, found.usage))


def _branched(job: Job, means: Means) -> child.Ended:
    """How the branch ended; Failed when there is nothing to branch from, or this client cannot be limited."""
    binary = program(means.env)
    if not binary:
        raise Failed("missing", "no claude binary is found")
    transcript = _transcript(job, means)
    known = headless.flags(binary, means)
    for flag, *_ in _FLAGS:
        if flag not in known:
            raise Failed("error", f"this claude has no {flag}")
    command = [binary, "-p", "--resume", job.session, "--output-format", "json", *_MOST_TURNS]
    for words in _FLAGS:
        command += words
    asked = prompt.text("fork", system=job.system, prompt=job.prompt, schema=json.dumps(job.schema))
    env = {**headless.environment(means), "DISABLE_AUTO_COMPACT": "1"}
    return child.run(command, asked, env, _folder(job, transcript), means.settings.timeout)


def _transcript(job: Job, means: Means) -> str:
    """The session's transcript, once it stands still; Failed where there is none or the cache has forgotten it."""
    plain = job.session[:1].isalnum() and os.path.basename(means.places.session(job.session)) == job.session
    name = os.path.join(glob.escape(means.places.projects), "*", f"{job.session}.jsonl")
    path = max(glob.glob(name) if plain else [], key=os.path.getmtime, default="")
    if not path:
        raise Failed("error", "there is no transcript to branch from")
    if time.time() - os.path.getmtime(path) > _CACHED:
        raise Failed("error", "the session is no longer in the cache")
    ends = time.monotonic() + _PATIENCE
    time.sleep(_FLUSHED)
    while time.time() - os.path.getmtime(path) < _FLUSHED and time.monotonic() < ends:
        time.sleep(0.1)
    return path


def _folder(job: Job, transcript: str) -> str:
    """Where the session was launched, else its project: another folder would add a note to the request."""
    with open(transcript, "rb") as file:
        named = _CWD.search(file.read(_HEAD))
    launched = str(json.loads(named[1])) if named else ""
    for folder in (launched, job.root):
        if os.path.isdir(folder):
            return folder
    raise Failed("error", "the session's folder is gone")


def _both(one: Usage, other: Usage) -> Usage:
    """What two calls cost together; what neither says stays unknown."""
    tokens_in = [each.tokens_in for each in (one, other) if each.tokens_in is not None]
    tokens_out = [each.tokens_out for each in (one, other) if each.tokens_out is not None]
    cost = [each.cost_usd for each in (one, other) if each.cost_usd is not None]
    return Usage(
        one.calls + other.calls, sum(tokens_in) if tokens_in else None, sum(tokens_out) if tokens_out else None,
        sum(cost) if cost else None,
    )
