"""The memories in a store: every dialect is read, one is written, nothing is ever overwritten by a new one.

Whatever stands in a `.md` file is a memory and is read; `MEMORY.md`, hidden files and copies left by a sync conflict
are not. Reading never fails for what a file says.
"""
from __future__ import annotations

import hashlib
import os
import re
import unicodedata
from collections.abc import Iterator

from reverie import head, whole
from reverie.record import TYPES, Candidate, Memory

INDEX = "MEMORY.md"
WORK = "work"
"""The basis of a memory that was learned from the work and that nobody said."""
_CONFLICT = re.compile(r"\(.*conflict(ed)? copy.*\)|\.sync-conflict-", re.I)
_LEFTOVER = re.compile(r"\..+\.\d+-[0-9a-f]{6}\.tmp")
"""How `whole` names a file that it has not finished."""
_RESERVED = re.compile(r"(con|prn|aux|nul|com\d|lpt\d)$", re.I)
_LONGEST = 60
_LARGEST = 1 << 20


def files(store: str) -> Iterator[os.DirEntry[str]]:
    """The memory files of a store and of the folders in it, in the order of their names."""
    return (entry for entry in every(store) if is_memory(entry.name))


def every(store: str) -> Iterator[os.DirEntry[str]]:
    """All Markdown files of a store, its index and conflict copies too, in the order of their names.

    Hidden files, folders that are links, and links that lead nowhere are left out.
    """
    try:
        entries = sorted(os.scandir(store), key=lambda entry: entry.name)
    except OSError:
        return
    for entry in entries:
        if entry.name.startswith("."):
            continue
        if entry.is_dir(follow_symlinks=False):
            yield from every(entry.path)
        elif entry.name.endswith(".md") and _leads_to_a_file(entry):
            yield entry


def _leads_to_a_file(entry: os.DirEntry[str]) -> bool:
    """Whether there is a file at the end of it; a link in a circle leads nowhere."""
    try:
        return entry.is_file()
    except OSError:
        return False


def is_copy(name: str) -> bool:
    """Whether a sync left it under this name, because two had changed the file."""
    return bool(_CONFLICT.search(name))


def is_memory(name: str) -> bool:
    """Whether a Markdown file of this name is one: not the index, and no copy that a sync left."""
    return name != INDEX and not is_copy(name)


def tidy(store: str, now: float) -> None:
    """Take away what writers that were killed left half-written, once it is an hour old."""
    try:
        leftovers = [entry for entry in os.scandir(store) if _LEFTOVER.fullmatch(entry.name)]
    except OSError:
        return
    for entry in leftovers:
        if now - entry.stat(follow_symlinks=False).st_mtime > 3_600:
            os.unlink(entry.path)


def read(path: str) -> Memory | None:
    """The memory at `path`, or None where no file can be read."""
    try:
        with open(path, "rb") as file:
            text = file.read(_LARGEST).decode("utf-8", "replace").replace("\x00", "")
    except OSError:
        return None
    return parsed(path, text)


def parsed(path: str, text: str) -> Memory:
    """The memory that a file at `path` with this text is."""
    keys, body = head.split(text)
    stem = os.path.basename(path)[: -len(".md")]
    kind = keys.get("metadata.type") or keys.get("type") or stem.partition("_")[0]
    body = body.replace("\r\n", "\n").strip()
    return Memory(
        path,
        name=keys.get("name") or keys.get("title") or stem,
        description=keys.get("description") or _first_line(body),
        type=kind if kind in TYPES else "",
        body=body,
        observed=_day(keys, "observed") or _day(keys, "created") or _day(keys, "modified"),
        created=_day(keys, "created"),
        keywords=_keywords(keys),
        by=keys.get("metadata.by") or keys.get("by") or ("" if keys else "user"),
        pinned=(keys.get("metadata.pinned") or keys.get("pinned", "")).lower() in ("true", "yes", "1"),
        superseded="superseded_by" in keys or "metadata.superseded_by" in keys,
    )


def add(store: str, candidate: Candidate, by: str, today: str, source: str, basis: str = "") -> str:
    """Write a new memory into the store and return its path."""
    data = _written(candidate, by, today, source, basis).encode("utf-8")
    return put(store, f"{candidate.type}_{slug(candidate.name)}", data)


def put(store: str, stem: str, data: bytes) -> str:
    """Write a new file of that name into the store and return its path; a name that is taken gets a number."""
    number = 1
    while True:
        path = os.path.join(store, f"{stem}{f'_{number}' if number > 1 else ''}.md")
        try:
            whole.create(path, data)
            return path
        except FileExistsError:
            number += 1


def confirm(path: str, today: str) -> bool:
    """Note in the file that the user said it again today; a file without a head of ours stays as it is."""
    data = whole.read(path)
    text = (data or b"").decode("utf-8", "surrogateescape")
    keys, _ = head.split(text)
    if data is None or "metadata.observed" not in keys or keys["metadata.observed"] >= today:
        return False
    whole.write(path, head.edited(text, {"metadata.observed": today}).encode("utf-8", "surrogateescape"), over=data)
    return True


def revise(path: str, candidate: Candidate, today: str) -> None:
    """Let the file say what the candidate says: its body, description and day change, every other key stays."""
    data = whole.read(path) or b""
    text = data.decode("utf-8", "surrogateescape")
    changes = {"description": candidate.description, "metadata.observed": today}
    if candidate.keywords and not _keywords(head.split(text)[0]):
        changes["keywords"] = head.sequence(candidate.keywords.split(", "))
    revised = head.with_body(head.edited(text, changes), _body(candidate))
    whole.write(path, revised.encode("utf-8", "surrogateescape"), over=data)


def close(path: str, by: str) -> None:
    """Note in the file that another one stands in its place now."""
    data = whole.read(path) or b""
    text = data.decode("utf-8", "surrogateescape")
    whole.write(path, head.edited(text, {"superseded_by": by}).encode("utf-8", "surrogateescape"), over=data)


def slug(name: str) -> str:
    """A file name's middle: ASCII words joined by `_`; a name that loses letters on the way keeps a hash of them."""
    plain = unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode("ascii")
    words = re.sub(r"[^a-z0-9]+", "_", plain.lower()).strip("_")
    mark = hashlib.sha256(unicodedata.normalize("NFC", name).encode("utf-8", "replace")).hexdigest()[:8]
    lost = any(c.isalnum() and not unicodedata.normalize("NFKD", c)[0].isascii() for c in name)
    if not words or _RESERVED.match(words):
        return f"{words}_{mark}".strip("_")
    if len(words) > _LONGEST or lost:
        return f"{words[:_LONGEST].rstrip('_')}_{mark}"
    return words


def title(candidate_name: str) -> str:
    """A name for people: `no-hyphens-in-writing` is `No hyphens in writing`."""
    words = " ".join(re.split(r"[-_\s]+", candidate_name.strip()))
    return words[:1].upper() + words[1:]


def _written(candidate: Candidate, by: str, today: str, source: str, basis: str) -> str:
    lines = [
        "---",
        f"name: {head.scalar(candidate.name)}",
        f"description: {head.scalar(candidate.description)}",
        *([f"keywords: {head.sequence(candidate.keywords.split(', '))}"] if candidate.keywords else []),
        "metadata:",
        f"  type: {candidate.type}",
        f"  scope: {candidate.scope}",
        f"  created: {today}",
        f"  observed: {today}",
        f"  source: {source if isinstance(source, head.Written) else head.scalar(source)}",
        *([f"  basis: {basis}"] if basis else []),
        f"  by: {by}",
        "---",
    ]
    return "\n".join([*lines, _body(candidate)])


def _body(candidate: Candidate) -> str:
    reasons = [("Why", candidate.why), ("How to apply", candidate.how)]
    tail = [f"**{label}:** {text}" for label, text in reasons if text]
    return "\n".join([candidate.body, *([""] if tail else []), *tail]) + "\n"


def _keywords(keys: dict[str, str]) -> str:
    """What a head names its memory to be found by, as keywords or as tags, wherever it does."""
    return " ".join(filter(None, map(keys.get, ("keywords", "tags", "metadata.keywords", "metadata.tags"))))


def _day(keys: dict[str, str], key: str) -> str:
    """The ISO day under `key`, in our own dialect or at the top level; empty when it is no day."""
    value = keys.get(f"metadata.{key}") or keys.get(key) or ""
    return value[:10] if re.match(r"\d{4}-\d\d-\d\d", value) else ""


def _first_line(body: str) -> str:
    line = next((line for line in body.splitlines() if line.strip()), "")
    return line.lstrip("#").strip()[:150]
