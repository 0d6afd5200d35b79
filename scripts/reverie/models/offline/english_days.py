"""English ways to name a day. The rule: the longer way first, and what names several days names none."""

from __future__ import annotations

from reverie.models.offline import days
from reverie.models.offline.language import DayWord, words

NUMBER = {
    "a": 1,
    "an": 1,
    "one": 1,
    "two": 2,
    "three": 3,
    "four": 4,
    "five": 5,
    "six": 6,
    "seven": 7,
    "eight": 8,
    "nine": 9,
    "ten": 10,
    "twelve": 12,
}
UNIT = {"day": 1, "days": 1, "week": 7, "weeks": 7, "fortnight": 14, "month": 0, "months": 0}
WEEKDAY = {
    "monday": 0,
    "tuesday": 1,
    "wednesday": 2,
    "thursday": 3,
    "friday": 4,
    "saturday": 5,
    "sunday": 6,
    "mon": 0,
    "tue": 1,
    "wed": 2,
    "thu": 3,
    "thurs": 3,
    "fri": 4,
}
_MONTH = {
    name: number
    for number, names in enumerate(
        (
            ("january", "jan"),
            ("february", "feb"),
            ("march", "mar"),
            ("april", "apr"),
            ("may",),
            ("june", "jun"),
            ("july", "jul"),
            ("august", "aug"),
            ("september", "sep", "sept"),
            ("october", "oct"),
            ("november", "nov"),
            ("december", "dec"),
        ),
        1,
    )
    for name in names
}
A_WEEKDAY = rf"(?P<name>{'|'.join(sorted(WEEKDAY, key=len, reverse=True))})\b"
_A_MONTH = rf"(?P<month>{'|'.join(sorted(_MONTH, key=len, reverse=True))})\b"
_A_COUNT = rf"(?P<count>\d{{1,3}}|{'|'.join(NUMBER)}) (?P<unit>{'|'.join(sorted(UNIT, key=len, reverse=True))})\b"

ENGLISH_DAYS = (
    DayWord(words(r"\b(?P<year>20\d\d)[-/.](?P<month>\d{1,2})[-/.](?P<day>\d{1,2})\b"), days.iso),
    DayWord(
        words(r"\b(?:in|within) (?:exactly |about |just )?" + _A_COUNT + r"(?: time)?"),
        days.count(NUMBER, UNIT),
        "on {day}",
    ),
    DayWord(words(_A_COUNT + r" from (?:now|today)\b"), days.count(NUMBER, UNIT)),
    DayWord(words(r"\b(?:the )?day after tomorrow\b"), days.shift(2)),
    DayWord(words(r"\btomorrow\b"), days.shift(1)),
    DayWord(words(r"\b(?:the )?end of next month\b"), days.month_end(1)),
    DayWord(
        words(
            r"(?:(?<=\bon )|(?<=\bby )|(?<=until )|(?<=till )|(?<=before )|(?<=after ))the (?P<day>\d{1,2})(?:st|nd|"
            r"rd|th)\b(?! (?:of|\w+ (?:row|line|column)))(?! (?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec))"
        ),
        days.month_day,
    ),
    DayWord(words(r"\bnext week\b"), days.next_week, "the week of {day}"),
    DayWord(words(r"\bnext month\b"), days.next_month, "{month}"),
    DayWord(words(r"\byesterday\b"), days.shift(-1)),
    DayWord(words(r"\b(?:the )?end of (?:the|this) month\b"), days.month_end(0)),
    DayWord(words(r"\b(?:the )?end of (?:the|this) year\b"), days.year_end),
    DayWord(words(rf"\b(?:the )?end of {_A_MONTH}(?! ?\d)"), days.end_of_named_month(_MONTH)),
    DayWord(words(rf"\blast {A_WEEKDAY}"), days.last_weekday(WEEKDAY)),
    DayWord(words(rf"\bnext {A_WEEKDAY}"), days.weekday(WEEKDAY, 1)),
    # "on Fridays", "every Friday" and "Friday evenings" name no one day.
    DayWord(
        words(
            rf"(?<!every )(?<!each )(?<!\d )(?<!\()\b(?:this )?(?:coming )?{A_WEEKDAY}(?! (?:night|evening|"
            r"afternoon|morning|deploy|release)s?\b)(?!,? \d)"
        ),
        days.weekday(WEEKDAY),
    ),
    DayWord(
        words(rf"\b(?:the )?(?P<day>\d{{1,2}})(?:st|nd|rd|th)? (?:of )?{_A_MONTH}(?:,? (?P<year>20\d\d)\b)?"),
        days.calendar(_MONTH),
        "{said} {year}",
    ),
    DayWord(
        words(rf"\b{_A_MONTH}\.? (?:the )?(?P<day>\d{{1,2}})(?:st|nd|rd|th)?\b(?:,? (?P<year>20\d\d)\b)?"),
        days.calendar(_MONTH),
        "{said}, {year}",
    ),
)
