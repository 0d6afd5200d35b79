"""Which project a session belongs to, and which store: the one resolver for hooks, worker and commands.

Files are read, no program is run. A linked worktree belongs to its main one, a submodule is a project of its own.
"""
from __future__ import annotations

import os

from reverie import native, origins
from reverie.errors import Refused
from reverie.session import Binding

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

    from reverie.places import Places

_DIGITS = "0123456789abcdefghijklmnopqrstuvwxyz"
_LONGEST = 200


def launched(cwd: str, env: Mapping[str, str]) -> str:
    """The folder the client was launched in; `cwd`, which follows the model's `cd`, only where nothing else is said."""
    return env.get("CLAUDE_PROJECT_DIR") or cwd


def resolve(launch: str, places: Places, env: Mapping[str, str]) -> Binding:
    """The project of a session launched in `launch`; Refused when that is no absolute path."""
    if not os.path.isabs(launch):
        raise Refused("the session names no folder")
    launch = os.path.realpath(launch)
    root = git_root(launch) or launch
    settings = native.layers(launch, places)
    store = native.folder(env, settings, encode(root), places)
    origin = origins.of(places, store)
    if origin is not None and origin != root:
        return Binding(root, os.path.join(places.own_projects, encode(root)[:_LONGEST] + "-" + _hash(root)), False)
    return Binding(root, store, native.enabled(env, settings))


def encode(path: str) -> str:
    """The client's name for a path: all but ASCII letters and digits become `-`, per UTF-16 unit; long ones are cut."""
    flat = "".join(c if c.isascii() and c.isalnum() else "-" * (2 if c > "\uffff" else 1) for c in path)
    return flat if len(flat) <= _LONGEST else flat[:_LONGEST] + "-" + _hash(path)


def git_root(folder: str) -> str | None:
    """The main checkout that `folder` lies in, or None outside of git."""
    while True:
        found = _main_checkout(folder)
        if found:
            return found
        above = os.path.dirname(folder)
        if above == folder:
            return None
        folder = above


def _main_checkout(folder: str) -> str | None:
    """`folder` or its main worktree, if a `.git` in it leads to a repository, or if it is a bare one itself."""
    dot_git = os.path.join(folder, ".git")
    if os.path.isfile(os.path.join(dot_git, "HEAD")):
        return folder
    if os.path.isfile(dot_git):
        return _linked(folder, _line(dot_git))
    bare = all(os.path.exists(os.path.join(folder, part)) for part in ("HEAD", "objects", "refs"))
    return folder if bare and os.path.basename(folder) != ".git" else None


def _linked(folder: str, pointer: str) -> str | None:
    """Where a `.git` file leads: to the main checkout if this is a worktree that it knows, else to `folder` itself."""
    if not pointer.startswith("gitdir:"):
        return None
    git_dir = os.path.join(folder, pointer[len("gitdir:"):].strip())
    common, back = _line(os.path.join(git_dir, "commondir")), _line(os.path.join(git_dir, "gitdir"))
    if not common or os.path.realpath(back) != os.path.realpath(os.path.join(folder, ".git")):
        return folder
    shared = os.path.realpath(os.path.join(git_dir, common))
    return os.path.dirname(shared) if os.path.basename(shared) == ".git" else shared


def _line(path: str) -> str:
    """The first line of a small file, empty when there is none."""
    try:
        with open(path, encoding="utf-8", errors="surrogateescape") as file:
            return file.readline(4096).strip()
    except OSError:
        return ""


def _hash(path: str) -> str:
    """Java's string hash over UTF-16 units, in base 36, without its sign."""
    number = 0
    data = path.encode("utf-16-le", "surrogatepass")
    for i in range(0, len(data), 2):
        number = (number * 31 + data[i] + (data[i + 1] << 8)) & 0xFFFFFFFF
    number = abs(number - (1 << 32) if number >= 1 << 31 else number)
    digits = ""
    while True:
        number, digit = divmod(number, 36)
        digits = _DIGITS[digit] + digits
        if not number:
            return digits
