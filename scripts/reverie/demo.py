"""The main job before one's eyes: two sessions driven through the very commands of `hooks.json`, in a throw-away home.

No key, no network, nothing of the person's own is touched. What is printed is what really happened.
"""
from __future__ import annotations

import json
import os
import shlex
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator

from reverie import library, lock, places, project, spool, whole
from reverie.errors import Refused
from reverie.installing import venv
from reverie.transcripts import claude

MATCHING = "Please run the tests again with pnpm or npm, whichever is right"
UNRELATED = "What colour is the sky on Mars?"
_PATIENCE = 20.0
_TRANSCRIPT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "demo.jsonl")


def run() -> Iterator[str]:
    """What happens, line by line; Refused when it does not happen as promised."""
    with tempfile.TemporaryDirectory(prefix="reverie-demo-") as home:
        yield from Stage(home).play()


class Stage:
    """A home, a project and a client's part played by the lines of the bundled transcript."""

    def __init__(self, home: str) -> None:
        self.env = {
            "HOME": home, "PATH": os.environ.get("PATH", os.defpath), "REVERIE_BACKEND": "offline",
            "CLAUDE_PLUGIN_ROOT": places.plugin(), "CLAUDE_PROJECT_DIR": os.path.join(home, "harbour"),
        }
        self.places = places.here(self.env)
        os.makedirs(self.env["CLAUDE_PROJECT_DIR"])
        with open(os.path.join(places.plugin(), "hooks", "hooks.json"), encoding="utf-8") as file:
            self.hooks = json.load(file)["hooks"]
        venv.prepare(self.places, places.plugin(), sys.executable, borrow)

    def play(self) -> Iterator[str]:
        yield "Session 1. The user says:"
        yield from self.first()
        store = project.resolve(self.env["CLAUDE_PROJECT_DIR"], self.places, self.env).store
        saved = [entry.path for entry in library.files(store)]
        yield f"\nSaved in the background, {len(saved)} of them, as files you own:"
        for path in [*saved, os.path.join(store, library.INDEX)]:
            yield f"\n--- {os.path.relpath(path, self.env['HOME'])}\n{(whole.read(path) or b'').decode().rstrip()}"
        yield from self.second(len(saved))

    def first(self) -> Iterator[str]:
        """The first session: each prompt, then the rows that the client would have written, then Stop."""
        path = os.path.join(self.env["HOME"], "session-1.jsonl")
        self.hook("SessionStart", "session-1", transcript_path=path, source="startup")
        with open(_TRANSCRIPT, encoding="utf-8") as script, open(path, "a", encoding="utf-8") as transcript:
            for row in script:
                transcript.write(row)
                transcript.flush()
                said = json.loads(row)["message"]["content"]
                if json.loads(row)["type"] == "user":
                    yield f"  > {said}"
                    self.hook("UserPromptSubmit", "session-1", transcript_path=path, prompt=said)
        last = claude.span(path, 0).turns[-1].text
        self.hook("Stop", "session-1", transcript_path=path, last_assistant_message=last, stop_hook_active=False)
        self.wait()
        self.hook("SessionEnd", "session-1", transcript_path=path, reason="prompt_input_exit")
        self.wait()

    def second(self, saved: int) -> Iterator[str]:
        """The second session: what it starts with, what a matching prompt brings up, and what an unrelated one does."""
        self.env["CLAUDE_CODE_DISABLE_AUTO_MEMORY"] = "1"
        start = self.hook("SessionStart", "session-2", source="startup")
        yield "\nSession 2 (with the client's own memory off, so that Reverie injects the index) starts with:"
        yield _indented(start)
        matching = self.hook("UserPromptSubmit", "session-2", prompt=MATCHING)
        yield f"\nA prompt that matches, \"{MATCHING}\", recalls:"
        yield _indented(matching)
        unrelated = self.hook("UserPromptSubmit", "session-2", prompt=UNRELATED)
        yield f"\nAn unrelated prompt, \"{UNRELATED}\", recalls:"
        yield _indented(unrelated or "nothing")
        self.wait()
        if not saved or not start or not matching or unrelated:
            raise Refused("The demonstration did not go as promised.")

    def hook(self, event: str, session: str, **said: object) -> str:
        """Pass the event to the commands that `hooks.json` names; the context they give."""
        asked = {"session_id": session, "hook_event_name": event, "cwd": self.env["CLAUDE_PROJECT_DIR"], **said}
        told = ""
        for group in self.hooks[event]:
            for command in group["hooks"]:
                ended = subprocess.run(
                    ["/bin/sh", "-c", command["command"]], input=json.dumps(asked).encode(), env=self.env,
                    cwd=self.env["CLAUDE_PROJECT_DIR"], stdout=subprocess.PIPE, check=True,
                )
                if ended.stdout:
                    told += json.loads(ended.stdout).get("hookSpecificOutput", {}).get("additionalContext", "")
        return told

    def wait(self) -> None:
        """Until the worker has nothing left to do and is gone."""
        ends = time.monotonic() + _PATIENCE
        while time.monotonic() < ends:
            if not spool.waiting(self.places) and not spool.waiting(self.places, "taken"):
                try:
                    with lock.alone(self.places.lock):
                        return
                except lock.Busy:
                    pass
            time.sleep(0.05)
        raise Refused(f"The worker did not finish within {_PATIENCE:g} s.")


def borrow(python: str, requirements: str, folder: str) -> None:
    """For the demonstration the worker runs on the packages of the interpreter that runs this."""
    del python, requirements
    os.makedirs(os.path.join(folder, "bin"))
    path = os.path.join(folder, "bin", "python")
    with open(path, "w", encoding="utf-8") as file:
        file.write(f'#!/bin/sh\nexec {shlex.quote(sys.executable)} "$@"\n')
    os.chmod(path, 0o755)


def _indented(text: str) -> str:
    return "\n".join(f"  | {line}" for line in text.splitlines())
