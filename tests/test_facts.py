"""What counts as a fact in a text, in seven languages, and when another text says it, loses it or makes one up."""
from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from reverie.dream import denials, inventions, losses
from reverie.dream.facts import Fact, Text
from reverie.dream.measures import quantities
from reverie.dream.moments import moments
from reverie.dream.parts import parts
from reverie.dream.source import Source
from reverie.dream.tongue import tongue

DAY = "2026-09-14"
"""A Monday."""


def source(body: str, said: str = DAY, file: str = "a.md") -> Source:
    return Source(file, "a", "d", body, said)


@pytest.mark.parametrize("text,number,unit", [
    ("every 900 s", "900", "s"), ("900 seconds", "900", "s"), ("alle 900 Sekunden", "900", "s"), ("900 秒", "900", "s"),
    ("900초마다", "900", "s"), ("900 secondes", "900", "s"), ("900 segundos", "900", "s"), ("90s", "90", "s"),
    ("a 5-minute break", "5", "min"), ("12分", "12", "min"), ("5分钟", "5", "min"), ("3時間", "3", "h"),
    ("2 Stunden", "2", "h"),
    ("300 lines", "300", "line"), ("300行以内", "300", "line"), ("300 Zeilen", "300", "line"), ("300줄", "300", "line"),
    ("72 Zeichen", "72", "character"), ("72 characters", "72", "character"), ("50文字", "50", "character"),
    ("14 %", "14", "%"), ("0,5 mm", "0.5", "mm"), ("40 GB", "40", "GB"), ("-4 °C", "-4", "°C"), ("5 °C", "5", "°C"),
    ("12,000 jobs", "12000", ""), ("12.000 Jobs", "12000", ""), ("12.000 jobs", "12.000", ""), ("$5", "5", "$"),
    ("900 €", "900", "€"), ("two days", "2", "d"), ("zwei Tage", "2", "d"), ("trois jours", "3", "d"),
    ("dos días", "2", "d"),
    ("三天", "3", "d"), ("2人", "2", "person"), ("두 번", "2", "time"), ("port 9643", "9643", ""),
    ("20 by 90", "90", ""),
])
def test_a_number_is_read_with_its_unit(text: str, number: str, unit: str) -> None:
    """Figures and number words, whatever the language and the way to write them."""
    assert any(number in each.readings and each.unit == unit for each in quantities(text)), list(quantities(text))


@pytest.mark.parametrize("text", ["K1", "x86_64", "十分に", "第一", "zweifach", "done", "someone"])
def test_what_is_part_of_a_word_is_no_number(text: str) -> None:
    """Digits inside of an identifier, and letters that look like a number word."""
    assert not list(quantities(text))


@pytest.mark.parametrize("text,bound", [
    ("at most 40 GB", "most"), ("höchstens 40 GB", "most"), ("上限 40 GB", "most"), ("不超过 40 GB", "most"),
    ("40行以内", "most"),
    ("40 Go au plus", "most"), ("como máximo 40", "most"), ("최대 40", "most"), ("40 minutes at most", "most"),
    ("up to 40", "most"),
    ("at least 40", "least"), ("mindestens 40", "least"), ("至少 40", "least"), ("40以上", "least"),
    ("au moins 40", "least"),
    ("al menos 40", "least"), ("최소 40", "least"), ("no less than 40", "least"), ("port 40", ""),
])
def test_a_number_sets_a_bound(text: str, bound: str) -> None:
    """Above or below, in words before or behind it."""
    assert [each.bound for each in quantities(text)] == [bound]


@pytest.mark.parametrize("text,day", [
    ("on 2026-12-07", "2026-12-07"), ("on 7 December 2026", "2026-12-07"), ("December 7, 2026", "2026-12-07"),
    ("am 7.12.2026", "2026-12-07"), ("am 7. Dezember 2026", "2026-12-07"), ("2026年12月7日", "2026-12-07"),
    ("2026년 12월 7일", "2026-12-07"), ("le 7 décembre 2026", "2026-12-07"),
    ("el 7 de diciembre de 2026", "2026-12-07"),
    ("in 2026-11", "2026-11"),
])
def test_a_date_is_one_however_it_is_written(text: str, day: str) -> None:
    """Every usual way of seven languages is the same day, and leaves no number behind."""
    assert day in moments(text, tongue(text), "").days
    assert not Text(text).quantities


@pytest.mark.parametrize("text,day", [
    ("The pump is serviced next Wednesday.", "2026-09-23"), ("It is done in two weeks.", "2026-09-28"),
    ("Die Pumpe wird übermorgen gewartet.", "2026-09-16"), ("Die Pumpe wird nächsten Montag gewartet.", "2026-09-21"),
    ("La migration est pour demain.", "2026-09-15"), ("La entrega es pasado mañana.", "2026-09-16"),
    ("下周三迁移。", "2026-09-23"), ("来週の水曜日に止める。", "2026-09-23"), ("내일 서버를 교체한다.", "2026-09-15"),
])
def test_a_named_day_counts_from_when_it_was_said(text: str, day: str) -> None:
    """The date alone says it; another date does not, and beside its date the name says nothing more."""
    named = [fact for fact in Text(text, DAY).facts if fact.kind == "named"]
    assert [fact.value for fact in named] == [day]
    assert Text(f"({day})").states(named[0]) and not Text("(2026-11-24)").states(named[0])
    assert not Text(text.replace(named[0].shown, f"{day} ({named[0].shown})"), DAY).moments.named


@pytest.mark.parametrize("one,other", [
    ("at 7:05 pm", "at 19:05"), ("um 7 Uhr", "um 07:00 Uhr"), ("every day", "täglich"), ("每天", "毎日"),
    ("on Sundays", "sonntags"),
    ("on Sundays", "le dimanche"), ("每周二", "on Tuesdays"), ("毎週木曜日", "every Thursday"),
    ("매주 월요일", "los lunes"),
])
def test_a_time_is_the_same_in_any_language(one: str, other: str) -> None:
    """Clock times, weekdays and how often: what one text says, the other does."""
    for here, there in ((one, other), (other, one)):
        facts = [fact for fact in Text(here).facts if fact.kind in ("time", "often")]
        assert facts and all(map(Text(there).states, facts))


@pytest.mark.parametrize("text,kind,value", [
    ("Use `fenctl prune` here.", "literal", "fenctl prune"), ("It says \"drum full\".", "literal", "drum full"),
    ("表示は「満杯」です。", "literal", "満杯"), ("See https://a.example/x.", "literal", "https://a.example/x."[:-1]),
    ("Run cl lint --all now.", "identifier", "--all"), ("Look in src/a.py, please.", "identifier", "src/a.py"),
    ("In ~/.junco/sync/ it is.", "identifier", "~/.junco/sync/"), ("Set LARK_Home first.", "identifier", "LARK_Home"),
    ("Node 20.11.1 breaks.", "number", "20.11.1"), ("Error QX-77 shows.", "identifier", "QX-77"),
    ("图在 fen-02 上", "identifier", "fen-02"),
    ("Mail ops@lark.example.", "identifier", "ops@lark.example"),
    ("host lic-gw:27443 is", "identifier", "lic-gw:27443"),
    ("Call loadAll first.", "identifier", "loadAll"), ("at scale 1:5000 it", "identifier", "1:5000"),
    ("of team Bramble.", "name", "bramble"), ("Marta owns it.", "name", "marta"),
    ("send SIGHUP to it", "name", "sighup"),
    ("Das Signal SIGHUP kommt.", "name", "sighup"), ("see [[reply-to-all]]", "link", "reply-to-all"),
    ("Valve A opens.", "name", "a"),
])
def test_a_fact_is_found(text: str, kind: str, value: str) -> None:
    """Literals, identifiers, names and links, by their form alone."""
    assert (kind, value) in {(fact.kind, fact.value) for fact in Text(text).facts}


@pytest.mark.parametrize("text", [
    "It is a rule.", "We ask and/or tell, e.g. by mail.", "Alle Kacheln liegen dort.", "NEVER do it.",
    "A well-known in-house thing.",
    "**Keep** it short.", "I like it."])
def test_plain_words_are_no_facts(text: str) -> None:
    """Sentence openings, German nouns, words in capitals for weight, hyphenated words and abbreviations."""
    assert not Text(text).facts


@pytest.mark.parametrize("literal,text,there", [
    ("rm", "use `rm` now", True), ("rm", "a form", False), ("rm", "docker-rm", False), ("9643", "9634", False),
    ("src/a.py", "in src/a.py.", True), ("src/A.py", "in src/a.py", False), ("a.py", "src/a.py", False),
    ("aus/", "in aus/feld/", False),
    ("/srv/x", "in /srv/x/", True), ("fare", "fare-watch", False), ("prune", "`fenctl prune`", True),
    ("fen-02", "在fen-02上", True),
    ("--all", "cl --all-files", False), ("knot.n", "`knot.n = 37`", True),
])
def test_a_literal_stands_whole_and_in_its_case(literal: str, text: str, there: bool) -> None:
    """A part of a longer one is not it."""
    assert Text(text).states(Fact("literal", literal, literal)) == there


@pytest.mark.parametrize("said,other", [
    ("900 s", "900 ms"), ("900 s", "900"), ("900 s", "90 s"), ("-4 °C", "4 °C"), ("1.10 x", "1.1 x"),
    ("20.11.1 y", "20.11 y"),
    ("0,5 mm", "5 mm"), ("port 80", "port 8080"), ("3 times", "3 lines"),
])
def test_another_number_is_not_the_same(said: str, other: str) -> None:
    """Value, sign, unit and every digit of a version count."""
    assert not all(map(Text(other).states, Text(said).facts))


@pytest.mark.parametrize("text", [
    "Never push.", "Do not push.", "Nie pushen.", "Ohne Tabellen.", "不要发布。", "別用它。", "直接接続しない。",
    "배포하지 않는다.", "Ne jamais pousser.",
    "Nunca lo hagas.", "Answer without tables.", "npm ではなく", "使用禁止。"])
def test_a_denial_is_heard(text: str) -> None:
    """In seven languages; code in the text denies nothing."""
    assert denials.denies(text) and not denials.denies(f"Run `{text}` at once.")


@pytest.mark.parametrize("text", ["no more than 5", "不超过 5", "特别重要", "不同的文件", "nicht mehr als 5",
"Only Ines."])
def test_a_bound_denies_nothing(text: str) -> None:
    """`No more than` sets a limit, and some signs deny only within other words."""
    assert not denials.denies(text)


@pytest.mark.parametrize("text,tag", [
    ("The cache is warmed with `hr warm`.", "en"), ("Die Kacheln liegen auf der Platte.", "de"),
    ("La migration vers Brume a lieu demain.", "fr"),
    ("El servidor se reinicia los lunes.", "es"), ("缓存在磁盘上。", "zh"), ("キャッシュはディスクにある。", "ja"),
    ("캐시는 디스크에 있다.", "ko"),
    ("Codes are kept (错误).", "en"), ("`a` `b`", "")])
def test_a_language_is_told(text: str, tag: str) -> None:
    """By its letters or its commonest words; code says nothing."""
    assert tongue(text) == tag


@pytest.mark.parametrize("why,how", [("Why", "How to apply"), ("Warum", "Anwendung"), ("原因", "如何应用"),
("理由", "適用方法"),
                                     ("Pourquoi", "Application"), ("Por qué", "Cómo aplicar"), ("이유", "적용")])
def test_a_body_has_three_parts(why: str, how: str) -> None:
    """The fact, the why and the how, under labels in any of the languages, whatever the line ends."""
    assert parts(f"It is so.\r\n\r\n**{why}:** A.\r\n**{how}:** B.\r\n") == ("It is so.", "A.", "B.")


_PIECES = ("never `a b` 12,5 kg|next Friday|2026-01-02|(|「引用」|Marta owns|--flag|不要|300行|\n|**Why:** |src/a.py"
           "|, |. |[[x]]|\"quoted\"|5"
           "|三个|nicht|07:30|http://a.b/c|A|é|、|X-1|at most|1.|-4|US$|…|次|ERR_1").split("|")
TEXTS = st.one_of(st.text(max_size=80), st.lists(st.sampled_from(_PIECES), max_size=14).map(" ".join),
                  st.lists(st.sampled_from(_PIECES), max_size=14).map("".join))


@settings(max_examples=150, deadline=None)
@given(TEXTS, st.sampled_from([DAY, ""]))
def test_a_text_loses_and_adds_nothing_to_itself(text: str, said: str) -> None:
    """Whatever stands in it; no text makes the comparison fail."""
    one, same = source(text, said), source(text, said)
    assert not losses.lost(one, same) and not losses.swapped([one], same) and not losses.turned([one], same)
    assert not inventions.invented([one], same, set())


@settings(max_examples=60, deadline=None)
@given(TEXTS, TEXTS, TEXTS)
def test_any_texts_can_be_compared(one: str, other: str, result: str) -> None:
    """Each check has an answer for any three texts, and it is a phrase or nothing."""
    olds, new = [source(one), source(other, "", "b.md")], source(result)
    found = [*(losses.lost(old, new) for old in olds), losses.swapped(olds, new), losses.turned(olds, new),
             inventions.invented(olds, new, {"x"})]
    assert all(isinstance(each, str) and len(each) < 400 for each in found)
