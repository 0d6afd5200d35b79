"""Codex's memories: a summary, notes, and one summary per conversation, all in one place for all projects.

What names a folder goes into the project of that folder alone; what speaks of a project without naming it stays out.
A model wrote most of it. Ours go into an extension of their own, each with the folder that it applies to.
"""
from __future__ import annotations

import datetime
import os
import re
from collections.abc import Iterator, Mapping, Sequence

from reverie import head, prompt
from reverie.portage import folder, item
from reverie.portage.item import Item, Project, Reading
from reverie.portage.outgoing import Outgoing
from reverie.project import git_root

_SECTIONS = {"user profile": ("user", "person"), "user preferences": ("feedback", "person"),
             "general tips": ("feedback", "person")}
_GROUPED = {"user preferences": "feedback", "reusable knowledge": "project",
            "failures and how to do differently": "project"}
_HEADING = re.compile(r"^(#{1,3})[ \t]+(.+?)[ \t]*$")
_FOLDER = re.compile(r"\bcwd[ \t]*[=:][ \t]*([^;,\n)\]]+)")
_PATH = re.compile(
    r"(?<![\w/.])(?:~|/(?:home|Users|root|srv|opt|work|mnt|var|tmp|workspace))/[^\s`'\",;)\]]+|\b[A-Z]:\\\S+"
)
_BULLET = re.compile(r"[-*][ \t]+")
_PREFIX = re.compile(r"^.+-[0-9a-f]{8}-(?=.)")
_ELSEWHERE, _UNNAMED = "it belongs to another project", "it speaks of a project that it does not name"


def home(neighbours: Mapping[str, str], project: Project) -> str:
    """Its folder in the person's home."""
    return neighbours["codex"]


def target(neighbours: Mapping[str, str], project: Project) -> str:
    """The extension that is ours."""
    return os.path.join(neighbours["codex"], "memories_v2", "extensions", "reverie")


def read(path: str, project: Project) -> Reading:
    """Of its home, or of a folder of its memories: what concerns this project and its person. Of ours: all of it."""
    if os.path.isdir(os.path.join(path, "resources")):
        return _resources(os.path.join(path, "resources"))
    stores = [os.path.join(path, name) for name in ("memories_v2", "memories")]
    if not any(map(os.path.isdir, stores)):
        stores = [path]
    reading = Reading()
    for store in filter(os.path.isdir, stores):
        for file, parts in (("memory_summary.md", _summary), ("MEMORY.md", _groups)):
            text, day = _text(os.path.join(store, file))
            reading += _placed(parts(text, day), project)
        for each in _markdown(os.path.join(store, "rollout_summaries")):
            reading += _placed(_rollout(*_text(each), os.path.basename(each)), project)
        for each in _markdown(os.path.join(store, "extensions", "ad_hoc", "notes")):
            reading += _placed(_note(*_text(each), os.path.basename(each)), project)
    return reading


def files(memories: Sequence[Outgoing], project: Project) -> dict[str, str]:
    """Each memory with the folder it applies to, and what the consolidator has to know of them."""
    own = item.short(project.root)
    begins = re.sub(r"[^a-z0-9]+", "_", os.path.basename(project.root).lower()).strip("_") or "project"
    resources = {f"resources/{begins}-{own}-{each.file}": _applying(each, project.root) for each in memories}
    return {"instructions.md": prompt.text("codex-extension"), **resources}


def _applying(each: Outgoing, root: str) -> str:
    if re.search(r"^[ \t]+scope:[ \t]*person\b", each.text, re.M):
        return each.text
    return head.edited(each.text, {"applies_to": f"cwd={root}"})


def _resources(path: str) -> Reading:
    """What an earlier export wrote, without what it added."""
    reading = folder.read(path, "reverie")
    return reading._replace(items=tuple(map(_unapplied, reading.items)))


def _unapplied(each: Item) -> Item:
    rows = "\n".join(row for row in each.rows.splitlines() if not row.startswith("applies_to: cwd="))
    name = _PREFIX.sub("", each.name) if each.name == os.path.splitext(each.file)[0] else each.name
    return each._replace(file=_PREFIX.sub("", each.file), name=name, rows=rows)


def _placed(found: Iterator[tuple[Item, str]], project: Project) -> Reading:
    """Those of this project and of the person; `found` is each with the folders it names, parted by line ends."""
    items, left = [], []
    for each, named in found:
        folders = named.splitlines()
        if any(_within(one, project.root) for one in folders):
            items.append(each._replace(scope="project"))
        elif folders or each.scope == "project":
            left.append((each.id, _ELSEWHERE if folders else _UNNAMED))
        elif item.unplaced(each.body):
            left.append((each.id, _UNNAMED))
        else:
            items.append(each)
    return Reading(tuple(items), tuple(left))


def _within(path: str, root: str) -> bool:
    path = os.path.realpath(os.path.expanduser(path.strip().rstrip(".")))
    return (path + os.sep).startswith(os.path.join(root, "")) or os.path.isdir(path) and git_root(path) == root


def _folders(text: str) -> str:
    """The folders that a text names: what follows `cwd`, else every path that stands in it."""
    named = [part for said in _FOLDER.findall(text) for part in re.split(r" and (?:cwd=)?", said)]
    return "\n".join(named or [match[0] for match in _PATH.finditer(text)])


def _summary(text: str, day: str) -> Iterator[tuple[Item, str]]:
    """The facts of `memory_summary.md`, without its list of what else there is."""
    section = ""
    for heading, block in _blocks(text):
        section = heading.lower() if heading else section
        if block and section in _SECTIONS:
            kind, scope = _SECTIONS[section]
            yield _item("memory_summary", block, kind, scope, day), _folders(block)


def _groups(text: str, day: str) -> Iterator[tuple[Item, str]]:
    """The facts of the older `MEMORY.md`: groups of tasks, each of which says where it applies."""
    where, section = "", ""
    for heading, block in _blocks(text):
        if heading.lower().startswith("task group"):
            where = ""
        section = heading.lower() if heading else section
        if not block:
            continue
        if re.search(r"^applies_to:", block, re.M):
            where = _folders(block)
        elif section in _GROUPED:
            yield _item("MEMORY.md", block, _GROUPED[section], "project", day), where


def _rollout(text: str, day: str, file: str) -> Iterator[tuple[Item, str]]:
    """The summary of one conversation, for the folder that its head names."""
    top, _, body = text.partition("\n\n")
    keys = dict(re.findall(r"^(\w+):[ \t]*(.*?)[ \t]*$", top, re.M))
    if not keys:
        body = text
    if body.strip():
        day = keys.get("updated_at", "")[:10] or day
        lines = [line.lstrip("# ").strip() for line in body.splitlines() if line.strip("# \t")]
        name = re.sub(r"^[\dT:-]+-\w{4}-", "", file[: -len(".md")])
        yield Item(f"rollout/{keys.get('thread_id') or file}", name, lines[0][:150] if lines else name, "project",
                   body.strip(), created=day, observed=day, basis="import", note=True), keys.get("cwd", "")


def _note(text: str, day: str, file: str) -> Iterator[tuple[Item, str]]:
    """What the person had it note down."""
    if text.strip():
        yield _item(f"notes/{file}", text.strip(), "feedback", "person", day)._replace(note=False), _folders(text)


def _item(where: str, said: str, kind: str, scope: str, day: str) -> Item:
    flat = " ".join(said.split())
    return Item(f"{where}/{item.short(flat)}", item.titled(flat), flat[:150], kind, said, created=day, observed=day,
                scope=scope, basis="import", note=True)


def _blocks(text: str) -> Iterator[tuple[str, str]]:
    """A document as headings, each with no text, and bullets and paragraphs, each with no heading."""
    block: list[str] = []
    for line in [*text.splitlines(), ""]:
        heading = _HEADING.match(line)
        if block and (heading or not line.strip() or _BULLET.match(line)):
            yield "", "\n".join(block)
            block = []
        if heading:
            yield heading[2], ""
        elif line.strip():
            block.append(_BULLET.sub("", line, count=1) if _BULLET.match(line) else line)


def _text(path: str) -> tuple[str, str]:
    """What a file says and the day it was written; nothing where there is none."""
    try:
        with open(path, encoding="utf-8", errors="replace") as file:
            text = file.read(1 << 20).replace("\r\n", "\n").replace("\x00", "")
        return text, datetime.date.fromtimestamp(os.path.getmtime(path)).isoformat()
    except OSError:
        return "", ""


def _markdown(path: str) -> list[str]:
    try:
        return sorted(entry.path for entry in os.scandir(path)
                      if entry.name.endswith(".md") and entry.is_file(follow_symlinks=False))
    except OSError:
        return []
