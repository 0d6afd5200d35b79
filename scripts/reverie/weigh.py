"""Ask a backend about what was said and decide on each of its candidates. Nothing is written here."""
from __future__ import annotations

import json
import os
from collections.abc import Sequence
from importlib import import_module
from typing import NamedTuple

from reverie import framing, judge, models, prompt, record, scope
from reverie.judge import Known
from reverie.models import Means
from reverie.record import SCHEMA, Answer, Candidate, Job, Memory, Turn, Usage, Verdict, candidates
from reverie.secrets import redaction
from reverie.tokens import tokens

_SHOWN = 40
"""Memories of the store that a model is shown: those that share most words with what was said."""
_INSTRUCTIONS = ("CLAUDE.md", ".claude/CLAUDE.md", "CLAUDE.local.md")
_LARGEST = 60_000
_TEXTS = ("name", "description", "body", "why", "how", "quote")
"""The fields of a candidate that somebody worded."""


class Weighed(NamedTuple):
    """What came of it: a verdict for each sound candidate, a sentence for each unsound one, and what it cost.

    `turns` is what was said as the candidates were judged by it: without secrets.
    """

    verdicts: tuple[Verdict, ...]
    faults: tuple[str, ...]
    usage: Usage
    turns: tuple[Turn, ...]


def weigh(means: Means, backend: str, said: Sequence[Turn], known: Known, today: str,
          waiting: Sequence[Candidate] = (), session: str = "", root: str = "") -> Weighed:
    """Verdicts on all that the backend proposes for these turns; Failed or Refused when its answer is none.

    Secrets are taken out before the backend sees a word and again from what it says. `waiting` are proposals that
    rules made earlier: a model may confirm them by their own quotes.
    """
    turns = [turn._replace(text=framing.tame(redaction.redact(turn.text))) for turn in said]
    answer = _answer(means, backend, turns, known, today, waiting, session, root)
    sound, faults = candidates(answer.data)
    speakers = [*turns, *(Turn("user", candidate.quote) for candidate in waiting)]
    verdicts = []
    for candidate in sound:
        clean = _clean(candidate)
        verdict = judge.decide(clean._replace(scope=scope.settled(clean, root)), speakers, known)
        verdicts.append(verdict)
        if verdict.op in ("create", "update", "supersede"):
            known = known._replace(existing=[*known.existing, _as_memory(verdict)])
    return Weighed(tuple(verdicts), tuple(faults), answer.usage, tuple(turns))


def instructions(root: str, config: str) -> str:
    """What the project's and the person's CLAUDE.md say."""
    paths = [*(os.path.join(root, name) for name in _INSTRUCTIONS), os.path.join(config, "CLAUDE.md")]
    return "\n".join(filter(None, map(_read, paths)))


def _answer(means: Means, backend: str, turns: list[Turn], known: Known, today: str, waiting: Sequence[Candidate],
            session: str, root: str) -> Answer:
    said = "\n".join(json.dumps({"role": turn.role, "text": turn.text}, ensure_ascii=False) for turn in turns)
    headings = [line.strip() for line in known.instructions.splitlines() if line.startswith("#")]
    job = Job(
        system=prompt.text("extract", today=today),
        prompt=prompt.text(
            "extract-span", turns=said, kept="\n".join(_near(turns, known)) or "(none)",
            instructions="\n".join(headings[:40]) or "(none)",
            waiting="\n".join(f"- {c.body} (quote: {c.quote})" for c in waiting[-20:]) or "(none)",
        ),
        schema=SCHEMA, turns=tuple(turns), today=today, existing=tuple(known.existing),
        instructions=known.instructions, session=session, root=root,
    )
    found: Answer = import_module(models.module(backend, means)).ask(job, means)
    return found


def _near(turns: Sequence[Turn], known: Known) -> list[str]:
    """The memories that share most words with what was said, one a line, by file, so that a model can name them."""
    said = {word for turn in turns for word in tokens(turn.text)}

    def far(memory: Memory) -> tuple[int, str]:
        return -len(said.intersection(tokens(f"{memory.name} {memory.description} {memory.body}"))), memory.path

    return [f"- {os.path.basename(m.path)}: {m.description}" for m in sorted(known.existing, key=far)[:_SHOWN]]


def _clean(candidate: Candidate) -> Candidate:
    """The candidate without secrets, hidden characters and tags that a client acts on."""
    clean = {field: framing.tame(redaction.redact(getattr(candidate, field))) for field in _TEXTS}
    keywords = [framing.tame(redaction.redact(word)) for word in candidate.keywords.split(",")]
    clean["keywords"] = record.keywords([word for word in keywords if "[REDACTED:" not in word])
    return Candidate(**{**candidate._asdict(), **clean})


def _as_memory(verdict: Verdict) -> Memory:
    """So that a second candidate of the same answer finds the first."""
    candidate = verdict.candidate
    return Memory("", candidate.name, candidate.description, candidate.type, candidate.body)


def _read(path: str) -> str:
    try:
        with open(path, encoding="utf-8", errors="replace") as file:
            return file.read(_LARGEST)
    except OSError:
        return ""
