"""Whether a span is worth anybody's time and money, and which of its turns may speak. Pure.

The reasons have fixed names, because they stand in the ledger and a person reads them in `status`.
"""
from __future__ import annotations

import re
from collections.abc import Sequence

from reverie.models.offline.sentences import own_sentences
from reverie.record import Turn
from reverie.transcripts.claude import Span

NOTHING_SAID = "nothing_said"
MEMORY_TOOL = "memory_tool"
DISABLED = "disabled"
NO_TRANSCRIPT = "no_transcript"
CHILD = "child"

_CUE = re.compile(
    r"(?i)\b(?:always|never|remember|prefer|from now|decid\w*|agreed|because|so that|until|by default|in general|rules?"
    r"|please keep|every time|each time|(?:mon|tues|wednes|thurs|fri|satur|sun)days?"
    r"|(?:each|every) (?:day|night|week|month|quarter|year|sprint|release|morning|evening)"
    r"|don'?t|do not|stop|instead|no longer|any ?more|hate|like|want|i'?m|i am|my|we"
    r"|our|tracked|lives?|belongs?|owner|deadline|freeze|moved?|renamed?|use|keep|only|must|should|not?"
    r"|nur|immer|nie|nicht|bitte|ab jetzt|ich|wir|unser\w*|siempre|nunca|prefiero|recuerda|soy|nuestr\w+"
    r"|toujours|jamais|je|nous|notre)\b"
    r"|[记我咱先都只别]|以后|一律|总是|不要|决定|定了|必须|每次|规定|いつも|必ず|今後|覚え|しないで|ください|私|うち"
    r"|決|항상|절대|기억|앞으로|저는|우리|마세요|주세요|않아|않는"
)
"""Words that stand in nearly every sentence worth keeping, and in few orders for the work at hand."""
_ONCE = re.compile(
    r"(?i)\b(?:for now|for today|this once|this time|never mind|diesmal|ausnahmsweise|vorerst|por hoy|por ahora"
    r"|esta vez|cette fois|pour l'instant)\b|这次|这一回|这回|暂时|临时|今回だけ|とりあえず|이번만|일단"
)
_LONG = 10
"""Words of a sentence that is worth a look whatever it says."""
_TOOLS_FOLDER = re.compile(
    r"(?i)[/\\]\.(?:[\w.-]+[/\\])*(?:claude-mem|claude-memory|mem0|memsearch)\b"
    r"|[/\\](?:observer-sessions|reverie[/\\]scratch)\b"
)
"""Where they are started: a hidden folder of the tool's own. Who works on such a tool has its name in a path too."""
_TOOLS_WORDS = re.compile(
    r"(?i)^\s*(?:hello memory agent|<observed_from_primary_session>|you keep the long-term memory of a coding agent"
    r"|memories already kept, by file\b"
    r"|you are (?:a |an |the )?(?:claude-mem|memory (?:agent|extract\w+|observer|consolidat\w+)|observer\b"
    r"|session summari[sz]er))"
)
"""How other tools' headless sessions begin: they are told that they are a memory, which no person's session is."""
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


def foreign(span: Span) -> bool:
    """Whether this is no person's session but another memory tool's own, which quotes the user's at length."""
    first = next((turn.text for turn in span.turns if turn.role == "user"), "")
    return bool(_TOOLS_FOLDER.search(span.cwd) or _TOOLS_WORDS.search(first[:2_000]))


def _says_something(turn: Turn) -> bool:
    """Whether one sentence of the user's own is more than a nod, a question, an order for once or a bare command."""
    if turn.text.startswith(("/", "!")):
        return False
    return any(_worth(sentence.text) for sentence in own_sentences(turn.text) if not sentence.asks)


def _worth(sentence: str) -> bool:
    said = sentence.strip()
    if said.endswith(("?", "？")) or _ONCE.search(said):
        return False
    words = len(_WORDS.findall(_WIDE.sub("", said))) + len(_WIDE.findall(said)) / 2
    return words >= _LONG or (words >= 2 and bool(_CUE.search(said)))
