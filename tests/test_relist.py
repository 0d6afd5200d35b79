"""The index follows the memories, both ways, and keeps every byte that a person wrote."""
from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dream_stores import memory
from reverie import index, relist

A, B = memory("Body A", name="one", about="About one"), memory("Body B", name="two", about="About two")
LINE_A, LINE_B = "- [One](a.md) — About one\n", "- [Two](b.md) — About two\n"


@pytest.mark.parametrize(("before", "after"), [
    ("", LINE_A), ("# T\n", "# T\n\n" + LINE_A), ("# T", "# T\n\n" + LINE_A), ("- [X](a.md)", "- [X](a.md)"),
    ("* [X](<./a.md#p> \"t\"): x\n", "* [X](<./a.md#p> \"t\"): x\n"), ("See [a](a.md).\n", "See [a](a.md).\n"),
    ("```\n- [X](gone.md)\n", LINE_A + "```\n- [X](gone.md)\n"), ("- [X](gone.md) — x\n\nend", LINE_A + "\nend"),
    ("- [X](gone.md), [A](a.md)\n", "- [X](gone.md), [A](a.md)\n"),
    ("1. [X](gone.md)\n", "1. [X](gone.md)\n\n" + LINE_A),
    ("- [W](https://x.org/gone.md)\n", "- [W](https://x.org/gone.md)\n" + LINE_A),
    ("- [U](../gone.md)\n", "- [U](../gone.md)\n" + LINE_A), ("- [T](gone.txt)\n", "- [T](gone.txt)\n" + LINE_A),
    ("- [X](gone%20too.md)\n  - [A](a.md)\n  - more\n", "  - [A](a.md)\n  - more\n"),
    ("- [S](there.md)\n", "- [S](there.md)\n" + LINE_A),
    ("<!--\n- [X](gone.md)\n-->\n", LINE_A + "<!--\n- [X](gone.md)\n-->\n"),
    ("Text\n\n    - [X](gone.md)\n", "Text\n\n    - [X](gone.md)\n\n" + LINE_A),
    ("`<!--` is text\n- [X](a.md)\n", "`<!--` is text\n- [X](a.md)\n"), ("- [[B] x](a.md)\n", "- [[B] x](a.md)\n"),
    ("- [X](a(1).md)\n- [A](a.md)\n", "- [A](a.md)\n"),
])
def test_forms_of_an_index(before: str, after: str) -> None:
    """S25, S50, S89: entries that lead nowhere go, memories without one get it, all else stays byte for byte."""
    assert relist.relisted(before, {"a.md": A}, {"a.md": A}, {"there.md"}.__contains__) == after


def test_a_closed_memory_has_no_line() -> None:
    """Archived or superseded, it is not listed, whosever words the line is in; what replaces it takes its place."""
    text = "- [By hand](a.md) — my words\n\n## More\n" + LINE_B
    merged = A.replace("name: one", "name: merged")
    closed = A.replace("name: one", "name: one\nsuperseded_by: c.md")
    want = "- [Merged](c.md) — About one\n\n## More\n" + LINE_B
    assert relist.relisted(text, {"a.md": A, "b.md": B}, {"b.md": B, "c.md": merged}) == want
    assert relist.relisted(text, {"a.md": A, "b.md": B}, {"a.md": closed, "b.md": B, "c.md": merged}) == want


def test_our_own_line_follows_its_memory() -> None:
    """A line that is exactly ours is reworded when the description changes; a person's wording is not."""
    new = A.replace("About one", "What is new")
    assert relist.relisted(LINE_A, {"a.md": A}, {"a.md": new}) == "- [One](a.md) — What is new\n"
    mine = "- [One](a.md) — About one, mostly\r\n"
    assert relist.relisted(mine, {"a.md": A}, {"a.md": new}) == mine


def test_a_hub_lists_what_it_leads_to() -> None:
    """S50: a memory reached through a hub needs no line; one that is only named as related does."""
    hub = memory("[[one]] and [b](b.md)", name="hub")
    assert relist.relisted("- [H](h.md)\n", {}, {"h.md": hub, "a.md": A, "b.md": B}) == "- [H](h.md)\n"
    plain = memory("It is so. Related: [[one]]", name="plain")
    assert relist.relisted("- [H](h.md)\n", {}, {"h.md": plain, "a.md": A}) == "- [H](h.md)\n" + LINE_A


def test_no_line_is_added_that_a_client_would_not_load() -> None:
    """The lines stop at the limits, those of the newest memories stay in; a person's own longer index gets them all."""
    many = {f"m{n:03}.md": memory("B", name=f"m{n}", observed=f"2026-0{1 + n // 100}-{1 + n % 28:02}")
            for n in range(300)}
    made = relist.relisted("", {}, many)
    assert index.fullness(made) == 1 and made == relist.relisted(made, many, many)
    assert all(f"m{n:03}.md" in made for n in range(200, 300))
    own = "".join(f"Line {n}.\n\n" for n in range(150))
    assert len(relist.listed(relist.relisted(own, {}, many))) == 300


ROWS = st.sampled_from([
    "# T", "", "Prose [a](a.md)", "- [A](a.md) — x", "- [G](gone.md)", "  * [B](b.md)", "```", "~~~", "<!--", "-->",
    "    - [C](c.md)", "| [A](a.md) | 1 |", "1. [A](a.md)", "- plain", "\ufeff- [B](b.md)", "- [One](a.md) — About one",
    "- [A](a.md), [G](gone.md)", "\x0b\u2028- [G](gone.md)", "+ [G](gone.md)"])


@given(st.lists(ROWS, max_size=12), st.sampled_from(["\n", "\r\n"]), st.booleans(), st.sets(st.sampled_from("ab")))
def test_any_index(lines: list[str], end: str, closed: bool, there: set[str]) -> None:
    """Whatever stands there: each memory is led to, what is no dangling entry stays in its order, once is enough."""
    text = end.join(lines) + end * closed
    live = {f"{name}.md": {"a": A, "b": B}[name] for name in sorted(there)}
    made = relist.relisted(text, live, live)
    assert relist.relisted(made, live, live) == made
    assert set(live) <= relist.listed(made)
    plain = made.replace("\r\n", "\n").split("\n")
    left = iter(plain)
    assert all(row in left for row in lines if row.strip() and "](" not in row)
    rows = iter(plain)
    assert all(row in rows for row in lines if "](a.md)" in row and "a" in there)
    assert "\n" not in made.replace("\r\n", "") or "\r\n" not in text
