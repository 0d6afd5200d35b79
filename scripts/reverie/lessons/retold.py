"""A session's summary read back from its file. Pure. A person may have edited it: what cannot be read is left out."""
from __future__ import annotations

import json
import re
from typing import NamedTuple

from reverie.lessons import account
from reverie.lessons.account import Lesson

_LESSON = re.compile(r"- (.+?)(?: \(rows: ([^()]*)\))?$")
_COMMAND = re.compile(r"- `([^`]+)`$")


class Retold(NamedTuple):
    """What the summary says of its session that others may say as well."""

    session: str
    day: str
    lessons: tuple[Lesson, ...]
    ran: tuple[str, ...]
    agent: str = ""


def read(text: str) -> Retold | None:
    """The summary in this text; None where it names no session."""
    head, _, body = text.partition("\n---\n")
    keys = dict(filter(None, map(_key, head.splitlines())))
    if not keys.get("session"):
        return None
    lessons = tuple(_lesson(match) for row in _section(body, "Lessons") if row != "- none"
                    and (match := _LESSON.match(row)))
    ran = tuple(account.line(match[1]) for row in _section(body, "Commands that worked")
                if (match := _COMMAND.match(row)) and not match[1].endswith("…"))
    return Retold(keys["session"], keys.get("day", ""), lessons, ran, account.line(keys.get("agent", ""), 80))


def _key(row: str) -> tuple[str, str] | None:
    name, colon, value = row.partition(": ")
    try:
        said = json.loads(value) if colon else None
    except ValueError:
        return None
    return (name, said) if isinstance(said, str) else None


def _lesson(match: re.Match[str]) -> Lesson:
    rows = tuple(row.strip() for row in (match[2] or "").split(",") if row.strip())
    return Lesson(account.line(match[1], 400), rows)


def _section(body: str, title: str) -> list[str]:
    """The rows below this heading, up to the next one."""
    _, found, rest = f"\n{body}".partition(f"\n## {title}\n")
    return rest.partition("\n## ")[0].splitlines() if found else []
