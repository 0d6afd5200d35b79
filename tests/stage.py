"""A person's home in which every command has something to do: for the examples of the help and those of the README.

Rule: it is made once, and put back as it was before each call.
"""
from __future__ import annotations

import os
import shlex
import shutil
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

import world
from reverie import cli, house, ledger, project, proposals, session, summaries, usage
from reverie.installing import install
from reverie.lessons import learned, procedures
from reverie.on import ANSWERS
from reverie.record import Candidate

RULE = "From now on always deploy the harbour app with kamal"
LOOKS = {"agents", "cite", "completion", "diff", "list", "log", "recall", "search", "show", "stats", "status", "why"}
"""Verbs that change nothing a test looks at."""
SESSION = "5c1f0a3e-0000-4000-8000-000000000001"


class Stage:
    """The home and the project in it; `say` runs one line as a person types it in the project's folder."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.kept = folder / "stage", folder / "kept"
        self.touched = True
        self.home, self.project = self.folder / "home", self.folder / "home" / "work" / "app"
        self.here = world.home(self.home)
        self.project.mkdir(parents=True)
        world.git(self.project, "init", "-q", "--template=")
        world.git(self.project, "commit", "-q", "--allow-empty", "-m", "first")
        self.env = {"HOME": str(self.home), "REVERIE_BACKEND": "offline", "EDITOR": "true", "NO_COLOR": "1",
                    "PATH": os.environ["PATH"], "SHELL": "/bin/sh"}
        self.store = project.resolve(str(self.project), self.here, self.env).store
        self._memories()
        self._others()
        self._ledger()
        self._work()
        self.touched = False
        shutil.copytree(self.folder, self.kept, symlinks=True)

    def again(self) -> None:
        """Everything as it was at first; where only looks were taken since, it is."""
        if not self.touched:
            return
        self.touched = False
        shutil.rmtree(self.folder)
        shutil.copytree(self.kept, self.folder, symlinks=True)

    def say(self, line: str, *, stdin: str = "") -> Result:
        """What came of one line, which begins with `reverie`."""
        words = [os.path.expanduser(word) if word.startswith("~") else word for word in shlex.split(line)]
        assert words[0] == "reverie"
        self.touched = self.touched or not (set(words[1:2]) <= LOOKS or set(words) & {"--help", "--dry-run"})
        return CliRunner().invoke(cli.reverie, words[1:], input=stdin)

    def _memories(self) -> None:
        for name, description, body in (
            ("feedback_no_hyphens_in_writing", "Never use hyphens in writing", "Never use hyphens in emails."),
            ("feedback_use_tabs", "Indent with tabs", "Indent with tabs."),
            ("feedback_use_pnpm", "Run the tests with pnpm", "Always run the tests with pnpm."),
        ):
            path = world.memory(self.store, f"{name}.md", description, body)
            path.write_text(path.read_text().replace(f"name: {name}", f"name: {name[9:].replace('_', '-')}"))
        world.memory(self.project / ".claude" / "team-memory", "use_pnpm.md", "The team uses pnpm", "Use pnpm here.")
        world.memory(self.project / ".claude" / "team-memory", "berth_days.md", "Berth days", "Berths change at noon.")
        world.memory(self.project / ".claude" / "agent-memory" / "reviewer", "MEMORY.md", "", "")
        world.memory(self.here.user, "user_tide.md", "A tide engineer", "I am a tide engineer.", type="user")

    def _others(self) -> None:
        """What other tools and other machines have."""
        projects = Path(self.here.projects, project.encode(str(self.project)))
        for folder in (projects, Path(self.here.projects, "-work-app")):
            said = world.said(f"{RULE}, because the scripts skip checks.", cwd=str(self.project))
            world.transcript(folder / "5c1f0a3e.jsonl", [said])
        codex = self.home / ".codex" / "memories"
        codex.mkdir(parents=True)
        (codex / "MEMORY.md").write_text("# Memories\n\n- The tide tables are on the wiki.\n")
        qwen = self.home / ".qwen" / "projects" / project.encode(str(self.project)) / "memory"
        world.memory(qwen, "user_berth.md", "Which berth", "The berth calendar is on the wiki.")
        (self.home / ".gemini").mkdir()
        (self.home / ".gemini" / "GEMINI.md").write_text("## Gemini Added Memories\n- The pilots like green.\n")
        world.memory(self.home / "notes", "user_buoy.md", "Buoys", "Buoys are counted in March.")
        (self.home / "old").mkdir()
        world.memory(Path(self.here.projects, project.encode(str(self.home / "old" / "name")), "memory"),
                     "project_x.md", "Old", "The old place.")
        remote, team = self.folder / "remote.git", self.folder / "team.git"
        for folder in (remote, team):
            folder.mkdir()
            world.git(folder, "init", "-q", "--bare", "--template=")
        world.git(self.project, "remote", "add", "origin", f"file://{team}")
        world.git(self.project, "push", "-q", "-u", "origin", "main")
        (self.home / ".gitconfig").write_text(
            f'[url "file://{remote}"]\n\tinsteadOf = git@example.com:me/memories.git\n'
            "[user]\n\tname = t\n\temail = t@t\n")

    def _ledger(self) -> None:
        """What earlier sessions left, and changes to look at and take back."""
        with house.opened(self.here, self.env) as home:
            ledger.note_origin(home.ledger, self.store, str(self.project), home.stamp)
            for n in range(3):
                said = Candidate("feedback", f"waits-{n}", f"Waits {n}", f"Whether rule {n} holds.", "rule")
                proposals.add(home.ledger, self.store, "plausible", said, (SESSION, "t", home.stamp), home.stamp)
            path = str(Path(self.store, "feedback_use_pnpm.md"))
            usage.count(home.ledger, SESSION, usage.Shaped("t", path, "shown", "", 1, home.stamp))
            home.ledger.executemany("insert into fired values (?, ?, ?, ?, 1)",
                                    [(event, SESSION, *2 * (home.now.timestamp(),)) for event in ANSWERS])
            name = "make-release-docker-push"
            learned.note(home.ledger, self.store, procedures.PROCEDURE, learned.Learned("a\nb", name, learned.DRAFTED),
                         home.stamp)
            bound = session.Binding(str(self.project), self.store, False)
        drafts = Path(self.here.skills, os.path.basename(summaries.folder(self.here, bound)), name)
        drafts.mkdir(parents=True)
        (drafts / "SKILL.md").write_text(f"---\nname: {name}\ndescription: d\n---\nPush.\n")

    def _work(self) -> None:
        """What the person did so far, by commands."""
        os.symlink(world.ROOT, self.here.app)
        with pytest.MonkeyPatch.context() as patch:
            self.enter(patch)
            install.register(self.here)
            for line in ("reverie team on", "reverie team review --accept berth_days.md",
                         "reverie remember --name tide-review The tide review is on the first Monday"):
                assert self.say(line).exit_code == 0

    def enter(self, patch: pytest.MonkeyPatch) -> None:
        """Stand in the project, with this person's environment."""
        for name, value in self.env.items():
            patch.setenv(name, value)
        patch.chdir(self.project)


@pytest.fixture(scope="session")
def made(tmp_path_factory: pytest.TempPathFactory) -> Stage:
    """One stage for all tests of a process."""
    return Stage(tmp_path_factory.mktemp("stage"))


@pytest.fixture
def stage(made: Stage, monkeypatch: pytest.MonkeyPatch) -> Stage:
    """The stage as it was at first, with the test in its project's folder."""
    made.again()
    made.enter(monkeypatch)
    return made
