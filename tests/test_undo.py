"""Every change of ours can be shown and taken back: exactly that change, and nothing that a person did since."""
from __future__ import annotations

import json
import os
import tempfile
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result
from hypothesis import given, settings
from hypothesis import strategies as st

import world
from reverie import archive, cli, index, ledger, lookup, project, query, session
from reverie.history import commits, undo
from reverie.history import log as history
from reverie.history.revision import HAND
from reverie.house import House
from world import Home, proposal, replied, said

FACT = "Staging is wiped every Monday."
SAID = "staging is wiped every Monday"


class Person(Home):
    """One person whose project is found by its folder, as a command finds it."""

    def __init__(self, folder: Path) -> None:
        super().__init__(folder)
        found = project.resolve(str(self.root), self.here, {})
        self.root, self.store = Path(found.root), Path(found.store)
        session.bind(self.here, world.SESSION, session.Binding(found.root, found.store, False))
        self.transcript = str(self.store.parent / f"{world.SESSION}.jsonl")
        self.store.mkdir(parents=True)

    def run(self, *words: str) -> Result:
        """A command of `reverie`, run in the project."""
        with pytest.MonkeyPatch.context() as patch:
            patch.chdir(self.root)
            return CliRunner().invoke(cli.reverie, list(words), env={k: v for k, v in self.env.items() if k != "PATH"})

    def does(self, *words: str) -> str:
        done = self.run(*words)
        assert done.exit_code == 0, (done.output, done.exception)
        return done.output

    def refuses(self, *words: str) -> str:
        done = self.run(*words)
        assert done.exit_code and done.exception
        return f"{done.output}{done.exception}"

    def learn(self, **more: Any) -> None:
        """The worker keeps the fact after a turn."""
        made = proposal(SAID, name="wiped", description="Before using staging", body=FACT, **more)
        self.answers({"memories": [made]})
        self.stop(said(f"Remember that {SAID}."), replied("Noted."))

    @property
    def tree(self) -> dict[str, bytes]:
        return {str(path.relative_to(self.store)): path.read_bytes() for path in self.store.rglob("*.md")}

    def found(self, words: str) -> list[str]:
        hits = lookup.search(self.here, [str(self.store)], query.of(words)).hits
        return sorted(os.path.basename(hit.path) for hit in hits)

    def subjects(self) -> list[str]:
        return [each.entry.subject for each in history.entries(self.here, str(self.store))]

    def house(self) -> Any:
        return world.opened(self.here, self.env)


@pytest.fixture
def one(home: Path) -> Person:
    person = Person(home)
    world.memory(person.store, "feedback_tabs.md", "When editing the Makefile", "Use tabs.", by="extract")
    (person.store / "MEMORY.md").write_text(
        "# Mine\n\n- [Feedback tabs](feedback_tabs.md) — When editing the Makefile\n- my own line\n")
    return person


NEW = "feedback_wiped.md"


# What is recorded

def test_each_write_is_one_commit_and_the_rest_is_theirs(one: Person) -> None:
    """S64: what the worker and commands write is a commit that says job, run, session and reason; what was there
    before, and what a person edits between, are commits of theirs.
    """
    one.learn()
    (one.store / "feedback_tabs.md").write_text("mine")
    one.does("remember", "The", "beta", "is", "frozen", "in", "May")
    log = history.entries(one.here, str(one.store))
    assert [(each.entry.by, each.entry.trailers.get("job", "")) for each in log] == [
        ("reverie", "remember"), ("hand", ""), ("reverie", "extract"), ("hand", "")]
    kept = log[2]
    run, = one.rows("runs")
    assert kept.entry.trailers == {"job": "extract", "run": str(run["id"]), "session": world.SESSION,
                                   "reason": "kept 1 of 1"}
    assert kept.entry.subject == "create wiped"
    assert {change.file for change in kept.changes} == {NEW, "MEMORY.md"}


def test_what_the_agent_wrote_is_its_own_and_the_line_is_ours(one: Person) -> None:
    """S50: of a memory that the agent saved, the file is a change by hand, and its index line one of ours."""
    path = world.memory(one.store, "project_x.md", "About X", "X.")
    one.say(replied("Saved."))
    one.note("wrote", path=str(path))
    one.note()
    one.work()
    ours, theirs = history.entries(one.here, str(one.store))
    assert ours.entry.subject == "line for project_x.md" and [c.file for c in ours.changes] == ["MEMORY.md"]
    assert theirs.entry.by == "hand" and "project_x.md" in {change.file for change in theirs.changes}


def test_what_changes_no_file_is_no_commit(one: Person) -> None:
    """A turn with nothing to keep, or with a proposal alone, leaves no commit of ours."""
    one.answers({"memories": []}, {"memories": [], "proposals": [proposal(SAID, name="wiped", body=FACT)]})
    one.stop(said(f"I think {SAID}."), replied("Yes."))
    one.stop(said(f"Maybe {SAID}."), replied("Yes."))
    assert all(each.entry.by == HAND for each in history.entries(one.here, str(one.store)))


def test_a_change_within_a_change_is_a_part_of_it(one: Person) -> None:
    """What is recorded within another change is one commit with it, and nobody's files are taken for the person's."""
    with one.house() as house:
        with commits.recorded(house, str(one.store), "dream", "outer", 3):
            (one.store / "a.md").write_text("a")
            with commits.recorded(house, str(one.store), "index", "inner"):
                (one.store / "b.md").write_text("b")
        (one.store / "c.md").write_text("c")
        commits.outside(house, str(one.store))
    hand, outer, _ = history.entries(one.here, str(one.store))
    assert [c.file for c in hand.changes] == ["c.md"] and outer.entry.subject == "outer" and outer.run == "3"
    assert [c.file for c in outer.changes] == ["a.md", "b.md"]


def test_a_change_that_fails_is_recorded_as_far_as_it_came(one: Person) -> None:
    """Law 6: also what a failing job has written can be taken back."""
    with one.house() as house, pytest.raises(KeyError):
        with commits.recorded(house, str(one.store), "extract", "half"):
            (one.store / "a.md").write_text("a")
            raise KeyError
    assert one.subjects()[0] == "half" and "a.md is gone" in one.does("undo")


# Log and diff

def test_the_log_names_what_can_be_taken_back(one: Person) -> None:
    """Newest first: number, job with its run, or by hand; why; the files; and what is taken back already."""
    one.learn()
    run, = one.rows("runs")
    shown = one.does("log")
    first, files, second, _ = shown.splitlines()
    assert f"extract (run {run['id']}): create wiped" in first and f"~ MEMORY.md, + {NEW}" in files
    assert "by hand: as it was found" in second
    one.does("undo")
    assert f"extract (run {run['id']}): create wiped [taken back]" in one.does("log", "--limit", "2")
    row = json.loads(one.does("log", "--json"))[1]
    assert row["run"] == str(run["id"]) and row["files"] == {"MEMORY.md": "~", NEW: "+"}
    one.does("undo")
    assert "create wiped\n" in one.does("log")


@pytest.mark.parametrize("wanted", ["last", "run", "rev"])
def test_a_diff_shows_one_change(one: Person, wanted: str) -> None:
    """By number of the run, by the log's letters, or the last of ours: what came and went; without: what is edited."""
    one.learn()
    run, = one.rows("runs")
    names = {"last": "last", "run": str(run["id"]), "rev": history.entries(one.here, str(one.store))[0].short}
    shown = one.does("diff", names[wanted])
    assert f"+++ b/{NEW}" in shown and f"+{FACT}" in shown and "+- [Wiped](feedback_wiped.md)" in shown
    assert "Nothing was changed" in one.does("diff")
    (one.store / "MEMORY.md").write_text("other \x1b[31m\n")
    assert "+other [31m\n" in one.does("diff")


@pytest.mark.parametrize("wanted", ["0", "99", "abc", "zzzz", "", "HEAD", "--", "../x"])
def test_what_means_no_change_is_refused(one: Person, wanted: str) -> None:
    """A number or letters that name nothing are refused with a sentence, and nothing is touched."""
    before = one.tree
    assert "There is no change" in one.refuses("undo", "--", wanted) or not wanted
    assert one.tree == before


def test_where_nothing_was_done_nothing_can_be_undone(one: Person) -> None:
    """Without a change of ours, undo says so; log and diff are empty or the person's."""
    assert "has changed nothing here yet" in one.refuses("undo")
    assert "has changed nothing here yet" in one.refuses("diff", "last")
    assert "by hand" in one.does("log")


# Undo

def test_an_undone_memory_is_gone_everywhere_and_stays_away(one: Person) -> None:
    """File, index line, recall and evidence go; the same turn, read again, does not bring it back; undo again does."""
    before = one.tree
    one.learn()
    after = one.tree
    assert one.found("when is staging wiped") == [NEW]
    told = one.does("undo")
    assert f"{NEW} is gone" in told and "MEMORY.md has its earlier text" in told and "create wiped" in told
    assert one.tree == before and one.found("when is staging wiped") == []
    assert not [row for row in one.rows("evidence") if row["path"] == str(one.store / NEW)]
    one.note()
    one.work()
    assert one.tree == before
    one.does("undo")
    assert one.tree == after and one.found("when is staging wiped") == [NEW]
    assert [row["quote"] for row in one.rows("evidence") if row["path"] == str(one.store / NEW)] == [SAID]


def test_an_undone_update_has_its_earlier_words(one: Person) -> None:
    """What an update changed has its earlier text, and the words behind the update are no longer shown as its own."""
    path = one.store / "feedback_tabs.md"
    before = one.tree
    one.answers({"memories": [proposal("spaces in the Makefile now", name="tabs", description="When editing make files",
                                       body="Use spaces.", op="update", target="feedback_tabs.md")]})
    one.stop(said("We want spaces in the Makefile now."), replied("Noted."))
    after = one.tree
    assert b"Use spaces." in after["feedback_tabs.md"]
    one.does("undo")
    assert one.tree == before
    assert not [row for row in one.rows("evidence") if row["path"] == str(path)]
    one.does("undo")
    assert one.tree == after and [row for row in one.rows("evidence") if row["path"] == str(path)]


@pytest.mark.parametrize("edit", ["- mine, added later\n", ""])
def test_lines_of_the_index_that_came_later_stay(one: Person, edit: str) -> None:
    """S25: an index that was edited since loses the line of the change alone, however near the edit is."""
    one.learn()
    text = (one.store / "MEMORY.md").read_text()
    (one.store / "MEMORY.md").write_text(text.replace("- [Wiped]", f"{edit}- [Wiped]").replace("# Mine", "# My own"))
    one.does("undo")
    now = (one.store / "MEMORY.md").read_text()
    assert "# My own" in now and edit in now and "Wiped" not in now
    assert now.count("\n") == text.count("\n") - 1 + edit.count("\n")


def test_an_edit_made_since_is_kept_where_both_fit(one: Person) -> None:
    """S5: a file that a person edited elsewhere since loses our change and keeps theirs."""
    path = one.store / "feedback_tabs.md"
    path.write_text("".join(f"line {n}\n" for n in range(9)))
    with one.house() as house, commits.recorded(house, str(one.store), "dream", "dream", 5):
        path.write_text(path.read_text().replace("line 2\n", "LINE 2\n"))
    path.write_text(path.read_text().replace("line 7\n", "my 7\n"))
    assert "feedback_tabs.md has its earlier text" in one.does("undo", "5")
    assert path.read_text() == "".join(f"line {n}\n" for n in range(9)).replace("line 7", "my 7")


def test_an_edit_in_the_way_is_left_and_named(one: Person) -> None:
    """S5: what cannot be taken back without losing a person's words stays and is named; with --force it goes, and the
    history has it; whatever else can be taken back is.
    """
    one.learn()
    path = one.store / NEW
    path.write_text(path.read_text() + "But not in May.\n")
    told = one.does("undo")
    assert f"{NEW} was edited since and stays" in told and "--force" in told
    assert path.exists() and NEW in one.index
    rev = next(each for each in history.entries(one.here, str(one.store)) if each.entry.subject == "create wiped")
    assert f"{NEW} is gone" in one.does("undo", rev.short, "--force")
    assert not path.exists() and NEW not in one.index
    one.does("undo")
    assert "But not in May." in path.read_text() and NEW in one.index


def test_a_file_that_is_gone_since_is_not_brought_back(one: Person) -> None:
    """A memory that a person removed after our change stays removed; the rest of the change is taken back."""
    with one.house() as house, commits.recorded(house, str(one.store), "dream", "dream", 5):
        (one.store / "feedback_tabs.md").write_text("changed")
        (one.store / "b.md").write_text("b")
    (one.store / "feedback_tabs.md").unlink()
    told = one.does("undo", "5")
    assert "feedback_tabs.md was removed since" in told and "b.md is gone" in told
    assert not (one.store / "feedback_tabs.md").exists()


def test_an_older_change_leaves_the_newer_ones(one: Person) -> None:
    """By its number any change can be taken back: what came later stays, in the files and in the index."""
    one.learn()
    run, = one.rows("runs")
    one.does("remember", "The", "beta", "is", "frozen", "in", "May")
    one.does("undo", str(run["id"]))
    assert NEW not in one.tree and one.index == {"feedback_tabs.md", "feedback_the_beta_is_frozen_in_may.md"}
    assert "- my own line\n" in (one.store / "MEMORY.md").read_text()


def test_a_run_of_two_commits_is_one_change(one: Person) -> None:
    """A run that was interrupted and finished later is taken back as a whole, and comes back as a whole."""
    with one.house() as house:
        for text in ("1", "2"):
            with commits.recorded(house, str(one.store), "dream", f"step {text}", 5):
                (one.store / f"{text}.md").write_text(text)
                (one.store / "both.md").write_text(text)
    after = one.tree
    one.does("undo", "5")
    assert set(one.tree) == set(after) - {"1.md", "2.md", "both.md"}
    one.does("undo")
    assert one.tree == after


def test_nothing_outside_of_the_store_is_written(one: Person, tmp_path: Path) -> None:
    """S61: a folder that has become a link since leads nowhere: its files are left, and named."""
    (one.store / "sub").mkdir()
    with one.house() as house, commits.recorded(house, str(one.store), "dream", "dream", 5):
        (one.store / "sub" / "a.md").write_text("a")
    (one.store / "sub").rename(tmp_path / "elsewhere")
    (one.store / "sub").symlink_to(tmp_path / "elsewhere")
    assert "lies outside" in one.refuses("undo", "5")
    assert (tmp_path / "elsewhere" / "a.md").read_text() == "a"


def test_an_undone_dream_is_not_dreamt_again_and_has_no_copy_in_the_archive(one: Person) -> None:
    """S5: what left the store in a dream is back, once; a dream that is done again fills the archive again."""
    text = (one.store / "feedback_tabs.md").read_text()
    with one.house() as house:
        run = ledger.begin_run(house.ledger, "dream", "", str(one.store), "asked", "", house.stamp)
        house.ledger.execute("insert into dream_steps values (?, 0, 'archive', '', 'applied', '', 'm', '')", (run,))
        with commits.recorded(house, str(one.store), "dream", "dream", run):
            archive.put(one.here, str(one.store), "feedback_tabs.md", text, "2026-11-30", "unused")
            (one.store / "feedback_tabs.md").unlink()
    one.does("undo")
    assert (one.store / "feedback_tabs.md").read_text() == text and not archive.listed(one.here, str(one.store))
    assert [row["outcome"] for row in one.rows("dream_steps")] == ["undone"]
    one.does("undo")
    assert [each.origin for each in archive.listed(one.here, str(one.store))] == ["feedback_tabs.md"]


FILES = st.dictionaries(st.sampled_from(["a.md", "b.md", "MEMORY.md", "d/c.md"]),
                        st.sampled_from([b"", b"1\n2\n3\n", b"1\n3\n", b"0\r\n1\n2\n3", b"\xff\n- [A](a.md)\n"]))


@settings(max_examples=8)
@given(st.lists(st.tuples(st.booleans(), FILES), min_size=2, max_size=5), FILES)
def test_undo_restores_the_exact_tree_and_undo_again_the_other(
    steps: list[tuple[bool, dict[str, bytes]]], last: dict[str, bytes]
) -> None:
    """Whatever came before: the last change taken back leaves the tree before it, byte for byte; again, that behind
    it; and a person's later edit is in the history and, where it cannot be brought together, in its file.
    """
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "home")
        path.mkdir()
        one = Person(path)
        with one.house() as house:
            for hand, files in steps:
                _put(one, house, hand, files)
            before = one.tree
            _put(one, house, False, last)
            after = one.tree
            if before != after:
                undo.run(house, str(one.store), "last")
                assert one.tree == before
                undo.run(house, str(one.store), "last")
                assert one.tree == after
            _put(one, house, True, steps[0][1])
            edited = one.tree
            if before != after:
                outcome = undo.run(house, str(one.store), "last")
                log = history.entries(one.here, str(one.store))
                trees = [history.tree(one.here, str(one.store), each.rev) for each in log[:3]]
                assert edited in trees, "a byte of the person's is lost"
                assert all(one.tree[file] == edited[file] for file, why in outcome.left if file in edited
                           and file != "MEMORY.md")


def _put(one: Person, house: House, hand: bool, files: dict[str, bytes]) -> None:
    """Let the store hold exactly these files, by a person's hand or as a change of ours."""
    def write() -> None:
        for file in set(one.tree) - set(files):
            (one.store / file).unlink()
        for file, data in files.items():
            (one.store / file).parent.mkdir(exist_ok=True)
            (one.store / file).write_bytes(data)

    if hand:
        write()
        return
    with commits.recorded(house, str(one.store), "dream", "step", 1):
        write()


# Restore

@pytest.mark.parametrize("name", ["feedback_tabs.md", "feedback_tabs"])
def test_what_a_person_removed_comes_back_as_it_was_last(one: Person, name: str) -> None:
    """By file or name: the last text, its index line, and recall."""
    before = one.tree
    one.does("log")
    (one.store / "feedback_tabs.md").unlink()
    (one.store / "MEMORY.md").write_text("# Mine\n")
    assert "Restored from the history" in one.does("restore", name)
    assert one.tree["feedback_tabs.md"] == before["feedback_tabs.md"] and one.index == {"feedback_tabs.md"}
    assert one.found("tabs in the Makefile") == ["feedback_tabs.md"]
    assert one.subjects()[0] == "restore feedback_tabs.md from the history"
    one.does("undo")
    assert one.tree == {"MEMORY.md": b"# Mine\n"}


def test_an_archived_memory_comes_back_byte_for_byte(one: Person) -> None:
    """S5: the archive gives back what it was given, and holds it no longer."""
    before = one.tree["feedback_tabs.md"]
    archive.put(one.here, str(one.store), "feedback_tabs.md", before.decode(), "2026-11-30", "unused")
    (one.store / "feedback_tabs.md").unlink()
    assert "Restored from the archive" in one.does("restore", "feedback_tabs")
    assert one.tree["feedback_tabs.md"] == before and not archive.listed(one.here, str(one.store))


def test_nothing_that_stands_is_overwritten(one: Person) -> None:
    """A different text under the name stays; --from brings an earlier one back only with --force, as one change."""
    one.does("log")
    rev = history.entries(one.here, str(one.store))[0].short
    before = one.tree["feedback_tabs.md"]
    (one.store / "feedback_tabs.md").write_text("mine")
    assert "--from REV" in one.refuses("restore", "feedback_tabs")
    assert "--force" in one.refuses("restore", "feedback_tabs", "--from", rev)
    assert one.tree["feedback_tabs.md"] == b"mine"
    one.does("restore", "feedback_tabs", "--from", rev, "--force")
    assert one.tree["feedback_tabs.md"] == before
    one.does("undo")
    assert one.tree["feedback_tabs.md"] == b"mine"


def test_a_memory_that_was_replaced_stands_again(one: Person) -> None:
    """S22: restored by name, a superseded memory has its line and is found, beside the one that took its place."""
    path = one.store / "feedback_tabs.md"
    before = path.read_text()
    path.write_text(before.replace("metadata:", "superseded_by: other.md\nmetadata:"))
    (one.store / "MEMORY.md").write_text("# Mine\n")
    one.does("restore", "feedback_tabs")
    assert path.read_text() == before and one.index == {"feedback_tabs.md"}
    assert one.found("tabs in the Makefile") == ["feedback_tabs.md"]


@pytest.mark.parametrize("name", ["nothing", "MEMORY.md", "MEMORY", "../feedback_tabs", ""])
def test_what_was_never_there_cannot_be_restored(one: Person, name: str) -> None:
    """A name that no memory had is refused with a sentence; the index is no memory."""
    one.does("log")
    (one.store / "MEMORY.md").unlink()
    assert "There is no memory" in one.refuses("restore", name)


def test_all_of_it_works_without_git(one: Person, monkeypatch: pytest.MonkeyPatch) -> None:
    """S64: with no git on the machine the same commands do the same."""
    monkeypatch.setenv("PATH", "/nonexistent")
    before = one.tree
    one.learn()
    after = one.tree
    assert "create wiped" in one.does("log") and f"+{FACT}" in one.does("diff", "last")
    one.does("undo")
    assert one.tree == before and "as copies" in one.does("status")
    one.does("undo")
    assert one.tree == after
    (one.store / NEW).unlink()
    one.does("restore", NEW)
    assert one.tree == after and index.linked((one.store / "MEMORY.md").read_text()) == {"feedback_tabs.md", NEW}
