"""What the tests need of the world around Reverie: a home that fetches nothing, a client's rows, a project.

Rule: everything is a real file as the real thing would write it; a test says what is special about its own.
"""
from __future__ import annotations

import datetime
import hashlib
import itertools
import json
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from fakes import processes
from reverie import catalog, house, index, ledger, library, on, places, session, settings, spool, worker
from reverie.lexicon import glossary

ROOT = Path(__file__).resolve().parents[1]
COMPILED = ROOT / ".cache" / "pycache"
SESSION = "0a6c3756-7076-49f4-9d54-ea6f2e6ff692"
IDLE = "#!/bin/sh\nexit 0\n"
"""A worker that does nothing."""
WORKS = f'#!/bin/sh\nexec "{sys.executable}" "$@"\n'
"""A worker that is real, in the interpreter of the tests, which has all packages."""
_ids = itertools.count(1)


def home(folder: Path, worker: str = IDLE) -> places.Places:
    """The places of a person at `folder`, with an interpreter found and packages that seem to be there."""
    here = places.Places(str(folder / ".claude"), str(folder / ".claude" / "reverie"))
    os.makedirs(here.home, exist_ok=True)
    Path(here.python).write_text(sys.executable + "\n")
    COMPILED.mkdir(parents=True, exist_ok=True)
    os.symlink(COMPILED, os.path.join(here.home, "pycache"))  # else each test compiles everything anew
    key = hashlib.sha256((ROOT / "requirements.txt").read_bytes()).hexdigest()[:12]
    python = Path(here.venv, key, "bin", "python")
    python.parent.mkdir(parents=True)
    python.write_text(worker)
    python.chmod(0o755)
    (python.parent.parent / "ready").write_text("")
    shutil.copyfile(_catalog(), here.catalog)
    return here


def _catalog() -> Path:
    """An empty catalog, made once for all tests: filling in the glossary takes longer than most of them."""
    shipped = Path(glossary.__file__).with_suffix(".txt").read_bytes()
    made = COMPILED.parent / f"catalog-{hashlib.sha256(catalog.SCHEMA.encode() + shipped).hexdigest()[:12]}.db"
    if not made.exists():
        with tempfile.TemporaryDirectory(dir=made.parent) as folder:
            catalog.open_catalog(places.Places(folder, folder)).close()
            os.replace(os.path.join(folder, "catalog.db"), made)
    return made


def environment(folder: Path, **more: str) -> dict[str, str]:
    """The environment of a client of the person at `folder`, whose own memory is off."""
    return {"HOME": str(folder), "PATH": f"{Path(sys.executable).parent}:/usr/bin:/bin", "REVERIE_BACKEND": "off",
            "CLAUDE_CODE_DISABLE_AUTO_MEMORY": "1", **more}


def ended(folder: Path) -> None:
    """Wait until nothing runs any more that was started for the person at `folder`."""
    assert not processes.left_with(str(folder), timeout=15.0)


def opened(here: places.Places, env: Mapping[str, str]) -> Any:
    """The house, as the worker opens it."""
    return house.opened(here, env)


def text(path: str | Path, default: str = "") -> str:
    """What a file holds, or the default where there is none."""
    return Path(path).read_text(encoding="utf-8") if os.path.exists(path) else default


def memory(store: str | Path, name: str, description: str = "", body: str = "", **more: str) -> Path:
    """A memory file as Reverie writes it."""
    path = Path(store, name)
    path.parent.mkdir(parents=True, exist_ok=True)
    keys = {"type": "feedback", "scope": "project", "created": "2026-11-01", "observed": "2026-11-01", **more}
    lines = ["---", f"name: {path.stem}", f"description: {description}", "metadata:",
             *(f"  {key}: {value}" for key, value in keys.items()), "---", body]
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return path


def git(folder: str | Path, *words: str) -> str:
    """Run git there, with nobody's configuration."""
    env = {"PATH": os.environ["PATH"], "HOME": "/nonexistent", "GIT_CONFIG_NOSYSTEM": "1",
           "GIT_CONFIG_GLOBAL": "/dev/null"}
    given = ["-c", "user.name=t", "-c", "user.email=t@t", "-c", "protocol.file.allow=always",
             "-c", "init.defaultBranch=main"]
    done = subprocess.run([shutil.which("git") or "git", *given, *words], cwd=folder, env=env, check=True,
                          capture_output=True, text=True)
    return done.stdout


def repository(folder: Path) -> Path:
    """A git repository with one commit."""
    folder.mkdir(parents=True, exist_ok=True)
    git(folder, "init", "-q")
    git(folder, "commit", "-q", "--allow-empty", "-m", "first")
    return folder


def said(words: str, **more: Any) -> dict[str, Any]:
    """A row of what a person typed; each row has ids of its own."""
    n = next(_ids)
    return {"parentUuid": None, "isSidechain": False, "promptId": f"prompt-{n}", "type": "user",
            "message": {"role": "user", "content": words}, "uuid": f"uuid-{n}", "promptSource": "typed",
            "timestamp": "2026-11-29T18:10:51.245Z", "rowSource": "local", "userType": "external", "cwd": "/x",
            "sessionId": SESSION, "version": "2.1.332", **more}


def replied(words: str, **more: Any) -> dict[str, Any]:
    """A row of what the assistant answered."""
    n = next(_ids)
    return {"parentUuid": None, "isSidechain": False, "type": "assistant", "uuid": f"uuid-{n}",
            "message": {"role": "assistant", "content": [{"type": "text", "text": words}], "stop_reason": "end_turn"},
            "timestamp": "2026-11-29T18:10:52.245Z", "sessionId": SESSION, **more}


def jsonl(rows: Iterable[object]) -> bytes:
    """The rows as the client writes them: one a line."""
    return b"".join(json.dumps(row, ensure_ascii=False).encode("utf-8", "surrogatepass") + b"\n" for row in rows)


def transcript(path: str | Path, rows: Iterable[object]) -> str:
    """The rows at the end of the file at `path`, which may be new."""
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "ab") as file:
        file.write(jsonl(rows))
    return str(path)


def proposal(quote: str, **more: Any) -> dict[str, Any]:
    """One memory as a backend proposes it, resting on `quote`."""
    return {"type": "feedback", "name": "a-rule", "description": "When writing code here", "body": quote, "why": "",
            "how": "", "quote": quote, "scope": "project", **more}


def script(path: str | Path, *answers: object) -> str:
    """A script for the scripted backend: each answer is one line, text as it stands, the rest as JSON."""
    lines = [answer if isinstance(answer, str) else json.dumps(answer) for answer in answers]
    Path(path).write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
    return f"scripted:{path}"


class Home:
    """One person with one project, and a worker that runs when it is told to."""

    def __init__(self, folder: Path, worker: str = IDLE) -> None:
        self.folder = folder
        self.here = home(folder, worker)
        self.root = folder.parent / "project"
        self.root.mkdir()
        self.store = Path(self.here.projects, "s", "memory")
        self.env = environment(folder, REVERIE_BACKEND=f"scripted:{folder / 'script'}")
        self.set("interval: 0")
        self.transcript = str(Path(self.here.projects, "s", f"{SESSION}.jsonl"))
        session.bind(self.here, SESSION, session.Binding(str(self.root), str(self.store), False))
        self.answers()

    def set(self, *lines: str) -> None:
        """Let config.yaml hold these lines and nothing else."""
        Path(self.here.settings).write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")

    def answers(self, *answers: object) -> None:
        script(self.folder / "script", *answers)
        Path(self.folder, "script.said").unlink(missing_ok=True)

    @property
    def asked(self) -> int:
        """How often the backend was asked since `answers`."""
        return int(text(self.folder / "script.said", "0"))

    def say(self, *rows: dict[str, Any]) -> None:
        transcript(self.transcript, rows)

    def note(self, event: str = "Stop", sid: str = SESSION, **more: object) -> None:
        spool.put(self.here, {"event": event, "session": sid, "transcript": self.transcript, "root": str(self.root),
                              "store": str(self.store), "launch": str(self.root), **more})

    def work(self) -> None:
        worker.run(self.here, self.env)

    def stop(self, *rows: dict[str, Any]) -> None:
        """A turn of these rows ends, and the worker does its part."""
        self.say(*rows)
        self.note()
        self.work()

    @property
    def memories(self) -> list[str]:
        """The facts that are kept, by the order of their files."""
        found = [library.read(entry.path) for entry in library.files(str(self.store))]
        return [memory.body for memory in found if memory]

    @property
    def index(self) -> set[str]:
        return index.linked(text(self.store / "MEMORY.md"))

    def runs(self, *columns: str) -> list[tuple[Any, ...]]:
        """The ledger's rows of runs."""
        books = ledger.open_ledger(self.here)
        rows = books.execute(f"select {', '.join(columns or ('status', 'reason'))} from runs order by id").fetchall()
        books.close()
        return [tuple(row) for row in rows]

    def rows(self, table: str) -> list[dict[str, Any]]:
        books = ledger.open_ledger(self.here)
        rows = [dict(row) for row in books.execute(f"select * from {table}")]
        books.close()
        return rows

    def later(self, seconds: float = 86_400.0) -> None:
        """Let time pass as far as the ledger knows of it: all that happened so far was that much earlier."""
        books = ledger.open_ledger(self.here)
        for number, started in books.execute("select id, started from runs").fetchall():
            before = datetime.datetime.fromisoformat(started.replace("Z", "+00:00"))
            moved = (before - datetime.timedelta(seconds=seconds)).strftime("%Y-%m-%dT%H:%M:%SZ")
            books.execute("update runs set started = ? where id = ?", (moved, number))
        books.close()

    def told(self, begins: bool = True) -> str:
        """What the person is told as the project's next session begins, or at its next prompt; once."""
        notify = settings.load(self.here, self.env).notify
        return on.news(self.here, str(self.store), notify, begins)

    def settled(self) -> None:
        """Nothing waits, nothing is in hand, and the index leads to each memory and to nothing else."""
        assert not spool.waiting(self.here) and not spool.waiting(self.here, "taken")
        files = {os.path.relpath(entry.path, self.store) for entry in library.files(str(self.store))}
        assert self.index == files
