"""One tokenizer for all: identifiers, endings, scripts without spaces; checked against the patterns it stands for."""
from __future__ import annotations

import re
import unicodedata

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from reverie.tokens import STOP, _stem, tokens

WORD = re.compile(r"\w(?:[\w./:@+#-]*\w)?[+#]*")
PART = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+")
RUN = re.compile("([぀-ヿ㐀-䶿一-鿿豈-﫿가-힯฀-๿]+)")


@pytest.mark.parametrize(("text", "found"), [
    ("snake_case", ["snake_case", "snak", "case"]),
    ("camelCase", ["camelcase", "camel", "case"]),
    ("HTTPServer2", ["httpserver2", "http", "server", "2"]),
    ("src/app/main.py", ["src/app/main.py", "src", "app", "main", "py"]),
    ("--no-verify", ["no-verify", "verify"]),
    ("pnpm@9.1", ["pnpm@9.1", "pnpm", "9"]),
    ("C++ and C#", ["c++", "c#"]),
    ("don't", []),
    ("Straße", ["strass"]),
    ("ＡＰＩ", ["api"]),
    ("é", ["é"]),
])
def test_identifiers_come_whole_and_in_parts(text: str, found: list[str]) -> None:
    """S13: an identifier is one word and the words it is made of; full-width and composed forms meet the plain ones."""
    assert set(found) <= set(tokens(text))


@pytest.mark.parametrize("words", [
    "migration migrations migrate migrated migrating migrates",
    "deploy deploys deployed deploying",
    "policy policies",
    "test tests tested testing",
    "plan plans planned planning",
])
def test_forms_of_a_word_meet(words: str) -> None:
    """Light stemming: the forms of an English word share one token."""
    assert len({tuple(tokens(word)) for word in words.split()}) == 1


@pytest.mark.parametrize(("stored", "query"), [
    ("資料庫遷移前一定要先備份", "備份"), ("部署方案在維基", "部署方案"), ("しりとりが好き", "しりとり"),
    ("끝말잇기 규칙", "끝말잇기"),
    ("数据库迁移", "迁移 数据库"), ("ทดสอบระบบ", "ระบบ"), ("Use ＡＰＩ keys", "api"), ("用 pnpm 安裝", "pnpm"),
    ("emoji 👨‍👩‍👧 family", "family"), ("Ångström", "ångström"),
])
def test_every_script_is_found_again(stored: str, query: str) -> None:
    """S13: a word of any script, in the middle of a sentence without spaces, shares tokens with itself."""
    assert tokens(query) and set(tokens(query)) & set(tokens(stored))


def test_one_wide_character_stands_for_itself() -> None:
    """S13: a run of one character is its own token, longer runs are overlapping pairs."""
    assert tokens("猫") == ["猫"] and tokens("猫犬鳥") == ["猫犬", "犬鳥"]


def test_common_words_say_nothing() -> None:
    """Stop words are no tokens, in English and Chinese, whatever their endings."""
    assert tokens("the and of please can you because") == [] == tokens("的 了")
    assert not any(token in STOP for token in tokens("how do I run the 什么 migrations"))


def obvious(text: str) -> list[str]:
    """The same by patterns, as the rules read."""
    found: list[str] = []
    for match in WORD.finditer(unicodedata.normalize("NFKC", text)):
        for n, piece in enumerate(RUN.split(match.group())):
            if n % 2:
                found += [piece[i:i + 2] for i in range(len(piece) - 1)] or [piece]
                continue
            whole = piece.casefold().strip("./:@-")
            if whole in STOP:
                continue
            parts = [part.casefold() for part in PART.findall(piece)] if piece.isascii() else []
            found.append(_stem(whole) if len(parts) < 2 else whole)
            if len(parts) > 1:
                found += [_stem(part) for part in parts if len(part) > 1 or part.isdigit()]
    return [token for token in found if token and token not in STOP]


chunks = st.sampled_from([
    "snake_case", "camelCase", "HTTPServer", "v2.10", "a/b.py", "--flag", "C++", "c#", "x", "Foo", "BAR", "9", "don't",
    "日本語", "備", "끝말", "é", "ＡＢ", "@", ".", "-", "_", " ", "://", "#", "+", "the",
])


@given(st.lists(chunks, max_size=12).map("".join) | st.text(max_size=40))
@example("0_a")
@example("_")
@example("a.b.")
@example("aB1Cd")
def test_reading_by_hand_is_reading_by_patterns(text: str) -> None:
    """The tokenizer, written without patterns for speed, finds what the patterns find."""
    assert tokens(text) == obvious(text)


@given(st.text(st.characters(codec=None), max_size=200))
def test_tokens_are_clean(text: str) -> None:
    """Whatever the text, tokens hold no blank; blanks around it change nothing."""
    found = tokens(text)
    assert all(token and not any(c.isspace() for c in token) for token in found)
    assert found == tokens(text + " ") == tokens(" " + text)
