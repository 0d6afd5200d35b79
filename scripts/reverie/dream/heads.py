"""Heads with a plain slip are mended: what YAML refuses becomes YAML, a type by one letter off becomes the type. Pure.

Only what is sure is changed, line by line; keys, their values as they were meant, comments and line ends stay. What is
in doubt is told.
"""
from __future__ import annotations

import re
from collections.abc import Iterator

from reverie import head
from reverie.dream import rows
from reverie.dream.draft import Draft, Step
from reverie.dream.rows import Key
from reverie.record import TYPES

_CUT = re.compile(r"[ \t]#\S")
_SHORTEST = 4
"""Letters of a word that can be a type misspelt."""


def plan(draft: Draft) -> tuple[list[Step], list[str]]:
    """One step for each head that is mended, taken into the draft; and what is wrong with others."""
    steps: list[Step] = []
    findings: list[str] = []
    for file in sorted(draft.files):
        if not draft.mine(file):
            findings += _unread(draft, file)
            continue
        text, reasons = mended(file, draft.files[file], draft.keys(file))
        if text != draft.files[file]:
            steps.append(Step("head", "; ".join(reasons), (file,), ((file, text),)))
            draft.take(steps[-1])
        said = draft.keys(file).get("metadata.type") or draft.keys(file).get("type") or ""
        findings += [f"{file}: its head cannot be read as YAML"] if "" in reasons else []
        findings += [f"{file}: unknown type {said!r}"] if said and said not in TYPES else []
    return steps, findings


def mended(file: str, text: str, keys: dict[str, str]) -> tuple[str, list[str]]:
    """The text with its head, which has these keys, made sound, as far as that is sure, and what was done.

    A head that stays no YAML is left as it is, for an empty reason.
    """
    parts = rows.parted(text)
    lines = list(parts.head)
    reasons = [reason for change in (_as_yaml, _uncut) if (reason := change(lines))]
    if reasons and not head.sound("".join(lines)):
        return text, [""]
    made = rows.joined(parts._replace(head=lines)) if reasons else text
    keys = head.split(made)[0] if reasons else keys
    for change in (_typed, _named):
        made, reason = change(file, made, keys)
        reasons += [reason] if reason else []
    return made, reasons


def _as_yaml(lines: list[str]) -> str:
    """Quote each value and put right each indent that YAML refuses, if the head as a whole is refused."""
    if head.sound("".join(lines)):
        return ""
    for n, row in enumerate(lines):
        blank = row[: len(row) - len(row.lstrip(" \t"))]
        if "\t" in blank:
            lines[n] = blank.replace("\t", "  ") + row[len(blank):]
    for key in rows.keys(lines):
        if key.value and key.stop - key.start == 1 and not head.sound(lines[key.start].lstrip(" ")):
            _set(lines, key, _meant(key.value))
    return "its head was no YAML"


def _meant(value: str) -> str:
    """What a value was meant to say: a quote that nothing closes is there by mistake, and quotes may hold another."""
    mark = value[:1]
    if mark == '"' and value.count(mark) == 1:
        return value[1:].strip()
    within = mark in ("'", '"') and value[-1] == mark and value.count(mark) % 2
    return value[1:-1] if within else value


def _uncut(lines: list[str]) -> str:
    """Quote a name or a description of which YAML takes the end for a comment, as in `use #channel`."""
    cut = [key for key in rows.keys(lines) if key.name in ("name", "description") and not key.indent
           and key.value[:1] not in ("'", '"', "|", ">", "#") and _CUT.search(key.value)]
    for key in cut:
        _set(lines, key, key.value)
    return f"its {cut[0].name} was cut at a #" if cut else ""


def _typed(file: str, text: str, keys: dict[str, str]) -> tuple[str, str]:
    """The text with a type that is misspelt put right, or with the one that its file's name begins with."""
    name = next((each for each in ("metadata.type", "type") if keys.get(each)), "")
    said = keys.get(name, "")
    meant = _type(said) if said else _prefix(file)
    if not meant or meant == said:
        return text, ""
    place = name or ("metadata.type" if any(each.startswith("metadata.") for each in keys) else "type")
    return head.edited(text, {place: meant}), f"its type is {meant}"


def _named(file: str, text: str, keys: dict[str, str]) -> tuple[str, str]:
    """The text with a name and a description, where it has none: the name of its file, the first line of its body."""
    if (keys.get("name") or keys.get("title")) and keys.get("description"):
        return text, ""
    missing = {}
    if not (keys.get("name") or keys.get("title")):
        missing["name"] = file.rpartition("/")[2].removesuffix(".md")
    if not keys.get("description"):
        missing["description"] = _first_sentence(rows.parted(text).rest.partition("\n")[2])
    parts = rows.parted(text)
    end = "\r\n" if parts.fence.endswith("\r\n") else "\n"
    for name, value in reversed(missing.items()):
        if value:
            empty = next((key for key in rows.keys(parts.head) if key.name == name and not key.indent), None)
            parts.head[empty.start if empty else 0:empty.stop if empty else 0] = [f"{name}: {head.scalar(value)}{end}"]
    done = [name for name, value in missing.items() if value]
    return rows.joined(parts), f"it had no {' and no '.join(done)}" if done else ""


def _first_sentence(body: str) -> str:
    """The first line of a body, if it can stand for it: short, and no heading, list or code."""
    line = next((line.strip() for line in body.splitlines() if line.strip()), "")
    return line if re.match(r"[\w\"'«„「]", line) and len(line) <= 150 else ""


def _type(said: str) -> str:
    """The type that is meant, empty where none or two could be."""
    said = said.strip().lower()
    near = [each for each in sorted(TYPES) if said == each or len(said) >= _SHORTEST and _one_slip(said, each)]
    return near[0] if len(near) == 1 else ""


def _prefix(file: str) -> str:
    first = re.split(r"[_-]", file.rpartition("/")[2])[0]
    return first if first in TYPES and "_" in file else ""


def _one_slip(said: str, meant: str) -> bool:
    """Whether one letter more, less, other, or two that changed places, part the two; the first letter is right."""
    if said[:1] != meant[:1]:
        return False
    same = next((n for n, (a, b) in enumerate(zip(said, meant, strict=False)) if a != b), min(len(said), len(meant)))
    rest, wanted = said[same:], meant[same:]
    return (rest[1:] == wanted or rest == wanted[1:] or rest[1:] == wanted[1:]
            or rest[:2] == wanted[1::-1] and rest[2:] == wanted[2:])


def _set(lines: list[str], key: Key, value: str) -> None:
    row = lines[key.start]
    end = row[len(row.rstrip("\r\n")):]
    written = head.scalar(value)
    plain = "''" in written and not set('"\\') & set(value)  # easier to read than doubled quotes
    lines[key.start] = f"{key.indent}{key.name}: " + (f'"{value}"' if plain else written) + end


def _unread(draft: Draft, file: str) -> Iterator[str]:
    text = draft.files[file].removeprefix("\ufeff")
    if not draft.keys(file) and re.match(r"---[ \t]*\r?\n[A-Za-z_]\w*:", text):
        yield f"{file}: its head has no closing line"
