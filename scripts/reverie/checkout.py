"""Where a folder lies in git: its main checkout and the working tree around it. Files are read, no program is run.

Whatever a `.git` says, the answer is the folder it lies in or a checkout that knows this one as its worktree: nobody
gets at another project's memories by a file that points there.
"""
from __future__ import annotations

import os

_HIGHEST = 128
"""Folders above the first that are looked at."""


def around(folder: str) -> tuple[str, str] | None:
    """The main checkout around `folder`, and its working tree, which differs in a linked worktree; None without git."""
    for _ in range(_HIGHEST):
        main = _main(folder)
        above = os.path.dirname(folder)
        if main:
            return main, folder
        if above == folder:
            break
        folder = above
    return None


def _main(folder: str) -> str | None:
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
    git_dir = os.path.realpath(os.path.join(folder, pointer[len("gitdir:"):].strip()))
    common, back = _line(os.path.join(git_dir, "commondir")), _line(os.path.join(git_dir, "gitdir"))
    if not common or os.path.realpath(os.path.join(git_dir, back)) != os.path.realpath(os.path.join(folder, ".git")):
        return folder
    shared = os.path.realpath(os.path.join(git_dir, common))
    if os.path.dirname(git_dir) != os.path.join(shared, "worktrees"):
        return folder  # made up by whoever made the folder: git keeps its worktrees there
    return os.path.dirname(shared) if os.path.basename(shared) == ".git" else shared


def _line(path: str) -> str:
    """The first line of a small file, empty when there is none, or what stands there can be no path."""
    if not os.path.isfile(path):  # a pipe would keep us waiting
        return ""
    try:
        with open(path, encoding="utf-8", errors="surrogateescape") as file:
            return file.readline(4096).strip().partition("\0")[0]
    except OSError:
        return ""
