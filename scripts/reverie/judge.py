"""Whether a candidate becomes a memory, and what is to be done with it. Pure: it decides, `extract` does it."""
from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from reverie import burial
from reverie.likeness import DENIES, SAME, alike, fact, telling, words_of
from reverie.record import Candidate, Memory, Turn, Verdict
from reverie.tombstones import Tombstone

LONGEST = {"name": 80, "description": 200, "body": 2_000, "why": 600, "how": 600, "quote": 2_000}
"""Characters of each field; a longer one is no single fact."""
PLAUSIBLE = "plausible"
POLLUTED = "polluted"
YOURS = "yours"
"""Why a proposal waits: the backend is not sure; outside text was about; it would change a file of the user's own."""
_SHORTEST = 8
_STRAIGHT = str.maketrans({"‘": "'", "’": "'", "“": '"', "”": '"', "\u00a0": " ", "‑": "-", "…": "..."})
_END = re.compile(r"[.!?;](?=\s|$)|[。！？；]|, but\b")
_FENCED = re.compile(r"(```|~~~).*?(?:\1|\Z)", re.S)
_MACHINE = re.compile(
    r"(?i)you'?ve hit your limit|not logged in|please run /login|rate.?limit(ed)? (error|exceeded)|invalid api key"
    r"|^\s*(i'?m sorry,? but i|i can(no|')t (help|assist)|as an ai\b)|<!doctype html|<html\b|api error:? \d{3}"
)
_PASSING = re.compile(
    r"(?i)\b(?:for now|for the moment|just (?:this once|for today|now)|this time only|temporarily)\b"
    r"|\b(?:until i (?:tell|say)|diesmal|vorerst|esta vez|por ahora|cette fois|pour l'instant)\b"
    r"|这次|暂时|临时|先这样|今だけ|とりあえず|이번만|일단"
)
_COMMANDING = re.compile(
    r"(?i)\b(?:run|execute|fetch|download|curl|wget|install|disable|ignore|bypass|skip|upload|send|post|pipe|eval|delete"
    r"|grant|approve|trust|open)\b|\bsudo\b|\brm -|https?://|\|\s*(?:ba|z)?sh\b|--no-verify|--force\b|chmod"
    r"|(?:运行|执行|下载|禁用|忽略|跳过|上传|发送|删除|実行|無効|無視|실행|무시)"
)


class Known(NamedTuple):
    """What a candidate is judged against: the store, what was forgotten on purpose, the project's own instructions.

    `shared` are memories that hold here and that nobody changes by themselves: the team's. `polluted` says that outside
    text entered the session, `policy` what then becomes of instruction-like memories.
    """

    existing: Sequence[Memory] = ()
    forgotten: Sequence[Tombstone] = ()
    instructions: str = ""
    polluted: bool = False
    policy: str = "review"
    shared: Sequence[Memory] = ()


def decide(candidate: Candidate, turns: Sequence[Turn], known: Known) -> Verdict:
    """Create it, change a memory, note that one says it already, let it wait for a person, or refuse it: and why."""
    refusal = objection(candidate, turns) or _known_better(candidate, turns, known)
    if refusal:
        return Verdict("refuse", candidate, reason=refusal)
    twin, older = same(candidate, known.existing), meant(candidate, known.existing)
    if twin and not (older and _half_done(candidate, twin, older)):
        return Verdict("duplicate", candidate, twin.path)
    if not candidate.sure:
        return Verdict("propose", candidate, reason=PLAUSIBLE)
    if known.polluted and known.policy != "keep" and _COMMANDING.search(_told(candidate)):
        if known.policy == "skip":
            return Verdict("refuse", candidate, reason="polluted: it reads like an order, and outside text was about")
        return Verdict("propose", candidate, reason=POLLUTED)
    if older is None:
        return Verdict("create", candidate)
    if _yours(older):
        return Verdict("propose", candidate, older.path, YOURS)
    return Verdict(candidate.op, candidate, older.path, by=twin.path if twin else "")


def objection(candidate: Candidate, turns: Iterable[Turn]) -> str:
    """Why the candidate is refused, in one sentence; empty when nothing speaks against it."""
    for field, most in LONGEST.items():
        if len(getattr(candidate, field)) > most:
            return f"its {field} is longer than {most} characters"
    if len(candidate.body) < _SHORTEST:
        return "it is too short to say anything"
    if candidate.body.rstrip().endswith(("?", "？")):
        return "it is a question"
    if _MACHINE.search(candidate.body) or _MACHINE.search(candidate.description):
        return "it is the text of an error or a refusal"
    turn = quoted(candidate.quote, turns)
    if not turn:
        return "its quote does not stand in anything the user said"
    if _PASSING.search(candidate.body) or _PASSING.search(_sentence(candidate.quote, turn)):
        return "it holds only for the moment"
    return ""


def quoted(quote: str, turns: Iterable[Turn]) -> Turn | None:
    """The human turn in whose own words the quote stands, whatever its white space, case and quotation marks."""
    flat = _flat(quote)
    if len(flat) < 4:
        return None
    return next((turn for turn in turns if turn.role == "user" and flat in _flat(own_words(turn.text))), None)


def own_words(text: str) -> str:
    """A turn without what its writer only passed on: fenced code and lines quoted with `>`."""
    return "\n".join(line for line in _FENCED.sub("\n", text).splitlines() if not line.lstrip().startswith(">"))


def _known_better(candidate: Candidate, turns: Iterable[Turn], known: Known) -> str:
    """Whether the user forgot this on purpose, or says it in CLAUDE.md already."""
    words = words_of(candidate.body)
    if same(candidate, known.shared):
        return "the team's memory says it already"
    if known.forgotten and burial.bars(known.forgotten, candidate, quoted(candidate.quote, turns)):
        return "it was forgotten on purpose"
    for line in known.instructions.splitlines():
        theirs = words_of(line)
        if words and len(words & theirs) >= SAME * len(words) and not telling(_apart(words, theirs)):
            return "CLAUDE.md says it already"
    return ""


def same(candidate: Candidate, existing: Iterable[Memory]) -> Memory | None:
    """The memory that says the same already: same words, and not one number or name apart."""
    words = words_of(candidate.body)
    for memory in existing:
        if alike(words, words_of(fact(memory.body))):
            return memory
    return None


def meant(candidate: Candidate, existing: Iterable[Memory]) -> Memory | None:
    """The memory that the candidate says it changes, if there is one of that file name."""
    if candidate.op == "create" or not candidate.target:
        return None
    name = candidate.target.replace("\\", "/").rpartition("/")[2]
    return next((memory for memory in existing if memory.path.replace("\\", "/").rpartition("/")[2] == name), None)


def _half_done(candidate: Candidate, twin: Memory, older: Memory) -> bool:
    """Whether the new memory is there, but the one whose place it takes still stands: a worker died between the two."""
    return candidate.op == "supersede" and twin.path not in ("", older.path) and not _yours(older)


def _yours(memory: Memory) -> bool:
    """Whether only its user may change it."""
    return memory.by == "user" or memory.pinned


def _told(candidate: Candidate) -> str:
    """All of a candidate that a later session would read."""
    return "\n".join((candidate.description, candidate.body, candidate.why, candidate.how))


def _sentence(quote: str, turn: Turn) -> str:
    """The sentence that the quote was taken from: what stands before and behind it may say for how long it holds."""
    flat, typed = _flat(quote), own_words(turn.text)
    text = next((line for line in map(_flat, typed.splitlines()) if flat in line), _flat(typed))
    before, _, after = text.partition(flat)
    return _END.split(before)[-1] + flat + _END.split(after)[0]


def _apart(words: frozenset[str], line: frozenset[str]) -> frozenset[str]:
    """What the words say beyond the line, and denials that only one of the two has."""
    return (words - line) | {word for word in words ^ line if word.startswith(DENIES)}


def _flat(text: str) -> str:
    return " ".join(unicodedata.normalize("NFKC", text).translate(_STRAIGHT).casefold().split())
