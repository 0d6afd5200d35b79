"""Git, run within a time that all its calls share: on our own repository as in a room of its own, on the net as the
person would, with their keys and helpers. It never prompts, runs no hook and signs nothing; nothing of it is left.
"""
from __future__ import annotations

import os
import shlex
import shutil
import signal
import subprocess
import time
from collections.abc import Mapping
from typing import NamedTuple

from reverie import places as p
from reverie.errors import Refused

_KEPT = ("GIT_SSH", "GIT_SSH_COMMAND", "GIT_SSH_VARIANT", "GIT_SSL_CAINFO", "GIT_SSL_CAPATH", "GIT_SSL_CERT",
         "GIT_SSL_KEY", "GIT_PROXY_COMMAND", "GIT_CONFIG_GLOBAL")
"""Of git's own variables those that say how to reach a remote; the others would tell it of another repository."""
_ALONE = {"GIT_CONFIG_NOSYSTEM": "1", "GIT_CONFIG_SYSTEM": os.devnull, "GIT_CONFIG_GLOBAL": os.devnull,
          "GIT_ATTR_NOSYSTEM": "1"}
_QUIET = {"LC_ALL": "C", "GIT_TERMINAL_PROMPT": "0", "GIT_ASKPASS": "", "SSH_ASKPASS": "",
          "SSH_ASKPASS_REQUIRE": "never", "GCM_INTERACTIVE": "never",
          "GIT_DEFAULT_HASH": "sha1", "GIT_DEFAULT_REF_FORMAT": "files",
          "GIT_NO_REPLACE_OBJECTS": "1", p.CHILD: "sync"}
_SETTINGS = ("core.quotePath=false", "gc.auto=0", "maintenance.auto=false", "core.logAllRefUpdates=false",
             f"core.hooksPath={os.devnull}", "push.gpgSign=false", "push.followTags=false", "push.recurseSubmodules=no",
             "fetch.recurseSubmodules=no", "fetch.fsckObjects=true", "protocol.ext.allow=never", "core.fsync=all")
_NO_SSH = ("/", "file://", "http://", "https://")
_SSH = "-o BatchMode=yes -o ConnectTimeout=10"


class Ended(NamedTuple):
    """How a call ended: its exit code and what it said."""

    code: int
    out: bytes
    err: str

    @property
    def reason(self) -> str:
        """What it gave as the reason: the line that says so, else the last one."""
        lines = [line.strip() for line in self.err.splitlines() if line.strip()]
        fatal = [line for line in lines if line.startswith(("fatal:", "error:", "remote: error"))]
        said = (fatal or lines[-1:] or [f"exit code {self.code}"])[0]
        return said.removeprefix("fatal:").removeprefix("error:").strip()


class Git:
    """The program and our repository `folder`; `seconds` from now on it ends, wherever it is."""

    def __init__(self, folder: str, env: Mapping[str, str], seconds: float) -> None:
        program = shutil.which("git", path=env.get("PATH"))
        if program is None:
            raise Refused("Sync needs git, which is not found on the PATH.")
        self._program, self.folder, self._env, self._seconds = program, folder, env, seconds
        self._ends = time.monotonic() + seconds
        self._ssh = ""

    def local(self, *words: str, given: bytes = b"") -> bytes:
        """What git says of our repository, whatever the person's own git is set to; Refused where it fails."""
        ended = self.ask(*words, given=given)
        if ended.code:
            raise Refused(f"The copy of the remote in {self.folder} cannot be used ({ended.reason}); where that folder"
                          " is deleted, the next sync makes a new one.")
        return ended.out

    def ask(self, *words: str, given: bytes = b"") -> Ended:
        """The same for a question whose answer may be no."""
        return self._run([f"--git-dir={self.folder}", *_set(), *words], {**self._plain(), **_ALONE, **_QUIET}, given)

    def remote(self, *words: str) -> Ended:
        """How a call ended that reaches the remote."""
        kept = {key: self._env[key] for key in _KEPT if key in self._env}
        env = {**self._plain(), **kept, **_QUIET}
        if not any(word.startswith(_NO_SSH) for word in words):
            self._ssh = self._ssh or self._way(env)
            env["GIT_SSH_COMMAND"] = self._ssh
        return self._run([f"--git-dir={self.folder}", *_set(), *words], env, b"")

    def _way(self, env: Mapping[str, str]) -> str:
        """The person's way to call ssh, told not to ask."""
        said = env.get("GIT_SSH_COMMAND") or shlex.quote(env.get("GIT_SSH", ""))
        if said in ("", "''"):
            ended = self._run(["config", "--get", "core.sshCommand"], env, b"")
            said = ended.out.decode("utf-8", "surrogateescape").strip() if not ended.code else ""
        return f"{said or 'ssh'} {_SSH}"

    def _plain(self) -> dict[str, str]:
        return {key: value for key, value in self._env.items() if not key.startswith("GIT_")}

    def _run(self, words: list[str], env: Mapping[str, str], given: bytes) -> Ended:
        os.makedirs(os.path.dirname(self.folder), mode=0o700, exist_ok=True)
        try:
            child = subprocess.Popen([self._program, *words], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                     stderr=subprocess.PIPE, env=dict(env), cwd=os.path.dirname(self.folder),
                                     start_new_session=True)
        except OSError as error:
            raise Refused(f"git could not be started: {error.strerror or error}") from None
        try:
            out, err = child.communicate(given, timeout=max(0.01, self._ends - time.monotonic()))
        except subprocess.TimeoutExpired:
            raise Refused(f"The remote did not answer within {self._seconds:g} seconds; the next sync goes on from"
                          " there.") from None
        finally:
            _end(child)
        return Ended(child.returncode, out, err.decode("utf-8", "replace"))


def _set() -> list[str]:
    return [part for each in _SETTINGS for part in ("-c", each)]


def _end(child: subprocess.Popen[bytes]) -> None:
    """End whatever is left of the child's group."""
    if child.poll() is None or child.returncode < 0:
        try:
            os.killpg(child.pid, signal.SIGKILL)
        except ProcessLookupError:
            pass
    for pipe in (child.stdin, child.stdout, child.stderr):
        if pipe:
            pipe.close()
    child.wait()
