"""The person's own git at work in their own checkout: with their identity and remotes, and nothing of it that asks,
signs, or runs hooks. It never waits for anybody, and all of it together has so many seconds.

What it says is for the caller to word; nothing is changed here but what the words given to `run` change.
"""
from __future__ import annotations

import os
import time
from collections.abc import Mapping

from reverie import framing
from reverie.errors import Failed, Refused
from reverie.models import child
from reverie.models.child import Ended
from reverie.secrets import redaction

_SETTINGS = (
    f"core.hooksPath={os.devnull}", "core.fsmonitor=false", "core.quotePath=false", "core.safecrlf=false",
    "core.editor=true", "commit.gpgSign=false", "push.gpgSign=false", "log.showSignature=false", "gc.auto=0",
    "maintenance.auto=false", "submodule.recurse=false", "fetch.recurseSubmodules=false", "push.recurseSubmodules=no",
    "merge.verifySignatures=false", "credential.interactive=false",
)
_KEPT = ("GIT_AUTHOR_", "GIT_COMMITTER_", "GIT_CONFIG", "GIT_SSH", "GIT_SSL_", "GIT_PROXY", "GIT_EXEC_PATH")
"""Variables of git that say who the person is and how to reach the remote; the others say which repository."""
_MIDDLE = {"MERGE_HEAD": "a merge", "rebase-merge": "a rebase", "rebase-apply": "a rebase",
           "CHERRY_PICK_HEAD": "a cherry-pick", "REVERT_HEAD": "a revert", "BISECT_LOG": "a bisection"}


class Late(Exception):
    """The time is up; git and all it had started were ended."""


class Checkout:
    """One working tree, and the seconds that are left for it."""

    def __init__(self, folder: str, env: Mapping[str, str], seconds: float) -> None:
        self.folder = folder
        self.env = _environment(env)
        self.ends = time.monotonic() + seconds

    def at_least(self, seconds: float) -> None:
        """Late unless so much is left: for what should not be ended in the middle."""
        if self.ends - time.monotonic() < seconds:
            raise Late

    def run(self, *words: str, given: str = "", index: str = "") -> Ended:
        """What git says to these words, whatever its exit code; Late when the time is up."""
        settings = [part for each in _SETTINGS for part in ("-c", each)]
        env = self.env | ({"GIT_INDEX_FILE": index} if index else {})
        try:
            return child.run(["git", *settings, *words], given, env, self.folder,
                             max(0.0, self.ends - time.monotonic()))
        except Failed as failure:
            if failure.kind == "timeout":
                raise Late from None
            raise Refused(f"Git does not work here: {failure}.") from None

    def said(self, *words: str, given: str = "", index: str = "") -> str:
        """Its answer without the last line end; Refused with the reason where there is none."""
        ended = self.run(*words, given=given, index=index)
        if ended.code:
            raise Refused(f"Git refused: {reason(ended)}")
        return ended.out.removesuffix("\n")

    def names(self, *words: str, given: str = "", index: str = "") -> list[str]:
        """The parts of an answer to `-z`."""
        return [part for part in self.said(*words, given=given, index=index).split("\0") if part]

    def true(self, *words: str) -> bool:
        """Whether git ends with 0."""
        return self.run(*words).code == 0

    def author(self, file: str) -> str:
        """Who changed the file last, in which commit and when; empty where git cannot say."""
        try:
            return self.said("--literal-pathspecs", "log", "-1", "--format=%an, %h, %as", "--", file)
        except (Refused, Late):
            return ""

    def hush(self) -> None:
        """Before a remote is reached by ssh: the person's own way to it, told to ask for nothing."""
        theirs = self.run("config", "--get", "core.sshCommand").out.strip()
        ssh = self.env.get("GIT_SSH_COMMAND") or theirs or self.env.get("GIT_SSH") or "ssh"
        if os.path.basename(ssh.split()[0]) in ("ssh", "ssh.exe"):
            ssh += " -oBatchMode=yes -oConnectTimeout=8"
        self.env["GIT_SSH_COMMAND"] = ssh

    def middle(self, git_dir: str) -> str:
        """What the person is in the middle of, in words; empty for nothing."""
        return next((what for name, what in _MIDDLE.items() if os.path.exists(os.path.join(git_dir, name))), "")


def reason(ended: Ended) -> str:
    """What git said last of why it failed: one line, without an address's password."""
    lines = [line.strip() for line in ended.err.splitlines() if line.strip()]
    told = next((line for line in lines if line.startswith(("fatal:", "error:", "remote: error"))), "")
    said = told or (lines[-1] if lines else f"exit code {ended.code}")
    return framing.tame(redaction.redact(said))[:200]


def _environment(env: Mapping[str, str]) -> dict[str, str]:
    kept = {key: value for key, value in env.items() if not key.startswith("GIT_") or key.startswith(_KEPT)}
    return {**kept, "LC_ALL": "C", "GIT_TERMINAL_PROMPT": "0", "GCM_INTERACTIVE": "never", "GIT_ASKPASS": "",
            "SSH_ASKPASS_REQUIRE": "never", "GIT_EDITOR": "true", "GIT_OPTIONAL_LOCKS": "0",
            "GIT_MERGE_AUTOEDIT": "no"}
