"""Qwen Code's memories: files with a `type` at the top of the head, of the person and per project.

Ours go into `pinned/`, which its own extraction and dreams leave alone.
"""
from __future__ import annotations

import json
import os
import re
from collections.abc import Mapping, Sequence

from reverie import head
from reverie.portage import folder, parcel
from reverie.portage.item import Project, Reading
from reverie.portage.outgoing import Outgoing
from reverie.project import encode

_METADATA = re.compile(r"^metadata[ \t]*:[ \t]*\n((?:[ \t]+.*\n|\n)*)", re.M)


def home(neighbours: Mapping[str, str], project: Project) -> str:
    """Its folder in the person's home."""
    return neighbours["qwen"]


def target(neighbours: Mapping[str, str], project: Project) -> str:
    """The pinned memories of this project."""
    return os.path.join(neighbours["qwen"], "projects", _keys(project.root)[0], "memory", "pinned")


def read(path: str, project: Project) -> Reading:
    """Of its home: the person's memories, and those of this project alone. Of any other folder: all memories in it."""
    projects, person = os.path.join(path, "projects"), os.path.join(path, "memories")
    if not (project.home or os.path.isdir(projects) or os.path.isdir(person)):
        return folder.read(path, os.path.basename(path.rstrip(os.sep)))
    reading = folder.read(person, "memories", "person")
    keys = [key for key in _keys(project.root) if os.path.isdir(os.path.join(projects, key, "memory"))]
    for key in keys:
        store = os.path.join(projects, key, "memory")
        other = _of_another(os.path.join(projects, key, "meta.json"), key, project.root)
        if other:
            return reading + Reading(left=((f"projects/{key}", "it belongs to another folder of the same key"),))
        ours = {f"pinned/{file}" for file in parcel.ours(os.path.join(store, "pinned"))}
        reading += folder.read(store, key, skip=ours)
    others = len(_folders(projects)) - len(keys)
    return reading + Reading(left=((f"{others} other projects", "not of this project"),) if others else ())


def files(memories: Sequence[Outgoing], project: Project) -> dict[str, str]:
    """Each memory with its type where this tool looks for it, and nowhere else."""
    return {each.file: _flat(each) for each in memories}


def _flat(each: Outgoing) -> str:
    memory = each.memory
    kind = memory.type or "project"
    rows, body = _parted(each.text)
    if not rows or not head.sound(rows):
        keys = head.split(each.text)[0]
        rest = {key: value for key, value in keys.items() if re.fullmatch(r"[A-Za-z_][\w-]*", key)}
        shown = {**rest, "name": memory.name, "description": memory.description, "type": kind}
        inner = {key[9:]: value for key, value in keys.items() if re.fullmatch(r"metadata\.[A-Za-z_][\w-]*", key)}
        lines = [f"{key}: {head.scalar(value)}" for key, value in shown.items() if key != "metadata"]
        below = [f"  {key}: {head.scalar(value)}" for key, value in inner.items() if key != "type"]
        return "\n".join(["---", *lines, *(["metadata:", *below] if below else []), "---", memory.body]) + "\n"
    text = f"---\n{_METADATA.sub(_untyped, rows)}---\n{body}"
    stated = {"name": memory.name, "description": memory.description}
    keys = head.split(text)[0]
    return head.edited(text, {**{key: value for key, value in stated.items() if not keys.get(key)}, "type": kind})


def _untyped(block: re.Match[str]) -> str:
    """A `metadata` block without its own type, which would keep this tool from reading the file."""
    rows = block[1].splitlines(keepends=True)
    margin = min((len(row) - len(row.lstrip()) for row in rows if row.strip()), default=0)
    kept = [row for row in rows if not re.match(rf"[ \t]{{{margin}}}type[ \t]*:", row)]
    return block[0][: block.start(1) - block.start()] + "".join(kept) if kept else ""


def _parted(text: str) -> tuple[str, str]:
    """The rows of the head and the body behind it, both with plain line ends."""
    found = re.match(r"\A\ufeff?---[ \t]*\n(.*?)(?<=\n)---[ \t]*(?:\n|\Z)(.*)", text.replace("\r\n", "\n"), re.S)
    return (found[1], found[2]) if found else ("", text)


def _keys(root: str) -> list[str]:
    """What its folder of this project is called: this tool does not cut long names."""
    return list(dict.fromkeys((re.sub(r"[^a-zA-Z0-9]", "-", root), encode(root))))


def _of_another(path: str, key: str, root: str) -> bool:
    """Whether the note beside the memories names another folder that has the same key."""
    try:
        with open(path, encoding="utf-8") as file:
            said = json.load(file)
    except (OSError, ValueError):
        return False
    paths = [value for value in said.values() if isinstance(value, str)] if isinstance(said, dict) else []
    named = {os.path.realpath(value) for value in paths if os.path.isabs(value) and key in _keys(value)}
    return bool(named) and os.path.realpath(root) not in named


def _folders(path: str) -> list[str]:
    try:
        return [entry.name for entry in os.scandir(path) if os.path.isdir(os.path.join(entry.path, "memory"))]
    except OSError:
        return []
