"""Which project a session belongs to, and which store: the one resolver for hooks, worker and commands.

A linked worktree belongs to its main one, a submodule is a project of its own. The home folder, the temporary folders
and the top of the disk are nobody's project: a session there has the person's memories alone, and leaves no file.
"""
from __future__ import annotations

import os

from reverie import checkout, native, origins, pathnames, settings
from reverie.errors import Refused
from reverie.session import Binding

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

    from reverie.places import Places

encode = pathnames.encode
LOCAL = os.path.join(".reverie", "memory")
"""Where a project's memories lie below its root with `store: local`."""
_TEMPORARY = ("/tmp", "/var/tmp", "/private/tmp", "/private/var/tmp")


def launched(cwd: str, env: Mapping[str, str]) -> str:
    """The folder the client was launched in; `cwd`, which follows the model's `cd`, only where nothing else is said."""
    return env.get("CLAUDE_PROJECT_DIR") or cwd


def resolve(launch: str, places: Places, env: Mapping[str, str]) -> Binding:
    """The project of a session launched in `launch`; Refused when that is no absolute path of this machine."""
    launch = _real(launch)
    lost = None if os.path.isdir(launch) else origins.gone(places, launch)
    if lost:
        tree, root, store = lost
        here = store == native.folder(env, native.layers(launch, places), encode(root), places)
        return Binding(root, store, here and native.enabled(env, native.layers(launch, places)), checkout=tree)
    root, tree = _project(launch, env)
    if not root:
        return Binding(launch, places.user, False)
    store, shown = _store(root, launch, places, env)
    return Binding(root, store, shown, checkout=tree)


def root_of(folder: str, places: Places, env: Mapping[str, str]) -> str:
    """The root of the project that the folder is of, also when it is gone; the folder itself where it is of none."""
    folder = _real(folder)
    lost = None if os.path.isdir(folder) else origins.gone(places, folder)
    return lost[1] if lost else _project(folder, env)[0] or folder


def elsewhere(binding: Binding, places: Places, env: Mapping[str, str]) -> list[str]:
    """Other folders that would be this project's store if it were set otherwise, or that nobody vouched for."""
    named = native.folder(env, native.layers(binding.root, places), encode(binding.root), places)
    others = [named, os.path.join(places.own_projects, pathnames.own(binding.root)), os.path.join(binding.root, LOCAL)]
    if binding.store == places.user:
        del others[1:]
    return [store for store in others if store != binding.store
            and origins.of(places, store) in (None, binding.root)]


def git_root(folder: str) -> str | None:
    """The main checkout that `folder` lies in, or None outside of git."""
    found = checkout.around(folder)
    return found[0] if found else None


def _real(launch: str) -> str:
    """The folder by its one true path, which links and letters in another case do not change."""
    path = pathnames.local(launch)
    if not os.path.isabs(path) or "\0" in path:
        raise Refused(f"the session names no folder of this machine: {launch!r}")
    path = os.path.realpath(path)
    return pathnames.on_disk(path, os.listdir) if pathnames.folds_case(path) else path


def _project(launch: str, env: Mapping[str, str]) -> tuple[str, str]:
    """The project's root and the working tree around `launch`; empty where there is nothing but the person."""
    nobodys = _nobodys(env)
    root, tree = checkout.around(launch) or ("", "")
    if root and root not in nobodys:
        return root, tree
    if root and tree != root:  # a worktree of the home folder's repository
        return tree, tree
    bare = not root and _uuid(os.path.basename(launch))
    return ("", "") if launch in nobodys or bare else (launch, launch)


def _nobodys(env: Mapping[str, str]) -> set[str]:
    """Folders that are no project, and whose repository is not that of the folders in them."""
    home = env.get("HOME") or os.path.expanduser("~")
    return {os.path.realpath(path) for path in ("/", home, env.get("TMPDIR") or "/tmp", *_TEMPORARY)}


def _uuid(name: str) -> bool:
    """Whether a folder's name is that of a workspace made for one task."""
    parts = name.split("-")
    return [len(part) for part in parts] == [8, 4, 4, 4, 12] and not set("".join(parts)) - set("0123456789abcdefABCDEF")


def _store(root: str, launch: str, places: Places, env: Mapping[str, str]) -> tuple[str, bool]:
    """The project's store, and whether the client shows its index."""
    if settings.load(places, env).store == "local":
        local = os.path.join(root, LOCAL)
        if _ours(local, root, places):
            return local, False
    known = native.layers(launch, places)
    store = native.folder(env, known, encode(root), places)
    if origins.of(places, store) not in (None, root):
        return os.path.join(places.own_projects, pathnames.own(root)), False
    theirs = native.folder(env, known, encode(git_root(launch) or launch), places)
    return store, store == theirs and native.enabled(env, known)


def _ours(store: str, root: str, places: Places) -> bool:
    """Whether the memories inside the project were made here: a clone may bring such that others have written."""
    if os.path.realpath(store) != store:
        return False
    if origins.of(places, store) == root:
        return True
    try:
        return not os.listdir(store)
    except FileNotFoundError:
        return True
    except OSError:
        return False
