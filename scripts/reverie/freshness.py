"""How old a memory is: counted from the day the user last said it, never from the file's time."""
from __future__ import annotations

import datetime

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable


def age(observed: str, today: datetime.date) -> str:
    """`saved 47 days ago`; a day to come counts as today, an unknown one says so."""
    days = days_since(observed, today)
    if days is None:
        return "saved at an unknown time"
    return "saved today" if days == 0 else "saved yesterday" if days == 1 else f"saved {days} days ago"


def days_since(observed: str, today: datetime.date) -> int | None:
    """Whole days from the ISO day `observed` to `today`, at least 0; None when it is no day."""
    try:
        return max(0, (today - datetime.date.fromisoformat(observed)).days)
    except ValueError:
        return None


def day(stamps: Iterable[str], now: datetime.datetime) -> str:
    """The day of the last of these ISO times, where the person is; the day it is now when none of them is a time."""
    for stamp in reversed(list(stamps)):
        try:
            said = datetime.datetime.fromisoformat(stamp.replace("Z", "+00:00"))
        except ValueError:
            continue
        return said.astimezone(now.tzinfo).date().isoformat()
    return now.date().isoformat()
