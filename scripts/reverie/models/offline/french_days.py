"""French ways to name a day. The rule: the longer way first, and what names several days names none."""

from __future__ import annotations

from reverie.models.offline import days
from reverie.models.offline.language import DayWord, words

NUMBER = {
    "un": 1,
    "une": 1,
    "deux": 2,
    "trois": 3,
    "quatre": 4,
    "cinq": 5,
    "six": 6,
    "sept": 7,
    "huit": 8,
    "dix": 10,
    "quinze": 15,
}
UNIT = {"jour": 1, "jours": 1, "semaine": 7, "semaines": 7, "mois": 0}
WEEKDAY = {"lundi": 0, "mardi": 1, "mercredi": 2, "jeudi": 3, "vendredi": 4, "samedi": 5, "dimanche": 6}
_MONTH = {
    "janvier": 1,
    "février": 2,
    "fevrier": 2,
    "mars": 3,
    "avril": 4,
    "mai": 5,
    "juin": 6,
    "juillet": 7,
    "août": 8,
    "aout": 8,
    "septembre": 9,
    "octobre": 10,
    "novembre": 11,
    "décembre": 12,
    "decembre": 12,
}
A_WEEKDAY = rf"(?P<name>{'|'.join(WEEKDAY)})\b"
_A_MONTH = rf"(?P<month>{'|'.join(_MONTH)})\b"

FRENCH_DAYS = (
    DayWord(words(r"\b(?P<year>20\d\d)-(?P<month>\d{1,2})-(?P<day>\d{1,2})\b"), days.iso),
    DayWord(words(r"\b(?P<day>\d{1,2})/(?P<month>\d{1,2})/(?P<year>20\d\d)\b"), days.iso),
    DayWord(
        words(
            rf"\b(?:dans|d['’]ici|sous) (?P<count>\d{{1,3}}|"
            rf"{'|'.join(NUMBER)}) (?P<unit>{'|'.join(sorted(UNIT, key=len, reverse=True))})\b"
        ),
        days.count(NUMBER, UNIT),
        "le {day}",
    ),
    DayWord(words(r"\baprès-demain\b"), days.shift(2)),
    DayWord(words(r"\bdemain\b"), days.shift(1)),
    DayWord(words(r"(?<!avant-)\bhier\b"), days.shift(-1)),
    DayWord(words(r"\bla fin du mois prochain\b|\bfin du mois prochain\b"), days.month_end(1)),
    DayWord(words(r"\b(?:la )?fin (?:du|de ce) mois\b"), days.month_end(0)),
    DayWord(words(r"\b(?:la )?fin (?:de l['’]|de cette )année\b"), days.year_end),
    DayWord(words(rf"\b(?:la )?fin {_A_MONTH}(?! 20\d\d)"), days.end_of_named_month(_MONTH), "{day} ({said})"),
    DayWord(words(r"\b(?:la )?semaine prochaine\b"), days.next_week, "la semaine du {day}"),
    DayWord(words(r"\b(?:le )?mois prochain\b"), days.next_month, "{month}"),
    DayWord(words(rf"\b{A_WEEKDAY} dernier\b"), days.last_weekday(WEEKDAY)),
    DayWord(words(rf"\b{A_WEEKDAY} (?:prochain|de la semaine prochaine|en huit)\b"), days.weekday(WEEKDAY, 1)),
    DayWord(words(rf"(?<!le )(?<!chaque )\b(?:ce )?{A_WEEKDAY}(?! (?:soir|matin)s\b)(?! \d)"), days.weekday(WEEKDAY)),
    DayWord(
        words(rf"\b(?P<day>\d{{1,2}})(?:er)? {_A_MONTH}(?: (?P<year>20\d\d)\b)?"),
        days.calendar(_MONTH),
        "{said} {year}",
    ),
)
