"""A memory's text in its parts: the fact, the why, the how. Pure.

Labels are read in the languages they are met in; a part that stands twice is one.
"""
from __future__ import annotations

import re
from typing import NamedTuple

_WHY = r"why|reason|warum|grund|pourquoi|raison|por qué|motivo|razón|为什么|原因|理由|なぜ|이유|왜"
_HOW = (r"how to apply|how|anwendung|so anwenden|wie anwenden|comment l['’]appliquer|application|cómo aplicar(?:lo)?"
        r"|如何应用|怎么做|做法|適用方法|使い方|적용 방법|적용")
_LABEL = re.compile(rf"(?im)^[ \t]*(?:[-*] )?(?:\*\*|__)(?:(?P<why>{_WHY})|(?P<how>{_HOW}))[ ]?[:：]?(?:\*\*"
                    rf"|__)[ ]?[:：]?[ \t]*")


class Parts(NamedTuple):
    """The text of each part, empty where there is none."""

    fact: str
    why: str
    how: str

    @property
    def all(self) -> str:
        """The parts one after the other, without their labels."""
        return "\n".join(filter(None, self))


def parts(body: str) -> Parts:
    """The parts of a body without its head."""
    body = body.replace("\r\n", "\n")
    found: dict[str, list[str]] = {"fact": [], "why": [], "how": []}
    last, kind = 0, "fact"
    for match in _LABEL.finditer(body):
        found[kind].append(body[last:match.start()].strip())
        last, kind = match.end(), "why" if match["why"] else "how"
    found[kind].append(body[last:].strip())
    return Parts(*("\n".join(filter(None, pieces)) for pieces in found.values()))
