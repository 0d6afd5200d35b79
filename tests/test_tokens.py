"""One tokenizer for all: identifiers, endings, scripts without spaces."""
from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from reverie.lexicon import stopwords
from reverie.lexicon.stems import stem
from reverie.tokens import tokens, words


@pytest.mark.parametrize(("text", "found"), [
    ("snake_case", ["snake_case", "snak", "cas"]),
    ("camelCase", ["camelcase", "camel", "cas"]),
    ("HTTPServer2", ["httpserver2", "http", "server"]),
    ("src/app/main.py", ["src/app/main.py", "src", "app", "main", "py"]),
    ("--no-verify", ["no-verify", "verify"]),
    ("pnpm@9.1", ["pnpm@9.1", "pnpm"]),
    ("E4471", ["e4471", "4471"]),
    ("KQA-207", ["kqa-207", "kqa", "207"]),
    ("C++ and C#", ["c++", "c#"]),
    ("don't", []),
    ("the user's keys", ["user", "key"]),
    ("l'API", ["api"]),
    ("Straße", ["strass"]),
    ("ＡＰＩ", ["api"]),
    ("é", ["é"]),
])
def test_identifiers_come_whole_and_in_parts(text: str, found: list[str]) -> None:
    """S13: an identifier is one word and the words it is made of; full-width and composed forms meet the plain ones."""
    assert set(found) <= set(tokens(text)) and bool(found) == bool(tokens(text))


@pytest.mark.parametrize("forms", [
    "migration migrations migrate migrated migrating migrates", "deploy deploys deployed deploying deployment",
    "policy policies", "test tests tested testing", "plan plans planned planning", "file files filed filing",
    "apply applies applied applying", "name names named naming", "index indexes indexing", "batch batches batched",
    "stop stops stopped stopping", "connection connections connect connected", "delete deletes deleted deletion",
])
def test_forms_of_a_word_meet(forms: str) -> None:
    """Light stemming: the forms of an English word share one token."""
    assert len({tuple(tokens(word)) for word in forms.split()}) <= 1


@pytest.mark.parametrize("apart", ["apply app", "need ne", "class clas", "status stat", "million mill", "supply sup",
                                   "feed fe", "process proc"])
def test_other_words_stay_apart(apart: str) -> None:
    """Light stemming: a word that only looks like a form of another is none."""
    first, second = apart.split()
    assert stem(first) != stem(second)


@pytest.mark.parametrize(("stored", "query"), [
    ("資料庫遷移前一定要先備份", "備份"), ("部署方案在維基", "部署方案"), ("しりとりが好き", "しりとり"),
    ("끝말잇기 규칙", "끝말잇기"), ("데이터베이스를 백업한다", "데이터베이스 백업"),
    ("배포는 금요일에 하지 않는다", "배포할 때"),
    ("数据库迁移", "迁移 数据库"), ("ทดสอบระบบ", "ระบบ"), ("Use ＡＰＩ keys", "api"), ("用 pnpm 安裝", "pnpm"),
    ("emoji 👨‍👩‍👧 family", "family"), ("Ångström", "ångström"), ("データベース接続", "データベース"),
    ("ﾃﾞｰﾀ移行", "データ"),
])
def test_every_script_is_found_again(stored: str, query: str) -> None:
    """S13: a word of any script, in the middle of a sentence without spaces, shares tokens with itself."""
    assert tokens(query) and set(tokens(query)) & set(tokens(stored))


@pytest.mark.parametrize(("text", "found"), [
    ("猫", [("猫",)]), ("猫犬鳥", [("猫犬",), ("犬鳥",)]), ("我的猫犬", [("猫犬",)]),
    ("データ", [("データ", "デー", "ータ")]), ("接続を確認", [("接続",), ("確認",)]), ("の", []), ("로 에서", []),
    ("사용자에게", [("사용자", "사용", "용자")]),
])
def test_a_script_without_spaces_comes_in_pairs(text: str, found: list[tuple[str, ...]]) -> None:
    """S13: overlapping pairs, but none with what only joins words or ends them; one character stands for itself."""
    assert list(words(text)) == found


def test_common_words_say_nothing() -> None:
    """Stop words are no tokens, whatever their endings and language."""
    assert tokens("the and of please can you because") == [] == tokens("的 了 und nicht pour avec para los")
    assert not any(token in stopwords.STOP for token in tokens("how do I run the 什么 migrations"))


def test_the_words_that_count_for_little_are_stems() -> None:
    """What the scoring looks up in the list is a stem: a word in another form would never be met."""
    english = {word for word in stopwords.COMMON if word.isascii() and not word.endswith("s")}
    assert {word for word in english if stem(word) != word} == set()
    assert not stopwords.COMMON & stopwords.STOP


chunks = st.sampled_from([
    "snake_case", "camelCase", "HTTPServer", "v2.10", "a/b.py", "--flag", "C++", "c#", "x", "Foo", "BAR", "9", "don't",
    "日本語", "備", "끝말", "é", "ＡＢ", "@", ".", "-", "_", " ", "://", "#", "+", "the", "データ", "ー", "を", "’s",
])


@given(st.lists(chunks, max_size=12).map("".join) | st.text(st.characters(codec=None), max_size=200))
def test_tokens_are_clean(text: str) -> None:
    """Whatever the text, tokens hold no blank, no capital and no sign at their ends; blanks around change nothing."""
    found = tokens(text)
    assert all(token and not any(c.isspace() for c in token) for token in found)
    assert all(token == token.casefold() for token in found)
    assert found == tokens(text + " ") == tokens(" " + text)


@given(st.lists(chunks, max_size=12).map("".join) | st.text(max_size=100))
def test_one_word_in_two_forms_of_unicode_is_one_word(text: str) -> None:
    """S13: composed and taken apart, the same text has the same tokens."""
    assert tokens(unicodedata.normalize("NFC", text)) == tokens(unicodedata.normalize("NFD", text))


@given(st.from_regex(r"[a-z]{1,15}", fullmatch=True))
def test_a_stem_is_a_beginning(word: str) -> None:
    """A stem is never longer than its word and starts as it does; only `y` may stand for an ending."""
    short = stem(word)
    assert short and len(short) <= len(word) and word.startswith(short.removesuffix("y"))
