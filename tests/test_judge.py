"""Whether a candidate becomes a memory, whether a span is worth a look, and how an answer is read."""
from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import world
from reverie import gate, judge
from reverie.errors import Failed, Refused
from reverie.judge import Known
from reverie.models import reply
from reverie.record import Candidate, Memory, Turn, Verdict, candidates

USER = Turn("user", "Please always use tabs in the Makefile, never spaces. It’s “our” rule.", "u1", "p1")
BOT = Turn("assistant", "I think we could also use port 3001 for everything.", "u2")


def candidate(body: str = "Always use tabs in the Makefile.", quote: str = "always use tabs", **more: str) -> Candidate:
    return Candidate("feedback", "tabs", "When editing the Makefile", body, quote, **more)


def memory(body: str) -> Memory:
    return Memory("/store/a.md", "a", "about a", "feedback", body)


def decide(one: Candidate, existing: Sequence[Memory], **known: Any) -> Verdict:
    """The verdict on a candidate whose quote the user said."""
    return judge.decide(one, [USER], Known(existing, **known))


# Objections

def test_a_candidate_that_stands_on_the_users_words_passes() -> None:
    """S40: a fact with a quote from a human turn is not objected to."""
    assert judge.objection(candidate(), [USER, BOT]) == ""


@pytest.mark.parametrize("quote", ["ALWAYS use\n  tabs in the  makefile", "it's \"our\" rule", "It’s “our” rule",
                                   "Ａlways use tabs"])
def test_a_quote_is_found_whatever_its_dress(quote: str) -> None:
    """S40: white space, case, full-width letters and kinds of quotation marks do not matter."""
    assert judge.quoted(quote, [BOT, USER]) == USER


@pytest.mark.parametrize("quote", ["use port 3001 for everything", "always use spaces", "", "   ", "tab",
                                   "use tabs always", "always … Makefile"])
def test_a_quote_that_no_person_said_is_refused(quote: str) -> None:
    """S40, S26: the assistant's words, reordered or invented ones, and a mere scrap are no ground for a memory."""
    assert judge.quoted(quote, [USER, BOT]) is None
    assert "quote" in judge.objection(candidate(quote=quote), [USER, BOT])


@pytest.mark.parametrize("body", [
    "You've hit your limit · resets 3pm", "Not logged in · Please run /login",
    "<!DOCTYPE html><html><body>502</body></html>",
    "API Error: 529 overloaded", "I'm sorry, but I can't help with that request.", "I can't assist with this.",
    "As an AI language model I have no memory.", "Rate limit exceeded, try again later", "Invalid API key provided",
])
def test_the_text_of_an_error_is_no_memory(body: str) -> None:
    """S12: what a backend says when it fails or refuses is never kept, whatever quote it comes with."""
    assert judge.objection(candidate(body), [USER]) == "it is the text of an error or a refusal"


@pytest.mark.parametrize(("change", "reason"), [
    ({"body": "x" * 2_001}, "body"), ({"name": "n" * 81}, "name"), ({"description": "d" * 201}, "description"),
    ({"why": "w" * 601}, "why"), ({"how": "h" * 601}, "how"), ({"body": "tabs"}, "short"),
    ({"body": "Should we use tabs?"}, "question"), ({"body": "要用製表符嗎？ "}, "question"),
])
def test_what_is_no_single_fact_is_refused(change: dict[str, str], reason: str) -> None:
    """S40: too long, too short, or a question: refused with a sentence that says so."""
    assert reason in judge.objection(candidate()._replace(**change), [USER])


@given(st.text(max_size=60), st.text(max_size=30), st.text(max_size=30))
def test_a_quote_is_found_exactly_where_it_stands(text: str, before: str, after: str) -> None:
    """S40: any piece of a turn that is long enough is found in it, and never in an assistant's turn."""
    turn = Turn("user", before + text + after)
    if len(judge._flat(text)) >= 4 and judge._flat(text) in judge._flat(turn.text):
        assert judge.quoted(text, [turn]) == turn
    assert judge.quoted(text, [turn._replace(role="assistant")]) is None


# Duplicates

@pytest.mark.parametrize("body", [
    "Always use tabs in the Makefile.", "always USE tabs, in the Makefile!", "In the Makefile always use tabs",
    "Always use tabs in the Makefile.\n\n**Why:** make needs them.\n**How to apply:** in recipes",
])
def test_the_same_fact_is_a_duplicate(body: str) -> None:
    """S37: same words in another order, case or with reasons behind it: the memory that says it already."""
    verdict = decide(candidate(), [memory("Deploy on Fridays."), memory(body)._replace(path="/store/b.md")])
    assert (verdict.op, verdict.target) == ("duplicate", "/store/b.md")


@pytest.mark.parametrize(("body", "other"), [
    ("Use port 3001 for the server.", "Use port 3002 for the server."),
    ("Always use tabs in the Makefile.", "Never use tabs in the Makefile."),
    ("The API lives in src/api.py of the server repo.", "The API lives in src/web.py of the server repo."),
    ("Run the tests with --fast in the pipeline always.", "Run the tests with --slow in the pipeline always."),
    ("Deploy from main with make ship.", "The staging database is wiped on Mondays."),
    ("不要在週五部署到正式環境", "要在週五部署到正式環境"),
])
def test_one_number_name_or_denial_apart_is_another_fact(body: str, other: str) -> None:
    """S37: near-equal words with another number, path, flag or the opposite sense are kept apart, both ways."""
    assert decide(candidate(body), [memory(other)]).op == "create"
    assert decide(candidate(other), [memory(body)]).op == "create"


@given(st.text(min_size=1, max_size=80))
def test_every_fact_is_its_own_duplicate(body: str) -> None:
    """S22: a body that has words at all is found again in a store that holds it; in an empty store nothing is."""
    alone, same = decide(candidate(body), []), decide(candidate(body), [memory(body)])
    assert alone.op in ("create", "refuse")
    if alone.op == "create":
        assert same.op == ("duplicate" if judge.tokens(judge._fact(body)) and judge._fact(body) == body else same.op)


# The gate

@pytest.mark.parametrize(("turns", "reason"), [
    ([], gate.NOTHING_SAID),
    ([BOT], gate.NOTHING_SAID),
    ([Turn("user", "ok")], gate.NOTHING_SAID),
    ([Turn("user", "Thanks!"), BOT], gate.NOTHING_SAID),
    ([Turn("user", "好的，谢谢")], gate.NOTHING_SAID),
    ([Turn("user", "/compact keep all the important things")], gate.NOTHING_SAID),
    ([Turn("user", "!make test all the things")], gate.NOTHING_SAID),
    ([Turn("user", "run it again")], gate.NOTHING_SAID),
    ([USER], ""),
    ([Turn("user", "ok"), Turn("user", "資料庫遷移前一定要先備份")], ""),
])
def test_a_span_in_which_nobody_says_anything_is_left(turns: list[Turn], reason: str) -> None:
    """S1, S16: nods, commands and the assistant alone cost no call; one telling turn opens the whole span."""
    speaking, why = gate.speaking(turns, set())
    assert why == reason and speaking == ([] if reason else turns)


def test_a_turn_that_the_agent_saved_itself_is_left_out() -> None:
    """A prompt that the agent answered by writing memory is skipped by name; the others of the span are heard."""
    other = Turn("user", "The staging server is wiped every Monday.", "u3", "p2")
    assert gate.speaking([USER, BOT], {"p1"}) == ([], gate.MEMORY_TOOL)
    assert gate.speaking([USER, BOT, other], {"p1"}) == ([BOT, other], "")
    assert gate.speaking([USER._replace(prompt_id="")], {"", "p1"})[1] == ""


# What a backend answers




@pytest.mark.parametrize("text", [
    '{"memories": []}', '```json\n{"memories": []}\n```', "Nothing to save.", "No observations to record.", "[]",
    "No memories.", "```json\n[]\n```", "none", 'Here you go:\n{"memories": []}\nDone.',
])
def test_nothing_to_save_is_an_answer(text: str) -> None:
    """S43: every way in which a model says that there is nothing is the empty answer, not a failure."""
    assert reply.parsed(text) == {"memories": []}


@pytest.mark.parametrize("text", [
    '{about travel} and so on {"memories": [1]}', '```json\n{"memories": [1]}\n``` I hope this helps {"x": 2}',
    'Thinking: {"a": {"b": 1}} then {"memories": [1]}', '{"memories": [1]}{"memories": [2]}',
    "{{{" + '{"memories": [1]}',
    '\ufeff{"memories": [1]}',
])
def test_json_is_found_in_what_stands_around_it(text: str) -> None:
    """S20: braces in prose, fences, trailing words and other objects do not hide the answer."""
    assert reply.parsed(text) == {"memories": [1]}


@pytest.mark.parametrize("text", [
    "", "   ", "You've hit your limit · resets 3pm", "Not logged in · Please run /login", "<!DOCTYPE html><html>",
    '{"memories": [{"type": "user", "name": "cut o', '{"result": []}', "[1, 2]", '"memories"', "{" * 5_000,
    "Nothing is impossible: here are twelve reasons why I could not answer in the form that you asked me for, sorry.",
])
def test_anything_else_is_a_failure(text: str) -> None:
    """S12, S20: errors, refusals, pages, cut and foreign JSON are failures, never an empty answer."""
    with pytest.raises(Failed) as failed:
        reply.parsed(text)
    assert failed.value.kind in Failed.KINDS


@given(st.text(max_size=300))
def test_no_answer_makes_reading_fail_otherwise(text: str) -> None:
    """S20: any text is an object with memories or Failed, nothing else."""
    try:
        found = reply.parsed(text)
    except Failed:
        return
    assert isinstance(found, dict) and "memories" in found


def test_sound_memories_are_kept_beside_unsound_ones() -> None:
    """S20: each item is judged by itself: those of the form are kept, the others named by number and field."""
    good = world.proposal("always use tabs")
    bad = [None, [], "x", {**good, "type": "rule"}, {**good, "scope": "team"}, {**good, "extra": 1},
           {**good, "quote": " "}, {**good, "body": 5}, {**good, "why": None},
           {key: good[key] for key in good if key != "name"}]
    found, faults = candidates({"memories": [*bad, good]})
    assert [each.quote for each in found] == ["always use tabs"]
    assert len(faults) == len(bad) and all(f"memory {n}" in fault for n, fault in enumerate(faults, 1))
    assert "'rule'" in faults[3] and "'extra'" in faults[5] and "no quote" in faults[6] and "no name" in faults[9]


@pytest.mark.parametrize("raw", [None, [], "x", 5, {}, {"memories": {}}, {"memories": None},
                                 {"memories": [], "more": 1}])
def test_an_answer_of_another_form_is_refused(raw: object) -> None:
    """S12: an answer that is not one object with one list is refused as a whole."""
    with pytest.raises(Refused):
        candidates(raw)


json_like = st.recursive(st.none() | st.booleans() | st.integers() | st.text(max_size=10) | st.just("user"),
                         lambda inner: st.lists(inner, max_size=3) | st.dictionaries(
                             st.sampled_from(["type", "name", "description", "body", "quote", "scope", "x"]), inner,
                             max_size=7), max_leaves=12)


@given(st.lists(json_like, max_size=4))
def test_no_answer_gets_through_unchecked(items: list[Any]) -> None:
    """S20: whatever JSON comes, what passes is text of the known kinds, and each other item has its sentence."""
    found, faults = candidates({"memories": items})
    assert len(found) + len(faults) == len(items)
    assert all(isinstance(field, str) for each in found for field in each)


def test_optional_fields_may_be_missing() -> None:
    """A program without `why`, `how` and `scope` is understood: empty, empty, the project's."""
    good = {key: value for key, value in world.proposal("abcd").items() if key not in ("why", "how", "scope")}
    (found,), faults = candidates({"memories": [good]})
    assert (found.why, found.how, found.scope, faults) == ("", "", "project", [])
