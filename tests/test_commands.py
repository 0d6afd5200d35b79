"""Each verb as its help tells it: the examples run, the page is the help; and changing a memory by hand."""
from __future__ import annotations

import json
import os
import pty
import re
import shlex
import subprocess
import sys
from pathlib import Path

import click
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import commands_doc
import world
from reverie import cli, editing, layers, library, listing
from reverie.history import log as history
from stage import Stage, made, stage

__all__ = ["made", "stage"]
COMMANDS = [(name, command) for name, command, _ in commands_doc.commands()]
EXAMPLES = sorted({commands_doc.example(command) for _, command in COMMANDS})
ELSEWHERE = {"reverie demo", "reverie install", "reverie uninstall", "reverie doctor --fix"}
"""They build, fetch or try things for many seconds, and have tests of their own."""
NEEDS = {
    "reverie restore no-hyphens-in-writing": "reverie forget --id feedback_no_hyphens_in_writing.md --yes",
    "reverie import bundle memories.zip": "reverie export bundle memories.zip",
}
"""What a person has done before."""
TERMINAL = {"reverie config edit": 2, "reverie report --since 30d --open": 1}
"""They need a terminal, and say so with this code where there is none."""
FILES = [*world.ROOT.glob("docs/*.md"), world.ROOT / "README.md", *world.ROOT.glob("skills/*/SKILL.md"),
         *world.ROOT.glob("scripts/reverie/**/*.py")]
NAME = "no-hyphens-in-writing"
FILE = "feedback_no_hyphens_in_writing.md"


@pytest.mark.parametrize(("name", "command"), COMMANDS, ids=[name for name, _ in COMMANDS])
def test_each_command_helps(name: str, command: click.Command) -> None:
    """`-h` as well as `--help`, within other verbs too; the example is a call of this command, and it parses."""
    words = shlex.split(commands_doc.example(command))
    assert words[:len(name.split())] == name.split() or isinstance(command, click.Group)
    assert {"-h", "--help"} <= set(command.get_help_option_names(click.Context(
        command, parent=click.Context(cli.reverie, info_name="reverie", **cli.reverie.context_settings))))
    unknown = _unknown(words)
    assert not unknown, unknown


@pytest.mark.parametrize("line", [line for line in EXAMPLES if line not in ELSEWHERE])
def test_each_example_runs_as_written(stage: Stage, line: str) -> None:
    """Typed in the project of a person who has used Reverie for a while, it does its work and ends with 0."""
    if line in NEEDS:
        assert stage.say(NEEDS[line]).exit_code == 0
    ended = stage.say(line)
    assert ended.exit_code == TERMINAL.get(line, 0) or "claude-mem" in line, (ended.output, ended.exception)


def test_the_page_of_commands_is_the_help() -> None:
    """`make docs` writes docs/commands.md; it is what the commands say of themselves now."""
    assert commands_doc.PATH.read_text(encoding="utf-8") == commands_doc.text()


def test_each_command_that_is_named_anywhere_is_there() -> None:
    """Code spans of the documents, the skills and our own messages: the verb exists, and has each option they name."""
    wrong = []
    for path in FILES:
        flat = re.sub(r'"\s*\n\s*f?"', "", path.read_text(encoding="utf-8"))
        for span in re.findall(r"`(reverie [a-z][^`\n]*)`", flat):
            said = re.sub(r"\{[^}]*\}", "X", span)
            if not re.search(r"reverie\.|…", said) and _unknown(re.sub(r"[\[\]'\"]", "", said).split()):
                wrong.append((str(path), span))
    assert not wrong


def _unknown(words: list[str]) -> list[str]:
    """The words of a line that its commands do not know: verbs and options."""
    command: click.Command = cli.reverie
    ctx = click.Context(command, **cli.reverie.context_settings)
    groups = [command]
    for word in words[1:]:
        if word.startswith("-") and len(word) > 1:
            known = {opt for each in groups for param in each.get_params(ctx)
                     for opt in (*param.opts, *param.secondary_opts)}
            if word.partition("=")[0].rstrip(",.") not in known:
                return [word]
        elif isinstance(command, click.Group):
            inner = command.get_command(ctx, word)
            if inner is None:
                return [word] if word.islower() and command is cli.reverie else []
            command = inner
            groups.append(command)
    return []


# The command line as a whole

def test_reverie_alone_helps(stage: Stage) -> None:
    """Without a verb the help is printed, which names the exit codes; a verb that is nearly one is guessed."""
    alone = stage.say("reverie")
    assert alone.exit_code == 0 and alone.output == stage.say("reverie --help").output
    assert "Exit codes: 0 done; 1 refused" in " ".join(alone.output.split())
    wrong = stage.say("reverie serch tide")
    assert wrong.exit_code == 2 and "Did you mean 'search'?" in wrong.output


LISTS = ("list", "search tide", "search --archive tide", "search --sessions harbour", "recall the tide review", "log",
         "diff last", "review", "skills", "agents", "team", "team status", "cite", "relocate", "status", "stats",
         "show use-tabs", "why use-tabs", "report", "import codex --dry-run", "export qwen --dry-run")


@pytest.mark.parametrize("words", LISTS)
def test_what_lists_speaks_json(stage: Stage, words: str) -> None:
    """`--json` prints one value and nothing else, with something in it where there is something."""
    ended = stage.say(f"reverie {words} --json")
    assert ended.exit_code == 0, ended.exception
    assert json.loads(ended.stdout) or words in ("relocate", "search --archive tide", "agents")
    assert "\x1b" not in ended.stdout


@pytest.mark.parametrize("line", ["show nothing-of-that-name", "edit nothing", "pin nothing", "list --store /nowhere",
                                  "why nothing", "restore nothing", "edit use-tabs --body ''", "agents show nobody"])
def test_a_refusal_is_one_sentence_on_stderr(
    stage: Stage, line: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """Code 1, nothing on stdout, one line on stderr that ends like a sentence."""
    assert cli.main(shlex.split(line)) == 1
    said = capsys.readouterr()
    assert said.out == "" and said.err.count("\n") == 1 and said.err.rstrip().endswith(("`", "."))


# status

def test_status_says_first_that_it_works(stage: Stage) -> None:
    """One line with what is kept, layer by layer, and when something was saved last; `--short` is that line alone."""
    first, _, rest = stage.say("reverie status").output.partition("\n")
    assert re.fullmatch(r"Reverie works here: 4 memories of this project, 1 of the team's, 1 of yours; last saved"
                        r" (today|yesterday) \d\d:\d\d\.", first)
    short = stage.say("reverie status --short")
    assert (short.exit_code, short.output) == (0, f"{first}\n")
    for word in ("last extract", "last dream", "last recall", "today", "waits", "last fault"):
        assert f"\n{word}" in rest
    assert "3 for your yes: `reverie review`" in rest and "0 of 60 calls" in rest


BREAKS = {
    "hooks": (lambda one: os.unlink(os.path.join(one.here.config, "settings.json")), "does not", "`reverie install`"),
    "packages": (lambda one: os.rename(one.here.venv, f"{one.here.venv}.away"), "does not", "`reverie doctor --fix`"),
    "pause": (lambda one: one.say("reverie pause --for 2h"), "only in part", "`reverie resume`"),
    "off": (lambda one: os.environ.update(REVERIE="off"), "does not", "`unset REVERIE`"),
    "backend": (lambda one: os.environ.update(REVERIE_BACKEND="off"), "only in part", "`backend: off`"),
}


@pytest.mark.parametrize("link", BREAKS)
def test_status_says_first_what_does_not_work(stage: Stage, monkeypatch: pytest.MonkeyPatch, link: str) -> None:
    """S46: the one thing in the way, with the command that mends it; what works in part ends with 0."""
    monkeypatch.setenv("REVERIE", "on")
    breaks, how, mend = BREAKS[link]
    breaks(stage)
    stage.touched = True
    ended = stage.say("reverie status --short")
    assert how in ended.output and mend in ended.output and ended.output.count("\n") == 1
    assert ended.exit_code == (1 if how == "does not" else 0)
    assert stage.say("reverie status").output.startswith(ended.output)


def test_the_keys_of_status_stay(stage: Stage) -> None:
    """Programs read them: a key may be added here, and none may go."""
    now = json.loads(stage.say("reverie status --json").output)
    assert {"works", "headline", "project", "store", "kind", "layers", "native", "reading", "hooks", "packages",
            "backend", "backend_set", "recall", "past", "gates", "dream_due", "today", "waits", "elsewhere", "use",
            "history", "team", "sync", "sessions", "faults", "last_fault"} <= set(now)
    assert {"layer", "store", "memories", "saved", "lines", "characters", "left_out",
            "waiting"} <= set(now["layers"][0])
    assert {"extract", "dream", "dream_failed", "recall", "chosen"} <= set(now["past"])
    assert {"runs", "failed", "calls", "calls_limit", "tokens_in", "tokens_out", "tokens_limit", "usd", "unpriced",
            "held"} <= set(now["today"])
    assert {"notes", "notes_given_up", "parked", "review", "team"} <= set(now["waits"])
    assert all(set(gate) == {"name", "value", "threshold", "open"} for gate in now["gates"])


# add

def test_a_text_is_added_from_wherever_it_comes(stage: Stage, tmp_path: Path) -> None:
    """Typed, piped, or in a file, whose head may name it: the same memory once."""
    file = tmp_path / "buoys.md"
    file.write_text("---\nname: count-buoys\nmetadata:\n  type: project\n---\nBuoys are counted in March.\n")
    assert "project_count_buoys.md" in stage.say(f"reverie add --file {file}").output
    assert "Already remembered" in stage.say("reverie add -", stdin="Buoys are counted in March.\n").output
    assert "Already remembered" in stage.say("reverie remember Buoys are counted in March.").output
    for wrong in ("reverie add", f"reverie add words --file {file}"):
        assert stage.say(wrong).exit_code == 2
    assert "at most" in str(stage.say("reverie add -", stdin="word " * 9_000).exception)


# edit

def test_an_edit_is_one_change_by_hand(stage: Stage) -> None:
    """Body, description, keywords and name change; the rest of the file stays; index, log and owner follow."""
    before = world.text(Path(stage.store, FILE))
    line = (f'reverie edit {NAME} --description "No hyphens at all" --keywords "dash, hyphen" --name no-dashes'
            ' --type user --body -')
    assert stage.say(line, stdin="Write without hyphens.").exit_code == 0
    memory = library.read(os.path.join(stage.store, FILE))
    assert memory and (memory.name, memory.description, memory.type, memory.body, memory.keywords, memory.by) == (
        "no-dashes", "No hyphens at all", "user", "Write without hyphens.", "dash hyphen", "")
    assert "created: 2026-11-01" in before and memory.created == "2026-11-01" and memory.observed > "2026-11-01"
    assert f"[No dashes]({FILE}) — No hyphens at all" in world.text(Path(stage.store, "MEMORY.md"))
    newest = history.entries(stage.here, stage.store, 1)[0]
    assert (newest.entry.by, newest.entry.subject) == ("hand", f"edit {FILE}")
    assert {change.file for change in newest.changes} == {FILE, "MEMORY.md"}
    assert "no-dashes" in stage.say("reverie search hyphens").output
    assert stage.say(f"reverie undo {newest.short}").exit_code == 0
    assert world.text(Path(stage.store, FILE)) == before


def test_an_edit_that_says_the_same_is_none(stage: Stage) -> None:
    """Neither file nor history is touched."""
    data = Path(stage.store, FILE).read_bytes()
    body = "Never use hyphens in emails."
    assert stage.say(f"reverie edit {NAME} --body '{body}'").output == "Nothing was changed.\n"
    assert Path(stage.store, FILE).read_bytes() == data


def test_what_the_person_edited_is_theirs(stage: Stage) -> None:
    """A memory that was extracted is the user's own after an edit: nothing changes it unasked from then on."""
    stage.touched = True
    world.memory(stage.store, "feedback_crane.md", "Cranes", "Grease the cranes.", by="extract")
    stage.say("reverie edit feedback_crane --body 'Grease the cranes on Mondays.'")
    memory = library.read(os.path.join(stage.store, "feedback_crane.md"))
    assert memory and memory.by == "user"


def test_a_secret_in_an_edit_is_named(stage: Stage) -> None:
    """S8: what a person writes stands, and they are told that it is no place for a secret."""
    token = "gh" + "p_" + "a1B2" * 9
    ended = stage.say(f"reverie edit {NAME} --body 'The bot uses {token} on Mondays'")
    assert ended.exit_code == 0 and "github-token" in ended.stderr and token not in ended.output


@pytest.mark.parametrize("change", ["gone", "another"])
def test_a_file_that_changed_meanwhile_is_not_written_over(stage: Stage, change: str) -> None:
    """Between the look and the write somebody else was there: nothing is written, and one sentence says so."""
    listed = listing.called(stage.here, [layers.Layer("project", stage.store)], NAME)
    before = editing.text_of(listed)
    stage.touched = True
    path = Path(listed.memory.path)
    path.write_text("Another text.\n") if change == "another" else path.unlink()
    with world.opened(stage.here, stage.env) as home, pytest.raises(editing.Refused, match="meanwhile"):
        editing.edit(home, listed, before, editing.with_fields(before, {}, "Mine."))
    assert world.text(path) == ("Another text.\n" if change == "another" else "")


def _at_a_terminal(stage: Stage, line: str, editor: str) -> str:
    """What a person sees who types the line at a terminal, with this script for an editor."""
    script = stage.folder / "editor.sh"
    script.write_text(f"#!/bin/sh\n{editor}\n")
    script.chmod(0o755)
    stage.touched = True
    ours, theirs = pty.openpty()
    command = [sys.executable, "-X", f"pycache_prefix={world.COMPILED}", str(world.ROOT / "scripts"),
               *shlex.split(line)[1:]]
    running = subprocess.Popen(command, stdin=theirs, stdout=theirs, stderr=theirs, cwd=stage.project,
                               env={**stage.env, "VISUAL": str(script), "TERM": "xterm"})
    os.close(theirs)
    said = b""
    try:
        while data := os.read(ours, 4_096):
            said += data
    except OSError:
        pass  # the other end is closed
    os.close(ours)
    assert running.wait(30) in (0, 1)
    return said.decode().replace("\r\n", "\n")


def test_an_editor_gets_a_copy(stage: Stage) -> None:
    """What is saved in it is taken over; what cannot be is refused, and stays where the person is told."""
    path = Path(stage.store, FILE)
    told = _at_a_terminal(stage, f"reverie edit {NAME}", 'sed -i "s/emails/letters/" "$1"')
    assert told == f"Changed: {path}\n" and path.read_text().endswith("hyphens in letters.\n")
    assert os.listdir(stage.here.edits) == []
    assert _at_a_terminal(stage, f"reverie edit {NAME}", "true") == "Nothing was changed.\n"
    data = path.read_bytes()
    told = _at_a_terminal(stage, f"reverie edit {NAME}", 'printf -- "---\\nname: [broken\\n---\\nKept.\\n" > "$1"')
    (copy,) = Path(stage.here.edits).iterdir()
    assert "no YAML" in told and str(copy) in told and "Kept." in copy.read_text() and path.read_bytes() == data


# pin

def test_a_pin_is_one_line(stage: Stage) -> None:
    """Pinned, it stands first in the order of the index, and again costs nothing; every other line of it stays."""
    path = Path(stage.store, FILE)
    before = path.read_text().splitlines()
    assert stage.say(f"reverie pin {NAME}").output == f"{FILE} is pinned.\n"
    assert [line for line in path.read_text().splitlines() if line not in before] == ["  pinned: true"]
    assert "as it was" in stage.say(f"reverie pin {NAME}").output
    assert stage.say("reverie undo last").exit_code == 0 and path.read_text().splitlines() == before
    stage.say(f"reverie pin {NAME}")
    assert stage.say(f"reverie unpin {NAME}").output == f"{FILE} is not pinned.\n"
    memory = library.read(str(path))
    assert memory and not memory.pinned


HEADS = st.sampled_from([
    "", "---\nname: x\n---\n", "---\nname: x\nmetadata:\n  type: user # why\n---\n", "---\ntype: user\n---\n",
    "---\npinned: no\n---\n", "---\nmetadata:\n  pinned: false\n  by: extract\n---\n", "---\nname: [a, b\n---\n",
    "---\nmetadata: {type: user}\n---\n", "---\n---\n",
])


@settings(max_examples=30)
@given(head_of=HEADS, mark=st.sampled_from(["", "\ufeff"]), end=st.sampled_from(["\n", "\r\n"]),
       body=st.text(st.sampled_from("ab -#:\n"), min_size=1, max_size=30).filter(lambda text: text.strip(" -\n")))
def test_any_head_takes_a_pin_or_says_no(head_of: str, mark: str, end: str, body: str) -> None:
    """In every dialect: pinned and unpinned again, with body, mark and owner as they were; or a refusal."""
    text = mark + (head_of + body).replace("\n", end)
    try:
        pinned = editing.with_pin("/s/x.md", text, True)
    except editing.Refused:
        return
    freed = editing.with_pin("/s/x.md", pinned, False)
    before, then, now = (library.parsed("/s/x.md", each) for each in (text, pinned, freed))
    assert then.pinned and not now.pinned and pinned.startswith("\ufeff") == bool(mark)
    assert freed.endswith(body.replace("\n", end)) and now == before._replace(pinned=False)
    lost = {*text.splitlines()} - {*pinned.splitlines()}
    assert lost <= {"pinned: no", "  pinned: false", text.splitlines()[0]}


# completion

COMPLETE = {
    ("reverie pi",): {"pin"}, ("reverie", "show", "no-"): {NAME}, ("reverie", "show", "feedback_use_p"): {
        "feedback_use_pnpm"}, ("reverie", "undo", "las"): {"last"}, ("reverie", "list", "--lay"): {"--layer"},
    ("reverie", "team", "re"): {"review"}, ("reverie", "list", "--layer", "per"): {"person"},
    ("reverie", "pin", "--layer", "person", "user_"): {"user_tide"},
}


@pytest.mark.parametrize("words", COMPLETE, ids=" ".join)
def test_a_shell_completes(stage: Stage, monkeypatch: pytest.MonkeyPatch, words: tuple[str, ...],
                           capsys: pytest.CaptureFixture[str]) -> None:
    """Verbs, options, their values, names and files of memories, changes."""
    line = " ".join(words)
    monkeypatch.setenv("_REVERIE_COMPLETE", "bash_complete")
    monkeypatch.setenv("COMP_WORDS", line)
    monkeypatch.setenv("COMP_CWORD", str(len(line.split()) - 1))
    with pytest.raises(SystemExit) as ended:
        cli.main([])
    said = {row.partition(",")[2] for row in capsys.readouterr().out.splitlines()}
    assert ended.value.code == 0 and COMPLETE[words] <= said and all(each.startswith(line.split()[-1]) for each in said)


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_the_script_of_each_shell_is_printed(stage: Stage, shell: str) -> None:
    """It asks by the variable that the command line looks at; where the shell is there, it accepts the script."""
    ended = stage.say(f"reverie completion {shell}")
    assert ended.exit_code == 0 and f"_REVERIE_COMPLETE={shell}_complete" in ended.stdout
    if shell == "bash":
        subprocess.run(["bash", "-n"], input=ended.stdout.encode(), check=True)
