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
from reverie import ledger, native, places, project
from reverie.errors import Refused

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
        made = [os.path.join(here.own_projects, project.encode(each) + "-" + project._hash(each))
                for each in (name, other)]
        assert made[0] != made[1]


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
