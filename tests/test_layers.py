"""The layers: what is true of the person everywhere, of one project, or for its team, and that nothing goes astray."""
from __future__ import annotations

import json
import os
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

import world
from reverie import (
    cli,
    consolidate,
    hook,
    layers,
    library,
    memory_text,
    moving,
    project,
    reconcile,
    scope,
    session,
    shelf,
    spool,
    worker,
)
from reverie.hosts.claude import units
from reverie.listing import called
from reverie.record import Candidate

ROLE = "I am a marine biologist and new to Python."
HYPHENS = "Never use hyphens in anything you write for me."
BERTH = "The berth service is deployed only on Tuesdays."


@pytest.fixture
def one(home: Path) -> world.Home:
    return world.Home(home)


def person(one: world.Home) -> list[str]:
    """The facts that are kept with the person."""
    found = [library.read(entry.path) for entry in library.files(one.here.user)]
    return [memory.body for memory in found if memory]


def hear(one: world.Home, *proposals: dict[str, Any]) -> None:
    """A turn in which the person says all of these, and the backend finds them."""
    one.answers({"memories": list(proposals)})
    one.stop(world.said("\n".join(each["quote"] for each in proposals)), world.replied("Noted."))


def run(capsys: pytest.CaptureFixture[str], *words: str) -> str:
    """What a command says that did what it was asked."""
    assert cli.main(list(words)) == 0
    return capsys.readouterr().out


@pytest.mark.parametrize(("said", "kind", "where"), [
    (HYPHENS, "feedback", "person"), (ROLE, "user", "person"), ("总是用中文回答我的问题", "feedback", "person"),
    ("Always answer in short sentences", "feedback", "person"),
    ("The release is frozen until May", "project", "project"), ("Ask Ana about billing", "reference", "project"),
    ("Run `make fmt` before each commit", "feedback", "project"), ("Never edit src/gen/api.ts", "feedback", "project"),
    ("Always use port 8443", "feedback", "project"), ("Keep harbour tests short", "feedback", "project"),
    ("In this repo indent with tabs", "feedback", "project"), ("Our reviews need two people", "feedback", "project"),
    ("Call fetch_berths only once", "feedback", "project"), ("Use berthClient everywhere", "feedback", "project"),
    ("このプロジェクトではタブを使う", "feedback", "project"), ("우리 팀은 탭을 쓴다", "feedback", "project"),
    ("In diesem Projekt gilt: Tabs", "feedback", "project"), ("Unsere Tests laufen nachts", "feedback", "project"),
])
def test_what_smells_of_a_project_stays_in_it(said: str, kind: str, where: str) -> None:
    """S15: a backend may say `person`; a path, a name, a port, an identifier, "here" or "our" overrules it."""
    candidate = Candidate(kind, "a-rule", said, said, said, scope="person")
    assert scope.settled(candidate, "/work/harbour") == where
    assert scope.settled(candidate._replace(scope="project"), "/work/harbour") == "project"


def test_a_persons_fact_goes_to_the_person_and_a_projects_to_the_project(one: world.Home) -> None:
    """Each is kept once, where it is true, with its line, its evidence and a change in that store's history."""
    hear(one, world.proposal(HYPHENS, scope="person", name="no-hyphens"), world.proposal(BERTH, name="berth"))
    assert (person(one), one.memories) == ([HYPHENS], [BERTH])
    assert world.text(Path(one.here.user, "MEMORY.md")).count("](") == 1
    assert sorted(os.path.dirname(row["path"]) for row in one.rows("evidence")) == sorted(
        (one.here.user, str(one.store)))
    hear(one, world.proposal(HYPHENS, scope="project", name="hyphens-again"))
    assert (person(one), one.memories) == ([HYPHENS], [BERTH])


def test_a_change_of_a_persons_fact_changes_it_where_it_is(one: world.Home) -> None:
    """Said again from any project in other words, it is updated or replaced in the person's store, not added here."""
    hear(one, world.proposal(HYPHENS, scope="person", name="no-hyphens"))
    file = next(library.files(one.here.user)).name
    better = "Use hyphens in code only, never in prose for me."
    hear(one, world.proposal(better, op="update", target=file, name="no-hyphens"))
    assert (person(one), one.memories) == ([better], [])


def test_outside_of_a_project_all_is_the_persons(one: world.Home, home: Path) -> None:
    """S76: at home, in `/` or in the temporary folder itself there is no project to keep anything with."""
    for folder in (str(home), "/", "/tmp"):
        found = project.resolve(folder, one.here, one.env)
        assert (found.store, found.native) == (one.here.user, False)
        assert [layer.name for layer in layers.of(found, one.here)] == [layers.PERSON]
    session.bind(one.here, world.SESSION, session.Binding(str(home), one.here.user, False))
    hear(one, world.proposal(BERTH, name="berth"))
    assert person(one) == [BERTH] and one.memories == []


@pytest.mark.parametrize("native", [False, True])
def test_the_persons_index_opens_each_session_within_its_budget(one: world.Home, home: Path, native: bool) -> None:
    """Also where the client injects the project's itself; what has no room is counted, and the rest is untouched."""
    for n in range(60):
        world.memory(one.here.user, f"feedback_rule_{n:02}.md", f"Rule {n} of sixty {'x' * 60}", "Do it.")
    world.memory(one.store, "project_berth.md", BERTH, BERTH)
    with world.opened(one.here, one.env) as house:
        reconcile.list_in_index(one.here.user, [entry.path for entry in library.files(one.here.user)])
        reconcile.list_in_index(str(one.store), [str(one.store / "project_berth.md")])
        reconcile.shelve(house, one.here.user)
    bound = session.Binding(str(one.root), str(one.store), native)
    session.bind(one.here, "new", bound)
    said = context(one, "SessionStart", "new", source="startup")
    assert units(shelf.blocks(one.here, layers.of(bound, one.here), units)) <= shelf.BUDGETS[layers.PERSON]
    shown = said.count("](feedback_rule_")
    assert 5 < shown < 60 and f"{60 - shown} more are not shown here" in said
    assert (BERTH in said) is not native and units(said) <= 9_500
    assert context(one, "SessionStart", "new", source="clear") == said


def context(one: world.Home, event: str, sid: str, **more: object) -> str:
    """What the hook tells the model."""
    raw = json.dumps({"session_id": sid, "hook_event_name": event, "cwd": str(one.root), "transcript_path": "", **more})
    out = hook.respond(event, raw.encode(), one.here, one.env)
    return json.loads(out)["hookSpecificOutput"].get("additionalContext", "") if out else ""


def shelved(one: world.Home, *stores: str | Path) -> None:
    with world.opened(one.here, one.env) as house:
        for store in stores:
            reconcile.shelve(house, str(store))


def test_a_prompt_recalls_from_all_layers_and_says_whose_they_are(one: world.Home) -> None:
    """What the project has under a name hides the person's of that name; where both are shown, the rule is told."""
    world.memory(one.here.user, "feedback_commit_messages.md", "Commit messages in French", "Write commits in French.")
    world.memory(one.here.user, "feedback_branch_names.md", "Branch names", "Name a branch after its ticket.")
    world.memory(one.store, "feedback_commit_messages.md", "Commit messages in English", "Write commits in English.")
    shelved(one, one.store, one.here.user)
    said = context(one, "UserPromptSubmit", world.SESSION, prompt="commit on a branch: which messages and names?")
    assert "English" in said and "French" not in said and "Name a branch after its ticket" in said
    assert "(feedback, person, " in said and "Where they differ, the project's hold." in said
    assert said.index("English") < said.index("ticket") or "- feedback" in said


def test_a_file_of_others_is_shown_only_as_it_was_accepted(one: world.Home) -> None:
    """The team's rows are known by what they hold: a file changed by a byte, whatever its times, says nothing."""
    folder = Path(layers.team(session.Binding(str(one.root), str(one.store), False))[0])
    path = world.memory(folder, "project_tides.md", "Tides are in UTC", "All tide tables are in UTC.")
    stamp = memory_text.hash_of(path.read_bytes())
    with world.opened(one.here, one.env) as house:
        assert reconcile.shelve_these(house, str(folder), {str(path): stamp}) == 1
        assert reconcile.shelve_these(house, str(folder), {str(path): stamp}) == 0
    for sid, changed in (("a", False), ("b", True)):
        session.bind(one.here, sid, session.Binding(str(one.root), str(one.store), True))
        if changed:
            times = path.stat()
            path.write_text(path.read_text().replace("UTC.", "CET."))
            os.utime(path, ns=(times.st_atime_ns, times.st_mtime_ns))
        asked = context(one, "UserPromptSubmit", sid, prompt="are the tide tables in utc?")
        begun = context(one, "SessionStart", sid, source="startup")
        assert ("tide tables are in" in asked, "Tides are in UTC" in begun) == (not changed, not changed)
    with world.opened(one.here, one.env) as house:
        assert reconcile.shelve_these(house, str(folder), {}) == 1
        assert reconcile.shelve_these(house, str(folder), {}) == 0


def test_what_the_team_says_is_not_saved_again_and_what_is_written_there_is_not_trusted(one: world.Home) -> None:
    """An accepted file bars its twin from the project; a file that an agent writes among the team's is left for review.
    """
    folder = Path(layers.team(session.Binding(str(one.root), str(one.store), False))[0])
    path = world.memory(folder, "project_berth.md", BERTH, BERTH)
    with world.opened(one.here, one.env) as house:
        reconcile.shelve_these(house, str(folder), {str(path): memory_text.hash_of(path.read_bytes())})
    hear(one, world.proposal(BERTH, name="berth"))
    assert one.memories == []
    new = world.memory(folder, "project_new.md", "New", "The quay is closed on Fridays.")
    for tool, noted in (("Write", []), ("Read", ["read"])):
        raw = {"session_id": world.SESSION, "hook_event_name": "PostToolUse", "cwd": str(one.root), "tool_name": tool,
               "tool_input": {"file_path": str(new)}, "tool_response": {}, "transcript_path": ""}
        hook.respond("PostToolUse", json.dumps(raw).encode(), one.here, one.env)
        assert [note["event"] for _, note in spool.peek(one.here)] == noted
    one.note()
    one.work()
    assert "closed on Fridays" not in context(one, "UserPromptSubmit", world.SESSION, prompt="is the quay closed?")


def test_a_memory_moves_with_all_that_is_known_of_it(one: world.Home, capsys: pytest.CaptureFixture[str],
                                                      monkeypatch: pytest.MonkeyPatch) -> None:
    """`move` takes file, line, evidence and figures along; one `undo` takes both halves back, one more has them again.
    """
    monkeypatch.chdir(one.root)
    store = project.resolve(str(one.root), one.here, os.environ).store
    run(capsys, "remember", "--name", "no-hyphens", HYPHENS)
    file = next(library.files(store)).name
    before = Path(store, file).read_bytes()
    assert "kept with the person now" in run(capsys, "move", "no-hyphens", "--to", "person")
    assert person(one) == [HYPHENS] and not list(library.files(store)) and "](" not in world.text(f"{store}/MEMORY.md")
    assert "scope: person" in world.text(f"{one.here.user}/{file}")
    rows = json.loads(run(capsys, "list", "--json"))
    assert [(row["layer"], row["file"]) for row in rows] == [("person", file)]
    assert "Taking back" in run(capsys, "undo")
    assert Path(store, file).read_bytes() == before and not person(one)
    run(capsys, "undo")
    assert person(one) == [HYPHENS] and not list(library.files(store))
    run(capsys, "move", f"person/{file}", "--to", "project")
    assert Path(store, file).read_bytes() == before and not person(one)
    assert cli.main(["move", "no-hyphens", "--to", "project"]) == 1


def test_a_move_that_was_killed_is_finished_by_the_same_command(one: world.Home) -> None:
    """Standing in both, the memory is not doubled: the second try takes what is there and ends the move."""
    world.memory(one.store, "feedback_short.md", "Short answers", "Answer in short sentences.")
    with world.opened(one.here, one.env) as house:
        bound = session.Binding(str(one.root), str(one.store), False)
        near, *_, far = layers.of(bound, one.here)
        listed = called(one.here, [near], "feedback_short")
        data = Path(listed.memory.path).read_bytes()
        moving.move(house, listed, far)
        Path(listed.memory.path).write_bytes(data)  # as if it had died before this file went
        moving.move(house, called(one.here, [near], "feedback_short"), far)
    assert person(one) == ["Answer in short sentences."] and one.memories == []


def test_a_change_for_both_layers_is_undone_as_one(one: world.Home, capsys: pytest.CaptureFixture[str],
                                                   monkeypatch: pytest.MonkeyPatch) -> None:
    """One extraction that wrote for the person and for the project: `log` shows both halves, `undo` takes both."""
    monkeypatch.chdir(one.root)
    one.store = Path(project.resolve(str(one.root), one.here, os.environ).store)
    session.bind(one.here, world.SESSION, session.Binding(str(one.root), str(one.store), False))
    hear(one, world.proposal(HYPHENS, scope="person", name="no-hyphens"), world.proposal(BERTH, name="berth"))
    shown = json.loads(run(capsys, "log", "--json"))
    assert {row["layer"] for row in shown if row["by"] == "reverie"} == {"person", "project"}
    assert "+ person/feedback_no_hyphens.md" in run(capsys, "log")
    assert HYPHENS in run(capsys, "diff", "last") and BERTH in run(capsys, "diff", "last")
    run(capsys, "undo")
    assert (person(one), one.memories) == ([], [])
    run(capsys, "undo")
    assert (person(one), one.memories) == ([HYPHENS], [BERTH])


def test_undo_takes_back_what_was_done_from_here(one: world.Home, capsys: pytest.CaptureFixture[str], tmp_path: Path,
                                                monkeypatch: pytest.MonkeyPatch) -> None:
    """What a session of another project saved with the person since is not the last change of this project."""
    monkeypatch.chdir(one.root)
    one.store = Path(project.resolve(str(one.root), one.here, os.environ).store)
    session.bind(one.here, world.SESSION, session.Binding(str(one.root), str(one.store), False))
    hear(one, world.proposal(BERTH, name="berth"))
    session.bind(one.here, world.SESSION, session.Binding(str(tmp_path), str(tmp_path / "other"), False))
    hear(one, world.proposal(HYPHENS, scope="person", name="no-hyphens"))
    session.bind(one.here, world.SESSION + "x", session.Binding(str(one.root), str(one.store), False))
    run(capsys, "undo")
    assert (person(one), one.memories) == ([HYPHENS], [])


def test_what_is_forgotten_of_the_person_stays_forgotten_everywhere(one: world.Home, monkeypatch: pytest.MonkeyPatch,
                                                                     capsys: pytest.CaptureFixture[str]) -> None:
    """S29: `forget` finds it from any project, by an id that names its layer; no project's session brings it back."""
    monkeypatch.chdir(one.root)
    hear(one, world.proposal(HYPHENS, scope="person", name="no-hyphens"))
    begun = context(one, "SessionStart", world.SESSION, source="startup")
    assert "](feedback_no_hyphens.md)" in begun
    assert "person/feedback_no_hyphens.md" in run(capsys, "forget", "hyphens", "--show")
    assert "Forgotten: person/" in run(capsys, "forget", "--id", "person/feedback_no_hyphens.md", "--yes")
    assert "](feedback_no_hyphens.md)" not in (session.frozen(one.here, world.SESSION) or "")
    hear(one, world.proposal(HYPHENS, scope="project", name="hyphens"))
    assert (person(one), one.memories) == ([], [])


WORDS = st.lists(st.sampled_from("anchor berth crane ferry harbour quay tide vessel deploy branch review".split()),
                 min_size=2, max_size=5)


@settings(max_examples=4, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(shared=WORDS, names=st.tuples(st.integers(1, 10**6), st.integers(1, 10**6)).filter(lambda n: n[0] != n[1]))
@example(shared=["deploy", "branch"], names=(1, 2))
def test_no_word_of_one_project_ever_reaches_another(tmp_path_factory: pytest.TempPathFactory, shared: list[str],
                                                     names: tuple[int, int]) -> None:
    """S6, S15: equal names, equal encodings, shared words: what is injected, recalled, asked of a model for extraction
    and for a dream, listed and exported of one project holds no word of the other's own.
    """
    two = Two(tmp_path_factory.mktemp("two"))
    marks = [f"zq{number:06}x" for number in names]
    roots = [two.folder / "a" / "b-c", two.folder / "a-b" / "c"]  # which share one encoded name
    for root, mark in zip(roots, marks, strict=True):
        two.tell(root, mark, shared)
    assert len({two.binding(f"told-{mark}").store for mark in marks}) == 2
    for root, mine, other in zip(roots, marks, marks[::-1], strict=True):
        said = two.all_of(root, f"how do we {' '.join(shared)} with {mine}?")
        assert mine in said and other not in said


class Two:
    """One person with two projects; whatever their backend is asked is kept."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.here = world.home(folder)
        self.env = world.environment(folder, REVERIE_BACKEND="command")
        program = folder / "backend"
        program.write_text(f"#!/bin/sh\ncat >>'{folder}/asked'\ncat '{folder}/answer'\n")
        program.chmod(0o755)
        Path(self.here.settings).write_text(f"interval: 0\nsummaries: false\ncommand: {program}\n")

    def answer(self, data: object) -> None:
        Path(self.folder, "asked").unlink(missing_ok=True)
        Path(self.folder, "answer").write_text(json.dumps(data))

    def hook(self, event: str, sid: str, root: Path, **more: object) -> str:
        raw = {"session_id": sid, "hook_event_name": event, "cwd": str(root), "transcript_path": "", **more}
        return hook.respond(event, json.dumps(raw).encode(), self.here, self.env).decode()

    def binding(self, sid: str) -> session.Binding:
        found = session.bound(self.here, sid)
        assert found
        return found

    def turn(self, sid: str, root: Path, words: str) -> None:
        """A session of this project in which this is said, and the worker's part."""
        path = world.transcript(Path(self.here.projects, "t", f"{sid}.jsonl"), [world.said(words, sessionId=sid)])
        self.hook("SessionStart", sid, root, source="startup", transcript_path=path)
        self.hook("Stop", sid, root, transcript_path=path, stop_hook_active=False)
        worker.run(self.here, self.env)

    def tell(self, root: Path, mark: str, shared: list[str]) -> None:
        root.mkdir(parents=True)
        said = [f"Always {' '.join(shared)} with {mark} first.", f"I am the keeper of {mark} {shared[0]} charts."]
        self.answer({"memories": [world.proposal(said[0], name="shared-rule"),
                                  world.proposal(said[1], name="same-name")]})
        self.turn(f"told-{mark}", root, "\n".join(said))
        assert len(list(library.files(self.binding(f"told-{mark}").store))) == 2

    def all_of(self, root: Path, prompt: str) -> str:
        """All that a new session of the project, a model that is asked about it, and an export get to see."""
        sid = f"new-{root.name}"
        self.answer({"memories": []})
        self.turn(sid, root, "From now on we freeze the branch before each release of the harbour app.")
        said = [self.hook("SessionStart", sid, root, source="clear"),
                self.hook("UserPromptSubmit", sid, root, prompt=prompt),
                self.hook("SubagentStart", sid, root, agent_id="a1", agent_type="Explore"),
                Path(self.folder, "asked").read_text()]
        self.answer({"steps": []})
        with world.opened(self.here, self.env) as house:
            consolidate.run(house, self.binding(sid).store, consolidate.ASKED)
        said.append(Path(self.folder, "asked").read_text())
        return "\n".join([*said, *self.exported(root)])

    def exported(self, root: Path) -> Iterator[str]:
        """Every text of the project's exports, as files of a tool and as a bundle."""
        folder, bundle = self.folder / f"out-{root.name}", self.folder / f"{root.name}.zip"
        for words in (["claude", "--person", "--to", str(folder)], ["bundle", str(bundle)]):
            done = CliRunner(env=self.env).invoke(cli.reverie, ["export", *words, "--project", str(root)])
            assert done.exit_code == 0, done.output
        yield from (path.read_text() for path in folder.rglob("*") if path.is_file())
        with zipfile.ZipFile(bundle) as archive:
            yield from (archive.read(name).decode("utf-8", "replace") for name in archive.namelist())


def test_only_the_persons_own_memories_are_read_without_a_question(one: world.Home, tmp_path: Path) -> None:
    """Whatever is no Markdown file of that store, by whatever path or link, is left to the client; so is any write."""
    path = world.memory(one.here.user, "user_role.md", ROLE, ROLE)
    Path(one.here.user, "key.md.json").write_text("{}")
    secret = tmp_path / "secret.md"
    secret.write_text("x")
    os.symlink(secret, Path(one.here.user, "leads_out.md"))
    os.symlink(one.here.user, tmp_path / "user")
    asked = {str(path): True, str(tmp_path / "user" / "user_role.md"): True, str(secret): False,
             f"{one.here.user}/leads_out.md": False, f"{one.here.user}/key.md.json": False,
             f"{one.here.user}/../ledger.db": False,
             f"{one.here.user}/../../settings.md": False, str(one.store / "a.md"): False, "": False}
    for file, allowed in asked.items():
        for tool in ("Read", "Write"):
            raw = json.dumps({"session_id": "s", "hook_event_name": "PreToolUse", "cwd": str(one.root),
                              "tool_name": tool, "tool_input": {"file_path": file, "content": "Use make."}})
            out = hook.respond("PreToolUse", raw.encode(), one.here, one.env)
            assert (b'"permissionDecision": "allow"' in out or b'"permissionDecision":"allow"' in out) == (
                allowed and tool == "Read"), (file, tool, out)


def test_a_name_that_nearly_fits_is_answered_with_those_it_may_mean(one: world.Home, monkeypatch: pytest.MonkeyPatch,
                                                                   capsys: pytest.CaptureFixture[str]) -> None:
    """At most three, from the nearest layer on; where nothing is near, only the command that lists them is named."""
    monkeypatch.chdir(one.root)
    for n in range(5):
        run(capsys, "remember", "--name", f"berth-rule-{n}", f"Berth rule number {n} is kept by crew {n}.")
    for word, meant in (("BERTH", "Did you mean berth-rule-0, berth-rule-1, berth-rule-2?"), ("crane", "here. `")):
        assert cli.main(["show", word]) == 1
        assert meant in capsys.readouterr().err
