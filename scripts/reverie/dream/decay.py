"""Which memories nobody needs any more, counted in days on which there was work in their project. Pure.

A holiday ages nothing. What is neither used nor said again for 30 days of work stands lower in the order by then, as
the order halves a memory's worth each fortnight; after 90 it moves to the archive, and comes back when said again.
"""
from __future__ import annotations

import bisect
import re
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from reverie.dream.draft import Draft, Step

LIMIT = 90
"""Days of work without a use after which a memory is put aside."""
SUPPORT = 30
"""Further days for each session more that said it, up to `MOST` sessions."""
MOST = 4
PROBATION = 14
"""Days of work that even a memory of something long past is given from when it was made."""
SHARE = 5
"""At most one in so many of the store's memories is put aside at once, the least needed first."""


class Held(NamedTuple):
    """What the ledger and the disk know of a memory: the ISO day it was last read or used, the day its file was
    written, and how many sessions said it."""

    last: str = ""
    written: str = ""
    sessions: int = 1


def plan(draft: Draft, uses: Mapping[str, Held], active_days: Sequence[str], today: str) -> list[Step]:
    """A step for each memory that goes to the archive, taken in the draft as well. `active_days` are ISO, in order."""
    live = [file for file in draft.files if not draft.closed(file)]
    due = []
    for file in filter(draft.mine, live):
        held = uses.get(file, Held())
        quiet = _quiet(draft.keys(file), held, active_days, today)
        if quiet >= _allowed(held):
            due.append((_allowed(held) - quiet, file, quiet))
    steps = [_step(file, quiet) for _, file, quiet in sorted(due)[:max(1, len(live) // SHARE)]]
    for step in steps:
        draft.take(step)
    return steps


def _allowed(held: Held) -> int:
    return LIMIT + SUPPORT * (min(max(held.sessions, 1), MOST) - 1)


def _quiet(keys: Mapping[str, str], held: Held, active_days: Sequence[str], today: str) -> int:
    """Days of work since the memory was last said, read or used; -1 where nobody can tell, or it is still new."""
    created, observed = (_day(keys, key) for key in ("created", "observed"))
    made = created or held.written or observed
    last = max(filter(None, (observed or made, held.last)), default="")
    if not last or _since(active_days, made, today) < PROBATION:
        return -1
    return _since(active_days, last, today)


def _since(active_days: Sequence[str], day: str, today: str) -> int:
    """How many of the days lie behind `day`, today the last of them."""
    return max(0, bisect.bisect_right(active_days, today) - bisect.bisect_right(active_days, day))


def _day(keys: Mapping[str, str], key: str) -> str:
    """The ISO day under `key`, empty where that is none."""
    value = keys.get(f"metadata.{key}") or keys.get(key) or ""
    return value[:10] if re.match(r"\d{4}-\d\d-\d\d", value) else ""


def _step(file: str, quiet: int) -> Step:
    return Step("archive", f"neither used nor said again in {quiet} days of work", (file,), closes=((file, ""),))
