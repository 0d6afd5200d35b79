"""The database of claude-mem, read and never touched: what it observed in this project, and rules its user gave it.

Its columns differ from version to version: those that are there are read. It knows a project by the name of its
folder alone; where the transcript of a session is still there, it tells which folder of that name is meant.
"""
from __future__ import annotations

import json
import os
import re
import sqlite3
from collections.abc import Mapping
from contextlib import closing

from reverie import head, record
from reverie.errors import Refused
from reverie.portage import item
from reverie.portage.item import Item, Project, Reading
from reverie.project import encode

_PRIVATE = re.compile(r"<private>.*?(?:</private>|\Z)", re.S | re.I)
_NOTED = ("observations", "memories", "session_summaries")
_CUT = 200
"""Characters from which on the client's name of a folder is cut."""


def home(neighbours: Mapping[str, str], project: Project) -> str:
    """Where it keeps its database."""
    return os.path.join(neighbours["claude-mem"], "claude-mem.db")


def read(path: str, project: Project) -> Reading:
    """What it holds of this project, and the rules that hold everywhere; Refused when it is no such database."""
    path = os.path.join(path, "claude-mem.db") if os.path.isdir(path) else path
    if not os.path.isfile(path):
        raise Refused(f"There is no database at {path}.")
    try:
        with closing(_opened(path)) as db:
            db.row_factory = sqlite3.Row
            return _read(db, project)
    except sqlite3.Error as error:
        raise Refused(f"{path} cannot be read as a database of claude-mem: {error}.") from error


def _opened(path: str) -> sqlite3.Connection:
    """Read-only. Without a write-ahead log nobody writes there, and then not even a lock is made beside it."""
    address = os.path.abspath(path).replace("%", "%25").replace("?", "%3f").replace("#", "%23")
    alone = "" if os.path.exists(f"{path}-wal") else "&immutable=1"
    return sqlite3.connect(f"file:{address}?mode=ro{alone}", uri=True, timeout=5)


def _read(db: sqlite3.Connection, project: Project) -> Reading:
    tables = {row[0] for row in db.execute("select name from sqlite_master where type = 'table'")}
    if not tables & {*_NOTED, "directives"}:
        raise Refused("That is no database of claude-mem.")
    elsewhere = _sessions_elsewhere(db, project) if "sdk_sessions" in tables else frozenset()
    items: list[Item] = []
    left: dict[str, int] = {}
    for table in [name for name in _NOTED if name in tables]:
        for row in db.execute(f"select * from {table} order by id"):  # a name out of our own list
            one = _noted(table, dict(row), project, elsewhere)
            if isinstance(one, Item):
                items.append(one)
            else:
                left[one] = left.get(one, 0) + 1
    for row in db.execute("select * from directives order by id") if "directives" in tables else ():
        one = _directive(dict(row), project)
        if isinstance(one, Item):
            items.append(one)
        else:
            left[one] = left.get(one, 0) + 1
    return Reading(tuple(items), tuple((f"{count} rows", why) for why, count in left.items()))


def _noted(table: str, row: dict[str, object], project: Project, elsewhere: frozenset[str]) -> Item | str:
    """What an assistant noted in a session, or why it stays out."""
    session = _str(row, "memory_session_id") or _str(row, "sdk_session_id") or _str(row, "session_id")
    if not _of(row, project):
        return "of another project"
    if session in elsewhere:
        return "of another project of the same name"
    body = _learned(row) if table == "session_summaries" else _observed(row)
    if not body:
        return "it says nothing that lasts" if table == "session_summaries" else "it is empty"
    kind = {"observations": _str(row, "type"), "session_summaries": "summary"}.get(table, "")
    title = _str(row, "title") or _str(row, "request") or " ".join(body.split())
    about = _str(row, "subtitle") or title
    day = _str(row, "created_at")[:10]
    touched = [file for file in _list(row, "files_modified") + _list(row, "files_touched") if not os.path.isabs(file)]
    return Item(
        f"{table}/{session or 'none'}/{row['id']}", title[:80], " ".join(about.split())[:200], item.nearest(kind), body,
        keywords=record.keywords(_list(row, "concepts")), created=day, observed=day, said=kind, basis="import",
        rows=f"files: {head.sequence(touched)}" if touched else "", note=True,
    )


def _directive(row: dict[str, object], project: Project) -> Item | str:
    """A rule that the user gave it: their own word."""
    if _str(row, "status") not in ("", "active"):
        return "a rule that was put away"
    scope = "project" if _str(row, "scope") == "project" else "person"
    if scope == "project" and not _of(row, project):
        return "of another project"
    said, day = _str(row, "content"), _str(row, "created_at")[:10]
    if not said:
        return "it is empty"
    return Item(f"directives/{item.short(said)}/{row['id']}", item.titled(said), " ".join(said.split())[:150],
                "feedback", said, created=day, observed=day, scope=scope)


def _observed(row: dict[str, object]) -> str:
    told = _str(row, "narrative") or _str(row, "text")
    facts = [f"- {fact}" for fact in _list(row, "facts") if fact not in told]
    return "\n\n".join(filter(None, (told, "\n".join(facts)))) or _str(row, "title")


def _learned(row: dict[str, object]) -> str:
    """Of a session's summary what was learned; what was done stands in the code and its history."""
    return _str(row, "learned")


def _of(row: dict[str, object], project: Project) -> bool:
    name = os.path.basename(project.root)
    said = (_str(row, "project"), _str(row, "merged_into_project"))
    return bool(name) and any(each == name or each.startswith(f"{name}/") for each in said)


def _sessions_elsewhere(db: sqlite3.Connection, project: Project) -> frozenset[str]:
    """The sessions whose transcript lies with another folder."""
    own = encode(project.root)
    if not project.transcripts or len(own) >= _CUT:
        return frozenset()
    columns = {row[1] for row in db.execute("pragma table_info(sdk_sessions)")}
    theirs = next((name for name in ("content_session_id", "claude_session_id") if name in columns), "")
    ours = next((name for name in ("memory_session_id", "sdk_session_id") if name in columns), "")
    if not theirs or not ours:
        return frozenset()
    seen = _transcripts(project.transcripts)
    rows = db.execute(f"select {theirs}, {ours}, project from sdk_sessions").fetchall()  # names out of our own list
    return frozenset(str(row[1]) for row in rows if "/" not in str(row[2]) and row[0] in seen
                     and not any(place == own or place.startswith(f"{own}-") for place in seen[row[0]]))


def _transcripts(projects: str) -> dict[str, set[str]]:
    """In which of the client's folders each session's transcript lies."""
    found: dict[str, set[str]] = {}
    try:
        folders = [entry for entry in os.scandir(projects) if entry.is_dir()]
    except OSError:
        return found
    for place in folders:
        for name in os.listdir(place.path):
            if name.endswith(".jsonl"):
                found.setdefault(name[: -len(".jsonl")], set()).add(place.name)
    return found


def _str(row: dict[str, object], key: str) -> str:
    value = row.get(key)
    return _PRIVATE.sub("", record.mended(value).replace("\x00", "")).strip() if isinstance(value, str) else ""


def _list(row: dict[str, object], key: str) -> list[str]:
    try:
        said = json.loads(_str(row, key) or "[]")
    except ValueError:
        return []
    return [each for each in said if isinstance(each, str) and each.strip()] if isinstance(said, list) else []
