"""The user's own Claude Code in its headless form: it answers on the same login and bill as the user's sessions.

It is started with no hooks, no tools, no servers, no session file, in an empty folder.
"""
from __future__ import annotations

import json

from reverie.errors import Failed
from reverie.models import Means, child, headless, program
from reverie.record import Answer, Job

_ALWAYS = ("-p", "--output-format", "json")
_WANTED: tuple[tuple[str, ...], ...] = (
    ("--safe-mode",),
    ("--settings", '{"disableAllHooks":true}'),
    ("--strict-mcp-config",),
    ("--tools", ""),
    ("--no-session-persistence",),
    ("--no-chrome",),
)
_NEEDED = ("--no-session-persistence", "--tools")
"""Without these a call would fill the user's list of sessions, or could act: then it is not made."""


def ask(job: Job, means: Means) -> Answer:
    """What the client's model answers; its own figures of tokens and dollars with it."""
    binary = program(means.env)
    if not binary:
        raise Failed("missing", "no claude binary is found")
    command = _command(binary, job, means)
    ended = child.run(command, job.prompt, headless.environment(means), means.places.scratch, means.settings.timeout)
    return headless.answer(ended, job)


def _command(binary: str, job: Job, means: Means) -> list[str]:
    """The call with all flags that this version has; Failed when it lacks one we cannot do without."""
    known = headless.flags(binary, means)
    for flag in _NEEDED:
        if flag not in known:
            raise Failed("missing", f"this claude has no {flag}; update it, or set another backend")
    command = [binary, *_ALWAYS, "--model", means.settings.model]
    for words in _WANTED:
        if words[0] in known:
            command += words
    if "--json-schema" in known:
        command += ["--json-schema", json.dumps(job.schema)]
    return [*command, "--system-prompt", job.system]
