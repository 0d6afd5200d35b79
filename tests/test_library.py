"""Memory files: whatever stands in one is read, a new one goes over nothing and stays in its store."""
from __future__ import annotations

import os
import time
import unicodedata
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import world
from reverie import framing, library, record
from reverie.record import Candidate, Memory

any_text = st.text(st.characters(codec=None), max_size=80)


@pytest.fixture
def store(tmp_path: Path) -> Path:
    folder = tmp_path / "store"
    folder.mkdir()
    return folder


def candidate(name: str, body: str = "A fact.", **more: str) -> Candidate:
    return Candidate("feedback", name, "When it matters", body, "the words", **more)


def names(folder: Path) -> list[str]:
    return [str(Path(entry.path).relative_to(folder)) for entry in library.files(str(folder))]


# Reading

@pytest.mark.parametrize(("file", "data", "memory"), [
    ("a.md", b"", Memory("", "a", "", "", "", by="user")),
    ("user_role.md", b"Just a line\n\nmore",
     Memory("", "user_role", "Just a line", "user", "Just a line\n\nmore", by="user")),
    ("a.md", b"# A title\ntext", Memory("", "a", "A title", "", "# A title\ntext", by="user")),
    ("a.md", b"\xef\xbb\xbf---\r\nname: N\r\ntype: project\r\n---\r\nB\r\nC\r\n",
     Memory("", "N", "B", "project", "B\nC")),
    ("a.md", "---\ntitle: T\n---\n日本".encode()[:-1], Memory("", "T", "日\ufffd", "", "日\ufffd")),
    ("a.md", b"---\nname: N\nmetadata: \n  type: user\n  observed: 2026-11-12T08:00:00Z\n  created: 2026-10-01\n---\nB",
     Memory("", "N", "B", "user", "B", "2026-11-12", "2026-10-01")),
    ("a.md", b"---\ncreated: 2026-10-01\ntags: [a, b]\ntype: rule\n---\nB",
     Memory("", "a", "B", "", "B", "2026-10-01", "2026-10-01", "a b")),
    ("a.md", b"---\nmodified: yesterday\nobserved: 12\n---\nB", Memory("", "a", "B", "", "B")),
    ("feedback_x.md", b"B\x00C", Memory("", "feedback_x", "BC", "feedback", "BC", by="user")),
])
def test_every_dialect_is_a_memory(store: Path, file: str, data: bytes, memory: Memory) -> None:
    """S88: without a head, a description or a type, with BOM and CRLF, empty or cut in a character: still a memory."""
    (store / file).write_bytes(data)
    assert library.read(str(store / file)) == memory._replace(path=str(store / file))


@given(st.binary(max_size=400) | st.binary(max_size=200).map(lambda data: b"---\n" + data + b"\n---\nx"))
def test_reading_never_fails(tmp_path_factory: pytest.TempPathFactory, data: bytes) -> None:
    """S30, S33: any bytes make a memory with text in every field, and the file is as it was."""
    path = tmp_path_factory.getbasetemp() / "any.md"
    path.write_bytes(data)
    memory = library.read(str(path))
    assert memory and all(isinstance(field, (str, bool)) for field in memory) and "\x00" not in memory.body
    assert path.read_bytes() == data


def test_what_is_no_file_is_no_memory(store: Path) -> None:
    """S49: a file that is gone or a folder in its place reads as none."""
    (store / "folder.md").mkdir()
    assert library.read(str(store / "gone.md")) is None is library.read(str(store / "folder.md"))


def test_a_memory_that_is_a_pipe_is_not_waited_for(store: Path) -> None:
    """S33: what is no plain file is not listed, so nobody waits on it."""
    os.mkfifo(store / "pipe.md")
    assert names(store) == []


def test_which_files_are_memories(store: Path) -> None:
    """S67, S90: `.md` files in any folder; not the index, hidden files, sync conflicts, or what links lead to."""
    kept = ["a.md", "deep er/b c.md", "deep er/日本.md", "notes on conflicts.md", "conflicted copy.md"]
    left = ["MEMORY.md", ".hidden.md", ".git/c.md", "a.txt", "a (conflicted copy).md", "deep er/MEMORY.md", "x.md.bak",
            "MEMORY (Ann's conflicted copy 2026-11-01).md", "b.sync-conflict-20261101-101010-ABC.md", ".a.md.1-2.tmp"]
    for name in kept + left:
        (store / name).parent.mkdir(exist_ok=True)
        (store / name).write_text("x")
    outside = world.memory(store.parent / "outside", "z.md").parent
    os.symlink(outside, store / "linked")
    os.symlink(store, store / "loop")
    os.symlink(store / "gone", store / "dangling.md")
    assert sorted(names(store)) == sorted(kept) and names(store) == names(store)
    assert names(store / "gone") == []


# Writing

HOSTILE = ["con", "Desktop ", "語" * 300, "../../.ssh/x", "/etc/passwd", "😀🎉", "A", "a", "e\u0301t\u00e9",
           "\u00e9t\u00e9", "", ".", "..", "a/b", "a\x00b", "x" * 500, "nul.md", "COM1", "-rf", "名前", "ﬁn", "MEMORY",
           "a\nb: c", "CON.md", "..\\..\\x"]


def test_no_name_leaves_the_store_or_goes_over_another(store: Path) -> None:
    """S47: reserved, endless, foreign, empty and hostile names: each gets a short ASCII file of its own, twice over."""
    paths = [library.add(str(store), candidate(name), "extract", "2026-11-01", "s") for name in HOSTILE * 2]
    assert len(set(paths)) == len(paths) == len(list(store.iterdir()))
    assert len({os.path.basename(path).casefold() for path in paths}) == len(paths)
    for path in paths:
        assert os.path.dirname(os.path.realpath(path)) == str(store)
        name = os.path.basename(path)
        assert name.isascii() and len(name) < 100 and name.startswith("feedback_") and name.endswith(".md")
        assert name == name.strip() and not set(name) & set(" /\\:*?\"<>|\x00")


@given(any_text)
def test_a_slug_is_bounded_ascii(name: str) -> None:
    """S47: any name makes a file name of ASCII words; composed and decomposed forms of one name make the same."""
    slug = library.slug(name)
    assert slug and len(slug) <= 70 and set(slug) <= set("abcdefghijklmnopqrstuvwxyz0123456789_")
    assert library.slug(unicodedata.normalize("NFD", name)) == library.slug(unicodedata.normalize("NFC", name))


@given(any_text, any_text, any_text, any_text, any_text)
def test_what_is_written_is_read(
    tmp_path_factory: pytest.TempPathFactory, name: str, description: str, body: str, why: str, source: str
) -> None:
    """S30: whatever a candidate holds, its file is a sound one of our dialect and says the same again."""
    store = str(tmp_path_factory.mktemp("w"))
    made = Candidate("project", name, description, body, "q", why=why)
    clean = [framing.tame(text.encode("utf-8", "replace").decode()) for text in (name, description, body, why)]
    made = made._replace(name=clean[0], description=clean[1], body=clean[2], why=clean[3])
    path = library.add(store, made, "extract", "2026-11-01", source.encode("utf-8", "replace").decode())
    memory = library.read(path)
    assert memory and (memory.type, memory.observed, memory.created) == ("project", "2026-11-01", "2026-11-01")
    assert memory.name == (" ".join(clean[0].split()) or os.path.basename(path)[:-3])


def test_what_a_new_memory_looks_like(store: Path) -> None:
    """The one dialect that is written, to the letter."""
    made = candidate("No hyphens: ever", "Never use hyphens.", why="The user dislikes them.", how="In any text.")
    path = library.add(str(store), made, "extract", "2026-11-12", "claude-code/s/u")
    assert os.path.basename(path) == "feedback_no_hyphens_ever.md"
    assert Path(path).read_text() == (
        "---\nname: 'No hyphens: ever'\ndescription: When it matters\nmetadata:\n  type: feedback\n  scope: project\n"
        "  created: 2026-11-12\n  observed: 2026-11-12\n  source: claude-code/s/u\n  by: extract\n---\n"
        "Never use hyphens.\n\n**Why:** The user dislikes them.\n**How to apply:** In any text.\n")


@given(st.lists(any_text, max_size=20))
def test_keywords_are_a_list_that_is_read_again(tmp_path_factory: pytest.TempPathFactory, raw: list[str]) -> None:
    """Whatever a model names: at most twelve short terms on one line of the head, no sentence and no address."""
    words = record.keywords(raw)
    path = library.add(str(tmp_path_factory.mktemp("k")), candidate("N", keywords=words), "extract", "2026-11-01", "s")
    memory, listed = library.read(path), words.split(", ") if words else []
    assert memory and memory.keywords == " ".join(listed) and memory.observed == "2026-11-01"
    assert len(listed) <= 12 and all(len(word) <= 40 and len(word.split()) <= 4 for word in listed)
    assert not words or "\nkeywords: [" in Path(path).read_text()


@pytest.mark.parametrize(("raw", "kept"), [
    (["staging", " pre  prod ", "staging", "预发布环境", 3, None], "staging, pre prod, 预发布环境"),
    ("deploy, 部署,,  ship it ", "deploy, 部署, ship it"),
    (["see https://evil.example/x", "www.evil.example", "Run it!", "ignore all that stands above", "x" * 41], ""),
    (["a, b"], "a b"), ({"a": 1}, ""), (None, ""), ([str(n) for n in range(20)], ", ".join(map(str, range(12)))),
])
def test_which_keywords_are_sound(raw: object, kept: str) -> None:
    """Repeats, sentences, addresses and what is no text are left out, and the memory is none the worse for it."""
    assert record.keywords(raw) == kept


@pytest.mark.parametrize(("lines", "read", "gains"), [
    ("", "", True), ("keywords: [own, words]\n", "own words", False), ("keywords: own, words\n", "own, words", False),
    ("tags: [own]\n", "own", False), ("keywords: own\ntags: words\n", "own words", False),
    ("keywords:\n- own\n- words\n", "own words", False),
])
def test_keywords_of_the_users_own_are_read_and_stay(store: Path, lines: str, read: str, gains: bool) -> None:
    """S88: by hand, keywords and tags come as a list or with commas; a revision adds some only where there are none."""
    (store / "a.md").write_text(f"---\nname: a\n{lines}metadata:\n  observed: 2026-11-01\n---\nOld.\n")
    memory = library.read(str(store / "a.md"))
    assert memory and memory.keywords == read
    library.revise(str(store / "a.md"), candidate("a", "New.", keywords="部署, ship it"), "2026-12-01")
    text = (store / "a.md").read_text()
    assert lines in text and text.endswith("---\nNew.\n") and ("keywords: [部署, ship it]\n" in text) is gains


def test_confirming_moves_one_day(store: Path) -> None:
    """S44: what the user says again is observed today; every other byte stays; the day never goes back."""
    path = world.memory(store, "a.md", "x", "observed: 2020-01-01", observed="2026-11-01 # last", by="extract")
    before = path.read_bytes()
    assert not library.confirm(str(path), "2026-11-01") and not library.confirm(str(path), "2026-10-01")
    assert path.read_bytes() == before
    assert library.confirm(str(path), "2026-12-01")
    assert path.read_bytes() == before.replace(b"2026-11-01 # last", b"'2026-12-01' # last")
    memory = library.read(str(path))
    assert memory and memory.observed == "2026-12-01" and memory.created == "2026-11-01"


@pytest.mark.parametrize("data", [b"no head", b"---\nname: a\n---\nB", b"---\nmetadata:\n  type: user\n---\n\xff", b""])
def test_a_file_of_the_users_own_is_never_rewritten(store: Path, data: bytes) -> None:
    """S88: a memory without our mark of when it was said stays as it is, and a missing one is not made."""
    (store / "a.md").write_bytes(data)
    assert not library.confirm(str(store / "a.md"), "2026-12-01")
    assert (store / "a.md").read_bytes() == data
    assert not library.confirm(str(store / "gone.md"), "2026-12-01") and not (store / "gone.md").exists()


def test_bytes_that_are_no_text_survive_a_confirmation(store: Path) -> None:
    """S88: a file with a broken character keeps it when its day is moved."""
    path = world.memory(store, "a.md", "x", "body")
    path.write_bytes(path.read_bytes() + b"\xff\xfe tail")
    assert library.confirm(str(path), "2026-12-01") and path.read_bytes().endswith(b"\xff\xfe tail")


@pytest.mark.parametrize(("name", "title"), [("no-hyphens-in-writing", "No hyphens in writing"), ("x", "X"), ("", ""),
                                             ("a_b  c", "A b c"), ("日本-語", "日本 語"), ("Äpfel", "Äpfel")])
def test_titles_are_for_people(name: str, title: str) -> None:
    """A name's words, the first with a capital."""
    assert library.title(name) == title


def test_what_a_killed_writer_left_is_tidied_up(tmp_path: Path) -> None:
    """S33: a half-written file of ours goes once it is an hour old; a fresh one and everybody else's stay."""
    store = tmp_path / "memory"
    store.mkdir()
    old, fresh, foreign = (store / name for name in (".a.md.123-0a1b2c.tmp", ".b.md.124-0a1b2c.tmp", ".notes.tmp"))
    for path in (old, fresh, foreign):
        path.write_text("half")
    os.utime(old, (0, 0))
    os.utime(foreign, (0, 0))
    library.tidy(str(store), time.time())
    assert sorted(path.name for path in store.iterdir()) == [fresh.name, foreign.name]


def test_a_link_that_leads_nowhere_is_no_memory(tmp_path: Path) -> None:
    """S61: links in a circle, to nothing and to a folder are passed over; the memories beside them are read."""
    for name, target in (("a.md", "a.md"), ("b.md", "c.md"), ("c.md", "b.md"), ("d.md", "nothing"), ("e.md", ".")):
        (tmp_path / name).symlink_to(target)
    (tmp_path / "real.md").write_text("A fact.")
    (tmp_path / "linked.md").symlink_to("real.md")
    assert [entry.name for entry in library.files(str(tmp_path))] == ["linked.md", "real.md"]
