"""The words sent to a model: files in `prompts/`, with `{{ name }}` where a value goes."""
from __future__ import annotations

import os
import re

_FOLDER = os.path.join(os.path.dirname(os.path.abspath(__file__)), "prompts")
_BLANK = re.compile(r"\{\{ (\w+) \}\}")


def text(name: str, **values: str) -> str:
    """The prompt with its blanks filled; KeyError when a blank has no value. Values are not looked at for blanks."""
    with open(os.path.join(_FOLDER, f"{name}.md"), encoding="utf-8") as file:
        return _BLANK.sub(lambda blank: values[blank[1]], file.read()).strip()
