"""Stored text made harmless before a model sees it: no hidden characters, no tags that a client acts on."""
from __future__ import annotations

import re

_HIDDEN = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\U000e0000-\U000e007f]"
)
_TAG = re.compile(
    r"<(?=/?\s*(?:system|user|assistant|human|tool|command|local-command|bash|task|persisted|memory|reverie)\b)", re.I
)


def tame(text: str) -> str:
    """The text without control, bidi and zero-width characters, and with tags like `<system-reminder>` opened up."""
    return _TAG.sub("‹", _HIDDEN.sub("", text))
