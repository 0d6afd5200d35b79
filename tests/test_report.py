"""The report: its figures are those of the files, the ledger and the history, and its page does no harm."""
from __future__ import annotations

import html.parser
import json
import os
import time
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import report_store
import world
from reverie import archive, cli, ledger, usage
from reverie.framing import tame
from reverie.history import log as history
from reverie.history.revision import HAND, REVERIE, Change, Entry, Revision
from reverie.layers import Layer
from reverie.record import mended
from reverie.report import changes, charts, gather, growth, links, page, tables
from reverie.report.figures import Cost, Edge, Kept, Links, Node, Outcome, Point, Report
from reverie.report.links import LINKS, MERGED, REPLACED, Shelf

KEPT = Kept("project/a.md", "project", "a", "about a", "feedback", "2026-11-01", "2026-11-01", False, 0, 0, 0, "")


class Read(html.parser.HTMLParser):
    """A page as a browser takes it apart: which elements it has, with which attributes, and its words."""

    def __init__(self, data: bytes) -> None:
        super().__init__()
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.words: list[str] = []
        self.feed(data.decode())

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))

    def handle_data(self, data: str) -> None:
        self.words.append(data)

    @property
    def names(self) -> list[str]:
        return [tag for tag, _ in self.tags]


def made(*memories: Kept, **more: object) -> Report:
    plain = Report("harbour", "2026-11-30 10:00", "", ("project",), memories, (), (), (), (), (),
                   Links((), (), {}, ()), ())
    return plain._replace(**more)  # type: ignore[arg-type]


def gathered(person: world.Home, since: str = "", *names: str) -> Report:
    among = [Layer("project", str(person.store)), Layer("person", person.here.user)]
    with world.opened(person.here, person.env) as home:
        return gather.report(home, "harbour", [each for each in among if not names or each.name in names], since)


@pytest.fixture
def person(home: Path) -> world.Home:
    return world.Home(home)


def ran(person: world.Home, job: str, day: str, status: str, reason: str = "", store: str = "", **more: object) -> None:
    books = ledger.open_ledger(person.here)
    run = ledger.begin_run(books, job, "s", store or str(person.store), "Stop", "claude", f"{day}T10:00:00Z")
    ledger.end_run(books, run, status, reason, 1.0, **more)
    books.close()


def test_runs_are_added_up_by_day_job_and_outcome(person: world.Home) -> None:
    """Costs of each day and job, what no price is known of, outcomes by what their reasons begin with, since when."""
    ran(person, "extract", "2026-11-01", "kept", calls=1, kept=2, tokens_in=100, tokens_out=10, cost_usd=0.5)
    ran(person, "extract", "2026-11-01", "failed", "rate_limit: too many requests", calls=1)
    ran(person, "extract", "2026-11-03", "skipped", "interval")
    ran(person, "dream", "2026-11-03", "kept", calls=1, kept=1, tokens_in=7, tokens_out=1, cost_usd=0.25)
    ran(person, "extract", "2026-11-03", "kept", store="/another/project", calls=9, kept=9, cost_usd=9.0)
    found = gathered(person)
    assert found.days == (Cost("2026-11-01", 2, 2, 110, 0.5, 1, 2), Cost("2026-11-03", 2, 1, 8, 0.25, 0, 1))
    assert found.jobs == (Cost("extract", 3, 2, 110, 0.5, 1, 2), Cost("dream", 1, 1, 8, 0.25, 0, 1))
    assert set(found.outcomes) == {Outcome("kept", "", 1), Outcome("failed", "rate_limit", 1),
                                   Outcome("skipped", "interval", 1)}
    assert tables.per_memory(found.jobs) == "$0.2500" and tables.total(found.jobs).usd == 0.75
    later = gathered(person, "2026-11-02")
    assert [day.of for day in later.days] == ["2026-11-03"] and later.outcomes == (Outcome("skipped", "interval", 1),)


def test_memories_come_with_their_use_and_only_those_of_the_layers_asked_for(person: world.Home) -> None:
    """Shown, read and used of each; never used is what holds and was neither read nor used; nothing of elsewhere."""
    first = world.memory(person.store, "feedback_a.md", "about a", "A.")
    world.memory(person.store, "feedback_old.md", "old", "Old.", superseded_by="feedback_a.md")
    world.memory(person.here.user, "user_b.md", "about b", "B.", type="user")
    world.memory(Path(person.here.projects, "other", "memory"), "feedback_c.md", "secret of another project", "C.")
    books = ledger.open_ledger(person.here)
    for turn, day in (("t1", "2026-11-01"), ("t2", "2026-11-09")):
        for how in ("shown", "used"):
            usage.count(books, "s", usage.Shaped(turn, str(first), how, "", 1, f"{day}T10:00:00Z"))
    books.close()
    found = {memory.key: memory for memory in gathered(person).memories}
    assert set(found) == {"project/feedback_a.md", "project/feedback_old.md", "person/user_b.md"}
    a = found["project/feedback_a.md"]
    assert (a.shown, a.read, a.used, a.last[:10]) == (2, 0, 2, "2026-11-09")
    assert [key for key, memory in found.items() if memory.idle] == ["person/user_b.md"]
    since = {memory.key: memory for memory in gathered(person, "2026-11-05").memories}
    assert since["project/feedback_a.md"].used == 1
    assert [memory.key for memory in gathered(person, "", "person").memories] == ["person/user_b.md"]
    assert b"another project" not in page.rendered(gathered(person))


def revision(day: str, *moves: tuple[str, str, str]) -> Revision:
    at = time.mktime(time.strptime(f"{day} 12:00", "%Y-%m-%d %H:%M"))
    return Revision("0" * 40, Entry(HAND, at, "x", {}), tuple(Change(*move) for move in moves))


def test_growth_knows_what_came_and_what_went() -> None:
    """The earlier of the day in the head and the history's; what went counts until then; the end is as things are."""
    past = [revision("2026-11-05", ("gone.md", "1", "")),
            revision("2026-11-03", ("gone.md", "", "1"), ("a.md", "", "2"), ("MEMORY.md", "", "3"))]
    memories = [KEPT._replace(created="2026-11-02"), KEPT._replace(key="project/b.md", created="")]
    assert growth.points(memories, {"project": past}, "", "2026-11-30") == (
        Point("2026-11-02", {"project": 2}), Point("2026-11-03", {"project": 3}), Point("2026-11-05", {"project": 2}),
        Point("2026-11-30", {"project": 2}))
    assert growth.points(memories, {"project": past}, "2026-11-04", "2026-11-30")[0].day == "2026-11-05"
    assert growth.points([], {"project": []}, "", "2026-11-30") == ()


@given(st.lists(st.dates(), max_size=200))
def test_growth_never_has_more_points_than_can_be_drawn(days: list[object]) -> None:
    """However many days: few points, in order, and the last one holds all there is."""
    memories = [KEPT._replace(key=f"project/{n}.md", created=str(day)) for n, day in enumerate(days)]
    points = growth.points(memories, {}, "", "9999-12-31")
    assert len(points) <= growth.MOST and [each.day for each in points] == sorted({each.day for each in points})
    assert not days or points[-1].counts["project"] == len(days)


def test_links_of_every_kind_are_found() -> None:
    """Names, files, replacements and merges are edges; what leads to nothing is told; code and oneself are no link."""
    texts = {"a.md": "---\nname: alpha\n---\nSee [[beta]], [it](sub/c.md), [[alpha]], [[nowhere]] and `[[code]]`.\n",
             "b.md": "---\nname: beta\nmetadata:\n  superseded_by: a.md\n---\nOld.\n", "sub/c.md": "Plain. [[mine]]\n"}
    found = links.mapped([Shelf("project", texts, {"gone.md": "a.md", "unused.md": "not used for long"}),
                          Shelf("person", {"mine.md": "x"}, {})])
    assert set(found.edges) == {
        Edge("project/a.md", LINKS, "project/b.md"), Edge("project/a.md", LINKS, "project/sub/c.md"),
        Edge("project/b.md", REPLACED, "project/a.md"), Edge("project/archive/gone.md", MERGED, "project/a.md"),
        Edge("project/sub/c.md", LINKS, "person/mine.md")}
    assert found.dead == (("project/a.md", "nowhere"),)
    top, = found.trees
    assert (top.key, found.names[top.key]) == ("project/a.md", "alpha")
    assert {(node.relation, node.key, node.also) for node in top.below} == {
        (LINKS, "project/b.md", (("replaced by", "project/a.md"),)), (LINKS, "project/sub/c.md", ()),
        ("took in", "project/archive/gone.md", ())}


@given(st.lists(st.tuples(st.integers(0, 25), st.integers(0, 25)), max_size=60))
def test_the_map_tells_every_edge_once(pairs: list[tuple[int, int]]) -> None:
    """Each linked memory is drawn exactly once, no branch grows deep, and each edge can be told from the drawing."""
    out: dict[str, str] = {f"m{n}.md": "" for n in range(26)}
    for source, target in pairs:
        out[f"m{source}.md"] += f"[[m{target}]] "
    found = links.mapped([Shelf("project", out, {})])
    drawn: list[str] = []
    told: list[frozenset[str]] = []

    def walk(node: Node, above: str, depth: int) -> None:
        assert depth < 6
        drawn.append(node.key)
        near = [above or node.goes_on, *(key for _, key in node.also)]
        told.extend(frozenset((node.key, each)) for each in near if each)
        for each in node.below:
            walk(each, node.key, depth + 1)

    for tree in found.trees:
        walk(tree, "", 0)
    edges = {frozenset((edge.source, edge.target)) for edge in found.edges}
    assert sorted(drawn) == sorted(found.names) and set(told) == edges
    assert edges == {frozenset((f"project/m{a}.md", f"project/m{b}.md")) for a, b in pairs if a != b}


def test_a_dream_is_told_with_its_steps_and_its_diff(person: world.Home) -> None:
    """What a dream changed comes with its reasons, line by line up to a limit; changes of others are no dreams."""
    report_store.filled(person, 40)
    path = world.memory(person.store, "feedback_long.md", "long", "\n".join(f"line {n}" for n in range(400)))
    history.note(person.here, str(person.store), REVERIE, "extract: kept 1", job="extract", run=1)
    found = gathered(person)
    dream, = found.dreams
    assert [(step.op, step.outcome) for step in dream.steps] == [("merge", "applied"), ("archive", "refused")]
    assert any(line.startswith("+++ /dev/null") for line in dream.diff) and not dream.cut
    path.write_text("short\n")
    history.note(person.here, str(person.store), REVERIE, "dream: again", job="dream", run=2)
    latest = gathered(person).dreams[0]
    assert latest.cut > 200 and len(latest.diff) < 200
    assert changes.dreamt([revision("2026-11-05")], "") == []


def test_an_unreadable_history_is_told_and_the_rest_is_shown(person: world.Home) -> None:
    """Where git's folder is broken the page says so; memories and costs stand all the same."""
    world.memory(person.store, "feedback_a.md", "about a", "A.")
    history.note(person.here, str(person.store), HAND, "x")
    Path(person.here.history(str(person.store)), "HEAD").write_text("no ref")
    found = gathered(person)
    assert len(found.memories) == 1 and found.notes and found.notes[0] in " ".join(Read(page.rendered(found)).words)


def test_archived_memories_point_to_what_took_them_in(person: world.Home) -> None:
    """The archive's mark of what covers a memory is an edge of the map."""
    world.memory(person.store, "feedback_a.md", "about a", "A.")
    text = "---\nname: b\n---\nB.\n"
    archive.put(person.here, str(person.store), "feedback_b.md", text, "2026-11-01", "feedback_a.md")
    assert gathered(person).links.edges == (
        Edge("project/archive/feedback_b.md", MERGED, "project/feedback_a.md"),)


texts = st.text(st.characters(), min_size=1, max_size=40) | st.sampled_from(report_store.HOSTILE)


@settings(max_examples=30)
@given(texts, texts, texts)
def test_no_text_becomes_part_of_the_page(name: str, about: str, reason: str) -> None:
    """Whatever a memory is called or says: the page has the elements that it has for plain words, and no more."""
    def shown(name: str, about: str, reason: str) -> bytes:
        memory = KEPT._replace(name=name, description=about, used=1)
        node = Node(KEPT.key, "", ((LINKS, KEPT.key),), ())
        return page.rendered(made(memory, title=about, notes=(reason,), outcomes=(Outcome("failed", reason, 1),),
                                  links=Links((), (node,), {KEPT.key: name}, ((name, about),))))

    plain, hostile = Read(shown("a", "b", "c")), Read(shown(name, about, reason))
    assert hostile.names == plain.names
    assert [{*attrs, "class"} for _, attrs in hostile.tags] == [{*attrs, "class"} for _, attrs in plain.tags]
    assert all(tame(mended(each)) in "".join(hostile.words) for each in (name, about, reason))
    assert not any(hidden in "".join(hostile.words) for hidden in ("\u202e", "\u200b", "\x00", "\x1b"))


def test_the_page_asks_for_nothing_and_runs_nothing(person: world.Home) -> None:
    """No script, no address but those within the page, a head that forbids both; 300 memories are small and quick."""
    report_store.filled(person)
    begun = time.monotonic()
    found = gathered(person)
    data = page.rendered(found)
    assert time.monotonic() - begun < 5 and len(data) < 3_000_000 and len(found.memories) == 299
    read = Read(data)
    assert data.startswith(b"<!doctype html>") and "script" not in read.names and "style" in read.names
    for tag, attrs in read.tags:
        assert not [key for key in attrs if key.startswith("on")], tag
        for key in ("src", "href", "xlink:href", "action", "data"):
            assert (attrs.get(key) or "#").startswith(("#", "data:,")), (tag, attrs)
    policy, = (attrs["content"] for tag, attrs in read.tags if attrs.get("http-equiv") == "Content-Security-Policy")
    assert policy and policy.startswith("default-src 'none'; ")
    ids = [attrs["id"] for _, attrs in read.tags if "id" in attrs]
    targets = {attrs["href"] for tag, attrs in read.tags if tag == "a"}
    assert len(ids) == len(set(ids)) and targets <= {f"#{each}" for each in ids}
    assert b"url(" not in data and b"@import" not in data


@pytest.mark.parametrize("most", [0, 0.0004, 0.02, 1, 3, 7, 12, 99, 100, 101, 4321])
def test_a_chart_has_few_round_figures_at_its_axis(most: float) -> None:
    """From nothing to what is not below the largest value, in at most five steps."""
    ticks = charts._ticks(most)
    assert ticks[0] == 0 and ticks[-1] >= most and 2 <= len(ticks) + (most == 0) <= 7


def run(capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int, str, str]:
    code = cli.main(["report", *words])
    said = capsys.readouterr()
    return code, said.out, said.err


def test_the_command_writes_the_page_or_prints_the_figures(
    home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The path is printed; --out says where; --json has the figures; a day that is none is wrong usage."""
    (tmp_path / "project").mkdir()
    monkeypatch.chdir(tmp_path / "project")
    here = world.home(home)
    assert run(capsys) == (0, f"{here.report}\n", "") and "No memories yet" in world.text(here.report)
    assert os.stat(here.report).st_mode & 0o077 == 0
    world.memory(here.user, "user_b.md", "about b", "B.", type="user")
    out = str(tmp_path / "out" / "r.html")
    assert run(capsys, "--out", out, "--since", "30d", "--layer", "person")[:2] == (0, f"{out}\n")
    assert "about b" in world.text(out)
    figures = json.loads(run(capsys, "--json")[1])
    assert [memory["name"] for memory in figures["memories"]] == ["user_b"]
    assert run(capsys, "--since", "soon")[0] == 2 and run(capsys, "--since", "99999999d")[0] == 2
    code, said, error = run(capsys, "--open")
    assert (code, said) == (1, "") and len(error.splitlines()) == 1
