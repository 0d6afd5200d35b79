"""What a model is asked about a store: its memories, what rules found, what changed, what the sessions came to. Pure.

Secrets are taken out of all of it before anything is cut off. Each part has its room; what does not fit is left out,
the least useful first, and the text says so.
"""
from __future__ import annotations

import json
from collections.abc import Iterable, Sequence

from reverie import framing, prompt
from reverie.dream import plan, source
from reverie.dream.draft import Draft
from reverie.record import Job
from reverie.secrets import redaction

MEMORIES, FINDINGS, DIFF, SUMMARIES = 60_000, 4_000, 12_000, 16_000
"""Characters of each part."""
_BODY = 6_000
"""Characters of one memory's body; a longer one is shown by its head alone: what was not read is not rewritten."""
_SUMMARY = 2_000


def job(draft: Draft, summaries: Sequence[str], findings: Sequence[str], today: str, diff: str = "") -> Job:
    """What the model is asked. `summaries` are texts, the newest last; `diff` is what changed since the last dream."""
    memories = _fitting(_useful(draft, findings), MEMORIES, "memories")
    told = _fitting([_clean(each)[:_SUMMARY] for each in reversed(summaries)], SUMMARIES, "summaries")
    return Job(
        system=prompt.text("dream", today=today, most=str(plan.room(draft))),
        prompt=prompt.text("dream-store", memories=memories or "none",
                           findings=_fitting(map(_clean, findings), FINDINGS, "findings") or "nothing",
                           diff=_cut(_clean(diff), DIFF) or "not known", summaries=told or "none"),
        schema=plan.SCHEMA, turns=(), today=today)


def _useful(draft: Draft, findings: Sequence[str]) -> Iterable[str]:
    """A line for each live memory: first those that fault was found with, then what may be changed, newest first."""
    live = [file for file in draft.files if not draft.closed(file)]
    faulty = {file for file in live if any(file in finding for finding in findings)}
    live.sort(key=lambda file: source.of(draft, file).said, reverse=True)
    live.sort(key=lambda file: (file not in faulty, not draft.mine(file)))
    return (_line(draft, file) for file in live)


def _line(draft: Draft, file: str) -> str:
    keys, memory = draft.keys(file), source.of(draft, file)
    body = _clean(memory.body.strip())
    fixed = not draft.mine(file)
    shown = {
        "file": file, "type": keys.get("metadata.type") or keys.get("type", ""), "observed": memory.said,
        "name": _clean(memory.name), "description": _clean(memory.description), "keywords": _clean(memory.keywords),
        "body": body if len(body) <= _BODY else "", "fixed": fixed or len(body) > _BODY,
    }
    return json.dumps({key: value for key, value in shown.items() if value}, ensure_ascii=False)


def _fitting(pieces: Iterable[str], room: int, what: str) -> str:
    """As many of the pieces as there is room for, and a word on the others."""
    kept: list[str] = []
    left_out = 0
    for piece in pieces:
        room -= len(piece) + 1
        if room < 0:
            left_out += 1
        else:
            kept.append(piece)
    return "\n".join([*kept, *([f"({left_out} more {what} left out for want of room)"] if left_out else [])])


def _cut(text: str, most: int) -> str:
    return text if len(text) <= most else f"{text[:most]}\n(the rest left out for want of room)"


def _clean(text: str) -> str:
    return framing.tame(redaction.redact(text))
