"""Gemini CLI's memories: a private folder per project, and what the person had it add to their own GEMINI.md.

GEMINI.md is read, never written; in the private `MEMORY.md` only what stands between our two marks is ours.
"""
from __future__ import annotations

import datetime
import hashlib
import json
import os
import re
from collections.abc import Mapping, Sequence

from reverie import index, library, whole
from reverie.errors import Refused
from reverie.portage import folder, item, parcel
from reverie.portage.item import Item, Project, Reading
from reverie.portage.outgoing import Outgoing
from reverie.portage.parcel import Sent

_ADDED = re.compile(r"^##[ \t]+Gemini Added Memories[ \t]*$(.*?)(?=^#{1,2}[ \t]|\Z)", re.M | re.S)
_BULLET = re.compile(r"^[-*+][ \t]+(.*(?:\n(?![-*+#][ \t]|\n).*)*)", re.M)
BEGIN, END = "<!-- reverie: written by `reverie export gemini` -->", "<!-- reverie: end -->"


def home(neighbours: Mapping[str, str], project: Project) -> str:
    """Its folder in the person's home."""
    return neighbours["gemini"]


def target(neighbours: Mapping[str, str], project: Project) -> str:
    """The private memories of this project; Refused when the tool does not know the project yet."""
    name = _named(neighbours["gemini"], project.root)
    if not name:
        raise Refused("Gemini CLI was never used in this project: name the folder to write to with --to.")
    return os.path.join(neighbours["gemini"], "tmp", name, "memory")


def read(path: str, project: Project) -> Reading:
    """Of its home: what it keeps of this project, and what was added for the person. Of any other folder: all of it."""
    if not (project.home or any(os.path.exists(os.path.join(path, name)) for name in ("projects.json", "GEMINI.md"))):
        return folder.read(path, os.path.basename(path.rstrip(os.sep)))
    reading = _added(os.path.join(path, "GEMINI.md"))
    name = _named(path, project.root)
    if name:
        store = os.path.join(path, "tmp", name, "memory")
        reading += folder.read(store, name, skip=parcel.ours(store))
    others = len([each for each in _kept(path) if each != name])
    return reading + Reading(left=((f"{others} other projects", "not of this project"),) if others else ())


def files(memories: Sequence[Outgoing], project: Project) -> dict[str, str]:
    """Each memory as it stands."""
    return {each.file: each.text for each in memories}


def finish(path: str, memories: Sequence[Outgoing], dry: bool) -> Sent:
    """Bring our lines of the private index up to date; what stands around them stays byte for byte."""
    listed = os.path.join(path, library.INDEX)
    before = whole.read(listed)
    text = (before or b"").decode("utf-8", "surrogateescape")
    rows = [index.line(each.file, library.title(each.memory.name), each.memory.description) for each in memories]
    after = _between(text, rows)
    if after is None or os.path.islink(listed):
        return Sent(left=((library.INDEX, "our marks in it are broken" if after is None else "it is a link"),))
    if after == text:
        return Sent()
    if not dry:
        data = after.encode("utf-8", "surrogateescape")
        try:
            whole.create(listed, data) if before is None else whole.write(listed, data, over=before)
        except (whole.Changed, FileExistsError):
            return Sent(left=((library.INDEX, "it is being changed by somebody else"),))
    return Sent(written=(library.INDEX,))


def _between(text: str, rows: Sequence[str]) -> str | None:
    """The index with these rows between our marks, without the marks when there are none; None when one is missing."""
    ours = "".join(f"{row}\n" for row in (BEGIN, *rows, END)) if rows else ""
    if text.count(BEGIN) != text.count(END) or text.count(BEGIN) > 1:
        return None
    if BEGIN not in text:
        gap = "\n" if text and not text.endswith("\n") and ours else ""
        return text + gap + ours
    start, stop = text.index(BEGIN), text.index(END) + len(END)
    if stop < start:
        return None
    return text[:start] + ours + text[stop:].removeprefix("\n")


def _added(path: str) -> Reading:
    """Each fact under the heading under which the tool saves for its person."""
    try:
        with open(path, encoding="utf-8", errors="replace") as file:
            text = file.read().replace("\r\n", "\n")
        day = datetime.date.fromtimestamp(os.path.getmtime(path)).isoformat()
    except OSError:
        return Reading()
    facts = [" ".join(fact.split()) for part in _ADDED.findall(text) for fact in _BULLET.findall(part)]
    items = [Item(f"GEMINI.md/{item.short(fact)}", item.titled(fact), fact[:150], _kind(fact), fact, created=day,
                  observed=day, scope="person") for fact in filter(None, facts)]
    lost = [each for each in items if item.unplaced(each.body)]
    return Reading(tuple(each for each in items if each not in lost),
                   tuple((each.name, "it speaks of a project that it does not name") for each in lost))


def _kind(fact: str) -> str:
    about = re.match(r"(?i)(?:the )?user(?:'s)? |i(?:'m| am| have| work)\b|my (?:name|role|job)\b", fact)
    return "user" if about else "feedback"


def _named(path: str, root: str) -> str:
    """What the tool calls this project: as its own list says, else by the hash that earlier ones used; or nothing."""
    names = {os.path.realpath(each): name for each, name in _listed(path).items()}
    known = names.get(os.path.realpath(root), "")
    hashed = hashlib.sha256(root.encode("utf-8", "surrogateescape")).hexdigest()
    if re.fullmatch(r"[\w.-]*[\w-][\w.-]*", known):
        return known
    return hashed if os.path.isdir(os.path.join(path, "tmp", hashed)) else ""


def _listed(path: str) -> dict[str, str]:
    try:
        with open(os.path.join(path, "projects.json"), encoding="utf-8") as file:
            said = json.load(file)
    except (OSError, ValueError):
        return {}
    rows = said.get("projects", said) if isinstance(said, dict) else {}
    return {key: value for key, value in rows.items() if isinstance(value, str)} if isinstance(rows, dict) else {}


def _kept(path: str) -> list[str]:
    """The projects of which it keeps memories."""
    try:
        return [entry.name for entry in os.scandir(os.path.join(path, "tmp"))
                if os.path.isdir(os.path.join(entry.path, "memory"))]
    except OSError:
        return []
