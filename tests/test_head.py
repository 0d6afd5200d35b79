"""The YAML head: every dialect is read, and an edit touches nothing but its lines."""
from __future__ import annotations

import pytest
from hypothesis import assume, example, given
from hypothesis import strategies as st

from reverie import head

OURS = """---
name: no-hyphens
description: Never use hyphens in any written content
metadata:
  type: feedback            # user | feedback
  observed: 2026-11-12
---
Body.
"""

DIALECTS: dict[str, tuple[str, dict[str, str]]] = {
    "ours": (OURS, {"name": "no-hyphens", "metadata.type": "feedback", "metadata.observed": "2026-11-12"}),
    "the type at the top": ("---\nname: a\ntype: user\n---\nB", {"name": "a", "type": "user"}),
    "a colon in the value": ("---\ndescription: Fix: use X\ntype: user\n---\nB",
                             {"description": "Fix: use X", "type": "user"}),
    "a star": ("---\ntitle: *x*\nname: b\n---\nB", {"title": "*x*", "name": "b"}),
    "a quote that goes on": ('---\ndescription: "A" and B\nname: b\n---\nB', {"description": '"A" and B', "name": "b"}),
    "a blank behind metadata": ("---\nmetadata: \n  type: user\nx: a: b\n---\nB", {"metadata.type": "user"}),
    "a day": ("---\nmodified: 2026-11-12T10:00:00.000Z\n---\nB", {"modified": "2026-11-12T10:00:00.000Z"}),
    "yes and no": ("---\na: no\nb: 1_000\nc: 010\nd: null\n---\nB", {"a": "no", "b": "1_000", "c": "010", "d": "null"}),
    "BOM and CRLF": ("\ufeff---\r\nname: a\r\nmetadata:\r\n  type: user\r\n---\r\nB",
                     {"name": "a", "metadata.type": "user"}),
    "tabs": ("---\nmetadata:\n\ttype: user\nname:\ta\n---\nB", {"metadata.type": "user", "name": "a"}),
    "a key twice": ("---\nname: a\nname: b\n---\nB", {}),
    "NUL": ("---\nname: a\x00b\ntype: user\n---\nB", {"type": "user"}),
    "a list": ("---\ntags: [a, b]\nname: c\n---\nB", {"tags": "a b", "name": "c"}),
    "conflict marks": ("---\n<<<<<<< HEAD\nname: a\n=======\nname: b\n>>>>>>> x\n---\nB", {"name": "a"}),
    "no head": ("Just text: really\n", {}),
    "a rule in the body": ("Text\n---\nname: a\n---\n", {}),
    "never closed": ("---\nname: a\nB", {}),
    "only a list": ("---\n- a\n- b\n---\nB", {}),
    "an alias bomb": ("---\na: &a [x]\nb: [*a, *a]\nname: n\n---\nB", {"name": "n"}),
    "python": ("---\na: !!python/object/apply:os.system [x]\nname: n\n---\nB", {"name": "n"}),
}


@pytest.mark.parametrize(("text", "keys"), DIALECTS.values(), ids=DIALECTS)
def test_every_dialect_is_read(text: str, keys: dict[str, str]) -> None:
    """S30, S87: a head that YAML refuses is read key by key; values stay the text they were written as."""
    found, _ = head.split(text)
    assert {key: found.get(key) for key in keys} == keys


def test_a_dashed_line_in_the_body_ends_nothing() -> None:
    """S30: only the first closing line ends the head; the body keeps its own."""
    keys, body = head.split("---\nname: a\n---\nOne\n---\nname: b\n---\nTwo")
    assert keys == {"name": "a"} and body.strip() == "One\n---\nname: b\n---\nTwo"


@given(st.text(st.characters(codec=None)) | st.from_regex(r"\ufeff?---\r?\n(\s?\w+: ?.*\n)*---\n.*"))
@example("---\n? - [\n---\n")
@example("---\n" + "[" * 400 + "\n---\n")
@example("---\na: " + "{" * 400 + "\n---\n")
@example("---\n!!binary x: y\n---\n")
@example("---\n2026-13-45: x\n---\n")
@example("---\nx: 2026-99-99\n<<: *y\n---\n")
def test_reading_never_fails(text: str) -> None:
    """S30, S88: whatever stands in the file, it is split into keys and a body, all of them text."""
    keys, body = head.split(text)
    assert isinstance(body, str)
    assert all(isinstance(key, str) and isinstance(value, str) for key, value in keys.items())


one_line = st.characters(exclude_categories=["Cs", "Cc", "Zl", "Zp"], exclude_characters="\ufeff\x85")
words = st.text(one_line, max_size=60)


@given(words)
@example("yes")
@example("2026-11-12")
@example("- x: y # z")
@example("'\"")
@example("… “x”")
@example("---")
@example("!x & *y")
@example("%TAG")
def test_what_is_written_is_read(value: str) -> None:
    """S30: any one-line value, written as ours writes it, is read back the same but for white space."""
    text = f"---\nname: {head.scalar(value)}\nmetadata:\n  type: user\n---\nB\n"
    keys, body = head.split(text)
    assert keys.get("name") == " ".join(value.split()) and keys["metadata.type"] == "user" and body.strip() == "B"
    assert "\n" not in head.scalar(value)


@pytest.mark.parametrize("end", ["\n", "\r\n"])
@pytest.mark.parametrize("bom", ["", "\ufeff"])
@pytest.mark.parametrize(("key", "before", "after"), [
    ("metadata.observed", "  observed: 2026-11-12", "  observed: '2026-12-01'"),
    ("metadata.type", "  type: feedback            # user | feedback",
     "  type: '2026-12-01'            # user | feedback"),
    ("name", "name: no-hyphens", "name: '2026-12-01'"),
])
def test_an_edit_touches_its_line_alone(end: str, bom: str, key: str, before: str, after: str) -> None:
    """S30: comments, order, unknown keys, line ends and BOM stay; the new value is read back."""
    text = bom + (OURS + "---\nobserved: x\nname: no-hyphens\n").replace("\n", end)
    edited = head.edited(text, {key: "2026-12-01"})
    assert edited == text.replace(before + end, after + end, 1)
    assert head.split(edited)[0][key] == "2026-12-01"


@pytest.mark.parametrize(("text", "edited"), [
    ("---\nname: a\n---\nB\n", "---\nname: a\nmetadata:\n  observed: x\n---\nB\n"),
    ("---\nmetadata:\n    type: u\nname: a\n---\n", "---\nmetadata:\n    type: u\n    observed: x\nname: a\n---\n"),
    ("---\nmetadata:\nname: a\n---\n", "---\nmetadata:\n  observed: x\nname: a\n---\n"),
    ("---\r\nmetadata: # ours\r\n  a: b\r\n---\r\n", "---\r\nmetadata: # ours\r\n  a: b\r\n  observed: x\r\n---\r\n"),
    ("---\nmetadata: {type: u, observed: y}\n---\n", "---\nmetadata: {type: u, observed: y}\n---\n"),
    ("no head\n", "no head\n"),
    ("", ""),
])
def test_a_key_that_is_missing_is_added_in_its_block(text: str, edited: str) -> None:
    """S30: at the end of its block, or of the head, in the file's line ends; a file without a head stays as it is."""
    assert head.edited(text, {"metadata.observed": "x"}) == edited


keys_ = st.from_regex(r"[a-z]{1,6}", fullmatch=True)


@given(st.dictionaries(keys_, words, max_size=5), st.dictionaries(keys_, words, min_size=1, max_size=4), words,
       st.sampled_from(["\n", "\r\n"]), st.data())
def test_edits_change_what_was_asked_and_nothing_else(
    top: dict[str, str], inner: dict[str, str], value: str, end: str, data: st.DataObject
) -> None:
    """S30: after any edit every other key, line and byte is what it was, and the edited one reads as the new value."""
    assume("metadata" not in top)
    rows = ["---", *(f"{key}: {head.scalar(text)}" for key, text in top.items()), "# a comment", "metadata:",
            *(f"  {key}: {head.scalar(text)}" for key, text in inner.items()), "---", "Body: x", ""]
    text = end.join(rows)
    before, body = head.split(text)
    key = data.draw(st.sampled_from([*top, *(f"metadata.{name}" for name in inner), "fresh", "metadata.fresh"]))
    edited = head.edited(text, {key: value})
    after, same = head.split(edited)
    assert same == body and after == {**before, key: " ".join(value.split())}
    old, new = text.split(end), edited.split(end)
    assert len(new) - len(old) == (key not in before)
    changed = [row for row in new if row not in old]
    assert len(changed) <= 1 and [row for row in old if row not in new][1:] == []
