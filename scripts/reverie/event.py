"""What a client tells a hook, and what the hook keeps of it: small, because every prompt pays for it."""
from __future__ import annotations


class Event:
    """One hook call, whatever the client. Empty text stands for what the client did not say."""

    __slots__ = ("name", "session", "transcript", "cwd", "prompt", "prompt_id", "source", "tool", "file",
                 "text", "agent_id", "agent_type", "agent_transcript", "last_message", "reason")

    def __init__(self, name: str, session: str, *, transcript: str = "", cwd: str = "", prompt: str = "",
                 prompt_id: str = "", source: str = "", tool: str = "", file: str = "", text: str = "",
                 agent_id: str = "", agent_type: str = "", agent_transcript: str = "", last_message: str = "",
                 reason: str = "") -> None:
        self.name = name
        self.session = session
        self.transcript = transcript
        self.cwd = cwd
        self.prompt = prompt
        self.prompt_id = prompt_id
        self.source = source
        self.tool = tool
        self.file = file
        self.text = text
        self.agent_id = agent_id
        self.agent_type = agent_type
        self.agent_transcript = agent_transcript
        self.last_message = last_message
        self.reason = reason


class Answer:
    """What a hook wants said: `context` to the model, `notice` to the person, `wake` to the worker.

    `refusal` stops the tool that is about to run and tells the model why; `allowed` lets it read without a question.
    """

    __slots__ = ("context", "notice", "wake", "refusal", "allowed")

    def __init__(self, context: str = "", notice: str = "", wake: bool = False, refusal: str = "",
                 allowed: bool = False) -> None:
        self.context = context
        self.notice = notice
        self.wake = wake
        self.refusal = refusal
        self.allowed = allowed
