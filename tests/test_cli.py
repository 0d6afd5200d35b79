"""The command line: every verb helps, refuses with one sentence and code 1 or 2, and does what it says."""
from __future__ import annotations

import json
import os
import subprocess
from pathlib import Path

import pytest

import world
from reverie import cli, index, library, places, project

RULE = "From now on always deploy the harbour app with kamal"


@pytest.fixture
def here(home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> places.Places:
    """A person who stands in a project of theirs."""
    (tmp_path / "project").mkdir()
    monkeypatch.chdir(tmp_path / "project")
    monkeypatch.setenv("REVERIE_BACKEND", "off")
    return world.home(home)


def run(capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int, str, str]:
    code = cli.main(list(words))
    said = capsys.readouterr()
    return code, said.out, said.err


def store(here: places.Places) -> str:
    return project.resolve(os.getcwd(), here, os.environ).store


@pytest.mark.parametrize("verb", sorted(cli.VERBS))
def test_every_verb_helps(here: places.Places, capsys: pytest.CaptureFixture[str], verb: str) -> None:
    """`reverie VERB --help` ends in 0, says what it does and, except for demo, shows an example."""
    code, out, err = run(capsys, verb, "--help")
    assert (code, err) == (0, "") and f"reverie {verb}" in out and len(out.splitlines()) > 4
    assert f"Example: reverie {verb}" in " ".join(out.split()) or verb == "demo"


def test_help_names_every_verb(here: places.Places, capsys: pytest.CaptureFixture[str]) -> None:
    """`reverie --help` and `reverie -h` list the verbs with a line each."""
    for flag in ("--help", "-h"):
        code, out, _ = run(capsys, flag)
        assert code == 0 and all(f"  {verb} " in out for verb in cli.VERBS)


def test_the_version_is_the_plugins(here: places.Places, capsys: pytest.CaptureFixture[str]) -> None:
    """`--version` prints what plugin.json says."""
    version = json.loads((world.ROOT / "plugin.json").read_text())["version"]
    assert run(capsys, "--version") == (0, f"{version}\n", "")


@pytest.mark.parametrize("words", [["fly"], ["list", "--colour"], ["remember"], ["recall"], ["show"],
                                   ["remember", "--type", "rule", "x"]])
def test_wrong_usage_is_2(here: places.Places, capsys: pytest.CaptureFixture[str], words: list[str]) -> None:
    """An unknown verb or option, a missing word or a value that is none: code 2 and a hint on stderr alone."""
    code, out, err = run(capsys, *words)
    assert (code, out) == (2, "") and "Error" in err and "Traceback" not in err


def test_everything_works_on_an_empty_home(
    here: places.Places, capsys: pytest.CaptureFixture[str]
) -> None:
    """A person who has nothing yet is told so, not shown an error."""
    code, out, err = run(capsys, "status")
    assert (code, err) == (0, "") and os.getcwd() in out
    assert "nothing extracted yet" in out and "waits         nothing" in out
    assert run(capsys, "list", "--json")[:2] == (0, "[]\n")
    assert "No memories yet" in run(capsys, "list")[1]
    assert run(capsys, "recall", "how do we deploy the server")[1].startswith("Nothing")
    assert run(capsys, "show", "x")[0] == 1


def test_a_memory_is_remembered_once(here: places.Places, capsys: pytest.CaptureFixture[str]) -> None:
    """`remember` writes the file and its line; the same again says where it stands already."""
    words = ["remember", "--type", "project", "The staging database is wiped every Monday"]
    code, out, _ = run(capsys, *words)
    path = out.removeprefix("Remembered: ").strip()
    assert code == 0 and os.path.dirname(path) == store(here)
    memory = library.read(path)
    assert memory and (memory.type, memory.body) == ("project", "The staging database is wiped every Monday")
    assert index.linked(world.text(Path(store(here), "MEMORY.md"))) == {os.path.basename(path)}
    assert run(capsys, *words) == (0, f"Already remembered: {path}\n", "")
    assert len(list(library.files(store(here)))) == 1


def test_what_was_remembered_is_listed_shown_and_recalled(
    here: places.Places, capsys: pytest.CaptureFixture[str]
) -> None:
    """`list`, `list --json`, `show` by any of its names, and `recall` find what `remember` saved."""
    run(capsys, "remember", "--name", "wiped-staging", "The staging database is wiped every Monday")
    found, = json.loads(run(capsys, "list", "--json")[1])
    assert (found["name"], found["type"]) == ("wiped-staging", "feedback")
    assert "feedback_wiped_staging.md  [feedback, 20" in run(capsys, "list")[1]
    for name in ("wiped-staging", "feedback_wiped_staging.md", "feedback_wiped_staging", found["file"],
                 "project/feedback_wiped_staging.md", os.path.join(store(here), found["file"])):
        code, out, _ = run(capsys, "show", name)
        assert code == 0 and out.startswith(os.path.join(store(here), found["file"])) and "wiped every Monday" in out
    assert "wiped every Monday" in run(capsys, "recall", "is", "the staging database", "wiped?")[1]
    assert run(capsys, "recall", "colour of Mars")[1].startswith("Nothing")


@pytest.mark.parametrize("words", ["", "   ", "the and of", "…"])
def test_nothing_is_not_remembered(here: places.Places, capsys: pytest.CaptureFixture[str], words: str) -> None:
    """Words that say nothing are refused with one sentence and code 1."""
    code, out, err = run(capsys, "remember", words)
    assert (code, out) == (1, "") and len(err.splitlines()) == 1
    assert not os.path.exists(store(here))


def test_a_secret_is_not_remembered(here: places.Places, capsys: pytest.CaptureFixture[str]) -> None:
    """S8: a key in what a person saves is replaced by its class."""
    key = "-".join(("sk", "ant", "api03", "aB3dE5gH7j" * 4))
    run(capsys, "remember", f"The deploy key is {key}")
    for path in Path(here.config).rglob("*"):
        if path.is_file() and "pycache" not in path.parts:
            assert key.encode() not in path.read_bytes()


def test_another_project_is_named(here: places.Places, capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """S15: `--project` works on that folder's memories, and only on those."""
    other = tmp_path / "other"
    other.mkdir()
    run(capsys, "remember", "--project", str(other), "Only the other project knows this")
    assert run(capsys, "list", "--json")[1] == "[]\n"
    assert len(json.loads(run(capsys, "list", "--json", "--project", str(other))[1])) == 1


@pytest.mark.parametrize("broken", ["catalog", "ledger"])
def test_a_broken_database_stops_no_command(
    here: places.Places, capsys: pytest.CaptureFixture[str], broken: str
) -> None:
    """S33: with garbage for a database every command still works; a ledger is kept aside, never deleted."""
    run(capsys, "remember", "The staging database is wiped every Monday")
    Path(getattr(here, broken)).write_bytes(b"garbage " * 3000)
    for words in (["status"], ["list"], ["recall", "staging database wiped"]):
        assert run(capsys, *words)[0] == 0
    if broken == "ledger":
        assert Path(here.ledger + ".unreadable").read_bytes() == b"garbage " * 3000


def test_the_commands_of_the_real_world(here: places.Places) -> None:
    """`bin/reverie`, through a link and from a folder with blanks, is the same command line."""
    link = Path(here.config, "a b")
    link.symlink_to(world.ROOT / "bin" / "reverie")
    env = {**world.environment(Path(here.config).parent), "PYTHONPATH": "/nonexistent"}
    for words, code, said in ((["list", "--json"], 0, "[]\n"), (["fly"], 2, "")):
        done = subprocess.run([str(link), *words], env=env, capture_output=True, text=True, check=False, timeout=30)
        assert (done.returncode, done.stdout) == (code, said) and "Traceback" not in done.stderr


def test_a_person_is_told_what_was_left_out(here: places.Places, capsys: pytest.CaptureFixture[str]) -> None:
    """S8: what `remember` takes out is named by its class, so that nobody believes it saved."""
    token = "gh" + "p_" + "a1B2" * 9
    code, out, _ = run(capsys, "remember", f"The deploy bot uses {token} on Mondays")
    assert code == 0 and "Left out" in out and "github-token" in out and token not in out


def test_extract_looks_at_a_transcript_and_writes_only_when_told_to(
    here: places.Places, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    """A dry run names what would be kept and writes nothing; the real one writes it; again it finds nothing new."""
    path = tmp_path / "5c1f.jsonl"
    path.write_text(json.dumps(world.said(f"{RULE}, because the scripts skip checks.")) + "\n")
    words = ("extract", "--backend", "offline", "--json", str(path))
    dry = json.loads(run(capsys, *words, "--dry-run")[1])
    assert [row["op"] for row in dry] == ["create"] and not os.path.exists(store(here))
    wet = json.loads(run(capsys, *words)[1])
    assert [row["body"] for row in wet] == [row["body"] for row in dry] and len(list(library.files(store(here)))) == 1
    assert json.loads(run(capsys, *words)[1]) == []


def test_extract_leaves_a_session_alone_that_opted_out(
    here: places.Places, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    """S1: `#skip` holds for a look on demand too, dry or not."""
    path = tmp_path / "5c1f.jsonl"
    path.write_text(json.dumps(world.said(f"#skip {RULE}, because the scripts skip checks.")) + "\n")
    for more in (("--dry-run",), ()):
        assert json.loads(run(capsys, "extract", "--backend", "offline", "--json", *more, str(path))[1]) == []


def test_a_pause_is_a_time_or_a_sentence(here: places.Places, capsys: pytest.CaptureFixture[str]) -> None:
    """`pause --for` takes 30m, 2h, 1d; anything else is one sentence and changes nothing; `resume` ends it."""
    assert run(capsys, "pause", "--for", "soon")[0] == 2 and not os.path.exists(here.pause)
    assert run(capsys, "pause", "--for", "2h")[0] == 0 and os.path.exists(here.pause)
    assert run(capsys, "resume")[0] == 0 and not os.path.exists(here.pause)


def test_a_recall_is_explained(here: places.Places, capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """`recall --explain` names each memory with what it is worth, the words that found it and the floors."""
    for n, (name, words) in enumerate([("deploy", "the harbour app with kamal"), ("berth", "the berth calendar")]):
        world.memory(tmp_path / "notes", f"{name}.md", f"How to use {words}", f"Rule {n}.")
    code, out, _ = run(capsys, "recall", "--store", str(tmp_path / "notes"), "--explain", "deploy the harbour app")
    told = out.splitlines()[0]
    assert code == 0 and told.startswith("deploy.md: whole; score ") and "harbour " in told
    assert "### deploy.md" in out and "berth.md" not in out
    assert not list(Path(here.config).rglob("notes*"))  # that folder is none of this person's


def test_many_prompts_are_answered_from_any_folder(
    here: places.Places, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    """`recall --store --prompts --out`: a line a prompt with files, pointers and characters, by its own store."""
    for store, word in (("one", "zirconium"), ("two", "palladium")):
        world.memory(tmp_path / "stores" / store, "rule.md", f"How we ship the {word} build", f"Ship {word} by hand.")
    prompts, out = tmp_path / "prompts.jsonl", tmp_path / "out.jsonl"
    asked = [{"id": f"{store}-{word}", "store": store, "query": f"ship the {word} build"}
             for store in ("one", "two") for word in ("zirconium", "palladium")]
    prompts.write_text("".join(json.dumps(row) + "\n" for row in [*asked, {"id": "nod", "query": "thanks"}]))
    words = ["recall", "--store", str(tmp_path / "stores"), "--prompts", str(prompts), "--out", str(out)]
    assert run(capsys, *words)[0] == 0
    found = {row["id"]: row for row in map(json.loads, out.read_text().splitlines())}
    assert found["one-zirconium"]["files"] == found["two-palladium"]["files"] == ["rule.md"]
    assert found["nod"] == {"id": "nod", "files": [], "pointers": [], "chars": 0}
    assert all(row["chars"] > 0 for row in found.values() if row["files"] or row["pointers"])


@pytest.mark.parametrize(("line", "said"), [("{", "line 2"), ('{"id": 1}', "line 2"), ("[]", "line 2")])
def test_a_file_of_prompts_that_is_none_is_refused(
    here: places.Places, capsys: pytest.CaptureFixture[str], tmp_path: Path, line: str, said: str
) -> None:
    """One sentence with the line's number, code 1, and no output file is begun."""
    (tmp_path / "store").mkdir()
    prompts, out = tmp_path / "prompts.jsonl", tmp_path / "out.jsonl"
    prompts.write_text('{"id": "a", "query": "b"}\n' + line + "\n")
    words = ["recall", "--store", str(tmp_path / "store"), "--prompts", str(prompts), "--out", str(out)]
    code, _, err = run(capsys, *words)
    assert code == 1 and said in err and len(err.splitlines()) == 1 and not out.exists()
