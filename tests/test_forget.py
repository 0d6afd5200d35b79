"""What is forgotten on purpose is gone at once, everywhere, and comes back only by a person's explicit word. S29."""
from __future__ import annotations

import datetime
import json
import os
import sqlite3
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from hypothesis import given, settings
from hypothesis import strategies as st

import world
from reverie import (
    archive,
    burial,
    catalog,
    cli,
    forget,
    house,
    ledger,
    likeness,
    lookup,
    migrate,
    project,
    proposals,
    query,
    session,
    tombstones,
    traces,
)
from reverie.conversations import search as passage_search
from reverie.errors import Refused
from reverie.history import log as history
from reverie.house import House
from reverie.record import Candidate, Turn
from reverie.session import Binding
from reverie.tokens import tokens
from reverie.tombstones import Tombstone
from world import Home, proposal, replied, said

RULE = "Please always use tabs in the Makefile, never spaces."
FACT = "Use tabs in the Makefile and never spaces."
OTHER = "Deploy the harbour app on port 8443 with kamal."


def buried(db: sqlite3.Connection, store: str, text: str) -> bool:
    """Whether what a memory's body says was forgotten on purpose in this store."""
    return any(each.bars(likeness.fact(text)) for each in tombstones.standing(db, store))


class Person(Home):
    """One person whose project is found by its folder, as a command finds it."""

    def __init__(self, folder: Path) -> None:
        super().__init__(folder)
        found = project.resolve(str(self.root), self.here, {})
        self.root, self.store = Path(found.root), Path(found.store)
        self.binding = Binding(found.root, found.store, False)
        session.bind(self.here, world.SESSION, self.binding)
        self.transcript = str(self.store.parent / f"{world.SESSION}.jsonl")

    def run(self, *words: str) -> str:
        """What a command of `reverie` prints."""
        env = {key: value for key, value in self.env.items() if key != "HOME"}
        with pytest.MonkeyPatch.context() as patch:
            patch.chdir(self.root)
            done = CliRunner().invoke(cli.reverie, list(words), env=env)
        assert done.exit_code == 0, (done.output, done.exception)
        return done.output

    def keep(self, *facts: str) -> None:
        """Keep these facts as the worker would, each with the user's words."""
        self.answers(*({"memories": [proposal(fact, name=fact[:12], description=fact)]} for fact in facts))
        for fact in facts:
            self.stop(said(f"From now on: {fact}", timestamp=at(-2)), replied("Noted."))
        assert len(self.memories) == len(facts)

    def says(self, words: str, hours: float, *facts: dict[str, Any]) -> None:
        """The user says this so many hours from now, and the backend takes it for these facts."""
        self.answers({"memories": list(facts)})
        self.stop(said(words, timestamp=at(hours)), replied("I see."))

    def recalled(self, words: str) -> list[str]:
        asked = query.of(words)
        return [hit.path for hit in lookup.search(self.here, [str(self.store)], asked).hits]


def at(hours: float) -> str:
    moment = datetime.datetime.now(datetime.timezone.utc) + datetime.timedelta(hours=hours)
    return moment.strftime("%Y-%m-%dT%H:%M:%S.123Z")


@pytest.fixture
def one(home: Path) -> Person:
    return Person(home)


@pytest.fixture
def inside(one: Person) -> Iterator[House]:
    with house.opened(one.here, one.env) as opened:
        yield opened


# The command: exact ids, nothing unasked

def test_a_query_shows_exact_ids_and_takes_nothing(one: Person) -> None:
    """Where nobody can be asked, what is found is listed with its id, name and place, and stays."""
    one.keep(FACT, OTHER)
    shown = one.run("forget", "tabs makefile")
    (file,) = (path.name for path in one.store.glob("feedback_use*"))
    assert shown.startswith(f"{file}: ") and str(one.store / file) in shown and "Nothing was forgotten" in shown
    assert "harbour" not in shown and len(one.memories) == 2
    assert "Nothing was forgotten" in one.run("forget", "--show", "--yes", "tabs") and len(one.memories) == 2


def test_an_id_is_exact(one: Person) -> None:
    """A part of a file's name, another case, a way around it or a file that is no memory is no id; nothing goes."""
    one.keep(FACT)
    (file,) = (path.name for path in one.store.glob("feedback*"))
    with house.opened(one.here, one.env) as opened:
        for wrong in (file[:-3], file.upper(), f"../memory/{file}", str(one.store / file), "MEMORY.md", "",
                      "proposal:9"):
            with pytest.raises(Refused, match="no"):
                forget.named(opened, str(one.store), [file, wrong])
    assert one.memories == [FACT]


def test_what_is_named_goes_and_all_else_stays(one: Person) -> None:
    """File, index line, catalog row and evidence of the named memory are gone; the others have every byte they had."""
    one.keep(FACT, OTHER)
    index = one.store / "MEMORY.md"
    index.write_text(f"# Mine\n\nprose about [tabs](feedback_use_tabs_in.md)\n{index.read_text()}")
    (gone,), (stays,) = one.store.glob("feedback_use*"), one.store.glob("feedback_deploy*")
    before, lines = stays.read_bytes(), index.read_text().splitlines()
    assert "Forgotten: " in one.run("forget", "--id", gone.name, "--yes")
    assert not gone.exists() and stays.read_bytes() == before
    assert index.read_text().splitlines() == [line for line in lines if not line.startswith("- [Use tabs in](")]
    assert one.recalled("tabs in the Makefile") == [] and one.recalled("harbour port 8443") == [str(stays)]
    assert [row["path"] for row in one.rows("evidence")] == [str(gone) + traces.CLOSED, str(stays)]


def test_forgetting_is_a_change_that_can_be_taken_back(one: Person, inside: House) -> None:
    """The history has it as one commit of ours, with the bytes from before."""
    one.keep(FACT)
    (path,) = one.store.glob("feedback*")
    before = path.read_bytes()
    forget.remove(inside, one.binding, forget.named(inside, str(one.store), [path.name]))
    last, *_ = history.entries(one.here, str(one.store))
    assert last.entry.by == "reverie" and last.entry.trailers["job"] == "forget" and path.name in last.entry.subject
    assert before in history.texts(one.here, str(one.store), [c.before for c in last.changes]).values()


def test_also_what_words_alone_do_not_find(one: Person, inside: House) -> None:
    """What was superseded, lies in the archive or waits for a yes is listed by ids of its own, and goes by them."""
    world.memory(one.store, "feedback_old.md", "tabs", FACT).write_text(
        f"---\nname: old\ndescription: tabs\nsuperseded_by: b.md\n---\n{FACT}\n")
    archive.put(one.here, str(one.store), "feedback_a.md", f"---\nname: a\n---\n{FACT} Why not.\n", "2026-11-01", "age")
    waits = Candidate("feedback", "p", "d", FACT, RULE)
    proposals.add(inside.ledger, str(one.store), "plausible", waits, ("s", "t", ""), inside.stamp)
    found = forget.found(inside, str(one.store), "tabs in the Makefile")
    assert [each.id for each in found] == ["feedback_old.md", "archive:feedback_a.md", "proposal:1"]
    forget.remove(inside, one.binding, forget.named(inside, str(one.store), [each.id for each in found]))
    assert not forget.found(inside, str(one.store), "tabs in the Makefile") and not one.memories
    assert not archive.listed(one.here, str(one.store)) and not proposals.waiting(inside.ledger, str(one.store))


def test_what_waits_or_is_archived_and_says_the_same_goes_too(one: Person, inside: House) -> None:
    """A proposal, an archived copy of the same fact and what was merged into it would bring it back; others stay.

    What will go along is told before.
    """
    one.keep(FACT)
    for n, fact in enumerate((FACT, OTHER)):
        text = f"---\nname: a{n}\n---\n{fact}\n"
        archive.put(one.here, str(one.store), f"feedback_{n}.md", text, "2026-11-01", "age")
        proposals.add(inside.ledger, str(one.store), "plausible", Candidate("feedback", f"p{n}", "d", fact, fact),
                      ("s", "t", at(-1)), inside.stamp)
    (path,) = one.store.glob("feedback*")
    part = "---\nname: m\n---\nIndent with care.\n"
    archive.put(one.here, str(one.store), "merged.md", part, "2026-11-01", path.name)
    (entry,) = forget.named(inside, str(one.store), [path.name])
    along = [each.id for each in forget.going_along(inside, str(one.store), entry)]
    gone = forget.remove(inside, one.binding, [entry])
    assert gone.ids == (path.name, *along) == (path.name, "archive:merged.md", "archive:feedback_0.md", "proposal:1")
    assert buried(inside.ledger, str(one.store), "Indent with care.")
    assert [each.file for each in archive.listed(one.here, str(one.store))] == ["feedback_1.md"]
    assert [each.number for each in proposals.waiting(inside.ledger, str(one.store))] == [2]


def test_a_running_session_is_not_told_it_again(one: Person, inside: House) -> None:
    """The frozen index loses the line at once, in the sessions of this store only, and nothing else of it."""
    one.keep(FACT, OTHER)
    (gone,) = one.store.glob("feedback_use*")
    text = f"Rules.\n{world.text(one.store / 'MEMORY.md')}\nLast session: tabs."
    other = Binding("/x", "/x/store", False)
    for sid, binding in (("a", one.binding), ("b", other)):
        session.bind(one.here, sid, binding)
        session.freeze(one.here, sid, text)
    forget.remove(inside, one.binding, forget.named(inside, str(one.store), [gone.name]))
    kept = session.frozen(one.here, "a") or ""
    assert [line for line in text.splitlines() if line not in kept.splitlines()] == [
        line for line in text.splitlines() if gone.name in line]
    assert session.frozen(one.here, "b") == text


# It does not come back by itself

@pytest.mark.parametrize("again", [
    proposal(RULE[7:-1], name="same"),
    proposal(RULE[7:-1], name="other-words", body="In Makefiles, indentation is done with a tabulator."),
    proposal("use tabs in the Makefile", name="part", body="Tabs belong in the Makefile."),
    proposal(RULE[7:-1], name="longer", body=f"{FACT} This holds for all of them."),
], ids=["same", "other words", "a part of it", "longer"])
def test_the_same_session_looked_at_again_brings_nothing_back(one: Person, again: dict[str, Any]) -> None:
    """Forget, then Stop: the words of then are looked at anew, in whatever words the backend now puts them."""
    one.says(RULE, -2, proposal(RULE[7:-1], name="tabs", body=FACT))
    (path,) = one.store.glob("feedback*")
    one.run("forget", "--id", path.name, "--yes")
    for table in ("cursors", "seen"):
        books = ledger.open_ledger(one.here)
        books.execute(f"delete from {table}")
        books.close()
    one.answers({"memories": [again]})
    one.stop(said("Go on with the tests, as we decided."))
    assert one.asked == 1 and one.memories == [] and "forgotten on purpose" in one.runs("reason")[-1][0]


@pytest.mark.parametrize(("words", "hours", "kept"), [
    (RULE, 1, False), (f"As before: {RULE}", 1, False), (f"Do you remember how we do it? {RULE}", 1, False),
    (f"Remember this: {RULE}", 1, True), (f"Remember: {RULE}", -1, False),
], ids=["plain", "in passing", "a question", "asked", "asked before"])
def test_only_an_explicit_word_brings_it_back(one: Person, words: str, hours: float, kept: bool) -> None:
    """"Remember X", said after the forgetting, clears it; saying it again does not."""
    one.says(RULE, -2, proposal(RULE[7:-1], name="tabs", body=FACT))
    (path,) = one.store.glob("feedback*")
    one.run("forget", "--id", path.name, "--yes")
    one.says(words, hours, proposal(RULE[7:-1], name="tabs", body=FACT))
    assert one.memories == ([FACT] if kept else []) and bool(one.rows("tombstones")) == (not kept)


@pytest.mark.parametrize(("text", "asked"), [
    ("Remember this: we use tabs.", True), ("Thanks. Please remember that we use tabs.", True),
    ("请记住：用制表符。", True), ("覚えておいてください。タブを使います。", True),
    ("탭을 쓴다는 걸 기억해 주세요.", True), ("Merk dir: wir nehmen Tabs.", True),
    ("Recuerda que usamos tabuladores.", True), ("Souviens-toi que nous utilisons des tabulations.", True),
    ("Do you remember what we use?", False), ("I can't remember what we use.", False), ("还记得我们用什么吗？", False),
    ("Always use tabs.", False), ("Forget about the tabs.", False),
])
def test_what_asks_to_be_remembered(text: str, asked: bool) -> None:
    """An order to remember is known in seven languages; a question about memory is none."""
    assert burial.asked(text) == asked


def test_the_other_explicit_ways_back(one: Person) -> None:
    """`reverie remember`, and a file that the agent itself writes, take the tombstone away for good."""
    for way in ("command", "agent"):
        one.keep(FACT)
        (path,) = one.store.glob("*_*.md")
        one.run("forget", "--id", path.name, "--yes")
        assert one.rows("tombstones")
        if way == "command":
            one.run("remember", FACT)
        else:
            world.memory(one.store, "feedback_mine.md", "tabs", FACT)
            one.note("wrote", path=str(one.store / "feedback_mine.md"))
            one.note("Stop")
            one.work()
        assert one.memories == [FACT] and one.rows("tombstones") == []
        for file in one.store.glob("*.md"):
            file.unlink()
        one.transcript += ".next"


def test_what_is_forgotten_while_a_model_is_asked_is_not_written(one: Person, tmp_path: Path) -> None:
    """The verdict of a slow backend meets the tombstone that came meanwhile."""
    one.keep(OTHER)
    program = tmp_path / "slow"
    answer = tmp_path / "answer"
    answer.write_text(json.dumps({"memories": [proposal(RULE[7:-1], name="tabs", body=FACT)]}))
    books = f"import sys; sys.path.insert(0, {str(world.ROOT / 'scripts')!r})\n" \
            f"from reverie import ledger, places, tombstones\n" \
            f"db = ledger.open_ledger(places.Places({one.here.config!r}, {one.here.home!r}))\n" \
            f"tombstones.bury(db, {str(one.store)!r}, [{FACT!r}], '2999-01-01T00:00:00Z')\n"
    program.write_text(f"#!{os.sys.executable}\n{books}print(open({str(answer)!r}).read())\n")
    program.chmod(0o755)
    one.set("interval: 0", "backend: command", f"command: {program}")
    del one.env["REVERIE_BACKEND"]
    one.stop(said(RULE, timestamp=at(-1)))
    assert one.memories == [OTHER] and [row["proposed"] for row in one.rows("runs")][-1] == 1


# Tombstones by themselves

WORDS = "tabs Makefile harbour 8443 kamal never deploy src/app.py v1.2 Friday 数据库 備份".split()
FACTS = st.lists(st.sampled_from(WORDS), min_size=2, max_size=8, unique=True).map(" ".join)


@given(FACTS, FACTS, st.booleans())
def test_sealed_words_meet_as_plain_ones_do(one_fact: str, other: str, part: bool) -> None:
    """A tombstone of hashes bars exactly what one of words bars."""
    since, said_at = "2026-11-01T00:00:00Z", "2026-10-01T00:00:00Z" if part else ""
    plain = Tombstone(likeness.trace(one_fact), since)
    sealed = Tombstone(likeness.sealed(plain.words), since, True)
    assert plain.bars(one_fact) and sealed.bars(one_fact)
    assert plain.bars(other, said_at) == sealed.bars(other, said_at)
    assert plain.stands_in(other) == sealed.stands_in(other)


@settings(max_examples=25)
@given(st.text(min_size=1, max_size=60))
def test_whatever_is_buried_is_known_again_and_can_be_lifted(text: str) -> None:
    """Any text, with words or without: buried it is barred, lifted it is not; a team or an import asks the same way."""
    db = ledger.sqlite3.connect(":memory:")
    db.row_factory = ledger.sqlite3.Row
    for statement in migrate.statements(ledger.MIGRATIONS):
        db.execute(statement)
    for seal in (False, True):
        tombstones.bury(db, "/s", [text], "2026-11-01T00:00:00Z", "a.md", seal)
        assert buried(db, "/s", text) == bool(text.strip()) and not buried(db, "/other", text)
    tombstones.lift(db, "/s", text)
    assert tombstones.standing(db, "/s") == []
    db.close()


@pytest.mark.parametrize(("after", "barred"), [
    (f"{OTHER}\n{FACT}\n", True), (FACT, True), (f"{OTHER}\n", False), ("Use tabs in Python files.", False),
    (f"Tabs: see docs.\n{OTHER}\n", False),
])
def test_a_dream_may_not_put_it_back_into_another_memory(after: str, barred: bool) -> None:
    """A rewritten text that gains a line which was forgotten is barred; one that had it all along is not."""
    graves = [Tombstone(likeness.trace(FACT))]
    assert tombstones.revived(graves, [OTHER], after) == barred
    headed = f"---\r\nname: a\r\n---\r\n{after}"
    assert tombstones.revived(graves, [headed.replace(after, OTHER)], headed) == barred
    assert not tombstones.revived(graves, [OTHER, f"{FACT}!"], f"{OTHER}\n{FACT}\n{OTHER}")


def test_another_fact_of_the_same_session_is_not_buried_along() -> None:
    """Another number, the opposite, or another subject is its own fact, also when it was said before the forgetting."""
    turn = Turn("user", "x", at="2026-10-01T00:00:00Z")
    graves = [Tombstone(likeness.trace("Deploy the harbour app on port 8443 with kamal."), "2026-11-01T00:00:00Z")]
    for body in ("Deploy the harbour app on port 8444.", "Never deploy the harbour app with kamal.",
                 "Test the lighthouse app with pytest."):
        assert not burial.bars(graves, Candidate("feedback", "n", "d", body, body), turn)


# Purge

def test_a_purge_leaves_no_byte_of_it(one: Person, inside: House) -> None:
    """History, evidence, tombstones, summaries, conversations and catalog: the word stands in no file of ours."""
    secret = "zanzibar-lighthouse"
    fact = f"The staging password hint is {secret} behind the harbour."
    one.keep(fact, OTHER)
    (path,) = one.store.glob("feedback_the*")
    folder = one.here.summaries + f"/{one.store.parent.name}"
    summary = world.memory(folder, "2026-11-29_s.md", "s", f"- asked: {fact}\n- asked: something else")
    one.note("SessionStart", sid="next")
    one.work()
    assert passage_search.search(inside.catalog, str(one.root), tokens(secret), 5)
    told = one.run("forget", "--id", path.name, "--yes")
    assert "conversations: 2" in told and "sessions: 1" in told and "undo" in told and secret in summary.read_text()
    one.run("forget", "--purge", "--id", path.name, "--yes")
    inside.catalog.close(), inside.ledger.close()
    files = [file for file in Path(one.here.home).rglob("*") if file.is_file() and "pycache" not in file.parts]
    assert not [file for file in files if secret.encode() in file.read_bytes()]
    assert "something else" in summary.read_text() and one.memories == [OTHER]
    for each in history.entries(one.here, str(one.store)):
        assert secret.encode() not in b"".join(history.tree(one.here, str(one.store), each.rev).values())


def test_what_was_purged_stays_out_of_the_searchable_past(one: Person) -> None:
    """A catalog that is built anew from the client's transcripts does not take the words in again."""
    one.keep(OTHER, FACT)
    (path,) = one.store.glob("feedback_deploy*")
    one.run("forget", "--purge", "--id", path.name, "--yes")
    with house.opened(one.here, one.env) as opened:
        catalog.discard(opened.places)
    assert OTHER not in one.run("search", "--sessions", "harbour kamal tabs Makefile")
    assert FACT in one.run("search", "--sessions", "harbour kamal tabs Makefile")
