"""What a person may set, and the client's protocol: any text is understood or named, never an error."""
from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from click.testing import CliRunner
from hypothesis import given
from hypothesis import strategies as st

import world
from reverie import cli, configfile, consolidate, gate, house, options, places, settings
from reverie.errors import Refused
from reverie.event import Answer
from reverie.hosts import claude
from reverie.lessons import job as lessons
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


def test_a_dot_in_a_key_is_an_underscore(here: places.Places) -> None:
    """`team.sync`, as one may well write it, is the setting `team_sync`."""
    Path(here.settings).write_text("team.sync: auto\n")
    found = settings.load(here, {})
    assert (found.team_sync, found.faults) == ("auto", [])


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


# Where a value comes from

def other(key: str) -> str:
    """A value of the setting that is not its default."""
    if key in settings.SWITCHES:
        return "false" if options.default(key) == "true" else "true"
    if key in settings.NUMBERS:
        return str(settings.NUMBERS[key][1])
    return next(value for value in settings.CHOICES.get(key, ("offline",)) if value != options.default(key))


@pytest.mark.parametrize("key", settings.KEYS)
def test_a_variable_goes_before_the_file_and_that_before_the_plugin(here: places.Places, key: str) -> None:
    """Each setting in each place: the nearest one holds, and it is known which that was."""
    name, option = f"REVERIE_{key.upper()}", f"CLAUDE_PLUGIN_OPTION_{key.upper()}"
    value, default = other(key), options.default(key) or "something"
    found = settings.load(here, {option: value})
    assert options.shown(getattr(found, key)) == (value if key in settings.PLUGIN else options.default(key))
    assert found.origins == ({key: f"plugin option {key}"} if key in settings.PLUGIN else {})
    Path(here.settings).write_text(f"\n{key}: {default}\n")
    found = settings.load(here, {option: value})
    assert options.shown(getattr(found, key)) == default and found.origins == {key: "config.yaml line 2"}
    found = settings.load(here, {option: default, name: value})
    assert options.shown(getattr(found, key)) == value and found.origins == {key: name} and not found.faults
    assert options.shown(getattr(settings.load(here, {name: ""}), key)) == default


@pytest.mark.parametrize("key", [key for key in settings.KEYS if key not in settings.WORDS])
def test_a_variable_that_makes_no_sense_is_named(here: places.Places, key: str) -> None:
    """What is below it holds, and the fault names the variable; so does one for a plugin's option."""
    Path(here.settings).write_text(f"{key}: {other(key)}\n")
    found = settings.load(here, {f"REVERIE_{key.upper()}": "neither"})
    assert options.shown(getattr(found, key)) == other(key)
    assert found.faults == [f"REVERIE_{key.upper()}: 'neither' is no value for {key}"]


def test_no_setting_has_the_name_of_another_variable() -> None:
    """The home, the interpreter and the mark of our own children cannot be taken for settings."""
    taken = {"home", "python", "child", "claude"}
    assert not taken & set(settings.KEYS) and set(settings.PLUGIN) <= set(settings.KEYS)


def test_the_plugins_options_hold_for_a_worker_that_another_session_woke(here: places.Places) -> None:
    """The client passes them on to the plugin's own hooks alone: everybody else finds them in its settings."""
    said = {"enabledPlugins": {"reverie@reverie": True, "other@x": True, "reverie@old": False}, "pluginConfigs": {
        "reverie@reverie": {"options": {"backend": "offline", "use": False, "timeout": 5}},
        "other@x": {"options": {"model": "theirs"}}, "reverie@old": {"options": {"notify": "all"}}}}
    Path(here.config, "settings.json").write_text(json.dumps(said))
    with house.opened(here, {"CLAUDE_PLUGIN_OPTION_DREAM": "false"}) as home:
        found = home.means.settings
    assert (found.backend, found.use, found.dream) == ("offline", False, False)
    assert (found.model, found.notify, found.timeout) == ("haiku", "news", 120) and not found.faults


@pytest.mark.parametrize("text", ["", "[]", "{}", "{", '{"enabledPlugins": 3}',
                                  '{"enabledPlugins": {"reverie@x": true}}',
                                  '{"enabledPlugins": {"reverie@x": true}, "pluginConfigs": {"reverie@x": []}}'])
def test_a_clients_settings_that_say_nothing_of_it_do_no_harm(here: places.Places, text: str) -> None:
    """Whatever they are, the defaults stand."""
    Path(here.config, "settings.json").write_text(text)
    assert options.load(here, {}).origins == {}


def test_the_plugins_options_are_those_of_the_table() -> None:
    """The manifest names each with the default that holds without it, and no value that would be refused."""
    said = json.loads((world.ROOT / "plugin.json").read_text())["userConfig"]
    assert set(said) == set(settings.PLUGIN)
    for key, option in said.items():
        assert options.shown(option["default"]) == options.default(key)
        assert set(option.get("options", ())) <= set(settings.CHOICES.get(key, settings.BACKENDS))
        assert option["type"] == ("boolean" if key in settings.SWITCHES else "string")


# What is told of them

def test_the_file_the_docs_and_the_code_agree() -> None:
    """Each setting has its words, its line in a new config.yaml and its row in the docs, and there is no other."""
    assert tuple(options.WORDS) == settings.KEYS == settings.Settings.__slots__[:-2]
    docs = (world.ROOT / "docs" / "settings.md").read_text()
    rows = re.findall(r"^\| `(\w+)` \| (.*) \| (.*) \| (.*) \|$", docs, re.M)
    assert rows == [(key, f"`{options.default(key)}`" if options.default(key) else "", options.WORDS[key],
                     options.allowed(key)) for key in settings.KEYS]
    lines = [line[1:] for line in options.template().splitlines() if line[:1] == "#" and line[:2] not in ("#", "# ")]
    assert lines == [f"{key}: {options.default(key)}".rstrip() for key in settings.KEYS]
    nothing = settings.Settings()
    settings.read(nothing, options.template().splitlines())
    assert not nothing.origins and not nothing.faults
    settings.read(nothing, [line for line in lines if not line.endswith(":")])
    assert not nothing.faults and all(getattr(nothing, key) == getattr(settings.Settings(), key)
                                      for key in settings.KEYS)


# The file, changed line by line

valid = st.sampled_from(settings.KEYS).flatmap(lambda key: st.tuples(st.just(key), (
    st.sampled_from(["true", "off", "No", "1"]) if key in settings.SWITCHES
    else st.integers(*settings.NUMBERS[key]).map(str) if key in settings.NUMBERS
    else st.sampled_from(settings.CHOICES.get(key, settings.BACKENDS)) if key not in settings.WORDS
    else st.text(st.characters(codec="utf-8", exclude_categories=["Cc", "Zl", "Zp"]), min_size=1, max_size=12))))
rows = st.lists(st.sampled_from([
    "# mine", "", "model: a  # why", "use: perhaps", "words", "#notify: news", "  dream: no", "# notify: all, I think",
    "'notify': x", "notify: off", "timeout: 9 #9"]), max_size=8)


@given(rows, valid, st.sampled_from(["\n", "\r\n"]), st.booleans(), st.booleans())
def test_setting_changes_one_line(tmp_path_factory: pytest.TempPathFactory, lines: list[str], said: tuple[str, str],
                                  end: str, marked: bool, ended: bool) -> None:
    """Then it holds, also behind a comment; every other byte is as it was. Reset, the default holds again."""
    here = places.Places("/c", str(tmp_path_factory.getbasetemp()))
    key, value = said
    before = (b"\xef\xbb\xbf" if marked else b"") + (end.join(lines) + end * ended).encode()
    Path(here.settings).write_bytes(before)
    wanted = settings.Settings()
    settings.put(wanted, "", key, value)
    try:
        configfile.put(here, key, value)
    except Refused as refusal:
        assert Path(here.settings).read_bytes() == before and "one line" in str(refusal)
        assert key in settings.WORDS and ("'" in value or '"' in value)
        return
    after = Path(here.settings).read_bytes()
    assert getattr(settings.load(here, {}), key) == getattr(wanted, key)
    old, new = (data.removeprefix(b"\xef\xbb\xbf").decode().splitlines() for data in (before, after))
    assert sum(one != other for one, other in zip(old, new, strict=False)) + len(new) - len(old) <= 1
    assert after.startswith(b"\xef\xbb\xbf") == marked
    assert end.encode() not in before or after.count(b"\n") == after.count(end.encode())
    configfile.reset(here, key)
    assert getattr(settings.load(here, {}), key) == getattr(settings.Settings(), key)


def test_a_file_that_was_set_and_reset_is_as_new(here: places.Places) -> None:
    """From the file that `init` writes and back to it, byte for byte, in whatever order."""
    assert configfile.begin(here) and not configfile.begin(here) and configfile.untouched(here)
    for key in settings.KEYS:
        configfile.put(here, key, other(key))
    found = settings.load(here, {})
    assert set(found.origins) == set(settings.KEYS) and not configfile.untouched(here)
    for key in sorted(settings.KEYS):
        configfile.reset(here, key)
    assert configfile.untouched(here)


@pytest.mark.parametrize(("key", "value", "told"), [
    ("notify", "loud", "'loud' is no value for notify: it may be off, news or all. Nothing was changed."),
    ("use", "", "'' is no value for use: it may be true or false. Nothing was changed."),
    ("timeout", "601", "'601' is no value for timeout: it may be a whole number from 1 to 600. Nothing was changed."),
    ("backend", "gpt", "it may be auto, offline, claude, anthropic, command, scripted or off."),
    ("modle", "x", "There is no setting 'modle'; is it model?"), ("zzz", "x", "`reverie config` names them."),
    ("model", "a\nuse: false", "cannot stand in one line"),
])
def test_a_bad_value_is_refused_in_one_sentence(here: places.Places, key: str, value: str, told: str) -> None:
    """It names what is allowed, and the file is as it was."""
    Path(here.settings).write_bytes(b"# mine\nmodel: a\n")
    ended = CliRunner().invoke(cli.reverie, ["config", "set", key, value], env={"HOME": str(Path(here.config).parent)})
    assert isinstance(ended.exception, Refused) and told in str(ended.exception)
    assert Path(here.settings).read_bytes() == b"# mine\nmodel: a\n"


def test_the_command_shows_where_each_comes_from(here: places.Places) -> None:
    """A table, or JSON; a fault and a variable that is no setting are named and do not stop it."""
    def ran(*words: str, **env: str) -> str:
        ended = CliRunner().invoke(cli.reverie, ["config", *words], env={"HOME": str(Path(here.config).parent), **env})
        assert ended.exit_code == 0, ended.output
        return ended.output

    configfile.begin(here)
    assert ran("set", "notify", "all").startswith("notify is all now (config.yaml line ")
    assert ran("set", "model", "sonnet", REVERIE_MODEL="opus") == "model is opus now (REVERIE_MODEL).\n"
    Path(here.settings).write_text(Path(here.settings).read_text() + "interval: soon\n")
    shown = ran(REVERIE_TIMEOUT="9", REVERIE_MODLE="x")
    assert re.search(r"timeout +9 +REVERIE_TIMEOUT", shown) and re.search(r"model +sonnet +config.yaml line \d+", shown)
    assert "REVERIE_MODLE: there is no setting 'modle'" in shown and "'soon' is no value for interval" in shown
    said = json.loads(ran("--json"))
    assert [row["key"] for row in said["settings"]] == list(settings.KEYS) and len(said["faults"]) == 1
    assert ran("get", "model") == "sonnet\n" and json.loads(ran("get", "use", "--json"))["from"] == "default"
    assert ran("reset", "model") == "model is haiku now (default).\n" and ran("path") == f"{here.settings}\n"
    assert "Already there" in ran("init") and "does not set model" in ran("reset", "model")
    assert CliRunner().invoke(cli.reverie, ["config", "edit"]).exit_code == 2


# Writing and reading apart

def test_without_generate_nothing_is_written_unasked(home: Path) -> None:
    """`generate: false`: no extraction, lesson or dream, nobody is asked, and what was said is passed over for good.

    A dream that is asked for is dreamt; with the switch back on the next words count.
    """
    one = world.Home(home)
    one.answers({"memories": [world.proposal("always use tabs in Go")]})
    one.set("interval: 0", "generate: no", "dream_sessions: 0")
    one.stop(world.said("From now on always use tabs in Go files, please."), world.replied("Yes."))
    assert one.asked == 0 and one.runs() == [("skipped", gate.DISABLED)] and one.memories == []
    with world.opened(one.here, one.env) as inside:
        assert lessons.learn(inside, str(one.store)) == 0
        assert consolidate.run(inside, str(one.store), "SessionStart").reason == "enabled: off by `generate: false`"
        assert consolidate.run(inside, str(one.store), consolidate.ASKED, model=False).run
    assert not one.store.exists()  # nor a file in its place
    one.set("interval: 0")
    one.note()
    one.work()
    assert one.asked == 0
    one.stop(world.said("Again: always use tabs in Go files from now on."), world.replied("Yes."))
    assert one.asked == 1 and one.memories == ["always use tabs in Go"]


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
