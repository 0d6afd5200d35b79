"""Claude Code's hook protocol: one JSON object in, one JSON object or nothing out."""
from __future__ import annotations

from reverie import wire
from reverie.errors import Refused
from reverie.event import Answer, Event

CONTEXT_EVENTS = ("SessionStart", "UserPromptSubmit", "PostToolUse", "SubagentStart")
"""Where `additionalContext` reaches the model. Anything said at Stop would start another turn, so nothing is."""


def event(name: str, raw: bytes) -> Event:
    """The call as the client tells it; Refused when it is not one JSON object with a session."""
    try:
        payload = wire.loads(raw.decode("utf-8", "replace"))
    except ValueError:
        raise Refused("the hook's input is not JSON") from None
    if not isinstance(payload, dict):
        raise Refused("the hook's input is not an object")

    def text(key: str) -> str:
        value = payload.get(key)
        return value if isinstance(value, str) else ""

    if not text("session_id"):
        raise Refused("the hook's input names no session")
    return Event(
        name, text("session_id"), transcript=text("transcript_path"), cwd=text("cwd"), prompt=text("prompt"),
        prompt_id=text("prompt_id"), source=text("source"), tool=text("tool_name"), file=_file(payload),
        text=_written(payload) if name == "PreToolUse" else "",
        agent_id=text("agent_id"), agent_type=text("agent_type"), agent_transcript=text("agent_transcript_path"),
        last_message=text("last_assistant_message"),
        reason=text("reason") or text("trigger") or text("error"),
    )


def answer(name: str, answer: Answer) -> bytes:
    """One ASCII line of JSON, or nothing when there is nothing to say."""
    said: dict[str, object] = {}
    if answer.context and name in CONTEXT_EVENTS:
        said["hookSpecificOutput"] = {"hookEventName": name, "additionalContext": _whole(answer.context)}
    if answer.refusal and name == "PreToolUse":
        said["hookSpecificOutput"] = {"hookEventName": name, "permissionDecision": "deny",
                                      "permissionDecisionReason": _whole(answer.refusal)}
    if answer.allowed and name == "PreToolUse":
        said["hookSpecificOutput"] = {"hookEventName": name, "permissionDecision": "allow",
                                      "permissionDecisionReason": "a memory of the person's own"}
    if answer.notice:
        said["systemMessage"] = _whole(answer.notice)
    return wire.dumps(said).encode("ascii") + b"\n" if said else b""


def units(text: str) -> int:
    """Its length as the client counts it: UTF-16 code units."""
    return len(text) + sum(1 for c in text if c > "\uffff")


def _file(payload: dict[str, object]) -> str:
    tool_input = payload.get("tool_input")
    path = tool_input.get("file_path") if isinstance(tool_input, dict) else None
    return path if isinstance(path, str) else ""


def _written(payload: dict[str, object]) -> str:
    """All that a Write, Edit or MultiEdit would put into its file."""
    tool_input = payload.get("tool_input")
    if not isinstance(tool_input, dict):
        return ""
    edits = tool_input.get("edits")
    parts = [tool_input, *(edits if isinstance(edits, list) else ())]
    texts = [part.get(key) for part in parts if isinstance(part, dict) for key in ("content", "new_string")]
    return "\n".join(text for text in texts if isinstance(text, str))


def _whole(text: str) -> str:
    """The text without half characters, which no JSON reader has to accept."""
    return text.encode("utf-8", "replace").decode("utf-8")
