"""What measures the quality of recall is itself right: known answers, known invariances, the shared scorer."""
from __future__ import annotations

import json
import os
import random
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import world
from reverie import session
from reverie.event import Event
from reverie.on import prompt as on_prompt

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT / "tests" / "eval"))

import choosing  # noqa: E402
import figures  # noqa: E402
import fulltext  # noqa: E402
import labelled  # noqa: E402
import locomo  # noqa: E402
import qwen  # noqa: E402
import recalling  # noqa: E402

SHARED = Path(os.path.abspath(ROOT / ".." / "shared" / "eval" / "recall"))
KINDS = ("lexical", "crosslingual", "none", "chitchat", "near_miss")
FILES = st.lists(st.sampled_from([f"m{n}.md" for n in range(9)]), max_size=8)


def query(number: int, kind: str, *relevant: str) -> dict[str, Any]:
    return {"id": f"q{number}", "kind": kind, "lang": "en", "store": "s", "query": "?", "relevant": list(relevant)}


@st.composite
def sets(draw: st.DrawFn) -> tuple[list[dict[str, Any]], dict[str, dict[str, Any]]]:
    """Prompts of each kind, and predictions for some of them, with files named twice and in both tiers."""
    queries, found = [], {}
    for number in range(draw(st.integers(0, 12))):
        kind = draw(st.sampled_from(KINDS))
        relevant = draw(FILES.filter(bool)) if kind in KINDS[:2] else []
        queries.append(query(number, kind, *dict.fromkeys(relevant)))
        if draw(st.booleans()):
            found[f"q{number}"] = {"files": draw(FILES), "pointers": draw(FILES), "chars": draw(st.integers(0, 6_000))}
    return queries, found


# The figures

KNOWN: tuple[tuple[str, list[str], dict[str, Any], dict[str, float | None]], ...] = (
    ("found first", ["a"], {"files": ["a"]}, {"at5": 1, "body": 1, "top1": 1, "mrr": 1, "prec": 1, "none": None}),
    ("found third", ["a"], {"files": ["x", "y", "a"]}, {"at5": 1, "body": 1, "top1": 0, "mrr": 1 / 3, "prec": 1 / 3}),
    ("a pointer is named, not injected", ["a"], {"pointers": ["a"]}, {"at5": 1, "body": 0, "top1": 1, "prec": None}),
    ("pointers come after bodies", ["a"], {"files": ["x"], "pointers": ["a"]}, {"at5": 1, "top1": 0, "mrr": 1 / 2}),
    ("half of two", ["a", "b"], {"files": ["b"]}, {"at5": 1 / 2, "body": 1 / 2, "top1": 1, "inj": 1}),
    ("the sixth is cut", ["a"], {"files": list("vwxyza")}, {"at5": 0, "body": 0, "mrr": 0, "inj": 5, "prec": 0}),
    ("five in both tiers together", ["a"], {"files": list("vwx"), "pointers": list("yza")}, {"at5": 0, "inj": 3}),
    ("named twice counts once", ["a"], {"files": ["x", "x", "a"], "pointers": ["x"]}, {"mrr": 1 / 2, "inj": 2}),
    ("nothing for nothing", [], {}, {"at5": None, "top1": None, "none": 1, "inj": 0, "chars": 0, "prec": None}),
    ("a pointer for nothing is no body", [], {"pointers": ["x"], "chars": 90}, {"none": 1, "chars": 90}),
    ("a body for nothing", [], {"files": ["x"], "chars": 500}, {"none": 0, "chars": 500, "prec": 0}),
)


@pytest.mark.parametrize(("relevant", "found", "expected"), [row[1:] for row in KNOWN], ids=[row[0] for row in KNOWN])
def test_one_prompt_has_the_figures_that_are_plain_to_see(
    relevant: list[str], found: dict[str, Any], expected: dict[str, float | None]
) -> None:
    """Each figure says of a single prompt what its definition says."""
    figured = figures.score([query(1, "lexical" if relevant else "none", *relevant)], {"q1": found})
    assert {name: figured[name] for name in expected} == pytest.approx(expected)


def test_a_set_is_the_mean_of_its_prompts() -> None:
    """Shares are means over the prompts they speak of, and only over those."""
    queries = [query(1, "lexical", "a"), query(2, "crosslingual", "b"), query(3, "crosslingual", "c"),
               query(4, "none"), query(5, "near_miss"), query(6, "chitchat"), query(7, "chitchat")]
    found = {"q1": {"files": ["a"], "chars": 700}, "q2": {"pointers": ["b"]}, "q5": {"files": ["a", "x"]},
             "q7": {"pointers": ["x"]}}
    assert figures.rounded(figures.score(queries, found)) == {
        "at5": 0.667, "body": 0.333, "top1": 0.667, "mrr": 0.667, "none": 0.75, "silent": 0.5, "inj": 0.429,
        "chars": 100.0, "prec": 0.333, "crosslingual_at5": 0.5,
    }


@given(sets(), st.randoms(use_true_random=False))
def test_no_order_but_that_of_a_prediction_counts(
    drawn: tuple[list[dict[str, Any]], dict[str, dict[str, Any]]], chance: random.Random
) -> None:
    """Prompts, predictions and what is relevant may come in any order; every share is one."""
    queries, found = drawn
    figured = figures.score(queries, found)
    mixed = [{**each, "relevant": chance.sample(each["relevant"], len(each["relevant"]))} for each in queries]
    chance.shuffle(mixed)
    keys = chance.sample([*found], len(found))
    assert figures.score(mixed, {key: found[key] for key in keys}) == pytest.approx(figured)
    shares = [figured[name] for name in figured if name not in ("inj", "chars")]
    assert all(each is None or 0 <= each <= 1 for each in shares)


@given(sets())
def test_more_is_never_worse_where_something_is_relevant_and_never_better_where_nothing_is(
    drawn: tuple[list[dict[str, Any]], dict[str, dict[str, Any]]]
) -> None:
    """Another pointer at the end can only raise at5 and mrr, and can only lower `silent`; bodies stay as they are."""
    queries, found = drawn
    more = {each["id"]: {**found.get(each["id"], {}), "pointers": [*found.get(each["id"], {}).get("pointers", []),
                                                                  "new.md", *each["relevant"]]} for each in queries}
    before, after = figures.score(queries, found), figures.score(queries, more)
    for name in ("at5", "mrr", "top1"):
        assert (after[name] or 0) >= (before[name] or 0)
    assert (after["silent"] or 0) <= (before["silent"] or 0)
    assert [after[name] for name in ("body", "none", "prec")] == [before[name] for name in ("body", "none", "prec")]


def test_the_shared_scorer_says_the_same(tmp_path: Path) -> None:
    """On the shared prompts with random predictions, our figures are those of the scorer that lies beside them."""
    if not (SHARED / "scorer.py").exists():
        pytest.skip(f"there is no shared set at {SHARED}")
    queries, chance = labelled.read(str(SHARED)), random.Random(7)
    for _ in range(2):
        found = {each["id"]: {"files": _some(each, chance), "pointers": _some(each, chance), "chars": len(each["id"])}
                 for each in queries if chance.random() < 0.9}
        theirs = labelled.beside("scorer", str(SHARED), {"queries": queries, "predictions": found})["score"]
        ours = figures.score(queries, found)
        assert {name: ours[name] for name in figures.COLS} == {
            name: pytest.approx(theirs[name]) for name in figures.COLS}


def _some(each: dict[str, Any], chance: random.Random) -> list[str]:
    return chance.sample([*each["relevant"], "x.md", "y.md", "z.md"], chance.randint(0, 3))


# The sets

def small(folder: Path) -> Path:
    """A set of two stores with known prompts, and code beside it that gets some of them right."""
    for store, file, text in (("one", "port.md", "The dev server listens on port 4173"),
                              ("two", "backup.md", "Snapshots of the warehouse database are kept in Lisbon")):
        (folder / "stores" / store).mkdir(parents=True)
        (folder / "stores" / store / file).write_text(f"---\nname: {file[:-3]}\ndescription: {text}\n---\n{text}.\n")
    rows = [{**query(1, "lexical", "port.md"), "store": "one", "query": "which port does the dev server listen on?"},
            {**query(2, "lexical", "backup.md"), "store": "two", "query": "where are the warehouse database snapshots"},
            {**query(3, "none"), "store": "two", "query": "which port does the dev server listen on?"}]
    for store in ("one", "two"):
        (folder / f"queries-{store}.jsonl").write_text(
            "".join(json.dumps(row) + "\n" for row in rows if row["store"] == store))
    return folder


def test_a_set_of_any_stores_is_measured_through_the_catalog(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A set without code beside it gets our figures, by whatever kinds, languages and stores it has, beside FTS5's."""
    found = labelled.measure(str(small(tmp_path / "set")), str(tmp_path / "home"))
    assert (found["at5"], found["top1"], found["none"]) == (1.0, 1.0, 1.0)
    printed = capsys.readouterr().out
    assert all(f"\n{row} " in printed for row in ("reverie", "fts5", "kind lexical", "lang en", "store two"))


def test_code_beside_a_set_runs_next_to_us_and_may_be_broken(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Its baselines stand in our table, its scorer is compared with ours, and what fails is said and left out."""
    data = small(tmp_path / "set")
    (data / "common.py").write_text("STORES = ('one', 'two')\ndef load_store(s): return [s]\n"
                                    "def load_queries(): return [{'id': 'q1', 'store': 'one'}]\n")
    (data / "baselines.py").write_text("def bm25(memories, queries):\n"
                                       "    for q in queries: yield q['id'], ['port.md']\n")
    (data / "scorer.py").write_text("def score(q, p): return dict.fromkeys('at5 body top1 mrr none silent inj chars"
                                    " prec'.split(), 0.5)\ndef table(q, p): return 'THEIRS'\n")
    labelled.measure(str(data), str(tmp_path / "home"))
    printed = capsys.readouterr().out
    assert "\nbm25 " in printed and "THEIRS" in printed and "DIFFER FROM IT IN: at5" in printed
    (data / "scorer.py").write_text("def score(q, p): return 1 / 0\n")
    (data / "baselines.py").write_text("1 / 0\n")
    assert labelled.measure(str(data), str(tmp_path / "again"))["at5"] == 1.0
    assert capsys.readouterr().out.count("could not be run: ZeroDivisionError") == 2


def test_a_label_that_names_no_file_is_refused(tmp_path: Path) -> None:
    """What is relevant has to be there, else a figure could never be reached."""
    data = small(tmp_path / "set")
    (data / "stores" / "one" / "port.md").unlink()
    with pytest.raises(ValueError, match=r"q1 calls for port\.md, which is not in one"):
        labelled.read(str(data))


def test_predictions_are_what_the_hook_injects(home: Path) -> None:
    """The measurement goes the hook's way: the same memories, the same number of characters."""
    data = small(home / "set")
    places = recalling.shelved(str(home / "person"), [str(data / "stores" / store) for store in ("one", "two")])
    for number, asked in enumerate(labelled.read(str(data))):
        store = str(data / "stores" / asked["store"])
        session.bind(places, f"s{number}", session.Binding(str(home), store, False))
        event = Event("UserPromptSubmit", f"s{number}", prompt=asked["query"])
        answer = on_prompt.answer(event, places, world.environment(home)).context
        found = recalling.predicted(places, store, asked["query"])
        assert found["chars"] == len(answer)
        assert all(os.path.basename(file) in answer for file in (*found["files"], *found["pointers"]))
        assert bool(answer) == bool(asked["relevant"])


def test_what_a_scripted_model_chooses_arrives(tmp_path: Path) -> None:
    """From the hook's note to the words of the next tool result nothing is lost and nothing is added."""
    found = choosing.measure(str(small(tmp_path / "set")), str(tmp_path / "home"))
    assert found == {"at5": 1.0, "top1": 1.0, "exact": 1.0, "of": 3}


def test_qwen_counts_any_character_where_nothing_applies(tmp_path: Path) -> None:
    """at5 and top1 are of the prompts with an answer; `none` asks for not one character at the others."""
    doc = {"id": "d1", "type": "project", "title": "Port: dev", "description": "The dev server listens on port 4173",
           "body": "Vite is configured with --strictPort."}
    cases = [("a", "dev server port 4173", ["d1"]), ("b", "orbital mechanics", ["d1"]), ("c", "orbital mechanics", []),
             ("d", "dev server port 4173", [])]
    (tmp_path / qwen.FILE).write_text(json.dumps({"docs": [doc], "cases": [
        {"id": name, "category": "english", "query": said, "relevantIds": ids} for name, said, ids in cases]}))
    assert qwen.measure(str(tmp_path), str(tmp_path / "home")) == {"at5": 0.5, "top1": 0.5, "none": 0.5}


def test_locomo_asks_for_the_turns_that_are_evidence(tmp_path: Path) -> None:
    """Evidence is read as it was meant, what is not in the conversation is left out, and the shares are of it."""
    turns = [{"dia_id": f"D1:{n}", "speaker": "Ana", "text": said} for n, said in enumerate(
        ("I adopted a greyhound named Comet.", "The weather is fine.", "My sister paints lighthouses."), 1)]
    turns.append({"dia_id": "D2:1", "speaker": "Ben", "text": "Look!", "blip_caption": "a photo of a sailboat"})
    asked = [("What is the greyhound named?", ["D:1:01"]), ("Whose sister paints, and is there a sailboat?",
             ["D1:3; D2:1", "D9:9"]), ("Nothing?", []), ("Nowhere?", ["D7:1"])]
    said = {"conversation": {"speaker_a": "Ana", "session_1": turns[:3], "session_2": turns[3:]},
            "qa": [{"question": question, "evidence": evidence} for question, evidence in asked]}
    assert locomo.talk(said).questions == [(asked[0][0], {"0000.md"}), (asked[1][0], {"0002.md", "0003.md"})]
    (tmp_path / locomo.FILE).write_text(json.dumps([said]))
    assert locomo.measure(str(tmp_path), str(tmp_path / "home")) == dict.fromkeys(
        ("at5", "at10", "fts5_at5", "fts5_at10"), 1.0)


def test_full_text_search_takes_any_text_for_words() -> None:
    """Quotes, operators and signs of a question are no syntax; among equals the first given is first."""
    db = fulltext.filled([("a", "alpha beta"), ("b", "beta"), ("c", "beta"), ("d", "delta")])
    assert fulltext.ranked(db, 'beta" NEAR(x) -AND* "', 10) == ["b", "c", "a"]
    assert fulltext.ranked(db, '"" ? *', 10) == []
    db.close()


def test_the_last_line_is_one_json_object_without_any_data(tmp_path: Path) -> None:
    """A folder with nothing in it leaves out what it has no data for, and measures what needs none."""
    env = {"PATH": os.environ["PATH"], "HOME": str(tmp_path), "PYTHONPATH": f"{ROOT}/scripts:{ROOT}/tests"}
    ended = subprocess.run([sys.executable, "-B", str(ROOT / "tests" / "eval" / "eval.py"), str(tmp_path),
                            "recall", "chooser", "extract", "qwen", "locomo", "secrets"], env=env,
                           capture_output=True, text=True, check=True, timeout=60)
    found = json.loads(ended.stdout.splitlines()[-1])
    assert {"recall", "chooser", "extract", "qwen", "locomo"}.isdisjoint(found)
    assert found["secrets"]["recall"] and os.path.isdir(labelled.OWN)
