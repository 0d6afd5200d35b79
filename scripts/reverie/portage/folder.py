"""A folder of Markdown memories of any dialect, read as items; a file that leads out of it is not followed."""
from __future__ import annotations

import datetime
import os
from collections.abc import Collection

from reverie import library
from reverie.errors import Refused
from reverie.portage import item
from reverie.portage.item import Item, Reading

NOT_OURS = ("claude.md", "claude.local.md", "agents.md", "qwen.md", "gemini.md", "readme.md", "skill.md", "memory.md")
"""Files that are a tool's instructions, an index or a read-me, in lower case: never memories, never written."""
_MOST = 5_000
_LONGEST = 100_000
"""Characters from which on a file is no single memory."""


def read(folder: str, source: str, scope: str = "project", skip: Collection[str] = ()) -> Reading:
    """The memories of a folder, their ids below `source`; `skip` are paths below it. Refused when it holds too many."""
    files = list(library.files(folder))
    if len(files) > _MOST:
        raise Refused(f"{folder} holds {len(files)} Markdown files: name the folder that holds the memories.")
    items: list[Item] = []
    left: list[tuple[str, str]] = []
    for entry in files:
        file = os.path.relpath(entry.path, folder).replace(os.sep, "/")
        if file in skip:
            continue
        why = _objection(folder, entry)
        one = None if why else parsed(entry.path, f"{source}/{file}", scope)
        if isinstance(one, Item):
            items.append(one)
        else:
            left.append((file, why or one or "it cannot be read"))
    return Reading(tuple(items), tuple(left))


def parsed(path: str, source_id: str, scope: str = "project") -> Item | str:
    """The memory in the file at `path`, or why it is none."""
    memory = library.read(path)
    try:
        with open(path, "rb") as file:
            text = file.read().decode("utf-8", "replace")
        day = datetime.date.fromtimestamp(os.path.getmtime(path)).isoformat()
    except OSError:
        return "it cannot be read"
    if memory is None or not (memory.body or memory.description):
        return "it is empty"
    if memory.superseded:
        return "another memory has taken its place"
    if len(text) > _LONGEST:
        return "it is too long for one memory"
    return item.parsed(text, path, source_id, min(day, datetime.date.today().isoformat()), scope)


def _objection(folder: str, entry: os.DirEntry[str]) -> str:
    if entry.name.lower() in NOT_OURS:
        return "it is an index or instructions, not a memory"
    inside = os.path.realpath(entry.path).startswith(os.path.join(os.path.realpath(folder), ""))
    return "" if inside else "it leads out of the folder"
