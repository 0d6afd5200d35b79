"""Whatever is done to a store, in any order, and wherever it is killed: what a person wrote stays, and every fact does.

Beside the store stands an oracle of plain dicts: what the person wrote, byte for byte, and which facts there must be.
"""
from __future__ import annotations

import datetime
import os
import re
import shutil
import signal
import sqlite3
import subprocess
import sys
import tempfile
import time
import warnings
from collections.abc import Callable
from pathlib import Path
from typing import Any

import hypothesis
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

import world
from reverie import archive, commits, consolidate, dreams, history, index, ledger, library, project, session
from reverie import forget as forgetting
from reverie import restore as restoring
from reverie import undo as undoing
from world import Home, proposal, said

MARK = "¶"
"""Stands in every entry of the index that the person wrote."""
GONE = "(gone.md)"
"""An entry in a block of code, which leads nowhere."""
FACT = re.compile(r"\b4\d{4}\b")
TOPICS = ("API server", "queue broker", "login proxy")
KINDS = ("extract", "extract", "extract", "native", "native", "user", "pinned", "bare")
DIES = st.none() | st.integers(1, 45)
"""Before which of its writes a process is killed."""
Tree = dict[str, bytes]


def _text(data: bytes) -> str:
    return data.decode("utf-8", "surrogateescape")


def _bytes(text: str) -> bytes:
    return text.encode("utf-8", "surrogateescape")


# The store, as a person sees it

def tree(store: Path) -> Tree:
    """Every file of the store, but for what a killed writer left half-written."""
    return {path.relative_to(store).as_posix(): path.read_bytes() for path in sorted(store.rglob("*"))
            if path.is_file() and not path.name.endswith(".tmp")}


def facts(files: Tree) -> set[str]:
    return {fact for name, data in files.items() if name != "MEMORY.md" for fact in FACT.findall(str(data))}


def persons(files: Tree) -> Tree:
    """The files that nobody but the person may change: their own, pinned ones, those without a head, no memories."""
    return {name: data for name, data in files.items() if name != "MEMORY.md" and (
        not memory(name) or b"---" not in data[:9] or b"by: user" in data or b"pinned: true" in data)}


def memory(file: str) -> bool:
    """Whether the file counts as a memory."""
    return file.endswith(".md") and "conflict" not in file and file != "MEMORY.md"


def prose(text: str) -> list[str]:
    """The rows of the index that are no entries, which are all the person's, but for blank ones."""
    return [row for row in text.splitlines() if row.strip() and ("](" not in row or GONE in row)]


def entries(text: str) -> dict[str, str]:
    """The entries in the person's own words, and where they lead."""
    return {row: index.file_of(row.partition("](")[2].partition(")")[0]) for row in text.splitlines()
            if MARK in row and "](" in row and GONE not in row}


def text_of(kind: str, name: str, topic: str, fact: str, day: str) -> str:
    """A memory file of this kind, last said on this day."""
    body = (f"The {topic} listens on port {fact}, until it moves next Friday.\n\n"
            f"**Why:** The firewall lets {fact} through.\n**How to apply:** Ask J\udcfcrgen first.\n")
    by = {"user": "  by: user\n", "pinned": "  by: extract\n  pinned: true\n", "extract": "  by: extract\n"}
    head = f"---\nname: {name}\ndescription: Where the {topic} listens\n"
    return body if kind == "bare" else head + f"metadata:\n  type: project\n  created: {day}\n  observed: {day}\n" + (
        f"{by.get(kind, '')}---\n{body}")


def stands(data: bytes) -> bool:
    """Whether nothing else stands in the memory's place."""
    return b"superseded_by:" not in data


# What Reverie is asked for

def dream(one: Home) -> None:
    with world.opened(one.here, one.env) as house:
        consolidate.run(house, str(one.store), consolidate.ASKED)


def undo(one: Home) -> None:
    with world.opened(one.here, one.env) as house:
        undoing.run(house, str(one.store), "last")


def forget(one: Home, file: str) -> None:
    with world.opened(one.here, one.env) as house:
        binding = session.Binding(str(one.root), str(one.store), False)
        forgetting.remove(house, binding, forgetting.named(house, str(one.store), [file]))


def restore(one: Home, name: str) -> None:
    with world.opened(one.here, one.env) as house:
        restoring.run(house, str(one.store), name)


def archived(one: Home) -> set[str]:
    """What lies in the archive and has no file in the store."""
    there = {each.origin for each in archive.listed(one.here, str(one.store))}
    return {file for file in there if not (one.store / file).exists()}


def log(one: Home) -> list[str]:
    """The changes in the history, the newest first, once it knows what was done by hand."""
    with world.opened(one.here, one.env) as house:
        commits.outside(house, str(one.store))
    return [each.rev for each in history.entries(one.here, str(one.store))]


def newest(one: Home) -> tuple[Tree, Tree]:
    """The store before and after Reverie's last change, as the history has it; nothing twice if there is none."""
    revs, store = log(one), str(one.store)
    ours = [each.rev for each in history.entries(one.here, store) if each.entry.by == "reverie"]
    if not ours:
        return {}, {}
    older = revs[revs.index(ours[0]) + 1:]
    return history.tree(one.here, store, older[0]) if older else {}, history.tree(one.here, store, ours[0])


# A process that dies

def killed(folder: Path, act: Callable[[], object], step: int) -> bool:
    """Run `act` in a process that is killed right before its `step`th write; False if it got to the end."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)  # newer Pythons dislike a fork beside threads
        child = os.fork()
    if not child:
        _counted(str(folder), act, step)
        os._exit(0)
    status = os.waitpid(child, 0)[1]
    assert os.WIFSIGNALED(status) or status == 0
    return os.WIFSIGNALED(status)


def _counted(folder: str, act: Callable[[], object], step: int) -> None:
    left = [step]

    def count(statement: str = "insert") -> None:
        if statement.lstrip().lower().startswith(("insert", "update", "delete", "replace", "commit")):
            left[0] -= 1
            if left[0] == 0:
                os.kill(os.getpid(), signal.SIGKILL)

    def audit(event: str, arguments: tuple[Any, ...]) -> None:
        if event in ("os.rename", "os.link", "os.remove", "subprocess.Popen") and folder in str(arguments):
            count()

    def connect(*arguments: Any, **more: Any) -> sqlite3.Connection:
        db = real(*arguments, **more)
        db.set_trace_callback(count)
        return db

    real, sqlite3.connect = sqlite3.connect, connect
    sys.addaudithook(audit)
    try:
        act()
    except BaseException as error:  # noqa: B036,BLE001  # nothing may get back into the parent's tests
        sys.stderr.write(f"{type(error).__name__}: {error}\n")
        os._exit(1)


def step(op: str, sources: list[str], **more: str) -> dict[str, object]:
    """A step as a model proposes it."""
    texts = dict.fromkeys(("file", "name", "description", "type", "scope", "body"), "")
    return {"op": op, "sources": sources, **texts, "keywords": [], "reason": "they say the same", **more}


class Dreams(RuleBasedStateMachine):
    """A person, an agent and a worker with one store between them."""

    def __init__(self) -> None:
        super().__init__()
        self.folder = Path(tempfile.mkdtemp(prefix="reverie-machine-"))
        (self.folder / "home").mkdir()
        self.one = Home(self.folder / "home")
        self.store = self.one.store
        self.store.mkdir(parents=True)
        self.path = os.environ["PATH"]
        self.count = 40_000
        self.theirs: Tree = {}
        """Files that only the person may change."""
        self.known: set[str] = set()
        """The facts that must be somewhere."""
        self.prose: list[str] = []
        self.entries: dict[str, str] = {}
        """What the person wrote of the index."""
        self.acted = False
        """Whether Reverie has changed anything."""
        self.last: tuple[Tree, Tree] | None = None
        """The store before and after Reverie's last change, as long as nobody touched it since."""

    @initialize(git=st.booleans(), kinds=st.lists(st.sampled_from(KINDS), min_size=2, max_size=5),
                text=st.sampled_from(["# Memories\n\n", "\ufeff# M\xe9moires\r\n", "# J\udcfcrgen\n- ", ""]))
    def begin(self, git: bool, kinds: list[str], text: str) -> None:
        """The history is kept in git, or as copies where there is none. Some memories are there, two of them the same.
        """
        if not git:
            os.environ["PATH"] = "/nonexistent"
        for n, kind in enumerate(kinds):
            self.write(kind, TOPICS[n % 2], "", "\n", "2026-11-01")
        self.by_hand("twin.md", (self.store / f"port-{self.count}.md").read_bytes())
        self.by_hand("MEMORY.md", _bytes(text))

    def teardown(self) -> None:
        os.environ["PATH"] = self.path
        shutil.rmtree(self.folder)

    # What the person does

    def fact(self) -> str:
        self.count += 1
        self.known.add(str(self.count))
        return str(self.count)

    def by_hand(self, file: str, data: bytes | None) -> None:
        """The person writes a file, or takes it away."""
        path = self.store / file
        if data is None:
            path.unlink()
        else:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(data)
            os.utime(path, (time.time() + 120,) * 2)  # a person is slow: what is written at once is a killed writer's
        self.looked()

    def looked(self) -> None:
        """The oracle takes the store as it is for the person's will."""
        self.last = None
        now = tree(self.store)
        text = _text(now.get("MEMORY.md", b""))
        self.theirs, self.prose, self.entries = persons(now), prose(text), entries(text)

    def pick(self, data: st.DataObject, **which: bool) -> str:
        """One of the memories that are there; empty if there is none."""
        now = tree(self.store)
        mine = persons(now)
        files = [file for file in now if memory(file)
                 and which.get("ours", True) >= (file not in mine) and which.get("theirs", True) >= (file in mine)]
        return data.draw(st.sampled_from(files), "file") if files else ""

    def there(self) -> bool:
        return any(map(memory, tree(self.store)))

    @rule(kind=st.sampled_from(KINDS), topic=st.sampled_from(TOPICS), folder=st.sampled_from(["", "", "sub/"]),
          ends=st.sampled_from(["\n", "\n", "\r\n"]), day=st.sampled_from(["2025-01-01", "2026-11-01", "2026-11-20"]))
    def write(self, kind: str, topic: str, folder: str, ends: str, day: str) -> None:
        fact = self.fact()
        name = f"port-{fact}"
        self.by_hand(f"{folder}{name}.md", _bytes(text_of(kind, name, topic, fact, day).replace("\n", ends)))

    @rule()
    def work_on(self) -> None:
        """There is work in the project on a hundred days."""
        today = datetime.date.today()
        books = ledger.open_ledger(self.one.here)
        for ago in range(100):
            dreams.worked(books, str(self.store), (today - datetime.timedelta(ago)).isoformat())
        books.close()

    @precondition(there)
    @rule(data=st.data())
    def copy(self, data: st.DataObject) -> None:
        """The same once more under another name."""
        file = self.pick(data)
        self.count += 1
        self.by_hand(f"copy-{self.count}.md", (self.store / file).read_bytes())

    @precondition(there)
    @rule(data=st.data())
    def edit(self, data: st.DataObject) -> None:
        file = self.pick(data)
        self.by_hand(file, (self.store / file).read_bytes() + f"Port {self.fact()} is its spare.\n".encode())

    @precondition(there)
    @rule(data=st.data())
    def delete(self, data: st.DataObject) -> None:
        file = self.pick(data)
        self.known -= facts({file: (self.store / file).read_bytes()})
        self.by_hand(file, None)

    @rule(file=st.sampled_from(["notes.txt", ".obsidian/app.json", "a (conflicted copy).md"]))
    def foreign(self, file: str) -> None:
        """Something that is no memory."""
        self.count += 1
        self.by_hand(file, f"{self.count} \r\n\x00".encode())

    @rule(data=st.data(), row=st.sampled_from(["# Heading {}", "Ask Bob {}", "", "  - nested {}",
                                               f"```\n- [no entry {{}}]{GONE}\n```"]))
    def say(self, data: st.DataObject, row: str) -> None:
        """A line of prose somewhere in the index."""
        self.count += 1
        self.insert(data, row.format(self.count))

    @precondition(there)
    @rule(data=st.data())
    def point(self, data: st.DataObject) -> None:
        """An entry in the person's own words."""
        self.count += 1
        self.insert(data, f"* [see {MARK}{self.count}](./{self.pick(data)}), or ask Bob")

    def listing(self) -> list[str]:
        """The rows of the index with their ends."""
        return _text(tree(self.store).get("MEMORY.md", b"")).splitlines(keepends=True)

    def insert(self, data: st.DataObject, row: str) -> None:
        there = self.listing()
        fences = [n for n, line in enumerate(there) if line.startswith("```")]
        places = [n for n in range(len(there) + 1) if sum(fence < n for fence in fences) % 2 == 0]
        at = data.draw(st.sampled_from(places), "row")
        if at and not there[at - 1].endswith("\n"):
            there[at - 1] += "\n"
        last = at == len(there) and data.draw(st.booleans(), "no final newline")
        self.by_hand("MEMORY.md", _bytes("".join([*there[:at], row + "\n" * (not last), *there[at:]])))

    @precondition(lambda self: (self.store / "MEMORY.md").exists())
    @rule(data=st.data())
    def strike(self, data: st.DataObject) -> None:
        """A row of the index goes."""
        there = self.listing()
        loose = [n for n, row in enumerate(there) if "```" not in row and GONE not in row]
        if not loose:
            return
        at = data.draw(st.sampled_from(loose), "row")
        self.by_hand("MEMORY.md", _bytes("".join([*there[:at], *there[at + 1:]])))

    # What Reverie does

    def act(
        self, what: Callable[[Home], object], dies: int | None, again: Callable[[Home], object] | None = None
    ) -> None:
        """Reverie does something; where it is killed at it, it does it `again`."""
        before = tree(self.store)
        if dies is None:
            what(self.one)
        else:
            died = killed(self.folder, lambda: what(self.one), dies)
            if died:
                (again or what)(self.one)
        after = tree(self.store)
        if after != before:
            self.acted, self.last = True, (before, after) if dies is None else None

    @rule(data=st.data(), topic=st.sampled_from(TOPICS), op=st.sampled_from(["create", "update", "supersede"]),
          dies=DIES)
    def extract(self, data: st.DataObject, topic: str, op: str, dies: int | None) -> None:
        """The person says something, and the worker keeps it."""
        older = "" if op == "create" else self.pick(data, theirs=False)
        op = op if older else "create"
        fact = self.fact()
        words = f"The {topic} listens on port {fact}."
        made = proposal(words[:-1], type="project", name=f"said-{fact}", body=words, op=op, target=older,
                        description=f"Where the {topic} listens now")
        if op == "update":
            self.known -= facts({older: (self.store / older).read_bytes()})
        self.one.later()  # else a model whose last answer was none that can be read is left in peace for a while
        self.one.answers(*[{"memories": [made]}] * 3)
        self.one.say(said(f"Remember: {words}"))
        self.one.note()
        self.act(Home.work, dies)

    @rule(data=st.data(), answer=st.sampled_from(["merge", "drop", "supersede", "delete", "nothing", "garbage"]),
          dies=DIES, at_once=st.booleans())
    def dream(self, data: st.DataObject, answer: str, dies: int | None, at_once: bool) -> None:
        """The worker consolidates; a second time straight after it finds nothing to do."""
        self.one.answers(*[self.plan(data, answer)] * 3)
        if dies and not at_once:
            killed(self.folder, lambda: dream(self.one), dies)
            self.last = None
            return
        self.act(dream, dies)
        self.tidy()
        before = tree(self.store), log(self.one)
        self.one.answers({"steps": []})
        dream(self.one)
        assert (tree(self.store), log(self.one)) == before, "a second dream did something"

    def plan(self, data: st.DataObject, answer: str) -> object:
        """What the model says."""
        files = [file for file in tree(self.store) if memory(file)]
        if answer == "garbage" or len(files) < 2:
            return "Sure! I have deleted everything."
        if answer == "delete":
            return {"steps": [step("archive", [file]) for file in files]}
        if answer == "nothing":
            return {"steps": []}
        one, other = data.draw(st.permutations(files), "sources")[:2]
        if answer == "supersede":
            return {"steps": [step("supersede", [older], file=newer) for older, newer in ((one, other), (other, one))]}
        both = sorted(facts({file: (self.store / file).read_bytes() for file in (one, other)}))
        ports = " and ".join(both[answer == "drop":])
        body = f"These servers listen on the ports {ports}.\n\n**Why:** The firewall lets {ports} through."
        return {"steps": [step("merge", [one, other], file=one, name="ports", description="Where the servers listen",
                               type="project", body=body)]}

    @precondition(lambda self: self.acted)
    @rule(dies=DIES)
    def undo(self, dies: int | None) -> None:
        """Reverie's last change is taken back, to the byte where nobody touched the store since."""
        before, after = newest(self.one)
        if after == before:
            return
        expected = self.last
        self.known -= facts(after) - facts(before)
        self.act(undo, dies, again=dream)
        now = tree(self.store)
        if expected and dies is None:
            assert now == expected[0]
        touched = {file for file in {*before, *after} if before.get(file) != after.get(file)}
        self.theirs = {file: data for file, data in self.theirs.items() if file not in touched}
        self.theirs |= {file: data for file, data in persons(now).items() if file in touched}
        self.entries |= entries(_text(now.get("MEMORY.md", b"")))

    @precondition(there)
    @rule(data=st.data(), dies=DIES)
    def forget(self, data: st.DataObject, dies: int | None) -> None:
        """The person wants a memory gone."""
        file = self.pick(data)
        self.known -= facts({file: (self.store / file).read_bytes()})
        self.theirs.pop(file, None)
        self.act(lambda one: forget(one, file) if (self.store / file).exists() else None, dies)
        assert not (self.store / file).exists()

    @precondition(lambda self: archived(self.one))
    @rule(data=st.data(), dies=DIES)
    def restore(self, data: st.DataObject, dies: int | None) -> None:
        """The person wants a memory back from the archive."""
        name = data.draw(st.sampled_from(sorted(archived(self.one))), "name")
        self.act(lambda one: restore(one, name), dies, again=dream)

    # What must hold

    def tidy(self) -> None:
        """Every memory that stands is in the index, and no entry leads nowhere."""
        text = "".join(self.listing())
        read = [library.read(entry.path) for entry in library.files(str(self.store))]
        stand = {os.path.basename(memory.path) for memory in read if memory and not memory.superseded
                 and os.path.dirname(memory.path) == str(self.store)}  # in folders lies what was put aside
        leads = set(map(index.file_of, index.targets(text)))
        assert stand <= index.linked(text), f"not in the index: {stand - index.linked(text)}"
        assert leads <= set(tree(self.store)), f"leads nowhere: {leads - set(tree(self.store))}"

    @invariant()
    def what_the_person_wrote_stays(self) -> None:
        now = tree(self.store)
        for file, data in self.theirs.items():
            assert now.get(file) == data, f"{file} was the person's"
        text = _text(now.get("MEMORY.md", b""))
        assert prose(text) == self.prose
        self.entries = {row: file for row, file in self.entries.items() if file in now and stands(now[file])}
        assert self.entries.items() <= entries(text).items()

    @invariant()
    def every_fact_is_somewhere(self) -> None:
        lost = self.known - facts(tree(self.store)) - facts(tree(Path(self.one.here.home, "archive")))
        assert not lost, f"lost: {lost}"


def test_a_dream_at_the_command_line(home: Path, tmp_path: Path) -> None:
    """In processes of their own: dream, log, diff and undo tell what was done, and the store is back to the byte."""
    here, root = world.home(home), tmp_path / "project"
    root.mkdir()
    store = Path(project.resolve(str(root), here, {}).store)
    for name in ("port", "listening"):
        path = world.memory(store, f"{name}.md", "Where it listens", "The API listens on port 40001.", by="extract")
    (store / "MEMORY.md").write_text("# Mine\n- [Port](port.md) — Where it listens\n")

    def reverie(*words: str) -> str:
        done = subprocess.run([str(world.ROOT / "bin" / "reverie"), *words], env=world.environment(home), cwd=root,
                              capture_output=True, text=True, check=False, timeout=60)
        assert done.returncode == 0, done.stderr
        return done.stdout

    before = tree(store)
    assert "1 merged" in reverie("dream", "--yes")
    after = tree(store)
    assert len(after) == 2 and facts(after) == {"40001"} and not path.exists()
    assert "1 merged" in reverie("log").splitlines()[0]
    assert "-The API listens on port 40001." in reverie("diff", "last").splitlines()
    assert "listening.md is back" in reverie("undo") and tree(store) == before
    assert "listening.md is gone" in reverie("undo", "last") and tree(store) == after
    reverie("undo")
    assert "taken back before" in reverie("dream", "--yes") and path.exists()


TestDreams = Dreams.TestCase
TestDreams.settings = hypothesis.settings(max_examples=10, stateful_step_count=12)
