"""The YAML head of a memory file: read in every dialect met in the wild, edited line by line.

A head that YAML refuses is read key by key; nothing in a file makes reading fail. Edits touch the lines they must and
leave every other byte, its comments and its line ends as they were.
"""
from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping
from typing import Any

import frontmatter
import yaml
from frontmatter.default_handlers import YAMLHandler

_FENCE = re.compile(r"\A(\ufeff?)---[ \t]*(\r?\n)(.*?)(?<=\n)---[ \t]*(?:\r?\n|\Z)", re.S)
_KEY = re.compile(r"^(\s*)([A-Za-z_][\w-]*)[ \t]*:(?:[ \t]+(.*?))?[ \t]*$")

LOADER: Any = getattr(yaml, "CBaseLoader", yaml.BaseLoader)
"""It builds text, lists and maps only; the one in C, where there is one, takes a tenth of the time."""


class Written(str):
    """A value that is YAML already and is set as it stands."""


class Plain(YAMLHandler):
    """YAML in which every value stays the text it was written as: a date is not a datetime, `no` is not False."""

    def load(self, fm: str, **kwargs: object) -> Any:
        return yaml.load(fm, Loader=LOADER)


def split(text: str) -> tuple[dict[str, str], str]:
    """The head's keys with their values as text, nested ones as `outer.inner`, and the body behind it."""
    text = text.removeprefix("\ufeff")
    found = _FENCE.match(text)
    if not found:
        return {}, text
    try:
        keys, body = frontmatter.parse(text, handler=Plain())
    except (yaml.YAMLError, ValueError, TypeError, RecursionError):
        return _key_by_key(found[3]), text[found.end():]
    return (_flat(keys), body) if keys else (_key_by_key(found[3]), text[found.end():])


def edited(text: str, changes: dict[str, str]) -> str:
    """`text` with the keys of its head set to new one-line values; text without a head gets none and stays as it is.

    `outer.inner` is changed where it stands; where it does not, it is added at the end of its block, or of the head.
    A block that stands on one line, as `outer: {…}`, is left as it is.
    """
    found = _FENCE.match(text)
    if not found:
        return text
    lines = found[3].splitlines(keepends=True)
    for key, value in changes.items():
        _set(lines, key, value, found[2])
    return text[: found.start(3)] + "".join(lines) + text[found.end(3):]


def without(text: str, keys: Collection[str]) -> str:
    """`text` without these one-line keys at the top of its head."""
    found = _FENCE.match(text)
    if not found:
        return text
    rows = found[3].splitlines(keepends=True)
    matched = [(row, _KEY.match(row.rstrip("\r\n"))) for row in rows]
    kept = [row for row, match in matched if not (match and not match[1] and match[2] in keys)]
    return text[: found.start(3)] + "".join(kept) + text[found.end(3):]


def with_body(text: str, body: str) -> str:
    """`text` with another body behind its head, in the head's own line ends."""
    found = _FENCE.match(text)
    end = found[2] if found else "\n"
    return (text[: found.end()] if found else "") + body.replace("\r\n", "\n").replace("\n", end)


def sound(rows: str) -> bool:
    """Whether YAML takes these lines, which stand between the fences, for keys."""
    try:
        return isinstance(yaml.load(rows, Loader=LOADER), dict) or not rows.strip()
    except (yaml.YAMLError, ValueError):
        return False


def understood(text: str) -> bool:
    """Whether the text has no head, or one that ends and that YAML takes for keys."""
    found = _FENCE.match(text)
    return sound(found[3]) if found else not text.removeprefix("\ufeff").startswith("---")


def scalar(value: str) -> str:
    """`value` as YAML writes it on one line, quoted where it must be."""
    written = yaml.safe_dump(" ".join(value.split()), allow_unicode=True, width=float("inf"), default_style=None)
    return written.split("\n")[0]


def sequence(values: Iterable[str]) -> Written:
    """The values as YAML writes a list on one line."""
    listed = yaml.safe_dump(list(values), allow_unicode=True, width=float("inf"), default_flow_style=True)
    return Written(listed.strip())


def _flat(keys: Mapping[Any, object], outer: str = "") -> dict[str, str]:
    flat: dict[str, str] = {}
    for key, value in keys.items():
        name = f"{outer}{key}"
        if isinstance(value, dict):
            flat.update(_flat(value, f"{name}."))
        elif isinstance(value, list):
            flat[name] = " ".join(map(str, value))
        else:
            flat[name] = "" if value is None else str(value)
    return flat


def _key_by_key(head: str) -> dict[str, str]:
    """What can be read of a head that is no YAML: each `key: value` line by itself."""
    flat: dict[str, str] = {}
    outer = ""
    for line in head.splitlines():
        match = _KEY.match(line.replace("\x00", "").replace("\t", "  "))
        if not match:
            continue
        indent, key, value = match[1], match[2], (match[3] or "").strip()
        if not indent:
            outer = "" if value else f"{key}."
        flat.setdefault(f"{outer if indent else ''}{key}", _unquoted(value))
    return flat


def _unquoted(value: str) -> str:
    return value[1:-1] if len(value) > 1 and value[0] == value[-1] and value[0] in "\"'" else value


def _set(lines: list[str], key: str, value: str, end: str) -> None:
    outer, _, inner = key.rpartition(".")
    written = value if isinstance(value, Written) else scalar(value)
    block = _block(lines, outer)
    if block is None and any(match[2] == outer for match in map(_KEY.match, lines) if match and not match[1]):
        return
    for n in block or ():
        match = _KEY.match(lines[n].rstrip("\r\n"))
        if match and match[2] == inner and bool(match[1]) == bool(outer):
            comment = re.search(r"[ \t]+#.*$", lines[n].rstrip("\r\n"))
            ending = lines[n][len(lines[n].rstrip("\r\n")):]
            lines[n] = f"{match[1]}{inner}: {written}{comment[0] if comment else ''}{ending}"
            return
    if block is None:
        lines.append(f"{outer}:{end}")
        block = range(len(lines), len(lines))
    indent = _indent(lines, block) if outer else ""
    lines.insert(block.stop, f"{indent}{inner}: {written}{end}")


def _block(lines: list[str], outer: str) -> range | None:
    """The lines in which the keys of `outer` stand; of the head itself when `outer` is empty; None without a block."""
    if not outer:
        return range(0, len(lines))
    for n, line in enumerate(lines):
        if re.match(rf"{re.escape(outer)}[ \t]*:[ \t]*(#.*)?$", line.rstrip("\r\n")):
            last = n + 1
            while last < len(lines) and lines[last][:1] in (" ", "\t"):
                last += 1
            return range(n + 1, last)
    return None


def _indent(lines: list[str], block: range) -> str:
    match = _KEY.match(lines[block.start].rstrip("\r\n")) if block else None
    return match[1] if match and match[1] else "  "
