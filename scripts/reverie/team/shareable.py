"""Whether a memory may go to the team, and the form in which it does. Pure.

What a repository holds is read by everybody with a copy of it, and stays in its history: so no secret goes there, no
path of one machine, and nothing about a person.
"""
from __future__ import annotations

import re
from collections.abc import Mapping

from reverie import head, memory_text
from reverie.layers import TEAM
from reverie.record import Memory
from reverie.secrets import redaction

_PATH = re.compile(r"(?i)(?<![\w.~])(?:file://)?(?:/mnt/[a-z])?/(?:home|users)/[\w.-]+|(?<![\w.~])/root/\w"
                   r"|\b[a-z]:[\\/]+users[\\/]+[\w.-]+")
_MAIL = re.compile(r"(?<![\w.+/-])(?!git@)[\w.+-]+@(?!example\.|localhost\b)[\w-]+(?:\.[\w-]+)*\.[A-Za-z]{2,}\b(?!:\S)")
_PHONE = re.compile(
    r"(?<![\w.+])(?:\+\d[\d ()./-]{7,16}\d|\(\d{3}\) ?\d{3}[-. ]\d{4}|\d{3}[-.]\d{3}[-.]\d{4})(?![\w-])"
)
_PERSON = re.compile(
    r"(?i)\b(?:my (?:full |first |last )?name|my (?:e-?mail|phone|address|birthday|age|salary|wife|husband|partner"
    r"|child\w*|son|daughter|doctor|home|health)|call me|i am|i'm|i live|i was born"
    r"|ich bin|ich heiße|mein name|meine? (?:e-?mail|frau|mann|adresse)|je suis|je m'appelle|mon nom|me llamo|yo soy"
    r"|mi nombre)\b|我叫|我是|我的(?:名字|邮箱|电话)|私は|私の名前|저는|제 이름"
)
_KEPT = ("name", "title", "description", "keywords", "tags")
_ABOUT = ("created", "observed", "basis", "pinned")
_WORD = re.compile(r"[\w-]+")


def objection(text: str, memory: Memory, scope: str, folder: str) -> str:
    """Why this text of a memory may not be shared, in one phrase; empty when it may. `folder` is the person's home.

    A secret is named by its kind, never by its letters.
    """
    if kinds := redaction.found(text):
        return f"it holds a secret ({', '.join(kinds)})"
    if found := _PATH.search(text):
        return f"it names a path of one machine ({found[0]})"
    if len(folder) > 1 and folder in text:
        return f"it names a path of one machine ({folder})"
    if memory.type == "user" or scope == "person":
        return "it is about you, not about the project"
    for pattern, what in ((_MAIL, "an e-mail address"), (_PHONE, "a phone number"), (_PERSON, "a personal fact")):
        if found := pattern.search(text):
            return f"it holds {what} ({found[0].strip()})"
    return ""


def written(text: str) -> str:
    """The memory's file as the team gets it: what it says and when, not from which conversation; other keys stay."""
    keys, body = head.split(text)
    rows = text.removeprefix("\ufeff").replace("\r\n", "\n").split("\n")
    kept = _top(rows[1:memory_text.head_rows(rows) - 1])
    lines = ["---", *kept, "metadata:", *_about(keys), "---"]
    return "\n".join(lines) + "\n" + body.replace("\r\n", "\n").strip() + "\n"


def _top(rows: list[str]) -> list[str]:
    """The rows of the keys that go along, as they stand, with what belongs to each."""
    kept, goes = [], False
    for row in rows:
        if row[:1] not in (" ", "\t", "-", "#", ""):
            goes = row.partition(":")[0].strip() in _KEPT
        if goes:
            kept.append(row)
    return kept


def _about(keys: Mapping[str, str]) -> list[str]:
    said = {"type": keys.get("metadata.type") or keys.get("type", ""), "scope": TEAM}
    said |= {key: keys.get(f"metadata.{key}") or keys.get(key, "") for key in _ABOUT}
    return [f"  {key}: {value if _WORD.fullmatch(value) else head.scalar(value)}"
            for key, value in (said | {"by": "user"}).items() if value]
