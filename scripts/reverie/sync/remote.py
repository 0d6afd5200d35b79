"""What the remote is and holds: ours by its marker, or refused; each store's folder in it as a side."""
from __future__ import annotations

import json

from reverie.errors import Refused
from reverie.sync import side
from reverie.sync.repo import Repo
from reverie.sync.side import EMPTY, Side

MARKER = "reverie.json"
_FORM, _VERSION = "reverie-sync", 1
MARK = f'{json.dumps({"form": _FORM, "version": _VERSION}, sort_keys=True)}\n'.encode()
"""What the marker holds."""


def usable(repo: Repo, held: bool) -> str:
    """The remote's commit, or empty where it is new; `held` says that something was there before."""
    head = repo.head()
    if not head:
        if held:
            raise Refused("The remote is empty, though it was not at the last sync, and nothing was changed here;"
                          " `reverie sync --remote URL` fills it again from this machine.")
        return ""
    name = repo.tree(head).get(MARKER)
    said = side.json_of(repo.texts([name])[name], MARKER) if name else None
    if not isinstance(said, dict) or said.get("form") != _FORM:
        raise Refused("The remote holds something else: sync needs a repository of its own, empty at first.")
    if said.get("version") != _VERSION:
        raise Refused("The remote was written by a newer Reverie; update this one.")
    return head


def side_of(repo: Repo, commit: str, folder: str) -> Side:
    """The store's side as of the commit; an empty one where that has none."""
    below = f"{folder}/"
    names = {path[len(below):]: name for path, name in repo.tree(commit).items() if path.startswith(below)}
    if not names:
        return EMPTY
    texts = repo.texts(names.values())
    return side.parsed({path: texts[name] for path, name in names.items()})


def has(repo: Repo, commit: str, path: str) -> bool:
    """Whether there is such a file."""
    return path in repo.tree(commit)
