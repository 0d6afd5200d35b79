"""The days and times in a text: dates however they are written, named days counted from the day of saying. Pure.

A named day that already stands beside its date is that date, and says nothing more.
"""
from __future__ import annotations

import re
from datetime import date
from functools import cache, partial
from typing import NamedTuple

from reverie.dream.day_words import DAY_WORDS
from reverie.models.offline import days
from reverie.models.offline.language import DayWord
from reverie.models.offline.rules import LANGUAGES

_WEEKDAYS = (
    "mondays? montags? lunes lundis? 周一 星期一 礼拜一 月曜日? 월요일",
    "tuesdays? dienstags? martes mardis? 周二 星期二 火曜日? 화요일",
    "wednesdays? mittwochs? miércoles mercredis? 周三 星期三 水曜日? 수요일",
    "thursdays? donnerstags? jueves jeudis? 周四 星期四 木曜日? 목요일",
    "fridays? freitags? viernes vendredis? 周五 星期五 金曜日? 금요일",
    "saturdays? samstags? sonnabends? sábados? samedis? 周六 星期六 土曜日? 토요일",
    "sundays? sonntags? domingos? dimanches? 周日 周天 星期日 星期天 日曜日? 일요일",
)
_OFTEN = {
    "hourly": "hourly|every hour|stündlich|jede stunde|toutes les heures|cada hora|每小时|毎時|매시간",
    "daily": "daily|every day|each day|täglich|jeden tag|chaque jour|tous les jours|quotidien\\w*|diari\\w+|cada día"
             "|todos los días|每天|每日|毎日|매일",
    "weekly": "weekly|every week|each week|wöchentlich|jede woche|chaque semaine|hebdomadaire|cada semana|semanal\\w*"
              "|每周(?![一二三四五六日天])|每星期(?![一二三四五六日天])|毎週(?![月火水木金土日])"
              "|매주(?! ?[월화수목금토일]요)",
    "monthly": "monthly|every month|each month|monatlich|jeden monat|chaque mois|mensuel\\w*|cada mes|mensual\\w*"
               "|每月|毎月|매월|매달",
    "yearly": "yearly|annually|every year|jährlich|jedes jahr|chaque année|annuel\\w*|cada año|anual\\w*|每年|毎年"
              "|매년",
}
_FREE = r"(?<![\w:./])(?<![A-Za-z_/]-)"
"""Before a time: it is no part of an address, a path or an identifier."""
_TIME = re.compile(
    rf"{_FREE}(?P<hour>[01]?\d|2[0-4]):(?P<minute>[0-5]\d)(?::[0-5]\d)?(?![\d:])[ ]?(?P<half>[ap]\.?m\b\.?)?"
    rf"|{_FREE}(?P<hour2>1[0-2]|0?\d)[ ]?(?P<half2>[ap]m)\b|{_FREE}(?P<hour3>[01]?\d|2[0-4])[ ]?(?:uhr\b|o'clock)",
    re.I,
)
_WEEKDAY = tuple(re.compile(rf"(?i)(?<![A-Za-zÀ-ɏ])(?:{'|'.join(row.split())})(?![A-Za-zÀ-ɏ])") for row in _WEEKDAYS)
_FREQUENCY = {name: re.compile(rf"(?i)(?<![A-Za-zÀ-ɏ])(?:{forms})(?![A-Za-zÀ-ɏ])") for name, forms in _OFTEN.items()}
_DATE = "\x01"
_BESIDE = re.compile(r"[ ,，、]?[ ]?[(（\[]?(?:=|on |am |le |the )?[ ]?")
_MONTH = re.compile(r"(?<![\d-])20\d\d-(?:0[1-9]|1[0-2])(?![\d-])")


class Moments(NamedTuple):
    """`plain` is the text with all of them blanked out, letter for letter; days are ISO days, or months.

    `named` holds each named day in its own words with the day it is, empty where nobody can tell.
    """

    plain: str
    days: frozenset[str]
    times: frozenset[str]
    often: frozenset[str]
    named: tuple[tuple[str, str], ...]


@cache
def moments(text: str, tongue: str, said: str) -> Moments:
    """The moments in a text of the language with this tag that was said on that ISO day."""
    found: set[str] = set()
    plain = _dates(text, found)
    named: list[tuple[str, str]] = []
    day = days.day_of(said)
    for word in DAY_WORDS.get(tongue, ()):
        plain = _named(plain, word, day, named)
    times = set()
    for match in _TIME.finditer(plain):
        times.add(_clock(match))
    plain = _TIME.sub(_blanks, plain)
    often = {name for name, pattern in _FREQUENCY.items() if pattern.search(plain)}
    often |= {f"weekday {n}" for n, pattern in enumerate(_WEEKDAY) if pattern.search(plain)}
    for pattern in (*_FREQUENCY.values(), *_WEEKDAY):
        plain = pattern.sub(_blanks, plain)
    return Moments(plain.replace(_DATE, " "), frozenset(found), frozenset(times), frozenset(often), tuple(named))


@cache
def _dated() -> tuple[DayWord, ...]:
    """The ways to write a date with its year, of all languages."""
    return tuple(word for language in LANGUAGES for word in language.days if "year" in word.pattern.compiled.groupindex)


def _dates(text: str, found: set[str]) -> str:
    """The text with each date in it turned to marks, the days added to `found`."""
    for word in _dated():
        text = word.pattern.sub(partial(_date, word=word, found=found), text)
    found.update(_MONTH.findall(text))
    return _MONTH.sub(lambda match: _DATE * len(match[0]), text)


def _date(match: re.Match[str], word: DayWord, found: set[str]) -> str:
    day = days.reckoned(word, match, date(2000, 1, 1)) if match["year"] else None
    if day is None:
        return match[0]
    found.add(day.isoformat())
    return _DATE * len(match[0])


def _named(text: str, word: DayWord, said: date | None, named: list[tuple[str, str]]) -> str:
    def taken(match: re.Match[str]) -> str:
        if not _beside(text, match):
            day = days.reckoned(word, match, said) if said else None
            if day is None and said is not None:
                return match[0]
            written = f"{day:%Y-%m}" if day and word.written == "{month}" else day.isoformat() if day else ""
            named.append((match[0], written))
        return _blanks(match)

    return word.pattern.sub(taken, text)


def _beside(text: str, match: re.Match[str]) -> bool:
    """Whether a date stands right before or behind."""
    behind = _BESIDE.match(text, match.end())
    if behind and text[behind.end():behind.end() + 1] == _DATE:
        return True
    before = text[:match.start()].rstrip(" (（[,，、=")
    return len(text[:match.start()]) - len(before) <= 4 and before.endswith(_DATE)


def _clock(match: re.Match[str]) -> str:
    hour = int(match["hour"] or match["hour2"] or match["hour3"])
    half = (match["half"] or match["half2"] or "").lower()
    if half:
        hour = hour % 12 + (12 if half.startswith("p") else 0)
    return f"{hour:02}:{match['minute'] or '00'}"


def _blanks(match: re.Match[str]) -> str:
    return " " * len(match[0])
