"""Claude Code's transcript: rows of JSON, read by bytes in constant memory, of which only what people said is kept.

A human turn is a `user` row whose text a person typed: not a tool's result, not injected by a hook, a command, a
notification or a summary, not a sub-agent's. Unknown rows are skipped and counted; a half-written last line waits.
"""
from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any, NamedTuple

from reverie.record import Turn, mended

_CHUNK = 1 << 20
_LONGEST_LINE = 8 << 20
"""Bytes of a line; a longer one (images, whole files) is skipped and counted."""
_LONGEST_TEXT = 40_000
"""Characters of one turn; of a longer one both ends are kept."""
OPT_OUT = "#skip"
"""A word in a prompt by which the user keeps a session to themselves."""
_SPAN = 60_000
"""Characters of turns in one span; what is left is the next span's."""
_TALK = re.compile(rb'"type"\s*:\s*"(?:user|assistant|queued_command)"')
_INJECTED = (
    "<task-notification>", "<command-name>", "<command-message>", "<local-command-", "<bash-input>", "<bash-stdout>",
    "<bash-stderr>", "<user-memory-input>", "[Request interrupted", "This session is being continued from a previous",
    "Caveat: The messages below", "Stop hook feedback:",
)
_REMINDER = re.compile(r"<system-reminder>.*?(?:</system-reminder>|\Z)", re.S)
_NOT_TYPED = ("isMeta", "isSidechain", "isCompactSummary", "isVisibleInTranscriptOnly", "turnCompanion", "hookText")
_PASTED = re.compile(r"\s*<pasted_content( id=[^>]*)?>.*?(?:</pasted_content\1>|\Z)\s*", re.S)


class Span(NamedTuple):
    """What was said from one byte to another; `stop` is behind a complete line, `skipped` counts unreadable lines.

    `polluted`: the web or an MCP server was asked. `opted_out`: the user wrote `#skip`. `cwd` is the first one named.
    """

    turns: tuple[Turn, ...]
    stop: int
    skipped: int
    polluted: bool = False
    opted_out: bool = False
    cwd: str = ""


def span(path: str, start: int) -> Span:
    """The turns after byte `start`, as far as one span reaches."""
    turns: list[Turn] = []
    size, stop, skipped = 0, start, 0
    polluted, cwd = False, ""
    with open(path, "rb") as file:
        file.seek(start)
        for line, end in lines_of(file, start):
            if size >= _SPAN:
                break
            stop = end
            rows, bad = rows_on(line)
            skipped += bad
            for row in rows:
                polluted = polluted or _reaches_out(row)
                cwd = cwd or _text(row, "cwd")
            for turn in filter(None, map(turn_in, rows)):
                turns.append(turn)
                size += len(turn.text)
    opted_out = any(turn.role == "user" and OPT_OUT in turn.text.split() for turn in turns)
    return Span(tuple(turns), stop, skipped, polluted, opted_out, cwd)


def head(path: str) -> str:
    """The file's beginning, by which it is known again; empty when there is none."""
    try:
        with open(path, "rb") as file:
            return file.read(200).hex()
    except OSError:
        return ""


def lines_of(file: Any, start: int) -> Iterator[tuple[bytes, int]]:
    """Each complete line and the byte behind it; an oversize line comes as None-like empty bytes, never whole."""
    held, oversize, at = bytearray(), False, start
    while chunk := file.read(_CHUNK):
        pieces = chunk.split(b"\n")
        for n, piece in enumerate(pieces):
            at += len(piece)
            oversize = oversize or len(held) + len(piece) > _LONGEST_LINE
            if oversize:
                held.clear()
            else:
                held += piece
            if n < len(pieces) - 1:
                at += 1
                yield (b"\x00" if oversize else bytes(held)), at
                held.clear()
                oversize = False


def rows_on(line: bytes) -> tuple[list[dict[str, Any]], int]:
    """The rows on a line: more than one where a newline was lost. Lines without talk are not even parsed."""
    if line == b"\x00":
        return [], 1
    if not _TALK.search(line):
        return [], 0
    text = line.decode("utf-8", "replace").strip()
    rows: list[dict[str, Any]] = []
    at, decoder = 0, json.JSONDecoder()
    while at < len(text):
        try:
            row, at = decoder.raw_decode(text, at)
        except (ValueError, RecursionError):
            return rows, 1
        if isinstance(row, dict):
            rows.append(row)
        while at < len(text) and text[at].isspace():
            at += 1
    return rows, 0


def turn_in(row: dict[str, Any]) -> Turn | None:
    """What somebody said in this row, or None."""
    if any(row.get(mark) for mark in _NOT_TYPED):
        return None
    role, text = _said(row)
    if not text.strip():
        return None
    if len(text) > _LONGEST_TEXT:
        text = f"{text[:_LONGEST_TEXT // 2]}\n[…]\n{text[-_LONGEST_TEXT // 2:]}"
    return Turn(role, mended(text.strip()), _text(row, "uuid"), _text(row, "promptId"), _text(row, "timestamp"))


def _said(row: dict[str, Any]) -> tuple[str, str]:
    """Who speaks in the row and what they say; empty text when nobody does."""
    inside = row.get("message") if row.get("type") != "attachment" else row.get("attachment")
    if not isinstance(inside, dict):
        return "user", ""
    if row.get("type") == "assistant":
        return "assistant", "" if row.get("isApiErrorMessage") else "\n".join(texts_in(inside.get("content")))
    if row.get("type") == "user":
        injected = row.get("rowSource") in ("hook", "harness") or not _human(row.get("origin"))
        return "user", "" if injected else _typed(inside.get("content"))
    # What the user types while tools run becomes no user row, only this.
    queued = inside.get("type") == "queued_command" and inside.get("humanTurn") and _human(inside.get("origin"))
    return "user", _typed(inside.get("prompt")) if queued else ""


def _reaches_out(row: dict[str, Any]) -> bool:
    """Whether the agent asks the web or an MCP server here."""
    message = row.get("message")
    blocks = message.get("content") if row.get("type") == "assistant" and isinstance(message, dict) else None
    names = [str(block.get("name")) for block in blocks if isinstance(block, dict)] if isinstance(blocks, list) else []
    return any(name in ("WebFetch", "WebSearch") or name.startswith("mcp__") for name in names)


def _human(origin: object) -> bool:
    """Whether the client names a person as the source, or names none."""
    return not isinstance(origin, dict) or origin.get("kind") == "human"


def _typed(content: object) -> str:
    """The words a person typed: no tool's result, nothing injected, no pasted block."""
    if isinstance(content, list) and any(isinstance(b, dict) and b.get("type") == "tool_result" for b in content):
        return ""
    text = _PASTED.sub("\n", _REMINDER.sub("", "\n".join(texts_in(content)))).strip()
    return "" if text.startswith(_INJECTED) else text


def texts_in(content: object) -> list[str]:
    """The texts of a message's or a result's content: a string, or blocks of which some are text."""
    if isinstance(content, str):
        return [content]
    blocks = content if isinstance(content, list) else []
    texts = [block.get("text") for block in blocks if isinstance(block, dict) and block.get("type") == "text"]
    return [text for text in texts if isinstance(text, str)]


def _text(row: dict[str, Any], key: str) -> str:
    value = row.get(key)
    return value if isinstance(value, str) else ""
