"""The pass over a store that needs no model: what can be put right by rule is, what cannot is told. Pure over a draft.

Nothing that the person wrote or pinned changes, and a second pass straight after the first has nothing to do.
"""
from __future__ import annotations

from collections.abc import Callable

from reverie.dream import dates, duplicates, heads, links, succession
from reverie.dream.draft import Draft, Step


def plan(
    draft: Draft, today: str, index_text: str = "", exists: Callable[[str], bool] | None = None
) -> tuple[list[Step], list[str]]:
    """What to do, each step taken into the draft, and findings for the person, `file: what is wrong`.

    `index_text` decides which of several equals stays; `exists` tells of a path below the project whether it is there.
    `today` is an ISO day: no day in a memory is counted from it.
    """
    mended, slips = heads.plan(draft)
    absolute = dates.plan(draft)
    merged, differences = duplicates.plan(draft, index_text)
    closed, claims = succession.plan(draft)
    return mended + absolute + merged + closed, slips + differences + claims + links.findings(draft, exists)
