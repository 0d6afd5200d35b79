"""Each link of the chain is broken in a real installation: doctor names it, mends what is safe, and else nothing."""
from __future__ import annotations

import json
import os
import shutil
import stat
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

import world
from reverie import cli, demo, doctor, fired, ledger, places, session, spool
from reverie.checks import BROKEN, LINKS, OK, WARN, disk, marker
from reverie.doctor import Result
from reverie.history import log as history
from reverie.installing import install

SID = world.SESSION
UV = """#!/bin/sh
# `uv venv … FOLDER` and `uv pip install …` without a network: an interpreter that has all packages.
[ "$1" = venv ] || exit 0
for folder; do :; done
mkdir -p "$folder/bin" && cd "$folder/bin"
printf '#!/bin/sh\\nexec "{python}" "$@"\\n' >python && chmod +x python
"""
FLAGS = "--tools --no-session-persistence --json-schema --settings\\n  auth  Manage authentication"


class Installed:
    """A person who ran `make install`, and has a project with two memories."""

    def __init__(self, home: Path, made: bool = False) -> None:
        self.home = home
        self.here = places.Places(str(home / ".claude"), str(home / ".claude" / "reverie"))
        self.env = world.environment(home)
        self.project = home.parent / "project"
        self.settings = Path(self.here.config, "settings.json")
        self.project.mkdir(exist_ok=True)
        self.store = Path(doctor.case(self.env, str(self.project)).binding.store)
        if not made:
            self.make()

    def make(self) -> None:
        """All of it, once."""
        install.install(self.here, str(world.ROOT), self.env, demo.borrow)
        world.COMPILED.mkdir(parents=True, exist_ok=True)
        os.symlink(world.COMPILED, os.path.join(self.here.home, "pycache"))
        shutil.copyfile(world._catalog(), self.here.catalog)
        for name in ("feedback_one.md", "feedback_two.md"):
            world.memory(self.store, name, "Use pnpm for everything", "Use pnpm.")
        (self.store / "MEMORY.md").write_text("- [One](feedback_one.md) — x\n- [Two](feedback_two.md) — y\n")
        with world.opened(self.here, self.env):
            pass
        self.shelved()

    def shelved(self) -> None:
        """The catalog is in step with the files."""
        self.look("catalog", fix=True)

    def look(self, link: str, fix: bool = False, **env: str) -> list[Result]:
        """What the one link comes to."""
        found = doctor.case({**self.env, **env}, str(self.project))
        return list(doctor.examined(found, fix, (link,)))

    def run(self, *words: str) -> subprocess.CompletedProcess[str]:
        """The real command, by the launcher that the installation made."""
        return subprocess.run([os.path.join(self.here.home, "bin", "reverie"), "doctor", *words], cwd=self.project,
                              env=self.env, capture_output=True, text=True, check=False, timeout=60)

    def fire(self, *events: str) -> None:
        """Let the client call these hooks, as settings.json has them, and wait for the worker."""
        for event in events:
            said = {"session_id": SID, "cwd": str(self.project), "hook_event_name": event, "prompt": "use pnpm",
                    "tool_name": "Read", "tool_input": {"file_path": "/x/a.md"},
                    "transcript_path": str(self.store.parent / f"{SID}.jsonl"), "source": "startup"}
            command = json.loads(self.settings.read_text())["hooks"][event][0]["hooks"][0]["command"]
            subprocess.run(["sh", "-c", command], input=json.dumps(said), text=True, env=self.env, check=True,
                           capture_output=True, cwd=self.project)
        world.ended(self.home)

    def state(self) -> dict[str, tuple[int, bytes | str]]:
        """Every file of this home with its mode, but the code, what Python compiled of it, and the log."""
        found: dict[str, tuple[int, bytes | str]] = {}
        for path in sorted(self.home.rglob("*")):
            if not {"pycache", "log", "worker.lock", "scripts"} & set(path.parts):
                what = os.readlink(path) if path.is_symlink() else b"" if path.is_dir() else path.read_bytes()
                found[str(path)] = (stat.S_IMODE(path.lstat().st_mode), what)
        return found

    def edit(self, change: Callable[[dict[str, Any]], object]) -> None:
        """Change settings.json."""
        value = json.loads(self.settings.read_text())
        change(value)
        self.settings.write_text(json.dumps(value, indent=2))

    def config(self, text: str) -> None:
        Path(self.here.settings).write_text(text)

    def failed(self, reason: str) -> None:
        """A call of a model failed a minute ago."""
        with world.opened(self.here, self.env) as home:
            run = ledger.begin_run(home.ledger, "extract", "s", "/s", "Stop", "claude", home.stamp)
            ledger.end_run(home.ledger, run, "failed", reason, 1.0, calls=1)

    def program(self, name: str, script: str) -> None:
        """A program of this name is found first."""
        path = self.home / "programs" / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(script)
        path.chmod(0o755)
        if not self.env["PATH"].startswith(str(path.parent)):
            self.env["PATH"] = f"{path.parent}:{self.env['PATH']}"


@pytest.fixture(scope="module")
def template(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A healthy installation, made once: where it stood, and beside it what stood there."""
    folder = tmp_path_factory.mktemp("doctor") / "home"
    folder.mkdir()
    Installed(folder)
    os.rename(folder, folder.parent / "kept")
    return folder


def copied(source: str, to: str) -> None:
    """A copy, but of the code, which no test changes, a second name."""
    (os.link if "/app/scripts/" in source else shutil.copy2)(source, to)


@pytest.fixture
def person(template: Path, monkeypatch: pytest.MonkeyPatch) -> Installed:
    """Somebody with a healthy installation, the same for every test."""
    shutil.rmtree(template, ignore_errors=True)
    shutil.rmtree(template.parent / "project", ignore_errors=True)
    shutil.copytree(template.parent / "kept", template, symlinks=True, copy_function=copied)
    made = Installed(template, made=True)
    monkeypatch.chdir(made.project)
    monkeypatch.setenv("HOME", str(template))
    return made


def old_path(person: Installed) -> None:
    person.settings.write_text(person.settings.read_text().replace(person.here.app, "/gone/reverie"))


def twice(person: Installed) -> None:
    person.edit(lambda value: value["hooks"]["Stop"].append(value["hooks"]["Stop"][0]))


def without(event: str) -> Callable[[Installed], None]:
    return lambda person: person.edit(lambda value: value["hooks"].pop(event))


def said(key: str, value: object) -> Callable[[Installed], None]:
    return lambda person: person.edit(lambda settings: settings.__setitem__(key, value))


def in_project(person: Installed) -> None:
    (person.project / ".claude").mkdir()
    (person.project / ".claude/settings.local.json").write_text('{"disableAllHooks": true}')


def plugged(person: Installed, version: str = "9.9.9") -> None:
    """The plugin is installed as well, from a folder of another version."""
    root = person.home / "market"
    shutil.copytree(person.here.app, root)
    (root / "plugin.json").write_text(json.dumps({"version": version}))
    person.edit(lambda value: value.update(
        enabledPlugins={"reverie@reverie": True},
        extraKnownMarketplaces={"reverie": {"source": {"source": "directory", "path": str(root)}}}))


def gone(person: Installed) -> None:
    plugged(person)
    shutil.rmtree(person.home / "market")


def put(name: str, data: str | bytes) -> Callable[[Installed], None]:
    """In Reverie's folder this file holds this, whatever stood there."""
    def write(person: Installed) -> None:
        path = Path(person.here.home, name)
        if path.is_dir() and not path.is_symlink():
            shutil.rmtree(path)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data if isinstance(data, bytes) else data.encode())
    return write


def unready(person: Installed) -> None:
    person.program("uv", UV.format(python=sys.executable))
    os.environ["PATH"] = person.env["PATH"]
    next(Path(person.here.venv).rglob("ready")).unlink()


def hollow(person: Installed) -> None:
    unready(person)
    folder = next(Path(person.here.venv).rglob("bin")).parent
    (folder / "ready").write_text("")
    (folder / "bin/python").write_text("#!/bin/sh\necho 'No module named yaml' >&2\nexit 1\n")


def open_home(person: Installed) -> None:
    os.chmod(person.here.home, 0o755)


def store_is_a_file(person: Installed) -> None:
    shutil.rmtree(person.store)
    person.store.write_text("")


def unlisted(person: Installed) -> None:
    (person.store / "MEMORY.md").write_text("# Mine\n- [One](feedback_one.md) — x\n- [Gone](feedback_gone.md)\n")


def edited(person: Installed) -> None:
    world.memory(person.store, "feedback_one.md", "Use yarn", "Use yarn now, and not pnpm.")


def newer(person: Installed) -> None:
    with world.opened(person.here, person.env) as home:
        home.ledger.execute(f"pragma user_version = {len(ledger.MIGRATIONS) + 1}")


def no_git(person: Installed) -> None:
    person.env["PATH"] = str(person.home / "nowhere")


def half_written(person: Installed) -> None:
    put("spool/new/.x.json.1-abcdef.tmp", "")(person)
    path = Path(person.here.home, "spool/new/.x.json.1-abcdef.tmp")
    os.utime(path, (time.time() - 7_200,) * 2)


def in_dead_hands(person: Installed) -> None:
    spool.put(person.here, {"event": "shown", "session": "s", "paths": []})
    spool.take(person.here, spool.waiting(person.here)[0])


def claude(version: int = 0, flags: str = FLAGS, logged_in: str = "true") -> Callable[[Installed], None]:
    """The client's binary, that says this of itself."""
    def write(person: Installed) -> None:
        person.env["REVERIE_BACKEND"] = "claude"
        person.program("claude", "#!/bin/sh\ncase $1 in\n"
                       f"--version) echo 2.1; exit {version};;\n--help) printf '%b\\n' '{flags}';;\n"
                       f"auth) echo '{{\"loggedIn\": {logged_in}, \"authMethod\": \"claude.ai\"}}';;\n"
                       "*) echo called >>\"$0.calls\";;\nesac\n")
    return write


def after_a_failure(reason: str) -> Callable[[Installed], None]:
    def write(person: Installed) -> None:
        claude()(person)
        person.failed(reason)
    return write


def backend(name: str) -> Callable[[Installed], None]:
    return lambda person: person.env.__setitem__("REVERIE_BACKEND", name)


def backing_off(person: Installed) -> None:
    person.failed("rate_limit: the client says: too many")


def ahead(person: Installed) -> None:
    os.utime(person.store / "feedback_one.md", (time.time() + 86_400,) * 2)


def no_stop(person: Installed) -> None:
    person.fire("SessionStart", "UserPromptSubmit")


def without_us(person: Installed) -> None:
    """The client held a session long after the last hook."""
    no_stop(person)
    transcript = person.store.parent / "later.jsonl"
    transcript.write_text("{}\n")
    os.utime(transcript, (time.time() + 3 * 86_400,) * 2)


MENDED: tuple[tuple[str, str, str, Callable[[Installed], object]], ...] = (
    ("hooks", BROKEN, "does not know", lambda person: person.settings.unlink()),
    ("hooks", BROKEN, "/gone/reverie, where there are none", old_path),
    ("hooks", BROKEN, "lacks hooks for Stop", without("Stop")),
    ("hooks", WARN, "more than one hook of ours for Stop", twice),
    ("interpreter", WARN, "does not start", put("python", "/nonexistent/python3\n")),
    ("packages", BROKEN, "are not there", unready),
    ("packages", BROKEN, "No module named yaml", hollow),
    ("home", WARN, "can be read by others (mode 0755)", open_home),
    ("index", WARN, "no line leads to feedback_two.md; a line leads to feedback_gone.md", unlisted),
    ("catalog", BROKEN, "is not whole", put("catalog.db", b"nonsense" * 2_000)),
    ("catalog", WARN, "changed since it was last", edited),
    ("ledger", BROKEN, "is no database", put("ledger.db", b"nonsense" * 2_000)),
    ("leftovers", WARN, ".x.json.1-abcdef.tmp", half_written),
    ("leftovers", WARN, "a worker that died", in_dead_hands),
)
TOLD: tuple[tuple[str, str, str, Callable[[Installed], object]], ...] = (
    ("hooks", BROKEN, "`disableAllHooks` in", said("disableAllHooks", True)),
    ("hooks", BROKEN, "settings.local.json", in_project),
    ("hooks", BROKEN, "is not valid JSON", lambda person: person.settings.write_text("{")),
    ("hooks", WARN, "registered 2 times (settings.json, plugin reverie@reverie)", plugged),
    ("hooks", BROKEN, "plugin reverie@reverie names hooks in", gone),
    ("hooks", WARN, "`REVERIE` is set to off", lambda person: person.env.__setitem__("REVERIE", "off")),
    ("versions", WARN, "9.9.9 in", plugged),
    ("interpreter", BROKEN, "`REVERIE_PYTHON` names", lambda person: person.env.__setitem__("REVERIE_PYTHON", "false")),
    ("settings", WARN, "config.yaml line 2: 'blue' is no value for recall", lambda person: person.config(
        "use: true\nrecall: blue\n")),
    ("spool", BROKEN, "No note can be left", put("spool", "")),
    ("spool", WARN, "1 notes failed three times", put("spool/parked/00000000000000000001-1.json", "{}")),
    ("spool", WARN, "the oldest for", put("spool/new/00000000000000000001-1.json", "{}")),
    ("fired", WARN, "Stop never, though other hooks fired", no_stop),
    ("fired", WARN, "but no hook fired since", without_us),
    ("store", BROKEN, "Nothing can be written", store_is_a_file),
    ("ledger", BROKEN, "written by a newer Reverie", newer),
    ("history", BROKEN, "so no change can be undone", put("history", "")),
    ("history", WARN, "There is no git", no_git),
    ("backend", BROKEN, "no claude binary", backend("claude")),
    ("backend", BROKEN, "`", claude(version=1)),
    ("backend", BROKEN, "has no --tools", claude(flags="--no-session-persistence")),
    ("backend", BROKEN, "nobody is logged in", claude(logged_in="false")),
    ("backend", BROKEN, "rate_limit: the client says", after_a_failure("rate_limit: the client says: wait")),
    ("backend", BROKEN, "missing: the client says", after_a_failure("missing: the client says: model not found")),
    ("backend", BROKEN, "ANTHROPIC_API_KEY is not set", backend("anthropic")),
    ("backend", BROKEN, "no `command:`", backend("command")),
    ("backend", BROKEN, "there is no file /nowhere", backend("scripted:/nowhere")),
    ("backend", WARN, "switched off", backend("off")),
    ("money", WARN, "paused until", put("paused", str(time.time() + 9_999))),
    ("money", WARN, "limit of the day", lambda person: person.config("calls_per_day: 0\n")),
    ("money", WARN, "After 1 failures (rate_limit)", backing_off),
    ("native", WARN, "`use: false`", lambda person: person.config("use: false\n")),
    ("clock", WARN, "is dated", ahead),
    ("log", WARN, "hook Stop: OSError: No space", put("log/reverie.log", "2026 hook Stop: OSError: No space\n")),
)


def _bad(results: list[Result]) -> list[tuple[str, str]]:
    return [(each.finding.state, each.finding.says) for each in results if each.finding.state != OK]


@pytest.mark.parametrize(("link", "state", "words", "broken"), MENDED, ids=[f"{row[0]}: {row[2]}" for row in MENDED])
def test_what_is_safe_is_mended_when_asked(
    person: Installed, monkeypatch: pytest.MonkeyPatch, link: str, state: str, words: str,
    broken: Callable[[Installed], object],
) -> None:
    """Named without a change, then mended by --fix, and fine when looked at again; every memory is still there."""
    monkeypatch.setenv("PATH", os.environ["PATH"])
    broken(person)
    start, memories = person.state(), sorted(path.read_bytes() for path in person.store.glob("feedback_*"))
    found = _bad(person.look(link))
    assert [name for name, _ in found] == [state] and words in found[0][1]
    assert person.state() == start
    results = person.look(link, fix=True)
    world.ended(person.home)
    assert [bool(each.fixed) for each in results if each.finding.state != OK] == [True]
    assert not _bad(person.look(link))
    assert sorted(path.read_bytes() for path in person.store.glob("feedback_*")) == memories


@pytest.mark.parametrize(("link", "state", "words", "broken"), TOLD, ids=[f"{row[0]}: {row[2]}" for row in TOLD])
def test_what_only_a_person_can_mend_is_told(
    person: Installed, link: str, state: str, words: str, broken: Callable[[Installed], object]
) -> None:
    """Named with a way to mend it, and left as it is also by --fix."""
    broken(person)
    start = person.state()
    results = person.look(link, fix=True)
    assert [(name, words in says) for name, says in _bad(results)] == [(state, True)]
    assert all(each.finding.mend.endswith((".", ":")) for each in results if each.finding.state != OK)
    assert person.state() == start and not list(person.home.rglob("claude.calls"))


def test_a_healthy_installation_is_green_and_keeps_no_trace(person: Installed) -> None:
    """After one session the real command finds nothing, ends with 0, and every byte and mode is what it was."""
    person.fire("SessionStart", "UserPromptSubmit", "Stop")
    person.shelved()
    person.env["REVERIE_BACKEND"] = "offline"
    start = person.state()
    done = person.run("--json")
    said = json.loads(done.stdout)
    world.ended(person.home)
    assert (done.returncode, done.stderr) == (0, "")
    assert [each for each in said["findings"] if each["state"] != OK] == []
    assert {each["link"] for each in said["findings"]} == set(LINKS) and said["works"] is True
    assert person.state() == start
    assert "Stop 1 times" in next(each["says"] for each in said["findings"] if each["link"] == "fired")


def test_what_fired_is_known_after_the_session_is_forgotten(person: Installed) -> None:
    """S72: the worker keeps what the claims of a session come to, as often as it looks; PreToolUse counts as well."""
    person.fire("SessionStart", "PreToolUse", "Stop", "Stop")
    with world.opened(person.here, person.env) as home:
        before = fired.ever(home.ledger, person.here)
        fired.note(home.ledger, person.here, SID)
        shutil.rmtree(person.here.session(SID))
        after = fired.ever(home.ledger, person.here)
    assert after == before
    assert {event: each.times for event, each in after.items()} == {"SessionStart": 1, "PreToolUse": 1, "Stop": 1}


def test_the_marker_goes_the_real_way_and_stops_where_it_is_broken(
    person: Installed, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A hook that does nothing, a worker that does nothing, packages that are missing: each is told apart."""
    monkeypatch.setattr(marker, "PATIENCE", 0.3)
    run, python = Path(person.here.app, "hooks/run"), next(Path(person.here.venv).rglob("bin/python"))
    works = run.read_text()
    run.write_text("exit 0\n")
    assert _bad(person.look("marker"))[0] == (BROKEN, "The hook of settings.json did not answer.")
    run.write_text(works)
    python.write_text("#!/bin/sh\nexit 0\n")
    (state, says), = _bad(person.look("marker"))
    assert state == BROKEN and "did not take its note" in says
    (python.parents[1] / "ready").unlink()
    put("prepare.json", json.dumps({"at": time.time(), "lock": python.parents[1].name, "reason": "x"}))(person)
    (state, says), = _bad(person.look("marker"))
    assert state == WARN and "no packages" in says
    assert not spool.waiting(person.here) and session.known(person.here) == []
    world.ended(person.home)


def test_the_index_mended_is_one_change_that_can_be_undone(person: Installed) -> None:
    """Law: every change of a store is one commit; a line of the person's own stays."""
    unlisted(person)
    person.look("index", fix=True)
    assert "# Mine\n" in (person.store / "MEMORY.md").read_text()
    assert history.entries(person.here, str(person.store))[0].entry.trailers["job"] == "doctor"


def test_without_packages_doctor_still_speaks(person: Installed) -> None:
    """On Python alone: the packages are named as broken, nothing is fetched, and the exit code is 1."""
    unready(person)
    (person.home / "programs/python").write_text("")
    start = person.state()
    done = subprocess.run([sys.executable, "-I", "-S", "-B", os.path.join(person.here.app, "scripts"), "doctor"],
                          cwd=person.project, env=person.env, capture_output=True, text=True, check=False)
    world.ended(person.home)
    assert done.returncode == 1 and done.stdout.endswith("Reverie does not work here: packages.\n"), done
    assert "Not looked at, as a package is missing" in done.stdout
    assert {name: what for name, what in person.state().items() if name in start} == start


def test_the_command_tells_what_does_not_work(person: Installed, monkeypatch: pytest.MonkeyPatch) -> None:
    """Exit code 1 and the links by name; after --fix, 0, with what was done in a line of its own."""
    for key, value in person.env.items():
        monkeypatch.setenv(key, value)
    without("Stop")(person)
    told = CliRunner().invoke(cli.reverie, ["doctor"])
    assert told.exit_code == 1 and told.output.endswith("Reverie does not work here: hooks.\n")
    mended = CliRunner().invoke(cli.reverie, ["doctor", "--fix"])
    world.ended(person.home)
    assert mended.exit_code == 0 and mended.output.endswith("Reverie works here.\n"), mended.output
    assert "fixed   hooks" in mended.output and "Stop" in json.loads(person.settings.read_text())["hooks"]


def test_one_tiny_question_only_when_asked(person: Installed) -> None:
    """`--ask` makes one call the way the worker makes it; without it none is made."""
    person.program("answers", "#!/bin/sh\ncat >>\"$0.asked\"\necho '{\"works\": true}'\n")
    person.config(f"backend: command\ncommand: {person.home}/programs/answers\n")
    del person.env["REVERIE_BACKEND"]
    asked = person.home / "programs/answers.asked"
    assert not _bad(person.look("backend")) and not asked.exists()
    found = doctor.case(person.env, str(person.project), ask=True)
    (result,) = doctor.examined(found, False, ("backend",))
    assert "it answered" in result.finding.says and asked.read_text().count("Set `works` to true.") == 1


@pytest.mark.parametrize(("free", "state"), [(0, BROKEN), (4 << 20, BROKEN), (100 << 20, WARN), (1 << 40, OK)])
def test_a_full_disk_is_told_before_it_is_full(free: int, state: str) -> None:
    """Too little to write is broken, little is a warning."""
    assert disk.judged("/x", free).state == state


def test_what_cannot_be_looked_at_is_a_finding(person: Installed) -> None:
    """No state of the files ends doctor with a traceback: every link with a folder or a file in its way."""
    for name in ("ledger.db", "catalog.db", "config.yaml", "paused", "log/reverie.log", "python"):
        path = Path(person.here.home, name)
        path.unlink(missing_ok=True)
        path.mkdir(parents=True)
    results = [each for link in LINKS if link != "marker" for each in person.look(link)]
    assert {each.link for each in results} == set(LINKS) - {"marker"} and not doctor.works(results)
