"""What of a prompt is looked up: what a person typed, for a reason; never what a client or a log put there."""
from __future__ import annotations

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from reverie import asks, query

TOPIC = "deploy the harbour app with kamal"


def words(prompt: str, earlier: list[list[str]] | None = None) -> dict[str, float]:
    """What each word of the prompt counts for."""
    return {term.word: term.weight for term in query.of(prompt, earlier).terms}


@pytest.mark.parametrize("prompt", [
    "", "   ", "/model opus", "/compact", "!ls -la", f"<task-notification>{TOPIC}</task-notification>",
    f"<command-name>{TOPIC}</command-name>", "[Request interrupted by user for tool use]", f"Caveat: {TOPIC}",
    f"This session is being continued from a previous conversation. {TOPIC}",
    f"<pasted_content id=1>{TOPIC}</pasted_content id=1> ok", f"<system-reminder>{TOPIC}</system-reminder>yes",
])
def test_what_no_person_asked_is_not_looked_up(prompt: str) -> None:
    """S69: commands, shell lines, notifications, summaries, and what was pasted or injected beside a nod."""
    assert words(prompt) == {}


@pytest.mark.parametrize("prompt", [
    "ok", "yes", "continue", "go on", "thanks!", "perfect, exactly what I wanted", "ok cool, next", "yep, do it",
    "LGTM 👍", "sounds good to me", "nice, that's all I wanted, thanks a lot!", "please go ahead", "great job!",
    "好的", "继续", "嗯嗯可以，就按这个来，辛苦了", "收到", "可以，谢谢啦", "行，那就这样吧", "謝謝，繼續",
    "はい、お願いします", "ありがとう、助かりました", "うん、続けて", "了解です",
    "네, 계속해주세요", "고마워요!", "ㅇㅇ 계속 해줘", "좋습니다",
    "super, danke dir, passt so", "weiter", "merci, parfait", "vale, gracias",
])
def test_a_nod_is_not_looked_up(prompt: str) -> None:
    """S69: agreeing, thanking, greeting and going on ask for nothing, in any language."""
    assert words(prompt) == {}


@pytest.mark.parametrize("prompt", [
    "ah, that explains it! I spent the whole morning on this. I'll get some coffee and be back later",
    "phew, finally. thank you so much, that was driving me mad",
    "哈哈终于好了，折腾了一下午，我先去吃饭",
    "なるほど、すっきりしました。お昼を食べてきます、戻ったらまた続きをお願いします！",
    "오 이제 되네요 ㅋㅋ 진짜 다행이다. 커피 한 잔 하고 올게요", "endlich, super! ich mache Feierabend, bis morgen",
])
def test_small_talk_is_not_looked_up(prompt: str) -> None:
    """S69: relief, thanks and going for coffee, in more words than a nod has."""
    assert words(prompt) == {}


@pytest.mark.parametrize("prompt", [
    "thanks, now deploy the harbour app", "ok, run the migrations on staging", "great! what is E4471 again?",
    "谢谢，接下来部署到生产环境", "ありがとう。次はデータベースの移行をお願い",
    "고마워, 이제 스테이징에 배포해줘", "yes but use kamal", "deploy",
    "thanks! finally it works; now back up the database_main table",
])
def test_an_ask_behind_a_nod_is_an_ask(prompt: str) -> None:
    """Thanks before an order do not hide the order."""
    assert words(prompt)


def test_a_trace_counts_by_its_error_alone() -> None:
    """The line that names the error counts as typed, other pasted lines for a third, the stack for that too."""
    found = words('the nightly job died:\n\nTraceback (most recent call last):\n  File "/app/harbour/push.py", line 8,'
                  " in push\n    raise GatewayRejected(resp.code)\nharbour.errors.GatewayRejected: error E4471\n"
                  "plan = {'berth': [1, 2], 'tide': 3}\nwhat now?")
    assert found["e4471"] == found["died"] == 1.0
    assert found["berth"] == found["app/harbour/push.py"] < 1.0


def test_code_in_a_fence_is_pasted() -> None:
    """A fenced block is no more than a hint at what is asked."""
    found = words("why is this slow?\n```python\nfor harbour in harbours:\n    dredge(harbour)\n```")
    assert found["slow"] == 1.0 and found["dredg"] < 1.0


@pytest.mark.parametrize("prompt", [
    "fix a typo in prune.rs", '"pakcs" -> "packs"', "what does this regex mean?", "give me a regex for ISO weeks",
    "一句话解释一下 RocketMQ", "这个函数是干嘛的", "誤字を直して", "이 코드 한 줄로 설명해줘",
    "write a haiku about deploys",
])
def test_asks_that_stand_for_themselves_are_known(prompt: str) -> None:
    """A spelling, a meaning, one line, a joke: notes rarely bear on them, so they need more of a match."""
    assert query.of(prompt).apart


@pytest.mark.parametrize("prompt", [TOPIC, "add an index to the booking table", "部署到生产环境要注意什么",
                                    "배포는 어떻게 해?", "rename the JSON field mtime to modified_at",
                                    "why did the deploy fail?"])
def test_other_asks_are_not(prompt: str) -> None:
    """What concerns the project is taken in full."""
    assert not query.of(prompt).apart


def test_a_short_prompt_is_helped_by_those_before_it() -> None:
    """A follow-up: the telling words of the last two prompts count for less than its own; a long prompt needs none."""
    earlier = [["kamal", "harbour"], ["staging"], ["older"]]
    found = words("and for berth?", earlier)
    assert found["berth"] == 1.0 > found["kamal"] > found["staging"] > 0 and "older" not in found
    assert "kamal" not in words("move the tide tables into the archive of the pilots", earlier)
    assert words("thanks", earlier) == {}


def test_a_paste_of_200_kb_is_looked_at_head_and_tail() -> None:
    """S69: a long prompt is cut in the middle, 64 words of it at most are looked up, at no cost to speak of."""
    started = time.process_time()
    found = words("zirconium first " + "filler words of a paste " * 9_000 + " palladium last")
    assert {"zirconium", "palladium"} <= set(found) and len(found) <= query.MOST
    many = words(" ".join(f"word{n}x" for n in range(50_000)))
    assert len(many) == query.MOST and "word0x" in many
    assert time.process_time() - started < 1


@given(st.text(max_size=400) | st.lists(st.sampled_from(
    ["```", "\n", "<pasted_content", "</pasted_content", ">", "<system-reminder>", "  at x(", "Error:", "ok", "好的",
     "deploy",
     "{};=()", "#1 ", "\t"]), max_size=30).map("".join))
def test_any_text_is_a_prompt(text: str) -> None:
    """S19: whatever stands in a prompt, it is read, and no term is empty or weighs more than a word that was typed."""
    asked = query.of(text)
    assert all(term.word and 0 < term.weight <= 1 for term in asked.terms)
    assert len(asked.terms) <= 2 * query.MOST
    assert isinstance(asks.nod(text), bool)
