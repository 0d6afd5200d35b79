"""The history of a store: every byte that was there can be had back, whatever git, its settings or the machine do."""
from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import world
from reverie import places
from reverie.history import gitbook, merge, rebook, revision
from reverie.history import log as history
from reverie.history.copybook import CopyBook
from reverie.history.gitbook import GitBook
from reverie.history.revision import Entry, Unkept
from reverie.places import Places

HARD = {
    "MEMORY.md": b"# Index\r\n- [A](a.md)\r\n",
    "a.md": b"one\ntwo\n",
    "no end.md": b"x",
    "empty.md": b"",
    "bytes.md": bytes(range(256)),
    "caf\u00e9 \u65b0\u805e.md": "\u65b0\u805e\r\n".encode(),
    'deep/er/q"uo\\te\nline.md': b"$Id$ \xff\xfe",
    '"quoted".md': b"<<<<<<<\n",
    "a.md.md": b"\0",
}
"""Names and bytes that a tool might trip over or change."""
WITHOUT_GIT = "/nonexistent"


@pytest.fixture(params=["git", "copies"])
def here(home: Path, request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Places:
    """The places of a person with git, and of one without."""
    if request.param == "copies":
        monkeypatch.setenv("PATH", WITHOUT_GIT)
    return places.Places(str(home / ".claude"), str(home / ".claude" / "reverie"))


@pytest.fixture
def store(home: Path) -> Path:
    folder = home / ".claude" / "projects" / "-x" / "memory"
    folder.mkdir(parents=True)
    return folder


def put(store: Path, files: dict[str, bytes]) -> None:
    """Let the store hold exactly these files."""
    for path in sorted(store.rglob("*.md"), reverse=True):
        path.unlink()
    for file, data in files.items():
        (store / file).parent.mkdir(parents=True, exist_ok=True)
        (store / file).write_bytes(data)


def note(here: Places, store: Path, by: str = "hand", subject: str = "s", **trailers: object) -> str:
    return history.note(here, str(store), by, subject, **trailers)


def tree(here: Places, store: Path, rev: str = "") -> dict[str, bytes]:
    return history.tree(here, str(store), rev)


# What is kept

def test_every_byte_under_every_name_is_kept(here: Places, store: Path) -> None:
    """S64, S88: line ends, broken characters, empty files, blanks, quotes and other scripts come back as they were."""
    put(store, HARD)
    first = note(here, store)
    put(store, {"a.md": b"other"})
    second = note(here, store)
    assert first and second and tree(here, store, first) == HARD and tree(here, store) == {"a.md": b"other"}


def test_what_is_no_memory_is_not_kept(here: Places, store: Path) -> None:
    """Hidden files, half-written ones, other kinds and folders that are links stay out; a file's link is what it
    leads to.
    """
    outside = store.parent / "outside"
    put(store, {"a.md": b"a", ".a.md.12-abcdef.tmp": b"", ".hidden.md": b"", ".git/x.md": b"", "b.txt": b""})
    outside.mkdir()
    (outside / "c.md").write_bytes(b"linked")
    (store / "linked").symlink_to(outside)
    (store / "d.md").symlink_to(outside / "c.md")
    (store / "loop.md").symlink_to("loop.md")
    os.mkfifo(store / "pipe.md")
    note(here, store)
    assert tree(here, store) == {"a.md": b"a", "d.md": b"linked"}


def test_attributes_and_ignores_of_the_store_have_no_say(here: Places, store: Path) -> None:
    """S64: what git would convert or leave out in the person's own repository is kept as it is in ours."""
    (store / ".gitattributes").write_text("*.md text eol=crlf ident filter=gone working-tree-encoding=UTF-16\n")
    (store / ".gitignore").write_text("*\n")
    put(store, HARD)
    note(here, store)
    assert tree(here, store) == HARD and not list(store.glob(".git/*"))


def test_who_when_why_and_what(here: Places, store: Path) -> None:
    """An entry says by whom, when, why, for which job, run and session, and which files came, changed or went."""
    put(store, {"a.md": b"a", "b.md": b"b"})
    note(here, store)
    put(store, {"a.md": b"A", "c.md": b"c"})
    rev = note(here, store, "reverie", "create\nc  \x1b[31m", job="extract", run=7, session="s-1", reason="kept\n1")
    newest, first = history.entries(here, str(store))
    assert (first.entry.by, first.entry.subject) == ("hand", history.FIRST)
    assert (newest.rev, newest.entry.by, newest.entry.subject) == (rev, "reverie", "create c [31m")
    assert newest.entry.trailers == {"job": "extract", "run": "7", "session": "s-1", "reason": "kept 1"}
    assert abs(newest.entry.at - time.time()) < 60
    assert {(c.file, bool(c.before), bool(c.after)) for c in newest.changes} == {
        ("a.md", True, True), ("b.md", True, False), ("c.md", False, True)}
    assert [each.rev for each in history.entries(here, str(store), 1)] == [rev]


def test_nothing_changed_is_no_revision_and_starts_no_git(here: Places, store: Path) -> None:
    """A turn in which nothing changed costs a look at the folder: no process, no revision, well below 30 ms."""
    put(store, {f"{n}.md": b"%d" % n for n in range(300)})
    assert note(here, store)
    time.sleep(0.15)
    assert note(here, store) == ""
    started: list[object] = []
    sys.addaudithook(lambda event, _: started.append(event) if event == "subprocess.Popen" else None)
    for _ in range(10):
        assert note(here, store, "reverie") == ""
    assert not started


def test_a_store_without_files_leaves_no_trace(here: Places, store: Path) -> None:
    """S49: before there is a memory there is no history, and a store that is gone is not taken for one emptied."""
    assert note(here, store) == "" and not os.path.exists(here.history(str(store)))
    put(store, {"a.md": b"a"})
    note(here, store)
    shutil.rmtree(store)
    assert note(here, store) == "" and tree(here, store) == {"a.md": b"a"}


@pytest.mark.parametrize("same", ["size and time", "size"])
def test_an_edit_that_hides_is_seen(here: Places, store: Path, same: str) -> None:
    """A content of the same length, also with the time put back, is a change."""
    put(store, {"a.md": b"one"})
    before = (store / "a.md").stat()
    note(here, store)
    time.sleep(0.15)
    note(here, store)
    (store / "a.md").write_bytes(b"two")
    if same == "size and time":
        os.utime(store / "a.md", ns=(before.st_atime_ns, before.st_mtime_ns))
    assert note(here, store) and tree(here, store) == {"a.md": b"two"}


def test_the_difference_reads_like_diff(here: Places, store: Path) -> None:
    """Lines that came and went, whole files as from or to nothing, and what no revision has yet."""
    put(store, {"a.md": b"one\ntwo", "b.md": b"b\n"})
    note(here, store)
    put(store, {"a.md": b"one\n2\n", "c.md": b""})
    pending = history.diff(here, str(store))
    rev = note(here, store)
    shown = history.diff(here, str(store), history.found(here, str(store), rev[:8]))
    assert sorted(pending.splitlines()) == sorted(shown.splitlines()) and history.diff(here, str(store)) == ""
    assert "--- a/a.md\n+++ b/a.md\n@@ -1,2 +1,2 @@\n one\n-two\n\\ No newline at end of file\n+2\n" in shown
    assert "--- a/b.md\n+++ /dev/null\n" in shown and "--- /dev/null\n+++ b/c.md\n" in shown


TREES = st.dictionaries(st.sampled_from(["a.md", "b.md", "d/c.md", "MEMORY.md"]), st.binary(max_size=12))


@settings(max_examples=6)
@given(st.lists(st.tuples(st.sampled_from(["hand", "reverie"]), TREES), min_size=1, max_size=6))
def test_each_revision_is_the_tree_that_was_there(steps: list[tuple[str, dict[str, bytes]]]) -> None:
    """Whatever is done in which order: each revision gives back its tree, in git, in copies, and from one to the
    other.
    """
    with tempfile.TemporaryDirectory() as folder:
        here, store = places.Places(folder, f"{folder}/reverie"), Path(folder, "projects", "-x", "memory")
        store.mkdir(parents=True)
        kept = {}
        for by, files in steps:
            put(store, files)
            if rev := note(here, store, by):
                kept[rev] = files
            assert tree(here, store) == files
        assert {rev: tree(here, store, rev) for rev in kept} == kept
        git = GitBook(shutil.which("git") or "git", here.history(str(store)))
        copies, again = CopyBook(f"{folder}/copies"), GitBook(git.program, f"{folder}/again.git")
        if kept:
            rebook.replay(git, copies)
            rebook.replay(copies, again)
            assert again.log(0) == git.log(0) and copies.files(copies.head()) == git.files(git.head())


# What git is set to, and whether it is there

HOSTILE = """
[commit]
  gpgsign = true
[user]
  useConfigOnly = true
  signingkey = NOKEY
[core]
  hooksPath = {hooks}
  autocrlf = true
  excludesFile = {hooks}/ignore
  attributesFile = {hooks}/attributes
  fsmonitor = /bin/false
[init]
  templateDir = {hooks}
  defaultBranch = odd
[gc]
  auto = 1
[transfer]
  fsckObjects = true
"""


def test_the_persons_git_is_neither_heard_nor_touched(
    home: Path, store: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """S64, S66: signing without a key, no address, hooks that fail, templates, GIT_* in the environment and a
    repository around the store: each write is kept, and the person's repository stays as it was.
    """
    here = places.Places(str(home / ".claude"), str(home / ".claude" / "reverie"))
    hooks = home / "hooks"
    hooks.mkdir()
    for name in ("pre-commit", "reference-transaction", "post-index-change"):
        (hooks / name).write_text("#!/bin/sh\ntouch \"$HOME/ran\"\nexit 1\n")
        (hooks / name).chmod(0o755)
    (hooks / "ignore").write_text("*\n")
    (hooks / "attributes").write_text("* text\n")
    (home / ".gitconfig").write_text(HOSTILE.format(hooks=hooks))
    world.repository(store)
    untouched = {path: path.read_bytes() for path in (store / ".git").rglob("*") if path.is_file()}
    for name, value in {"GIT_DIR": store / ".git", "GIT_INDEX_FILE": home / "index", "GIT_WORK_TREE": home,
                        "GIT_CONFIG_COUNT": "1", "GIT_CONFIG_KEY_0": "core.hooksPath", "GIT_CONFIG_VALUE_0": hooks,
                        "GIT_OBJECT_DIRECTORY": home / "o", "GIT_CONFIG_GLOBAL": home / ".gitconfig"}.items():
        monkeypatch.setenv(name, str(value))
    put(store, HARD)
    assert note(here, store) and tree(here, store) == HARD and history.told(here, str(store)).startswith("1 changes in")
    assert {path: path.read_bytes() for path in (store / ".git").rglob("*") if path.is_file()} == untouched
    assert not {"ran", "index", "o"} & set(os.listdir(home)) and not Path(here.history(str(store)), "hooks").exists()


def test_plain_git_can_read_it(home: Path, store: Path) -> None:
    """A person may look at it with git itself: one branch, our name or theirs, a clean repository."""
    here = places.Places(str(home / ".claude"), str(home / ".claude" / "reverie"))
    put(store, HARD)
    note(here, store)
    put(store, {"a.md": b"x"})
    note(here, store, "reverie", "dream: 1 merged", job="dream", run=3)
    git = here.history(str(store))
    assert world.git(git, "log", "--format=%an|%cn|%s").splitlines() == [
        "Reverie|Reverie|dream: 1 merged", "By hand|Reverie|as it was found"]
    assert "Reverie-Job: dream\nReverie-Run: 3" in world.git(git, "log", "-1", "--format=%B")
    assert world.git(git, "fsck", "--strict", "--no-dangling") == ""


def test_git_takes_over_what_was_kept_without_it(home: Path, store: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """S64: git comes, goes and comes back: the same calls work throughout, and no revision is lost on the way."""
    here = places.Places(str(home / ".claude"), str(home / ".claude" / "reverie"))
    path, said = os.environ["PATH"], []
    for n, there in enumerate([False, True, False, False, True]):
        monkeypatch.setenv("PATH", path if there else WITHOUT_GIT)
        put(store, {"a.md": b"%d" % n, f"{n}.md": b""})
        assert note(here, store, "reverie", f"step {n}")
        assert tree(here, store) == {"a.md": b"%d" % n, f"{n}.md": b""}
        said.append("as copies" in history.told(here, str(store)))
    assert said == [True, False, True, True, False]
    log = history.entries(here, str(store))
    assert [each.entry.subject for each in log] == [f"step {n}" for n in (4, 3, 2, 1, 0)]
    assert [tree(here, store, each.rev)["a.md"] for each in log] == [b"4", b"3", b"2", b"1", b"0"]


@pytest.mark.parametrize("program", ["exit 1", "sleep 30", "kill -9 $$"])
def test_a_git_that_does_not_work_is_no_git(
    home: Path, store: Path, monkeypatch: pytest.MonkeyPatch, program: str
) -> None:
    """S64: a git that fails, hangs or dies is given up after its time, and copies are kept instead."""
    here = places.Places(str(home / ".claude"), str(home / ".claude" / "reverie"))
    (home / "bin").mkdir()
    (home / "bin" / "git").write_text(f"#!/bin/sh\n{program.replace('sleep', 'exec sleep')}\n")
    (home / "bin" / "git").chmod(0o755)
    monkeypatch.setenv("PATH", f"{home}/bin:/usr/bin:/bin")
    monkeypatch.setattr(gitbook, "TIMEOUT", 0.2)
    put(store, HARD)
    assert note(here, store) and tree(here, store) == HARD and "as copies" in history.told(here, str(store))


def test_where_no_history_can_be_kept_the_write_goes_on_and_status_says_so(here: Places, store: Path) -> None:
    """S46, S64: a note that fails raises nothing, and the reason stands where a person looks until it works again."""
    put(store, {"a.md": b"a"})
    Path(here.home).mkdir(parents=True)
    Path(here.home, "history").write_text("in the way")
    assert note(here, store) == ""
    assert "history of" in Path(here.log).read_text()
    os.unlink(Path(here.home, "history"))
    assert note(here, store) and not history.told(here, str(store)).startswith("off")
    with history.lock.alone(f"{here.history(str(store))}.lock"):
        history._PATIENCE, patience = 0.05, history._PATIENCE
        put(store, {"a.md": b"b"})
        assert note(here, store) == "" and history.told(here, str(store)).startswith("off: another process")
        history._PATIENCE = patience
    assert note(here, store) and not history.told(here, str(store)).startswith("off")


@pytest.mark.parametrize("harm", ["empty branch", "no objects", "garbage"])
def test_a_history_that_cannot_be_read_is_set_aside(home: Path, store: Path, harm: str) -> None:
    """S33: a torn branch or lost objects cost the past, never the present: a new history begins, the old one stays."""
    here = places.Places(str(home / ".claude"), str(home / ".claude" / "reverie"))
    put(store, {"a.md": b"a"})
    note(here, store)
    git = Path(here.history(str(store)))
    if harm == "no objects":
        shutil.rmtree(git / "objects")
        (git / "objects").mkdir()
    else:
        (git / "refs" / "heads" / "main").write_bytes(b"" if harm == "empty branch" else b"\xff" * 41)
    put(store, {"a.md": b"b"})
    assert note(here, store) and tree(here, store) == {"a.md": b"b"}
    assert [path.name for path in git.parent.glob("*.unreadable-*")] and "set aside" in Path(here.log).read_text()


def test_small_commits_are_packed_now_and_then(home: Path, store: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Years of small commits do not fill the disk with small files; every revision stays."""
    here = places.Places(str(home / ".claude"), str(home / ".claude" / "reverie"))
    monkeypatch.setattr(gitbook, "_CROWDED", 3)
    revs, packs = [], Path(here.history(str(store)), "objects", "pack")
    for n in range(6):
        put(store, {"a.md": b"%d" % n})
        revs.append(note(here, store))
        (packs / "tmp_pack_x").write_bytes(b"")
        os.utime(packs / "tmp_pack_x", (0, 0))
        assert len(list(packs.glob("*.pack"))) <= 3
    assert [tree(here, store, rev) for rev in revs] == [{"a.md": b"%d" % n} for n in range(6)]
    (packs / "tmp_pack_x").unlink()
    assert world.git(packs, "fsck", "--strict", "--no-dangling") == ""


# Killed

def killed(here: Places, store: Path, after: float) -> bool:
    """A note in a process of its own that is killed with all its children after so many seconds."""
    code = ("import sys; sys.path.insert(0, sys.argv[1]); from reverie import history, places\n"
            "print('on', flush=True)\n"
            "history.note(places.Places(sys.argv[2], sys.argv[3]), sys.argv[4], 'reverie', 'killed', run=9)")
    child = subprocess.Popen(
        [sys.executable, "-c", code, str(world.ROOT / "scripts"), here.config, here.home, str(store)],
        stdout=subprocess.PIPE, start_new_session=True)
    assert child.stdout and child.stdout.readline() == b"on\n"
    time.sleep(after)
    os.killpg(child.pid, signal.SIGKILL)
    child.stdout.close()
    return child.wait() != 0


def test_a_note_killed_anywhere_is_made_up_for(
    here: Places, store: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """S31, S33: killed with git and all at any moment: what was kept before stays, and the next note has the rest."""
    monkeypatch.setattr(gitbook, "_STALE", 0.2)
    kept = {}
    for n in range(6):
        files = {"a.md": b"%d" % n * 50_000, **{f"{i}.md": b"%d %d" % (i, n) for i in range(20)}}
        put(store, files)
        killed(here, store, n * 0.006)
        note(here, store, "reverie", "next")
        assert tree(here, store) == files
        kept[history.entries(here, str(store), 1)[0].rev] = files
    assert {rev: tree(here, store, rev) for rev in kept} == kept
    if os.environ["PATH"] != WITHOUT_GIT:
        assert world.git(here.history(str(store)), "fsck", "--strict", "--no-dangling") == ""


def test_a_lock_that_git_left_does_not_last(home: Path, store: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """S31: a git that died leaves its lock on the branch; it is waited for, then taken away."""
    here = places.Places(str(home / ".claude"), str(home / ".claude" / "reverie"))
    monkeypatch.setattr(gitbook, "_STALE", 0.05)
    put(store, {"a.md": b"a"})
    note(here, store)
    for name in ("refs/heads/main.lock", "HEAD.lock"):
        Path(here.history(str(store)), name).write_bytes(b"")
    put(store, {"a.md": b"b"})
    assert note(here, store) and tree(here, store) == {"a.md": b"b"}


def test_a_line_that_was_not_finished_is_no_revision(tmp_path: Path) -> None:
    """S33: of copies, a torn last line counts for nothing, and the next revision stands behind the whole ones."""
    book = CopyBook(str(tmp_path / "h"))
    first = book.add(Entry("hand", 1, "one", {}), {"a.md": b"a"}, ())
    with open(tmp_path / "h" / "log", "ab") as file:
        file.write(b"0123456789 {\"by\": ")
    assert book.head() == first
    book.add(Entry("hand", 2, "two", {}), {"b.md": b"b"}, ["a.md"])
    assert [each.entry.subject for each in book.log(0)] == ["two", "one"]
    (tmp_path / "h" / "log").write_bytes(b"0" * 40 + b" nonsense\n")
    with pytest.raises(Unkept):
        book.log(0)


def test_files_of_a_change_that_was_killed_are_ours(here: Places, store: Path) -> None:
    """S5: what a killed worker wrote is not put down as the person's, and what the person wrote later not as ours."""
    put(store, {"a.md": b"a", "mine.md": b"m"})
    note(here, store)
    child = os.fork()
    if not child:
        history.begin(here, str(store), "create b", job="extract", run=4)
        (store / "b.md").write_bytes(b"b")
        os.kill(os.getpid(), signal.SIGKILL)
    os.waitpid(child, 0)
    (store / "mine.md").write_bytes(b"edited")
    os.utime(store / "mine.md", (time.time() + 600, time.time() + 600))
    note(here, store)
    hand, ours = history.entries(here, str(store), 2)
    assert (ours.entry.by, ours.entry.subject, ours.run) == ("reverie", "create b (interrupted)", "4")
    assert [change.file for change in ours.changes] == ["b.md"]
    assert hand.entry.by == "hand" and [change.file for change in hand.changes] == ["mine.md"]
    assert not history.ongoing(here, str(store))


def test_many_at_once_lose_nothing(home: Path, store: Path) -> None:
    """S14, S31: eight processes note at the same time: one line of revisions, the last of which is the store."""
    here = places.Places(str(home / ".claude"), str(home / ".claude" / "reverie"))
    children = []
    for n in range(8):
        child = os.fork()
        if not child:
            (store / f"{n}.md").write_bytes(b"%d" % n)
            note(here, store, "reverie", f"step {n}")
            os._exit(0)
        children.append(child)
    assert all(os.waitpid(child, 0)[1] == 0 for child in children)
    assert tree(here, store) == {f"{n}.md": b"%d" % n for n in range(8)}
    assert world.git(here.history(str(store)), "fsck", "--strict", "--no-dangling") == ""


# Where it is, and what leaves it

def test_each_store_has_a_history_of_its_own(home: Path) -> None:
    """S6: no two stores meet in one name, and the same store has one name by whatever way it is reached."""
    here = places.Places(str(home / ".claude"), str(home / ".claude" / "reverie"))
    stores = [f"{here.projects}/-x/memory", f"{here.projects}/-y/memory", f"{here.projects}/-x/memory/memory",
              f"{here.projects}/-X_y/memory", f"{here.projects}/{'a' * 250}/memory", f"{here.own_projects}/-x",
              here.user, "/a/b", "/b/b", f"/{'c' * 300}", "/a b", "/a-b"]
    assert len({here.history(each) for each in stores} | {here.archive(each) for each in stores}) == 2 * len(stores)
    assert os.path.basename(here.history(stores[0])) == "-x.git"
    assert all(len(os.path.basename(here.history(each))) < 230 for each in stores)
    os.makedirs(stores[0])
    os.symlink(home / ".claude", home / "link")
    assert here.history(f"{home}/link/projects/-x/memory/") == here.history(stores[0])


def test_what_is_purged_is_nowhere(here: Places, store: Path) -> None:
    """S29: a purged memory leaves no byte in any revision, nor its line of the index, nor what was said of it; all
    else stays.
    """
    put(store, {"a.md": b"a", "s.md": b"hunter2", "MEMORY.md": b"- [S](s.md) \xe2\x80\x94 hunter2\n- [A](a.md)\n"})
    note(here, store, "reverie", "create hunter2", reason="hunter2")
    put(store, {"a.md": b"a", "s.md": b"hunter2 again"})
    note(here, store)
    put(store, {"a.md": b"b"})
    note(here, store)
    assert history.purge(here, str(store), ["s.md"])
    log = history.entries(here, str(store))
    assert [tree(here, store, each.rev) for each in log] == [
        {"a.md": b"b"}, {"a.md": b"a"}, {"a.md": b"a", "MEMORY.md": b"- [A](a.md)\n"}]
    folder = Path(here.home, "history")
    kept = b"".join(path.read_bytes() for path in folder.rglob("*") if path.is_file())
    shown = "".join(history.diff(here, str(store), log)) + str([each.entry for each in log])
    names = [revision.name_of(data)[2:].encode() for data in (b"hunter2", b"hunter2 again")]
    held = kept + "".join(str(path) for path in folder.rglob("*")).encode()
    assert b"hunter2" not in kept and "hunter2" not in shown and not any(name in held for name in names)
    assert note(here, store) == ""


# Two changes of one text

LINES = st.lists(st.sampled_from([b"a\n", b"b\n", b"c\n", b"d\r\n", b"e"]), max_size=6).map(b"".join)


@given(LINES, LINES, LINES)
def test_merging_loses_no_line_of_either(base: bytes, ours: bytes, theirs: bytes) -> None:
    """What only one changed is as it left it; both ways round it is the same; a line is nobody's invention."""
    assert merge.merged(base, base, theirs) == theirs and merge.merged(base, ours, base) == ours
    assert merge.merged(base, ours, ours) == ours
    together = merge.merged(base, ours, theirs)
    assert together == merge.merged(base, theirs, ours)
    if together is not None:
        known = {line for text in (base, ours, theirs) for line in text.splitlines(keepends=True)}
        assert set(together.splitlines(keepends=True)) <= known


TOUCHING: list[tuple[bytes, bytes, bytes, bytes | None]] = [
    (b"1\n2\n3\n", b"1\n2\n3\n4\n", b"0\n1\n2\n3\n", b"0\n1\n2\n3\n4\n"),
    (b"1\n2\n3\n", b"1\n3\n", b"1\n2\n3!\n", None),
    (b"1\n2\n3\n", b"1\n3\n", b"1\n2\n", None),
    (b"1\n2\n3\n4\n", b"1!\n2\n3\n4\n", b"1\n2\n4\n", b"1!\n2\n4\n"),
    (b"1\n", b"2\n", b"3\n", None),
]


@pytest.mark.parametrize("base, ours, theirs, expected", TOUCHING)
def test_what_touches_is_not_merged(base: bytes, ours: bytes, theirs: bytes, expected: bytes | None) -> None:
    """Changes of the same lines, or of lines side by side, are for a person to decide on."""
    assert merge.merged(base, ours, theirs) == expected


@pytest.mark.parametrize("base, ours, theirs, expected", [
    (b"# I\n- a\n- b\n", b"# I\n- a\n- b\n- c\n", b"# I\n- a\n", b"# I\n- a\n- c\n"),
    (b"# I\n- b\n", b"# I!\n- c\n- b\n", b"# I\n- a\n- b\n", b"# I!\n- c\n- a\n- b\n"),
    (b"- a\n", b"prose\n- a\n", b"- b\n", b"prose\n- b\n"),
    (b"- a\r\n- b", b"- a\r\n- b\r\n- c", b"- b\n- a\r\n- d", b"- a\r\n- d\r\n- b\r\n- c"),
    (b"- a\n- a\n", b"- a\n- a\n- x\n", b"- a\n", b"- a\n- x\n"),
])
def test_an_index_is_a_list_of_lines(base: bytes, ours: bytes, theirs: bytes, expected: bytes) -> None:
    """S25: of an index that was edited since, only the lines of the change go and come; the order stays."""
    assert merge.relined(base, ours, theirs) == expected
