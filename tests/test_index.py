"""MEMORY.md: read with everything a person may have written in it, edited by one line, cut between lines."""
from __future__ import annotations

import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import world
from reverie import excerpt, index, reconcile

HAND_WRITTEN = """# My notes

Prose with a [link](https://example.com/x.md) and `[code](code.md)`.

## Rules
- [One](one.md) — first
* [Two, with a blank](two%20words.md) - second
  - [Deep](./deep/three.md#part) — third
- [ ] a task
- plain item

```
- [In code](in_code.md) — not an entry
```

## Hub
See [the hub](hub.md) for more.
"""


def test_which_files_an_index_leads_to() -> None:
    """S50: %20, ./, #anchors and hub links count; code blocks and addresses of the web do not."""
    assert index.linked(HAND_WRITTEN) >= {"one.md", "two words.md", "deep/three.md", "hub.md"}
    assert not index.linked(HAND_WRITTEN) & {"in_code.md", "https://example.com/x.md", ""}


@pytest.mark.parametrize(("line", "files"), [
    ("- [A](<a b.md>) — x", {"a b.md"}),
    ("- [A](a.md \"title\") — x", set()),
    ("- [A]( a.md ) — x", {"a.md"}),
    ("- [A](a.txt) [B](b.md)", {"b.md"}),
    ("- [A](%E6%97%A5.md)", {"日.md"}),
    ("- [A](../../../etc/x.md)", {"../../../etc/x.md"}),
    ("~~~\n[A](a.md)\n~~~\n[B](b.md)", {"b.md"}),
])
def test_forms_of_links(line: str, files: set[str]) -> None:
    """S50, S89: each form of link met in the wild leads where it says."""
    assert index.linked(line) == files


@pytest.mark.parametrize("end", ["\n", "\r\n"])
def test_a_line_is_added_behind_the_last_entry(end: str) -> None:
    """S25: everything that stood there stays byte for byte; the new line comes once, in the file's line ends."""
    text = HAND_WRITTEN.replace("\n", end)
    made = index.with_line(text, "new one.md", "A [new] one", "what it says")
    line = f"- [A (new) one](new%20one.md) — what it says{end}"
    assert made.count(line) == 1 and made.replace(line, "") == text
    assert index.with_line(made, "new one.md", "other", "words") == made
    assert "new one.md" in index.linked(made)


@pytest.mark.parametrize(("text", "made"), [
    ("", "- [N](n.md) — h\n"),
    ("prose", "prose\n- [N](n.md) — h\n"),
    ("- [A](a.md)", "- [A](a.md)\n- [N](n.md) — h\n"),
    ("- [A](a.md)\n\n# End", "- [A](a.md)\n- [N](n.md) — h\n\n# End"),
    ("\ufeff# T\r\n", "\ufeff# T\r\n- [N](n.md) — h\r\n"),
    ("- [N](n.md)", "- [N](n.md)"),
    ("- [N](./n.md#x) old words", "- [N](./n.md#x) old words"),
])
def test_small_indexes(text: str, made: str) -> None:
    """S25: an empty file, no final newline, a BOM, an entry that is there already."""
    assert index.with_line(text, "n.md", "N", "h") == made


lines = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\n\r"), max_size=40) | st.sampled_from(
    ["- [A](a.md) — x", "```", "~~~", "* [B](b%20c.md)", "", "  - [C](./c.md#d)", "# H", "[x](y.md)", "- [x]",
     "\u2028"])
names = st.text(st.characters(exclude_categories=["Cs", "Cc"], exclude_characters="/#\\"), min_size=1, max_size=20)


@given(st.lists(lines, max_size=12), st.sampled_from(["\n", "\r\n"]), st.booleans(), names, st.text(), st.text())
def test_foreign_lines_are_never_touched(
    rows: list[str], end: str, closed: bool, name: str, title: str, hook: str
) -> None:
    """S25: for any text, title and hook: one line more, the rest byte for byte, twice is as once, the link is found."""
    text = end.join(rows) + (end if closed and rows else "")
    file = f"{name}.md"
    made = index.with_line(text, file, title, hook)
    if file in index.linked(text):
        assert made == text
        return
    entry = index.line(file, title, hook)
    assert len(entry.splitlines()) == 1 and index.is_entry(entry) and index.linked(entry) == {file}
    assert index.with_line(made, file, title, hook) == made
    assert made.count(entry) >= 1
    at = made.rindex(entry)
    head, tail = made[:at], made[at + len(entry):]
    assert tail.startswith(("\n", "\r\n"))
    rest = head + tail.removeprefix("\r").removeprefix("\n")
    assert rest == text or rest.replace("\r", "").replace("\n", "") == text.replace("\r", "").replace("\n", "")


@given(names, st.text(max_size=400), st.text(max_size=400))
def test_an_entry_is_one_short_line(name: str, title: str, hook: str) -> None:
    """S9: whatever the title and the hook hold, an entry is one line of 150 characters; a file's own long name alone
    makes it longer, and leaves no hook."""
    entry = index.line(f"{name}.md", title, hook)
    assert len(entry.splitlines()) == 1
    assert len(entry) <= index.LINE or " — " not in entry.partition("](")[2]
    if len(f"{title}{hook}") < 10:
        assert entry.endswith(f" — {' '.join(hook.split())}" if hook.strip() else ")")


orders = st.none() | st.dictionaries(st.sampled_from(["a.md", "b%20c.md", "./c.md#d"]), st.integers(0, 9))


@given(st.lists(lines, max_size=40), st.integers(0, 600), orders)
def test_a_cut_index_fits_and_no_line_is_cut(rows: list[str], most: int, order: dict[str, int] | None) -> None:
    """S3, S9: within the limit always; each line shown is a whole line of the index, none twice, all of them where
    there is room; without a list of ranks they stand in their order."""
    text = "\n".join(rows)
    shown, dropped = excerpt.fitted(text, most, order)
    assert len(shown) <= most and dropped >= 0
    whole, kept = ([row.strip() for row in rows.splitlines() if row.strip()] for rows in (text, shown))
    assert not Counter(kept) - Counter(whole)
    if order is None:
        left = iter(whole)
        assert all(row in left for row in kept)
    if len(text) < most:
        assert dropped == 0 and Counter(kept) == Counter(whole)


SECTIONS = """# Mine
Prose of my own.

- [A](a.md) — a
- [B](b.md) — b
  which goes on here
  - [Below B](bb.md)
- [New](new.md) — not ranked yet
- [C](c.md) — c

## Later
- [E](e.md)
- [D](d.md)
```
- [X](x.md)
- [A](a.md)
```
"""
RANKS = excerpt.ranks("d.md\nc.md\nbb.md\na.md\nb.md\ne.md\n")


def test_entries_stand_by_their_use_within_their_section() -> None:
    """S51: what is new comes first, then by rank; prose, headings and code keep their places, what is indented goes
    along; the same ranks give the same bytes."""
    shown, dropped = excerpt.fitted(SECTIONS, 1_000, RANKS)
    assert dropped == 0 and shown == excerpt.fitted(SECTIONS, 1_000, dict(reversed(RANKS.items())))[0]
    assert shown.splitlines() == [
        "# Mine", "Prose of my own.", "- [New](new.md) — not ranked yet", "- [C](c.md) — c",
        "- [B](b.md) — b", "  which goes on here", "  - [Below B](bb.md)", "- [A](a.md) — a", "## Later",
        "- [D](d.md)", "- [E](e.md)", "```", "- [X](x.md)", "- [A](a.md)", "```"]


def test_what_is_used_least_is_left_out_first() -> None:
    """S3, S9: with less and less room entries go from the worst rank up, whatever their section; what is new last."""
    gone: list[str] = []
    for most in range(len(SECTIONS), 60, -1):
        shown, dropped = excerpt.fitted(SECTIONS, most, RANKS)
        rows = shown.partition("```")[0]
        gone += [file for file in ("e", "a", "bb", "b", "c", "d", "new") if f"]({file}.md)" not in rows and
                 file not in gone]
        assert dropped == len(gone)
    assert gone == ["e", "a", "bb", "b", "c", "d", "new"]


def test_the_newest_entries_are_kept() -> None:
    """S9: of 300 entries those at the end stay, and headings do; how many went is told."""
    text = "# Index\n" + "".join(f"- [M{n}](m{n}.md) — {'x' * 60}\n" for n in range(300))
    shown, dropped = excerpt.fitted(text, 5_000)
    rows = shown.splitlines()
    assert rows[0] == "# Index" and rows[-1].startswith("- [M299]") and dropped == 300 - (len(rows) - 1)
    assert len(shown) > 4_800


# With the store

@pytest.fixture
def store(tmp_path: Path) -> Path:
    folder = tmp_path / "store"
    folder.mkdir()
    return folder


def test_a_memory_gets_its_line_once(store: Path) -> None:
    """S50, S53: a file without a line gets one, also in a deeper folder; a second look writes nothing at all."""
    paths = [str(world.memory(store, name, f"about {name}")) for name in ("a.md", "deep er/b.md")]
    assert reconcile.list_in_index(str(store), paths) == 2
    text = (store / "MEMORY.md").read_text()
    assert text == "- [A](a.md) — about a.md\n- [B](deep%20er/b.md) — about deep er/b.md\n"
    stamp = (store / "MEMORY.md").stat()
    assert reconcile.list_in_index(str(store), paths) == 0
    after = (store / "MEMORY.md").stat()
    assert (after.st_mtime_ns, after.st_ino) == (stamp.st_mtime_ns, stamp.st_ino)


def test_nothing_to_list_makes_no_index(store: Path) -> None:
    """S25: no new file: no index is made and a hand-written one is not touched."""
    assert reconcile.list_in_index(str(store), []) == 0 and not (store / "MEMORY.md").exists()
    assert reconcile.list_in_index(str(store), [str(store / "gone.md")]) == 0 and not (store / "MEMORY.md").exists()


def test_bytes_that_are_no_text_stay_in_the_index(store: Path) -> None:
    """S25, S33: an index with broken characters and NULs keeps each of its bytes."""
    before = b"\xff\xfe prose \x00\r\n- [A](a.md) \xe6\x97\r\ntail"
    (store / "MEMORY.md").write_bytes(before)
    reconcile.list_in_index(str(store), [str(world.memory(store, "b.md", "x"))])
    after = (store / "MEMORY.md").read_bytes()
    assert after == before.replace(b"\r\ntail", "\r\n- [B](b.md) — x\r\ntail".encode())


def test_an_index_that_is_a_link_stays_one(store: Path, tmp_path: Path) -> None:
    """S61: an index kept elsewhere is written where it lies."""
    (tmp_path / "real.md").write_text("# Mine\n")
    (store / "MEMORY.md").symlink_to(tmp_path / "real.md")
    reconcile.list_in_index(str(store), [str(world.memory(store, "b.md", "x"))])
    assert (store / "MEMORY.md").is_symlink() and "(b.md)" in (tmp_path / "real.md").read_text()


@pytest.mark.parametrize("there", [None, "# Mine\n"])
def test_many_writers_lose_no_line(store: Path, there: str | None) -> None:
    """S14: eight processes list five memories each at the same time: all forty lines are there, each once."""
    if there:
        (store / "MEMORY.md").write_text(there)
    code = (f"import sys; sys.path.insert(0, {str(world.ROOT / 'scripts')!r})\n"
            "from reverie import reconcile\n"
            "sys.stdin.readline()\n"
            "for path in sys.argv[2:]: assert reconcile.list_in_index(sys.argv[1], [path]) == 1")
    children = []
    for who in range(8):
        paths = [str(world.memory(store, f"m{who}_{n}.md", "x")) for n in range(5)]
        children.append(subprocess.Popen([sys.executable, "-c", code, str(store), *paths], stdin=subprocess.PIPE))
    for child in children:
        assert child.stdin
        child.stdin.write(b"\n")
        child.stdin.close()
    assert [child.wait() for child in children] == [0] * 8
    text = (store / "MEMORY.md").read_text()
    assert text.startswith(there or "- [")
    assert sorted(index.linked(text)) == sorted(f"m{who}_{n}.md" for who in range(8) for n in range(5))
    assert len([row for row in text.splitlines() if index.is_entry(row)]) == 40
