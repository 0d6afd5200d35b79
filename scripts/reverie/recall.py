"""Which memories apply to a prompt, and how they are put before the model. Pure: it reads nothing.

A memory scores, for each word it shares with the prompt, that word's rarity among all memories, twice where the word
stands in its name, description or keywords. No shared word, no memory.
"""
from __future__ import annotations

import datetime

from reverie.catalog import rarity
from reverie.framing import tame
from reverie.freshness import age
from reverie.tokens import tokens

TYPE_CHECKING = False
if TYPE_CHECKING:
    from reverie.catalog import Hit

MOST = 5
BUDGET = 6_000
"""Characters of a whole recall."""
BODY = 1_200
"""Characters of one memory."""
FLOOR = 6.0
"""A memory below this is not shown."""
_QUERY = 64
"""Words of a prompt that are looked up: a long paste says no more in its middle than at its ends."""
_SYNTHETIC = ("/", "!", "<", "[Request interrupted", "Caveat:")


def query(prompt: str) -> list[str]:
    """The words of a prompt to look for; none when no person asked for anything."""
    said = prompt.strip()
    if said.startswith(_SYNTHETIC):
        return []
    own = _own(said)
    words = list(dict.fromkeys(tokens(own if len(own) <= 8_000 else f"{own[:4_000]} {own[-4_000:]}")))
    return words if len(words) <= _QUERY else words[: _QUERY // 2] + words[-_QUERY // 2:]


def _own(said: str) -> str:
    """The prompt without code blocks and what the client marks as pasted."""
    typed = " ".join(said.split("```")[::2])
    while "<pasted_content" in typed:
        before, _, rest = typed.partition("<pasted_content")
        typed = f"{before} {rest.partition('</pasted_content')[2].partition('>')[2]}"
    return typed


def choose(hits: list[Hit], shares: dict[str, float], shown: set[str]) -> list[Hit]:
    """The hits that apply and were not shown yet, best first; among equals the one confirmed last."""
    scored = [(score(hit, shares), hit) for hit in hits if mark(hit) not in shown]
    apt = [(points, hit) for points, hit in scored if points >= FLOOR]
    apt.sort(key=lambda pair: (-pair[0], _reversed(pair[1].observed), pair[1].path))
    return [hit for _, hit in apt[:MOST]]


def score(hit: Hit, shares: dict[str, float]) -> float:
    """How surely the memory applies."""
    worth = {word: rarity(share) for word, share in shares.items()}
    return 2 * sum(worth[word] for word in hit.head_words) + sum(worth[word] for word in hit.body_words)


def mark(hit: Hit) -> str:
    """What tells a memory already shown from one that has changed since."""
    return f"{hit.stamp} {hit.path}"


def worded(hits: list[Hit], frame: str, today: datetime.date) -> tuple[str, list[Hit]]:
    """The text for the model, and those of the hits that it had room for."""
    parts, used = [frame], []
    size = len(frame)
    for hit in hits:
        part = _worded(hit, today)
        if size + len(part) + 2 > BUDGET:
            break
        parts.append(part)
        used.append(hit)
        size += len(part) + 2
    return ("\n\n".join(parts), used) if used else ("", [])


def _worded(hit: Hit, today: datetime.date) -> str:
    body = tame(hit.body or hit.description)
    if len(body) > BODY:
        body = body[:BODY].rsplit("\n", 1)[0].rstrip() + "\n[cut here; the file holds the rest]"
    kind = f"{hit.type}, " if hit.type else ""
    return f"### {tame(hit.name)} ({kind}{age(hit.observed, today)})\n{hit.path}\n{body}"


def _reversed(day: str) -> tuple[int, ...]:
    return tuple(-ord(c) for c in day)
