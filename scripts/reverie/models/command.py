"""Any program of the user's: the whole prompt on stdin, JSON on stdout."""
from __future__ import annotations

import shlex

from reverie.errors import Failed
from reverie.models import Means, child, reply
from reverie.record import Answer, Job, Usage


def ask(job: Job, means: Means) -> Answer:
    """What the program of `command:` in the settings answers; what it cost is unknown."""
    command = shlex.split(means.settings.command)
    if not command:
        raise Failed("missing", "the command backend has no `command:` in config.yaml")
    asked = f"{job.system}\n\n{job.prompt}\n"
    ended = child.run(command, asked, means.env, means.places.scratch, means.settings.timeout)
    if ended.code:
        raise Failed("error", f"{command[0]} ended with {ended.code}: {ended.err.strip()[-200:]}")
    return Answer(reply.parsed(ended.out, job.schema), Usage(calls=1))
