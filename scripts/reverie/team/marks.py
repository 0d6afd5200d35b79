"""What in a text from others reads like an order to an agent, line by line: a help for who reviews it. Pure.

A mark is no verdict: a rule of the team is an order as well. What has none may still be wrong.
"""
from __future__ import annotations

import difflib
import re
from collections.abc import Iterator
from typing import NamedTuple

from reverie import framing
from reverie.secrets import redaction

_KINDS = (
    ("overrides", re.compile(
        r"(?i)\b(?:ignore|disregard|override|bypass|forget)\b[^.\n]{0,40}\b(?:instructions?|prompts?|rules?|above"
        r"|previous|prior|guidelines|permissions?|safety)\b|\bsystem prompt\b|\byou are now\b"
        r"|\b(?:do not|don't|never|without) (?:tell|ask|inform|mention|show|asking|telling|informing)"
        r"|忽略|无视|無視|무시|ignorier\w*|ignorez|ignora\b")),
    ("order", re.compile(
        r"(?i)^[\s>*#\d.)-]*(?:\*\*[^*\n]{0,30}:?\*\*:?\s*)?"
        r"(?:please |you (?:must|should|have to) |agents? (?:must|should) )?"
        r"(?:always|never|must|do not|don't|run|execute|install|download|fetch|open|send|upload|post|delete|remove"
        r"|add|write|read|commit|push|disable|enable|approve|allow|grant|trust|skip|use|call|before|after|first|when)\b"
        r"|\byou (?:must|should|have to)\b|必须|必須|总是|不要|运行|执行|必ず|실행"
        r"|\b(?:immer|niemals|toujours|jamais|siempre|nunca)\b")),
    ("command", re.compile(
        r"\b(?:curl|wget|sudo|chmod|chown|eval|ssh|scp|nc|bash|zsh|powershell|python3?|node|npx|npm|pnpm|yarn|uvx?"
        r"|pip3?|docker|kubectl|git|rm|mv|dd|base64)\s+[-./\w$]|\|\s*(?:ba|z)?sh\b|\$\(|--no-verify|--force\b|`[^`]*\s[^`]*`"
        r"|\b[A-Z_]{3,}=\S|/etc/|~/\.|\.env\b|\bid_rsa\b")),
    ("address", re.compile(r"(?i)\b(?:https?|ftp|ssh|file|data|javascript):\S|\bwww\.\w|\b\d{1,3}(?:\.\d{1,3}){3}\b")),
    ("tool", re.compile(
        r"\b(?:Bash|Write|Edit|MultiEdit|NotebookEdit|WebFetch|WebSearch|Task|Agent|Skill|mcp__\w+)\b(?:\(| tool)"
        r"|\bmcp__\w+|\b(?:run_shell_command|write_file|replace|web_fetch)\b|(?i:\btool_(?:use|call)s?\b)")),
    ("tag", re.compile(r"<[/!?]?[A-Za-z][\w-]*(?:\s[^<>\n]*)?/?>|<!--|!\[[^\]]*\]\(")),
)


class Line(NamedTuple):
    """One line of a diff: `sign` is one of `+`, `-` and blank; `marks` name what it reads like."""

    sign: str
    text: str
    marks: tuple[str, ...] = ()


def marks(line: str) -> tuple[str, ...]:
    """What the line reads like, in words; nothing for plain prose."""
    found = [kind for kind, pattern in _KINDS if pattern.search(line)]
    if any(hidden != shown for hidden, shown in zip(_letters(line), _letters(framing.tame(line)), strict=False)):
        found.append("hidden characters")
    if redaction.found(line):
        found.append("secret")
    return tuple(found)


def diff(before: str, after: str) -> list[Line]:
    """The new text as a change of the old one, all of it if there is none; harmless to print, with its marks."""
    was, now = before.splitlines(), after.splitlines()
    return list(_lines(was, now)) if before else [_line("+", row) for row in now]


def _lines(was: list[str], now: list[str]) -> Iterator[Line]:
    for row in list(difflib.unified_diff(was, now, lineterm="", n=3))[2:]:
        yield Line(" ", row) if row.startswith("@@") else _line(row[0], row[1:])


def _line(sign: str, row: str) -> Line:
    return Line(sign, framing.tame(row), marks(row) if sign == "+" else ())


def _letters(text: str) -> list[str]:
    """Without what `tame` opens up, so that what differs then are the characters it takes away."""
    return [c for c in text if c not in "<‹\t"] + [""]
