"""What no memory may gain from a model: orders, tags, hidden characters, secrets, an error for a text. Pure.

What stands in the sources already is not gained.
"""
from __future__ import annotations

import re

from reverie import framing
from reverie.secrets import redaction

_ORDERS = re.compile(
    r"(?i)\b(?:ignore|disregard|forget|override|bypass)\b[^.\n]{0,40}\b(?:instructions?|prompts?|rules?|above"
    r"|previous|prior|guidelines)"
    r"|\bsystem prompt\b|\byou are now\b|\bas an ai\b|\bnew instructions?\b"
    r"|\bdo not (?:tell|inform|ask) the (?:user|person)"
    r"|\bwithout (?:asking|telling|informing) (?:the )?(?:user|person|anyone)|\bexfiltrat\w+"
    r"|\b(?:ignorier\w*|missacht\w*|vergiss)\b[^.\n]{0,40}\b(?:anweisung\w*|regeln?|vorherig\w*|bisherig\w*)"
    r"|\bignore[rz]?\b[^.\n]{0,40}\b(?:consignes?|instructions?|règles?)|\b(?:ignora|ignore"
    r"|olvida)\b[^.\n]{0,40}\b(?:instruccion\w*|reglas?)"
    r"|忽略[^。\n]{0,12}(?:指令|指示|规则|说明)|无视[^。\n]{0,12}(?:指令|指示|规则)|(?:指示|命令"
    r"|ルール)[^。\n]{0,8}無視|(?:지시|명령|규칙)[^.\n]{0,8}무시"
)
_MACHINE = re.compile(
    r"(?i)you'?ve hit your (?:\w+ )?limit|not logged in|please run /login|rate.?limit(?:ed)? error|invalid api key"
    r"|\bi'?m sorry,? but i\b|\bi (?:can(?:no|')t|am unable to) (?:help|assist|comply)|api error:? \d{3}"
    r"|\b(?:function_calls?|tool_use|tool_calls?)\b"
)
_TAG = re.compile(r"<[/!?]?[A-Za-z][\w-]*(?:\s[^<>\n]*)?/?>|<!--|&(?:lt|#\d+);")
_LOADED = re.compile(r"!\[[^\]]*\]\([^)]*\)|\]\(\s*(?:https?|data|javascript|file):")
_HEAD = re.compile(r"\A\s*---\s*$|^(?:name|description|metadata|superseded_by|pinned)\s*:\s", re.M)
_REDACTED = re.compile(r"\[REDACTED(?::[\w-]+)?\]")


def objection(new: str, old: str) -> str:
    """Why the new text may not come into a memory made from the old one, in one phrase; empty when it may."""
    if framing.tame(new) != new:
        return "it has hidden characters or a tag that a client acts on"
    if redaction.redact(new) != new or len(_REDACTED.findall(new)) > len(_REDACTED.findall(old)):
        return "it has a secret in it"
    for pattern, fault in _FAULTS:
        known = {match[0].casefold() for match in pattern.finditer(old)}
        gained = next((match[0] for match in pattern.finditer(new) if match[0].casefold() not in known), "")
        if gained:
            return f"{fault}: {' '.join(gained.split())[:60]}"
    return ""


_FAULTS = (
    (_ORDERS, "it tells an agent what to do"), (_MACHINE, "it is the text of an error or a refusal"),
    (_TAG, "it has a tag"), (_LOADED, "it loads something"), (_HEAD, "it has a head in its body"),
)
