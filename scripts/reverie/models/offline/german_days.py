"""German ways to name a day. The rule: the longer way first, and what names several days names none."""

from __future__ import annotations

from reverie.models.offline import days
from reverie.models.offline.language import DayWord, words

NUMBER = {
    "einem": 1,
    "einer": 1,
    "ein": 1,
    "zwei": 2,
    "drei": 3,
    "vier": 4,
    "fünf": 5,
    "sechs": 6,
    "sieben": 7,
    "acht": 8,
    "zehn": 10,
    "zwölf": 12,
}
UNIT = {"tag": 1, "tagen": 1, "woche": 7, "wochen": 7, "monat": 0, "monaten": 0}
WEEKDAY = {
    "montag": 0,
    "dienstag": 1,
    "mittwoch": 2,
    "donnerstag": 3,
    "freitag": 4,
    "samstag": 5,
    "sonnabend": 5,
    "sonntag": 6,
}
_MONTH = {
    "januar": 1,
    "jänner": 1,
    "februar": 2,
    "märz": 3,
    "april": 4,
    "mai": 5,
    "juni": 6,
    "juli": 7,
    "august": 8,
    "september": 9,
    "oktober": 10,
    "november": 11,
    "dezember": 12,
}
A_WEEKDAY = rf"(?P<name>{'|'.join(WEEKDAY)})\b"
_A_MONTH = rf"(?P<month>{'|'.join(_MONTH)})\b"
_NEXT = r"(?:nächste[nrms]?|kommende[nrms]?)"

GERMAN_DAYS = (
    DayWord(words(r"\b(?P<year>20\d\d)-(?P<month>\d{1,2})-(?P<day>\d{1,2})\b"), days.iso),
    DayWord(words(r"\b(?P<day>\d{1,2})\.\s?(?P<month>\d{1,2})\.\s?(?P<year>20\d\d)\b"), days.iso),
    DayWord(
        words(r"(?<![\d.])(?P<day>\d{1,2})\.(?P<month>\d{1,2})\.(?P<year>)(?!\d)"), days.calendar({}), "{said}{year}"
    ),
    DayWord(
        words(
            rf"\b(?:in|binnen) (?P<count>\d{{1,3}}|"
            rf"{'|'.join(NUMBER)}) (?P<unit>{'|'.join(sorted(UNIT, key=len, reverse=True))})\b"
        ),
        days.count(NUMBER, UNIT),
        "am {day}",
    ),
    DayWord(words(r"\bübermorgen\b"), days.shift(2)),
    DayWord(words(r"(?<!guten )(?<!heute )(?<!am )(?<!jeden )\bmorgen\b"), days.shift(1)),
    DayWord(words(r"\b(?<!vor)gestern\b"), days.shift(-1)),
    DayWord(words(rf"\bende (?:des )?{_NEXT} monats?\b"), days.month_end(1)),
    DayWord(words(r"\b(?:ende (?:des|dieses) monats|monatsende)\b"), days.month_end(0)),
    DayWord(words(r"\b(?:ende (?:des|dieses) jahres|jahresende)\b"), days.year_end),
    DayWord(words(rf"\bende {_A_MONTH}(?! ?20\d\d)"), days.end_of_named_month(_MONTH), "{day} ({said})"),
    DayWord(words(rf"\b{A_WEEKDAY} (?:der )?{_NEXT} woche\b"), days.weekday(WEEKDAY, 1)),
    DayWord(words(rf"\b(?:{_NEXT} woche {A_WEEKDAY})"), days.weekday(WEEKDAY, 1)),
    DayWord(words(rf"\b{_NEXT} woche\b"), days.next_week, "Woche vom {day}"),
    DayWord(words(rf"\b{_NEXT} monat\b"), days.next_month, "{month}"),
    DayWord(words(rf"\b(?:letzte[nr]?|vergangene[nr]?) {A_WEEKDAY}"), days.last_weekday(WEEKDAY)),
    DayWord(words(rf"\bnächste[nr]? {A_WEEKDAY}"), days.weekday(WEEKDAY, 1)),
    DayWord(
        words(
            rf"(?<!jeden )(?<!jede )\b(?:(?:diese[nr]?|kommende[nr]?) )?{A_WEEKDAY}(?!,? (?:den |"
            rf"dem )?\d)(?! (?:abend|morgen|nachmittag)s)"
        ),
        days.weekday(WEEKDAY),
    ),
    DayWord(
        words(rf"\b(?P<day>\d{{1,2}})\. ?{_A_MONTH}(?: (?P<year>20\d\d)\b)?"), days.calendar(_MONTH), "{said} {year}"
    ),
)
