"""Whether a candidate is what was forgotten, come back: by its body, and by the words it rests on. Pure.

What was said before the forgetting was forgotten with it, whoever reads it later and in whatever words. What is said
after it comes back only where the user asks for it to be remembered, in so many words.
"""
from __future__ import annotations

import re
from collections.abc import Iterable

from reverie.models.offline import rules
from reverie.models.offline.language import REMEMBER, Pattern
from reverie.record import Candidate, Turn
from reverie.tombstones import Tombstone

_SENTENCE = re.compile(r"(?<=[.!?;。！？；\n])\s*")


def bars(graves: Iterable[Tombstone], candidate: Candidate, turn: Turn | None) -> bool:
    """Whether one of the tombstones stands on the candidate, whose quote the user said in `turn`."""
    said, uuid = (turn.at, turn.uuid) if turn else ("", "")
    barring = [grave for grave in graves if grave.bars(candidate.body, said) or grave.bars(candidate.quote, said, uuid)]
    if not (barring and turn and said):
        return bool(barring)
    return any(said[:19] <= grave.since[:19] for grave in barring) or not asked(turn.text)


def asked(text: str) -> bool:
    """Whether the user asks in it that something be remembered, in any of the languages known here."""
    sentences = [sentence for sentence in map(str.strip, _SENTENCE.split(text)) if sentence]
    return any(cue.search(sentence) for cue in _cues() for sentence in sentences)


def _cues() -> list[Pattern]:
    return [cue.pattern for language in rules.LANGUAGES for cue in language.cues if cue.kind == REMEMBER]
