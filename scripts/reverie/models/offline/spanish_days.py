"""Spanish ways to name a day. The rule: the longer way first, and what names several days names none."""

from __future__ import annotations

from reverie.models.offline import days
from reverie.models.offline.language import DayWord, words

NUMBER = {
    "un": 1,
    "una": 1,
    "dos": 2,
    "tres": 3,
    "cuatro": 4,
    "cinco": 5,
    "seis": 6,
    "siete": 7,
    "ocho": 8,
    "diez": 10,
    "quince": 15,
}
UNIT = {"día": 1, "días": 1, "semana": 7, "semanas": 7, "mes": 0, "meses": 0}
WEEKDAY = {
    "lunes": 0,
    "martes": 1,
    "miércoles": 2,
    "miercoles": 2,
    "jueves": 3,
    "viernes": 4,
    "sábado": 5,
    "sabado": 5,
    "domingo": 6,
}
_MONTH = {
    "enero": 1,
    "febrero": 2,
    "marzo": 3,
    "abril": 4,
    "mayo": 5,
    "junio": 6,
    "julio": 7,
    "agosto": 8,
    "septiembre": 9,
    "setiembre": 9,
    "octubre": 10,
    "noviembre": 11,
    "diciembre": 12,
}
A_WEEKDAY = rf"(?P<name>{'|'.join(WEEKDAY)})\b"
_A_MONTH = rf"(?P<month>{'|'.join(_MONTH)})\b"
_END = r"(?:finales|fines|final)"

SPANISH_DAYS = (
    DayWord(words(r"\b(?P<year>20\d\d)-(?P<month>\d{1,2})-(?P<day>\d{1,2})\b"), days.iso),
    DayWord(words(r"\b(?P<day>\d{1,2})/(?P<month>\d{1,2})/(?P<year>20\d\d)\b"), days.iso),
    DayWord(
        words(
            rf"\b(?:en|dentro de) (?P<count>\d{{1,3}}|"
            rf"{'|'.join(NUMBER)}) (?P<unit>{'|'.join(sorted(UNIT, key=len, reverse=True))})\b"
        ),
        days.count(NUMBER, UNIT),
        "el {day}",
    ),
    DayWord(words(r"\bpasado mañana\b"), days.shift(2)),
    DayWord(words(r"(?<!por la )(?<!la )(?<!esta )(?<!de la )\bmañana\b(?! por)"), days.shift(1)),
    DayWord(words(r"\b(?<!antes de )ayer\b"), days.shift(-1)),
    DayWord(words(rf"\b{_END} del? (?:próximo mes|mes que viene|mes próximo)\b"), days.month_end(1)),
    DayWord(words(rf"\b(?:{_END} de(?: este)? mes|fin de mes)\b"), days.month_end(0)),
    DayWord(words(rf"\b(?:{_END} de(?: este)? año|fin de año)\b"), days.year_end),
    DayWord(words(rf"\b{_END} de {_A_MONTH}(?! (?:de )?20\d\d)"), days.end_of_named_month(_MONTH), "{day} ({said})"),
    DayWord(
        words(
            rf"\b{A_WEEKDAY} de la (?:próxima semana|semana (?:que viene|"
            rf"próxima))\b"
        ),
        days.weekday(WEEKDAY, 1),
    ),
    DayWord(
        words(r"\b(?:la )?(?:próxima semana|semana (?:que viene|próxima))\b"), days.next_week, "la semana del {day}"
    ),
    DayWord(words(r"\b(?:el )?(?:próximo mes|mes (?:que viene|próximo))\b"), days.next_month, "{month}"),
    DayWord(words(rf"\b{A_WEEKDAY} pasado\b"), days.last_weekday(WEEKDAY)),
    DayWord(
        words(
            rf"(?<!los )(?<!cada )\b(?:próximo |este )?{A_WEEKDAY}(?: que viene| próximo)?(?! por la)(?!,? (?:\d|"
            rf"día))"
        ),
        days.weekday(WEEKDAY),
    ),
    DayWord(
        words(
            rf"\b(?P<day>\d{{1,2}})(?:º|ro)? de {_A_MONTH}(?: (?:de |"
            rf"del )?(?P<year>20\d\d)\b)?"
        ),
        days.calendar(_MONTH),
        "{said} de {year}",
    ),
)
