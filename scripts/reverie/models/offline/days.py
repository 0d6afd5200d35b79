"""Days named from where the speaker stands, made absolute. What cannot be reckoned stays as it was said."""

from __future__ import annotations

import re
from calendar import monthrange
from datetime import date, timedelta
from functools import partial

from reverie.models.offline.language import DayWord, Reckoner


def day_of(iso: str) -> date | None:
    """The day an ISO date or time names, None when it names none."""
    try:
        return date.fromisoformat(iso[:10])
    except ValueError:
        return None


def absolute(text: str, today: date | None, table: tuple[DayWord, ...]) -> str:
    """`text` with each named day written as a date."""
    if today is None:
        return text
    for word in table:
        text = word.pattern.sub(partial(_written, word=word, today=today), text)
    return text


def ahead(text: str, today: date | None, table: tuple[DayWord, ...]) -> bool:
    """Whether `text` names a day that is still to come."""
    if today is None:
        return False
    reckoned = (_safely(word.reckon, match, today) for word in table for match in word.pattern.finditer(text))
    return any(day is not None and day > today for day in reckoned)


def shift(days: int) -> Reckoner:
    """So many days from today."""
    return lambda _match, today: today + timedelta(days=days)


def weekday(names: dict[str, int], weeks: int | None = None) -> Reckoner:
    """The next such weekday, or with `weeks` the one of that calendar week, counted from this one."""

    def reckon(match: re.Match[str], today: date) -> date:
        wanted = names[match["name"].lower()]
        if weeks is None:
            return today + timedelta(days=(wanted - today.weekday() - 1) % 7 + 1)
        return today + timedelta(days=wanted - today.weekday() + 7 * weeks)

    return reckon


def last_weekday(names: dict[str, int]) -> Reckoner:
    """The latest such weekday before today."""
    return lambda match, today: today - timedelta(days=(today.weekday() - names[match["name"].lower()] - 1) % 7 + 1)


def iso(match: re.Match[str], _today: date) -> date:
    """The day written out already."""
    return date(int(match["year"]), int(match["month"]), int(match["day"]))


def count(numbers: dict[str, int], units: dict[str, int], sign: int = 1) -> Reckoner:
    """So many days, weeks or months from today, or before it by `sign`; `units` maps a unit to days, a month to 0."""

    def reckon(match: re.Match[str], today: date) -> date | None:
        said = match["count"].lower()
        number = sign * (int(said) if said.isdecimal() else numbers[said])
        unit = units[match["unit"].lower()]
        return today + timedelta(days=number * unit) if unit else _months_on(today, number)

    return reckon


def month_end(months: int) -> Reckoner:
    """The last day of the month so many months from this one."""

    def reckon(_match: re.Match[str], today: date) -> date:
        month = _months_on(today.replace(day=1), months)
        return month.replace(day=monthrange(month.year, month.month)[1])

    return reckon


def month_day(match: re.Match[str], today: date) -> date:
    """The day of month said, the next to come."""
    wanted = int(match["day"])
    return today.replace(day=wanted) if wanted >= today.day else _months_on(today.replace(day=1), 1).replace(day=wanted)


def next_week(_match: re.Match[str], today: date) -> date:
    """The Monday of next week."""
    return today + timedelta(days=7 - today.weekday())


def week(weeks: int) -> Reckoner:
    """The Monday of the week so many from this one."""
    return lambda _match, today: today + timedelta(days=7 * weeks - today.weekday())


def month(months: int) -> Reckoner:
    """The first of the month so many from this one."""
    return lambda _match, today: _months_on(today.replace(day=1), months)


def next_month(_match: re.Match[str], today: date) -> date:
    """The first of next month."""
    return _months_on(today.replace(day=1), 1)


def next_month_day(match: re.Match[str], today: date) -> date:
    """The day said of next month."""
    return _months_on(today.replace(day=1), 1).replace(day=int(match["day"]))


def year_end(_match: re.Match[str], today: date) -> date:
    """The last day of this year."""
    return today.replace(month=12, day=31)


def calendar(months: dict[str, int]) -> Reckoner:
    """The day with this month and day of month: in the year said, else the next to come."""

    def reckon(match: re.Match[str], today: date) -> date:
        said = match["month"].lower()
        month = int(said) if said.isdecimal() else months[said]
        if match["year"]:
            return date(int(match["year"]), month, int(match["day"]))
        day = date(today.year, month, int(match["day"]))
        return day if day >= today else day.replace(year=today.year + 1)

    return reckon


def end_of_named_month(months: dict[str, int]) -> Reckoner:
    """The last day of the named month, the next to come."""

    def reckon(match: re.Match[str], today: date) -> date:
        said = match["month"].lower()
        month = int(said) if said.isdecimal() else months[said]
        year = today.year if month >= today.month else today.year + 1
        return date(year, month, monthrange(year, month)[1])

    return reckon


def _months_on(day: date, months: int) -> date:
    years, month = divmod(day.month - 1 + months, 12)
    year = day.year + years
    return date(year, month + 1, min(day.day, monthrange(year, month + 1)[1]))


def _written(match: re.Match[str], word: DayWord, today: date) -> str:
    day = _safely(word.reckon, match, today)
    if day is None or match.groupdict().get("year"):
        return match[0]
    return word.written.format(day=day.isoformat(), said=match[0], year=day.year, month=f"{day:%Y-%m}")


def reckoned(word: DayWord, match: re.Match[str], today: date) -> date | None:
    """The day that these words name, None where there is no such day."""
    return _safely(word.reckon, match, today)


def _safely(reckon: Reckoner, match: re.Match[str], today: date) -> date | None:
    # 31 February, month 14, 99999999 weeks: what is no day stays words.
    try:
        return reckon(match, today)
    except (ValueError, OverflowError, KeyError):
        return None
