"""The words sent to a model: files in `prompts/`, with `{{ name }}` where a value goes."""
from __future__ import annotations

import os

_FOLDER = os.path.join(os.path.dirname(os.path.abspath(__file__)), "prompts")


def text(name: str, **values: str) -> str:
    """The prompt with its blanks filled; KeyError when a blank has no value. Values are not looked at for blanks."""
    with open(os.path.join(_FOLDER, f"{name}.md"), encoding="utf-8") as file:
        first, *rest = file.read().split("{{ ")
    for piece in rest:
        blank, _, after = piece.partition(" }}")
        first += values[blank] + after
    return first.strip()
