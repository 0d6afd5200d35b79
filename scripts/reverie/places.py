"""Every path and every environment variable Reverie looks at. No other module spells one."""
from __future__ import annotations

import os

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

CHILD = "REVERIE_CHILD"
"""Set in everything the worker starts: a hook that sees it leaves at its first line."""


class Places:
    """Where one person's Reverie lives: `config` is the client's folder, `home` is ours inside it."""

    __slots__ = ("config", "home")

    def __init__(self, config: str, home: str) -> None:
        self.config = config
        self.home = home

    @property
    def projects(self) -> str:
        """The client's folder of transcripts and project memories."""
        return os.path.join(self.config, "projects")

    @property
    def own_projects(self) -> str:
        """Stores of projects whose encoded name another project had first."""
        return os.path.join(self.home, "projects")

    @property
    def user(self) -> str:
        """The person's own store."""
        return os.path.join(self.home, "user")

    @property
    def catalog(self) -> str:
        return os.path.join(self.home, "catalog.db")

    @property
    def ledger(self) -> str:
        return os.path.join(self.home, "ledger.db")

    @property
    def spool(self) -> str:
        return os.path.join(self.home, "spool")

    @property
    def lock(self) -> str:
        """Held by the one worker; never deleted, so that the kernel alone says who holds it."""
        return os.path.join(self.home, "worker.lock")

    @property
    def news(self) -> str:
        """What the worker has to tell the person, once: a file for each thing, named by `news_of` its store."""
        return os.path.join(self.home, "news")

    @property
    def pause(self) -> str:
        """Holds the time until which nothing is extracted, in seconds since the epoch."""
        return os.path.join(self.home, "paused")

    @property
    def settings(self) -> str:
        return os.path.join(self.home, "config.yaml")

    @property
    def log(self) -> str:
        return os.path.join(self.home, "log", "reverie.log")

    @property
    def python(self) -> str:
        """Holds the path of the interpreter that `hooks/run` found."""
        return os.path.join(self.home, "python")

    @property
    def venv(self) -> str:
        """The worker's own packages: one folder per set of locked requirements."""
        return os.path.join(self.home, "venv")

    @property
    def app(self) -> str:
        """The copy of the code that `make install` leaves, so that the clone may go."""
        return os.path.join(self.home, "app")

    @property
    def summaries(self) -> str:
        """One folder per project, in it one file per finished session and the line to be offered at the next start."""
        return os.path.join(self.home, "summaries")

    @property
    def skills(self) -> str:
        """Drafts of skills, one folder per project, that wait for a person to accept or decline them."""
        return os.path.join(self.home, "skills")

    @property
    def sync(self) -> str:
        """Our copy of the private remote in which the person's stores are kept."""
        return os.path.join(self.home, "sync")

    @property
    def report(self) -> str:
        """The page that `reverie report` writes, unless it is told where."""
        return os.path.join(self.home, "report.html")

    @property
    def edits(self) -> str:
        """Copies of memories that a person has in an editor; what could not be taken over stays here."""
        return os.path.join(self.home, "edits")

    @property
    def scratch(self) -> str:
        """An empty folder for child processes to stand in: no project's CLAUDE.md, no project's settings."""
        return os.path.join(self.home, "scratch")

    def session(self, session: str) -> str:
        """The folder of one session; the id is flattened, so that no id can leave `sessions/`."""
        flat = "".join(c if c.isascii() and (c.isalnum() or c in "-_") else "_" for c in session)
        return os.path.join(self.home, "sessions", flat[:100] or "_")

    def order(self, store: str) -> str:
        """Where the worker lays down in which order the entries of the store's index are useful, best first."""
        flat = "".join(c if c.isascii() and c.isalnum() else "-" for c in store)
        return os.path.join(self.home, "orders", flat[-200:])

    def dreaming(self, store: str) -> str:
        """Held by the one dream that is at work on the store; no one else waits for it."""
        return os.path.join(self.home, "dreams", f"{os.path.basename(self.order(store))}.lock")

    def history(self, store: str) -> str:
        """The git directory in which all that the store ever held is kept; beside it what goes with it."""
        return os.path.join(self.home, "history", f"{self._project(store)}.git")

    def archive(self, store: str) -> str:
        """The folder of the memories that left the store: merged into others, or not used for long."""
        return os.path.join(self.home, "archive", self._project(store))

    def news_of(self, store: str) -> str:
        """How the names of all news of the store begin; news of no store begin with the sign alone."""
        return f"{self._project(store) if store else ''}@"

    def _project(self, store: str) -> str:
        """One name for each store: the client's own for a project, else the folder's with a hash of its path.

        Only the latter has a `_` in it, so that no two stores can meet; whoever reaches a store by a link finds it
        under the same name.
        """
        real = os.path.realpath(store)
        above, name = os.path.split(real)
        encoded = os.path.basename(above)
        if name == "memory" and os.path.dirname(above) == os.path.realpath(self.projects):
            if len(encoded) < 220 and all(c.isascii() and (c.isalnum() or c == "-") for c in encoded):
                return encoded
        flat = "".join(c if c.isascii() and c.isalnum() else "-" for c in name)
        mark = int.from_bytes(real.encode("utf-8", "surrogateescape"), "big") % ((1 << 61) - 1)
        return f"{flat[:60]}_{mark:016x}"

    def offer(self, session: str) -> str:
        """Where the worker lays what a model chose for the session, until a hook takes it. `hooks/run` knows it."""
        return os.path.join(self.session(session), "offer.json")


def here(env: Mapping[str, str]) -> Places:
    """The places of the person whose environment this is."""
    config = env.get("CLAUDE_CONFIG_DIR") or os.path.join(env.get("HOME") or os.path.expanduser("~"), ".claude")
    config = os.path.abspath(config)
    return Places(config, os.path.abspath(env.get("REVERIE_HOME") or os.path.join(config, "reverie")))


def beside(places: Places, transcript: str, env: Mapping[str, str]) -> Places:
    """The places of a session by where its transcript lies, where no variable names the client's folder."""
    folder, name = os.path.split(os.path.dirname(os.path.dirname(transcript)))
    if env.get("CLAUDE_CONFIG_DIR") or name != "projects" or not os.path.isabs(folder):
        return places
    return Places(folder, places.home)


def neighbours(env: Mapping[str, str]) -> dict[str, str]:
    """Where other tools of the same person keep their memories, by tool."""
    home = env.get("HOME") or os.path.expanduser("~")
    said = {"codex": env.get("CODEX_HOME"), "qwen": env.get("QWEN_CODE_MEMORY_BASE_DIR"), "gemini": None,
            "claude-mem": env.get("CLAUDE_MEM_DATA_DIR")}
    return {tool: os.path.abspath(folder or os.path.join(home, f".{tool}")) for tool, folder in said.items()}


def switched_off(env: Mapping[str, str]) -> bool:
    """Whether this session is to be left alone altogether: `REVERIE=off`."""
    return env.get("REVERIE", "").lower() in ("off", "false", "no", "0")


def plugin() -> str:
    """The folder this code runs from: the plugin's root, two above the package."""
    return os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
