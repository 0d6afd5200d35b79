"""JSON as hooks read and write it, without the half of the standard library that `json` brings along.

`json` itself loads `re`, `enum` and more, which is half of what a hook costs; its C parts alone are a tenth of that. A
Python without them gets `json`.
"""
from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any


class _Plain:
    """What the scanner asks of its owner: every kind of value as Python has it."""

    strict = False
    object_hook = object_pairs_hook = None
    parse_float = parse_constant = float
    parse_int = int


try:
    from _json import encode_basestring_ascii as _quoted
    from _json import make_scanner

    _scan: Any = make_scanner(_Plain)  # type: ignore[arg-type]  # typed as if it were its own argument
except ImportError:
    import json

    _quoted, _scan = json.dumps, json.JSONDecoder(strict=False).scan_once  # type: ignore[attr-defined]
_SPACE = " \t\n\r"


def loads(text: str) -> object:
    """The one JSON value in the text; ValueError when that is not what it holds."""
    try:
        value, end = _scan(text, len(text) - len(text.lstrip(_SPACE)))
    except StopIteration:
        raise ValueError("no JSON value") from None
    if text[end:].strip(_SPACE):
        raise ValueError("more than one JSON value")
    return value


def dumps(value: object) -> str:
    """One line of ASCII for text, numbers, truth, None, and lists and dicts of them."""
    if isinstance(value, str):
        return str(_quoted(value))
    if value is None or isinstance(value, bool):
        return "null" if value is None else "true" if value else "false"
    if isinstance(value, int):
        return str(value)
    if isinstance(value, dict):
        return "{" + ", ".join(f"{dumps(str(key))}: {dumps(item)}" for key, item in value.items()) + "}"
    if isinstance(value, (list, tuple)):
        return "[" + ", ".join(map(dumps, value)) + "]"
    raise TypeError(f"{type(value).__name__} is not written to JSON here")
