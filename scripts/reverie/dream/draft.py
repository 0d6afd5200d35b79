"""A store in memory, and what is to become of it, step by step. Pure but for `read`.

Rule: a step stands or falls as a whole, and names every file it rests on, so that it can be refused when one of them
is no longer what the draft has read.
"""
from __future__ import annotations

import os
import re
from typing import NamedTuple

from reverie import head, library, whole

_OWN = re.compile(r"\b(?:by:[ \t]*[\"']?user|pinned:[ \t]*[\"']?(?:true|yes|1))\b", re.I)
"""What tells a person's own or pinned file even in a head that cannot be read."""


class Step(NamedTuple):
    """One change. Files are paths below the store, with `/`.

    `op` is merge, rewrite, supersede, retype, rescope, archive, keyword or link, or what the mechanical pass did:
    dates, head. `sources` are the files it rests on, `writes` each file with its whole new text, `closes` each file
    that leaves the store for the archive with the file that covers it, or with nothing.
    """

    op: str
    reason: str
    sources: tuple[str, ...]
    writes: tuple[tuple[str, str], ...] = ()
    closes: tuple[tuple[str, str], ...] = ()


class Draft:
    """The memories of a store as texts, with the steps that were taken. A file that reads as text only in part is left
    out: what cannot be written back byte for byte is not touched.

    `base` is what the files held, byte for byte, when the draft was made; `files` what they hold now.
    """

    def __init__(self, base: dict[str, bytes]) -> None:
        self.base = base
        self.files = {file: data.decode("utf-8", "surrogateescape") for file, data in base.items()}
        self.steps: list[Step] = []
        self._read: dict[str, tuple[str, tuple[dict[str, str], str]]] = {}

    def take(self, step: Step) -> None:
        """Let the draft be as the step leaves it."""
        for file, text in step.writes:
            self.files[file] = text
        for file, _ in step.closes:
            del self.files[file]
        self.steps.append(step)

    def keys(self, file: str) -> dict[str, str]:
        """The head of a file, as `head.split` has it; empty for a file without one."""
        return self._split(file)[0]

    def body(self, file: str) -> str:
        """What stands behind the head."""
        return self._split(file)[1]

    def _split(self, file: str) -> tuple[dict[str, str], str]:
        """Head and body, read once for each text that the file holds in turn."""
        text = self.files[file]
        known = self._read.get(file)
        if known is None or known[0] is not text:
            known = self._read[file] = (text, head.split(text))
        return known[1]

    def mine(self, file: str) -> bool:
        """Whether a dream may change the file: it has a head, the person did not write it, and it is not pinned."""
        keys = self.keys(file)
        pinned = (keys.get("metadata.pinned") or keys.get("pinned", "")).lower() in ("true", "yes", "1")
        by = keys.get("metadata.by") or keys.get("by") or ""
        hidden = _OWN.search(self.files[file].removesuffix(self.body(file)))
        return bool(keys) and by.lower() != "user" and not pinned and not hidden

    def closed(self, file: str) -> bool:
        """Whether the file says that another stands in its place."""
        keys = self.keys(file)
        return bool(keys.get("superseded_by") or keys.get("metadata.superseded_by"))


def read(store: str) -> Draft:
    """The store as it stands now."""
    root = os.path.realpath(store)
    base = {}
    for entry in library.files(root):
        data = whole.read(entry.path)
        if data is not None:
            base[os.path.relpath(entry.path, root).replace(os.sep, "/")] = data
    return Draft(base)
