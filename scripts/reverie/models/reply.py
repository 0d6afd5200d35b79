"""JSON out of what a model wrote: a fence or a sentence around it does no harm, anything else is no answer."""
from __future__ import annotations

import json

from reverie.errors import Failed

_NOTHING = ("nothing", "no memories", "no observations", "none", "no new memories", "no facts", "[]")


def parsed(text: str) -> object:
    """The first JSON object in the text; a plain "nothing to save" is the empty answer. Failed when there is none."""
    at = text.find("{")
    while at >= 0:
        try:
            found, _ = json.JSONDecoder().raw_decode(text, at)
        except (ValueError, RecursionError):
            at = text.find("{", at + 1)
            continue
        if isinstance(found, dict) and "memories" in found:
            return found
        at = text.find("{", at + 1)
    plain = text.replace("```json", "").replace("```", "").strip().lower()
    if plain.startswith(_NOTHING) and len(plain) < 80:
        return {"memories": []}
    if text.lstrip()[:15].lower().startswith(("<!doctype", "<html")):
        raise Failed("unreadable", "a web page came instead of an answer")
    raise Failed("unreadable", "the answer holds no JSON object with memories")
