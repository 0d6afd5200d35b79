"""JSON out of what a model wrote: a fence or a sentence around it does no harm, anything else is no answer."""
from __future__ import annotations

import json
from collections.abc import Mapping

from reverie.errors import Failed
from reverie.record import SCHEMA

_NOTHING = ("nothing", "no memories", "no observations", "none", "no new memories", "no facts", "[]")


def parsed(text: str, schema: Mapping[str, object] = SCHEMA) -> object:
    """The first JSON object in the text that has the schema's first required key. Failed when there is none.

    Where memories are asked for, a plain "nothing to save" is the empty answer.
    """
    required = schema["required"]
    key = str(required[0]) if isinstance(required, list) else ""
    found = _object(text, key)
    if found is not None:
        return found
    rescued = salvaged(text)
    if rescued:
        return rescued
    plain = text.replace("```json", "").replace("```", "").strip().lower()
    if key == "memories" and plain.startswith(_NOTHING) and len(plain) < 80:
        return {"memories": []}
    if text.lstrip()[:15].lower().startswith(("<!doctype", "<html")):
        raise Failed("unreadable", "a web page came instead of an answer")
    raise Failed("unreadable", f"the answer holds no JSON object with {key}")


def _object(text: str, key: str) -> object:
    at = text.find("{")
    while at >= 0:
        try:
            found, _ = json.JSONDecoder().raw_decode(text, at)
        except (ValueError, RecursionError):
            found = None
        if isinstance(found, dict) and key in found:
            return found
        at = text.find("{", at + 1)
    return None


def salvaged(text: str) -> dict[str, list[object]] | None:
    """The whole memories of an answer that was cut off in the middle of one; None when not even one is whole."""
    start = text.find("[", text.find('"memories"')) if '"memories"' in text else -1
    items: list[object] = []
    at = start + 1
    while start >= 0 and (at := text.find("{", at)) >= 0:
        try:
            item, at = json.JSONDecoder().raw_decode(text, at)
        except (ValueError, RecursionError):
            break
        items.append(item)
    return {"memories": items} if items else None
