"""Which project a folder belongs to, and which store: real git layouts, every switch, and the client's own names."""
from __future__ import annotations

import json
import os
import shutil
import string
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import world
from reverie import checkout, ledger, native, origins, pathnames, places, project, session
from reverie.errors import Refused
from reverie.rehouse import identity

SAFE = set((string.ascii_letters + string.digits).encode("utf-16-le")[::2])


def obvious(path: str) -> str:
    """The client's name for a path, written down the way its rule reads."""
    data = path.encode("utf-16-le", "surrogatepass")
    units = [int.from_bytes(data[n:n + 2], "little") for n in range(0, len(data), 2)]
    name = "".join(chr(unit) if unit in SAFE else "-" for unit in units)
    if len(name) <= 200:
        return name
    number = 0
    for unit in units:
        number = number * 31 + unit
    number %= 2 ** 32
    if number >= 2 ** 31:
        number -= 2 ** 32
    number, digits = abs(number), ""
    while number or not digits:
        digits = (string.digits + string.ascii_lowercase)[number % 36] + digits
        number //= 36
    return name[:200] + "-" + digits


@pytest.fixture
def here(home: Path) -> places.Places:
    return world.home(home)


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    """A folder for repositories, by its real path."""
    folder = Path(os.path.realpath(tmp_path), "tree")
    folder.mkdir()
    return folder


# Names

@pytest.mark.parametrize(("path", "name"), [
    ("/home/dev/demo", "-home-dev-demo"),
    ("/a/b.c_d e", "-a-b-c-d-e"),
    ("/x/😀", "-x---"),
    ("/e\u0301", "-e-"),
    ("/\u00e9", "--"),
    ("/work/新聞", "-work---"),
    ("/A/b", "-A-b"),
])
def test_names_seen_in_the_client(path: str, name: str) -> None:
    """S6, S62: per UTF-16 unit, nothing normalised, case kept."""
    assert project.encode(path) == name == obvious(path)


@pytest.mark.parametrize(("length", "tail"), [(199, ""), (200, ""), (201, None), (260, None)])
def test_a_long_name_is_cut_and_told_apart_by_a_hash(length: int, tail: str | None) -> None:
    """S6: up to 200 units a name is whole; a longer one keeps 200 and gets the client's hash of the whole path."""
    path = ("/a" * length)[:length]
    name = project.encode(path)
    assert name == obvious(path) and name.startswith(("-a" * 100)[:length])
    assert (len(name) == length) if tail == "" else (name[200] == "-" and 201 < len(name) <= 207)


@given(st.text(st.characters(codec=None, exclude_characters="\x00"), max_size=300).map(lambda text: "/" + text))
def test_every_name_is_what_the_rule_says(path: str) -> None:
    """S6: for any path, half characters included, our name and the obviously right one agree."""
    assert project.encode(path) == obvious(path)


# Git

def test_a_repository_is_one_project(tree: Path) -> None:
    """S10: any folder inside, the .git folder too, belongs to the repository's root; a folder outside to none."""
    repo = world.repository(tree / "repo")
    (repo / "a" / "b").mkdir(parents=True)
    for inside in (repo, repo / "a", repo / "a" / "b", repo / ".git", repo / ".git" / "refs"):
        assert project.git_root(str(inside)) == str(repo)
    assert project.git_root(str(tree)) is None
    assert project.git_root(str(repo / "a" / "gone" / "away")) == str(repo)


def test_worktrees_belong_to_the_main_one(tree: Path) -> None:
    """S10: a linked worktree, wherever it stands, and its folders are the main checkout's project."""
    repo = world.repository(tree / "repo")
    world.git(repo, "worktree", "add", "-q", str(tree / "else" / "linked"))
    world.git(repo, "worktree", "add", "-q", str(repo / ".claude" / "worktrees" / "x"))
    (tree / "else" / "linked" / "sub").mkdir()
    for inside in ("else/linked", "else/linked/sub", "repo/.claude/worktrees/x"):
        assert project.git_root(str(tree / inside)) == str(repo)


def test_a_bare_repository_is_a_project_and_its_worktrees_are_in_it(tree: Path) -> None:
    """S10: worktrees of `x/bare.git` meet in that folder; so does a session inside it."""
    world.repository(tree / "seed")
    world.git(tree, "clone", "-q", "--bare", str(tree / "seed"), str(tree / "x" / "bare.git"))
    world.git(tree / "x" / "bare.git", "worktree", "add", "-q", str(tree / "x" / "feature"))
    assert project.git_root(str(tree / "x" / "feature")) == str(tree / "x" / "bare.git")
    assert project.git_root(str(tree / "x" / "bare.git")) == str(tree / "x" / "bare.git")


def test_a_hub_with_a_hidden_bare_repository(tree: Path) -> None:
    """S10: `hub/.bare` with a `.git` file in the hub: worktrees meet in `.bare`, the hub itself stays the hub."""
    world.repository(tree / "seed")
    hub = tree / "hub"
    hub.mkdir()
    world.git(tree, "clone", "-q", "--bare", str(tree / "seed"), str(hub / ".bare"))
    (hub / ".git").write_text("gitdir: ./.bare\n")
    world.git(hub, "worktree", "add", "-q", str(hub / "one"))
    assert project.git_root(str(hub / "one")) == str(hub / ".bare")
    assert project.git_root(str(hub)) == str(hub)


def test_a_submodule_is_a_project_of_its_own(tree: Path) -> None:
    """S10: a submodule has its own memory, not its parent's."""
    part, repo = world.repository(tree / "part"), world.repository(tree / "repo")
    world.git(repo, "submodule", "--quiet", "add", str(part), "libs/part")
    (repo / "libs" / "part" / "deep").mkdir()
    assert project.git_root(str(repo / "libs" / "part" / "deep")) == str(repo / "libs" / "part")
    assert project.git_root(str(repo / "libs")) == str(repo)


def test_a_worktree_that_lost_its_main_stands_alone(tree: Path) -> None:
    """S10: with the main checkout deleted, or after `mv` left git's backlink stale, the worktree is its own project."""
    repo = world.repository(tree / "repo")
    for name in ("moved", "orphan"):
        world.git(repo, "worktree", "add", "-q", str(tree / name))
    (tree / "moved").rename(tree / "elsewhere")
    assert project.git_root(str(tree / "elsewhere")) == str(tree / "elsewhere")
    shutil.rmtree(repo)
    assert project.git_root(str(tree / "orphan")) == str(tree / "orphan")


@pytest.mark.parametrize("content", [b"", b"gitdir:", b"hello\n", b"\xff\xfe\x00", b"gitdir: /nonexistent\n" * 9999])
def test_a_broken_git_file_never_fails(tree: Path, content: bytes) -> None:
    """S66: whatever a `.git` file says, the folder or one above it is the answer, or none."""
    (tree / ".git").write_bytes(content)
    assert project.git_root(str(tree)) in (str(tree), None)


def test_a_git_file_that_is_a_loop(tree: Path) -> None:
    """S66: links that go round in circles are no repository."""
    os.symlink(tree / ".git", tree / ".git")
    assert project.git_root(str(tree)) is None


def test_the_environment_of_a_git_hook_changes_nothing(tree: Path, here: places.Places) -> None:
    """S66: GIT_DIR and its kind, as set inside a git hook, do not lead elsewhere."""
    repo, other = world.repository(tree / "repo"), world.repository(tree / "other")
    env = {"GIT_DIR": str(other / ".git"), "GIT_WORK_TREE": str(other), "GIT_INDEX_FILE": "x",
           "GIT_COMMON_DIR": str(other / ".git"), "GIT_CEILING_DIRECTORIES": str(tree)}
    assert project.resolve(str(repo), here, env).root == str(repo)


def test_a_git_file_that_holds_what_is_no_path(tree: Path) -> None:
    """S66: a pointer with a NUL in it, or to a place where a pipe waits, neither fails nor hangs."""
    for name, pointer in (("nul", "gitdir: a\0b"), ("pipe", f"gitdir: {tree / 'gitdir'}")):
        (tree / name).mkdir()
        (tree / name / ".git").write_text(pointer)
    (tree / "gitdir").mkdir()
    os.mkfifo(tree / "gitdir" / "commondir")
    for name in ("nul", "pipe"):
        assert project.git_root(str(tree / name)) == str(tree / name)


def test_nobody_makes_himself_another_projects_worktree(tree: Path) -> None:
    """S66: a folder that claims by files of its own to be a worktree of a repository is a project of its own."""
    victim = world.repository(tree / "victim")
    hostile = tree / "hostile"
    (hostile / "fake" / "worktrees" / "x").mkdir(parents=True)
    for git_dir in (hostile / "fake", hostile / "fake" / "worktrees" / "x"):
        (git_dir / "commondir").write_text(f"{victim / '.git'}\n")
        (git_dir / "gitdir").write_text(f"{hostile / '.git'}\n")
        (hostile / ".git").write_text(f"gitdir: {git_dir}\n")
        assert project.git_root(str(hostile)) == str(hostile)


def test_a_worktree_with_relative_links(tree: Path) -> None:
    """S10: newer gits may write the links between a worktree and its main checkout as relative paths."""
    repo = world.repository(tree / "repo")
    world.git(repo, "worktree", "add", "-q", str(tree / "linked"))
    git_dir = repo / ".git" / "worktrees" / "linked"
    (git_dir / "gitdir").write_text(os.path.relpath(tree / "linked" / ".git", git_dir) + "\n")
    (tree / "linked" / ".git").write_text("gitdir: ../repo/.git/worktrees/linked\n")
    assert checkout.around(str(tree / "linked")) == (str(repo), str(tree / "linked"))


def test_a_repository_inside_another_is_its_own(tree: Path) -> None:
    """S10: the nearest repository is the project, and links to folders in a circle have an end."""
    inner = world.repository(world.repository(tree / "outer") / "vendor" / "inner")
    (inner / "deep").mkdir()
    os.symlink(inner, inner / "deep" / "round")
    assert project.git_root(str(inner / "deep")) == str(inner)
    found = os.path.realpath(inner / "deep" / "round" / "deep" / "round" / "deep")
    assert project.git_root(found) == str(inner)


# Stores

def test_the_store_is_the_clients_folder(tree: Path, here: places.Places) -> None:
    """The store of a repository, from any of its folders, is the very folder that the client's own memory uses."""
    repo = world.repository(tree / "repo")
    (repo / "sub").mkdir()
    for launch in (repo, repo / "sub"):
        found = project.resolve(str(launch), here, {})
        assert (found.root, found.native) == (str(repo), True)
        assert found.store == os.path.join(here.config, "projects", obvious(str(repo)), "memory")


def test_without_git_the_launch_folder_is_the_project(tree: Path, here: places.Places) -> None:
    """S76: a folder outside of any repository is its own project, not a parent of others."""
    (tree / "a" / "b").mkdir(parents=True)
    assert project.resolve(str(tree / "a" / "b"), here, {}).root == str(tree / "a" / "b")


def test_a_link_to_a_project_is_the_project(tree: Path, here: places.Places) -> None:
    """S61: a symlinked folder, and one below a symlinked parent, is its real self."""
    repo = world.repository(tree / "repo")
    (repo / "sub").mkdir()
    os.symlink(repo, tree / "link")
    assert project.resolve(str(tree / "link"), here, {}).root == str(repo)
    assert project.resolve(str(tree / "link" / "sub"), here, {}).root == str(repo)


@pytest.mark.parametrize("launch", ["", ".", "relative/path", "~"])
def test_no_absolute_folder_is_no_project(here: places.Places, launch: str) -> None:
    """S63: what is no absolute path is refused rather than guessed."""
    with pytest.raises(Refused):
        project.resolve(launch, here, {})


def test_projects_whose_names_collide_do_not_share_memories(tree: Path, here: places.Places) -> None:
    """S6, S15: the second path with the first one's encoded name gets a store of its own, always the same one."""
    one, two = tree / "test-project", tree / "test" / "project"
    one.mkdir()
    two.mkdir(parents=True)
    first = project.resolve(str(one), here, {})
    assert project.resolve(str(two), here, {}).store == first.store
    with_ledger = ledger.open_ledger(here)
    ledger.note_origin(with_ledger, first.store, first.root, "now")
    ledger.note_origin(with_ledger, first.store, str(two), "later")
    with_ledger.close()
    second = project.resolve(str(two), here, {})
    assert project.resolve(str(one), here, {}).store == first.store != second.store
    assert second.store.startswith(here.own_projects + os.sep) and not second.native
    assert project.resolve(str(two), here, {}).store == second.store


@given(name=st.text("新聞暫存ab", min_size=1, max_size=8), other=st.text("新聞暫存ab", min_size=1, max_size=8))
def test_own_stores_of_two_paths_differ(name: str, other: str) -> None:
    """S6: two paths with one encoded name have two fall-back stores, for the hash is of the path itself."""
    here = places.Places("/c", "/c/reverie")
    if name != other and project.encode(name) == project.encode(other):
        made = [os.path.join(here.own_projects, pathnames.own(each)) for each in (name, other)]
        assert made[0] != made[1]


# Folders that are nobody's project

@pytest.mark.parametrize("name", ["home", "link", "top", "tmp", "var", "private", "scratch", "nil", "bare"])
def test_what_is_no_project_has_the_person_alone(tree: Path, here: places.Places, home: Path, name: str) -> None:
    """S76: the home folder, by a link too, the top, the temporary folders and a task's bare workspace."""
    os.symlink(home, tree / "link")
    (tree / "scratch").mkdir()
    (tree / "00000000-0000-0000-0000-000000000000").mkdir()
    (tree / "0a6c3756-7076-49f4-9d54-ea6f2e6ff692").mkdir()
    world.repository(home)
    launch = {"home": home, "link": tree / "link", "top": "/", "tmp": "/tmp", "var": "/var/tmp",
              "private": "/private/tmp", "scratch": tree / "scratch",
              "nil": tree / "00000000-0000-0000-0000-000000000000",
              "bare": tree / "0a6c3756-7076-49f4-9d54-ea6f2e6ff692"}[name]
    before = sorted(home.iterdir())
    found = project.resolve(str(launch), here, {"TMPDIR": str(tree / "scratch"), "REVERIE_STORE": "local"})
    assert (found.store, found.native, found.root) == (here.user, False, os.path.realpath(launch))
    assert sorted(home.iterdir()) == before


def test_a_folder_below_these_is_a_project(tree: Path, here: places.Places, home: Path) -> None:
    """S76: below the home folder, a temporary one, or in a workspace with a repository, all is as everywhere."""
    work = world.repository(tree / "0a6c3756-7076-49f4-9d54-ea6f2e6ff692")
    for folder in (home / "code", tree / "scratch" / "x", work):
        folder.mkdir(parents=True, exist_ok=True)
        found = project.resolve(str(folder), here, {"TMPDIR": str(tree / "scratch")})
        assert (found.root, found.native) == (str(folder), True)
        assert found.store == os.path.join(here.projects, obvious(str(folder)), "memory")


def test_a_repository_of_the_home_folder_holds_no_other_project(here: places.Places, home: Path) -> None:
    """S76: with dotfiles under git, a folder below is its own project; the client takes another, so we inject."""
    world.repository(home)
    (home / "notes").mkdir()
    inner = world.repository(home / "code")
    world.git(home, "worktree", "add", "-q", str(home / "dotfiles"))
    (home / "dotfiles" / "sub").mkdir()
    for launch, root, native_too in ((home / "notes", home / "notes", False), (inner, inner, True),
                                     (home / "dotfiles" / "sub", home / "dotfiles", False)):
        found = project.resolve(str(launch), here, {})
        assert (found.root, found.native) == (str(root), native_too)
        assert found.store == os.path.join(here.projects, obvious(str(root)), "memory")


# Folders that are gone

def _noted(here: places.Places, *rows: tuple[str, str, str]) -> None:
    books = ledger.open_ledger(here)
    for path, root, store in rows:
        identity.note_checkout(books, path, root, store)
    books.close()


def test_a_removed_worktree_is_still_its_projects(tree: Path, here: places.Places) -> None:
    """S10, S63: a launch folder that is gone belongs where it belonged; a neighbour of a like name does not."""
    repo = world.repository(tree / "repo")
    linked = tree / "a_b" / "linked"
    world.git(repo, "worktree", "add", "-q", str(linked))
    (linked / "sub").mkdir()
    there = project.resolve(str(linked / "sub"), here, {})
    assert (there.root, there.checkout) == (str(repo), str(linked))
    _noted(here, (there.checkout, there.root, there.store), (str(tree), str(tree), "/elsewhere"))
    world.git(repo, "worktree", "remove", "--force", str(linked))
    for launch in (linked, linked / "sub"):
        found = project.resolve(str(launch), here, {})
        assert (found.root, found.store, found.native, found.checkout) == (str(repo), there.store, True, str(linked))
        assert project.root_of(str(launch), here, {}) == str(repo)
    assert project.resolve(f"{tree}/aXb/linked", here, {}).root == f"{tree}/aXb/linked"
    assert project.resolve(f"{linked}-2", here, {}).root == f"{linked}-2"
    assert origins.checkouts(here, str(repo)) == [str(linked)]
    linked.mkdir()
    assert project.resolve(str(linked), here, {}).root == str(linked)


# The store inside the project

def test_a_local_store_lies_in_the_project(tree: Path, here: places.Places) -> None:
    """`store: local` or the variable: below the main checkout, for its worktrees too; nothing is made by looking."""
    repo = world.repository(tree / "repo")
    world.git(repo, "worktree", "add", "-q", str(tree / "linked"))
    Path(here.settings).write_text("store: local\n")
    for launch in (repo, tree / "linked"):
        found = project.resolve(str(launch), here, {})
        assert (found.store, found.native) == (str(repo / ".reverie" / "memory"), False)
    assert not (repo / ".reverie").exists()
    assert project.resolve(str(repo), here, {"REVERIE_STORE": "native"}).native


@pytest.mark.parametrize("how", ["files", "link", "link above"])
def test_memories_that_came_with_a_clone_are_not_read(tree: Path, here: places.Places, how: str) -> None:
    """Files in the local store that nobody noted as made here, and links in its place, leave the project as it was."""
    repo, other = world.repository(tree / "repo"), tree / "other"
    other.mkdir()
    if how == "files":
        world.memory(repo / ".reverie" / "memory", "feedback_x.md", "obey")
    elif how == "link":
        (repo / ".reverie").mkdir()
        os.symlink(other, repo / ".reverie" / "memory")
    else:
        os.symlink(other, repo / ".reverie")
    env = {"REVERIE_STORE": "local"}
    assert project.resolve(str(repo), here, env).store == project.resolve(str(repo), here, {}).store
    if how == "files":
        books = ledger.open_ledger(here)
        ledger.note_origin(books, str(repo / ".reverie" / "memory"), str(repo), "now")
        books.close()
        assert project.resolve(str(repo), here, env).store == str(repo / ".reverie" / "memory")


# Spellings

@pytest.mark.parametrize(("path", "same", "name"), [
    ("C:\\Users\\a b\\proj", "C:\\Users\\a b\\proj", "C--Users-a-b-proj"),
    ("c:/Users/a b/proj/", "C:\\Users\\a b\\proj", "C--Users-a-b-proj"),
    ("c:\\", "C:\\", "C--"),
    ("C:", "C:\\", "C--"),
    ("\\\\?\\c:\\x", "C:\\x", "C--x"),
    ("/mnt/c/Users/x/", "C:\\Users\\x", "C--Users-x"),
    ("/mnt/c", "C:\\", "C--"),
    ("\\\\wsl$\\Ubuntu\\home\\u\\", "\\\\wsl$\\Ubuntu\\home\\u", "--wsl--Ubuntu-home-u"),
    ("\\\\?\\UNC\\server\\share\\x", "\\\\server\\share\\x", "--server-share-x"),
    ("//server/share/x/", "\\\\server\\share\\x", "--server-share-x"),
    ("/home/u/", "/home/u", "-home-u"),
    ("/mnt/data/x", "/mnt/data/x", "-mnt-data-x"),
    ("/", "/", "-"),
])
def test_spellings_of_windows(path: str, same: str, name: str) -> None:
    """S62: one spelling for each, whatever the letter's case and the separators, and the client's name for it."""
    assert pathnames.windows(path) == same == pathnames.windows(same)
    assert project.encode(same) == name == obvious(same)


@pytest.mark.parametrize(("path", "here_too"), [
    ("C:\\Users\\a b", "/mnt/c/Users/a b"), ("c:/", "/mnt/c"), ("\\\\wsl$\\Ubuntu\\home\\u", "/home/u"),
    ("//wsl.localhost/Debian/home/u", "/home/u"), ("\\\\server\\share", "\\\\server\\share"), ("/home/u", "/home/u"),
    ("relative", "relative"), ("", ""),
])
def test_what_a_client_on_windows_says_to_hooks_in_wsl(path: str, here_too: str) -> None:
    """S62: a drive is where WSL mounts it, its own share is the top; what is nowhere here is refused by its name."""
    assert pathnames.local(path) == here_too
    if not os.path.isabs(here_too):
        with pytest.raises(Refused, match="names no folder"):
            project.resolve(path, places.Places("/c", "/c/reverie"), {})


def test_the_letters_of_the_disk_count_where_case_does_not() -> None:
    """S6: a part that the disk spells otherwise is spelled so; two that differ in case alone stay as they are."""
    disk = {"/": ["Users", "tmp"], "/Users": ["Dev"], "/Users/Dev": ["Code", "code", "Über"]}
    cases = {"/users/dev": "/Users/Dev", "/USERS/DEV/code": "/Users/Dev/code", "/users/dev/CODE": "/Users/Dev/CODE",
             "/users/dev/über": "/Users/Dev/Über", "/tmp/Gone/x": "/tmp/Gone/x", "/": "/"}

    def listed(folder: str) -> list[str]:
        if folder not in disk:
            raise FileNotFoundError(folder)
        return disk[folder]

    assert {path: pathnames.on_disk(path, listed) for path in cases} == cases


# The client's switches

@pytest.mark.parametrize(("env", "settings", "on"), [
    ({}, [], True),
    ({"CLAUDE_CODE_DISABLE_AUTO_MEMORY": "1"}, [], False),
    ({"CLAUDE_CODE_DISABLE_AUTO_MEMORY": "true"}, [{"autoMemoryEnabled": True}], False),
    ({"CLAUDE_CODE_DISABLE_AUTO_MEMORY": "0"}, [{"autoMemoryEnabled": False}], True),
    ({"CLAUDE_CODE_DISABLE_AUTO_MEMORY": "False"}, [], True),
    ({"CLAUDE_CODE_DISABLE_AUTO_MEMORY": ""}, [{"autoMemoryEnabled": False}], False),
    ({}, [{"autoMemoryEnabled": False}], False),
    ({}, [{"autoMemoryEnabled": True}, {"autoMemoryEnabled": False}], True),
    ({}, [{"other": 1}, {"autoMemoryEnabled": False}], False),
    ({"CLAUDE_CODE_SIMPLE": "1"}, [], False),
    ({"CLAUDE_CODE_SAFE_MODE": "1"}, [], False),
    ({"CLAUDE_CODE_SIMPLE": "1", "CLAUDE_CODE_DISABLE_AUTO_MEMORY": "0"}, [], False),
    ({"CLAUDE_CODE_REMOTE": "1"}, [], False),
    ({"CLAUDE_CODE_REMOTE": "1", "CLAUDE_CODE_REMOTE_MEMORY_DIR": "/m"}, [], True),
    ({"CLAUDE_CODE_REMOTE": "1", "CLAUDE_CODE_DISABLE_AUTO_MEMORY": "0"}, [], True),
])
def test_whether_the_client_shows_its_index(env: dict[str, str], settings: list[dict[str, object]], on: bool) -> None:
    """The client's own rules of when its memory is on, seen by experiment."""
    assert native.enabled(env, settings) is on


def _settings(path: Path, **content: object) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps(content))


def test_the_nearer_setting_wins(tree: Path, here: places.Places) -> None:
    """Local before project before user; `~/` is expanded; a relative or very short path is passed over."""
    _settings(Path(here.config, "settings.json"), autoMemoryDirectory="/user/dir")
    assert project.resolve(str(tree), here, {}).store == "/user/dir"
    _settings(tree / ".claude" / "settings.json", autoMemoryDirectory="~/from/../project", autoMemoryEnabled=False)
    found = project.resolve(str(tree), here, {})
    assert (found.store, found.native) == (os.path.expanduser("~/project"), False)
    for passed_over in ("relative/dir", "/x", 5, None, ""):
        _settings(tree / ".claude" / "settings.local.json", autoMemoryDirectory=passed_over)
        assert project.resolve(str(tree), here, {}).store == os.path.expanduser("~/project")
    _settings(tree / ".claude" / "settings.local.json", autoMemoryDirectory="/local/dir", autoMemoryEnabled=True)
    found = project.resolve(str(tree), here, {})
    assert (found.store, found.native) == ("/local/dir", True)


def test_the_environment_moves_the_store(tree: Path, here: places.Places) -> None:
    """The client's two variables for its folder: the whole path goes before every setting, the other is a base."""
    _settings(Path(here.config, "settings.json"), autoMemoryDirectory="/user/dir")
    whole = {"CLAUDE_COWORK_MEMORY_PATH_OVERRIDE": "/whole/path", "CLAUDE_CODE_REMOTE_MEMORY_DIR": "/remote"}
    assert project.resolve(str(tree), here, whole).store == "/whole/path"
    Path(here.config, "settings.json").unlink()
    remote = project.resolve(str(tree), here, {"CLAUDE_CODE_REMOTE_MEMORY_DIR": "/remote"})
    assert remote.store == f"/remote/projects/{obvious(str(tree))}/memory"


@pytest.mark.parametrize("content", [b"", b"{", b"[]", b"\xff\xfe", b"null", b"\xef\xbb\xbf{}"])
def test_broken_settings_count_as_none(tree: Path, here: places.Places, content: bytes) -> None:
    """S19: a settings file that is no JSON object changes nothing; a BOM does no harm."""
    path = tree / ".claude" / "settings.json"
    path.parent.mkdir()
    path.write_bytes(content)
    assert native.layers(str(tree), here) == []
    assert project.resolve(str(tree), here, {}).native


def test_the_config_folder_is_asked_of_one_place(tmp_path: Path) -> None:
    """S45: CLAUDE_CONFIG_DIR moves everything, REVERIE_HOME our part; both may hold any character."""
    config = str(tmp_path / "a b#c")
    found = places.here({"HOME": "/h", "CLAUDE_CONFIG_DIR": config})
    assert (found.config, found.home, found.projects) == (config, f"{config}/reverie", f"{config}/projects")
    assert places.here({"HOME": "/h", "REVERIE_HOME": "/r"}).home == "/r"
    assert places.here({"HOME": "/h"}).home == "/h/.claude/reverie"


@given(st.text(st.characters(codec=None), max_size=300))
def test_no_session_id_leaves_the_folder_of_sessions(name: str) -> None:
    """S47: whatever a session is called, its folder is one below `sessions/`, by plain ASCII."""
    here = places.Places("/c", "/c/reverie")
    folder = here.session(name)
    assert os.path.dirname(os.path.normpath(folder)) == "/c/reverie/sessions"
    assert os.path.basename(folder).isascii() and 0 < len(os.path.basename(folder)) <= 100


@pytest.mark.parametrize(("transcript", "env", "config"), [
    ("/c f#g/projects/-p/s.jsonl", {}, "/c f#g"),
    ("/c f#g/projects/-p/s.jsonl", {"CLAUDE_CONFIG_DIR": "/named"}, "/h/.claude"),
    ("/c/elsewhere/-p/s.jsonl", {}, "/h/.claude"),
    ("", {}, "/h/.claude"),
    ("projects/-p/s.jsonl", {}, "/h/.claude"),
])
def test_the_config_folder_may_be_told_by_the_transcript(transcript: str, env: dict[str, str], config: str) -> None:
    """S45: where no variable names it; our own folder stays the one that worker and commands find."""
    here = places.Places("/h/.claude", "/h/.claude/reverie")
    found = places.beside(here, transcript, env)
    assert (found.config, found.home) == (config, here.home)


def test_a_session_keeps_its_working_tree(tree: Path, here: places.Places) -> None:
    """The binding holds the worktree besides the project, through a file and back."""
    repo = world.repository(tree / "repo")
    world.git(repo, "worktree", "add", "-q", str(tree / "linked"))
    session.bind(here, "s", project.resolve(str(tree / "linked"), here, {}))
    found = session.bound(here, "s")
    assert found and (found.root, found.checkout) == (str(repo), str(tree / "linked"))
