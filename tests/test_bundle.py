"""A bundle brings everything back on another machine, once, over nothing that is there; what is no bundle is refused.

S47 S49 S61 S64 S67 S73 S29.
"""
from __future__ import annotations

import json
import os
import re
import signal
import stat
import struct
import sys
import warnings
import zipfile
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result
from hypothesis import given, settings
from hypothesis import strategies as st

import world
from reverie import archive, cli, index, ledger, project, proposals, session, usage
from reverie.bundle import form as bundle_form
from reverie.bundle import job as bundle
from reverie.bundle import place as bundle_place
from reverie.bundle import plan as bundle_plan
from reverie.bundle import rows as bundle_rows
from reverie.bundle.place import BESIDE, FORGOTTEN, NEW, Here
from reverie.errors import Refused
from reverie.history import commits
from reverie.history import log as history
from reverie.history.revision import name_of
from reverie.lessons import learned
from reverie.lessons.learned import Learned
from reverie.portage import imported
from reverie.portage.imported import Imported
from reverie.record import Candidate
from world import proposal, replied, said

FACT = "Staging is wiped every Monday."
MINE = "I work in Lisbon time."
GONE = "The old gateway listens on port 4711."


class Machine(world.Home):
    """One person's machine, with a project that may be another machine's, too."""

    def __init__(self, folder: Path, root: Path) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        self.folder, self.here, self.root = folder, world.home(folder), root
        root.mkdir(parents=True, exist_ok=True)
        self.env = world.environment(folder, REVERIE_BACKEND=f"scripted:{folder / 'script'}")
        self.set("interval: 0")
        self.binding = project.resolve(str(root), self.here, {})
        self.store, self.user = Path(self.binding.store), Path(self.here.user)
        session.bind(self.here, world.SESSION, self.binding)
        self.transcript = str(self.store.parent / f"{world.SESSION}.jsonl")
        self.answers()

    def call(self, *words: str) -> Result:
        """A command of `reverie`, run in the project."""
        with pytest.MonkeyPatch.context() as patch:
            patch.chdir(self.root)
            patch.setenv("HOME", str(self.folder))
            return CliRunner().invoke(cli.reverie, list(words))

    def does(self, *words: str) -> str:
        done = self.call(*words)
        assert done.exit_code == 0, (done.output, done.exception)
        return done.output

    def refuses(self, *words: str) -> str:
        done = self.call(*words)
        assert isinstance(done.exception, Refused), (done.output, done.exception)
        assert "\n" not in str(done.exception)
        return str(done.exception)

    def learn(self, fact: str, **more: Any) -> None:
        """The worker keeps the fact after a turn."""
        self.answers({"memories": [proposal(fact, name=fact[:12], description=fact, **more)]})
        self.stop(said(f"From now on remember: {fact}"), replied("Noted."))

    def named(self, fact: str) -> str:
        """The file in the project's store that says this."""
        return next(path.name for path in self.store.glob("*_*.md") if fact in path.read_text(errors="replace"))

    def says(self, fact: str) -> bool:
        """Whether any file of either store says this."""
        return any(fact in path.read_text(errors="replace") for store in (self.store, self.user)
                   for path in store.rglob("*.md"))

    @property
    def listed(self) -> str:
        return self.does("list", "--json")

    def tables(self) -> dict[str, list[dict[str, Any]]]:
        """What the ledger knows of the project's and of the person's store, with paths below them."""
        books = ledger.open_ledger(self.here)
        rows = {f"{layer} {table}": each for layer, store in (("project", self.store), ("person", self.user))
                for table, each in bundle_rows.gathered(books, str(store), []).items()}
        books.close()
        return rows

    def counts(self) -> dict[str, int]:
        books = ledger.open_ledger(self.here)
        names = [row[0] for row in books.execute("select name from sqlite_master where type = 'table'")]
        counts = {name: books.execute(f"select count(*) from {name}").fetchone()[0] for name in names}
        books.close()
        return counts

    def log(self) -> list[str]:
        return [each.rev for each in history.entries(self.here, str(self.store))]

    def files(self) -> dict[str, bytes]:
        """All that is kept beside the ledger and the history, by its path below the config folder."""
        config = Path(self.here.config)
        folders = (self.store, self.user, Path(self.here.archive(str(self.store))),
                   Path(self.here.archive(str(self.user))), Path(self.here.summaries), Path(self.here.skills))
        return {str(path.relative_to(config)): path.read_bytes()
                for folder in folders for path in folder.rglob("*") if path.is_file() and path.suffix != ".tmp"}

    def stamps(self) -> dict[str, int]:
        """Each file of the machine with the time of its content, but for the databases and what opening them makes."""
        return {str(path): path.stat().st_mtime_ns for path in self.folder.rglob("*")
                if path.is_file() and not re.search(r"\.db(-\w+)?$|pycache|/script$|\.lock$|\.bundle$", str(path))}


def filled(tmp: Path, root: Path) -> Machine:
    """A machine with something of everything that is kept."""
    one = Machine(tmp, root)
    one.learn(FACT)
    one.learn(MINE, scope="person")
    one.learn(GONE)
    one.does("forget", "--id", one.named(GONE), "--yes")
    (one.store / "notes").mkdir()
    (one.store / "notes" / "Größe.md").write_bytes(b"\xef\xbb\xbfno head,\r\n\xff odd bytes\r\n")
    world.memory(one.store, "pinned.md", "A pinned one", "Kept at the top.", pinned="true")
    with open(one.store / "MEMORY.md", "a") as file_:
        file_.write("\nProse of my own. [Pinned](pinned.md)\n")
    with world.opened(one.here, one.env) as home:
        store = str(one.store)
        archive.put(one.here, store, "project_old.md", "---\nname: old\n---\nLong not used.\n", "2026-11-02", "unused")
        usage.count(home.ledger, world.SESSION, usage.Shaped("t1", str(one.store / "pinned.md"), "used", "cited", 3,
                                                             "2026-11-29T10:00:00Z"))
        waiting = Candidate("feedback", "maybe", "Maybe", "Deploy on Fridays only.", "deploy on fridays")
        proposals.add(home.ledger, store, "plausible", waiting, ("s", "t", "2026-11-29T10:00:00Z"), home.stamp)
        learned.note(home.ledger, store, learned.LESSON, Learned("use pnpm", "use-pnpm", learned.KEPT), home.stamp)
        learned.note(home.ledger, store, learned.PROCEDURE, Learned("a\nb\nc", "make-it", learned.DRAFTED), home.stamp)
        ledger.pollute(home.ledger, "s")
        imported.note(home.ledger, store, [Imported("import/qwen/a", "m", str(one.store / "pinned.md"), "w"),
                                           Imported("import/qwen/b", "m", "", "")], home.stamp)
        folder = bundle_plan.skills(home, one.binding)
        Path(folder, "make-it").mkdir(parents=True)
        Path(folder, "make-it", "SKILL.md").write_text("---\nname: make-it\n---\nSteps.\n")
        told = Path(one.here.summaries, os.path.basename(folder))
        told.mkdir(parents=True)
        (told / "2026-11-29_s.md").write_text('session: "s"\n---\nIt came out well.\n')
        (told / "latest").write_text("Last time: all well.\n2026-11-29T10:00:00Z\n")
        commits.outside(home, store)
    return one


@pytest.fixture(scope="module")
def first(tmp_path_factory: pytest.TempPathFactory) -> Machine:
    """The machine that bundles are made on; no test changes what it keeps."""
    folder = tmp_path_factory.mktemp("first")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("HOME", str(folder / "home"))
        return filled(folder / "home", folder / "work" / "harbour")


@pytest.fixture(scope="module")
def sound(first: Machine) -> str:
    """Its bundle."""
    path = str(first.root.parent / "sound.zip")
    with world.opened(first.here, first.env) as home:
        bundle.write(home, first.binding, path)
    return path


@pytest.fixture
def second(tmp_path: Path, first: Machine) -> Machine:
    """Another machine, on which the project lies in the same place."""
    return Machine(tmp_path / "second", first.root)


@pytest.fixture
def file(tmp_path: Path) -> str:
    """Where a bundle may be written."""
    return str(tmp_path / "memories.zip")


# There and back

def test_a_second_machine_holds_the_same_and_a_second_import_changes_nothing(
    first: Machine, second: Machine, file: str
) -> None:
    """Files byte for byte, the ledger's rows, the history's revisions; then nothing moves, not a time, not a row."""
    assert "harbour: 3 memories" in first.does("export", "bundle", file)
    assert stat.S_IMODE(os.stat(file).st_mode) == 0o600
    looked = second.stamps(), second.counts()
    assert "only a look" in second.does("import", "bundle", file, "--dry-run")
    assert (second.stamps(), second.counts()) == looked
    assert second.does("import", "bundle", file).endswith("Brought in.\n")
    assert second.listed == first.listed and json.loads(second.listed)
    assert second.files() == first.files()
    assert second.tables() == first.tables() and all(
        first.tables()[f"project {table}"] for table in bundle_rows.TABLES)
    assert second.log() == first.log()
    before = second.stamps(), second.counts()
    assert second.does("import", "bundle", file).endswith("All of it is here already.\n")
    assert (second.stamps(), second.counts()) == before


def test_what_was_brought_goes_on_living(first: Machine, second: Machine, sound: str) -> None:
    """It is recalled, shown with the user's words, undone by the history that came along; what was forgotten is."""
    second.does("import", "bundle", sound)
    assert f'said 2026-11-29 in session {world.SESSION}: "{FACT}"' in second.does("show", second.named(FACT))
    second.learn("Ports are given out by Ann.")
    runs = [row["id"] for row in second.rows("runs")]
    assert runs[-1] > max(int(each.run or 0) for each in history.entries(first.here, str(first.store)))
    assert second.says("Ann.")
    second.does("undo")
    assert not second.says("Ann.") and second.says(FACT)


def test_a_bundle_is_the_same_bytes_for_the_same_memories(first: Machine, second: Machine, tmp_path: Path) -> None:
    """Twice from one machine: equal. From the machine that imported it: equal but for how git packs the history."""
    one, two, three = (str(tmp_path / f"{n}.zip") for n in "123")
    first.does("export", "bundle", one)
    first.does("export", "bundle", two)
    assert Path(one).read_bytes() == Path(two).read_bytes()
    second.does("import", "bundle", one)
    second.does("export", "bundle", three)

    def parts(path: str) -> list[Any]:
        return [(part.about, {key: part.folders[key] for key in part.folders if key != "history"}, part.rows)
                for part in bundle_form.unpacked(path)]

    assert parts(one) == parts(three)


def test_a_bundle_holds_nothing_else(first: Machine, file: str, tmp_path: Path) -> None:
    """No settings, no log, no session, no transcript, no catalog, and no path of the machine but the project's."""
    first.set("command: /opt/private-program")
    first.does("export", "bundle", file)
    with zipfile.ZipFile(file) as found:
        data = b"\n".join(found.read(name) for name in found.namelist() if not name.endswith("git.bundle"))
        assert {name.split("/")[-1] for name in found.namelist()} >= {"bundle.json", "ledger.json", "latest"}
        assert {info.date_time for info in found.infolist()} == {(1980, 1, 1, 0, 0, 0)}
    assert b"private-program" not in data and str(first.folder).encode() not in data


def test_a_file_is_not_written_over_unasked(first: Machine, file: str) -> None:
    """A file at the place of the bundle stays, unless it is said so."""
    Path(file).write_text("mine")
    assert "is there already" in first.refuses("export", "bundle", file) and Path(file).read_text() == "mine"
    first.does("export", "bundle", file, "--force")
    assert zipfile.is_zipfile(file)


def test_without_git_the_copies_travel(first: Machine, second: Machine, file: str, monkeypatch: pytest.MonkeyPatch,
                                       tmp_path: Path) -> None:
    """Where there is no git the history is kept as copies; they come back as such, and git takes them over later."""
    with monkeypatch.context() as without:
        without.setenv("PATH", str(tmp_path))
        third = Machine(tmp_path / "third", first.root)
        world.memory(third.store, "one.md", "One", "The first.")
        third.does("export", "bundle", file)
        world.memory(third.store, "one.md", "One", "The second.")
        third.does("export", "bundle", file, "--force")
        second.does("import", "bundle", file)
        assert second.log() == third.log() and len(third.log()) == 2
        assert second.does("import", "bundle", file).endswith("already.\n")
    assert second.does("import", "bundle", file).endswith("already.\n")
    second.learn(FACT)
    assert len(second.log()) == 3 and second.does("import", "bundle", file).endswith("already.\n")


def test_a_history_of_git_is_left_out_where_git_is_not(first: Machine, second: Machine, sound: str, tmp_path: Path,
                                                       monkeypatch: pytest.MonkeyPatch) -> None:
    """All else comes, and a sentence says what did not."""
    with monkeypatch.context() as without:
        without.setenv("PATH", str(tmp_path))
        assert "is left out: it is kept in git" in second.does("import", "bundle", sound)
        assert second.listed == first.listed


# Into a store that holds something

def test_nothing_that_is_there_is_overwritten(first: Machine, second: Machine, sound: str) -> None:
    """The same text comes once, another one of the same name gets a number and a line; lines, history, archive and
    summaries of the store's own stay, and the bundle's history stands beside."""
    world.memory(second.store, "pinned.md", "Another", "Mine, and not theirs.")
    same = (first.store / first.named(FACT)).read_bytes()
    (second.store / "renamed_.md").write_bytes(same)
    (second.store / "MEMORY.md").write_text("# Mine\n- [Another](pinned.md) \u2014 mine\n\nMy prose.\n")
    with world.opened(second.here, second.env) as home:
        archive.put(second.here, str(second.store), "project_old.md", "---\nname: o\n---\nOther.\n", "2026-11-03", "x")
        told = Path(second.here.summaries, os.path.basename(bundle_plan.skills(home, second.binding)))
        told.mkdir(parents=True)
        (told / "2026-11-29_s.md").write_text("edited by me")
        (told / "latest").write_text("Newer.\n2026-11-30T00:00:00Z\n")
        commits.outside(home, str(second.store))
    before, revs = second.files(), second.log()
    shown = second.does("import", "bundle", sound)
    assert "pinned.md comes in as pinned_2.md" in shown and "another one here, which stays" in shown
    after = second.files()
    assert {name: data for name, data in after.items() if name in before and not name.endswith("MEMORY.md")} == {
        name: data for name, data in before.items() if not name.endswith("MEMORY.md")}
    text = (second.store / "MEMORY.md").read_text()
    assert text.startswith("# Mine\n- [Another](pinned.md) \u2014 mine\n") and text.endswith("\nMy prose.\n")
    assert "pinned_2.md" in index.linked(text)
    assert list(after.values()).count(same) == 1
    assert second.log()[1:] == revs and history.entries(second.here, str(second.store), 1)[0].changes
    assert world.git(second.here.history(str(second.store)), "rev-parse", f"refs/bundles/{first.log()[0][:16]}")
    paths = {os.path.relpath(row["path"], second.store) for row in second.rows("usage") + second.rows("uses")
             if row["path"].startswith(str(second.store))}
    assert "pinned_2.md" in paths and "pinned.md" not in paths
    again = second.stamps(), second.counts()
    assert second.does("import", "bundle", sound).endswith("already.\n")
    assert (second.stamps(), second.counts()) == again
    second.does("undo")
    assert not (second.store / "pinned_2.md").exists() and (second.store / "pinned.md").exists()


def test_what_was_forgotten_here_stays_forgotten(first: Machine, second: Machine, sound: str) -> None:
    """S29: neither the memory, nor a proposal or an archived one that says the same, comes back by a bundle."""
    second.learn(FACT)
    second.does("forget", "--id", second.named(FACT), "--yes")
    assert "was forgotten here" in second.does("import", "bundle", sound)
    assert not second.says(FACT)
    assert second.does("import", "bundle", sound).endswith("already.\n")


def test_what_was_purged_here_comes_back_in_no_form(first: Machine, second: Machine, sound: str) -> None:
    """Not in a history, a summary, evidence or a proposal."""
    second.learn(FACT)
    second.does("forget", "--id", second.named(FACT), "--yes", "--purge")
    assert "history holds what was purged" in second.does("import", "bundle", sound)
    words = re.compile(rb"staging is wiped", re.I)
    assert not [name for name, data in second.files().items() if words.search(data)]
    assert not [row for table in second.tables().values() for row in table if words.search(str(row).encode())]
    assert not [each for each in history.tree(second.here, str(second.store)).values() if words.search(each)]


def test_a_tombstone_that_comes_buries_nothing_that_stands(first: Machine, second: Machine, sound: str) -> None:
    """What the person says here, and forgot there, stays theirs to decide: the file is kept, and no grave is set."""
    second.learn(GONE)
    second.does("import", "bundle", sound)
    assert second.says(GONE)
    assert not any(row["file"] == "" or "gateway" in row["words"] for row in second.rows("tombstones"))


def test_what_was_edited_since_stays_edited(first: Machine, second: Machine, sound: str) -> None:
    """A memory that came and was edited does not come a second time; one that was deleted by hand does."""
    second.does("import", "bundle", sound)
    world.memory(second.store, "pinned.md", "Edited", "Edited here.")
    (second.store / second.named(FACT)).unlink()
    assert "pinned.md was edited here since" in second.does("import", "bundle", sound)
    assert not (second.store / "pinned_2.md").exists() and "Edited here." in world.text(second.store / "pinned.md")
    assert second.says(FACT)


NAMES = st.sampled_from(["a.md", "a_2.md", "a_3.md", "b.md", "MEMORY.md", "n/a.md"])
TEXTS = st.sampled_from([b"one", b"two", b"three", b"- [A](a.md)\n"])
STORES = st.dictionaries(NAMES, TEXTS, max_size=5)


@given(STORES, STORES, st.sets(TEXTS, max_size=1))
def test_both_texts_are_kept_whatever_their_names(
    theirs: dict[str, bytes], ours: dict[str, bytes], gone: set[bytes]
) -> None:
    """Each text of the bundle stands in the store behind it, but for forgotten ones; nothing else changes; and it
    comes to the same when it is decided again."""
    def here(now: Mapping[str, bytes]) -> Here:
        return Here(now, {}, lambda data: data in gone, lambda name: None if name in now else True)

    placed = bundle_place.decided(theirs, here(ours))
    new = {each.file: theirs[file] for file, each in placed.items() if each.how in (NEW, BESIDE)}
    assert len(new) == sum(each.how in (NEW, BESIDE) for each in placed.values()) and not set(new) & set(ours)
    after = {**ours, **new}
    for file, each in placed.items():
        assert each.how == FORGOTTEN and theirs[file] in gone or after[each.file] == theirs[file]
    lines = bundle_place.indexed(ours.get("MEMORY.md"), theirs, placed)
    if lines is not None:
        after["MEMORY.md"] = lines
    again = bundle_place.decided(theirs, here(after))
    assert not [each for each in again.values() if each.how in (NEW, BESIDE)]
    assert bundle_place.indexed(after.get("MEMORY.md"), theirs, again) == after.get("MEMORY.md")
    if not ours and not gone:
        assert after == theirs


def test_a_link_out_of_the_store_is_not_followed(first: Machine, second: Machine, sound: str, tmp_path: Path) -> None:
    """S61: where a folder of the store is a link that leads elsewhere, what would lie in it is left out and named."""
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    second.store.mkdir(parents=True)
    (second.store / "notes").symlink_to(elsewhere)
    (second.store / "pinned.md").symlink_to(tmp_path / "nowhere.md")
    assert "Größe.md has no place" in second.does("import", "bundle", sound)
    assert not list(elsewhere.iterdir()) and (second.store / "pinned.md").is_symlink()
    assert "Kept at the top." in world.text(second.store / "pinned_2.md")


# Which project

def test_another_repository_is_not_taken_for_this_one(tmp_path: Path, file: str) -> None:
    """Another remote, another first commit, a repository against none, or another name: refused, nothing written."""
    one, two = (world.repository(tmp_path / name / "harbour") for name in ("one", "two"))
    world.git(two, "commit", "-q", "--amend", "--allow-empty", "-m", "another")
    here, there = Machine(tmp_path / "first", one), Machine(tmp_path / "second", two)
    world.memory(here.store, "one.md", "One", "The first.")
    here.does("export", "bundle", file)
    assert "first commit" in there.refuses("import", "bundle", file)
    world.git(one, "remote", "add", "origin", "https://user:" + "pw@example.org/one.git")
    world.git(two, "remote", "add", "origin", "git@example.org:two.git")
    here.does("export", "bundle", file, "--force")
    assert "remote is example.org/one" in there.refuses("import", "bundle", file)
    plain = Machine(tmp_path / "third", tmp_path / "three" / "harbour")
    assert "only one of that" in plain.refuses("import", "bundle", file)
    assert not there.store.exists() and not plain.store.exists()
    assert "Brought in" in there.does("import", "bundle", file, "--yes") and (there.store / "one.md").exists()


def test_of_several_projects_each_finds_its_own(tmp_path: Path, file: str) -> None:
    """With --all every known project goes along and to the folder it lay in; else this one alone, and the rest is
    named. No word of one gets into another."""
    first = Machine(tmp_path / "first", tmp_path / "work" / "harbour")
    other = tmp_path / "work" / "lighthouse"
    for root, fact in ((first.root, "Harbour fact."), (other, "Lamp fact.")):
        root.mkdir(exist_ok=True)
        binding = project.resolve(str(root), first.here, {})
        world.memory(binding.store, "fact.md", "A fact", fact)
        with world.opened(first.here, first.env) as home:
            ledger.note_origin(home.ledger, binding.store, str(root), home.stamp)
    first.does("export", "bundle", file)
    with zipfile.ZipFile(file) as found:
        assert not [name for name in found.namelist() if b"Lamp" in found.read(name)]
    first.does("export", "bundle", file, "--all", "--force")
    second = Machine(tmp_path / "second", first.root)
    assert f"Not brought in: the project of {other}" in second.does("import", "bundle", file)
    there = Path(project.resolve(str(other), second.here, {}).store)
    assert "Harbour fact." in world.text(second.store / "fact.md") and not there.exists()
    second.does("import", "bundle", file, "--all")
    assert "Lamp fact." in world.text(there / "fact.md") and "Lamp" not in world.text(second.store / "fact.md")
    third = Machine(tmp_path / "third", tmp_path / "elsewhere" / "pier")
    third.does("import", "bundle", file)
    assert not third.store.exists()
    third.does("import", "bundle", file, "--origin", str(other), "--yes")
    assert "Lamp fact." in world.text(third.store / "fact.md")
    assert third.refuses("import", "bundle", file, "--origin", "/nowhere") == "The bundle has no project of /nowhere."


# Killed

def killed(one: Machine, file: str, step: int) -> bool:
    """The import in a process that is killed right before its `step`th write; False if it got to the end."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)  # newer Pythons dislike a fork beside threads
        child = os.fork()
    if not child:
        left = [step]

        def count(statement: str = "insert") -> None:
            left[0] -= statement.lower().lstrip().startswith(("insert", "update", "commit"))
            if left[0] == 0:
                os.kill(os.getpid(), signal.SIGKILL)

        def audit(event: str, arguments: tuple[object, ...]) -> None:
            if event in ("os.rename", "os.link") and str(one.folder) in str(arguments):
                count()

        try:
            with world.opened(one.here, one.env) as home:
                sys.addaudithook(audit)
                home.ledger.set_trace_callback(count)
                bundle.read(home, one.binding, file)
            os._exit(0)
        finally:
            os._exit(1)
    status = os.waitpid(child, 0)[1]
    assert os.WIFSIGNALED(status) or status == 0
    return os.WIFSIGNALED(status)


def test_a_killed_import_is_completed_by_the_next(first: Machine, tmp_path: Path, sound: str) -> None:
    """Killed again and again, each time further on: all is there once, and the history is the bundle's."""
    one, step = Machine(tmp_path / "killed", first.root), 2
    while killed(one, sound, step):
        step += 3
    assert step > 8
    assert one.files() == first.files() and one.tables() == first.tables() and one.log() == first.log()
    assert not [row for row in one.rows("runs") if row["status"] == "running"]


# What is no bundle

def rewritten(source: str, target: str, change: Callable[[dict[str, bytes]], None]) -> str:
    """The bundle with other entries."""
    with zipfile.ZipFile(source) as found:
        entries = {name: found.read(name) for name in found.namelist()}
    change(entries)
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as made:
        for name, data in entries.items():
            made.writestr(name, data)
    return target


def _set(name: str, data: bytes) -> Callable[[dict[str, bytes]], None]:
    return lambda entries: entries.update({name: data})


def _manifest(**more: object) -> Callable[[dict[str, bytes]], None]:
    return lambda entries: entries.update(
        {"bundle.json": json.dumps({**json.loads(entries["bundle.json"]), **more}).encode()})


def _row(table: str, **more: object) -> Callable[[dict[str, bytes]], None]:
    def change(entries: dict[str, bytes]) -> None:
        rows = json.loads(entries["projects/1/ledger.json"])
        rows[table][0].update(more)
        entries["projects/1/ledger.json"] = json.dumps(rows).encode()

    return change


ABOUT = {"name": "person", "layer": "person", "origin": "", "remote": "", "commit": ""}
CANDIDATE = {"type": "feedback", "name": "n", "description": "d", "body": "b", "quote": "q"}
HOSTILE: dict[str, Callable[[dict[str, bytes]], None]] = {
    "slip": _set("projects/1/memory/../../../../x.md", b"x"),
    "slip in a part": _set("../person/memory/x.md", b"x"),
    "absolute": _set("/tmp/x.md", b"x"),
    "backslash": _set("projects/1/memory/..\\x.md", b"x"),
    "hidden": _set("projects/1/memory/.git/config.md", b"x"),
    "control": _set("projects/1/memory/a\nb.md", b"x"),
    "no markdown": _set("projects/1/memory/x.sh", b"x"),
    "a folder and a file": _set("projects/1/memory/pinned.md/x.md", b"x"),
    "another store": _set("projects/2/memory/x.md", b"x"),
    "another folder": _set("projects/1/settings/x.md", b"x"),
    "a settings file": _set("config.yaml", b"backend: command"),
    "summary below": _set("projects/1/summaries/a/b.md", b"x"),
    "skill elsewhere": _set("projects/1/skills/x/run.sh", b"x"),
    "skill name": _set("projects/1/skills/a b/SKILL.md", b"x"),
    "too large": _set("projects/1/memory/x.md", b"\0" * (bundle_form.LARGEST + 1)),
    "no manifest": lambda entries: entries.pop("bundle.json") and None,
    "manifest no json": _set("bundle.json", b"{"),
    "manifest deep": _set("bundle.json", b"[" * 100_000),
    "manifest a list": _set("bundle.json", b"[]"),
    "another form": _manifest(form="other"),
    "a newer form": _manifest(version=2),
    "a form in words": _manifest(version="1"),
    "a form that is true": _manifest(version=True),
    "no stores": _manifest(parts=[]),
    "stores no list": _manifest(parts={"a": 1}),
    "a store of no name": _manifest(parts=[{**ABOUT, "name": "../x"}]),
    "a store twice": _manifest(parts=[ABOUT, ABOUT]),
    "a store of two minds": _manifest(parts=[{**ABOUT, "layer": "project"}]),
    "origin no text": _manifest(parts=[{**ABOUT, "origin": 7}]),
    "no ledger": lambda entries: entries.pop("projects/1/ledger.json") and None,
    "ledger no object": _set("projects/1/ledger.json", b"7"),
    "ledger without a table": _set("projects/1/ledger.json", b"{}"),
    "a row of a wrong type": _row("evidence", quote=7),
    "a number that is none": _row("evidence", run=True),
    "a number too high": _row("evidence", run=2**70),
    "a number not there": _row("usage", shown=float("nan")),
    "a path out": _row("evidence", path="../../x.md"),
    "an absolute path": _row("uses", path="/etc/passwd"),
    "an unknown column": _row("evidence", more="x"),
    "a way of use": _row("uses", how="shown, read = 7 --"),
    "half a character": _row("evidence", quote="\ud800"),
    "a candidate no json": _row("proposals", candidate="{"),
    "a candidate's type": _row("proposals", candidate=json.dumps({**CANDIDATE, "type": "../../x"})),
    "a candidate's field": _row("proposals", candidate=json.dumps({**CANDIDATE, "__class__": "x"})),
    "an import that leads out": _row("imports", path="../x.md"),
    "a skill that leads out": _row("learned", name="../../.."),
    "a day": _row("active_days", day="x"),
    "an archive that leads out": _set("projects/1/archive/x.md", b"---\narchived_from: ../../x.md\n---\nx\n"),
    "a history of noise": _set("projects/1/history/git.bundle", b"# v2 git bundle\nnoise"),
    "a history that lacks": _set("projects/1/history/git.bundle",
                                 b"# v2 git bundle\n-" + b"1" * 40 + b"\n" + b"2" * 40 + b" refs/heads/main\n\nPACK"),
}


def refused(one: Machine, path: str) -> str:
    """The sentence that refuses it; nothing was written."""
    before = one.stamps(), one.counts(), one.files()
    with world.opened(one.here, one.env) as home:
        with pytest.raises(Refused) as refusal:
            bundle.read(home, one.binding, path)
    assert (one.stamps(), one.counts(), one.files()) == before
    assert "\n" not in str(refusal.value) and len(str(refusal.value)) < 600
    return str(refusal.value)


def test_a_hostile_archive_is_refused_in_one_sentence(
    sound: str, second: Machine, tmp_path: Path
) -> None:
    """Whatever is wrong in whichever part: nothing at all is written."""
    before = second.stamps(), second.counts(), second.files()
    with world.opened(second.here, second.env) as home:
        for name, change in HOSTILE.items():
            with pytest.raises(Refused, match=r"\A[^\n]{9,600}\Z"):
                print(name, bundle.read(home, second.binding, rewritten(sound, str(tmp_path / "hostile.zip"), change)))
        assert (second.stamps(), second.counts(), second.files()) == before
        assert bundle.read(home, second.binding, rewritten(sound, str(tmp_path / "x.zip"), lambda _: None)).plans


def test_what_is_no_whole_zip_is_refused(sound: str, second: Machine, tmp_path: Path) -> None:
    """Cut anywhere, changed in a byte, another file, an empty one, two entries of one name, a link, a bomb."""
    data, path = Path(sound).read_bytes(), tmp_path / "broken.zip"
    for broken in (b"", b"PK", b"no zip at all", data[:100], data[:len(data) // 2], data[:-30],
                   data[:200] + bytes([data[200] ^ 255]) + data[201:]):
        path.write_bytes(broken)
        refused(second, str(path))
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", UserWarning)
        with zipfile.ZipFile(path, "w") as made:
            made.writestr("a.md", "1")
            made.writestr("a.md", "2")
    assert "two entries" in refused(second, str(path))
    with zipfile.ZipFile(path, "w") as made:
        link = zipfile.ZipInfo("projects/1/memory/link.md")
        link.external_attr = (stat.S_IFLNK | 0o777) << 16
        made.writestr(link, "/etc/passwd")
    assert "plain file" in refused(second, str(path))
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as made:
        made.writestr("bomb.md", bytes(54_321))
    path.write_bytes(path.read_bytes().replace(struct.pack("<I", 54_321), struct.pack("<I", bundle_form.MOST + 1)))
    assert "unpack to more" in refused(second, str(path))
    assert "no file" in refused(second, str(tmp_path / "nothing.zip"))


def test_a_history_that_names_a_file_outside_is_refused(
    sound: str, second: Machine, tmp_path: Path
) -> None:
    """A git tree with `..` in it, a text too large, a copy under a wrong name, a log of noise."""
    evil = tmp_path / "evil"
    evil.mkdir()
    world.git(evil, "init", "-q", "--bare", ".")
    stream = b"commit refs/heads/main\ncommitter t <t@t> 0 +0000\ndata 1\nx\nM 100644 inline .hidden/x.md\ndata 1\nx\n"
    (tmp_path / "stream").write_bytes(stream)
    os.system(f"git --git-dir={evil} fast-import --quiet < {tmp_path / 'stream'}")
    world.git(evil, "bundle", "create", "--quiet", str(tmp_path / "evil.bundle"), "main")
    target, data = str(tmp_path / "hostile.zip"), (tmp_path / "evil.bundle").read_bytes()
    assert "not sound" in refused(second, rewritten(sound, target, _set("projects/1/history/git.bundle", data)))
    name, text = name_of(b"x"), json.dumps({"by": "hand", "at": 1, "message": "m\n", "changes": [["x.md", "", "%s"]]})

    def copies(rows: bytes, stored: bytes) -> Callable[[dict[str, bytes]], None]:
        def change(entries: dict[str, bytes]) -> None:
            del entries["projects/1/history/git.bundle"]
            entries["projects/1/history/log"] = rows
            entries[f"projects/1/history/texts/{name[:2]}/{name[2:]}"] = stored
        return change

    line = b"1" * 40 + b" " + (text % name).encode() + b"\n"
    outside = line.replace(b"x.md", b"../x.md")
    for rows, stored in ((b"noise\n", b"x"), (line, b"another"), (outside, b"x"), (b"", b"x")):
        assert "not sound" in refused(second, rewritten(sound, target, copies(rows, stored)))
    with world.opened(second.here, second.env) as home:
        assert bundle.read(home, second.binding, rewritten(sound, target, copies(line, b"x"))).plans


JSON = st.recursive(st.none() | st.booleans() | st.integers() | st.text(max_size=5),
                    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
                    max_leaves=8)


@settings(max_examples=60)
@given(st.sampled_from(sorted(bundle_rows.TABLES)), JSON)
def test_no_row_of_a_wrong_form_is_taken(table: str, row: Any) -> None:
    """Any JSON in the place of a row is refused, never a fault."""
    with pytest.raises(Refused):
        bundle_rows.checked({**{name: [] for name in bundle_rows.TABLES}, table: [row]}, "x")


@pytest.mark.parametrize(("name", "good"), [
    ("a.md", True), ("n/a.md", True), ("Größe 新聞.md", True), ("", False), ("/a.md", False), ("a//b.md", False),
    ("../a.md", False), ("a/../b.md", False), ("./a.md", False), (".a.md", False), ("a\\b.md", False),
    ("a\0.md", False), ("a\x7f.md", False), ("\ud800.md", False), ("x" * 300 + ".md", False), ("a/" * 600 + "b", False),
])
def test_which_names_can_be_written_anywhere(name: str, good: bool) -> None:
    """S47: no way out of the folder, nothing hidden, nothing that a disk refuses."""
    assert bundle_form.clean(name) is good
