"""A person's own sentences in one turn. The rule: what was pasted, quoted or put there by a tool is nobody's own.

Everything is masked in place, so a sentence always is a verbatim piece of the turn.
"""

from __future__ import annotations

import re
from typing import NamedTuple

LONGEST_TURN, LONGEST_SENTENCE = 20_000, 420
PASTED, QUOTED = "\x00", "\x01"

# Turns nobody typed.
_NOT_TYPED = re.compile(
    r"\s*(?:<[a-z][\w-]*>|This session is being continued|\[Request interrupted|Caveat:|API Error|\[Image)",
    re.IGNORECASE,
)

# Blocks, masked whole. An unclosed fence runs to the end.
_BLOCKS = (
    re.compile(r"```.*?(?:```|\Z)", re.DOTALL),
    re.compile(r"~~~.*?(?:~~~|\Z)", re.DOTALL),
    re.compile(r"<([a-zA-Z][\w-]*)>.*?</\1>", re.DOTALL),
    re.compile(r"Traceback \(most recent call last\).*?(?:\n\s*\n|\Z)", re.DOTALL),
    re.compile(r"-----BEGIN .*?(?:-----END [^\n]*|\Z)", re.DOTALL),
)

# Lines that come from a machine or from somebody else.
_LINES = re.compile(
    r"^(?:"
    r"[ \t]*[>|$%#+@{}\[\]].*"  # quotes, tables, prompts, headings, diffs, JSON
    r"|[ \t]*-{3}.*|[ \t]*(?:[-+*][ \t]*)?['\"\w]+['\"]?[ \t]*[:=][ \t]*[{\[\"'].*"
    r"|(?: {4,}|\t)\S.*"
    r"|.*\bFile \".*\", line \d+.*|[ \t]*at [\w$.<>]+ ?\(.*"
    r"|[\w.]*(?:Error|Exception|Warning|Failure)\b ?(?:\[[^\]]*\])?:.*"
    r"|.*\d{4}-\d\d-\d\d[T ]\d\d:\d\d.*|\[?\d\d:\d\d(?::\d\d)?\b.*"
    r"|[ \t]*\[?(?:INFO|WARN|WARNING|ERROR|DEBUG|FATAL|TRACE|PASS|FAIL|FAILED|error|warning|fatal)\b\]?[: ].*"
    r"|.*[;{}]$|.*\b(?:WARN|ERROR|DEBUG|FATAL)\b.*"
    r")$",
    re.MULTILINE,
)

# A letter or a thread announced by its own line, then pasted without marks.
_LEAD_IN = re.compile(
    r"^(?![^\n]*\b(?:remember|from now on|decided|rules?)\b)[^\n]*\b(?:past(?:ing|ed?)|mail|e-mail|email|thread|"
    r"ticket|issue|article|blog|readme|review|reviewer|customer|"
    r"vendor|manual|docs?|spec|log|logs|output|message|transcript|chat|reader|slack|wrote|writes|says|said|"
    r"comment)\b[^\n]*"
    r"[:：][ \t]*\n|^[^\n]*(?:贴|转发|原文|邮件|工单|群里|客户|文档|手册|日志|聊天|评论|他说|写道|"
    r"如下)[^\n]*[:：][ \t]*\n",
    re.MULTILINE | re.IGNORECASE,
)

# "name: text". A label that people put before words of their own is no name.
_SPEAKER = re.compile(
    r"^(?!(?:note|notes|decision|fyi|rule|rules|important|reminder|remember|ps|btw|context|update|correction|memo|"
    r"preference|style|background|about me|todo|also|and|no|so|ok|one more thing|question|decided)\b)"
    r"(?:\[[^\]\n]{1,20}\] ?)?@?[^\W\d_][\w.-]{0,20}(?: [\w.-]{1,15})?(?: ?\([^)\n]{1,20}\))?[:：] ?\S.*$",
    re.MULTILINE | re.IGNORECASE,
)
_OWN_LABEL = re.compile(r"(?:请|帮我|长期|都|你)*(?:记|备忘|以后|注意|规则|约定|决定|背景|另外|还有|补充|说明|提醒)")

# Quoted speech inside a line; an apostrophe inside a word closes nothing.
_QUOTES = re.compile(
    r"\"[^\"]{1,1500}\"|“[^”]{1,1500}”|「[^」]{1,1500}」|『[^』]{1,1500}』|«[^»]{1,1500}»|„[^“”]{1,1500}[“”]"
    r"|(?<!\w)['‘](?:[^'’‘\n]|(?<=\w)['’](?=\w)){2,300}['’](?!\w)|`[^`\n]{1,200}`",
)

# An abbreviation ends nothing, nor does the number of a list item, nor the point in 2.75 or file.py.
_ENDS = re.compile(
    r"(?!(?<=\d)\. (?:jan|feb|mär|apr|mai|jun|jul|aug|sep|okt|nov|"
    r"dez)\w*)(?<!\be\.g)(?<!\bz\.B)(?<!\bi\.e)(?<!\betc)(?<!\bvs)(?<!\bcf)(?<!\bDr)(?<!^\d)(?<!^\d\d)[.!?…]+[)\]\"'”"
    r"’]*(?=\s|\x00|\Z)|"
    r"[。！？!?]+[”』」）)]?|"
    r"\n+|\x00+"
    r"|(?=\b(?:btw|by the way)\b)|(?<=[，,])(?=对了[，,]|顺便|另外[，,]|还有[，,])",
    re.IGNORECASE | re.MULTILINE,
)
_BULLET = re.compile(r"[\s\x01]*(?:[-*•]|\d{1,2}[.)、])\s+")


class Sentence(NamedTuple):
    """One sentence: `text` verbatim, `plain` with quoted parts blanked, `start` and `end` in the turn."""

    text: str
    plain: str
    start: int
    end: int
    joined: bool
    asks: bool
    listed: bool


def own_sentences(turn: str) -> list[Sentence]:
    """The sentences of a turn that the person typed, in order; `joined` when nothing stands between it and the last."""
    if _NOT_TYPED.match(turn):
        return []
    # NUL and its neighbour are our own marks: a turn that brings them along loses them, length kept.
    masked = _masked(turn[:LONGEST_TURN].replace(PASTED, " ").replace(QUOTED, " "))
    found: list[Sentence] = []
    start, fresh = 0, True
    for stop in [*_ENDS.finditer(masked), None]:
        end = stop.end() if stop else len(masked)
        sentence = _sentence(turn, masked, start, end, not fresh)
        if sentence:
            found.append(sentence)
        mark = stop[0] if stop else ""
        fresh = PASTED in mark or mark.count("\n") > 1 or (fresh and not sentence)
        start = end
    return found


def _sentence(turn: str, masked: str, start: int, end: int, joined: bool) -> Sentence | None:
    bullet = _BULLET.match(masked, start, end)
    start = bullet.end() if bullet else start
    while start < end and (masked[start].isspace() or masked[start] == PASTED):
        start += 1
    while end > start and (masked[end - 1].isspace() or masked[end - 1] == PASTED):
        end -= 1
    plain = masked[start:end]
    if not plain.strip(QUOTED + " .,!?") or len(plain) > LONGEST_SENTENCE:
        return None
    return Sentence(
        turn[start:end], plain, start, end, joined, bool(re.search(r"[?？][)\]\"'”’]*$", plain)), bool(bullet)
    )


def _masked(text: str) -> str:
    for pattern in _BLOCKS:
        text = pattern.sub(_pasted, text)
    text = _LINES.sub(_pasted, text)
    text = _without_letter(text)
    if len(_names(text)) > 1:
        text = _SPEAKER.sub(lambda match: match[0] if _OWN_LABEL.match(match[0]) else _pasted(match), text)
    return _QUOTES.sub(lambda match: re.sub(r"[^\n]", QUOTED, match[0]), text)


def _names(text: str) -> list[str]:
    return [match[0] for match in _SPEAKER.finditer(text) if not _OWN_LABEL.match(match[0])]


def _without_letter(text: str) -> str:
    lead = _LEAD_IN.search(text)
    if not lead:
        return text
    after = text[lead.end() :].lstrip()
    # A letter with its own marks ends where they end; one without runs to the end of the turn.
    if not after or after[0] in PASTED + "\"“'‘「«":
        return text
    return text[: lead.end()] + re.sub(r"[^\n]", PASTED, text[lead.end() :])


def _pasted(match: re.Match[str]) -> str:
    return re.sub(r"[^\n]", PASTED, match[0])
