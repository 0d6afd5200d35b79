"""Several machines of one person: what is deleted, changed and forgotten on each, and what all of them then hold.

The judgement is tried on views without git, the rest with real git: machines, a bare remote, processes that die.
"""
from __future__ import annotations

import dataclasses
import http.server
import os
import shutil
import signal
import sys
import threading
import time
import warnings
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result
from hypothesis import given, settings
from hypothesis import strategies as st

import world
from reverie import archive, cli, index, likeness, project, session, synced
from reverie.errors import Refused
from reverie.history import log as history
from reverie.sync import burials, job, merging, pairing, side, texts
from reverie.sync.side import EMPTY, Grave, Side, Words
from world import git, proposal, replied, said

ANIMALS = ("ferret", "heron", "otter", "badger", "lynx", "marten")
OPS = ("say", "say", "edit", "rename", "forget", "purge", "delete", "sync", "sync")


def text(animal: str, name: str, lines: str = "", **more: str) -> bytes:
    """A memory of its own words for each animal."""
    keys = {"type": "project", "created": "2026-11-01", "observed": "2026-11-01", "by": "extract", **more}
    rows = "".join(f"  {key}: {value}\n" for key, value in keys.items())
    said = " ".join(f"{animal}{part}" for part in ("burrow", "feeds", "keeper", "morning", "enclosure", "hatch",
                                                     "straw", "lamp", "tunnel", "scale", "chart", "vet"))
    return f"---\nname: {name}\ndescription: About the {animal}\nmetadata:\n{rows}---\n{said}.\n{lines}".encode()


def clock(n: int) -> str:
    return f"2026-11-{1 + n // 24:02}T{n % 24:02}:00:00Z"


@dataclasses.dataclass
class View:
    """One machine without git: its side now, and the one it was last in step with."""

    now: Side = EMPTY
    agreed: Side = EMPTY

    def file(self, animal: str) -> str:
        words = pairing.words(text(animal, "x"))
        return next((file for file, data in self.now.files.items() if len(words & pairing.words(data)) > 6), "")

    def put(self, file: str, data: bytes) -> None:
        listed = index.with_line((self.now.listed or b"").decode(), file, file, "about it").encode()
        self.now = self.now._replace(files={**self.now.files, file: data}, listed=listed)

    def drop(self, file: str) -> None:
        files = {name: data for name, data in self.now.files.items() if name != file}
        words = frozenset(each for each in self.now.words if each.file != file)
        listed = index.without((self.now.listed or b"").decode(), file).encode()
        self.now = self.now._replace(files=files, words=words, listed=listed)

    def say(self, animal: str, at: str, turn: str, name: str) -> None:
        """The user says it: a new memory, or one more time for the one that is there; a tombstone of it is lifted."""
        file = self.file(animal)
        if not file:
            file = name
            while file in self.now.files:
                file = file.replace(".md", "x.md")
            self.put(file, text(animal, animal))
        words = Words(file, f"the {animal}", "s", turn, at, "create", "")
        said = burials.barring(self.now.graves.values(), pairing.fact(text(animal, "x")))
        gone = burials.together(self.now.graves, said)
        graves = {key: grave for key, grave in self.now.graves.items() if key not in gone}
        self.now = self.now._replace(words=self.now.words | {words}, graves=graves)

    def forget(self, animal: str, at: str, seal: bool) -> None:
        file = self.file(animal)
        fact = " ".join(sorted(likeness.trace(pairing.fact(self.now.files[file]))))
        graves = {fact: Grave(fact, at, file, "", False)}
        for each in self.now.words:
            if each.file == file and (key := " ".join(sorted(likeness.trace(f"{animal} {each.turn}")))):
                graves[key] = Grave(key, at, file, each.turn, False)
        self.drop(file)
        if seal:
            hidden = [grave._replace(words=burials.hidden(key), sealed=True) for key, grave in graves.items()]
            graves = {grave.words: grave for grave in hidden}
        kept = {key: grave for key, grave in self.now.graves.items() if not seal or burials.hidden(key) not in graves}
        self.now = self.now._replace(graves={**kept, **graves})


class Model:
    """Machines and a remote, without git: what was sent is what the remote then has."""

    def __init__(self, count: int) -> None:
        self.machines = [View() for _ in range(count)]
        self.remote = EMPTY
        self.said: dict[str, int] = {}
        self.forgotten: dict[str, int] = {}
        self.deleted: set[str] = set()

    def step(self, at: int, number: int, op: str, animal: str) -> None:
        machine = self.machines[number % len(self.machines)]
        file = machine.file(animal)
        if op == "sync":
            self.sync(machine)
        elif op == "say":
            name = ("project_a.md", "project_b.md", f"project_{animal}.md")[at % 3]
            machine.say(animal, clock(at), f"turn-{at}", name)
            self.said[animal] = at
        elif file and op == "edit":
            note = f"Also {animal}{chr(97 + at % 26)}note.\n".encode()  # so little that it still is the same fact
            machine.put(file, b"".join(machine.now.files[file].partition(b".\n")[:2]) + note)
        elif file and op == "rename":
            data, words = machine.now.files[file], machine.now.words
            new = f"renamed_{at}.md"
            machine.drop(file)
            machine.put(new, data)
            moved = frozenset(each._replace(file=new) if each.file == file else each for each in words)
            machine.now = machine.now._replace(words=moved)
        elif file and op in ("forget", "purge"):
            machine.forget(animal, clock(at), op == "purge")
            self.forgotten[animal] = at
        elif file and op == "delete":
            machine.drop(file)
            self.deleted.add(animal)

    def sync(self, machine: View) -> None:
        done = merging.merged(machine.agreed, machine.now, side.parsed(side.written(self.remote))).side
        machine.now = machine.agreed = self.remote = done


@settings(max_examples=150)
@given(st.integers(2, 3), st.lists(st.tuples(st.integers(0, 2), st.sampled_from(OPS), st.sampled_from(ANIMALS)),
                                   max_size=40))
def test_all_machines_come_to_hold_the_same(count: int, steps: list[tuple[int, str, str]]) -> None:
    """Whatever each does and whenever it syncs: in the end all agree, what nobody deleted is there, and what was
    forgotten is there only where it was said later; every memory has its line, and words have their memory.
    """
    model = Model(count)
    for at, (number, op, animal) in enumerate(steps):
        model.step(at, number, op, animal)
    for machine in model.machines * 2:
        model.sync(machine)
    for machine in model.machines:
        assert machine.now == model.remote
    last = model.machines[0]
    for animal in ANIMALS:
        said, forgotten = model.said.get(animal, -1), model.forgotten.get(animal, -1)
        if forgotten > said:
            assert not last.file(animal)
        elif said >= 0 and animal not in model.deleted:
            assert last.file(animal)
    assert index.linked((last.now.listed or b"").decode()) == set(last.now.files)
    assert {each.file for each in last.now.words} <= set(last.now.files)


def view(**files: bytes) -> Side:
    """A side with these files and a line for each."""
    listed = "".join(f"- [{name}]({name}.md) — about it\n" for name in files)
    return EMPTY._replace(files={f"{name}.md": data for name, data in files.items()}, listed=listed.encode())


BASE = text("otter", "otter", "One.\n\nTwo.\n\nThree.\n")
PINNED = text("otter", "otter", "One.\n\nTwo.\n\nThree.\n", pinned="true")
TABLE: dict[str, tuple[Side, Side, Side, dict[str, bytes]]] = {
    "both lines": (view(a=BASE), view(a=BASE.replace(b"One", b"1")), view(a=BASE.replace(b"Three", b"3")),
                   {"a.md": BASE.replace(b"One", b"1").replace(b"Three", b"3")}),
    "both days": (view(a=BASE), view(a=BASE.replace(b"observed: 2026-11-01", b"observed: 2026-11-03")),
                  view(a=BASE.replace(b"observed: 2026-11-01", b"observed: 2026-11-05").replace(b"Two", b"2")),
                  {"a.md": BASE.replace(b"observed: 2026-11-01", b"observed: 2026-11-05").replace(b"Two", b"2")}),
    "the same line": (view(a=BASE), view(a=BASE.replace(b"Two", b"2")), view(a=BASE.replace(b"Two", b"zwei")),
                      {"a.md": BASE.replace(b"Two", b"zwei"),
                       "a_2.md": texts.marked(BASE.replace(b"Two", b"2"), "a.md")}),
    "deleted there": (view(a=BASE, b=text("lynx", "lynx")), view(a=BASE, b=text("lynx", "lynx")), view(a=BASE),
                      {"a.md": BASE}),
    "deleted there, changed here": (view(a=BASE), view(a=PINNED), EMPTY, {"a.md": PINNED}),
    "a new name and a change": (view(a=BASE), view(b=BASE), view(a=BASE + b"Four.\n"), {"b.md": BASE + b"Four.\n"}),
    "two new names": (view(a=BASE), view(b=BASE), view(c=BASE), {"c.md": BASE}),
    "one new fact twice": (EMPTY, view(a=BASE), view(b=PINNED), {"b.md": PINNED}),
    "two new facts of one name": (EMPTY, view(a=BASE), view(a=text("lynx", "lynx")),
                                  {"a.md": text("lynx", "lynx"), "a_2.md": BASE}),
    "names that some disks take for one": (EMPTY, view(A=BASE), view(a=text("lynx", "lynx")),
                                           {"a.md": text("lynx", "lynx"), "A_2.md": BASE}),
    "another memory in its place": (view(a=BASE), view(a=PINNED), view(a=text("lynx", "lynx")),
                                    {"a.md": text("lynx", "lynx"), "a_2.md": PINNED}),
    "text without a head": (view(a=b"Use tabs.\n"), view(a=b"Use tabs here.\n"), view(a=b"Use tabs there.\n"),
                            {"a.md": b"Use tabs there.\n", "a_2.md": texts.marked(b"Use tabs here.\n", "a.md")}),
}


@pytest.mark.parametrize("case", TABLE)
def test_one_fact_at_a_time(case: str) -> None:
    """Each row of the table: what both had, what it is here and there, and what both then hold; with a line each."""
    base, ours, theirs, expected = TABLE[case]
    done = merging.merged(base, ours, theirs).side
    assert dict(done.files) == expected
    assert index.linked((done.listed or b"").decode()) == set(expected)
    assert merging.merged(theirs, theirs, done).side == done  # the others take it as it is
    assert merging.merged(ours, done, done).side == done


@given(st.dictionaries(st.sampled_from(["a.md", "b/c.md", "MEMORY.md", "../x.md", ".h/x.md", "a\\b.md", "x.txt",
                                        "a (conflicted copy).md"]), st.binary(max_size=40), max_size=8))
def test_what_leads_out_of_a_store_is_passed_over(files: dict[str, bytes]) -> None:
    """Of another machine's files only names of memories below the store are taken."""
    parsed = side.parsed({f"{side.MEMORIES}{file}": data for file, data in files.items()})
    assert set(parsed.files) == {"a.md", "b/c.md"}.intersection(files)


@pytest.mark.parametrize("name, data", [
    (side.EVIDENCE, b"[]\n"), (side.EVIDENCE, b"{}\n"), (side.EVIDENCE, b"\xff\n"), (side.GRAVES, b"{}"),
    (side.GRAVES, b'[{"words": 1, "since": "", "file": "", "turn": "", "sealed": false}]'),
    (side.GRAVES, b"[" * 99_999),
    (side.SAID, b"[]"),
])
def test_what_is_not_of_the_form_is_refused(name: str, data: bytes) -> None:
    """What another machine sent is outside text: one sentence, whatever is wrong with it."""
    with pytest.raises(Refused, match="The remote's"):
        side.parsed({name: data})


# Real machines

class Machine(world.Home):
    """One machine: a home, a clone of the project, and the remote."""

    def __init__(self, folder: Path, remote: Path, origin: Path) -> None:
        self.folder, self.root = folder / "home", folder / "project"
        self.folder.mkdir(parents=True)
        shutil.copytree(origin, self.root)
        self.here, self.remote = world.home(self.folder), str(remote)
        self.env = world.environment(self.folder, REVERIE_BACKEND=f"scripted:{self.folder / 'script'}")
        self.set("interval: 0")
        self.binding = project.resolve(str(self.root), self.here, {})
        self.store, self.user = Path(self.binding.store), Path(self.here.user)
        session.bind(self.here, world.SESSION, self.binding)
        self.transcript = str(self.store.parent / f"{world.SESSION}.jsonl")

    def sync(self, **wanted: Any) -> job.Outcome:
        with world.opened(self.here, self.env) as home:
            url = "" if synced.remote(home.ledger) else self.remote
            return job.run(home, self.binding, job.Wanted(**{"url": url, **wanted}))

    def refused(self, **wanted: Any) -> str:
        with pytest.raises(Refused) as told:
            self.sync(**wanted)
        assert "\n" not in str(told.value)
        return str(told.value)

    def call(self, *words: str) -> Result:
        with pytest.MonkeyPatch.context() as patch:
            patch.chdir(self.root)
            patch.setenv("HOME", str(self.folder))
            return CliRunner().invoke(cli.reverie, list(words))

    def does(self, *words: str) -> str:
        done = self.call(*words)
        assert done.exit_code == 0, (done.output, done.exception)
        return done.output

    def learn(self, fact: str) -> str:
        """The worker keeps the fact after a turn; its file."""
        before = set(self.files)
        self.answers({"memories": [proposal(fact, name=fact[:20], description=fact)]})
        now = time.strftime("%Y-%m-%dT%H:%M:%S.000Z", time.gmtime())
        self.stop(said(f"From now on remember: {fact}", timestamp=now), replied("Noted."))
        return (set(self.files) - before).pop()

    def remember(self, fact: str) -> str:
        return Path(self.does("remember", fact).partition(": ")[2].strip()).name

    def forget(self, file: str, *words: str) -> None:
        self.does("forget", "--id", file, "--yes", *words)

    @property
    def files(self) -> dict[str, bytes]:
        return {path.name: path.read_bytes() for path in self.store.glob("*.md") if path.name != "MEMORY.md"}

    @property
    def state(self) -> tuple[object, ...]:
        """All that has to be equal on two machines in step."""
        words = {(Path(row["path"]).name, row["quote"], row["turn"], row["at"]) for row in self.rows("evidence")
                 if "#" not in row["path"] and os.path.exists(row["path"])}
        graves = {(row["words"], row["since"], row["sealed"]) for row in self.rows("tombstones")}
        return self.files, self.index, words, graves


@pytest.fixture
def world_of(tmp_path: Path) -> Iterator[Any]:
    """Makes machines that share a project and a remote."""
    git(tmp_path, "init", "-q", "--bare", "remote.git")
    origin = world.repository(tmp_path / "origin")
    git(origin, "remote", "add", "origin", "https://me:pw@example.com/me/thing.git")
    yield lambda name: Machine(tmp_path / name, tmp_path / "remote.git", origin)


def test_two_machines_with_changes_on_both(world_of: Any) -> None:
    """Learned, remembered, edited, renamed and forgotten on both: then both hold the same, with words and tombstones,
    and one more sync changes not a byte; each machine's change is one of its history, and can be taken back.
    """
    one, two = world_of("one"), world_of("two")
    staging, tabs = one.learn("Staging is wiped every Monday."), one.remember("Use tabs in Go files.")
    world.memory(one.user, "user_role.md", "Role", "The user works as a data engineer.")
    assert one.sync().sent == 3
    assert two.sync().received == 3 and two.state == one.state and (two.user / "user_role.md").exists()
    one.forget(staging)
    port = one.learn("The gateway listens on port 4711.")
    (two.store / tabs).rename(two.store / "feedback_tabs.md")
    two.remember("Run the tests with pnpm.")
    (two.store / staging).write_bytes((two.store / staging).read_bytes() + b"It takes an hour.\n")
    two.sync()
    one.sync()
    assert two.sync().received >= 1 and one.state == two.state
    assert set(one.files) == {port, "feedback_tabs.md", *(file for file in one.files if "pnpm" in file)}
    assert one.sync() == one.sync() and one.state == two.state and one.sync().sent == one.sync().received == 0
    assert [each.entry.trailers["job"] for each in history.entries(two.here, str(two.store), 1)] == ["sync"]
    two.does("undo")
    assert staging in two.files


def test_what_was_forgotten_stays_forgotten_on_a_machine_that_was_away(world_of: Any) -> None:
    """S29: it brings nothing back, whatever else changed there; only what was said again later does, on all."""
    one, two = world_of("one"), world_of("two")
    gateway, staging = one.learn("The gateway listens on port 4711."), one.learn("Staging is wiped every Monday.")
    one.sync()
    two.sync()
    two.learn("Deploys happen on Thursdays only.")
    (two.store / gateway).rename(two.store / "project_port.md")
    one.forget(gateway)
    one.forget(staging)
    one.sync()
    two.forget(staging)
    os.utime(two.store / two.remember("Staging is wiped every Monday."), (time.time() + 5,) * 2)
    two.sync()
    assert not [file for file, data in two.files.items() if b"4711" in data]
    one.sync()
    assert one.state == two.state and len(one.files) == 2 and any(b"Monday" in data for data in one.files.values())
    one.learn("Staging runs on two nodes.")
    assert len(one.files) == 3


def test_a_purge_travels_as_hashes(world_of: Any) -> None:
    """Purged on one machine: out of the other's files, history, evidence and archive, and no word of it is sent."""
    one, two = world_of("one"), world_of("two")
    file = one.learn("The vault door opens with Kestrel.")
    one.sync()
    two.sync()
    one.forget(file, "--purge")
    one.sync()
    assert two.sync().received == 1
    assert not two.files and one.state == two.state
    assert not [row for row in two.rows("evidence") if "Kestrel" in row["quote"]]
    assert not [each for each in history.entries(two.here, str(two.store)) for change in each.changes
                if change.file == file]
    assert "kestrel" not in git(one.remote, "show", "main:" + _folder(one) + "/tombstones.json").lower()


def test_both_are_kept_where_both_changed_the_same(world_of: Any) -> None:
    """The other text stands beside, with its mark, its line and the words behind it; nothing else is said of it."""
    one, two = world_of("one"), world_of("two")
    file = one.learn("Staging is wiped every Monday.")
    one.sync()
    two.sync()
    for machine, day in ((one, "Tuesday"), (two, "Friday")):
        path = machine.store / file
        path.write_text(path.read_text().replace("wiped every Monday", f"wiped and filled anew on {day}"))
    one.sync()
    told = two.sync().told
    one.sync()
    other = file.replace(".md", "_2.md")
    assert len(told) == 1 and other in told[0]
    assert one.state == two.state and set(one.files) == {file, other} and one.index == {file, other}
    assert b"Tuesday" in one.files[file] and b"Friday" in one.files[other]
    assert f"conflict_of: {file}".encode() in one.files[other]


def test_what_is_deleted_goes_by_way_of_the_archive(world_of: Any) -> None:
    """A file deleted by hand on one machine is in the archive of the other; one that a dream merged there as well."""
    one, two = world_of("one"), world_of("two")
    file = one.learn("Staging is wiped every Monday.")
    one.sync()
    two.sync()
    (two.store / file).unlink()
    two.sync()
    one.sync()
    assert not one.files and [each.origin for each in archive.listed(one.here, str(one.store))] == [file]


def test_one_fact_noted_on_two_machines_is_kept_once(world_of: Any) -> None:
    """Under two names, before they ever met: one file, and the words behind both."""
    one, two = world_of("one"), world_of("two")
    one.learn("Staging is wiped every Monday.")
    two.answers({"memories": [proposal("Staging is wiped every Monday.", name="wiping")]})
    two.stop(said("Remember: Staging is wiped every Monday."), replied("Noted."))
    one.sync()
    two.sync()
    one.sync()
    assert one.state == two.state and len(one.files) == 1
    assert len([row for row in one.rows("evidence") if "#" not in row["path"]]) == 2


def _folder(machine: Machine) -> str:
    return next(row["folder"] for row in machine.rows("synced") if row["folder"] != "person")


# Where it cannot be done

def test_a_secret_stays_where_it_is(world_of: Any) -> None:
    """A memory with a secret in it is left out and named; neither its text nor its line is sent, and it stays here."""
    one, two = world_of("one"), world_of("two")
    token = "ghp_" + "a1B2c3D4e5F6" * 3
    world.memory(one.store, "reference_token.md", f"Token {token}", f"The token is {token}.")
    (one.store / "MEMORY.md").write_text(f"- [Token](reference_token.md) — Token {token}\n")
    one.learn("Staging is wiped every Monday.")
    told = one.sync().held
    two.sync()
    one.sync()
    assert len(told) == 1 and "reference_token.md" in told[0] and token not in told[0]
    assert len(two.files) == 1 and two.index == set(two.files) and len(one.files) == 2 and one.index == set(one.files)
    everything = git(one.remote, "log", "-p", "--all")
    assert token not in everything and "reference_token" not in everything


def test_remotes_that_are_not_ours(world_of: Any, tmp_path: Path) -> None:
    """S64: something else's repository, none at all, a newer form: one sentence each, nothing changed, nothing kept."""
    one = world_of("one")
    one.learn("Staging is wiped every Monday.")
    files, other = one.files, world.repository(tmp_path / "other")
    assert "something else" in one.refused(url=str(other))
    git(other, "branch", "-m", "trunk")
    assert "other branches" in one.refused(url=str(other))
    assert "could not be reached" in one.refused(url=str(tmp_path / "nowhere"))
    assert not one.rows("sync_remote") and one.files == files
    assert one.call("sync").exit_code == 1 and one.call("sync", "--remote", "ext::sh -c 'touch x'").exit_code == 1


def test_a_remote_that_was_emptied_or_lost_most(world_of: Any, tmp_path: Path) -> None:
    """Nothing is deleted because it is missing there: sync asks, and does what it is told then."""
    one, two = world_of("one"), world_of("two")
    for n in "abcdefgh":
        world.memory(one.store, f"project_{n}.md", n, " ".join(f"{n}{part}" for part in ("burrow", "lamp", "scale")))
    one.sync()
    two.sync()
    for path in list(two.store.glob("project_[a-f].md")):
        path.unlink()
    assert "--accept-deletions" in two.refused()
    two.sync(accept=True)
    assert "6 are gone from the remote" in one.refused() and len(one.files) == 8
    one.sync(accept=True)
    assert one.state == two.state and len(one.files) == 2
    shutil.rmtree(one.remote)
    git(tmp_path, "init", "-q", "--bare", "remote.git")
    assert "is empty" in one.refused() and len(one.files) == 2
    one.sync(url=one.remote)
    one.learn("Staging is wiped every Monday.")
    one.sync()
    two.sync()
    assert one.state == two.state and len(two.files) == 3
    assert int(git(one.remote, "rev-list", "--count", "main", "--", f"{_folder(one)}/memories/project_a.md")) == 0


def test_a_folder_that_is_gone_is_filled_again(world_of: Any) -> None:
    """S49: what a sweep of the client took is no deletion; the store is as it was."""
    one, two = world_of("one"), world_of("two")
    one.learn("Staging is wiped every Monday.")
    one.sync()
    two.sync()
    shutil.rmtree(two.store)
    two.sync()
    assert one.state == two.state and len(two.files) == 1


class Deaf(http.server.BaseHTTPRequestHandler):
    """A remote that wants a password, or never says a word."""

    def do_GET(self) -> None:  # noqa: N802
        if "silent" in self.path:
            time.sleep(5)
        self.send_response(401)
        self.send_header("WWW-Authenticate", 'Basic realm="x"')
        self.end_headers()

    def log_message(self, *_: object) -> None:
        pass


def test_nobody_is_asked_and_nothing_waits_for_long(world_of: Any, tmp_path: Path) -> None:
    """A remote that wants a password is refused at once, one that is silent when its time is over; and the person's own
    configuration for git (hooks, signing) is of no matter.
    """
    one = world_of("one")
    (one.folder / ".gitconfig").write_text(
        f"[core]\n hooksPath = {tmp_path}\n askPass = {tmp_path}/ask\n sshCommand = {tmp_path}/ssh\n"
        "[commit]\n gpgSign = true\n[push]\n gpgSign = true\n")
    (tmp_path / "ssh").write_text(f'#!/bin/sh\necho "$@" > {tmp_path}/how\nexit 255\n')
    (tmp_path / "ssh").chmod(0o755)
    for name in ("pre-push", "ask"):
        (tmp_path / name).write_text(f"#!/bin/sh\ntouch {tmp_path}/called\nexit 1\n")
        (tmp_path / name).chmod(0o755)
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), Deaf) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        address = f"127.0.0.1:{server.server_port}"
        told = one.refused(url=f"http://me:hunter2@{address}/x.git")
        assert "could not be reached" in told and "hunter2" not in told
        began = time.monotonic()
        assert "did not answer within 1 seconds" in one.refused(url=f"http://{address}/silent.git", seconds=1.0)
        assert time.monotonic() - began < 4
        server.shutdown()
    one.refused(url="ssh://me@example.com/x.git")
    assert "-o BatchMode=yes" in (tmp_path / "how").read_text()
    world.ended(one.folder)
    one.sync()
    assert not (tmp_path / "called").exists()


def test_two_at_once(world_of: Any, tmp_path: Path) -> None:
    """Another machine sends while this one merges: the push is refused, and done again upon what came."""
    one, two = world_of("one"), world_of("two")
    one.sync()
    two.sync()
    one.learn("Staging is wiped every Monday.")
    two.remember("Use tabs in Go files.")
    hook = Path(one.remote, "hooks", "pre-receive")
    hook.parent.mkdir(exist_ok=True)
    hook.write_text(f"#!/bin/sh\ntest -e {tmp_path}/met && exit 0\ntouch {tmp_path}/met\n"
                    f"for n in $(seq 200); do test -e {tmp_path}/past && exit 0; sleep 0.05; done\n")
    hook.chmod(0o755)
    first = threading.Thread(target=one.sync)
    first.start()
    while not (tmp_path / "met").exists():
        time.sleep(0.01)
    two.sync()
    (tmp_path / "past").touch()
    first.join()
    two.sync()
    assert one.state == two.state and len(one.files) == 2


def test_projects_are_told_apart(world_of: Any, tmp_path: Path) -> None:
    """A second clone is left out, and said; `--as` joins folders without git; `--this` leaves other projects out."""
    one, two = world_of("one"), world_of("two")
    one.learn("Staging is wiped every Monday.")
    one.sync()
    clone = Machine.__new__(Machine)
    clone.__dict__.update(one.__dict__)
    shutil.copytree(one.root, tmp_path / "clone")
    clone.binding = project.resolve(str(tmp_path / "clone"), one.here, {})
    assert "second copy" in clone.sync().told[0]
    plain = [tmp_path / name / "notes" for name in ("one", "two")]
    for machine, root in zip((one, two), plain, strict=True):
        root.mkdir()
        machine.binding = project.resolve(str(root), machine.here, {})
    notes = Path(one.binding.store)
    world.memory(notes, "project_note.md", "Note", "Otters are fed at noon.")
    assert one.sync(name="my notes").stores == ("what is yours", "thing", "my notes")
    assert two.sync(name="my notes", this=True).stores == ("what is yours", "my notes")
    assert Path(two.binding.store, "project_note.md").exists() and not two.files
    assert len(two.rows("synced")) == 2


# Killed

def killed(machine: Machine, step: int) -> bool:
    """A sync in a process that is killed right before its `step`th write or call of git; False if it got to the end."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)  # newer Pythons dislike a fork beside threads
        child = os.fork()
    if not child:
        left, folder = [step], str(machine.folder)

        def count(statement: str = "insert") -> None:
            left[0] -= statement.lower().lstrip().startswith(("insert", "update", "delete", "commit"))
            if left[0] == 0:
                os.kill(os.getpid(), signal.SIGKILL)

        def audit(event: str, arguments: tuple[object, ...]) -> None:
            if event in ("os.rename", "os.link", "os.remove", "subprocess.Popen") and folder in str(arguments):
                count()

        try:
            with world.opened(machine.here, machine.env) as home:
                sys.addaudithook(audit)
                home.ledger.set_trace_callback(count)
                job.run(home, machine.binding, job.Wanted())
            os._exit(0)
        finally:
            os._exit(1)
    status = os.waitpid(child, 0)[1]
    assert os.WIFSIGNALED(status) or status == 0
    return os.WIFSIGNALED(status)


def test_a_killed_sync_is_completed_by_the_next(world_of: Any) -> None:
    """Killed with -9 again and again, each time further on, with changes on both sides: all is there, nothing twice."""
    one, two = world_of("one"), world_of("two")
    file = one.learn("Staging is wiped every Monday.")
    one.sync()
    two.sync()
    (one.store / file).write_bytes((one.store / file).read_bytes().replace(b"wiped", b"emptied"))
    (two.store / file).write_bytes((two.store / file).read_bytes().replace(b"wiped", b"cleared"))
    gone = two.learn("The gateway listens on port 4711.")
    one.remember("Use tabs in Go files.")
    one.sync()
    step = 2
    while killed(two, step):
        step += 7
    two.forget(gone)
    two.sync()
    one.sync()
    two.sync()
    assert step > 20 and one.state == two.state
    assert len(one.files) == 3 and one.index == set(one.files)


# By itself

def test_a_worker_syncs_now_and_then(world_of: Any) -> None:
    """`sync: auto`: as a session starts and a turn ends, every 15 minutes at most; a failure is told once."""
    one, two = world_of("one"), world_of("two")
    one.sync()
    two.sync()
    one.set("interval: 0", "sync: auto")
    two.learn("Staging is wiped every Monday.")
    two.sync()
    one.stop(said("Go on."), replied("Done."))
    assert not one.files
    _earlier(one)
    one.stop(said("Go on."), replied("Done."))
    assert len(one.files) == 1
    shutil.rmtree(one.remote)
    for _ in range(2):
        _earlier(one)
        one.note("SessionStart", "another")
        one.work()
    assert one.told().count("could not sync") == 1
    assert "could not be reached" in one.does("sync", "--status") and "failed" in one.does("status")
    assert "off" in one.does("sync", "--off") and not one.rows("sync_remote") and len(one.files) == 1


def _earlier(machine: Machine) -> None:
    with world.opened(machine.here, machine.env) as home:
        home.ledger.execute("update sync_remote set tried = '2026-01-01T00:00:00Z'")
