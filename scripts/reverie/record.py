"""The words of the house as values: what a conversation is made of and what becomes of it.

Kept off the hooks' path, which has `event` for itself.
"""
from __future__ import annotations

from typing import Any, NamedTuple

from reverie.errors import Refused

TYPES = ("user", "feedback", "project", "reference")
SCOPES = ("project", "person")

_TEXT = {"type": "string"}
SCHEMA: dict[str, Any] = {
    "type": "object",
    "additionalProperties": False,
    "required": ["memories"],
    "properties": {
        "memories": {
            "type": "array",
            "items": {
                "type": "object",
                "additionalProperties": False,
                "required": ["type", "name", "description", "body", "why", "how", "quote", "scope"],
                "properties": {
                    "type": {"type": "string", "enum": list(TYPES)},
                    "name": _TEXT,
                    "description": _TEXT,
                    "body": _TEXT,
                    "why": _TEXT,
                    "how": _TEXT,
                    "quote": _TEXT,
                    "scope": {"type": "string", "enum": list(SCOPES)},
                },
            },
        },
    },
}
"""The one form in which every backend answers; `why` and `how` may be empty."""


class Turn(NamedTuple):
    """One thing somebody said: `role` is user or assistant, `at` an ISO time or empty."""

    role: str
    text: str
    uuid: str = ""
    prompt_id: str = ""
    at: str = ""


class Candidate(NamedTuple):
    """A memory somebody proposes. `quote` is the user's own words that it rests on."""

    type: str
    name: str
    description: str
    body: str
    quote: str
    why: str = ""
    how: str = ""
    scope: str = "project"


class Memory(NamedTuple):
    """A memory as it stands in its file. `path` is absolute; days are ISO dates or empty; `body` has no head."""

    path: str
    name: str
    description: str
    type: str
    body: str
    observed: str = ""
    created: str = ""
    keywords: str = ""


class Verdict(NamedTuple):
    """What is to be done with a candidate: `op` is create or duplicate, `target` the file that says it already."""

    op: str
    candidate: Candidate
    target: str = ""


class Usage(NamedTuple):
    """What a backend's answer cost; None where it does not say, which is not zero."""

    calls: int = 0
    tokens_in: int | None = None
    tokens_out: int | None = None
    cost_usd: float | None = None


class Job(NamedTuple):
    """What a backend is asked: words for a model in `system` and `prompt`, and the turns themselves for rules."""

    system: str
    prompt: str
    schema: dict[str, Any]
    turns: tuple[Turn, ...]
    today: str


class Answer(NamedTuple):
    """What a backend says: JSON not yet looked at, and what it cost."""

    data: object
    usage: Usage


def candidates(raw: object) -> tuple[list[Candidate], list[str]]:
    """The sound candidates in a backend's answer, and a sentence for each unsound one.

    Refused when the answer as a whole is not of the form; an empty list is a good answer.
    """
    if not isinstance(raw, dict):
        raise Refused("the answer is not an object")
    if set(raw) != {"memories"} or not isinstance(raw["memories"], list):
        raise Refused("the answer is not an object with one list named memories")
    good: list[Candidate] = []
    bad: list[str] = []
    for n, item in enumerate(raw["memories"], 1):
        try:
            good.append(_candidate(item, n))
        except Refused as refusal:
            bad.append(str(refusal))
    return good, bad


def _candidate(raw: object, n: int) -> Candidate:
    if not isinstance(raw, dict):
        raise Refused(f"memory {n} is not an object")
    unknown = sorted(set(raw) - set(Candidate._fields))
    if unknown:
        raise Refused(f"memory {n} has an unknown field {unknown[0]!r}")
    for field in ("type", "name", "description", "body", "quote"):
        if not isinstance(raw.get(field), str) or not raw[field].strip():
            raise Refused(f"memory {n} has no {field}")
    for field in ("why", "how"):
        if not isinstance(raw.get(field, ""), str):
            raise Refused(f"memory {n} has a {field} that is not text")
    if raw["type"] not in TYPES:
        raise Refused(f"memory {n} has the unknown type {raw['type']!r}")
    if raw.get("scope", "project") not in SCOPES:
        raise Refused(f"memory {n} has the unknown scope {raw['scope']!r}")
    whole = {field: value.encode("utf-8", "replace").decode("utf-8") for field, value in raw.items()}
    return Candidate(**{field: value.strip() for field, value in whole.items()})
