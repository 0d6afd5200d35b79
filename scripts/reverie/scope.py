"""Whether a candidate is true of the person everywhere, as it says, or of this project after all. Pure.

What is kept with the person shows up in every project, so whatever smells of this one stays here: a path, an
identifier, the project's own name, "here" and "our". A person may move it later.
"""
from __future__ import annotations

import os
import re

from reverie.layers import PERSON, PROJECT
from reverie.record import Candidate

_HERE = re.compile(
    r"(?i)\b(?:here|our|this (?:repo|repository|project|codebase|team|company|code|app|service|branch|workspace)"
    r"|hier|unser\w*|dies\w+ (?:repo\w*|projekt|team|code)|ici|notre|nos|ce(?:t|tte)? (?:projet|dépôt|équipe|code)"
    r"|aquí|nuestr[oa]s?|est[ea] (?:proyecto|equipo|código|repositorio))\b"
    r"|这里|这边|這裡|这个(?:项目|仓库|团队|公司)|我们|咱们|本项目|ここ|この(?:プロジェクト|リポ|チーム|会社)|うち(?:では|は|の)|弊社|当社"
    r"|여기|이 (?:프로젝트|저장소|레포|팀|회사)|저희|우리"
)
_CODE = re.compile(r"`|https?://|(?:^|\s)[.~]?/\w|\w+/\w+/|\b\w+\.[a-z]{1,4}\b|\b[a-z]+_[a-z_]+\b|\b[a-z]+[A-Z]\w+|\b\d{4,5}\b")
_KINDS = ("user", "feedback")
"""What a decision, a deadline or a place to look says is said of a project."""


def settled(candidate: Candidate, root: str) -> str:
    """Where it belongs: with the person if it says so and nothing in it speaks of the project at `root`."""
    if candidate.scope != PERSON or candidate.type not in _KINDS:
        return PROJECT
    fact = " ".join((candidate.body, candidate.why, candidate.how))
    said = " ".join((candidate.name.replace("-", " "), candidate.description, fact, candidate.keywords))
    name = os.path.basename(root).casefold()
    named = len(name) > 2 and re.search(rf"(?<!\w){re.escape(name)}(?!\w)", said.casefold())
    return PROJECT if named or _HERE.search(fact) or _CODE.search(said) else PERSON
