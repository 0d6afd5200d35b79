"""Whether a span is worth anybody's time and money, and which of its turns may speak. Pure.

The reasons have fixed names, because they stand in the ledger and a person reads them in `status`.
"""
from __future__ import annotations

import re
from collections.abc import Sequence

from reverie.record import Turn

NOTHING_SAID = "nothing_said"
MEMORY_TOOL = "memory_tool"
DISABLED = "disabled"
NO_TRANSCRIPT = "no_transcript"

_TRIVIAL = re.compile(
    r"(?i)^(ok(ay)?|yes|yep|no|nope|thanks?|thank you|go on|continue|proceed|next|good|great|perfect|nice|cool|done"
    r"|stop|好的?|是的?|对|不|谢谢|继续|可以|行|嗯)[\s.!,。！，]*$"
)
_WORDS = re.compile(r"[^\W\d_]+|\d+")
_WIDE = re.compile("[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]")


def speaking(turns: Sequence[Turn], saved_by_agent: set[str]) -> tuple[list[Turn], str]:
    """The turns to be looked at, and why there are none: prompts that the agent answered by saving are left out."""
    rest = [turn for turn in turns if not turn.prompt_id or turn.prompt_id not in saved_by_agent]
    human = [turn for turn in rest if turn.role == "user"]
    if any(map(_says_something, human)):
        return rest, ""
    saved = any(turn.role == "user" and turn.prompt_id in saved_by_agent for turn in turns)
    return [], MEMORY_TOOL if saved and not human else NOTHING_SAID


def _says_something(turn: Turn) -> bool:
    """Four words or six wide characters that are not just a nod or a command of the client's."""
    text = turn.text.strip()
    if text.startswith(("/", "!")) or _TRIVIAL.match(text):
        return False
    return len(_WORDS.findall(text)) >= 4 or len(_WIDE.findall(text)) >= 6
