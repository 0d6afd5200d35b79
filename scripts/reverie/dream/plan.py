"""A model's plan, step by step: what holds is taken into the draft, the rest is refused with its reason. Pure.

Nothing is believed: each step must name files that are there and may be changed, and must neither lose what they say
nor add to it. A refused step leaves the draft as it was.
"""
from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from reverie.dream import ops
from reverie.dream.draft import Draft, Step
from reverie.errors import Refused
from reverie.record import SCOPES, TYPES

_TEXT = {"type": "string"}
_FIELDS: dict[str, dict[str, Any]] = {
    "op": {"type": "string", "enum": list(ops.OPS)},
    "sources": {"type": "array", "items": _TEXT},
    "file": _TEXT, "name": _TEXT, "description": _TEXT,
    "type": {"type": "string", "enum": ["", *TYPES]},
    "scope": {"type": "string", "enum": ["", *SCOPES]},
    "body": _TEXT,
    "keywords": {"type": "array", "items": _TEXT},
    "reason": _TEXT,
}
SCHEMA: dict[str, Any] = {
    "type": "object",
    "additionalProperties": False,
    "required": ["steps"],
    "properties": {
        "steps": {
            "type": "array",
            "items": {"type": "object", "additionalProperties": False, "required": list(_FIELDS),
                      "properties": _FIELDS},
        },
    },
}
"""The form of a plan; what an op has no use for is empty."""
SHARE = 0.2
"""Of the memories of a store, how many one plan may touch, and how many of them it may put aside."""
FEW_TOUCHED, FEW_ASIDE = 15, 6
"""So many it may in any store: a fifth of a small one would be next to nothing."""
_MOST = 200
"""Steps of a plan that are looked at."""


def judged(raw: object, draft: Draft, today: str) -> tuple[list[Step], list[tuple[int, str]]]:
    """The sound steps of a plan in order, all taken into the draft, and for each other one its place and the reason.

    Refused when the plan as a whole is not of the form; no step at all is a good plan.
    """
    steps = _steps(raw)
    most, most_aside = room(draft), _share(draft, FEW_ASIDE)
    touched: set[str] = set()
    aside: set[str] = set()
    accepted: list[Step] = []
    refused: list[tuple[int, str]] = []
    for n, item in enumerate(steps):
        try:
            if n >= _MOST:
                raise Refused(f"the plan has more than {_MOST} steps")
            step = ops.step(_fields(item), draft, today)
            now, gone = touched | _touched(step, draft), aside | _aside(step)
            if len(now) > most or len(gone) > most_aside:
                raise Refused("one run may not change more of this store")
        except Refused as refusal:
            refused.append((n, str(refusal)))
            continue
        touched, aside = now, gone
        draft.take(step)
        accepted.append(step)
    return accepted, refused


def room(draft: Draft) -> int:
    """How many memories of the store one plan may touch."""
    return _share(draft, FEW_TOUCHED)


def _share(draft: Draft, few: int) -> int:
    return max(few, int(SHARE * sum(not draft.closed(file) for file in draft.files)))


def _steps(raw: object) -> list[object]:
    if not isinstance(raw, dict) or set(raw) != {"steps"} or not isinstance(raw["steps"], list):
        raise Refused("the plan is not an object with one list named steps")
    return raw["steps"]


def _fields(item: object) -> Mapping[str, Any]:
    """The fields of one step, each of its type; Refused when it is no step."""
    if not isinstance(item, dict):
        raise Refused("it is not an object")
    unknown = sorted(str(key) for key in item if key not in _FIELDS)
    if unknown:
        raise Refused(f"it has an unknown field {unknown[0]!r}")
    for key in ("sources", "keywords"):
        value = item.get(key, [])
        if not isinstance(value, list) or not all(isinstance(each, str) for each in value):
            raise Refused(f"its {key} are not a list of texts")
    wrong = [key for key in _FIELDS if key not in ("sources", "keywords") and not isinstance(item.get(key, ""), str)]
    if wrong:
        raise Refused(f"its {wrong[0]} is not text")
    empty = {key: [] if key in ("sources", "keywords") else "" for key in _FIELDS}
    return {**empty, **item}


def _touched(step: Step, draft: Draft) -> set[str]:
    """The memories that were there and are changed or put aside."""
    return {file for file, _ in (*step.writes, *step.closes) if file in draft.files}


def _aside(step: Step) -> set[str]:
    """What the step puts aside without its words being told again elsewhere: superseded and archived ones."""
    if step.op == "supersede":
        return {file for file, _ in step.writes}
    return {file for file, _ in step.closes} if step.op == "archive" else set()
