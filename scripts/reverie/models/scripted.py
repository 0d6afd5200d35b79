"""A model that says its lines in order: for demonstrations and tests. Running out of lines is a failure.

The script is a file with one answer a line; beside it, a file of the same name with `.said` counts those given.
"""
from __future__ import annotations

import os

from reverie import whole
from reverie.errors import Failed
from reverie.models import Means, reply
from reverie.record import Answer, Job, Usage


def ask(job: Job, means: Means) -> Answer:
    """The next line of the script."""
    path = means.settings.script
    lines = (whole.read(path) or b"").decode("utf-8").splitlines() if path else []
    given = int((whole.read(path + ".said") or b"0").decode() or 0) if path else 0
    if given >= len(lines):
        raise Failed("missing", f"the script {os.path.basename(path) or '(none)'} has no line {given + 1}")
    whole.drop(path + ".said", str(given + 1).encode())
    return Answer(reply.parsed(lines[given], job.schema), Usage(calls=1, tokens_in=0, tokens_out=0, cost_usd=0.0))
