"""What a person may set, and the client's protocol: any text is understood or named, never an error."""
from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import world
from reverie import places, settings
from reverie.errors import Refused
from reverie.event import Answer
from reverie.hosts import claude
from reverie.on import ANSWERS


@pytest.fixture
def here(home: Path) -> places.Places:
    return world.home(home)


def test_without_a_file_the_defaults_stand(here: places.Places) -> None:
    """No config.yaml, a folder in its place, or an empty one: the defaults, and nothing to complain of."""
    found = settings.load(here, {})
    assert (found.use, found.backend, found.model, found.timeout, found.faults) == (True, "auto", "haiku", 120, [])
    Path(here.settings).mkdir()
    assert settings.load(here, {}).faults == []


def test_what_is_set_is_read(here: places.Places) -> None:
    """Comments, blank lines, quotes, a BOM and CRLF do no harm."""
    Path(here.settings).write_bytes(
        b"\xef\xbb\xbf# mine\r\n\r\nuse: No   # not now\r\nbackend: 'command'\r\ncommand: \"my prog\" --flag # x\r\n"
        b"model: claude-x\r\ntimeout: 30\r\n")
    found = settings.load(here, {})
    assert (found.use, found.backend, found.model, found.timeout) == (False, "command", "claude-x", 30)
    assert found.faults == [] and "--flag" in found.command


def test_what_may_be_spent_is_set(here: places.Places) -> None:
    """S1: a person sets calls, tokens and the pause; nothing at all is an allowed number of calls."""
    Path(here.settings).write_text("calls_per_day: 0\ntokens_per_day: 1000000\ninterval: 0\npolluted: skip\n"
                                   "context: fork\nsummaries: no\n")
    found = settings.load(here, {})
    assert (found.calls_per_day, found.tokens_per_day, found.interval, found.polluted, found.context,
            found.summaries, found.faults) == (0, 1_000_000, 0, "skip", "fork", False, [])


@pytest.mark.parametrize("line", [
    "calls_per_day: -1", "calls_per_day: many", "tokens_per_day: 1_000", "tokens_per_day: 1e6", "interval: 99999999",
    "interval: 1.5", "interval: ٣", "polluted: maybe", "polluted: Keep", "context: whole", "summaries: perhaps",
])
def test_a_limit_that_makes_no_sense_leaves_the_default(here: places.Places, line: str) -> None:
    """S1: a slip in a limit is named, and never means no limit."""
    Path(here.settings).write_text(f"{line}\n")
    found = settings.load(here, {})
    assert (found.calls_per_day, found.tokens_per_day, found.interval, found.polluted, found.context,
            found.summaries) == (60, 400_000, 60, "review", "delta", True)
    assert "line 1" in found.faults[0]


@pytest.mark.parametrize(("line", "named"), [
    ("use: perhaps", "'perhaps'"), ("backend: chatgpt", "'chatgpt'"), ("timeout: 0", "'0'"),
    ("timeout: 9999", "'9999'"),
    ("timeout: ³", "'³'"), ("colour: red", "'colour'"), ("just words", "key: value"), ("model:", "''"),
])
def test_what_makes_no_sense_is_named_with_its_line(here: places.Places, line: str, named: str) -> None:
    """Each such line is told with its number, its default stands, and the lines around it count."""
    Path(here.settings).write_text(f"model: sonnet\n{line}\nbackend: offline\n")
    found = settings.load(here, {})
    (fault,) = found.faults
    assert "line 2" in fault and named in fault
    assert (found.model, found.backend, found.use, found.timeout) == ("sonnet", "offline", True, 120)


def test_the_environment_goes_before_the_file(here: places.Places) -> None:
    """REVERIE_BACKEND and REVERIE_MODEL win; a backend that is none is named and the file's stands."""
    Path(here.settings).write_text("backend: offline\nmodel: a\n")
    found = settings.load(here, {"REVERIE_BACKEND": "scripted:/x/y:z", "REVERIE_MODEL": "b"})
    assert (found.backend, found.script, found.model) == ("scripted", "/x/y:z", "b")
    found = settings.load(here, {"REVERIE_BACKEND": "nobody"})
    assert found.backend == "offline" and "REVERIE_BACKEND" in found.faults[0]


@pytest.mark.parametrize(("value", "off"), [("off", True), ("OFF", True), ("0", True), ("false", True), ("", False),
                                            ("on", False), ("1", False), ("offline", False)])
def test_the_one_switch(value: str, off: bool) -> None:
    """REVERIE=off leaves the session alone altogether."""
    assert places.switched_off({"REVERIE": value}) is off


@given(st.binary(max_size=200))
def test_no_file_makes_reading_fail(tmp_path_factory: pytest.TempPathFactory, data: bytes) -> None:
    """Any bytes leave settings of the right kinds, with a sentence for each line that was passed over."""
    here = places.Places("/c", str(tmp_path_factory.getbasetemp()))
    Path(here.settings).write_bytes(data)
    found = settings.load(here, {})
    assert found.backend in settings.BACKENDS and isinstance(found.use, bool) and 0 < found.timeout <= 600


# The client's words

json_like = st.recursive(
    st.none() | st.booleans() | st.floats() | st.text(max_size=10),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3))


@given(st.sampled_from(sorted(ANSWERS)), st.dictionaries(st.sampled_from([
    "session_id", "transcript_path", "cwd", "prompt", "prompt_id", "source", "tool_name", "tool_input", "agent_id",
    "agent_type", "last_assistant_message", "reason", "trigger", "error", "extra"]), json_like))
def test_any_payload_is_an_event_or_refused(name: str, payload: dict[str, object]) -> None:
    """S48, S21: whatever kinds of values come, every field is text, or the call is refused with a sentence."""
    try:
        event = claude.event(name, json.dumps(payload).encode())
    except Refused as refusal:
        assert "session" in str(refusal) and not isinstance(payload.get("session_id"), str) or not payload["session_id"]
        return
    assert all(isinstance(getattr(event, field), str) for field in event.__slots__)


@given(st.binary(max_size=100))
def test_any_bytes_are_an_event_or_refused(raw: bytes) -> None:
    """S48: bytes that are no JSON are refused."""
    with pytest.raises(Refused):
        claude.event("Stop", raw)


@given(st.sampled_from(sorted(ANSWERS)), st.text(st.characters(codec=None)), st.text(st.characters(codec=None)))
def test_an_answer_is_one_ascii_line(name: str, context: str, notice: str) -> None:
    """S36, S39, S21: one line of ASCII JSON in the fields of the event, or nothing; Stop has no words for the model."""
    said = claude.answer(name, Answer(context, notice))
    if not said:
        assert not notice and (not context or name not in claude.CONTEXT_EVENTS)
        return
    assert said.isascii() and said.endswith(b"\n") and said.count(b"\n") == 1
    data = json.loads(said)
    assert set(data) <= {"hookSpecificOutput", "systemMessage"}
    assert ("hookSpecificOutput" in data) == (bool(context) and name in claude.CONTEXT_EVENTS)
    json.dumps(data).encode("utf-8")


@given(st.text(st.characters(exclude_categories=["Cs"])))
def test_length_is_counted_as_the_client_counts(text: str) -> None:
    """S3: UTF-16 units."""
    assert claude.units(text) == len(text.encode("utf-16-le")) // 2
