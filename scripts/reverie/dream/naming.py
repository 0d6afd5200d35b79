"""The names a plan may write to: inside the store, a memory's, and not somebody else's. Pure."""
from __future__ import annotations

import re
import unicodedata
from collections.abc import Collection

_FORBIDDEN = re.compile(r'[\\:*?"<>|\x00-\x1f\x7f]|[. ](?:/|$)')
_RESERVED = re.compile(r"(?i)(?:con|prn|aux|nul|com\d|lpt\d)(?:\..*)?")
_INDEX = "memory.md"
_LONGEST = 120


def unsound(file: str, sources: Collection[str], there: Collection[str]) -> str:
    """Why the file may not be written as the result of these sources, in one phrase; empty when it may.

    `there` are the files of the store; a new file goes to the top of it or beside a source.
    """
    folder, _, name = file.rpartition("/")
    if file in sources:
        return ""
    if not name.endswith(".md") or name == ".md":
        return f"{file!r} is no name of a memory"
    if file.startswith("/") or ".." in file.split("/") or _FORBIDDEN.search(file) or not file.isprintable():
        return f"{file!r} does not lie in the store"
    hidden = any(piece.startswith(".") for piece in file.split("/"))
    if hidden or name.casefold() == _INDEX or _RESERVED.fullmatch(name):
        return f"{file!r} is not a memory's name"
    if folder and folder not in {source.rpartition("/")[0] for source in sources}:
        return f"{file!r} lies in another folder than its sources"
    if len(file) > _LONGEST:
        return "its file name is too long"
    if _flat(file) in map(_flat, there):
        return f"{file} is there already and no source of the step"
    return ""


def _flat(file: str) -> str:
    """The name as file systems see it that do not tell cases and forms of letters apart."""
    return unicodedata.normalize("NFC", file).casefold()
