"""A store as it travels: its memories and index, the words behind them, its tombstones; and the files that hold these.

What another machine sent is outside text: `parsed` types it or refuses it with a sentence, and passes over every name
that could lead out of a store. Equal sides are written in equal bytes.
"""
from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from reverie import library
from reverie.errors import Refused

MEMORIES, EVIDENCE, GRAVES, SAID = "memories/", "evidence.jsonl", "tombstones.json", "said.json"
LARGEST = 1 << 20
"""Bytes of a memory that travels; no more is read of one anyway."""
_DEEPEST, _LONGEST, _NAME = 8, 1_000, 250


class Words(NamedTuple):
    """The user's words behind a memory, by its file; `at` is an ISO time."""

    file: str
    quote: str
    session: str
    turn: str
    at: str
    op: str
    target: str


class Grave(NamedTuple):
    """What was forgotten, as the ledger keeps it: its words, sorted; those of a sealed one are hashes."""

    words: str
    since: str
    file: str
    turn: str
    sealed: bool


class Side(NamedTuple):
    """One machine's view of a store. `listed` is its index, `graves` go by their words. `said` holds the UTC time at
    which a person or an agent wrote a file that rests on no quoted words.
    """

    files: Mapping[str, bytes]
    listed: bytes | None
    words: frozenset[Words]
    graves: Mapping[str, Grave]
    said: Mapping[str, str]


EMPTY = Side({}, None, frozenset(), {}, {})


def travels(file: str) -> bool:
    """Whether that is the path of a memory below a store, on every machine."""
    parts = file.split("/")
    return (file.endswith(".md") and len(parts) <= _DEEPEST and len(file) <= _LONGEST and all(map(_plain, parts))
            and library.is_memory(parts[-1]))


def written(side: Side) -> dict[str, bytes]:
    """The side as files, by path below the store's folder in the remote; what is empty has none."""
    files = {MEMORIES + file: data for file, data in side.files.items()}
    if side.listed is not None:
        files[MEMORIES + library.INDEX] = side.listed
    if side.words:
        files[EVIDENCE] = _lines(each._asdict() for each in sorted(side.words))
    if side.graves:
        files[GRAVES] = _dumped([side.graves[key]._asdict() for key in sorted(side.graves)])
    if side.said:
        files[SAID] = _dumped(dict(side.said))
    return files


def parsed(files: Mapping[str, bytes]) -> Side:
    """The side that these files say; Refused where they are none of ours."""
    memories = {path.removeprefix(MEMORIES): data for path, data in files.items() if path.startswith(MEMORIES)}
    index = memories.pop(library.INDEX, None)
    memories = {file: data for file, data in memories.items() if travels(file) and len(data) <= LARGEST}
    rows = [_fields(json_of(line, EVIDENCE), Words, EVIDENCE) for line in files.get(EVIDENCE, b"").splitlines()]
    graves = json_of(files.get(GRAVES, b"[]"), GRAVES)
    said = json_of(files.get(SAID, b"{}"), SAID)
    if not isinstance(graves, list) or not isinstance(said, dict):
        raise Refused(f"The remote's {SAID if isinstance(graves, list) else GRAVES} is not of the form it should have.")
    standing = [Grave(**_fields(each, Grave, GRAVES)) for each in graves]
    return Side(memories, index, frozenset(words for words in (Words(**row) for row in rows) if words.file in memories),
                {grave.words: grave for grave in standing if grave.words},
                {file: at for file, at in said.items() if file in memories and isinstance(at, str)})


def json_of(data: bytes, name: str) -> Any:
    """The value that the remote's file `name` holds; Refused where it holds none."""
    try:
        return json.loads(data)
    except (ValueError, RecursionError):
        raise Refused(f"The remote's {name} cannot be read.") from None


def _plain(part: str) -> bool:
    """No hidden file, no way up, nothing that a file system could take for something else."""
    return (part[:1] not in ("", ".") and len(part.encode("utf-8", "surrogateescape")) <= _NAME
            and not any(c < " " or c in "\\\x7f" for c in part))


def _fields(raw: object, kind: type[Words] | type[Grave], name: str) -> dict[str, Any]:
    if not isinstance(raw, dict) or set(raw) != set(kind._fields):
        raise Refused(f"The remote's {name} is not of the form it should have.")
    for field, value in raw.items():
        if not isinstance(value, bool if field == "sealed" else str):
            raise Refused(f"The remote's {name} has a {field} of the wrong type.")
    return raw


def _lines(rows: Iterable[object]) -> bytes:
    return "".join(f"{json.dumps(row, sort_keys=True)}\n" for row in rows).encode("ascii")


def _dumped(value: object) -> bytes:
    return f"{json.dumps(value, indent=0, sort_keys=True)}\n".encode("ascii")
