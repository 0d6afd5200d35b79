"""Whatever is done to a store, in any order, and wherever it is killed: what a person wrote stays, and every fact does.

Beside the store stands an oracle of plain dicts: what the person wrote, byte for byte, and which facts there must be.
"""
from __future__ import annotations

import datetime
import itertools
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
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule

import world
from reverie import archive, consolidate, dreams, index, library, project, session
from reverie import forget as forgetting
from reverie.history import commits
from reverie.history import log as history
from reverie.history import restore as restoring
from reverie.history import undo as undoing
from world import Home, proposal, said

MARK = "¶"
"""Stands in every entry of the index that the person wrote."""
GONE = "(gone.md)"
"""An entry in a block of code, which leads nowhere."""
FACT = re.compile(r"\b4\d{4}\b")
TOPICS = ("API server", "queue broker", "login proxy")
KINDS = ("extract", "extract", "extract", "native", "native", "user", "pinned", "bare")
IN_MEMORY = "/dev/shm" if os.path.isdir("/dev/shm") else None
"""Where stores may lie that outlast a kill and no power cut: there nobody waits for a disk."""
DIES = st.none() | st.integers(1, 45)
"""Before which of its writes a process is killed."""
NTH = st.integers(0, 99)
"""Which of the things that are there: drawn before it is known how many there are, as a kill falls where it falls."""
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


def archived(one: Home) -> list[str]:
    """What lies in the archive and has no file in the store."""
    there = {each.origin for each in archive.listed(one.here, str(one.store))}
    return sorted(file for file in there if not (one.store / file).exists())


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
        self.folder = Path(tempfile.mkdtemp(prefix="reverie-machine-", dir=IN_MEMORY))
        (self.folder / "home").mkdir()
        self.one = Home(self.folder / "home")
        self.store, self.archive = self.one.store, Path(self.one.here.home, "archive")
        self.store.mkdir(parents=True)
        self.path = os.environ["PATH"]
        self.count = 40_000
        self.theirs: Tree = {}
        """Files that only the person may change."""
        self.known: set[str] = set()
        """The facts that must be somewhere."""
        self.said: set[str] = set()
        """Those that were said in a session, as long as the person took no file with them away."""
        self.prose: list[str] = []
        self.entries: dict[str, str] = {}
        """What the person wrote of the index."""
        self.unfinished = False
        """Whether a dream was killed and none has followed."""
        self.last: tuple[Tree, Tree] | None = None
        """The store before and after Reverie's last change, as long as nobody touched it since."""

    @initialize(git=st.booleans(), kinds=st.lists(st.sampled_from(KINDS), min_size=2, max_size=5),
                text=st.sampled_from(["# Memories\n\n", "\ufeff# M\xe9moires\r\n", "# J\udcfcrgen\n- ", ""]))
    def begin(self, git: bool, kinds: list[str], text: str) -> None:
        """The history is kept in git, or as copies where there is none. There are some memories, two of them the same,
        one of them old, in a project in which there was work on a hundred days.
        """
        if not git:
            os.environ["PATH"] = "/nonexistent"
        worked(self.one)
        for n, kind in enumerate(kinds):
            self.write(kind, TOPICS[n % 2], "", "\n", "2026-11-01" if n else "2025-01-01")
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

    def pick(self, nth: int, **which: bool) -> str:
        """One of the memories that are there; empty if there is none."""
        now = tree(self.store)
        mine = persons(now)
        files = [file for file in now if memory(file)
                 and which.get("ours", True) >= (file not in mine) and which.get("theirs", True) >= (file in mine)]
        return files[nth % len(files)] if files else ""

    @rule(kind=st.sampled_from(KINDS), topic=st.sampled_from(TOPICS), folder=st.sampled_from(["", "", "sub/"]),
          ends=st.sampled_from(["\n", "\n", "\r\n"]), day=st.sampled_from(["2025-01-01", "2026-11-01", "2026-11-20"]))
    def write(self, kind: str, topic: str, folder: str, ends: str, day: str) -> None:
        fact = self.fact()
        name = f"port-{fact}"
        self.by_hand(f"{folder}{name}.md", _bytes(text_of(kind, name, topic, fact, day).replace("\n", ends)))

    @rule(nth=NTH)
    def copy(self, nth: int) -> None:
        """The same once more under another name."""
        file = self.pick(nth)
        if not file:
            return
        self.count += 1
        self.by_hand(f"copy-{self.count}.md", (self.store / file).read_bytes())

    @rule(nth=NTH)
    def edit(self, nth: int) -> None:
        file = self.pick(nth)
        if not file:
            return
        self.by_hand(file, (self.store / file).read_bytes() + f"Port {self.fact()} is its spare.\n".encode())

    @rule(nth=NTH)
    def delete(self, nth: int) -> None:
        file = self.pick(nth)
        if file:
            self.known -= facts({file: (self.store / file).read_bytes()})
            self.said -= facts({file: (self.store / file).read_bytes()})
            self.by_hand(file, None)

    @rule(file=st.sampled_from(["notes.txt", ".obsidian/app.json", "a (conflicted copy).md"]))
    def foreign(self, file: str) -> None:
        """Something that is no memory."""
        self.count += 1
        self.by_hand(file, f"{self.count} \r\n\x00".encode())

    @rule(nth=NTH, row=st.sampled_from(["# Heading {}", "Ask Bob {}", "", "  - nested {}",
                                               f"```\n- [no entry {{}}]{GONE}\n```"]))
    def say(self, nth: int, row: str) -> None:
        """A line of prose somewhere in the index."""
        self.count += 1
        self.insert(nth, row.format(self.count))

    @rule(nth=NTH)
    def point(self, nth: int) -> None:
        """An entry in the person's own words."""
        self.count += 1
        if self.pick(nth):
            self.insert(nth, f"* [see {MARK}{self.count}](./{self.pick(nth)}), or ask Bob")

    def listing(self) -> list[str]:
        """The rows of the index with their ends."""
        return _text(tree(self.store).get("MEMORY.md", b"")).splitlines(keepends=True)

    def insert(self, nth: int, row: str) -> None:
        there = self.listing()
        fences = [n for n, line in enumerate(there) if line.startswith("```")]
        places = [n for n in range(len(there) + 1) if sum(fence < n for fence in fences) % 2 == 0]
        at = places[nth % len(places)]
        if at and not there[at - 1].endswith("\n"):
            there[at - 1] += "\n"
        last = at == len(there) and nth > 50  # no end of line at the end of the file
        self.by_hand("MEMORY.md", _bytes("".join([*there[:at], row + "\n" * (not last), *there[at:]])))

    @rule(nth=NTH)
    def strike(self, nth: int) -> None:
        """A row of the index goes."""
        there = self.listing()
        loose = [n for n, row in enumerate(there) if "```" not in row and GONE not in row]
        if loose:
            at = loose[nth % len(loose)]
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
            self.last = (before, after) if dies is None else None

    @rule(nth=NTH, topic=st.sampled_from(TOPICS), op=st.sampled_from(["create", "update", "supersede"]),
          dies=DIES)
    def extract(self, nth: int, topic: str, op: str, dies: int | None) -> None:
        """The person says something, and the worker keeps it."""
        older = "" if op == "create" else self.pick(nth, theirs=False)
        op = op if older else "create"
        fact = self.fact()
        self.said.add(fact)
        words = f"The {topic} listens on port {fact}."
        made = proposal(words[:-1], type="project", name=f"said-{fact}", body=words, op=op, target=older,
                        description=f"Where the {topic} listens now")
        if op == "update":
            self.known -= facts({older: (self.store / older).read_bytes()})
        self.one.later(90_000)  # else a model whose last answer was none that can be read is left in peace for a while
        self.one.answers(*[{"memories": [made]}] * 3)
        self.one.say(said(f"Remember: {words}"))
        self.one.note()
        self.act(Home.work, dies)

    @rule(nth=NTH, answer=st.sampled_from(["merge", "drop", "supersede", "delete", "nothing", "garbage"]),
          dies=DIES, at_once=st.booleans())
    def dream(self, nth: int, answer: str, dies: int | None, at_once: bool) -> None:
        """The worker consolidates; a second time straight after it finds nothing to do."""
        self.one.answers(*[self.plan(nth, answer)] * 3)
        if dies and not at_once:
            self.unfinished |= killed(self.folder, lambda: dream(self.one), dies)
            self.last = None
            return
        self.act(dream, dies)
        if self.unfinished:  # then it is a change of its own what that one had left
            self.last, self.unfinished = None, False
        self.tidy()
        before, changes = tree(self.store), log(self.one)
        self.one.answers({"steps": []})
        dream(self.one)
        assert tree(self.store) == before and log(self.one) == changes

    def plan(self, nth: int, answer: str) -> object:
        """What the model says."""
        files = [file for file in tree(self.store) if memory(file)]
        if answer == "garbage" or len(files) < 2:
            return "Sure! I have deleted everything."
        if answer == "delete":
            return {"steps": [step("archive", [file]) for file in files]}
        if answer == "nothing":
            return {"steps": []}
        one, other = list(itertools.permutations(files, 2))[nth % (len(files) * (len(files) - 1))]
        if answer == "supersede":
            return {"steps": [step("supersede", [older], file=newer) for older, newer in ((one, other), (other, one))]}
        both = sorted(facts({file: (self.store / file).read_bytes() for file in (one, other)}))
        ports = " and ".join(both[answer == "drop":])
        body = f"These servers listen on the ports {ports}.\n\n**Why:** The firewall lets {ports} through."
        return {"steps": [step("merge", [one, other], file=one, name="ports", description="Where the servers listen",
                               type="project", body=body)]}

    @rule(dies=DIES)
    def undo(self, dies: int | None) -> None:
        """Reverie's last change is taken back, to the byte where nobody touched the store since."""
        before, after = newest(self.one)
        if after == before:
            return
        expected = self.last
        self.known -= facts(after) - facts(before)
        self.said -= facts(after) - facts(before)
        self.act(undo, dies, again=dream)
        now = tree(self.store)
        if expected and dies is None:
            assert now == expected[0]
        touched = {file for file in {*before, *after} if before.get(file) != after.get(file)}
        self.theirs = {file: data for file, data in self.theirs.items() if file not in touched}
        self.theirs |= {file: data for file, data in persons(now).items() if file in touched}
        self.entries |= entries(_text(now.get("MEMORY.md", b"")))

    @rule(nth=NTH, dies=DIES)
    def forget(self, nth: int, dies: int | None) -> None:
        """The person wants a memory gone."""
        file = self.pick(nth)
        if not file:
            return
        self.known -= facts({file: (self.store / file).read_bytes()})
        self.said -= facts({file: (self.store / file).read_bytes()})
        self.theirs.pop(file, None)
        lay = tree(self.archive)
        self.act(lambda one: forget(one, file) if (self.store / file).exists() else None, dies)
        assert not (self.store / file).exists()
        self.known -= facts(lay) - facts(tree(self.archive))  # what says the same goes with it

    @rule(nth=NTH, dies=DIES)
    def restore(self, nth: int, dies: int | None) -> None:
        """The person wants a memory back from the archive."""
        names = archived(self.one)
        if names:
            self.act(lambda one: restore(one, names[nth % len(names)]), dies, again=dream)

    # What must hold

    def tidy(self) -> None:
        """Every memory that stands is in the index, no entry leads nowhere, and what was said rests on the words."""
        text = "".join(self.listing())
        read = [library.read(entry.path) for entry in library.files(str(self.store))]
        stand = {os.path.basename(memory.path) for memory in read if memory and not memory.superseded
                 and os.path.dirname(memory.path) == str(self.store)}  # in folders lies what was put aside
        leads = set(map(index.file_of, index.targets(text)))
        assert stand <= index.linked(text), f"not in the index: {stand - index.linked(text)}"
        assert leads <= set(tree(self.store)), f"leads nowhere: {leads - set(tree(self.store))}"
        assert not {"planned", "begun"}.intersection(row["outcome"] for row in self.one.rows("dream_steps"))
        rests = {(os.path.relpath(row["path"], self.store), fact) for row in self.one.rows("evidence")
                 for fact in FACT.findall(row["quote"])}
        here = {(file, fact) for file, data in tree(self.store).items() for fact in facts({file: data})}
        assert self.said & {fact for _, fact in here} <= {fact for _, fact in here & rests}, "nobody's words"

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
        lost = self.known - facts(tree(self.store)) - facts(tree(self.archive))
        assert not lost, f"lost: {lost}"


# What the machine has found

def worked(one: Home) -> None:
    """There was work in the project on a hundred days."""
    with world.opened(one.here, one.env) as house:
        for ago in range(100):
            dreams.worked(house.ledger, str(one.store), (house.now.date() - datetime.timedelta(ago)).isoformat())


def unused(one: Home, *names: str) -> None:
    """Memories that nobody has used for long, and no model to ask."""
    one.env["REVERIE_BACKEND"] = "off"
    for n, name in enumerate(names):
        world.memory(one.store, name, f"Where the {name} listens", f"The {name} server listens on port {41_000 + n}.",
                     by="extract", created="2025-01-01", observed="2025-01-01")
    worked(one)


def test_the_archive_takes_its_share_once(home: Path) -> None:
    """Asked for one dream after the other, no more goes to the archive than by the first: else it would all go."""
    one = Home(home)
    unused(one, *(f"{word}.md" for word in ("apple", "bread", "cream", "dates", "elder", "figue", "grape", "honey")))
    dream(one)
    after = tree(one.store)
    assert len(archived(one)) == 1
    dream(one)
    assert tree(one.store) == after


def test_what_was_restored_goes_back_to_the_archive(home: Path) -> None:
    """Undo of a restore, and redo of the dream that put a memory aside: it is in the store or in the archive."""
    one = Home(home)
    name = "apple.md"
    unused(one, name)
    there = []
    for act in (dream, lambda one: restore(one, name), undo, undo, undo):
        act(one)
        there.append(name in tree(one.store))
        assert (archived(one) == [name]) == (not there[-1])
    assert there == [False, True, False, True, False]


def test_a_merge_that_was_taken_back_is_not_made_the_other_way_round(home: Path) -> None:
    """Which of the two would stay changes with the index; that both are to stay was the person's word."""
    one = Home(home)
    one.env["REVERIE_BACKEND"] = "off"
    for name in ("listening", "port"):
        world.memory(one.store, f"{name}.md", "Where it listens", "The API listens on port 40001.", by="extract")
    dream(one)
    assert len(facts(tree(one.store))) == 1 and len(tree(one.store)) == 2
    undo(one)
    for index_text in ("", "- [P](port.md)\n", "- [L](listening.md)\n"):
        (one.store / "MEMORY.md").write_text(index_text)
        dream(one)
        assert {"listening.md", "port.md"} <= set(tree(one.store))


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
TestDreams.settings = hypothesis.settings(max_examples=30, stateful_step_count=15)
