"""A memory that says which one it replaces closes that one, if it is the newer. Pure over a draft.

Newer is what was said last, else what was made last. A claim that the days belie is told, and nothing is closed.
"""
from __future__ import annotations

import re
from collections.abc import Iterator

from reverie import head, relist
from reverie.dream.draft import Draft, Step

_KEYS = ("supersedes", "replaces", "metadata.supersedes", "metadata.replaces")
_NAMED = re.compile(
    r"\[\[([^\[\]|#\n]+)(?:[|#][^\[\]\n]*)?\]\]|\[[^\[\]\n]*\]\(([^()\s#]+)\)|`?(?<![\w/.-])([\w-][\w./-]*\.md)\b`?")
_BEFORE = re.compile(
    r"(?:\b(?:supersedes|replaces|ersetzt|löst|remplace|sustituye a|reemplaza(?: a)?)|取代了?|代替了?|替代了?)"
    r"(?: (?:the )?(?:file |memory )?)?\s*$", re.I)
_NEVER = re.compile(r"\b(?:not|never|no longer|nicht|jamais|pas|nunca|no)\s+\w+\s*$|[不没未]\w{1,2}\s*$", re.I)
_BEHIND = re.compile(r"\s*(?:を置き換え|に代わる|[을를] 대체)")


def plan(draft: Draft) -> tuple[list[Step], list[str]]:
    """One step for each memory that another one has replaced, taken into the draft; and claims that cannot be right."""
    steps: list[Step] = []
    findings: list[str] = []
    names = relist.called(draft.files)
    for file in sorted(draft.files, key=lambda file: (_day(draft, file), file)):
        for old in dict.fromkeys(names[name] for name in _replaced(draft, file) if name in names):
            if old == file or draft.closed(old) or draft.closed(file):
                continue
            if _day(draft, old) > _day(draft, file) > "":
                findings.append(f"{file}: it says that it replaces {old}, which is newer")
            elif draft.mine(old):
                text = head.edited(draft.files[old], {"superseded_by": file})
                steps.append(Step("supersede", f"{file} says that it replaces it", (old, file), ((old, text),)))
                draft.take(steps[-1])
    return steps, findings


def _replaced(draft: Draft, file: str) -> Iterator[str]:
    """What the memory says it replaces, as it names it."""
    keys = draft.keys(file)
    for key in _KEYS:
        yield from (name.strip("[]'\", ") for name in re.split(r"[,\s]+", keys.get(key, "")) if name)
    body = draft.body(file)
    for match in _NAMED.finditer(body):
        before = body[max(0, match.start() - 40):match.start()]
        if _BEFORE.search(before) and not _NEVER.search(before) or _BEHIND.match(body, match.end()):
            yield next(filter(None, match.groups())).strip().removeprefix("./")


def _day(draft: Draft, file: str) -> str:
    """The day by which the memory is newer or older, empty without one."""
    keys = draft.keys(file)
    days = (keys.get(f"{outer}{key}", "") for key in ("observed", "created") for outer in ("metadata.", ""))
    return next((day[:10] for day in days if re.match(r"\d{4}-\d\d-\d\d", day)), "")
