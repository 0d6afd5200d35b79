"""A memory on its way in: what another tool's file says of it, and the file it becomes here.

Keys that nobody here knows go along as they stand; a head that is no YAML is read key by key and written as YAML.
"""
from __future__ import annotations

import hashlib
import os
import re
from typing import NamedTuple

from reverie import head, library
from reverie.record import TYPES, Memory, mended

_FENCE = re.compile(r"\A\ufeff?---[ \t]*\r?\n(.*?)(?<=\n)---[ \t]*(?:\r?\n|\Z)", re.S)
_KEY = re.compile(r"([A-Za-z_][\w.-]*)[ \t]*:(?=[ \t]|$)")
_DAY = re.compile(r"\d{4}-\d\d-\d\d")
_TOP = ("name", "description", "type", "metadata")
_INNER = ("type", "scope", "created", "observed", "source", "by", "basis")
_NEAREST = (
    ("feedback", "preference convention rule style correction directive guideline instruction workflow habit lesson"),
    ("user", "profile person persona about role bio identity background expertise"),
    ("reference", "link url doc docs document documentation resource pointer tool bookmark external"),
)
_UNNAMED = re.compile(r"(?i)\b(?:this|the current) (?:project|repo|repository|codebase|workspace|app|package)\b")


class Item(NamedTuple):
    """One memory as its source has it: `id` is unique there, days are ISO or empty, keywords are parted by commas.

    `rows` and `inner` are the lines of its head, and of `metadata` in it, that are not ours; `file` is its name there;
    `said` the type it had when that is none of ours; `note` says that an assistant wrote it and nobody said it.
    """

    id: str
    name: str
    description: str
    type: str
    body: str
    keywords: str = ""
    created: str = ""
    observed: str = ""
    rows: str = ""
    inner: str = ""
    scope: str = "project"
    file: str = ""
    said: str = ""
    by: str = ""
    source: str = ""
    basis: str = ""
    note: bool = False


class Reading(NamedTuple):
    """What a source holds for this project and its person, and what stays out: what it is, and why."""

    items: tuple[Item, ...] = ()
    left: tuple[tuple[str, str], ...] = ()

    def __add__(self, other: object) -> Reading:
        assert isinstance(other, Reading)
        return Reading(self.items + other.items, self.left + other.left)


class Project(NamedTuple):
    """Whose memories are wanted: the project's folder, and the folder in which the client keeps transcripts.

    `home` says that they are looked for where the tool itself keeps them, among much that is no memory.
    """

    root: str
    transcripts: str = ""
    home: bool = False


def parsed(text: str, file: str, source_id: str, day: str, scope: str = "project") -> Item:
    """The memory that a Markdown file with this text is; `day` is told where it tells none itself."""
    text = mended(text.replace("\x00", ""))
    memory, (keys, _) = library.parsed(file, text), head.split(text)
    said = keys.get("metadata.type") or keys.get("type") or ""
    told = keys.get("metadata.scope", "")
    rows, inner = _foreign(text, keys, memory)
    return Item(
        source_id, " ".join(memory.name.split()), " ".join(memory.description.split()),
        memory.type or nearest(said, scope), memory.body, created=memory.created or memory.observed or day,
        observed=memory.observed or day, rows=rows, inner=inner, scope="person" if told == "person" else scope,
        file=os.path.basename(file), said=said if said not in TYPES else "", by=keys.get("metadata.by", ""),
        source=keys.get("metadata.source", ""), basis=keys.get("metadata.basis", ""),
    )


def nearest(said: str, scope: str = "project") -> str:
    """The one of our four types that comes nearest to another tool's word."""
    words = set(re.findall(r"[a-z]+", said.lower()))
    if said.lower() in TYPES:
        return said.lower()
    for kind, theirs in _NEAREST:
        if words & {form for word in theirs.split() for form in (word, f"{word}s")}:
            return kind
    return "user" if scope == "person" else "project"


def text(item: Item, source: str, by: str = "import") -> str:
    """The file that the memory becomes here, in our dialect, its foreign keys included."""
    kept = [("imported_type", item.said), ("imported_by", item.by if item.by != by else ""),
            ("imported_source", item.source)]
    ours = [("type", item.type), ("scope", item.scope), ("created", item.created), ("observed", item.observed),
            ("source", source), ("basis", item.basis), ("by", by)]
    named = {match[1] for line in item.inner.splitlines() if (match := _KEY.match(line.strip()))}
    lines = [f"name: {head.scalar(item.name)}", f"description: {head.scalar(item.description)}"]
    if item.keywords and not re.search(r"^keywords[ \t]*:", item.rows, re.M):
        lines.append(f"keywords: {head.sequence(item.keywords.split(', '))}")
    lines += [*item.rows.splitlines(), "metadata:"]
    lines += [f"  {key}: {value if _DAY.fullmatch(value) else head.scalar(value)}" for key, value in ours if value]
    lines += [f"  {key}: {head.scalar(value)}" for key, value in kept if value and key not in named]
    lines += [f"  {line}" for line in item.inner.splitlines()]
    return "\n".join(["---", *lines, "---", item.body]) + "\n"


def mark(item: Item) -> str:
    """What the memory says, as a hash: equal for the same words, however they are spaced."""
    said = "\0".join(" ".join(part.split()) for part in (item.name, item.description, item.body))
    return hashlib.sha256(said.encode("utf-8", "replace")).hexdigest()


def short(text: str) -> str:
    """Eight digits that stand for a text, such as a path that must not be told."""
    return hashlib.sha256(text.encode("utf-8", "surrogateescape")).hexdigest()[:8]


def unplaced(text: str) -> bool:
    """Whether it speaks of a project that it does not name: it is true of one folder, and nobody knows of which."""
    return bool(_UNNAMED.search(text))


def titled(text: str) -> str:
    """A name for a text that has none: its first words."""
    return "-".join(re.findall(r"\w+", text)[:6]).lower() or "note"


def _foreign(text: str, keys: dict[str, str], memory: Memory) -> tuple[str, str]:
    """The lines of the head that are not ours, and those of its `metadata`, each sound YAML by itself."""
    found = _FENCE.match(text)
    if not found:
        return "", ""
    blocks = _blocks(found[1].replace("\r\n", "\n").split("\n"))
    days = {"created": memory.created, "observed": memory.observed}
    known = {*_TOP, *(key for key, day in days.items() if day and keys.get(key, "")[:10] == day)}
    rows = "\n".join(line for key, lines in blocks if key not in known for line in lines
                     if line.strip() and (key or line.startswith("#")))
    below = [line for key, lines in blocks if key == "metadata" for line in lines[1:] if line.strip()]
    indent = min((len(line) - len(line.lstrip()) for line in below), default=0)
    inner = "\n".join(line for key, lines in _blocks([line[indent:] for line in below]) if key not in _INNER
                      for line in lines if key or line.startswith("#"))
    plain = {key: value for key, value in keys.items() if _KEY.fullmatch(f"{key}:")}
    if not head.sound(rows) or not head.sound(found[1]):
        rows = _rewritten({key: value for key, value in plain.items()
                           if key not in known and not key.startswith("metadata.")})
    if not head.sound(inner) or not below or not head.sound(found[1]):
        nested = {key.removeprefix("metadata."): value for key, value in plain.items() if key.startswith("metadata.")}
        inner = _rewritten({key: value for key, value in nested.items() if key not in _INNER})
    return rows, inner


def _blocks(lines: list[str]) -> list[tuple[str, list[str]]]:
    """Each key at the margin with its line and all that belongs to it; what stands before the first has no key."""
    blocks: list[tuple[str, list[str]]] = []
    for line in lines:
        match = _KEY.match(line)
        if match or not blocks:
            blocks.append((match[1] if match else "", []))
        blocks[-1][1].append(line)
    return blocks


def _rewritten(keys: dict[str, str]) -> str:
    return "\n".join(f"{key}: {head.scalar(value)}" for key, value in keys.items())
