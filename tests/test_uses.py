"""Which memories an answer used, what is counted of it, what `reverie cite` tells, and the order that follows."""
from __future__ import annotations

import datetime
import itertools
import os
import time
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from hypothesis import given, settings
from hypothesis import strategies as st

import world
from reverie import catalog, cli, excerpt, hook, index, ordering, reconcile, session, spool, usage, uses
from reverie.usage import Shaped, Use
from reverie.uses import Brought
from world import Home

KAMAL = "Deploy with kamal; canary 17 percent first."


@pytest.fixture
def one(home: Path) -> Home:
    one = Home(home)
    one.env["REVERIE_BACKEND"] = "off"
    return one


def brought(*lines: str, path: str = "/s/a.md", name: str = "a-name") -> Brought:
    return Brought(path, (name, "a.md", "a"), tuple(enumerate(lines, 7)))


def found(reply: str, prompt: str, memory: str, common: frozenset[str] = frozenset()) -> int:
    """The line that the reply repeats, 0 for none."""
    said = uses.used(reply, prompt, [brought(*memory.split("\n"))], common, False)
    return said[0].line if said else 0


# What counts as used

@pytest.mark.parametrize(("memory", "prompt", "reply", "line"), [
    (KAMAL, "please deploy the harbour app with kamal", "I'll run `kamal deploy`, canary at 17 percent first.", 7),
    (f"Intro.\n\n{KAMAL}", "deploy it", "Sure.\n\n- canary: 17 percent, with kamal", 9),
    ("Staging database is db-stage-07.internal:5433, user reader.", "connect to the database",
     "psql -h db-stage-07.internal -p 5433 -U reader # staging", 7),
    ("所有提交信息必须用英文书写，不要使用表情符号。", "帮我提交", "提交信息已用英文书写，没有使用表情符号。", 7),
    ("The quarterly export goes to the ledger bucket in Frankfurt on Thursdays, before the auditors arrive from Oslo"
     " and the warehouse closes for inventory.", "where?", "To the ledger bucket in Frankfurt on Thursdays.", 7),
])
def test_an_answer_that_repeats_a_memory_used_it(memory: str, prompt: str, reply: str, line: int) -> None:
    """Half of a sentence's distinctive words, or four words in a row, in one line of the answer, in any script."""
    assert found(reply, prompt, memory) == line


@pytest.mark.parametrize(("memory", "prompt", "reply"), [
    (KAMAL, "deploy the app with kamal", "Deployed with kamal."),
    (KAMAL, "deploy with kamal, canary 17 percent first", "Deploying with kamal, canary 17 percent first."),
    (KAMAL, "deploy it", "kamal is set up.\ncanary is a bird.\n17 files, 3 percent of them new."),
    ("Use the staging server for load tests; production is frozen until March.", "run load tests on staging",
     "I ran the load tests against the staging server."),
    ("The build needs node 20 and pnpm 9; CI caches node_modules per branch.", "why is the build red?",
     "The build fails because node_modules is missing; run pnpm install and re-run CI."),
    ("Rename the function and delete the old file in the next step.", "tidy up", "I renamed the function, deleted the"
     " old file and moved the next step."),
    ("所有提交信息必须用英文书写，不要使用表情符号。", "帮我提交", "好的，已经提交。"),
    ("Never use node_modules.", "why?", "`node_modules` is missing."),
])
def test_an_answer_on_the_same_subject_did_not(memory: str, prompt: str, reply: str) -> None:
    """The prompt's own words, words of any talk about code, one identifier, and words strewn about tell nothing."""
    assert found(reply, prompt, memory) == 0


def test_words_that_many_memories_hold_tell_nothing() -> None:
    """What is common in the store says nothing of which memory it comes from."""
    assert found("canary 17 percent first", "go", KAMAL) == 7
    assert found("canary 17 percent first", "go", KAMAL, frozenset({"canary", "17"})) == 0


WORDS = "harbour tide berth crane pilot ledger cargo anchor beacon buoy channel dredge ferry gantry hull jetty".split()
sentences = st.lists(st.sampled_from(WORDS), max_size=8, unique=True)


@given(sentences, sentences, sentences)
def test_used_means_three_words_that_came_from_nowhere_else(
    memory: list[str], prompt: list[str], reply: list[str]
) -> None:
    """For all texts: at least three distinctive words are shared, or it was not used; the memory itself always is."""
    text, asked = " ".join(memory), " ".join(prompt)
    telling = set(memory) - set(prompt)
    if found(" ".join(reply), asked, text):
        assert len(telling & set(reply)) >= 3
    elif len(telling & set(reply)) >= 3:
        assert len(telling & set(reply)) < uses.SHARE * len(telling)
    assert bool(found(text, asked, text)) == (len(telling) >= 3)


@pytest.mark.parametrize(("reply", "cites"), [
    ("Yes [memory: a-name].", True), ("[Memory:A-Name]", True), ("[memory: other, `a`]", True),
    ("[memory: a.md]", True), ("[memory: b]", False), ("memory: a-name", False), ("[memory: a-name\n]", False),
    ("a-name", False),
])
def test_a_citation_counts_where_it_was_asked_for(reply: str, cites: bool) -> None:
    """`[memory: name]` with the memory's name or its file's is a use with `citations: on`, and nothing without."""
    assert [each.why for each in uses.used(reply, "x", [brought("Fact.")], frozenset(), True)] == ["cited"] * cites
    assert uses.used(reply, "x", [brought("Fact.")], frozenset(), False) == []


# What is counted

def stamped(seconds: float = 0.0) -> str:
    return datetime.datetime.fromtimestamp(time.time() + seconds, datetime.timezone.utc).isoformat()[:23] + "Z"


def turn(prompt: str, *answers: str, turn_id: str, at: float = 1.0) -> list[dict[str, Any]]:
    return [world.said(prompt, promptId=turn_id, timestamp=stamped(at)),
            *(world.replied(answer, timestamp=stamped(at)) for answer in answers)]


def figures(one: Home) -> dict[str, tuple[int, int, int]]:
    with world.opened(one.here, one.env) as house:
        return {os.path.basename(path): use[:3] for path, use in usage.of(house.ledger, str(one.store)).items()}


def show(one: Home, *names: str, turn_id: str = "p1", **more: object) -> None:
    one.note("shown", paths=[str(one.store / name) for name in names], prompt_id=turn_id, **more)


def test_s55_a_memory_counts_once_for_a_turn(one: Home) -> None:
    """S55: two registrations, a second reading, the same span again and a worker that died add nothing to a turn."""
    path = world.memory(one.store, "kamal.md", "how we ship", KAMAL)
    for _ in range(2):
        show(one, "kamal.md")
        one.note("read", path=os.path.realpath(path), prompt_id="p1")
    one.stop(*turn("ship it", "With kamal: canary 17 percent.", "Done: kamal, canary, 17 percent.", turn_id="p1"))
    for _ in range(2):
        one.note()
        one.work()
    assert figures(one) == {"kamal.md": (1, 1, 1)}
    one.stop(*turn("again", "kamal, canary, 17 percent", turn_id="p2"))
    assert figures(one) == {"kamal.md": (1, 1, 2)} and not spool.waiting(one.here)


def test_only_what_came_before_the_answer_is_used(one: Home) -> None:
    """An answer given before the memory was shown, or in a session it was not shown in, used nothing."""
    world.memory(one.store, "kamal.md", "how we ship", KAMAL)
    one.stop(*turn("ship it", "kamal, canary, 17 percent", turn_id="p1", at=-60))
    show(one, "kamal.md", turn_id="p2")
    one.stop(*turn("hello", "Hello.", turn_id="p2"))
    show(one, "kamal.md", turn_id="p3", session="other")
    one.note("Stop", sid="other")
    one.work()
    assert figures(one) == {"kamal.md": (2, 0, 0)}
    one.stop(*turn("ship it", "kamal, canary, 17 percent", turn_id="p4"))
    assert figures(one) == {"kamal.md": (2, 0, 1)}


def test_an_answer_that_the_client_writes_late_is_not_missed(one: Home) -> None:
    """What the hook is told counts before it stands in the transcript, and once when it does; so does a late row."""
    world.memory(one.store, "kamal.md", "how we ship", KAMAL)
    show(one, "kamal.md")
    one.say(*turn("ship it", turn_id="p1"))
    one.note(last_message="kamal, canary, 17 percent", prompt_id="p1")
    one.work()
    assert figures(one) == {"kamal.md": (1, 0, 1)}
    one.stop(*turn("x", "kamal, canary, 17 percent", turn_id="p1")[1:], *turn("next", turn_id="p2"))
    assert figures(one) == {"kamal.md": (1, 0, 1)}
    one.stop(*turn("x", "kamal, canary, 17 percent", turn_id="p2")[1:])
    assert figures(one) == {"kamal.md": (1, 0, 2)}


def test_a_memory_that_is_gone_is_used_by_nobody(one: Home) -> None:
    """A file deleted meanwhile stops nothing and stays counted as shown. `#skip` keeps answers from being read."""
    path = world.memory(one.store, "kamal.md", "how we ship", KAMAL)
    other = world.memory(one.store, "other.md", "when we ship", "Ship on Tuesdays, before the harbour pilots' lunch.")
    show(one, "kamal.md", "other.md")
    path.unlink()
    one.stop(*turn("ship it", "kamal, canary, 17 percent", turn_id="p1"))
    assert figures(one) == {"kamal.md": (1, 0, 0), "other.md": (1, 0, 0)}
    session.opt_out(one.here, world.SESSION)
    one.stop(*turn("when?", other.read_text(), turn_id="p2"))
    assert figures(one)["other.md"] == (1, 0, 0)


def test_a_citation_of_a_memory_that_was_only_in_the_index_counts(one: Home) -> None:
    """With `citations: on` the model may rest on an index line; a name that no memory has is no use of any."""
    world.memory(one.store, "kamal.md", "how we ship", KAMAL)
    one.stop(*turn("ship it", "By kamal [memory: kamal] [memory: ../kamal] [memory: nobody].", turn_id="p1"))
    assert figures(one) == {}
    one.set("citations: on")
    one.stop(*turn("ship it", "By kamal [memory: kamal] [memory: ../kamal] [memory: nobody].", turn_id="p2"))
    assert figures(one) == {"kamal.md": (0, 0, 1)}


def test_use_is_kept_out_of_the_files(one: Home) -> None:
    """Whatever is counted, no byte of the store changes; the catalog learns of it."""
    path = world.memory(one.store, "kamal.md", "how we ship", KAMAL)
    (one.store / "MEMORY.md").write_text("- [Kamal](kamal.md) — how we ship\n")
    before = {each.name: each.read_bytes() for each in one.store.iterdir()}
    show(one, "kamal.md")
    one.note("read", path=str(path), prompt_id="p1")
    one.stop(*turn("ship it", "kamal, canary, 17 percent", turn_id="p1"))
    assert {each.name: each.read_bytes() for each in one.store.iterdir()} == before
    with world.opened(one.here, one.env) as house:
        assert [hit.uses for hit in catalog.listed(house.catalog, str(one.store))] == [2]
        assert usage.of(house.ledger, str(one.store))[str(path)].last[:10] == stamped()[:10]


# What is told of it

def cite(one: Home, *words: str) -> tuple[str, int]:
    env = {"HOME": str(one.folder), "CLAUDE_CODE_DISABLE_AUTO_MEMORY": "1"}
    ended = CliRunner(env=env).invoke(cli.reverie, ["cite", "--project", str(one.root), *words])
    return ended.output + str(ended.exception or ""), ended.exit_code


def test_cite_names_file_and_line(one: Home) -> None:
    """The last session of the project by default: each memory with file, line, name, how and when, the used first."""
    one.store = Path(one.here.projects, "".join(c if c.isalnum() else "-" for c in str(one.root)), "memory")
    session.bind(one.here, world.SESSION, session.Binding(str(one.root), str(one.store), False))
    assert "No memory came" in cite(one)[0]
    path = world.memory(one.store, "z_kamal.md", "how we ship", f"Intro.\n\n{KAMAL}")
    other = world.memory(one.store, "a_other.md", "something else", "Other.")
    show(one, "z_kamal.md", "a_other.md")
    one.note("read", path=str(other), prompt_id="p1")
    assert "not done yet" in cite(one)[0]
    one.stop(*turn("ship it", "kamal, canary, 17 percent", turn_id="p1"))
    line = 1 + path.read_text().splitlines().index(KAMAL)
    head, first, second = cite(one)[0].splitlines()
    assert head == f"session {world.SESSION}"
    assert first.startswith(f"{path}:{line}  z_kamal  used (repeated), shown, last {stamped()[:10]}")
    assert second.startswith(f"{other}:1  a_other  read, shown, last ")
    assert cite(one, world.SESSION[:5])[0].splitlines()[1] == first
    assert cite(one, "none-such") == (f"There is no session 'none-such' of {one.root}", 1)


# The order that follows

dated = st.dates(datetime.date(2026, 1, 1), datetime.date(2026, 12, 31)).map(str)
entries = st.lists(st.tuples(st.booleans(), dated, st.integers(0, 9), dated), min_size=1, max_size=6)


@settings(max_examples=12)
@given(entries)
def test_s51_the_order_is_by_pins_then_use_and_recency(
    tmp_path_factory: pytest.TempPathFactory, rows: list[tuple[bool, str, int, str]]
) -> None:
    """S51: pinned first; what was used as often and as late, or more and later, is never behind; deterministic."""
    one = Home(tmp_path_factory.mktemp("order") / "home")
    text = ""
    with world.opened(one.here, one.env) as house:
        for n, (pinned, observed, times, last) in enumerate(rows):
            path = world.memory(one.store, f"m{n}.md", "x", "y", observed=observed, pinned=str(pinned).lower())
            text += f"- [M](m{n}.md)\n"
            for t in range(times):
                usage.count(house.ledger, "s", Shaped(str(t), str(path), "used", "cited", 1, f"{last}T00:00:00Z"))
        reconcile.shelve(house, str(one.store))
        counts = usage.of(house.ledger, str(one.store))
        order = ordering.ranked(house, str(one.store), text + "- [Gone](gone.md)\n", counts)
        assert order == ordering.ranked(house, str(one.store), text + "- [Gone](gone.md)\n", counts)
    assert sorted(order) == sorted([*index.targets(text), "gone.md"]) and order[-1] == "gone.md"
    place = [order.index(f"m{n}.md") for n in range(len(rows))]
    for (a, one_row), (b, other) in itertools.permutations(enumerate(rows), 2):
        late, later = (max(observed, last if times else "") for _, observed, times, last in (one_row, other))
        if (one_row[0], one_row[2], late) != (other[0], other[2], later):
            better = one_row[0] > other[0] or (one_row[0] == other[0] and one_row[2] >= other[2] and late >= later)
            assert not better or place[a] < place[b]


def start(one: Home, sid: str = "later", source: str = "startup") -> str:
    raw = (f'{{"session_id": "{sid}", "cwd": "{one.root}", "source": "{source}", "at": {time.time_ns()}}}').encode()
    return hook.respond("SessionStart", raw, one.here, one.env).decode()


def filled(one: Home, count: int, hand_written: bool = False) -> None:
    """A store of so many memories, the first the oldest, with an index of our lines or of a person's own."""
    one.store.mkdir(parents=True, exist_ok=True)
    lines = []
    for n in range(count):
        day = datetime.date(2026, 1, 1) + datetime.timedelta(days=n)
        world.memory(one.store, f"m{n}.md", f"about {n}", f"Fact {n}.", observed=day.isoformat(), by="extract")
        lines.append(f"- [Own {n}](m{n}.md) own" if hand_written else index.line(f"m{n}.md", f"M{n}", f"about {n}"))
    (one.store / "MEMORY.md").write_text("# Index\n" + "".join(f"{line}\n" for line in lines))


def pin(path: Path) -> None:
    path.write_text(path.read_text().replace("metadata:", "metadata:\n  pinned: true"))


def begun(one: Home, **more: object) -> None:
    one.note("SessionStart", sid="begun", **more)
    one.work()


@pytest.mark.parametrize(("entries", "due"), [(150, False), (159, True), (199, True)])
def test_s9_near_the_cap_the_person_is_told_once_a_day(one: Home, entries: int, due: bool) -> None:
    """S9: from 80 % of what clients load a dream is due, `status` says so, and one notice a day tells the person."""
    filled(one, entries)
    for _ in range(2):
        begun(one)
    said = one.told()
    assert said.count("A dream") == due and bool(one.rows("due")) == due
    if due:
        assert f"{entries + 1} of 200 lines" in said
        begun(one)
        assert one.told() == ""
        filled(one, 20)
        begun(one)
        assert one.rows("due") == []


def test_s9_at_the_cap_the_least_useful_of_our_lines_gives_way(one: Home) -> None:
    """S9: the newest is listed and within what is loaded; the oldest of our lines goes, a pinned or used one and the
    person's own stay, and so does every file."""
    filled(one, 199)
    pin(one.store / "m0.md")
    for n in range(9):
        show(one, "m1.md", turn_id=f"p{n}")
        one.note("read", path=str(one.store / "m1.md"), prompt_id=f"p{n}")
    with open(one.store / "MEMORY.md", "a") as file:
        file.write("\nA line of mine.\n")
    new = world.memory(one.store, "new.md", "the newest", "New.", observed=datetime.date.today().isoformat())
    one.note("wrote", path=str(new), prompt_id="p1")
    one.stop(*turn("ok", "OK.", turn_id="p1"))
    text = world.text(one.store / "MEMORY.md")
    assert index.fullness(text) <= 1 and len(text.splitlines()) == 200 and text.startswith("# Index\n- [M0](m0.md)")
    assert one.index >= {"m0.md", "m1.md", "new.md", "m198.md"} and "A line of mine." in text
    assert not one.index & {"m2.md", "m3.md"} and "m5.md" in one.index
    assert len(one.memories) == 200


def test_s9_a_persons_own_index_is_not_thinned(one: Home) -> None:
    """S9: lines in other words than ours all stay; the new memory is listed, and the person is told that it is full."""
    filled(one, 205, hand_written=True)
    before = world.text(one.store / "MEMORY.md")
    one.stop(*turn("ok", "OK.", turn_id="p1"))
    assert world.text(one.store / "MEMORY.md") == before
    assert "take out lines" in one.told()


def test_s3_a_session_starts_with_what_is_used_most(one: Home) -> None:
    """S3, S9, S51: over the budget the block has the used and the new first, says how many are left out and where, and
    the person hears of it once a week; a second session gets the same bytes."""
    filled(one, 150)
    pin(one.store / "m7.md")
    for n in range(40):
        one.note("read", path=str(one.store / "m3.md"), prompt_id=f"p{n}")
    begun(one)
    session.bind(one.here, "later", session.Binding(str(one.root), str(one.store), False))
    session.bind(one.here, "last", session.Binding(str(one.root), str(one.store), False))
    first = start(one)
    rows = [row for row in first.split("\\n") if row.startswith("- [M")]
    assert [row.partition("](")[0] for row in rows[:3]] == ["- [M7", "- [M3", "- [M149"]
    left_out = 150 - len(rows)
    if left_out:
        assert f"{left_out} more entries are not shown here" in first and f"read `{one.store}/MEMORY.md`" in first
    assert "Using it:" in first and "4 to 6 look-ups" in first and start(one, "last") == first
    begun(one, left_out=9)
    assert "9 entries" in one.told()
    begun(one, left_out=9)
    assert one.told() == ""


def test_s51_nothing_in_the_block_changes_by_itself(one: Home) -> None:
    """S42, S51: counts and days change nothing in the frozen bytes, and the block holds neither; with `citations: on`
    it asks for them in one sentence."""
    filled(one, 3)
    begun(one)
    for sid in ("later", "cites"):
        session.bind(one.here, sid, session.Binding(str(one.root), str(one.store), False))
    first = start(one)
    for n in range(5):
        one.note("read", path=str(one.store / "m0.md"), prompt_id=f"p{n}")
    begun(one)
    assert start(one, source="compact") == first == start(one, source="clear")
    assert "days ago" not in first and "[memory: name]" not in first
    one.set("citations: on")
    assert start(one, "cites").count("[memory: name]") == 1 and start(one, source="compact") == first


def test_figures_of_one_store_are_its_own(home: Path) -> None:
    """The figures of a store are those of the paths below it, and of no neighbour whose name begins alike."""
    with world.opened(world.home(home), world.environment(home)) as house:
        for path in ("/s/a.md", "/s/deep/b.md", "/s-2/c.md", "/s.md", "/r/d.md"):
            assert usage.count(house.ledger, "s1", Shaped("t", path, "shown", "", 1, "2026-11-01T00:00:00Z"))
        assert usage.of(house.ledger, "/s") == {"/s/a.md": Use(1), "/s/deep/b.md": Use(1)}
        assert usage.sessions(house.ledger, "/s") == ["s1"] and usage.sessions(house.ledger, "/q") == []


def test_ranks_are_read_as_they_are_laid_down(one: Home) -> None:
    """What the worker lays down is what a hook reads: the same targets in the same order."""
    filled(one, 12)
    begun(one)
    laid = excerpt.ranks(world.text(one.here.order(str(one.store))))
    assert list(laid) == [f"m{n}.md" for n in range(11, -1, -1)] and list(laid.values()) == list(range(12))
