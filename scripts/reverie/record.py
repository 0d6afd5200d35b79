"""The words of the house as values: what a conversation is made of and what becomes of it.

Kept off the hooks' path, which has `event` for itself.
"""
from __future__ import annotations

from typing import Any, NamedTuple

from reverie.errors import Refused

TYPES = ("user", "feedback", "project", "reference")
SCOPES = ("project", "person")
OPS = ("create", "update", "supersede")

_TEXT = {"type": "string"}
SCHEMA: dict[str, Any] = {
    "type": "object",
    "additionalProperties": False,
    "required": ["memories"],
    "properties": {
        "memories": {
            "type": "array",
            "items": {
                "type": "object",
                "additionalProperties": False,
                "required": ["type", "name", "description", "body", "why", "how", "keywords", "quote", "scope", "op",
                             "target"],
                "properties": {
                    "type": {"type": "string", "enum": list(TYPES)},
                    "name": _TEXT,
                    "description": _TEXT,
                    "body": _TEXT,
                    "why": _TEXT,
                    "how": _TEXT,
                    "keywords": {"type": "array", "items": _TEXT},
                    "quote": _TEXT,
                    "scope": {"type": "string", "enum": list(SCOPES)},
                    "op": {"type": "string", "enum": list(OPS)},
                    "target": _TEXT,
                },
            },
        },
    },
}
"""The one form in which every backend answers; `why`, `how`, `keywords` and, where nothing older is meant, `target`
may be empty.
"""
KEYWORDS = 12
"""Of a memory, at most; each of at most four words and 40 characters: more would be a sentence."""


class Turn(NamedTuple):
    """One thing somebody said: `role` is user or assistant, `at` an ISO time or empty."""

    role: str
    text: str
    uuid: str = ""
    prompt_id: str = ""
    at: str = ""


class Candidate(NamedTuple):
    """A memory somebody proposes. `quote` is the user's own words that it rests on.

    `op` and `target` say which file of the store it updates or supersedes. What is not `sure` waits for a person.
    `keywords`, parted by commas, is what it can be found by besides its own words; two that differ in nothing else
    say the same.
    """

    type: str
    name: str
    description: str
    body: str
    quote: str
    why: str = ""
    how: str = ""
    scope: str = "project"
    op: str = "create"
    target: str = ""
    keywords: str = ""
    sure: bool = True


class Memory(NamedTuple):
    """A memory as it stands in its file. `path` is absolute; days are ISO dates or empty; `body` has no head.

    `by` is who wrote it: a file without a head is the user's own.
    """

    path: str
    name: str
    description: str
    type: str
    body: str
    observed: str = ""
    created: str = ""
    keywords: str = ""
    by: str = ""
    pinned: bool = False
    superseded: bool = False


class Verdict(NamedTuple):
    """What is to be done with a candidate: create, update, supersede, duplicate, propose or refuse it.

    `target` is the path of the older memory that is meant; `reason` why it waits or is refused; `by` is the path of
    the memory that stands in the older one's place already, where a worker died before it closed that one.
    """

    op: str
    candidate: Candidate
    target: str = ""
    reason: str = ""
    by: str = ""


class Usage(NamedTuple):
    """What a backend's answer cost; None where it does not say, which is not zero."""

    calls: int = 0
    tokens_in: int | None = None
    tokens_out: int | None = None
    cost_usd: float | None = None


class Job(NamedTuple):
    """What a backend is asked: words for a model in `system` and `prompt`; for rules the turns and what is known.

    `existing` are the memories of the store, `instructions` the text of the project's CLAUDE.md.
    """

    system: str
    prompt: str
    schema: dict[str, Any]
    turns: tuple[Turn, ...]
    today: str
    existing: tuple[Memory, ...] = ()
    instructions: str = ""
    session: str = ""
    root: str = ""


class Answer(NamedTuple):
    """What a backend says: JSON not yet looked at, and what it cost."""

    data: object
    usage: Usage


def candidates(raw: object) -> tuple[list[Candidate], list[str]]:
    """The sound candidates in a backend's answer, and a sentence for each unsound one.

    Refused when the answer as a whole is not of the form; an empty list is a good answer. What stands in `proposals`
    rather than in `memories` is not sure.
    """
    if not isinstance(raw, dict):
        raise Refused("the answer is not an object")
    if not {"memories"} <= set(raw) <= {"memories", "proposals"} or not all(isinstance(x, list) for x in raw.values()):
        raise Refused("the answer is not an object with one list named memories")
    good: list[Candidate] = []
    bad: list[str] = []
    for sure, items in ((True, raw["memories"]), (False, raw.get("proposals", []))):
        for n, item in enumerate(items, 1):
            try:
                good.append(_candidate(item, n)._replace(sure=sure))
            except Refused as refusal:
                bad.append(str(refusal))
    return good, bad


_FIELDS = tuple(field for field in Candidate._fields if field != "sure")


def _candidate(raw: object, n: int) -> Candidate:
    if not isinstance(raw, dict):
        raise Refused(f"memory {n} is not an object")
    unknown = sorted(set(raw) - set(_FIELDS))
    if unknown:
        raise Refused(f"memory {n} has an unknown field {unknown[0]!r}")
    for field in ("type", "name", "description", "body", "quote"):
        if not isinstance(raw.get(field), str) or not raw[field].strip():
            raise Refused(f"memory {n} has no {field}")
    for field in ("why", "how", "target"):
        if not isinstance(raw.get(field, ""), str):
            raise Refused(f"memory {n} has a {field} that is not text")
    if raw["type"] not in TYPES:
        raise Refused(f"memory {n} has the unknown type {raw['type']!r}")
    if raw.get("scope", "project") not in SCOPES:
        raise Refused(f"memory {n} has the unknown scope {raw['scope']!r}")
    if raw.get("op", "create") not in OPS:
        raise Refused(f"memory {n} has the unknown op {raw['op']!r}")
    fields: dict[str, Any] = {field: mended(value).strip() for field, value in raw.items() if field != "keywords"}
    return Candidate(**fields, keywords=keywords(raw.get("keywords")))


def keywords(raw: object) -> str:
    """The sound ones of a list of keywords, or of a text with commas between them, as such a text.

    What is too long, an address or a sentence is left out: it is no loss to the memory, and must not speak to a model.
    """
    items = raw.split(",") if isinstance(raw, str) else raw if isinstance(raw, list) else []
    words = [" ".join(mended(item).replace(",", " ").split()) for item in items if isinstance(item, str)]
    return ", ".join(list(dict.fromkeys(filter(_keyword, words)))[:KEYWORDS])


def _keyword(word: str) -> bool:
    address = "://" in word or word.lower().startswith("www.")
    return bool(word) and len(word) <= 40 and len(word.split()) <= 4 and not address and word[-1] not in ".!?。！？"


def mended(text: str) -> str:
    """`text` with U+FFFD for each half of a character, which could be written nowhere."""
    return text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")
