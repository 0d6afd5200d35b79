"""What a dream does without a model: it puts right what is sure, keeps every fact and leaves the person's own alone."""
from __future__ import annotations

import re
from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dream_stores import STORES, Store, memory
from reverie import head, relist
from reverie.dream import dates, heads, links, mechanical, merging, rows
from reverie.dream.draft import Draft

TODAY = "2026-11-20"
WEDNESDAY = date(2026, 10, 14)


def dreamt(files: dict[str, str]) -> dict[str, str]:
    """The store after the pass, with its index; what is closed is gone or says so."""
    index = files.get("MEMORY.md", "")
    draft = Draft({file: text.encode() for file, text in files.items() if file != "MEMORY.md"})
    before = dict(draft.files)
    mechanical.plan(draft, TODAY, index)
    listed = relist.relisted(index, before, draft.files)
    return {**draft.files, **({"MEMORY.md": listed} if listed or "MEMORY.md" in files else {})}


def live(files: dict[str, str]) -> dict[str, str]:
    return {file: text for file, text in files.items()
            if file != "MEMORY.md" and "superseded_by" not in head.split(text)[0]}


@pytest.mark.parametrize("store", STORES, ids=lambda store: store.name)
def test_stores(store: Store) -> None:
    """S30, S50, S87, S88, S89: each kind of store gets what it asks for, and a second pass changes nothing."""
    after = dreamt(store.files)
    said, index = "\n".join(live(after).values()), after.get("MEMORY.md", "")
    assert [words for words in store.kept if words not in said] == []
    assert [words for words in store.gone if words in said + index] == []
    assert {file: after.get(file) for file in store.same} == {file: store.files[file] for file in store.same}
    assert store.live is None or sorted(live(after)) == sorted(store.live)
    assert store.index is None or index == store.index
    assert dreamt(after) == after


# Any store: words, numbers and names put together anyhow

WORDS = st.sampled_from("Use never the port 8080 8081 `Make` `make` -5 5 --fast src/A.py src/a.py not v1.2 20 MB GB"
                        " «x» next Friday yesterday 明天 下周三 [[n]] *all* **Why:** MAX_A".split(" "))
BODIES = st.lists(WORDS, min_size=1, max_size=7).map(" ".join)


@st.composite
def stores(draw: st.DrawFn) -> dict[str, str]:
    """Few bodies, so that many files say the same; some pinned or the person's, some with odd ends or no head."""
    bodies = draw(st.lists(BODIES, min_size=1, max_size=3))
    files = {}
    for n in range(draw(st.integers(1, 7))):
        more = draw(st.sampled_from(
            ({}, {}, {"by": "user"}, {"pinned": "true"}, {"pinned": "false"}, {"x-id": f"T-{n}"})))
        text = memory(draw(st.sampled_from(bodies)), draw(st.sampled_from(("n", "m", "n-2"))),
                      draw(st.sampled_from(("About it", "About it.", "Use: it", "About 7"))),
                      draw(st.sampled_from(("project", "Project", "projekt", "odd"))),
                      observed=f"2026-0{draw(st.integers(1, 4))}-03", **more)
        if draw(st.integers(0, 9)) == 0:
            text = text.partition("---\n")[2].partition("---\n")[2]
        files[f"f{n}.md"] = text.replace("\n", draw(st.sampled_from(("\n", "\n", "\r\n"))))
    listed = draw(st.sets(st.sampled_from([*files, "gone.md"])))
    rows = "".join(f"- [T]({file}) — by hand\n" for file in sorted(listed))
    return {**files, "MEMORY.md": f"# Mine\n\nProse.\n{rows}"}


FACT = re.compile(r"\d[\d.]*|`[^`]+`|--?\w+|\w+/\w+\.py|MAX_A|«x»|T-\d")


@given(stores())
def test_any_store(files: dict[str, str]) -> None:
    """Once is enough; what is pinned, the person's or without a head keeps every byte; no fact is lost from the live
    memories; the index leads to each of them and nowhere else, and its prose stays."""
    draft = Draft({file: text.encode() for file, text in files.items() if file != "MEMORY.md"})
    after = dreamt(files)
    assert dreamt(after) == after
    assert all(after[file] == text for file, text in draft.files.items() if not draft.mine(file))
    facts = {fact for file in draft.files for fact in FACT.findall(draft.body(file))}
    kept = "\n".join(live(after).values())
    assert [fact for fact in facts if fact not in kept] == []
    assert all(text.partition("x-id: ")[2][:3] in kept for text in files.values() if "x-id" in text)
    assert relist.listed(after["MEMORY.md"]) == set(live(after))
    assert after["MEMORY.md"].startswith("# Mine\n\nProse.\n")


@given(BODIES, BODIES)
def test_two_are_one_only_if_their_facts_are(one: str, other: str) -> None:
    """Two memories alike in all but their words are merged only when neither has a fact that the other has not."""
    after = dreamt({"a.md": memory(one), "b.md": memory(other)})
    if "**Why:**" not in one + other and sorted(FACT.findall(one)) != sorted(FACT.findall(other)):
        assert len(live(after)) == 2
    if one.split() == other.split() and rows.said(one).statement.strip():
        assert len(live(after)) == 1


# Days: said on Wednesday, 14 October 2026

DAYS: tuple[tuple[str, str], ...] = (
    ("The talk is the day after tomorrow, the demo in a fortnight.", "The talk is 2026-10-16, the demo on 2026-10-28."),
    ("We moved 2 weeks ago and again last week.", "We moved on 2026-09-30 and again the week of 2026-10-05."),
    ("Thursday next week is off, this Friday too.", "2026-10-22 is off, 2026-10-16 too."),
    ("Release by the end of next month.", "Release by 2026-11-30."),
    ("Yesterday's outage was a DNS fault.", "2026-10-13's outage was a DNS fault."),
    ("The audit is next Friday.", "The audit is 2026-10-23 (next Friday)."),
    ("- **Next Monday** the move starts.", "- **2026-10-19** the move starts."),
    ("Das Treffen ist nächste Woche Dienstag, die Abnahme übermorgen.",
     "Das Treffen ist 2026-10-20, die Abnahme 2026-10-16."),
    ("Kommenden Freitag wird umgestellt und in einem Monat abgeschaltet.",
     "2026-10-16 wird umgestellt und am 2026-11-14 abgeschaltet."),
    ("Le serveur est coupé demain, puis lundi prochain.", "Le serveur est coupé 2026-10-15, puis 2026-10-19."),
    ("La mise à jour était la semaine dernière, il y a 3 jours.",
     "La mise à jour était la semaine du 2026-10-05, le 2026-10-11."),
    ("Se firmó hace dos semanas y se paga dentro de tres días.", "Se firmó el 2026-09-30 y se paga el 2026-10-17."),
    ("El servidor se apaga mañana por la mañana.", "El servidor se apaga 2026-10-15 por la mañana."),
    ("下个月15号上线，上周五已冻结，本周五演示。", "2026-11-15上线，2026-10-09已冻结，2026-10-16演示。"),
    ("两周后切换，大后天收尾。", "2026-10-28切换，2026-10-17收尾。"),
    ("来週リリースする。再来週の月曜に確認。", "2026-10-19の週リリースする。2026-10-26に確認。"),
    ("あさって移行し、3か月後に廃止。", "2026-10-16移行し、2027-01-14に廃止。"),
    ("다음 주 화요일에 배포한다. 모레 점검.", "2026-10-20에 배포한다. 2026-10-16 점검."),
    ("2주 후에 종료한다. 어제 합의했다.", "2026-10-28에 종료한다. 2026-10-13 합의했다."),
)
NO_DAYS = (
    "Sessions expire in 30 days.", "It led to 30 calls in two days.", "Uploads grew in two weeks.",
    "If it fails, retry next Monday.", "Compare with yesterday's numbers each morning.", "Answer within two days.",
    "Deploys are on Friday, and every Monday.",
    "They meet next Monday (19 October).", "It is 2026-10-19 (next Monday).",
    "Call it `tomorrow`, \"next week\" or 'next Friday'.",
    "See [next week](a.md), ~/tomorrow/x and next-week.md.", "next_week and Monday/next week/x are names",
    "The app is called Tomorrow.", "The Next.js page; the next page.", "```\nat tomorrow\n```", "> see you tomorrow",
    "Guten Morgen sagt der Bot; jeden Freitag und montags.", "Das Archiv liegt hier.",
    "Chaque lundi, tous les deux jours.", "Trabajamos por la mañana, los lunes y cada viernes.",
    "发布三天前通知；每周三开会。", "リリースの3日前に通知。毎週金曜は休み。",
    "배포 3일 전에 알린다. 매주 금요일 회의.",
)


@pytest.mark.parametrize(("said", "meant"), DAYS)
def test_days_are_counted_from_when_they_were_said(said: str, meant: str) -> None:
    """A day named from where it was said becomes a date, in seven languages, and is left alone from then on."""
    assert dates.dated(said, WEDNESDAY) == meant
    assert dates.dated(meant, date(2027, 3, 1)) == meant


@pytest.mark.parametrize("said", NO_DAYS)
def test_what_names_no_one_day_stays(said: str) -> None:
    """What comes again, hangs on a condition, is a stretch of time, a literal or a name, or is dated already."""
    assert dates.dated(said, WEDNESDAY) == said


@pytest.mark.parametrize(("keys", "day"), [
    ({"observed": "2026-10-14", "created": "2026-01-01"}, "2026-10-15"), ({"created": "2026-10-14"}, "2026-10-15"),
    ({}, "tomorrow"), ({"observed": "soon"}, "tomorrow"), ({"observed": "2026-10-14T23:00:00Z"}, "2026-10-15"),
])
def test_a_day_is_counted_from_observed_else_from_created(keys: dict[str, str], day: str) -> None:
    """S14: never from now, nor from the file's time; without a day the words stay."""
    assert f"Out {day}." in dreamt({"a.md": memory("Out tomorrow.", **keys)})["a.md"]


# Heads

SLIPS = (
    ("Fix: use X", "'Fix: use X'"), ("\"A\" and B", "'\"A\" and B'"), ("\"A stays open", "A stays open"),
    ("*x* is it", "'*x* is it'"), ("[WIP] a", "'[WIP] a'"), ("> 5 min", "'> 5 min'"), ("@all", "'@all'"),
    ("use #ops at night", "'use #ops at night'"), ("'it: isn't'", "\"it: isn't\""), ("'A' and 'B'", "\"'A' and 'B'\""),
)


@pytest.mark.parametrize("end", ["\n", "\r\n"])
@pytest.mark.parametrize(("slip", "mended"), SLIPS)
def test_a_slip_in_a_head_is_mended_in_its_line(slip: str, mended: str, end: str) -> None:
    """S30, S87: the line alone changes; comments, unknown keys, their order and the line ends stay."""
    text = end.join(["---", "name: n  # mine", f"description: {slip}", "x-a: [1, 2]", "metadata:", "  type: user",
                     "---", "B", ""])
    assert dreamt({"a.md": text})["a.md"] == text.replace(slip, mended)


@pytest.mark.parametrize(("said", "meant"), [
    ("Feedback", "feedback"), ("feedbak", "feedback"), ("fedeback", "feedback"), ("projects", "project"),
    ("USER", "user"), ("refrence", "reference"), ("lesson", "lesson"), ("prefs", "prefs"), ("used-by", "used-by"),
])
def test_a_type_by_one_slip_off_is_the_type(said: str, meant: str) -> None:
    """What could be no type, or none for sure, stays and is told."""
    draft = Draft({"a.md": memory("B", kind=said).encode()})
    steps, findings = heads.plan(draft)
    assert draft.keys("a.md")["metadata.type"] == meant
    assert bool(findings) == (said == meant)


def test_what_a_head_lacks_comes_from_the_file_where_that_is_sure() -> None:
    """S88: its name and type from the file's name, its description from a first line that can stand for it."""
    made = dreamt({
        "feedback_short.md": "---\nx: 1\n---\nKeep it short.\n\nMore.\n", "b.md": "---\nname: b\n---\n# Head\n",
        "c.md": "No head.\n", "d.md": "---\nname: d\nnever closed\n"})
    keys = head.split(made["feedback_short.md"])[0]
    assert keys == {"name": "feedback_short", "description": "Keep it short.", "x": "1", "type": "feedback"}
    assert (made["b.md"], made["c.md"], made["d.md"]) == ("---\nname: b\n---\n# Head\n", "No head.\n",
                                                         "---\nname: d\nnever closed\n")


# What is only told

def test_dead_links_and_paths_are_told_and_left() -> None:
    """S50: links to no memory and paths that the project has no more; code, the web and foreign paths are no matter."""
    body = "See [[b]], [[name-of-b]], [[gone]], [x](gone2.md), `src/new.py`, `src/old.py`, `/etc/x`, `else/y.py`."
    draft = Draft({"a.md": memory(body).encode(), "b.md": memory("`[[no]]`", name="name-of-b").encode()})
    assert links.findings(draft, {"src", "src/new.py"}.__contains__) == [
        "a.md: [[gone]] leads to no memory", "a.md: the link to gone2.md leads to no memory",
        "a.md: src/old.py is not in the project"]


@pytest.mark.parametrize(("one", "other", "made"), [
    ("Because.", "", "Because."), ("", "Because.", "Because."),
    ("Because of X-1.", "because of  X-1", "Because of X-1."), ("Rule X-1.", "It broke.", "Rule X-1. It broke."),
    ("It broke.", "It broke. Twice in May.", "It broke. Twice in May."), ("Rule X-1.", "Rule X-2.", None),
])
def test_reasons_of_one_thing(one: str, other: str, made: str | None) -> None:
    """Both reasons are kept; two that each have facts of their own may be about two things."""
    assert merging.part(one, other) == made


@given(st.text(alphabet="a:#-' \"\n\r\tWhy*[]x", max_size=80))
def test_parts_make_the_text_again(text: str) -> None:
    """Whatever a file holds, its parts together are the file."""
    assert rows.joined(rows.parted(text)) == text
    assert rows.joined(rows.parted(f"---\n{text}\n---\n{text}")) == f"---\n{text}\n---\n{text}"
