"""Run a program for an answer: prompt on stdin, a hard limit on time and output, and nothing left behind.

The program gets its own session, so that its whole group can be ended, and our mark, so that hooks in it leave at once.
"""
from __future__ import annotations

import os
import signal
import subprocess
import tempfile
from collections.abc import Mapping, Sequence
from typing import IO, NamedTuple

from reverie import places as p
from reverie.errors import Failed

_LARGEST = 4 << 20


class Ended(NamedTuple):
    """How a child ended: its exit code and the text of its two outputs."""

    code: int
    out: str
    err: str


def run(command: Sequence[str], stdin: str, env: Mapping[str, str], cwd: str, seconds: float) -> Ended:
    """What the program said. Failed when it cannot be started, takes too long or says too much."""
    os.makedirs(cwd, mode=0o700, exist_ok=True)
    with tempfile.TemporaryFile() as asked, tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as err:
        asked.write(stdin.encode("utf-8", "replace"))
        asked.seek(0)
        try:
            child = subprocess.Popen(
                command, stdin=asked, stdout=out, stderr=err, env={**env, p.CHILD: "model"}, cwd=cwd,
                start_new_session=True, close_fds=True,
            )
        except OSError as error:
            raise Failed("missing", f"{command[0]} cannot be started: {error.strerror}") from None
        try:
            code = child.wait(timeout=seconds)
        except subprocess.TimeoutExpired:
            raise Failed("timeout", f"{os.path.basename(command[0])} gave no answer in {seconds:g} s") from None
        finally:
            _end(child)
        return Ended(code, _text(out), _text(err))


def _end(child: subprocess.Popen[bytes]) -> None:
    """End the child's whole group, also what it started itself: asked first, so that it can tidy up, then made to."""
    for last_word, patience in ((signal.SIGTERM, 2.0), (signal.SIGKILL, None)):
        try:
            os.killpg(child.pid, last_word)
            child.wait(timeout=patience)
        except (ProcessLookupError, subprocess.TimeoutExpired):
            continue
    child.wait()


def _text(file: IO[bytes]) -> str:
    file.seek(0)
    data = file.read(_LARGEST + 1)
    if len(data) > _LARGEST:
        raise Failed("unreadable", f"the answer is longer than {_LARGEST >> 20} MiB")
    return data.decode("utf-8", "replace")
