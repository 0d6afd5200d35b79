"""Where the client keeps what a sub-agent remembers, by the client's own rules, as Claude Code 2.1.332 was seen to act.

An agent's folder has its name, with `-` for each UTF-16 unit that is no ASCII letter, digit, `-` or `_`: `a.b` and
`a-b` share one, `../x` is `---x`, `plugin:agent` is `plugin-agent`. It lies in `<config>/agent-memory` (`memory: user`)
or below the folder the session stands in as the agent starts, which follows `cd` and is no git root, in
`.claude/agent-memory` (`project`) or `.claude/agent-memory-local` (`local`). It is there before the SubagentStart hook
runs, unless the client's memory is off: then no agent has any. A link out of that folder is not followed.

Definitions lie in `.claude/agents` there and in each folder above up to the checkout, then in `<config>/agents`, at any
depth; the nearest of a name holds. Only `memory` at the top level of the head counts. An agent of a plugin or of the
command line has no file here: its is the folder that the client made for it.
"""
from __future__ import annotations

import os

from reverie import glance

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from reverie.places import Places
    from reverie.session import Binding

USER, PROJECT, LOCAL = "user", "project", "local"
_NAMES = {PROJECT: "agent-memory", LOCAL: "agent-memory-local"}
_LONGEST = 255
"""Bytes of a folder's name."""
_HEADS = 60
"""Files that are looked at for an agent whose file has another name."""
_DEPTH = 3
_FOLDERS = 12
"""Folders above one another that are looked at."""
_MOST = 40
"""Stores of one project and person."""


class Definition:
    """What an agent's file says of it: `memory` is its scope or empty, `bare` whether it goes without the index."""

    __slots__ = ("name", "description", "memory", "bare")

    def __init__(self, keys: dict[str, str]) -> None:
        self.name = keys.get("name", "")
        self.description = keys.get("description", "")
        self.memory = keys.get("memory", "") if keys.get("memory") in (USER, PROJECT, LOCAL) else ""
        self.bare = keys.get("omitClaudeMd") == "true"


class Store:
    """One agent's memories: the folder's name, its scope, where it is."""

    __slots__ = ("name", "scope", "path")

    def __init__(self, name: str, scope: str, path: str) -> None:
        self.name = name
        self.scope = scope
        self.path = path


def flat(name: str) -> str:
    """The name of the agent's folder; empty for no name, and for one too long to be a folder's."""
    safe = "".join(c if c.isascii() and (c.isalnum() or c in "-_") else "-" * (2 if c > "\uffff" else 1) for c in name)
    return safe if len(safe) <= _LONGEST else ""


def own(name: str, folder: str, said: Definition | None, places: Places) -> Store | None:
    """The store of an agent that starts in `folder`; None when it has none. It need not be there yet."""
    made = flat(name)
    if not made:
        return None
    candidates = [Store(made, scope, os.path.join(_above(folder, scope, places), made))
                  for scope in (PROJECT, LOCAL, USER)]
    fits = [each for each in candidates if (each.scope == said.memory if said else os.path.isdir(each.path))]
    return fits[0] if fits and _inside(fits[0], folder) else None


def defined(name: str, folder: str, binding: Binding, places: Places) -> Definition | None:
    """The definition of an agent that starts in `folder`; None where no file here is one."""
    if not name or ":" in name:
        return None
    for above in (*(os.path.join(each, ".claude") for each in _upward(folder, binding)), places.config):
        found = _definition(os.path.join(above, "agents"), name)
        if found:
            return found
    return None


def definitions(folder: str, binding: Binding, places: Places) -> dict[str, Definition]:
    """All definitions in reach of a session that stands in `folder`, by name."""
    found: dict[str, Definition] = {}
    for above in (*(os.path.join(each, ".claude") for each in _upward(folder, binding)), places.config):
        here = [Definition(glance.keys(path)) for path in _files(os.path.join(above, "agents"), _DEPTH)]
        for said in {said.name: said for said in here if said.name}.values():
            found.setdefault(said.name, said)
    return found


def stores(folder: str, binding: Binding, places: Places) -> list[Store]:
    """The agents' stores of the project and of the person, as seen from `folder`, the nearest first.

    Outside of any project the person's alone: what lies below a home folder is of other projects.
    """
    found: dict[str, Store] = {}
    if binding.store != places.user:
        inside = _upward(folder, binding) if _within(folder, binding) else []
        for each in dict.fromkeys((*inside, binding.checkout, binding.root)):
            for scope in (PROJECT, LOCAL):
                for name in _folders(_above(each, scope, places)):
                    store = Store(name, scope, os.path.join(_above(each, scope, places), name))
                    if _inside(store, each):
                        found.setdefault(os.path.realpath(store.path), store)
    for name in _folders(_above("", USER, places)):
        path = os.path.join(_above("", USER, places), name)
        found.setdefault(os.path.realpath(path), Store(name, USER, path))
    return list(found.values())[:_MOST]


def store_of(file: str, binding: Binding, places: Places) -> str:
    """The agent's store, of this project or the person, in which the file lies, or nothing."""
    path = os.path.realpath(file)
    person = os.path.join(os.path.realpath(_above("", USER, places)), "")
    if path.startswith(person):
        name, _, rest = path[len(person):].partition(os.sep)
        return os.path.join(_above("", USER, places), name) if rest else ""
    if not any(path.startswith(os.path.join(os.path.realpath(each), "")) for each in (binding.checkout, binding.root)):
        return ""
    for folder in _NAMES.values():
        above, found, below = path.partition(f"{os.sep}.claude{os.sep}{folder}{os.sep}")
        name, _, rest = below.partition(os.sep)
        if found and rest:
            return f"{above}{found}{name}"
    return ""


def is_store(path: str) -> bool:
    """Whether a store at this path is an agent's."""
    return os.path.basename(os.path.dirname(path)) in _NAMES.values()


def _above(folder: str, scope: str, places: Places) -> str:
    """The folder of all agents' stores of this scope."""
    return os.path.join(places.config, "agent-memory") if scope == USER else os.path.join(
        folder, ".claude", _NAMES[scope])


def _inside(store: Store, folder: str) -> bool:
    """Whether the store does not lead out of the folder that it is said to be in."""
    return store.scope == USER or os.path.realpath(store.path).startswith(os.path.join(os.path.realpath(folder), ""))


def _within(folder: str, binding: Binding) -> bool:
    return any(os.path.join(folder, "").startswith(os.path.join(each, "")) for each in (binding.checkout, binding.root))


def _upward(folder: str, binding: Binding) -> list[str]:
    """The folder and those above it up to the checkout; the folder alone where it is in none."""
    found = [folder]
    while _within(folder, binding) and folder not in (binding.checkout, binding.root) and len(found) < _FOLDERS:
        folder = os.path.dirname(folder)
        found.append(folder)
    return found


def _definition(folder: str, name: str) -> Definition | None:
    """The agent's definition below the folder: of its own name, else of the last file that says that name."""
    if flat(name) == name:
        said = Definition(glance.keys(os.path.join(folder, f"{name}.md")))
        if said.name == name:
            return said
    found = None
    for n, path in enumerate(_files(folder, _DEPTH)):
        if n == _HEADS:
            break
        said = Definition(glance.keys(path))
        found = said if said.name == name else found
    return found


def _files(folder: str, depth: int) -> Iterator[str]:
    """The Markdown files below the folder, in the order of their names."""
    for entry in _entries(folder):
        if entry.is_dir() and depth:
            yield from _files(entry.path, depth - 1)
        elif entry.name.endswith(".md"):
            yield entry.path


def _folders(folder: str) -> list[str]:
    return [entry.name for entry in _entries(folder) if not entry.name.startswith(".") and entry.is_dir()]


def _entries(folder: str) -> list[os.DirEntry[str]]:
    try:
        return sorted(os.scandir(folder), key=lambda entry: entry.name)
    except OSError:
        return []
