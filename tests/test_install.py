"""Installing changes what it says and no more; taking away is its exact inverse."""
from __future__ import annotations

import json
import os
import shutil
import sqlite3
import subprocess
import sys
import time
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from reverie import cli, ledger, migrate, spool, worker
from reverie.errors import Refused
from reverie.installing import clientsettings, copies, install, venv
from reverie.installing.clientsettings import settings_with_hooks, settings_without_hooks
from reverie.places import Places

ROOT = Path(__file__).resolve().parents[1]
APP = "/home/x/.claude/reverie/app"
COMMAND = 'sh "${CLAUDE_PLUGIN_ROOT}/hooks/run" %s || true'
STEPS = 56
"""More changes to folders than an install makes."""
EVENTS = {
    "Stop": [{"hooks": [{"type": "command", "command": COMMAND % "Stop", "timeout": 10}]}],
    "PostToolUse": [{"matcher": "Read", "hooks": [{"type": "command", "command": COMMAND % "PostToolUse"}]}],
}
FOREIGN = b'{\n    "model": "opus",\n    "hooks": {"Stop": [{"hooks": [{"command": "say \\u00e9"}]}]}}'
HOSTILE = (
    "plain", "two words", "it's", 'say "hi"', "#1 $HOME `id` \\ !", "日本 ; exit 3", "-rf *", "${CLAUDE_PLUGIN_ROOT}",
)
BROKEN = (
    b"{", b"[]", b"// x\n{}", b'{"hooks": []}', b'{"hooks": {"Stop": {}}}', b"\xff{}", b"NaN", b"[" * 9999,
)

texts = st.text(st.characters(codec="utf-8", exclude_characters="\x7f"), max_size=8)
json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | texts,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(texts, inner, max_size=3), max_leaves=8,
)
foreign_group = st.fixed_dictionaries({"hooks": st.lists(st.fixed_dictionaries({"command": json_values}), max_size=2)})
foreign_hooks = st.lists(foreign_group | json_values, min_size=1, max_size=3)
foreign_settings = st.builds(
    lambda rest, hooks: {**rest, **({"hooks": hooks} if hooks else {})},
    st.dictionaries(texts.filter(lambda key: key != "hooks"), json_values, max_size=3),
    st.dictionaries(st.sampled_from([*EVENTS, "Other", "SessionEnd"]), foreign_hooks, max_size=3),
)


class Person:
    """One person with a client, a copy of the plugin, and no network."""

    def __init__(self, home: Path, name: str = ".claude") -> None:
        self.home, self.config = home, home / name
        self.places = Places(str(self.config), str(self.config / "reverie"))
        self.settings = self.config / "settings.json"
        self.source = home / "clone"
        self.bin = home / ".local" / "bin"
        self.env = {"HOME": str(home), "PATH": f"{self.bin}:/usr/bin:/bin"}
        self.built = 0
        for file, text in {
            "plugin.json": '{"name": "reverie", "version": "1.0.0"}', "requirements.txt": "a==1\n", "tests/t.py": "",
            ".git/HEAD": "", "scripts/__main__.py": "import sys; print(*sys.argv[1:])\n", "LICENSE": "MIT",
            "hooks/hooks.json": json.dumps({"hooks": EVENTS}), "hooks/run": 'echo "run $1"\n',
            "skills/dream/SKILL.md": 'Run `sh "${CLAUDE_PLUGIN_ROOT}/hooks/run" dream`.\n',
        }.items():
            self.write(self.source / file, text)

    def install(self) -> list[str]:
        """What installing says."""
        return install.install(self.places, str(self.source), self.env, self.build)

    def uninstall(self) -> list[str]:
        """What taking away says."""
        return install.uninstall(self.places, self.env)

    def build(self, python: str, requirements: str, folder: str) -> None:
        """Packages without a network: the folder and an interpreter in it."""
        self.built += 1
        assert os.path.isfile(requirements)
        os.makedirs(os.path.join(folder, "bin"))
        os.symlink(python, os.path.join(folder, "bin", "python"))

    def state(self) -> dict[str, tuple[int, bytes | str]]:
        """Everything below this home but the clone: modes, bytes, links."""
        found: dict[str, tuple[int, bytes | str]] = {}
        for path in sorted(self.home.rglob("*")):
            if self.source not in (path, *path.parents):
                what = os.readlink(path) if path.is_symlink() else b"" if path.is_dir() else path.read_bytes()
                found[str(path.relative_to(self.home))] = (path.lstat().st_mode, what)
        return found

    @staticmethod
    def write(path: Path, data: str | bytes) -> None:
        """A file, with its folders."""
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data if isinstance(data, bytes) else data.encode())


@pytest.fixture
def person(home: Path) -> Person:
    """Somebody who has not installed yet."""
    return Person(home)


def cut_short(job: Callable[[], list[str]], steps: int) -> int:
    """Do a job in a process that ends at its n-th change to a folder; 9 if it came to that, 0 if it was done first."""
    child = os.fork()
    if child:
        return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    seen, code = iter(range(1, steps)), 1

    def count(event: str, arguments: object) -> None:
        if event in ("os.rename", "os.mkdir", "os.symlink", "os.remove", "os.chmod") and next(seen, None) is None:
            os._exit(9)

    try:
        sys.addaudithook(count)
        job()
        code = 0
    finally:
        os._exit(code)


@given(foreign_settings)
def test_taking_hooks_out_undoes_putting_them_in(settings: dict[str, Any]) -> None:
    """without(with(s)) == s, in the same order, and neither changes what it was given."""
    before = json.dumps(settings)
    both = settings_without_hooks(settings_with_hooks(settings, APP, EVENTS), APP)
    assert json.dumps(both) == before == json.dumps(settings)


@given(foreign_settings)
def test_putting_hooks_in_twice_is_putting_them_in_once(settings: dict[str, Any]) -> None:
    """with(with(s)) == with(s), order included."""
    once = settings_with_hooks(settings, APP, EVENTS)
    assert json.dumps(settings_with_hooks(once, APP, EVENTS)) == json.dumps(once)


@given(foreign_settings)
def test_a_newer_version_replaces_the_hooks_of_the_older(settings: dict[str, Any]) -> None:
    """Events that a version no longer has go; nobody else's hooks move."""
    newer = {"SessionEnd": [{"hooks": [{"type": "command", "command": COMMAND % "SessionEnd", "timeout": 5}]}]}
    upgraded = settings_with_hooks(settings_with_hooks(settings, APP, EVENTS), APP, newer)
    assert upgraded == settings_with_hooks(settings, APP, newer)


@given(st.dictionaries(texts, json_values, min_size=1),
       st.sampled_from(["  ", "    ", "\t"]), st.booleans(), st.booleans(), st.booleans(), st.booleans())
def test_a_dump_is_laid_out_like_its_model(
    value: dict[str, Any], indent: str, last: bool, dos: bool, mark: bool, escape: bool
) -> None:
    """Indent, line ends, byte order mark, escapes and last newline are the owner's."""
    text = json.dumps(value, indent=indent, ensure_ascii=escape) + "\n" * last
    like = (("\ufeff" if mark else "") + (text.replace("\n", "\r\n") if dos else text)).encode()
    assert clientsettings.dump(value, like) == like


@pytest.mark.parametrize("name", HOSTILE)
def test_the_command_survives_any_folder(home: Path, name: str) -> None:
    """Spaces, quotes, $, # and foreign letters in the path reach the shell as the path they are."""
    person = Person(home, name)
    person.install()
    hooks = json.loads(person.settings.read_text())["hooks"]
    said = [subprocess.run(["sh", "-c", groups[0]["hooks"][0]["command"]], capture_output=True, text=True, check=True)
            for groups in hooks.values()]
    assert [done.stdout for done in said] == [f"run {event}\n" for event in hooks]
    skill = (person.config / "skills/dream/SKILL.md").read_text()
    command = skill.split("`", 1)[1].rsplit("`", 1)[0]
    assert subprocess.run(["sh", "-c", command], capture_output=True, text=True, check=True).stdout == "run dream\n"
    launcher = person.config / "reverie/bin/reverie"
    assert subprocess.run([launcher, "a b"], capture_output=True, text=True, check=True).stdout == "a b\n"
    person.uninstall()
    assert not person.settings.exists()


@pytest.mark.parametrize("before", [
    None, b"", b"{}", b"{}\n", FOREIGN, b'\xef\xbb\xbf{\r\n\t"a": 1.50\r\n}\r\n', b'{"hooks":{"Stop":[]},"a":[1,  2]}',
], ids=["absent", "empty", "object", "line", "foreign", "dos", "crowded"])
def test_uninstall_gives_every_byte_back(person: Person, before: bytes | None) -> None:
    """The whole home is again what it was: bytes, modes, and what was not there is not there."""
    person.bin.mkdir(parents=True)
    if before is not None:
        person.write(person.settings, before)
        person.settings.chmod(0o640)
    start = person.state()
    person.install()
    assert person.settings.read_bytes() != before
    assert (person.settings.stat().st_mode & 0o777 == 0o640) is (before is not None)
    person.uninstall()
    assert person.state() == start


def test_a_second_install_changes_nothing(person: Person) -> None:
    """Every byte, mode and time stays, and no package is installed twice."""
    person.write(person.settings, FOREIGN)
    person.install()
    first = {name: (what, (person.home / name).lstat().st_mtime_ns) for name, what in person.state().items()}
    lines = person.install()
    second = {name: (what, (person.home / name).lstat().st_mtime_ns) for name, what in person.state().items()}
    assert second == first and person.built == 1 and sum("already up to date" in line for line in lines) == 3


def test_an_upgrade_leaves_no_file_of_the_old(person: Person) -> None:
    """Code, skills, hooks and packages become the new version's; uninstall still gives every byte back."""
    person.write(person.settings, FOREIGN)
    start = person.state()
    person.write(person.source / "scripts/old.py", "")
    person.write(person.source / "skills/gone/SKILL.md", "old")
    person.install()
    os.remove(person.source / "scripts/old.py")
    shutil.rmtree(person.source / "skills/gone")
    person.write(person.source / "requirements.txt", "a==2\n")
    person.write(person.source / "hooks/hooks.json", json.dumps({"hooks": {"Stop": EVENTS["Stop"]}}))
    person.install()
    assert not (Path(person.places.app) / "scripts/old.py").exists()
    assert os.listdir(person.config / "skills") == ["dream"] and person.built == 2
    assert "PostToolUse" not in json.loads(person.settings.read_text())["hooks"]
    person.uninstall()
    assert person.state() == start


def test_only_what_the_plugin_needs_is_copied(person: Person) -> None:
    """No tests, no git, nothing compiled."""
    person.write(person.source / "scripts/__pycache__/x.pyc", "")
    person.install()
    assert sorted(os.listdir(person.places.app)) == [
        "LICENSE", "hooks", "plugin.json", "requirements.txt", "scripts", "skills",
    ]
    assert os.listdir(os.path.join(person.places.app, "scripts")) == ["__main__.py"]


def test_installing_from_the_installed_copy_is_no_trouble(person: Person) -> None:
    """`reverie install` run from the copy itself repairs the rest and leaves the code where it is."""
    person.install()
    start = person.state()
    shutil.rmtree(person.config / "skills")
    install.install(person.places, person.places.app, person.env, person.build)
    assert person.state() == start


def test_what_the_owner_changed_since_stays(person: Person) -> None:
    """After an edit only our entries go, also when an upgrade came between."""
    person.write(person.settings, FOREIGN)
    person.install()
    mine = {**json.loads(person.settings.read_text()), "model": "haiku"}
    person.settings.write_text(json.dumps(mine, indent=4))
    person.write(person.source / "hooks/hooks.json", json.dumps({"hooks": {"Stop": EVENTS["Stop"]}}))
    person.install()
    person.uninstall()
    assert json.loads(person.settings.read_text()) == {**json.loads(FOREIGN), "model": "haiku"}
    assert not list(person.config.glob("settings.json?*"))


def test_a_linked_settings_file_stays_a_link(person: Person) -> None:
    """Whoever keeps settings.json elsewhere finds the change there, and the link untouched."""
    person.write(person.home / "dotfiles/claude.json", FOREIGN)
    person.config.mkdir()
    person.settings.symlink_to("../dotfiles/claude.json")
    start = person.state()
    person.install()
    assert person.settings.is_symlink() and "hooks/run" in (person.home / "dotfiles/claude.json").read_text()
    person.uninstall()
    assert person.state() == start


@pytest.mark.parametrize("broken", BROKEN, ids=range(len(BROKEN)))
def test_settings_it_cannot_read_stop_everything(person: Person, broken: bytes) -> None:
    """One sentence, and not a byte or folder more or less than before."""
    person.write(person.settings, broken)
    start = person.state()
    with pytest.raises(Refused) as refused:
        person.install()
    assert person.state() == start and str(refused.value).count("\n") == 0 and person.built == 0


def test_no_packages_no_hooks(person: Person) -> None:
    """When the packages cannot be had, the client is not told of hooks, and the next try is a fresh one."""
    def broken(python: str, requirements: str, folder: str) -> None:
        os.makedirs(folder)
        raise Refused("there is no network")

    with pytest.raises(Refused, match="there is no network"):
        install.install(person.places, str(person.source), person.env, broken)
    assert not person.settings.exists() and os.listdir(person.places.venv) == []
    assert venv.failed_lately(person.places, str(person.source), time.time())
    assert not venv.failed_lately(person.places, str(person.source), time.time() + venv.RETRY_AFTER)
    person.install()
    assert not venv.failed_lately(person.places, str(person.source), time.time())


@pytest.mark.parametrize("steps", range(1, STEPS + 1))
def test_an_install_cut_short_can_be_taken_back_or_finished(person: Person, steps: int) -> None:
    """Whatever file it was about to put in place when it ended: uninstall restores, install completes."""
    person.write(person.settings, FOREIGN)
    start = person.state()
    person.install()
    whole = person.state()
    person.uninstall()
    for finish in (False, True):
        assert cut_short(person.install, steps) in ((0, 9) if steps < STEPS else (0,))
        if finish:
            person.install()
            assert {name: what for name, what in person.state().items() if not name.endswith(".tmp")} == whole
        person.uninstall()
        left = person.state()
        assert {name: left.get(name) for name in start} == start
        assert {name for name in left if name not in start} <= {".claude/skills"}


@pytest.mark.parametrize("steps", range(1, STEPS, 2))
def test_an_uninstall_cut_short_is_finished_by_the_next(person: Person, steps: int) -> None:
    """Whatever it was about to take away when it ended, saying it again takes the rest."""
    person.write(person.settings, FOREIGN)
    start = person.state()
    person.install()
    assert cut_short(person.uninstall, steps) in (0, 9)
    person.uninstall()
    left = person.state()
    assert {name: left.get(name) for name in start} == start and set(left) - set(start) <= {".claude/skills"}


def test_taking_away_what_is_not_there_is_no_error(person: Person) -> None:
    """Uninstall twice, or before any install: nothing changes, and it says where the memories are."""
    start = person.state()
    assert "Nothing" in person.uninstall()[0]
    person.install()
    person.uninstall()
    lines = person.uninstall()
    assert person.state() == start and "memories" in lines[-1] and person.places.home in lines[-1]


def test_memories_stay(person: Person) -> None:
    """Nothing a person said goes with the program, only what the program is made of."""
    kept = ["ledger.db", "config.yaml", "user/MEMORY.md", "archive/p/a.md", "summaries/p/s.md", "catalog.db"]
    person.install()
    for name in kept:
        person.write(Path(person.places.home) / name, "mine")
    for name in ("python", "pycache/x.pyc"):
        person.write(Path(person.places.home) / name, "made")
    person.uninstall()
    assert sorted(copies.read(person.places.home)) == sorted(kept)


def test_a_skill_of_the_same_name_is_not_ours(person: Person) -> None:
    """The owner's own /dream stays as it is, at install and after; one sentence says so."""
    own = person.config / "skills/dream/SKILL.md"
    person.write(own, "mine")
    lines = person.install()
    assert own.read_text() == "mine" and any("`dream`" in line for line in lines)
    person.uninstall()
    assert own.read_text() == "mine"


@pytest.mark.parametrize("state", ["free", "taken", "off the path", "no folder"])
def test_the_command_is_linked_only_where_it_is_welcome(person: Person, state: str) -> None:
    """`~/.local/bin` gets a link if it is searched and the name is free; where not, it is said how else to reach it."""
    if state != "no folder":
        person.bin.mkdir(parents=True)
    if state == "taken":
        person.write(person.bin / "reverie", "somebody else's")
    if state == "off the path":
        person.env["PATH"] = "/usr/bin"
    start = person.state()
    lines = person.install()
    linked = state in ("free", "no folder")
    assert (person.bin / "reverie").is_symlink() is linked
    said, = (line for line in lines if line.startswith("Command: "))
    assert said.startswith(f"Command: {person.bin if linked else person.places.home + '/bin'}/reverie")
    assert ("ln -s" in said) is not linked
    person.uninstall()
    assert person.state() == start


def test_packages_are_made_once_and_old_ones_kept_a_week(person: Person) -> None:
    """Ready means ready; a half-made folder is made anew; what other versions used goes after seven days."""
    venvs = Path(person.places.venv)
    for name, age in (("recent", 6), ("ancient", 8)):
        (venvs / name).mkdir(parents=True)
        os.utime(venvs / name, (time.time() - age * 86400,) * 2)
    assert venv.ready(person.places, str(person.source)) is None
    python = venv.prepare(person.places, str(person.source), sys.executable, person.build)
    assert python == venv.ready(person.places, str(person.source)) and not (venvs / "ancient").exists()
    assert (venvs / "recent").exists()
    os.remove(Path(python).parents[1] / "ready")
    assert venv.prepare(person.places, str(person.source), sys.executable, person.build) == python and person.built == 2


def test_the_door_says_what_it_did(person: Person, tmp_path: Path) -> None:
    """The real program on Python alone: help, a refusal in one sentence with 1, a background start that is silent."""
    env = {"HOME": str(person.home), "PATH": "/usr/bin:/bin"}
    person.write(person.settings, "{")

    def run(*words: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run([sys.executable, "-S", "-B", str(ROOT / "scripts"), *words], env=env, capture_output=True,
                              text=True, check=False)

    assert "hooks" in run("install", "--help").stdout and "stay" in run("uninstall", "--help").stdout
    refused = run("install")
    assert (refused.returncode, refused.stdout, refused.stderr.count("\n")) == (1, "", 1)
    person.write(person.settings, "{}")
    assert run("uninstall").stdout.startswith("Nothing")


@pytest.mark.parametrize("ready", [True, False])
def test_the_background_start_becomes_the_worker_or_ends_silently(person: Person, ready: bool) -> None:
    """With packages it is the worker, run by their interpreter; lately failed it does not try again."""
    copies.put(str(person.source), {**copies.read(str(person.source)), **copies.read(str(ROOT), ["scripts/reverie"])})
    person.write(person.source / "scripts/__main__.py",
                 "import sys\nfrom reverie import prepare\nworker = sys.argv[1:] == ['worker']\n"
                 "print(sys.executable) if worker else sys.exit(prepare.main(sys.argv[1:]))\n")
    if ready:
        venv.prepare(person.places, str(person.source), sys.executable, person.build)
    else:
        os.makedirs(person.places.venv)
        note = {"at": time.time(), "lock": venv._key(str(person.source)), "reason": "x"}
        person.write(Path(person.places.home) / "prepare.json", json.dumps(note))
    done = subprocess.run([sys.executable, "-I", "-S", "-B", str(person.source / "scripts"), "prepare"], env=person.env,
                          capture_output=True, text=True, check=False)
    python = venv.ready(person.places, str(person.source))
    assert (done.returncode, done.stdout, done.stderr) == ((0, f"{python}\n", "") if ready else (1, "", ""))


def old_ledger(path: Path, version: int) -> None:
    """The ledger as that version left it, with a run and where a store comes from."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with closing(sqlite3.connect(path, isolation_level=None)) as db:
        for statement in migrate.statements(ledger.MIGRATIONS[:version]):
            db.execute(statement)
        db.execute("insert into stores values ('/s', '/p', '2026-11-01')")
        db.execute(f"pragma user_version = {version}")


def state_of(path: Path | str) -> tuple[int, list[str]]:
    """The ledger's version, and all that it holds."""
    with closing(sqlite3.connect(path)) as db:
        return db.execute("pragma user_version").fetchone()[0], list(db.iterdump())


@pytest.mark.parametrize("version", range(1, len(ledger.MIGRATIONS)))
def test_a_ledger_of_any_earlier_version_is_brought_up_with_a_copy_kept(person: Person, version: int) -> None:
    """Each step of the way from each version; what stood there stands in the copy, row for row, for its owner alone."""
    path = Path(person.places.ledger)
    old_ledger(path, version)
    before = state_of(path)
    ledger.open_ledger(person.places).close()
    now, rows = state_of(path)
    assert now == len(ledger.MIGRATIONS) and any("'/s','/p'" in row for row in rows)
    assert migrate.copies(str(path)) == [f"{path}.v{version}"] and state_of(f"{path}.v{version}") == before
    assert os.stat(f"{path}.v{version}").st_mode & 0o777 == 0o600
    changed = path.read_bytes()
    ledger.open_ledger(person.places).close()
    assert path.read_bytes() == changed, "opening it once more writes nothing"


def test_the_last_two_copies_of_the_ledger_are_kept(person: Person) -> None:
    """A copy that was cut short is begun anew; the oldest goes when a third is made; other files stay."""
    path = Path(person.places.ledger)
    person.write(Path(f"{path}.copying"), "half")
    person.write(Path(f"{path}.vx"), "mine")
    for steps in range(1, 5):
        migrate.opened(str(path), ledger.MIGRATIONS[:steps]).close()
    assert sorted(entry.name for entry in path.parent.iterdir()) == [
        "ledger.db", "ledger.db.v2", "ledger.db.v3", "ledger.db.vx"]


def test_an_upgrade_that_is_killed_leaves_the_ledger_as_it_was(person: Person) -> None:
    """A step that fails takes all of them back: the old version stands, beside its copy."""
    path = Path(person.places.ledger)
    old_ledger(path, 1)
    before = state_of(path)
    with pytest.raises(sqlite3.OperationalError):
        migrate.opened(str(path), [*ledger.MIGRATIONS[:2], "create table more (x); nonsense;"])
    assert state_of(path) == before == state_of(f"{path}.v1")


def test_after_a_downgrade_commands_refuse_and_the_spool_waits(
    person: Person, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """One sentence and 1 from a command and from install; the worker takes no note in hand; not a byte is changed."""
    path = Path(person.places.ledger)
    old_ledger(path, len(ledger.MIGRATIONS))
    with closing(sqlite3.connect(path)) as db:
        db.execute(f"pragma user_version = {len(ledger.MIGRATIONS) + 1}")
    spool.put(person.places, {"event": "Stop", "session": "s"})
    start = person.state()
    monkeypatch.chdir(person.home)
    assert cli.main(["status"]) == 1
    said = capsys.readouterr()
    assert "written by a newer Reverie" in said.err and said.err.count("\n") == 1
    with pytest.raises(Refused, match="newer Reverie"):
        person.install()
    for _ in range(spool.TRIES + 1):
        worker.run(person.places, person.env)
    left = person.state()
    assert {name: what for name, what in left.items() if "/log" not in name and name in start} == start
    assert len(spool.waiting(person.places)) == 1 and not spool.waiting(person.places, "parked")


def test_broken_packages_are_told_and_not_tried_for_ever(person: Person) -> None:
    """An environment that is ready but lacks its packages ends with one sentence that names the way out."""
    app = person.home / "app"
    copies.put(str(app), copies.read(str(ROOT), install.PARTS))
    python = venv.prepare(person.places, str(app), sys.executable, person.build)
    done = subprocess.run([python, "-I", "-S", "-B", str(app / "scripts"), "list"], env=person.env, timeout=30,
                          capture_output=True, text=True, check=False)
    assert done.returncode == 1 and "reverie doctor --fix" in done.stderr and done.stderr.count("\n") == 1


@pytest.mark.e2e
def test_a_wheel_installs_as_a_clone_does(person: Person, tmp_path: Path) -> None:
    """`pip install .` has all that `reverie install` needs: the same files as from a clone, and the command works."""
    uv = ROOT / ".venv" / "bin" / "uv"
    clone = tmp_path / "clone"
    copies.put(str(clone), copies.read(str(ROOT), [*install.PARTS, "pyproject.toml"]))
    env = {**os.environ, "UV_CACHE_DIR": str(ROOT / ".cache" / "uv")}
    built = subprocess.run([uv, "build", "--quiet", "--wheel", "--out-dir", tmp_path / "out", clone], env=env,
                           capture_output=True, text=True, check=False)
    if built.returncode and os.environ.get("CI") != "true":
        pytest.skip(built.stderr[-200:])
    assert built.returncode == 0, built.stderr
    site = tmp_path / "site"
    subprocess.run([uv, "pip", "install", "--quiet", "--no-deps", "--offline", "--target", site,
                    *(tmp_path / "out").glob("*.whl")], env=env, check=True)
    plugin = site / "reverie_plugin"
    install.install(person.places, str(plugin), person.env, person.build)
    assert copies.read(person.places.app) == copies.read(str(clone), install.PARTS)
    command = (site / "bin" / "reverie").read_text().partition("\n")[2]
    said = subprocess.run([sys.executable, "-c", command, "--version"], env={**env, "PYTHONPATH": str(site)},
                          capture_output=True, text=True, check=True).stdout
    assert said.strip() == json.loads((ROOT / "plugin.json").read_text())["version"]


@pytest.mark.e2e
def test_the_packages_really_come(person: Person, monkeypatch: pytest.MonkeyPatch) -> None:
    """By pip: the locked packages import from the environment after it was put in place. By uv: the plugin's first
    session in the real client."""
    monkeypatch.setenv("PATH", "/usr/bin:/bin")
    monkeypatch.setenv("PIP_CACHE_DIR", str(ROOT / ".cache" / "pip"))
    assert not shutil.which("uv")
    try:
        python = venv.prepare(person.places, str(ROOT), sys.executable)
    except Refused as refused:
        if os.environ.get("CI") == "true":
            raise
        pytest.skip(str(refused))
    subprocess.run([python, "-I", "-c", "import anthropic, click, frontmatter, yaml"], check=True)
