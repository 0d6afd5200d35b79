"""The head of a memory file at a glance, key by key: for hooks, and where thousands of heads are looked at.

It knows the form that memories are written in. What only a YAML parser would understand (a block on one line, anchors)
it does not see; a file that cannot be read has no keys.
"""
from __future__ import annotations

_MOST = 8_192
"""Bytes of a head: a longer one is none of ours."""


def keys(path: str) -> dict[str, str]:
    """The keys of the file's head with their values as text, those of a block as `metadata.type`."""
    try:
        with open(path, "rb") as file:
            rows = file.read(_MOST).removeprefix(b"\xef\xbb\xbf").decode("utf-8", "replace").splitlines()
    except OSError:
        return {}
    if not rows or rows[0].rstrip() != "---":
        return {}
    found: dict[str, str] = {}
    outer = ""
    for row in rows[1:]:
        if row.rstrip() == "---":
            return found
        key, colon, value = row.partition(":")
        if not colon or not key.strip() or key.lstrip().startswith(("#", "- ")):
            continue
        said = _plain(value)
        if key[0] not in " \t":
            outer = "" if said else f"{key.strip()}."
        found.setdefault(f"{outer}{key.strip()}" if key[0] in " \t" else key.strip(), said)
    return {}


def day(keys: dict[str, str]) -> str:
    """The ISO day from which the memory's age counts: when it was last said, else made; empty when that is unknown."""
    for key in ("observed", "created", "modified"):
        value = (keys.get(f"metadata.{key}") or keys.get(key) or "")[:10]
        if len(value) == 10 and value[4] == value[7] == "-" and f"{value[:4]}{value[5:7]}{value[8:]}".isdecimal():
            return value
    return ""


def _plain(value: str) -> str:
    """The value without its quotes, or without the comment behind it."""
    text = value.strip()
    if text[:1] in ("'", '"') and text.find(text[0], 1) > 0:
        return text[1:text.find(text[0], 1)]
    return "" if text.startswith("#") else text.partition(" #")[0].rstrip()
