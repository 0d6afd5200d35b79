"""A project moves and its memories find it again: whatever is kept by a store's name goes along, and is there once."""
from __future__ import annotations

import json
import os
import re
import shutil
import signal
import sqlite3
import sys
import warnings
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

import world
from reverie import archive, catalog, cli, index, ledger, library, on, project, session, stock, summaries
from reverie.conversations import passages
from reverie.conversations import search as passage_search
from reverie.errors import Refused
from reverie.history import commits
from reverie.history import log as history
from reverie.house import House
from reverie.record import Turn
from reverie.rehouse import files as rehouse_files
from reverie.rehouse import identity, relocate
from reverie.rehouse import job as rehouse
from reverie.rehouse import repository as identity_read
from reverie.rehouse import rows as rehouse_rows
from reverie.rehouse.identity import Identity, normal
from reverie.session import Binding
from reverie.tokens import tokens
from reverie.usage import Shaped, count, of

REMOTE = "git@forge.example:team/app.git"


class Person:
    """One person with several projects, and the house open."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.here = folder, world.home(folder)
        self.env = world.environment(folder)
        self.tree = Path(os.path.realpath(folder.parent), "tree")
        self.tree.mkdir(exist_ok=True)

    def repository(self, name: str, remote: str = REMOTE) -> Path:
        repo = world.repository(self.tree / name)
        if remote:
            world.git(repo, "remote", "add", "origin", remote)
        return repo

    def binding(self, root: Path) -> Binding:
        return project.resolve(str(root), self.here, self.env)

    def store(self, root: Path) -> Path:
        return Path(self.binding(root).store)

    def begins(self, root: Path) -> Binding:
        """A session of the project begins, as far as this is about it."""
        binding = self.binding(root)
        with world.opened(self.here, self.env) as house:
            relocate.begun(house, binding)
            commits.outside(house, binding.store)
        return binding

    def run(self, *words: str, cwd: Path | None = None) -> Result:
        with pytest.MonkeyPatch.context() as patch:
            patch.chdir(cwd or self.tree)
            return CliRunner().invoke(cli.reverie, ["relocate", *words], env={**self.env, "PATH": os.environ["PATH"]})


@pytest.fixture
def one(home: Path) -> Person:
    return Person(home)


def remember(store: Path, name: str, body: str) -> None:
    """A memory with its index line."""
    world.memory(store, f"{name}.md", f"about {name}", body)
    with open(store / "MEMORY.md", "a") as lines:
        lines.write(f"- [{name}]({name}.md) — about {name}\n")


# What a repository is known by

@pytest.mark.parametrize(("url", "same"), [
    ("git@Forge.Example:team/app.git", "forge.example/team/app"),
    ("https://user:pw@forge.example/team/app", "forge.example/team/app"),
    ("https://forge.example:443/team/app.git/", "forge.example/team/app"),
    ("ssh://git@forge.example:22/team/app.git", "forge.example/team/app"),
    ("ssh://git@forge.example:7999/team/app.git", "forge.example:7999/team/app"),
    ("https://forge.example/team/app.git?token=x#y", "forge.example/team/app"),
    ("git@forge.example:Team/App.git", "forge.example/Team/App"),
    ("/srv/git/app.git", "/srv/git/app"), ("file:///srv/git/app.git", "/srv/git/app"), ("../app/.git", "/r/app"),
    ("ext::sh -c evil", ""), ("", ""), ("https://[bad/x", ""), ("https://x:port/y", ""),
])
def test_one_spelling_for_a_remote(url: str, same: str) -> None:
    """By ssh or https it is one remote, without user, password and token; nothing makes it fail."""
    assert normal(url, "/r/here") == same


def test_a_repository_is_its_remote_and_first_commit(one: Person, monkeypatch: pytest.MonkeyPatch) -> None:
    """S66: read with a deaf git; a copy is the same, a fork and a repository of the same remote are not."""
    repo = one.repository("app")
    monkeypatch.setenv("GIT_DIR", str(one.repository("other") / ".git"))
    world.git(repo, "remote", "add", "an-earlier-name", "/nowhere")
    world.git(repo, "worktree", "add", "-q", str(one.tree / "linked"))
    first = identity_read.read(str(repo))
    assert first.remote == "forge.example/team/app" and re.fullmatch(r"[0-9a-f]{40}", first.commit)
    shutil.copytree(repo, one.tree / "copy")
    world.git(one.tree, "clone", "-q", str(repo), "fork")
    world.git(one.tree, "clone", "-q", "--depth=1", f"file://{repo}", "shallow")
    assert first.same(identity_read.read(str(one.tree / "copy")))
    assert not first.same(identity_read.read(str(one.tree / "fork")))
    assert identity_read.read(str(one.tree / "shallow")).commit == ""
    assert not Identity().same(Identity()) and not Identity("x").same(Identity("x"))


def test_what_is_no_repository_has_no_identity(one: Person) -> None:
    """S66: an empty folder, one inside a repository, a broken `.git`, an unborn branch: nothing, and no failure."""
    repo = one.repository("app")
    for name in ("app/inside", "broken/.git", "pointer"):
        (one.tree / name).mkdir(parents=True)
    (one.tree / "broken" / ".git" / "HEAD").write_text("\0\xff")
    (one.tree / "pointer" / ".git").write_text("gitdir: /nowhere")
    (one.tree / "unborn").mkdir()
    world.git(one.tree / "unborn", "init", "-q")
    for name in ("app/inside", "broken", "pointer", "unborn", "missing"):
        assert identity_read.read(str(one.tree / name)) == Identity()
    assert repo.exists()


# Everything that is kept by a store

def test_the_list_knows_every_table(one: Person) -> None:
    """Each column of the ledger that is called like a store, a path, a file or a folder stands in the list, and
    the list names none that is not there."""
    books = ledger.open_ledger(one.here)
    tables = [row["name"] for row in books.execute("select name from sqlite_master where type = 'table'")]
    there = {(table, row["name"]) for table in tables for row in books.execute(f"pragma table_info({table})")}
    books.close()
    listed = {(table, column) for table, column, _ in rehouse_rows.COLUMNS}
    named = re.compile(r"(^|_)(store|path|files?|root|origin|target|folder|checkout|project)$")
    assert listed <= there
    assert {each for each in there if named.search(each[1])} <= listed


def fill(one: Person, house: House, root: str, store: str, word: str) -> None:
    """Something of every kind that is kept for a store, told apart by a word; `both.md` differs, `same.md` does not."""
    db, path = house.ledger, os.path.join(store, "both.md")
    remember(Path(store), "both", f"The {word} way.")
    remember(Path(store), "same", "The same everywhere.")
    remember(Path(store), f"only_{word}", f"Only {word}.")
    world.memory(Path(store, "deep"), f"{word}.md", word, word)
    with open(Path(store, "MEMORY.md"), "a") as lines:
        lines.write(f"\nA sentence of the person's about {word}.\n")
    commits.outside(house, store)
    world.memory(store, "both.md", "about both", f"The {word} way, revised.")
    commits.ours(house, store, "extract", f"revised {word}")
    ledger.note_origin(db, store, root, "2026-11-01T00:00:00Z")
    run = ledger.begin_run(db, "extract", f"s-{word}", store, "Stop", "off", "2026-11-02T00:00:00Z")
    ledger.end_run(db, run, "kept", "", 1.0)
    ledger.mark_seen(db, store, ["turn", f"turn-{word}"])
    for name in ("both.md", f"only_{word}.md", f"gone_{word}.md#forgotten"):
        db.execute("insert into evidence values (?, ?, ?, '', '', ?, 'update', 'both.md')",
                   (os.path.join(store, name), word, f"s-{word}", run))
    for name in ("both.md", "same.md"):
        count(db, f"s-{word}", Shaped("t", os.path.join(store, name), "used", "cited", 1, "2026-11-03"))
    db.execute("insert into tombstones (store, words, since, file) values (?, ?, '', 'both.md')", (store, f"w {word}"))
    db.execute("insert into tombstones (store, words, since, file) values (?, 'shared words', '', '')", (store,))
    db.execute("insert into proposals (store, reason, status, candidate, session, turn, at, since)"
               " values (?, 'yours', 'waiting', ?, '', '', '', '')", (store, json.dumps({"body": word})))
    for table in ("due", "dream_sessions", "active_days"):
        columns = len(db.execute(f"pragma table_info({table})").fetchall())
        db.execute(f"insert into {table} values ({', '.join('?' * columns)})", (store, *[word] * (columns - 1)))
    db.execute("insert into told values (?, ?, '2026-11-01')", (store, word))
    db.execute("insert into learned values (?, 'procedure', ?, 'a-skill', 'drafted', '')", (store, word))
    db.execute("insert into dreams (store, last) values (?, 1.0)", (store,))
    identity.note(db, store, Identity("r", "c"), "2026-11-01")
    identity.note_checkout(db, f"{root}/wt-{word}", root, store)
    archive.put(one.here, store, "old.md", f"---\nname: old\n---\n{word}\n", "2026-11-01", "unused")
    told = summaries.folder(one.here, Binding(root, store, False))
    world.memory(told, f"2026-11-0{len(word)}_s.md", "", word)
    Path(told, "latest").write_text(f"Last session {word}; summary: {told}/x.md\n2026-11-0{len(word)}\n")
    draft = Path(one.here.skills, os.path.basename(told), "a-skill", "SKILL.md")
    draft.parent.mkdir(parents=True)
    draft.write_text(word)
    passages.prepare(house.catalog)
    passages.add(house.catalog, root, f"s-{word}", [Turn("user", f"we spoke of {word}", f"u-{word}", at="2026"),
                                                    Turn("user", "we spoke of something", "u-both", at="2026")])
    session.bind(one.here, f"s-{word}", Binding(root, store, False, checkout=root))
    assert path


def everything(one: Person, new: str, root: str) -> dict[str, object]:
    """What a person could find of the memories at their new place."""
    with world.opened(one.here, one.env) as house:
        texts = sorted((library.read(each.path) or pytest.fail("unreadable")).body for each in library.files(new))
        lines = (Path(new) / "MEMORY.md").read_text()
        tables = {table: sorted(tuple(row)[:3] for row in house.ledger.execute(f"select * from {table}"))
                  for table in ("seen", "tombstones", "told", "learned", "dream_sessions", "active_days", "due",
                                "checkouts", "identities", "stores")}
        evidence = sorted((row["path"][len(new) + 1:], row["quote"], row["target"])
                          for row in house.ledger.execute("select * from evidence"))
        log = [each.entry.subject for each in history.entries(one.here, new)]
        told = summaries.folder(one.here, Binding(root, new, False))
        found = passage_search.search(house.catalog, root, tokens("spoke"), 9)
        return {
            "texts": texts, "index": index.linked(lines), "prose": re.findall("A sentence.*", lines),
            "tables": tables, "evidence": evidence, "subjects": sorted(log),
            "past": sorted(history.tree(one.here, new)), "uses": {os.path.basename(path): use.used for path, use
                                                                 in of(house.ledger, new).items()},
            "runs": {row["store"] for row in house.ledger.execute("select store from runs")},
            "waiting": len(house.ledger.execute("select 1 from proposals where store = ?", (new,)).fetchall()),
            "archive": sorted(each.memory.body for each in archive.listed(one.here, new)),
            "summaries": sorted(os.listdir(told)), "latest": Path(told, "latest").read_text(),
            "drafts": {draft.parent.name: draft.read_text() for draft in Path(one.here.skills).rglob("SKILL.md")},
            "talk": sorted(each.turn for each in found),
            "catalog": sorted(path[len(new) + 1:] for path in catalog.known(house.catalog, new)),
            "moves": house.ledger.execute("select count(*) from moves").fetchone()[0],
        }


def test_all_that_is_kept_goes_along(one: Person) -> None:
    """Into an empty place: files, index, history, ledger, archive, summaries, drafts, conversations, sessions."""
    old_root, new_root = one.tree / "before", one.tree / "after"
    old_root.mkdir()
    old = str(one.store(old_root))
    with world.opened(one.here, one.env) as house:
        fill(one, house, str(old_root), old, "fern")
        old_root.rename(new_root)
        new = str(one.store(new_root))
        rehouse.rename(house, old, new, str(new_root))
    found = everything(one, new, str(new_root))
    assert found["texts"] == ["Only fern.", "The fern way, revised.", "The same everywhere.", "fern"]
    assert found["index"] == {"both.md", "same.md", "only_fern.md"} and found["runs"] == {new}
    assert found["subjects"] == ["as it was found", "revised fern"]
    assert found["evidence"] == [("both.md", "fern", "both.md"), ("gone_fern.md#forgotten", "fern", "both.md"),
                                 ("only_fern.md", "fern", "both.md")]
    assert found["archive"] == ["fern"] and found["drafts"] == {"a-skill": "fern"}
    assert found["talk"] == ["u-both", "u-fern"]
    assert found["catalog"] == ["both.md", "deep/fern.md", "only_fern.md", "same.md"]
    assert old not in str(found) and f"summary: {one.here.summaries}" in str(found["latest"])
    bound = session.bound(one.here, "s-fern")
    assert bound and (bound.root, bound.store, bound.checkout) == (str(new_root), new, str(new_root))
    assert not os.path.exists(old) and found["moves"] == 0


def merged(one: Person, old_root: Path, new_root: Path, how: Callable[[Callable[[], object]], object]) -> None:
    old, new = str(one.store(old_root)), str(one.store(new_root))
    with world.opened(one.here, one.env) as house:
        fill(one, house, str(old_root), old, "fern")
        fill(one, house, str(new_root), new, "moss!")
    history.tree(one.here, new)

    def act() -> None:
        with world.opened(one.here, one.env) as house:
            if not house.ledger.execute("select 1 from moves").fetchone() and os.path.isdir(old):
                rehouse.rename(house, old, new, str(new_root))
            rehouse.finish(house)

    how(act)
    assert not os.path.exists(old)


def check_merged(one: Person, new_root: Path) -> None:
    new = str(one.store(new_root))
    found = everything(one, new, str(new_root))
    assert found["texts"] == sorted(["Only fern.", "Only moss!.", "The fern way, revised.", "The moss! way, revised.",
                                     "The same everywhere.", "fern", "moss!"])
    assert found["index"] == {"both.md", "both_2.md", "same.md", "only_fern.md", "only_moss!.md"}
    assert sorted(found["prose"]) == [f"A sentence of the person's about {word}." for word in ("fern", "moss!")]
    past = found["past"]
    assert past == ["MEMORY.md", "both.md", "both_2.md", "deep/fern.md", "deep/moss!.md", "only_fern.md",
                    "only_moss!.md", "same.md"]
    subjects = [each for each in found["subjects"] if "moved here" not in each and "by hand" not in each]
    assert subjects == ["as it was found", "as it was found", "revised fern", "revised moss!"]
    assert ("both_2.md", "fern", "both_2.md") in found["evidence"] and len(found["evidence"]) == 6
    assert ("both.md", "moss!", "both.md") in found["evidence"]
    assert found["uses"] == {"both.md": 1, "both_2.md": 1, "same.md": 2} and found["runs"] == {new}
    tables = found["tables"]
    assert [row[1] for row in tables["seen"]] == ["turn", "turn-fern", "turn-moss!"]
    assert [row[1] for row in tables["tombstones"]] == ["shared words", "w fern", "w moss!"]
    assert {len(tables[name]) for name in ("told", "learned", "dream_sessions", "active_days")} == {2}
    assert len(tables["stores"]) == len(tables["identities"]) == 1 and found["waiting"] == 2
    assert found["archive"] == ["fern", "moss!"] and found["talk"] == ["u-both", "u-fern", "u-moss!"]
    assert found["summaries"] == ["2026-11-04_s.md", "2026-11-05_s.md", "latest"] and "moss!" in found["latest"]
    assert found["drafts"] == {"a-skill": "moss!", "a-skill-2": "fern"} and found["moves"] == 0
    with world.opened(one.here, one.env) as house:
        names = {row["mark"]: row["name"] for row in house.ledger.execute("select mark, name from learned")}
    assert names == {"fern": "a-skill-2", "moss!": "a-skill"}


def killed(folder: Path, act: Callable[[], object], step: int) -> bool:
    """Run `act` in a process that is killed right before its `step`th write; False if it got to the end."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)  # newer Pythons dislike a fork beside threads
        child = os.fork()
    if not child:
        _counted(str(folder), act, step)
        os._exit(0)
    status = os.waitpid(child, 0)[1]
    assert os.WIFSIGNALED(status) or status == 0
    return os.WIFSIGNALED(status)


def _counted(folder: str, act: Callable[[], object], step: int) -> None:
    left = [step]

    def counted(statement: str = "insert") -> None:
        if statement.lstrip().lower().startswith(("insert", "update", "delete", "commit")):
            left[0] -= 1
            if left[0] == 0:
                os.kill(os.getpid(), signal.SIGKILL)

    def audit(event: str, arguments: tuple[Any, ...]) -> None:
        if event in ("os.rename", "os.link", "os.remove", "os.rmdir", "subprocess.Popen") and folder in str(arguments):
            counted()

    def connect(*arguments: Any, **more: Any) -> sqlite3.Connection:
        db = real(*arguments, **more)
        db.set_trace_callback(counted)
        return db

    real, sqlite3.connect = sqlite3.connect, connect
    sys.addaudithook(audit)
    try:
        act()
    except BaseException as error:  # noqa: B036,BLE001  # nothing may get back into the parent's tests
        sys.stderr.write(f"{type(error).__name__}: {error}\n")
        os._exit(1)


def test_a_move_that_is_killed_again_and_again_loses_nothing(one: Person) -> None:
    """Into a place with memories, killed at ever later writes and finished in the end: what is the same is there once,
    what differs twice, and each knows its evidence."""
    old_root, new_root = one.tree / "before", one.tree / "after"
    new_root.mkdir()

    def how(act: Callable[[], object]) -> None:
        step = 3
        while killed(one.folder.parent, act, step):
            step += 17
        assert step > 60

    merged(one, old_root, new_root, how)
    check_merged(one, new_root)


def test_a_link_to_the_memories_stays_a_link(one: Person) -> None:
    """S61: a store that is a link to a folder elsewhere is one behind the move; the files do not leave that folder."""
    elsewhere, new = one.tree / "synced", one.tree / "x" / "memory"
    remember(elsewhere, "a", "text")
    os.symlink("synced", one.tree / "memory")
    with world.opened(one.here, one.env) as house:
        rehouse.rename(house, str(one.tree / "memory"), str(new), "/p")
    assert new.is_symlink() and (new / "a.md").exists() and not (one.tree / "memory").is_symlink()


@pytest.mark.parametrize("there", [{}, {"a.md": "1"}, {"a.md": "2"}, {"a.md": "2", "a_2.md": "3"}, {"d": "x"}])
def test_no_file_is_written_over(one: Person, there: dict[str, str]) -> None:
    """Whatever is there keeps its name and text, each text is there in the end, and times stay."""
    old, new = one.tree / "old", one.tree / "new"
    for folder, files in ((old, {"a.md": "1", "a_2.md": "1b", "d/e.md": "4"}), (new, there)):
        for name, text in files.items():
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            (folder / name).write_text(text)
    new.mkdir(exist_ok=True)
    os.utime(old / "d" / "e.md", (1e9, 1e9))
    named = rehouse_files.names(str(old), str(new))
    assert list(rehouse_files.carry(str(old), str(new), named))
    assert not old.exists() and {name: (new / name).read_text() for name in there} == there
    texts = sorted(path.read_text() for path in new.rglob("*") if path.is_file())
    assert texts == sorted({"1", "1b", "4"} | set(there.values()))
    assert [path.stat().st_mtime for path in new.rglob("*e.md")] == [1e9]


# The command

def test_a_renamed_project_is_offered_its_memories(one: Person) -> None:
    """S61: after `mv`, the next session is told once; the command shows, asks, and moves on a yes."""
    repo = one.repository("old-name")
    remember(one.store(repo), "kamal", "Deploy with kamal.")
    one.begins(repo)
    moved = repo.rename(one.tree / "new-name")
    one.begins(moved)
    told = on.news(one.here, str(one.store(moved)), "news", True)
    assert "1 memories of" in told and "`reverie relocate`" in told
    one.begins(moved)
    assert not os.listdir(one.here.news)
    shown = one.run(cwd=moved)
    assert "Nobody is there to ask" in shown.output and not any(library.files(str(one.store(moved))))
    (row,) = json.loads(one.run("--json", cwd=moved).output)
    assert (row["origin"], row["why"], row["memories"], row["folders"]) == (str(repo), "gone", 1, [str(moved)])
    done = one.run("--yes", cwd=moved)
    assert done.exit_code == 0 and f"in {one.store(moved)} now" in done.output
    assert (one.store(moved) / "kamal.md").exists()
    assert "All memories are where" in one.run(cwd=moved).output


def test_from_elsewhere_a_known_folder_is_named(one: Person) -> None:
    """A store whose folder is gone belongs to the one known project of the same repository, from wherever one asks."""
    repo, other = one.repository("app"), one.repository("other", "https://forge.example/other")
    remember(one.store(repo), "a", "text")
    one.begins(repo)
    moved = repo.rename(one.tree / "moved")
    one.begins(moved)
    assert one.run("--yes", cwd=other).exit_code == 0
    assert (one.store(moved) / "a.md").exists()


@pytest.mark.parametrize("case", ["fork", "second clone", "no git"])
def test_what_is_another_project_gets_nothing_unasked(one: Person, case: str) -> None:
    """A fork, a second clone beside the first, a folder without git: no offer, no move by --yes."""
    repo = one.repository("app") if case != "no git" else one.tree / "app"
    repo.mkdir(exist_ok=True)
    remember(one.store(repo), "a", "text")
    one.begins(repo)
    other = one.tree / "other"
    shutil.copytree(repo, other)
    if case == "fork":
        world.git(other, "remote", "set-url", "origin", "https://forge.example/me/app")
    if case != "second clone":
        shutil.rmtree(repo)
    one.begins(other)
    assert not os.path.exists(one.here.news)
    one.run("--yes", cwd=other)
    assert not any(library.files(str(one.store(other)))) and any(library.files(str(one.store(repo))))
    named = one.run(str(repo), "--yes", cwd=other)
    assert named.exit_code == 0, (named.output, named.exception)
    assert (one.store(other) / "a.md").exists()


def test_another_repository_in_the_same_folder(one: Person) -> None:
    """A folder that holds another repository now is no home for the memories of the first, and no other is named."""
    repo = one.repository("app")
    remember(one.store(repo), "a", "text")
    one.begins(repo)
    shutil.rmtree(repo)
    world.repository(repo)
    world.git(repo, "commit", "-q", "--amend", "--allow-empty", "-m", "another first")
    binding = one.binding(one.repository("elsewhere", ""))
    with world.opened(one.here, one.env) as house:
        (found,) = relocate.lost(house, binding)
    assert (found.why, found.folders) == ("another repository", ())


def test_a_switch_to_local_says_where_the_others_are(one: Person) -> None:
    """`store: local` moves nothing by itself; status and relocate name the other place, and a yes brings them in."""
    repo = one.repository("app")
    native = one.store(repo)
    remember(native, "a", "text")
    one.begins(repo)
    one.env["REVERIE_STORE"] = "local"
    local = one.store(repo)
    assert local == repo / ".reverie" / "memory" and not local.exists()
    with world.opened(one.here, one.env) as house:
        assert list(stock.elsewhere(house, one.binding(repo))) == [(str(native), 1)]
    assert one.run("--yes", cwd=repo).exit_code == 0
    assert (local / "a.md").exists() and not any(library.files(str(native)))
    assert (repo / ".reverie" / ".gitignore").read_text() == "*\n" and world.git(repo, "status", "--short") == ""
    assert one.store(repo) == local
    moved = repo.rename(one.tree / "moved")
    assert one.store(moved) == Path(one.here.projects, project.encode(str(moved)), "memory")
    assert one.run(str(moved / ".reverie" / "memory"), "--yes", cwd=moved).exit_code == 0
    assert one.store(moved) == moved / ".reverie" / "memory"


def test_nothing_is_written_before_git_is_told(one: Person) -> None:
    """The first write to a local store, by any job, finds the `.gitignore` in place; a person's own is left alone."""
    repo = one.repository("app")
    one.env["REVERIE_STORE"] = "local"
    store = one.store(repo)
    with world.opened(one.here, one.env) as house:
        with commits.recorded(house, str(store), "test", "write"):
            assert (repo / ".reverie" / ".gitignore").read_text() == "*\n"
            remember(store, "a", "text")
        (repo / ".reverie" / ".gitignore").write_text("mine\n")
        with commits.recorded(house, str(store), "test", "write"):
            pass
    assert (repo / ".reverie" / ".gitignore").read_text() == "mine\n" and one.store(repo) == store


def test_the_persons_store_is_of_no_project(one: Person) -> None:
    """S76: a session in the home folder notes neither that folder as its origin nor a file there."""
    one.begins(one.folder)
    with world.opened(one.here, one.env) as house:
        rows = house.ledger.execute("select store, origin from stores").fetchall()
        assert [tuple(row) for row in rows] == [(one.here.user, one.here.user)]
        assert relocate.lost(house, one.binding(one.folder)) == []
        with pytest.raises(Refused, match="there already"):
            Path(one.here.user).mkdir(exist_ok=True)
            rehouse.rename(house, one.here.user, one.here.user)


@pytest.mark.parametrize("name", ["docs", "app/.claude/team-memory", "~", "nowhere"])
def test_what_is_no_projects_memory_does_not_move(one: Person, name: str) -> None:
    """A folder of notes is no store, the team's and the person's go other ways, and of a place unknown nothing is."""
    one.repository("app")
    for folder in (one.tree / "docs", one.tree / "app" / ".claude" / "team-memory", Path(one.here.user)):
        world.memory(folder, "a.md", "a note")
    (one.tree / "app" / ".claude" / "team-memory" / "MEMORY.md").write_text("- [a](a.md)\n")
    done = one.run(str(one.folder) if name == "~" else name, "app", "--yes")
    assert done.exit_code and isinstance(done.exception, Refused)
    assert (one.tree / "docs" / "a.md").exists() and (one.tree / "app" / ".claude" / "team-memory" / "a.md").exists()


def test_the_stores_of_the_projects_agents_go_along(one: Person) -> None:
    """What is known of memories that lie in the project itself, and moved with it, is known at their new place."""
    repo = one.repository("app")
    remember(one.store(repo), "a", "text")
    binding = one.begins(repo)
    agent = repo / ".claude" / "agent-memory" / "critic"
    remember(agent, "b", "text")
    with world.opened(one.here, one.env) as house:
        ledger.begin_run(house.ledger, "extract", "s", str(agent), "", "off", house.stamp)
        count(house.ledger, "s", Shaped("t", str(agent / "b.md"), "used", "cited", 1, "2026-11-03"))
        commits.outside(house, str(agent))
        moved = repo.rename(one.tree / "moved")
        new = moved / ".claude" / "agent-memory" / "critic"
        rehouse.rename(house, binding.store, str(one.store(moved)), str(moved))
        assert [path for path, use in of(house.ledger, str(new)).items() if use.used] == [str(new / "b.md")]
        assert len(history.entries(one.here, str(new))) == 1 and (new / "b.md").exists()
