"""How old a memory is: counted from the day the user last said it, never from the file's time.

Days are counted by hand: hooks tell ages, and loading `datetime` for it would cost them more than all the rest.
"""
from __future__ import annotations

import time

TYPE_CHECKING = False
if TYPE_CHECKING:
    import datetime
    from collections.abc import Iterable

_BEFORE = (0, 31, 59, 90, 120, 151, 181, 212, 243, 273, 304, 334, 365)
"""Days of a common year before each month, and before the next year."""


def age(observed: str, today: str) -> str:
    """`saved 47 days ago`; a day to come counts as today, an unknown one says so."""
    return _words(days_since(observed, today))


def days_since(observed: str, today: str) -> int | None:
    """Whole days from one ISO day to another, at least 0; None when it is no day."""
    number, now = _number(observed), _number(today)
    return None if number is None or now is None else max(0, now - number)


def untold(observed: str, now: float, file_time: float | None) -> tuple[str, bool]:
    """A memory's age in words where the client does not tell it, and whether its file's time misleads; else nothing.

    Times are seconds since the epoch. `file_time` is the file's, where the client tells the age by it; then there is
    something to say only when that is off by more than a day, else when the memory is older than a day.
    """
    number, today = _number(observed), _number(time.strftime("%Y-%m-%d", time.localtime(now)))
    if number is None or today is None:
        return "", False
    days = max(0, today - number)
    misleading = file_time is not None and abs(max(0, int((now - file_time) // 86_400)) - days) > 1
    said = misleading or (file_time is None and days > 1)
    return (_words(days) if said else ""), misleading


def day(stamps: Iterable[str], now: datetime.datetime) -> str:
    """The day of the last of these ISO times, where the person is; the day it is now when none of them is a time."""
    for stamp in reversed(list(stamps)):
        try:
            said = type(now).fromisoformat(stamp.replace("Z", "+00:00"))
        except ValueError:
            continue
        return said.astimezone(now.tzinfo).date().isoformat()
    return now.date().isoformat()


def _words(days: int | None) -> str:
    if days is None:
        return "saved at an unknown time"
    return "saved today" if days == 0 else "saved yesterday" if days == 1 else f"saved {days} days ago"


def _number(day: str) -> int | None:
    """The day's number, counted as `datetime` does from the first day of the year 1; None when it is none."""
    year, month, date = (day[:4], day[5:7], day[8:]) if len(day) == 10 and day[4] == day[7] == "-" else ("", "", "")
    if not (f"{year}{month}{date}".isascii() and f"{year}{month}{date}".isdigit()):
        return None
    y, m, d = int(year), int(month), int(date)
    leap = y % 4 == 0 and (y % 100 != 0 or y % 400 == 0)
    if y < 1 or not 1 <= m <= 12 or not 1 <= d <= _BEFORE[m] - _BEFORE[m - 1] + (leap and m == 2):
        return None
    years = y - 1
    return 365 * years + years // 4 - years // 100 + years // 400 + _BEFORE[m - 1] + (leap and m > 2) + d
