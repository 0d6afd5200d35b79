"""Whether a span is worth anybody's money, and which turns may speak: every reason by its name."""
from __future__ import annotations

import pytest

from reverie import gate
from reverie.record import Turn
from reverie.transcripts.claude import Span

USER = Turn("user", "Please always use tabs in the Makefile, never spaces. It’s “our” rule.", "u1", "p1")
BOT = Turn("assistant", "I think we could also use port 3001 for everything.", "u2")


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




# Which turns say something

@pytest.mark.parametrize("text", [
    "ok", "OK, go on.", "thanks!", "yes please", "好的", "네", "run it again", "try the other file", "/model opus",
    "!git push", "Can you explain what this function does and why it is so slow?", "fix the failing test",
    "use port 3001 for now", "just this once, skip the linter please", "   ", "👍", "continue", "LGTM", "next one",
    "```\nwe always use tabs here\n```", "> we always use tabs here",
])
def test_small_talk_and_bare_orders_cost_nothing(text: str) -> None:
    """S1: nods, questions, commands, orders for once and pasted text are passed without a call."""
    assert gate.speaking([Turn("user", text)], set()) == ([], gate.NOTHING_SAID)


@pytest.mark.parametrize("text", [
    "never push to main", "I am a data scientist", "we use pnpm", "from now on answer in German",
    "remember: the API is frozen", "The staging server is wiped every Monday.", "不要在周五部署", "我们用 pnpm",
    "今後は日本語で答えてください", "앞으로 한국어로 답해 주세요", "ich mag keine Emojis, bitte lass sie weg",
    "the design doc lives in Notion", "don't mock the database in these tests", "stop adding comments everywhere",
    "ok\n\nBut never touch the vendor folder.", "Can you fix it? And always run make check first.",
])
def test_what_a_person_wants_kept_opens_the_span(text: str) -> None:
    """S1, S13: short rules, decisions and facts are heard, in any language, also behind a nod or a question."""
    turns = [Turn("user", "ok"), BOT, Turn("user", text)]
    assert gate.speaking(turns, set()) == (turns, "")


# Sessions that are nobody's

def span(first: str = "Please always use tabs.", cwd: str = "/home/ann/app") -> Span:
    return Span((BOT, Turn("user", first), USER), 100, 0, cwd=cwd)


@pytest.mark.parametrize("cwd", [
    "/home/ann/.claude-mem/observer-sessions", "/home/ann/.claude-mem", "/Users/ann/.claude-mem/worker/x",
    "C:\\Users\\ann\\.claude-mem\\observer-sessions", "/home/ann/.local/share/memsearch", "/home/ann/.mem0/run",
    "/srv/observer-sessions", "/home/ann/.claude/reverie/scratch", "/data/Reverie/scratch",
])
def test_another_tools_folder_is_known(cwd: str) -> None:
    """S85, S52: sessions in a memory tool's own hidden folder, and our own calls, are no person's."""
    assert gate.foreign(span(cwd=cwd))


@pytest.mark.parametrize("first", [
    "Hello memory agent, here is what happened.", "  <observed_from_primary_session>\n<user_request>x",
    "You are a memory extraction agent. Read the transcript.", "You are Claude-Mem, a specialised observer tool",
    "You are an observer of a coding session.", "You are the memory consolidator of this project",
    "you are a session summarizer", "You keep the long-term memory of a coding agent. You read the newest part",
    "Memories already kept, by file. If the user refines one, answer with op `update`",
])
def test_a_session_that_is_told_to_be_a_memory_is_known(first: str) -> None:
    """S85, S2: how such sessions begin gives them away, ours among them, wherever they are started."""
    assert gate.foreign(span(first))


@pytest.mark.parametrize(("first", "cwd"), [
    ("Please always use tabs.", "/home/ann/app"), ("Let's port claude-mem to Rust.", "/home/ann/src/claude-mem"),
    ("Fix the mem0 adapter.", "/home/ann/work/mem0"), ("What does <observed_from_primary_session> mean?", "/x"),
    ("You are a senior engineer. Always use tabs.", "/home/ann/.dotfiles"), ("", ""),
    ("Memories of the old design are kept in docs/.", "/home/ann/reverie"),
])
def test_a_persons_session_is_not_taken_for_one(first: str, cwd: str) -> None:
    """S85: who works on such a tool, or talks about one, is a person all the same."""
    assert not gate.foreign(span(first, cwd))


def test_a_span_without_a_person_is_nobodys() -> None:
    """S86: where nobody speaks nothing is looked at in the first place."""
    assert not gate.foreign(Span((), 0, 0)) and gate.speaking([], set()) == ([], gate.NOTHING_SAID)
