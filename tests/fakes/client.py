"""The real client, run headless on a closed home.

Rule: nothing of the person's own environment reaches it but PATH and LANG, and nothing it does reaches the network.
"""
from __future__ import annotations

import fcntl
import json
import os
import platform
import shutil
import signal
import subprocess
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from types import MappingProxyType
from typing import NamedTuple

from .messages import FakeMessages

ROOT = Path(__file__).resolve().parents[2]
CACHE = ROOT / ".cache" / "client"
PACKAGE = "@anthropic-ai/claude-code"
VERSION = "2.1.332"
CHOSEN = "REVERIE_TEST_CLIENT"
QUIET = {
    "DISABLE_TELEMETRY": "1", "DISABLE_AUTOUPDATER": "1", "DISABLE_ERROR_REPORTING": "1",
    "CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC": "1",
}
Changes = Mapping[str, "str | None"]
NONE: Changes = MappingProxyType({})


class Result(NamedTuple):
    """One finished run: `data` is stdout as JSON, None when it is not JSON; `rc` -9 is our own timeout."""

    data: dict[str, object] | None
    out: str
    err: str
    rc: int

    @property
    def session_id(self) -> str:
        """The session the client says it ran."""
        return str((self.data or {}).get("session_id", ""))

    @property
    def text(self) -> str:
        """The model's last words."""
        return str((self.data or {}).get("result", ""))


def binary() -> Path:
    """Where the client is, or should be once installed."""
    if chosen := os.environ.get(CHOSEN):
        return Path(chosen)
    arch = {"x86_64": "x64", "amd64": "x64", "aarch64": "arm64"}.get(platform.machine().lower(), platform.machine())
    return CACHE / "node_modules" / f"{PACKAGE}-{platform.system().lower()}-{arch}" / "claude"


def install() -> Path:
    """The client, fetched with npm if it is not there; two runs at once fetch it once."""
    CACHE.mkdir(parents=True, exist_ok=True)
    with open(CACHE / "lock", "w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not binary().exists():
            command = ["npm", "install", "--no-save", "--prefix", str(CACHE), f"{PACKAGE}@{VERSION}"]
            subprocess.run(command, check=True, stdin=subprocess.DEVNULL, capture_output=True, timeout=600)
    return binary()


def fake_key() -> str:
    """A key of the right shape that opens nothing; put together here so that no scanner finds one in the source."""
    return "-".join(("sk", "ant", "api03", "fake" * 12))


class Client:
    """The client for one home and one project, talking to one fake API."""

    def __init__(self, home: Path, api: FakeMessages, project: Path) -> None:
        self.home, self.api, self.project = home, api, project
        self.bin, self.tmp = home / "bin", home / "tmp"
        self.bin.mkdir(parents=True, exist_ok=True)
        self.tmp.mkdir(exist_ok=True)
        link = self.bin / "claude"
        if not link.exists():
            link.symlink_to(binary())

    @property
    def config(self) -> Path:
        """The client's own folder under this home."""
        return self.home / ".claude"

    @property
    def env(self) -> dict[str, str]:
        """The whole environment of a run."""
        path = os.pathsep.join([str(self.bin), os.environ.get("PATH", os.defpath)])
        return {
            **QUIET, "HOME": str(self.home), "PATH": path, "LANG": os.environ.get("LANG", "C.UTF-8"),
            "TMPDIR": str(self.tmp), "SHELL": "/bin/sh", "GIT_CONFIG_NOSYSTEM": "1",
            "ANTHROPIC_BASE_URL": self.api.url, "ANTHROPIC_API_KEY": fake_key(),
        }

    def ask(self, prompt: str, *flags: str, session: str | None = None, resume: str | None = None,
            env: Changes = NONE, cwd: Path | None = None, timeout: float = 60) -> Result:
        """One headless turn; an `env` value of None takes the variable away."""
        named = ["--session-id", session] if session else ["--resume", resume] if resume else []
        words = ("-p", "--output-format", "json", *named, *flags, "--", prompt)
        return self.run(*words, env=env, cwd=cwd, timeout=timeout)

    def run(self, *args: str, env: Changes = NONE, cwd: Path | None = None, stdin: str = "",
            timeout: float = 60) -> Result:
        """The client with these arguments, to its end or to the timeout; its process group dies with it."""
        command = [str(self.bin / "claude"), *args]
        with _started(command, changed(self.env, env), cwd or self.project, stdin) as process:
            try:
                out, err = process.communicate(stdin or None, timeout)
            except subprocess.TimeoutExpired:
                os.killpg(process.pid, signal.SIGKILL)
                out, err = process.communicate()
        return Result(_parsed(out), out, err, process.returncode)

    def seed_interactive(self, *folders: Path) -> None:
        """Answer the questions a first start asks: onboarding, trust in the project, use of the key."""
        trusted = {str(folder): {"hasTrustDialogAccepted": True} for folder in (self.project, *folders)}
        state = {
            "hasCompletedOnboarding": True, "theme": "dark", "projects": trusted,
            "customApiKeyResponses": {"approved": [fake_key()[-20:]], "rejected": []},
        }
        (self.home / ".claude.json").write_text(json.dumps(state))

    def settings(self, **keys: object) -> None:
        """Write the user's settings.json."""
        self.config.mkdir(exist_ok=True)
        (self.config / "settings.json").write_text(json.dumps(keys, indent=1))

    def transcripts(self) -> list[Path]:
        """The sessions on disk, oldest first."""
        return sorted(self.config.glob("projects/*/*.jsonl"), key=lambda path: path.stat().st_mtime)

    def rows(self, session: str) -> list[dict[str, object]]:
        """The transcript of one session, row by row."""
        (path,) = self.config.glob(f"projects/*/{session}.jsonl")
        return [json.loads(line) for line in path.read_text().splitlines()]


def notices(out: str) -> list[str]:
    """What hooks told the person, in the output of `--output-format stream-json --verbose`."""
    rows = [json.loads(line) for line in out.splitlines() if line.startswith("{")]
    told = [json.loads(row["stdout"]) for row in rows if row.get("subtype") == "hook_response" and row["stdout"]]
    return [said["systemMessage"] for said in told if "systemMessage" in said]


def changed(env: Mapping[str, str], changes: Changes) -> dict[str, str]:
    """`env` with these values set, and those that are None taken away."""
    merged = {**env, **changes}
    return {name: value for name, value in merged.items() if value is not None}


def missing(tools: Iterable[str]) -> list[str]:
    """Which of these programs this machine does not have."""
    return [tool for tool in tools if not shutil.which(tool)]


@contextmanager
def _started(command: list[str], env: Mapping[str, str], cwd: Path, stdin: str) -> Iterator[subprocess.Popen[str]]:
    source = subprocess.PIPE if stdin else subprocess.DEVNULL
    with subprocess.Popen(command, env=dict(env), cwd=cwd, stdin=source, stdout=subprocess.PIPE, text=True,
                          stderr=subprocess.PIPE, start_new_session=True) as process:
        yield process


def _parsed(out: str) -> dict[str, object] | None:
    try:
        data = json.loads(out)
    except ValueError:
        return None
    return data if isinstance(data, dict) else None
