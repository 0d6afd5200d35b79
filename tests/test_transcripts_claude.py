"""Claude Code's transcripts: of all that stands in one, only what people said, once, in constant memory."""
from __future__ import annotations

import json
import tracemalloc
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import world
from reverie.transcripts import claude
from world import replied, said

SAMPLES = Path("/work/shared/hosts/samples/claude.transcript-rows.json")


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "t.jsonl"


def turns(path: Path, *rows: object) -> list[tuple[str, str]]:
    """What is found in a transcript of these rows."""
    path.write_bytes(world.jsonl(rows))
    return [(turn.role, turn.text) for turn in claude.span(str(path), 0).turns]


# Who speaks

TYPED: dict[str, dict[str, Any]] = {
    "typed": said("Use tabs here."),
    "through the SDK": said("Use tabs here.", promptSource="sdk", turnOrigin="sdk", rowSource="local"),
    "an older client": {"type": "user", "message": {"role": "user", "content": "Use tabs here."}},
    "as a text block": said("", message={"role": "user", "content": [{"type": "text", "text": "Use tabs here."}]}),
    "with a human origin": said("Use tabs here.", origin={"kind": "human"}),
    "beside an image": said("", message={"role": "user", "content": [
        {"type": "image", "source": {"type": "base64", "data": "A" * 500}},
        {"type": "text", "text": "Use tabs here."}]}),
    "while tools ran": {"type": "attachment", "uuid": "u", "attachment": {
        "type": "queued_command", "prompt": "Use tabs here.", "humanTurn": True, "origin": {"kind": "human"}}},
    "with a reminder in front": said("<system-reminder>Always use spaces.</system-reminder>\nUse tabs here."),
    "with a reminder behind": said("Use tabs here.\n<system-reminder>\nAlways use spaces."),
    "with a paste": said("Use tabs here.\n<pasted_content id=1>Always use spaces.</pasted_content id=1>"),
    "with an open paste": said("Use tabs here. <pasted_content>Always use spaces. And </ system"),
    "with unknown blocks": said("", message={"role": "user", "content": [
        {"type": "fallback", "text": "x"}, {"type": "text", "text": "Use tabs here."}, "loose text", None, 5]}),
}

SILENT: dict[str, Any] = {
    "a tool's result": said("", message={"role": "user", "content": [
        {"type": "tool_result", "tool_use_id": "t", "content": "Always use spaces."}]}, toolUseResult="x"),
    "text beside a tool's result": said("", message={"role": "user", "content": [
        {"type": "text", "text": "Always use spaces."}, {"type": "tool_result", "tool_use_id": "t", "content": []}]}),
    "a sub-agent's prompt": said("Always use spaces.", isSidechain=True, agentId="a"),
    "a compact summary": said("This session is being continued from a previous conversation that ran out of context.",
                              isCompactSummary=True, isVisibleInTranscriptOnly=True),
    "a summary without its marks": said("This session is being continued from a previous conversation. Use tabs."),
    "a hook's feedback": said("Stop hook feedback:\n[x]: Use tabs", isMeta=True, rowSource="hook", hookText=True),
    "a hook's text without a mark": said("Always use spaces.", rowSource="hook"),
    "hook text": said("Always use spaces.", hookText=True),
    "a skill that was loaded": said("Always use spaces.", isMeta=True, turnCompanion=True),
    "an interruption": said("[Request interrupted by user for tool use]", rowSource="harness"),
    "an interruption in an older client": said("[Request interrupted by user]"),
    "a slash command": said("<command-name>/model</command-name>\n<command-args>x</command-args>"),
    "a command's output": said("<local-command-stdout>Always use spaces.</local-command-stdout>"),
    "a shell line": said("<bash-input>make</bash-input>"),
    "a shell line's output": said("<bash-stdout>Always use spaces.</bash-stdout><bash-stderr></bash-stderr>"),
    "a notification": said("<task-notification>Always use spaces.</task-notification>"),
    "a notification by its origin": said("Always use spaces.", origin={"kind": "task-notification"}),
    "another agent's message": said("Always use spaces.", origin={"kind": "teammate", "name": "x"}),
    "only a reminder": said("<system-reminder>Always use spaces.</system-reminder>"),
    "only a paste": said("<pasted_content>Always use spaces.</pasted_content>"),
    "a queued notification": {"type": "attachment", "attachment": {
        "type": "queued_command", "prompt": "<task-notification>x</task-notification>", "humanTurn": True}},
    "a queued command of no person": {"type": "attachment", "attachment": {
        "type": "queued_command", "prompt": "Always use spaces."}},
    "a queued command of an agent": {"type": "attachment", "attachment": {
        "type": "queued_command", "prompt": "Always use spaces.", "humanTurn": True, "origin": {"kind": "agent"}}},
    "what we recalled": {"type": "attachment", "attachment": {
        "type": "hook_additional_context", "content": ["Always use spaces."], "hookEvent": "UserPromptSubmit"},
        "rendered": [{"content": "<system-reminder>Always use spaces."}]},
    "the session's index": {"type": "attachment", "attachment": {"type": "instructions", "files": [
        {"content": "Always use spaces.", "type": "user"}]}},
    "an API error": replied("API Error: 529 overloaded", isApiErrorMessage=True),
    "a thought": {"type": "assistant", "message": {"content": [{"type": "thinking", "thinking": "Use spaces."}]}},
    "a tool's call": {"type": "assistant", "message": {"content": [
        {"type": "tool_use", "name": "Write", "input": {"text": "Use spaces."}}]}},
    "a system row": {"type": "system", "subtype": "model_refusal_fallback", "content": '"type":"user" Use spaces.'},
    "a queue row": {"type": "queue-operation", "operation": "enqueue", "content": "Always use spaces."},
    "the last prompt": {"type": "last-prompt", "lastPrompt": "Always use spaces."},
    "a replayed request": {"type": "api-request-blob", "message": {"type": "user", "role": "user",
                                                                  "content": "Always use spaces."}},
    "a workflow journal": {"event": "started", "type": "workflow", "text": '"type": "user"'},
}


@pytest.mark.parametrize("row", TYPED.values(), ids=TYPED)
def test_what_a_person_said(path: Path, row: object) -> None:
    """S91: each way in which a person's words reach a transcript is one human turn, without what was put around it."""
    assert turns(path, row) == [("user", "Use tabs here.")]


@pytest.mark.parametrize("row", SILENT.values(), ids=SILENT)
def test_what_nobody_said(path: Path, row: object) -> None:
    """S22, S59, S86, S91: results, injections, notifications, summaries and sub-agents' rows are no turn of anybody."""
    assert turns(path, said("Before it."), row, said("After it.")) == [("user", "Before it."), ("user", "After it.")]


def test_the_assistants_words_are_its_own(path: Path) -> None:
    """What the assistant answers is a turn of its role, one a row."""
    assert turns(path, said("Hi there."), replied("Hello."), replied("And bye.")) == [
        ("user", "Hi there."), ("assistant", "Hello."), ("assistant", "And bye.")]


def test_a_turn_knows_where_it_comes_from(path: Path) -> None:
    """Each turn carries its row's id, prompt and time; a row without them, or with other kinds there, still speaks."""
    turns(path, said("A.", uuid="u1", promptId="p1", timestamp="2026-11-29T18:10:51.245Z"),
          said("B.", uuid=5, promptId=None, timestamp=[]))
    first, second = claude.span(str(path), 0).turns
    assert tuple(first) == ("user", "A.", "u1", "p1", "2026-11-29T18:10:51.245Z")
    assert tuple(second) == ("user", "B.", "", "", "")


@pytest.mark.skipif(not SAMPLES.exists(), reason="the recorded rows are not part of the repository")
def test_rows_of_the_real_client(path: Path) -> None:
    """S91: of one row of every kind the client was seen to write, only a person's prompts and the answers speak."""
    rows = json.loads(SAMPLES.read_text())
    speaking = [kind for kind, row in rows.items() if turns(path, row)]
    assert speaking == ["user:str", "assistant:text"]


# What else stands in such files

def test_a_file_that_is_no_transcript(path: Path) -> None:
    """S82, S77: numbers, lists, text, pretty-printed JSON, null content, broken bytes: skipped, never an error."""
    good = world.jsonl([said("Real words.")])
    noise = [b"42", b"[1]", b'"text"', b"null", b"{", b'  "type": "user",', b'{"type":"user"}', b"\xff\xfe\x00", b"",
             b'{"type":"user","message":null}', b'{"type":"user","message":{"content":null}}', b"}" * 50,
             b'{"type":"user","message":{"content":["a","b"]}}', b'{"type":"user","message":{"content":[[{}]]}}',
             b'{"type":"user","message":"x"}', b'{"type":["user"],"x":"\\"type\\":\\"user\\""}',
             b'{"type":"user","type":"assistant","message":7}', b"[" * 100_000 + b'"type":"user"',
             b'{"type":"attachment","attachment":[],"x":{"type":"queued_command"}}']
    for line in noise:
        path.write_bytes(line + b"\n" + good + line + b"\r\n" + good)
        found = claude.span(str(path), 0)
        assert [turn.text for turn in found.turns] == ["Real words."] * 2
        assert found.stop == path.stat().st_size


def test_unreadable_lines_are_counted(path: Path) -> None:
    """S77: what looks like talk and does not parse is counted, and what follows is read."""
    path.write_bytes(b'{"type":"user", broken\n' + world.jsonl([said("After.")]))
    found = claude.span(str(path), 0)
    assert (len(found.turns), found.skipped) == (1, 1)


def test_two_rows_on_one_line(path: Path) -> None:
    """S80: where the newline between two rows was lost, both are read."""
    path.write_bytes(world.jsonl([said("One.")]).rstrip(b"\n") + world.jsonl([said("Two.")]))
    assert [turn.text for turn in claude.span(str(path), 0).turns] == ["One.", "Two."]


def test_file_order_is_the_order(path: Path) -> None:
    """S81: older times behind newer ones and parents that no line holds change nothing."""
    rows = [said(f"Turn {n}.", timestamp=f"2026-11-{29 - n}T00:00:00Z", parentUuid="gone") for n in range(5)]
    assert [text for _, text in turns(path, *rows)] == [f"Turn {n}." for n in range(5)]


@pytest.mark.parametrize("end", ["\u2028", "\x85", "\x0b", "\x1c"])
def test_only_a_newline_ends_a_line(path: Path, end: str) -> None:
    """S34: other characters that some call line ends stand inside a row and leave it whole."""
    assert turns(path, said(f"One{end}two.")) == [("user", f"One{end}two.")]


def test_half_a_character_is_no_text(path: Path) -> None:
    """S21: a lone half of a character, as a JSON escape, is replaced: what comes out can be written anywhere."""
    path.write_text(json.dumps(said("Half \ud83d of it.")) + "\n")
    turn, = claude.span(str(path), 0).turns
    assert turn.text == "Half \ufffd of it."


def test_a_long_turn_keeps_both_ends(path: Path) -> None:
    """S17: a turn of a megabyte is cut in its middle, and says so."""
    (_, text), = turns(path, said("Begin. " + "x" * 1_000_000 + " End."))
    assert text.startswith("Begin.") and text.endswith("End.") and "[…]" in text and len(text) < 50_000


def test_a_span_has_a_limit_and_the_next_goes_on(path: Path) -> None:
    """S17: a long transcript comes in several spans that end between rows; together they hold each turn once."""
    words = [f"Turn {n}. " + "x" * 30_000 for n in range(40)]
    path.write_bytes(world.jsonl([said(text) for text in words]))
    found, start, spans = [], 0, 0
    while True:
        span = claude.span(str(path), start)
        if span.stop == start:
            break
        found += [turn.text for turn in span.turns]
        start, spans = span.stop, spans + 1
    assert found == words and 2 < spans <= 20 and start == path.stat().st_size


def test_one_huge_line_costs_no_memory(path: Path) -> None:
    """S34, S83: 30 MB with one line of 20 MB among others: the line is skipped and counted, memory stays small."""
    with open(path, "wb") as file:
        file.write(world.jsonl([said("First.")]))
        file.write(b'{"type":"user","message":{"content":"')
        for _ in range(20):
            file.write(b"A" * (1 << 20))
        file.write(b'"}}\n')
        for _ in range(10):
            file.write(world.jsonl([{"type": "api-request", "x": "y" * (1 << 20)}]))
        file.write(world.jsonl([said("Last.")]))
    tracemalloc.start()
    found = claude.span(str(path), 0)
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert [turn.text for turn in found.turns] == ["First.", "Last."] and found.skipped == 1
    assert found.stop == path.stat().st_size and peak < 30 << 20


# Growing files

def test_a_line_without_an_end_waits(path: Path) -> None:
    """S23: a last line cut inside a character is not read; when the rest is there it is read, once."""
    data = world.jsonl([said("Erstens."), said("Zweitens: schöne Grüße.")])
    cut = data.index("ö".encode()) + 1
    path.write_bytes(data[:cut])
    first = claude.span(str(path), 0)
    assert [turn.text for turn in first.turns] == ["Erstens."]
    assert claude.span(str(path), first.stop).stop == first.stop
    path.write_bytes(data)
    assert [turn.text for turn in claude.span(str(path), first.stop).turns] == ["Zweitens: schöne Grüße."]


def test_a_last_line_without_a_newline_waits(path: Path) -> None:
    """S81: also a line that is whole but for its newline is left for the next time."""
    path.write_bytes(world.jsonl([said("One.")]) + world.jsonl([said("Two.")]).rstrip(b"\n"))
    found = claude.span(str(path), 0)
    assert [turn.text for turn in found.turns] == ["One."]
    with open(path, "ab") as file:
        file.write(b"\n" + world.jsonl([said("Three.")]))
    assert [turn.text for turn in claude.span(str(path), found.stop).turns] == ["Two.", "Three."]


MIXED = world.jsonl([said("Ä first 😀 thing."), replied("Sure — done."), *SILENT.values(), *TYPED.values()])


@given(st.lists(st.integers(0, len(MIXED)), max_size=4))
@settings(max_examples=40)
def test_any_appends_give_the_same_turns_once(tmp_path_factory: pytest.TempPathFactory, cuts: list[int]) -> None:
    """S23, S81: however the file grows between two readings, cut in a row or a character, each turn is read once."""
    path = tmp_path_factory.getbasetemp() / "grow.jsonl"
    path.write_bytes(MIXED)
    whole = claude.span(str(path), 0)
    path.write_bytes(b"")
    found, start = [], 0
    for end in [*sorted(cuts), len(MIXED)]:
        path.write_bytes(MIXED[:end])
        span = claude.span(str(path), start)
        found += span.turns
        start = span.stop
    assert tuple(found) == whole.turns and start == len(MIXED)


@given(st.lists(st.binary(max_size=120) | st.sampled_from([
    b'{"type":"user","message":{"content":"words"}}', b'{"type": "assistant"', b'"type":"queued_command"']),
    max_size=8))
def test_no_bytes_make_reading_fail(tmp_path_factory: pytest.TempPathFactory, lines: list[bytes]) -> None:
    """S77: any bytes give turns of text and a stop behind a newline."""
    path = tmp_path_factory.getbasetemp() / "any.jsonl"
    data = b"\n".join(lines)
    path.write_bytes(data)
    found = claude.span(str(path), 0)
    assert all(turn.text.strip() for turn in found.turns)
    assert found.stop == data.rfind(b"\n") + 1


def test_a_file_is_known_again_by_its_head(path: Path) -> None:
    """S56: the beginning tells a file that grew from another one; no file has none."""
    assert claude.head(str(path)) == ""
    path.write_bytes(b"abc")
    short = claude.head(str(path))
    path.write_bytes(b"abc" + b"x" * 500)
    assert claude.head(str(path)).startswith(short)
    path.write_bytes(b"other" * 100)
    assert not claude.head(str(path)).startswith(short)
