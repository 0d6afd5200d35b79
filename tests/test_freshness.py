"""How old a memory is: told from the day it was last said, where the client of the agent that reads it does not."""
from __future__ import annotations

import datetime
import json
import os
import time
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import world
from reverie import freshness, glance, hook, library, places, session

DAY = 86_400


def ago(days: int) -> str:
    return (datetime.date.today() - datetime.timedelta(days=days)).isoformat()


class Reader:
    """A session in which the agent reads memories, with the client's own memory on or off."""

    def __init__(self, home: Path, native: bool) -> None:
        self.here, self.env = world.home(home), world.environment(home)
        self.store = Path(self.here.projects, "s", "memory")
        self.store.mkdir(parents=True)
        self.begin(world.SESSION, native)

    def begin(self, sid: str, native: bool) -> None:
        session.bind(self.here, sid, session.Binding("/project", str(self.store), native))

    def memory(self, observed: str, file_age: float = 0.0, name: str = "a.md") -> Path:
        path = world.memory(self.store, name, "x", "The body.", **({"observed": observed} if observed else {}))
        if not observed:
            path.write_text("---\nname: a\n---\nThe body.\n")
        os.utime(path, (time.time() - file_age * DAY - 60,) * 2)
        return path

    def read(self, path: Path, tool: str = "Read", **more: object) -> Any:
        """What the hook tells the client about it, None when nothing."""
        said = {"session_id": world.SESSION, "tool_name": tool, "prompt_id": "p1", "tool_response": {},
                "tool_input": {"file_path": str(path)}, "at": time.time_ns(), **more}
        out = hook.respond("PostToolUse", json.dumps(said).encode(), self.here, self.env)
        return json.loads(out) if out else None

    def told(self, path: Path, **more: object) -> str:
        said = self.read(path, **more)
        return str(said["hookSpecificOutput"]["additionalContext"]) if said else ""


@pytest.fixture
def alone(home: Path) -> Reader:
    """The client adds no note of its own."""
    return Reader(home, native=False)


@pytest.fixture
def beside(home: Path) -> Reader:
    """The client's own memory is on: from the second day on it tells the age by the file's time."""
    return Reader(home, native=True)


@pytest.mark.parametrize(("days", "words"), [
    (0, ""), (1, ""), (2, "saved 2 days ago"), (47, "saved 47 days ago"), (-3, ""), (4_000, "saved 4000 days ago"),
])
@pytest.mark.parametrize("file_age", [0, 400, -9], ids=str)
def test_s44_the_age_is_counted_from_what_was_said(alone: Reader, days: int, words: str, file_age: int) -> None:
    """S44: where the client says nothing, past a day the age is told; the file's time, old, new or to come, is nothing
    to it, and a day to come is today."""
    told = alone.told(alone.memory(ago(days), file_age))
    assert (words in told and bool(words) == bool(told)) and ("verify" in told) == bool(words)


@pytest.mark.parametrize(("days", "file_age", "words"), [
    (10, 10, ""), (10, 9, ""), (10, 11, ""), (1, 0, ""), (2, 1, ""), (0, 0, ""), (0, 1, ""),  # the client is right
    (28, 0, "saved 28 days ago"), (0, 400, "saved today"), (1, 30, "saved yesterday"), (400, 20, "saved 400 days ago"),
    (-3, 0, ""), (30, -9, "saved 30 days ago"), (0, -9, ""),
])
def test_s44_the_client_is_put_right_only_where_it_misleads(
    beside: Reader, days: int, file_age: int, words: str
) -> None:
    """S44: silent while the client's figure, which is the file's age, is within a day of the true one; else one
    sentence says the true age and that the file's time misleads."""
    path = beside.memory(ago(days), file_age)
    told = beside.told(path)
    assert words in told and bool(words) == bool(told)
    if words:
        assert "file's time" in told and told.replace(str(path), "").count(".") == 1 and "\n" not in told


def test_s36_the_age_goes_where_the_model_sees_it(alone: Reader) -> None:
    """S36: one object with the event's name and the context, and no other field."""
    path = alone.memory(ago(47))
    said = alone.read(path)
    assert set(said) == {"hookSpecificOutput"}
    assert set(said["hookSpecificOutput"]) == {"hookEventName", "additionalContext"}
    assert said["hookSpecificOutput"]["hookEventName"] == "PostToolUse"
    assert f"`{path}`" in said["hookSpecificOutput"]["additionalContext"]


def test_the_age_is_told_once_for_each_version_of_a_file(alone: Reader) -> None:
    """Read again nothing is said; a changed file, another session, a sub-agent and a compacted one are told anew."""
    path = alone.memory(ago(47))
    assert [bool(alone.told(path)) for _ in range(3)] == [True, False, False]
    assert alone.told(path, agent_id="a1") and not alone.told(path, agent_id="a1")
    alone.begin("another", False)
    assert alone.told(path, session_id="another")
    path.write_text(path.read_text().replace("The body", "Another body"))
    assert alone.told(path)
    session.forget_shown(alone.here, world.SESSION)
    assert alone.told(path)


@pytest.mark.parametrize("observed", ["", "soon", "2026-13-45", "12", "2026-1-1"])
def test_an_unknown_age_is_not_told(alone: Reader, observed: str) -> None:
    """A memory without a day, or with one that is none, is read without a word."""
    path = alone.memory(observed or "x", 400)
    path.write_text(f"---\nname: a\nmetadata:\n  observed: {observed}\n---\nBody.\n")
    assert alone.told(path) == ""


def test_only_reading_a_memory_tells_an_age(alone: Reader, tmp_path: Path) -> None:
    """Not writing one, not the index, not a file elsewhere, none that is gone, and nothing with `use: off`."""
    path = alone.memory(ago(47))
    assert not alone.told(path, tool="Write") and not alone.told(path, tool="Edit")
    (alone.store / "MEMORY.md").write_text(path.read_text())
    assert not alone.told(alone.store / "MEMORY.md")
    assert not alone.told(world.memory(tmp_path, "b.md", observed=ago(47)))
    Path(alone.here.settings).write_text("use: off\n")
    assert not alone.told(path)


days = st.dates(datetime.date(1990, 1, 1), datetime.date(2060, 1, 1))


@given(st.dates(), st.dates())
def test_days_are_counted_as_the_calendar_has_them(said: datetime.date, today: datetime.date) -> None:
    """For all days there are: what is counted by hand is what `datetime` counts."""
    assert freshness.days_since(said.isoformat(), today.isoformat()) == max(0, (today - said).days)


@given(st.from_regex(r"[0-9]{4}-[0-9]{2}-[0-9]{2}", fullmatch=True) | st.text(max_size=12))
def test_what_is_no_day_has_no_age(text: str) -> None:
    """For all texts: an age where `datetime` knows the day, and none where it does not."""
    try:
        said = datetime.date.fromisoformat(text if len(text) == 10 and text.isascii() and text[4] == "-" else "")
    except ValueError:
        assert freshness.days_since(text, datetime.date.today().isoformat()) is None
    else:
        assert freshness.days_since(text, said.isoformat()) == 0 or "W" in text


@given(days, days, st.none() | days)
def test_an_age_is_told_or_the_client_is_within_a_day(
    said: datetime.date, now: datetime.date, file: datetime.date | None
) -> None:
    """For all days: with a client that counts from the file, silence means that its figure is within a day of ours."""
    noon, file_noon = (time.mktime(day.timetuple()) + 43_200 if day else None for day in (now, file))
    assert noon is not None
    told, misleading = freshness.untold(said.isoformat(), noon, file_noon)
    true = max(0, (now - said).days)
    if file is None:
        assert bool(told) == (true > 1) and not misleading
    else:
        assert bool(told) == misleading
        if abs(max(0, (now - file).days) - true) > 2:
            assert misleading
    if told:
        assert told == freshness.age(said.isoformat(), now.isoformat())


KEYS = st.lists(st.sampled_from([
    "name: x", "observed: 2026-11-02", "created: 2026-10-01", "modified: 2026-09-01", "observed: soon",
    "created: '2026-08-01'", "observed: 2026-11-07 # last", "# observed: 2020-01-01", "", "description: 'a: b' # c",
    "modified: \"2026-07-01T10:00:00Z\"", "tags: [a]", "observed:", "type: user", "created: 2026-08-01T10:00:00Z",
]), max_size=5, unique_by=lambda row: row.partition(":")[0])


BLOCKS = st.sampled_from(["metadata:", "metadata: # ours", "other:"])


@given(KEYS, BLOCKS, KEYS, KEYS, st.sampled_from(["\n", "\r\n"]))
def test_a_head_at_a_glance_says_what_the_library_says(
    tmp_path_factory: pytest.TempPathFactory, above: list[str], block: str, inside: list[str], below: list[str],
    end: str,
) -> None:
    """The day that a hook reads off a head by itself is the one YAML finds in it, in each form we write or meet."""
    path = tmp_path_factory.mktemp("glance") / "a.md"
    below = [row for row in below if row.partition(":")[0] not in {other.partition(":")[0] for other in above}]
    inside = [f"  {row}" for row in ["type: user", *inside] if row]
    text = end.join(["---", *above, block, *inside, *below, "---", "observed: 1999-01-01", "Body."]) + end
    path.write_bytes(text.encode())
    memory = library.read(str(path))
    assert memory and glance.day(glance.keys(str(path))) == memory.observed


@given(st.binary(max_size=300) | st.binary(max_size=200).map(lambda data: b"---\nobserved: " + data + b"\n---\nx"))
def test_a_glance_never_fails(tmp_path_factory: pytest.TempPathFactory, data: bytes) -> None:
    """S30, S33: whatever bytes a file holds, a hook gets a day or nothing from it."""
    path = tmp_path_factory.mktemp("glance") / "a.md"
    path.write_bytes(data)
    day = glance.day(glance.keys(str(path)))
    assert day == "" or len(day) == 10
    assert glance.keys(str(path.with_name("gone.md"))) == {}


def test_places_of_orders_stay_apart(home: Path) -> None:
    """Two stores have two places for their orders, below our own folder, however long their paths are."""
    here = places.here({"HOME": str(home)})
    paths = {here.order(f"/{'x' * 300}/{name}/memory") for name in ("a", "b", "../c")}
    assert len(paths) == 3 and all(os.path.dirname(path) == os.path.join(here.home, "orders") for path in paths)
