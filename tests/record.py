"""`make record`: a person installs Reverie, works in two sessions, looks, tidies, takes back and removes it again.

A real terminal, the real client and the real commands in a throw-away home; only the model is a fake on this machine.
`docs/recording.md` is what the terminal showed, `docs/recording-*.svg` how it looked. What differs from run to run
(paths, ids, times) is put in one form, so that two runs give the same bytes.
"""
from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from io import StringIO
from pathlib import Path
from typing import NamedTuple

from rich.console import Console
from rich.terminal_theme import MONOKAI
from rich.text import Text

from fakes import client as real
from fakes import replies
from fakes.messages import Body, FakeMessages, flat
from fakes.processes import processes_with
from fakes.replies import Reply
from fakes.terminal import Terminal
from reverie import project, spool
from reverie.demo import borrow
from reverie.installing import venv
from reverie.places import Places

DOCS = real.ROOT / "docs"
WIDTH, HEIGHT = 100, 30
PATIENCE = 45.0
FACT = "Always deploy the harbour app with kamal, because the old scripts skip the health check."
ASKED = "How do we deploy the harbour app?"
WISH = "Note in your memory: the planner's bugs are in the Linear project QUAY."
NOTE = """\
---
name: {name}
description: The planner's bugs are in the Linear project QUAY
metadata:
  type: reference
---
The planner's bugs are in the Linear project QUAY.
"""
NAMES = ("linear-quay", "quay-bugs")
"""The agent notes the same twice, as agents do, so that there is something to tidy."""
INTRODUCTION = """\
# A recording

What a terminal showed of Reverie, from its installation to its end. `make record` makes this page anew, in a throw-away home with the real client; a test does the same and compares. Only the model's answers are invented, and extraction is `offline`. Paths, ids and times are put in one form, and of the client's screen only the conversation is kept.
"""  # noqa: E501
FURNITURE = re.compile(r"for 1s · done|◐ \w+ · /effort")
"""Lines of the client's screen that are no conversation."""
STEADY = (
    (r"\d{4}-\d\d-\d\d(?=\b|T)", "2026-03-02"),
    (r"(?<!\d)\d\d:\d\d:\d\d(?!\d)", "09:30:00"),
    (r"(?<![\d:])\d\d:\d\d(?![\d:])", "09:30"),
    (r"((?:\x1b\[[\d;]*m)?)[^\W\d]+ for (?:\d+m )?\d+s", r"\1Worked for 1s"),
    (r"done \d+:\d\d [AP]M", "done 9:30 AM"),
    (r"\d+\.\d ms", "1.5 ms"),
    (r"venv/[0-9a-f]{12}", "venv/0123456789ab"),
)
"""What no two runs have alike, and what stands for it."""


class Shot(NamedTuple):
    """What the terminal showed at one moment, with its colours; `svg` names the picture that is made of it, if any."""

    text: str
    svg: str = ""


class Scene(NamedTuple):
    """A part of the recording: its heading, a sentence on it, and what was seen."""

    title: str
    told: str
    shots: tuple[Shot, ...]


class Stage:
    """The home, the project and the terminal of one person who has just cloned Reverie."""

    def __init__(self, base: Path, terminal: Terminal, api: FakeMessages) -> None:
        self.base, self.terminal = base, terminal
        self.home = base / "kim"
        self.project, self.clone = self.home / "harbour", self.home / "reverie"
        self.client = real.Client(self.home, api, self.project)
        self.places = Places(str(self.home / ".claude"), str(self.home / ".claude" / "reverie"))
        api.script(self.answer)

    def build(self) -> None:
        """A project, a clone of this code with its packages at hand, and a shell in the terminal."""
        (self.home / ".local" / "bin").mkdir(parents=True)
        self.project.mkdir()
        subprocess.run(["git", "init", "-q", "-b", "main"], cwd=self.project, check=True)
        cloned(self.clone)
        os.makedirs(self.places.home)
        venv.prepare(self.places, str(self.clone), sys.executable, borrow)
        self.client.seed_interactive()
        (self.client.bin / "claude").unlink()
        (self.client.bin / "claude").write_text(f'#!/bin/sh\nexec {real.binary()} --permission-mode default "$@"\n')
        (self.client.bin / "claude").chmod(0o755)
        self.terminal.start(["sh"], self.env, self.project, (WIDTH, HEIGHT))
        self.terminal.wait_for("$")

    @property
    def env(self) -> Mapping[str, str]:
        path = os.pathsep.join([str(self.home / ".local" / "bin"), self.client.env["PATH"]])
        return self.client.env | {"PATH": path, "PS1": "$ ", "REVERIE_BACKEND": "offline", "TZ": "UTC"}

    def answer(self, body: Body) -> Reply:
        """The model: it knows what stands in its context, and writes a file when it is asked to."""
        said = flat([each.get("content") for each in body["messages"]])
        if WISH not in said:
            known = ASKED in said and "kamal" in flat(body.get("system")) + said
            return replies.text("With kamal: the old scripts skip the health check." if known else
                                "Understood: kamal, and never the old scripts." if FACT in said else "I do not know.")
        if NAMES[0] in said:
            return replies.text("Noted.")
        return replies.Reply(tuple(map(self.noted, NAMES)), "tool_use")

    def noted(self, name: str) -> replies.Block:
        """The agent writes a memory by itself, where the client has it write them."""
        store = Path(project.resolve(str(self.project), self.places, {}).store)
        path = store / f"reference_{name.replace('-', '_')}.md"
        return replies.tool_block("Write", {"file_path": str(path), "content": NOTE.format(name=name)})

    def run(self, line: str, *answers: str, svg: str = "") -> Shot:
        """Type a command, answer what it asks, and see what it shows until the next prompt."""
        self.enter(line)
        for asked in answers:
            self.terminal.wait_for("[y/N]:")
            self.terminal.send(asked)
        self.terminal.wait_until(_prompted, PATIENCE, "the next prompt")
        shown = self.terminal.coloured().rstrip()
        if "Traceback (most recent call last)" in shown:
            raise RuntimeError(f"`{line}` failed:\n{shown}")
        return Shot(shown.rpartition("\n")[0].strip("\n"), svg)

    def enter(self, line: str) -> None:
        """Type a command at a prompt on an empty screen."""
        self.terminal.clear()
        self.terminal.press("Enter")
        self.terminal.wait_until(_prompted, PATIENCE, "a prompt")
        self.terminal.send(line)

    def talk(self, *prompts: str, svg: str = "") -> Shot:
        """A session: each prompt once the answer to the one before is there; what the screen shows at its end."""
        self.enter("claude")
        self.terminal.wait_for("❯")
        for number, prompt in enumerate(prompts, 1):
            self.terminal.send(prompt)
            self.terminal.wait_until(lambda screen, n=number: screen.count("· done ") == n, PATIENCE, "an answer")
            self.settle()
        shown = self.terminal.coloured()
        self.terminal.send("/exit")
        self.terminal.wait_until(_prompted, PATIENCE, "the shell")
        self.settle()
        return Shot(shown, svg)

    def settle(self) -> None:
        """Wait until the background has nothing left to do."""
        ends = time.monotonic() + PATIENCE
        while spool.waiting(self.places) or spool.waiting(self.places, "taken") or self._working():
            if time.monotonic() > ends:
                raise TimeoutError("the worker does not end")
            time.sleep(0.1)

    def _working(self) -> bool:
        found = processes_with(f"HOME={self.home}\0")
        return any(f"{os.sep}scripts {verb}" in each.command for each in found for verb in ("prepare", "worker"))


def play(stage: Stage) -> Iterator[Scene]:
    """The recording, scene by scene."""
    yield Scene("Install", "From a clone.", (stage.run("cd ~/reverie && make install; cd ~/harbour"),))
    yield Scene("The first session", "A fact is told. After the turn it is saved in the background.",
                (stage.talk(FACT),))
    yield Scene("The second session", "The agent knows. Told to note something, it does so by itself, and twice.",
                (stage.talk(ASKED, WISH, svg="session"),))
    yield Scene("Look", "", (stage.run("reverie status", svg="status"),
                             stage.run("reverie why deploy-harbour-app-kamal", svg="why")))
    yield Scene("Tidy, and take back", "", (stage.run("reverie dream", "y"), stage.run("reverie undo")))
    yield Scene("Remove", "", (stage.run("cd ~/reverie && make uninstall; cd ~/harbour"),
                               stage.run("ls ~/.claude/projects/*/memory")))


@contextmanager
def staged() -> Iterator[Stage]:
    """A stage in a folder that is gone afterwards; its name has one length, as lines are laid out by it."""
    base = Path("/tmp") / f"rev{os.urandom(4).hex()}"
    base.mkdir(0o700)
    try:
        with FakeMessages() as api, Terminal() as terminal:
            stage = Stage(base, terminal, api)
            stage.build()
            yield stage
            stage.settle()
    finally:
        shutil.rmtree(base, ignore_errors=True)


def recorded() -> dict[str, str]:
    """The files of the recording, by their names in `docs/`: the page and its pictures."""
    real.install()
    with staged() as stage:
        scenes = [scene._replace(shots=tuple(shot._replace(text=stage_free(shot.text, stage.base))
                                             for shot in scene.shots)) for scene in play(stage)]
    numbered = Numbers()
    scenes = [scene._replace(shots=tuple(shot._replace(text=numbered.put(shot.text)) for shot in scene.shots))
              for scene in scenes]
    pictures = {f"recording-{shot.svg}.svg": picture(shot) for scene in scenes for shot in scene.shots if shot.svg}
    return {"recording.md": page(scenes), **pictures}


def stage_free(text: str, base: Path) -> str:
    """The text without what only this stage has: its folder and the times."""
    text = text.replace(str(base), "/home").replace(str(base).replace(os.sep, "-"), "-home")
    for pattern, put in STEADY:
        text = re.sub(pattern, put, text)
    return text


class Numbers:
    """Ids in the order in which they turn up: sessions, messages, changes."""

    def __init__(self) -> None:
        self.known: dict[str, str] = {}

    def put(self, text: str) -> str:
        """The text with each id replaced by one that is the same in every run."""
        text = re.sub(r"\b[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\b", self._uuid, text)
        return re.sub(r"(?<![0-9a-f-])(?=[a-f]*\d)[0-9a-f]{8}(?![\w-])", self._short, text)

    def _uuid(self, found: re.Match[str]) -> str:
        n = len(self.known) + 1
        return self.known.setdefault(found[0], f"0000000{n:x}-0000-4000-8000-00000000000{n:x}")

    def _short(self, found: re.Match[str]) -> str:
        return self.known.setdefault(found[0], f"{len(self.known) + 0xa1:x}" * 4)


def page(scenes: list[Scene]) -> str:
    """`recording.md`."""
    parts = [INTRODUCTION]
    for scene in scenes:
        parts.append("\n".join(filter(None, [f"## {scene.title}", scene.told and f"\n{scene.told}"])) + "\n")
        parts += [f"```text\n{plain(shot.text)}\n```\n" for shot in scene.shots]
    return "\n".join(parts)


def plain(text: str) -> str:
    """What was said, without colours; of the client's screen the conversation alone."""
    rows = [row.plain.rstrip() for row in Text.from_ansi(text).split("\n")]
    return "\n".join(rows[n] for n in _kept(rows))


def picture(shot: Shot) -> str:
    """The same as SVG, which asks nothing of anybody: no font, no style, no letter that few machines have."""
    rows = Text.from_ansi(shot.text.replace("⎿", "└")).split("\n")
    shown = [rows[n] for n in _kept([row.plain.rstrip() for row in rows])]
    console = Console(record=True, width=WIDTH, file=StringIO(), force_terminal=True, color_system="truecolor")
    console.print(Text("\n").join(shown))
    drawn = console.export_svg(title="harbour", theme=MONOKAI, unique_id=f"recording-{shot.svg}")
    drawn = re.sub(r"@font-face \{.*?\}\s*|<!--.*?-->\s*", "", drawn, flags=re.S).replace("Fira Code, ", "")
    return re.sub(r"[ \t]+$", "", drawn, flags=re.M)


def cloned(folder: Path) -> None:
    """What a clone holds that `make install` needs, as it stands here now."""
    listed = subprocess.run(["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"], cwd=real.ROOT,
                            check=True, capture_output=True).stdout.decode()
    for name in filter(None, listed.split("\0")):
        if (real.ROOT / name).is_file() and not name.startswith(("tests/", "docs/")):
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(real.ROOT / name, folder / name)


def _prompted(screen: str) -> bool:
    return screen.rstrip().endswith("\n$")


def _kept(rows: list[str]) -> list[int]:
    """Which rows are shown, by number: of the client's screen the conversation, between its banner and the box in which
    one types. Never two empty ones in a row.
    """
    boxes = [n for n, row in enumerate(rows) if row.startswith("─" * WIDTH)]
    begins = next((n for n, row in enumerate(rows) if "says: Reverie" in row or row.startswith("❯ ")), 0)
    shown = range(begins, boxes[-2]) if boxes else range(len(rows))
    kept: list[int] = []
    for n in shown:
        if not FURNITURE.search(rows[n]) and (rows[n] or kept and rows[kept[-1]]):
            kept.append(n)
    return kept if not kept or rows[kept[-1]] else kept[:-1]


if __name__ == "__main__":
    for _name, _text in recorded().items():
        (DOCS / _name).write_text(_text, encoding="utf-8")
        print(f"docs/{_name}")
