"""Whether an event of the client's goes all the way: `hooks/run` answers it, leaves a note, and the worker takes that.

The event is one of ours: a session that no client has, whose note the worker works by doing nothing. Of it nothing is
left.
"""
from __future__ import annotations

import functools
import json
import os
import shutil
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress

from reverie import fired, lock, places, spool, wake
from reverie.checks import Case, Finding, broken, ok, warn
from reverie.installing import registration, venv
from reverie.installing.registration import Way

PATIENCE = 15.0
"""Seconds that the worker may take to wake and take the note."""
_EVENT = "SessionEnd"
_POLL = 0.05


def check(case: Case) -> list[Finding]:
    """Send one event through each way in which the client would call us."""
    ways = registration.ways(case.places, case.binding.checkout) or [
        Way("this copy", places.plugin(), registration.wanted(places.plugin()))]
    return [each for way in ways for each in _sent(case, way)]


def _sent(case: Case, way: Way) -> list[Finding]:
    command = next((command for event, _, command in way.hooks if event == _EVENT), "")
    if not command or not os.path.isfile(way.root + registration.RUN):
        return warn(f"No {_EVENT} hook of {way.name} could be tried.", "See what is said of the hooks.")
    ready = venv.ready(case.places, way.root) is not None
    with _session(case, ready) as (sid, transcript):
        begun = time.monotonic()
        said = _run(case, way, command, sid, transcript)
        took = time.monotonic() - begun
        answered = fired.claimed(case.places, sid)
        if said or not answered:
            return broken(f"The hook of {way.name} did not answer{said and ': '}{said}.",
                          "See what is said of the interpreter, of the packages, and the last fault in the log.")
        told = f"The hook of {way.name} answered in {took * 1000:.0f} ms"
        if not ready:
            return warn(f"{told}; no worker was woken, as it has no packages.", "See what is said of the packages.")
        return _worked(case, sid, told)


def _worked(case: Case, sid: str, answered: str) -> list[Finding]:
    """Wait until the worker has taken the note that the hook left."""
    begun = time.monotonic()
    while _notes(case, sid):
        if time.monotonic() - begun > PATIENCE:
            return _late(case, answered)
        time.sleep(_POLL)
    return ok(f"{answered}, and the worker took its note after {time.monotonic() - begun:.1f} s.")


def _late(case: Case, answered: str) -> list[Finding]:
    try:
        with lock.alone(case.places.lock):
            pass
    except lock.Busy:
        return warn(f"{answered}, but the worker is still at other work.", "Ask again in a few minutes.")
    return broken(f"{answered}, but the worker did not take its note in {PATIENCE:.0f} s.",
                  f"See the log, {case.places.log}; what waits is not lost.", functools.partial(_woken, case))


def _woken(case: Case) -> str:
    wake.worker(case.places, _environment(case))
    return "The worker was woken once more."


def _run(case: Case, way: Way, command: str, sid: str, transcript: str) -> str:
    """Call the hook as the client would; what went wrong, or nothing."""
    event = {"session_id": sid, "transcript_path": transcript, "cwd": os.path.dirname(transcript),
             "hook_event_name": _EVENT, "reason": "other"}
    env = {**_environment(case), "CLAUDE_PROJECT_DIR": os.path.dirname(transcript), "CLAUDE_CODE_SESSION_ID": sid,
           **({"CLAUDE_PLUGIN_ROOT": way.root} if way.plugin else {})}
    try:
        done = subprocess.run(["/bin/sh", "-c", command], input=json.dumps(event).encode(), capture_output=True,
                              env=env, cwd=os.path.dirname(transcript), timeout=20, check=False)
    except subprocess.TimeoutExpired:
        return "it took longer than 20 s"
    if done.returncode:
        return f"it ended with {done.returncode}"
    return "it said something where nothing is to be said" if done.stdout or done.stderr else ""


def _environment(case: Case) -> dict[str, str]:
    """Ours, without what would make a hook leave at its first line."""
    return {key: value for key, value in case.env.items() if key not in (places.CHILD, "REVERIE")}


def _notes(case: Case, sid: str) -> list[str]:
    """The marker's notes that still wait or are in hand, by their paths."""
    found = []
    for where in ("new", "taken"):
        for name in spool.waiting(case.places, where):
            path = os.path.join(case.places.spool, where, name)
            with suppress(OSError), open(path, encoding="utf-8", errors="replace") as file:
                if sid in file.read():
                    found.append(path)
    return found


@contextmanager
def _session(case: Case, noted: bool) -> Iterator[tuple[str, str]]:
    """A session's id and its transcript; at the end nothing is left of either.

    The end of one that never began and has no transcript is answered without a note, which would wake the worker.
    """
    with tempfile.TemporaryDirectory(prefix="reverie-doctor-") as folder:
        sid = f"{fired.MARKS}{os.getpid()}-{time.time_ns()}"
        transcript = os.path.join(folder, f"{sid}.jsonl")
        if noted:
            with open(transcript, "x", encoding="utf-8"):
                pass
        try:
            yield sid, transcript
        finally:
            for path in _notes(case, sid):
                with suppress(FileNotFoundError):
                    os.unlink(path)
            shutil.rmtree(case.places.session(sid), ignore_errors=True)
