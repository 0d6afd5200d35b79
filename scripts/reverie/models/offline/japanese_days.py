"""Japanese ways to name a day. The rule: the longer way first, and what names several days names none."""

from __future__ import annotations

from reverie.models.offline import days
from reverie.models.offline.language import DayWord, words

NUMBER = {"一": 1, "二": 2, "三": 3, "四": 4, "五": 5, "六": 6, "七": 7, "八": 8, "九": 9, "十": 10}
UNIT = {"日": 1, "週間": 7, "週": 7, "か月": 0, "ヶ月": 0, "カ月": 0, "ヵ月": 0}
WEEKDAY = {"月": 0, "火": 1, "水": 2, "木": 3, "金": 4, "土": 5, "日": 6}
A_WEEKDAY = r"(?P<name>[月火水木金土日])曜日?"

JAPANESE_DAYS = (
    DayWord(words(r"(?P<year>20\d\d)(?:[-/.]|年)(?P<month>\d{1,2})(?:[-/.]|月)(?P<day>\d{1,2})日?"), days.iso),
    DayWord(
        words(
            rf"(?P<count>\d{{1,3}}|"
            rf"[一二三四五六七八九十])(?P<unit>{'|'.join(sorted(UNIT, key=len, reverse=True))})後"
        ),
        days.count(NUMBER, UNIT),
    ),
    DayWord(words(r"明後日|あさって"), days.shift(2)),
    DayWord(words(r"明日|あした|あす(?=[のにまはか、])"), days.shift(1)),
    DayWord(words(r"(?<!一)昨日"), days.shift(-1)),
    DayWord(words(r"来月末"), days.month_end(1)),
    DayWord(words(r"(?:今月末|(?<![\d月来])月末)"), days.month_end(0)),
    DayWord(words(r"(?:今年の?)?年末"), days.year_end),
    DayWord(words(rf"来週の?{A_WEEKDAY}"), days.weekday(WEEKDAY, 1)),
    DayWord(words(rf"今週の?{A_WEEKDAY}"), days.weekday(WEEKDAY, 0)),
    DayWord(words(rf"先週の?{A_WEEKDAY}"), days.weekday(WEEKDAY, -1)),
    DayWord(words(r"(?<!再)来週"), days.next_week, "{day}の週"),
    DayWord(words(r"来月(?:の)?(?P<day>\d{1,2})日"), days.next_month_day),
    DayWord(words(r"来月(?!末)"), days.next_month, "{month}"),
    DayWord(
        words(
            rf"(?<![毎週各])(?<!毎週の)(?:次の)?{A_WEEKDAY}(?=まで|に(?!は毎)|から|"
            rf"以降|の(?:リリース|デモ|朝|夜|会議))"
        ),
        days.weekday(WEEKDAY),
    ),
    DayWord(words(r"(?<![\d年])(?P<month>\d{1,2})月(?P<day>\d{1,2})日(?P<year>)"), days.calendar({}), "{year}年{said}"),
    DayWord(words(r"(?:来年の?)?(?P<month>\d{1,2})月末"), days.end_of_named_month({}), "{day} ({said})"),
)
