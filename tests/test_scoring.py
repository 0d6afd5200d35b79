"""How memories are weighed against a prompt: by words they share, of any form and language, and by nothing else."""
from __future__ import annotations

import os
import sqlite3
from collections import Counter
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import world
from reverie import lookup, query, recall, telling
from reverie.lexicon import glossary, spellings
from test_recall import TODAY, Shelf

CROWD = {  # so that words are as rare as they are in a store of some size
    f"crowd{n}.md": (f"Note about the {word}", f"The {word} is kept in the {other}.")
    for n, (word, other) in enumerate([
        ("lighthouse", "north"), ("dredger", "yard"), ("ferry", "bay"), ("winch", "shed"), ("gantry", "quay"),
        ("tugboat", "basin"), ("buoy", "channel"), ("anchor", "locker"), ("galley", "deck"), ("rudder", "stern"),
    ])
}


@pytest.fixture
def shelf(home: Path) -> Shelf:
    made = Shelf(home)
    for name, (description, body) in CROWD.items():
        world.memory(made.store, name, description, body)
    return made


def filled(shelf: Shelf, **memories: str) -> Shelf:
    """The shelf with one memory more for each word, whose description and body are the text."""
    for name, text in memories.items():
        description, _, body = text.partition("\n")
        world.memory(shelf.store, f"{name}.md", description, body or "See above.")
    shelf.shelve()
    return shelf


@pytest.mark.parametrize(("prompt", "found"), [
    ("how do celrey wokrers retry", True), ("how do cellery workers retry", True), ("the celry worker", True),
    ("the cilery worker", True), ("celebrate the worker", False), ("car wokers", False),
])
def test_a_slip_is_looked_through(shelf: Shelf, prompt: str, found: bool) -> None:
    """A letter too many, missing, wrong or swapped is met all the same; another word is not."""
    filled(shelf, celery="Celery workers retry three times\nWith a pause of a minute.")
    why = {word for each in shelf.apt(prompt) for word, _ in each.why}
    assert any(word.startswith(("cel", "cil")) and word != "celebrat" for word in why) == found


def test_a_slip_is_looked_through_only_where_the_word_itself_finds_nothing(shelf: Shelf) -> None:
    """`form` is no slip of `from`, nor `berth` of `birth`, where a memory holds the word as it is written."""
    filled(shelf, berth="The berth calendar\nOne week.", birth="The birth certificates\nTwo copies.")
    asked = query.of("the berth")
    found = lookup.search(shelf.here, [str(shelf.store)], asked)
    assert [term.others for term in asked.terms] == [[]]
    assert [os.path.basename(apt.hit.path) for apt in recall.ranked(asked, found)] == ["berth.md"]


@given(st.from_regex(r"[a-z]{5,12}", fullmatch=True), st.integers(0, 11), st.sampled_from("abcxyz"),
       st.sampled_from(["left out", "put in", "another", "swapped"]))
def test_every_single_slip_is_one(word: str, at: int, letter: str, kind: str) -> None:
    """Two words that are one slip apart share a form, and are told to be one; the word is one slip from itself."""
    at %= len(word) - 1
    other = {"left out": word[:at] + word[at + 1:], "put in": word[:at] + letter + word[at:],
             "another": word[:at] + letter + word[at + 1:],
             "swapped": word[:at] + word[at + 1] + word[at] + word[at + 2:]}[kind]
    assert set(spellings.forms(word)) & set(spellings.forms(other))
    assert spellings.one_slip(word, other) and spellings.one_slip(other, word) and spellings.one_slip(word, word)


@pytest.mark.parametrize(("stored", "prompt"), [
    ("数据库迁移前先备份\n用 pg_dump。", "back up the database before the migration"),
    ("Back up the database before a migration\nWith pg_dump.", "数据库迁移之前要做什么"),
    ("Back up the database before a migration\nWith pg_dump.", "データベースの移行の前にバックアップは必要？"),
    ("Back up the database before a migration\nWith pg_dump.", "데이터베이스 마이그레이션 전에 백업해야 해?"),
    ("デプロイは金曜日にしない\n監視が薄いため。", "can I deploy on friday"),
    ("배포는 금요일에 하지 않는다\n모니터링이 없다.", "can I deploy on friday"),
    ("Back up the database before a migration\nWith pg_dump.", "数据库迁移"),
    ("Rollbacks go through git revert\nNever by hand.", "线上要回滚，怎么操作"),
    ("kubernetes cluster upgrades are done one by one\nSlowly.", "upgrade the k8s cluster"),
])
def test_the_glossary_carries_a_prompt_into_another_language(shelf: Shelf, stored: str, prompt: str) -> None:
    """A developer's term finds its like in another language, and a short form its long one, without any model."""
    filled(shelf, target=stored)
    assert shelf.found(prompt)[:1] == ["target.md"]


def test_keywords_find_a_memory(shelf: Shelf) -> None:
    """What was written into the head for this, as `keywords` or as `tags`, finds the memory as its name does."""
    path = world.memory(shelf.store, "k.md", "The tide table\n")
    path.write_text(path.read_text().replace("---\n", "---\nkeywords: [Gezeitenkalender, 潮汐表]\n", 1))
    shelf.shelve()
    assert shelf.found("wo steht der Gezeitenkalender?") == ["k.md"] and shelf.found("潮汐表在哪") == ["k.md"]


def test_what_is_replaced_stands_behind_what_replaces_it(shelf: Shelf) -> None:
    """A note that another says it replaces is worth half, however well its words fit."""
    filled(shelf, **{"pool-port-old": "The database pool port is 6432\nThe pool listens on port 6432.",
                     "pool-port-new": "Since May the pool is on 6433; replaces pool-port-old\nWith TLS."})
    assert shelf.found("connection refused on database pool port 6432")[0] == "pool-port-new.md"


def test_type_words_raise_a_hit_and_make_none(shelf: Shelf) -> None:
    """`rule` in a prompt favours feedback that it hits anyway, and finds no feedback by itself."""
    for name, kind in (("a-fact", "project"), ("b-note", "feedback")):
        world.memory(shelf.store, f"{name}.md", "The harbour berth naming", "As it is.", type=kind)
    shelf.shelve()
    assert shelf.found("the harbour berth naming")[:2] == ["a-fact.md", "b-note.md"]
    assert shelf.found("which rule for harbour berth naming?")[0] == "b-note.md"
    assert shelf.found("which rule?") == []


def test_ties_go_to_the_pinned_then_the_used_then_the_newest(shelf: Shelf) -> None:
    """Of memories that fit alike: what the person pinned, what was used most, what was said last."""
    days = {"newest": "2026-11-20", "used": "2026-11-01", "pinned": "2026-10-01", "old": "2026-09-01"}
    for name, day in days.items():
        path = world.memory(shelf.store, f"{name}.md", "The harbour berth table", "Here.", observed=day)
        path.write_text(path.read_text().replace("metadata:", "pinned: true\nmetadata:") if name == "pinned"
                        else path.read_text())
    shelf.shelve()
    db = sqlite3.connect(shelf.here.catalog)
    db.execute("update memories set uses = 3 where path like '%used.md'")
    db.commit()
    db.close()
    assert shelf.found("the harbour berth table") == ["pinned.md", "used.md", "newest.md", "old.md"]


def test_a_private_ask_needs_more_unless_the_project_is_about_that(shelf: Shelf) -> None:
    """What only shares a word with a recipe is a line; where memories speak of recipes it comes whole."""
    filled(shelf, weight="Weights are kept in kg\nNever in pounds.")
    (private,) = shelf.apt("convert the weights of this recipe to kg")
    filled(shelf, cook="How a recipe is stored\nAs Markdown.")
    project = next(apt for apt in shelf.apt("convert the weights of this recipe to kg") if apt.hit.name == "weight")
    assert private.sure < project.sure and project.whole and not private.whole


@pytest.mark.parametrize("how", ["changed", "deleted"])
def test_a_stale_row_never_shows_deleted_text(shelf: Shelf, how: str) -> None:
    """What the catalog still knows of a file that has changed or gone since is not shown, whole or in a line."""
    filled(shelf, gone="Zirconium harbour rule\nzirconium-text")
    apt = shelf.apt("the zirconium harbour rule")
    assert apt and "zirconium-text" in telling.words(apt, TODAY)[0]
    path = shelf.store / "gone.md"
    path.unlink() if how == "deleted" else path.write_text("Something else now.")
    for each in apt:
        for sure in (recall.SURE, recall.PLAUSIBLE):
            each.sure = sure
            assert "irconium" not in telling.words([each], TODAY)[0]


text = st.lists(st.sampled_from(["harbour", "berth", "kamal", "数据库", "备份", "デプロイ", "백업", "E4471", "src/a.py",
                                 "the"]), min_size=1, max_size=6).map(" ".join)


@given(st.lists(text, min_size=1, max_size=4), text)
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=25, deadline=None)
def test_a_lexical_hit_or_nothing(shelf: Shelf, memories: list[str], prompt: str) -> None:
    """S69: what comes up shares a word of the prompt, or one of its meanings; the score is that of its words alone."""
    for n, said in enumerate(memories):
        world.memory(shelf.store, f"m{n}.md", said, said)
    shelf.shelve()
    asked = query.of(prompt)
    found = lookup.search(shelf.here, [str(shelf.store)], asked)
    for apt in recall.ranked(asked, found):
        assert apt.why and all(value > 0 for _, value in apt.why)
        assert {token for term in asked.terms for token in term.tokens()} & set().union(*apt.hit.fields)


def test_the_glossary_is_whole() -> None:
    """Each line has its seven columns, each form is looked for as texts are, and no stop word carries a meaning."""
    rows = [line for line in Path(glossary.__file__).with_suffix(".txt").read_text().splitlines()
            if line.strip() and not line.startswith("#")]
    assert len(rows) > 800 and {row.count("|") for row in rows} == {6}
    forms = [form for form, _ in set(glossary.entries())]
    assert max(Counter(forms).values()) <= 2 and all(form == form.casefold().strip() for form in forms)
