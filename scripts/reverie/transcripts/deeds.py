"""What was done in a session, row by row in constant memory: prompts, answers, tools called and how that ended."""
from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

from reverie.transcripts import claude

SAID, ANSWERED, CALLED, ENDED, STOPPED, BROKE = "said", "answered", "called", "ended", "stopped", "broke"
_LONGEST = 4_000
"""Characters of one deed; of a longer one both ends are kept."""
_AIMS = {"Bash": "command", "Write": "file_path", "Edit": "file_path", "MultiEdit": "file_path",
         "NotebookEdit": "notebook_path"}
"""What of a tool's input says what was done with it; of other tools the name is enough."""
_REFUSED = ("The user doesn't want to", "Permission to use", "[Request interrupted")


class Deed(NamedTuple):
    """One thing that happened: `call` joins a tool's call and end; an end that `failed` is no refusal by the user.

    `skip` is the user's word to keep the session to themselves.
    """

    kind: str
    text: str
    uuid: str = ""
    at: str = ""
    tool: str = ""
    call: str = ""
    failed: bool = False
    skip: bool = False


def deeds(path: str, of_agent: bool = False) -> Iterator[Deed]:
    """All deeds of the transcript at `path`, up to its last complete line, in the order of the file.

    `of_agent`: it is a sub-agent's own; what is said there was said by another agent, never by a person.
    """
    with open(path, "rb") as file:
        for line, _ in claude.lines_of(file, 0):
            rows, _ = claude.rows_on(line)
            for row in rows:
                yield from _deeds({**row, "isSidechain": False} if of_agent else row)


def _deeds(row: dict[str, Any]) -> Iterator[Deed]:
    uuid, at = (value if isinstance(value := row.get(key), str) else "" for key in ("uuid", "timestamp"))
    turn = claude.turn_in(row)
    if turn:
        skip = turn.role == "user" and claude.OPT_OUT in turn.text.split()
        yield Deed(SAID if turn.role == "user" else ANSWERED, _cut(turn.text), uuid, at, skip=skip)
    message = row.get("message")
    if row.get("isSidechain") or not isinstance(message, dict):
        return
    content = message.get("content")
    if row.get("type") == "user" and _stopped(content):
        yield Deed(STOPPED, "", uuid, at)
    elif row.get("isApiErrorMessage"):
        yield Deed(BROKE, _cut(" ".join(claude.texts_in(content))), uuid, at)
    for block in content if isinstance(content, list) else []:
        if isinstance(block, dict):
            yield from _tool(block, uuid, at)


def _tool(block: dict[str, Any], uuid: str, at: str) -> Iterator[Deed]:
    """The call of a tool, or its end."""
    if block.get("type") == "tool_use":
        tool, given = str(block.get("name")), block.get("input")
        aim = given.get(_AIMS.get(tool, "")) if isinstance(given, dict) else None
        yield Deed(CALLED, _cut(aim) if isinstance(aim, str) else "", uuid, at, tool, str(block.get("id")))
    elif block.get("type") == "tool_result":
        text = "\n".join(claude.texts_in(block.get("content")))
        failed = block.get("is_error") is True and not text.startswith(_REFUSED)
        yield Deed(ENDED, _cut(text) if failed else "", uuid, at, "", str(block.get("tool_use_id")), failed)


def _stopped(content: object) -> bool:
    return any(text.startswith("[Request interrupted") for text in claude.texts_in(content))


def _cut(text: str) -> str:
    whole = text.encode("utf-8", "replace").decode("utf-8")  # half a character could be written nowhere
    return whole if len(whole) <= _LONGEST else f"{whole[:_LONGEST // 2]}\n[…]\n{whole[-_LONGEST // 2:]}"
