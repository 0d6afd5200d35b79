"""Korean ways to name a day. The rule: the longer way first, and what names several days names none."""

from __future__ import annotations

from reverie.models.offline import days
from reverie.models.offline.language import DayWord, words

NUMBER = {"한": 1, "두": 2, "세": 3, "네": 4, "일": 1, "이": 2, "삼": 3, "사": 4}
UNIT = {"일": 1, "주": 7, "주일": 7, "개월": 0, "달": 0}
WEEKDAY = {"월": 0, "화": 1, "수": 2, "목": 3, "금": 4, "토": 5, "일": 6}
A_WEEKDAY = r"(?P<name>[월화수목금토일])요일"

KOREAN_DAYS = (
    DayWord(words(r"(?P<year>20\d\d)(?:[-/.]|년 ?)(?P<month>\d{1,2})(?:[-/.]|월 ?)(?P<day>\d{1,2})일?"), days.iso),
    DayWord(
        words(
            rf"(?P<count>\d{{1,3}}|"
            rf"[한두세네일이삼사]) ?(?P<unit>{'|'.join(sorted(UNIT, key=len, reverse=True))}) ?(?:후|뒤)"
        ),
        days.count(NUMBER, UNIT),
    ),
    DayWord(words(r"내일모레|모레"), days.shift(2)),
    DayWord(words(r"내일"), days.shift(1)),
    DayWord(words(r"(?<!그저께)(?<!그)어제"), days.shift(-1)),
    DayWord(words(r"다음 ?달 ?말"), days.month_end(1)),
    DayWord(words(r"(?:이번 ?달 ?말|이달 ?말|(?<![\d음번])월말)"), days.month_end(0)),
    DayWord(words(r"(?:올해 ?)?연말"), days.year_end),
    DayWord(words(rf"다음 ?주 ?{A_WEEKDAY}"), days.weekday(WEEKDAY, 1)),
    DayWord(words(rf"이번 ?주 ?{A_WEEKDAY}"), days.weekday(WEEKDAY, 0)),
    DayWord(words(rf"지난 ?주 ?{A_WEEKDAY}"), days.weekday(WEEKDAY, -1)),
    DayWord(words(r"다음 ?주(?! ?[월화수목금토일]요)"), days.next_week, "{day} 주"),
    DayWord(words(r"다음 ?달 ?(?P<day>\d{1,2})일"), days.next_month_day),
    DayWord(words(r"다음 ?달(?! ?말)"), days.next_month, "{month}"),
    DayWord(words(rf"(?<!매주 )(?<!매주){A_WEEKDAY}(?=까지|에(?!는|도)|부터| 오전| 오후)"), days.weekday(WEEKDAY)),
    DayWord(
        words(r"(?<![\d년] )(?<!\d)(?P<month>\d{1,2})월 ?(?P<day>\d{1,2})일(?P<year>)"),
        days.calendar({}),
        "{year}년 {said}",
    ),
    DayWord(words(r"(?:내년 ?)?(?P<month>\d{1,2})월 ?말"), days.end_of_named_month({}), "{day} ({said})"),
)
