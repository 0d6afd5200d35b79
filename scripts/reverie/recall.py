"""Which memories apply to a prompt, and how they are put before the model. Pure: it decides from what it is given.

score  = sum over the prompt's terms of  weight * worth * place / (place + 2)
place  = 3 in the name, title or keywords + 2 in the description or index line + 2 in the body + 1 in its why
worth  = the rarity of the term among the store's memories: 3.3 for a token that one holds, whatever the store's size;
         half of that for words of any talk about code, 0.7 for a pair of characters, for a word of the same meaning
         and for a slip, 1.3 for an identifier whole, and for its parts together 0.6
behind = when another hit says that it replaces this one: half, and less than the other's
sure   = score less half of its best term, so that one word alone is seldom enough; a third of that when the prompt asks
         for something that stands for itself

A memory that is `SURE` comes with its body, one that is `PLAUSIBLE` as a line. No word of its own that the prompt's
typed part shares with it: no memory.
"""
from __future__ import annotations

import os

from reverie.framing import tame
from reverie.freshness import age, days_since
from reverie.lexicon.stopwords import COMMON
from reverie.tokens import HIRAGANA, SPACED, script_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from reverie.lookup import Found, Hit
    from reverie.query import Query, Term

MOST = 5
BUDGET = 6_000
"""Characters of a whole recall."""
BODY = 1_200
"""Characters of one memory's body."""
POINTER = 100
"""Characters of a memory's line."""
SURE = 1.7
"""From here on the body is shown."""
PLAUSIBLE = 0.5
"""From here on a line is shown. Below it: nothing."""
BESIDE = 0.25
"""Share of the best hit's score that any other must reach."""
_NAME, _ABOUT, _BODY, _ASIDE = 3.0, 2.0, 2.0, 1.0
_SATURATION = 2.0
_LEAD = 0.5
_WHOLE, _PARTS, _PIECES = 1.3, 0.6, 0.8
"""What an identifier is worth whole and its parts together, and the mean of the pairs of a word without spaces."""
_APART = 0.33
_TYPE_WORDS = {
    "user": {"rol", "timezon", "background"}, "feedback": {"rul", "convent", "styl", "prefer"},
    "project": {"decid", "decision", "deadlin", "mileston"}, "reference": {"link", "url", "dashboard", "wiki"},
}
_TYPE = 1.1
"""What a memory gains whose type the prompt's words go with; they make no hit."""


class Apt:
    """A hit that applies: its score, how sure that is, and what each word said for it."""

    __slots__ = ("hit", "score", "sure", "why")

    def __init__(self, hit: Hit, score: float, sure: float, why: list[tuple[str, float]]) -> None:
        self.hit = hit
        self.score = score
        self.sure = sure
        self.why = why

    @property
    def whole(self) -> bool:
        """Whether its body is to be shown."""
        return self.sure >= SURE


def ranked(query: Query, found: Found) -> list[Apt]:
    """All hits that share a word with the query, best first; of equals the pinned, the used, the newest."""
    said = {term.word for term in query.terms if term.weight == 1.0}
    worth = {token: worth * _kind(token) for token, worth in found.worth.items() if worth}
    points = [_Points(term, worth) for term in query.terms if not worth.keys().isdisjoint(term.tokens())]
    share = _APART if apart(query, found) else 1.0
    apt = [_weighed(share, points, hit, said) for hit in found.hits]
    apt = [each for each in apt if each.score > 0]
    replacing = [(other, set(other.hit.replaces.split())) for other in apt if other.hit.replaces]
    for each in apt if replacing else ():
        _put_behind(each, [other for other, replaced in replacing if _names(each.hit) & replaced])
    apt.sort(key=lambda each: (-round(each.score, 1), -each.hit.pinned, -each.hit.uses, _reversed(each.hit.observed),
                               -each.score, each.hit.path))
    return apt


def choose(query: Query, found: Found, shown: Iterable[str] = (), stores: Sequence[str] = ()) -> list[Apt]:
    """At most five that apply and were not shown yet, the sure ones first.

    `stores` are those that were searched, the nearest first: what the nearest has under a name hides its namesakes.
    """
    apt = _nearest(ranked(query, found), stores)
    best = apt[0].score if apt else 0.0
    seen = set(shown)
    fit = [each for each in apt
           if each.sure >= PLAUSIBLE and each.score >= BESIDE * best and mark(each.hit) not in seen]
    fit.sort(key=lambda each: not each.whole)
    return fit[:MOST]


def _nearest(apt: list[Apt], stores: Sequence[str]) -> list[Apt]:
    """Without those whose name a memory of a nearer store has."""
    ranks = [next((n for n, store in enumerate(stores) if each.hit.path.startswith(f"{store}{os.sep}")), 0)
             for each in apt]
    if len(set(ranks)) < 2:
        return apt
    placed = list(zip(apt, ranks, strict=True))
    return [each for each, rank in placed
            if not any(near < rank and _names(other.hit) & _names(each.hit) for other, near in placed)]


def mark(hit: Hit) -> str:
    """What tells a memory already shown from one that has changed since."""
    return f"{hit.stamp} {hit.path}"


def _put_behind(apt: Apt, replacing: list[Apt]) -> None:
    """A memory that others say they replace is worth half, and less than any of those."""
    if replacing:
        share = min(0.5, *(0.9 * other.score / apt.score for other in replacing))
        apt.score, apt.sure = apt.score * share, apt.sure * share


def apart(query: Query, found: Found) -> bool:
    """Whether the prompt asks for something that stands for itself, or for something private no memory speaks of."""
    return query.apart or any(not any(map(found.worth.get, word)) for word in query.private)


def _weighed(share: float, points: list[_Points], hit: Hit, said: set[str]) -> Apt:
    met = [(each, value) for each in points if (value := each.of(hit)) > 0]
    score = sum(value for _, value in met) if any(each.typed for each, _ in met) else 0.0
    if said & _TYPE_WORDS.get(hit.type, set()):
        score *= _TYPE
    sure = share * (score - _LEAD * max((value for _, value in met), default=0.0))
    return Apt(hit, score, sure, [(each.word, value) for each, value in met])


class _Points:
    """What a term can say for a memory: whole, by its parts, or by a word that stands for it, whichever says most."""

    __slots__ = ("word", "typed", "weight", "whole", "parts", "others")

    def __init__(self, term: Term, worth: dict[str, float]) -> None:
        self.word = term.word or term.tokens()[-1]
        self.typed = term.weight == 1.0
        self.weight = term.weight
        spaced = _spaced(term.word)
        parts = 1.0 if not term.word else _PARTS if spaced else _PIECES * _kind(term.word) / max(1, len(term.parts))
        self.whole = [(term.word, worth.get(term.word, 0.0) * (_WHOLE if term.parts and spaced else 1.0))]
        self.parts = [(part, worth[part] * parts) for part in term.parts if worth.get(part)]
        self.others = [(token, worth[token] * share) for token, share in term.others if worth.get(token)]

    def of(self, hit: Hit) -> float:
        name, about, body, aside = hit.fields
        said = [[_placed(_NAME * (token in name) + _ABOUT * (token in about) + _BODY * (token in body)
                         + _ASIDE * (token in aside)) * worth for token, worth in tokens] if tokens else [0.0]
                for tokens in (self.whole, self.parts, self.others)]
        return self.weight * max(said[0][0], sum(said[1]), max(said[2]))


def _placed(place: float) -> float:
    return place / (place + _SATURATION)


def _kind(token: str) -> float:
    scripts = {script_of(c) for c in token[:2]}
    if token in COMMON:
        return 0.5
    if len(token) == 1:
        return 0.3
    if scripts == {HIRAGANA} and len(token) == 2:
        return 0.15
    if HIRAGANA in scripts:
        return 0.4
    return 0.7 if len(token) == 2 and not _spaced(token) else 1.0


def _spaced(token: str) -> bool:
    return script_of(token[:1]) == SPACED


def _names(hit: Hit) -> set[str]:
    stem = os.path.basename(hit.path).removesuffix(".md").casefold()
    return {hit.name.casefold(), stem, stem.partition("_")[2]}


def worded(apt: list[Apt], frame: Callable[[str, bool], str], body: Callable[[Hit], str | None],
           today: str, layer: Callable[[Hit], str] = lambda hit: "") -> tuple[str, list[Hit]]:
    """The text for the model, and those of the memories that it had room for.

    `frame` words what goes before, of a folder and with advice or without; `body` reads a memory's text, None when its
    file is not the one that was found any more; `layer` names whose it is, where it is not the project's.
    """
    told = [(each.hit, part) for each in apt if (part := _part(each, body, today, layer(each.hit)))]
    if not told:
        return "", []
    aged = any((days_since(hit.observed, today) or 0) > 1 for hit, _ in told)
    parts, used = [frame(_folders([hit for hit, _ in told], layer), aged)], []
    size = len(parts[0])
    for hit, part in told:
        if size + len(part) + 2 > BUDGET:
            break
        parts.append(part)
        used.append(hit)
        size += len(part) + 2
    return "\n".join(parts), used


def _folders(hits: list[Hit], layer: Callable[[Hit], str]) -> str:
    """Where the files lie, the project's first; with the rule for what they contradict each other in, if they may."""
    found = {layer(hit): os.path.dirname(hit.path) for hit in reversed(hits)}
    told = [found[name] if not name or len(found) == 1 else f"{found[name]} ({name})" for name in sorted(found)]
    return "; ".join(told) + (". Where they differ, the project's hold." if "" in found and len(found) > 1 else "")


def _part(apt: Apt, body: Callable[[Hit], str | None], today: str, layer: str) -> str:
    """A memory as it is shown: with its body, or as a line."""
    text = body(apt.hit)
    if text is None:
        return ""
    hit = apt.hit
    if not apt.whole:
        saved = f", {age(hit.observed, today)}" if hit.observed else ""
        saved = f", {layer}{saved}" if layer else saved
        line = f"- {_where(hit)}{saved}: {tame(hit.description or text)}".split("\n")[0]
        return line if len(line) <= POINTER else line[:POINTER - 1].rsplit(" ", 1)[0] + "…"
    kind = "".join(f"{each}, " for each in (hit.type, layer) if each)
    return f"\n### {_where(hit)} ({kind}{age(hit.observed, today)})\n{_cut(tame(text or hit.description))}"


def _where(hit: Hit) -> str:
    """The file, with the name before it where the file does not say it."""
    file = os.path.basename(hit.path)
    name, said = (text.casefold().replace("-", "_") for text in (hit.name, file))
    return file if name and name in said else f"{tame(hit.name)} ({file})"


def _cut(body: str) -> str:
    if len(body) <= BODY:
        return body
    return body[:BODY].rsplit("\n", 1)[0].rstrip() + "\n[cut here; the file holds the rest]"


def _reversed(day: str) -> tuple[int, ...]:
    return tuple(-ord(c) for c in day)
