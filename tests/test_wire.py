"""JSON without the `json` module: what the one reads and writes, the other does."""
from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from reverie import wire

values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(st.characters(codec=None)),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4), max_leaves=20)


@given(values)
def test_what_is_written_is_read_by_both(value: Any) -> None:
    """One line of ASCII, the same to `json` and to us, half characters included."""
    text = wire.dumps(value)
    assert text.isascii() and "\n" not in text
    assert wire.loads(text) == json.loads(text) == value


@given(values | st.floats(allow_nan=False), st.sampled_from([None, 2]), st.booleans(), st.sampled_from(["", " \t\r\n"]))
def test_what_json_writes_is_read(value: Any, indent: int | None, plain: bool, space: str) -> None:
    """Indented or not, in ASCII or not, with white space around it."""
    text = json.dumps(value, indent=indent, ensure_ascii=not plain)
    assert wire.loads(space + text + space) == json.loads(text)


@given(st.text(max_size=40) | st.text("[]{}\",:0123456789.eE+- \\ntrufalsN", max_size=30))
def test_what_json_refuses_is_refused(text: str) -> None:
    """Any text is read as `json` reads it, or ValueError; control characters inside text are let through."""
    try:
        wanted = json.loads(text, strict=False)
    except ValueError:
        with pytest.raises(ValueError):
            wire.loads(text)
        return
    assert wire.loads(text) == wanted or wanted != wanted or "NaN" in text


@pytest.mark.parametrize("value", [1.5, b"x", {1, 2}, object()])
def test_what_is_not_written_says_so(value: object) -> None:
    """Kinds that our notes do not have are refused rather than guessed."""
    with pytest.raises(TypeError):
        wire.dumps([value])
