"""What a text would lose of another that it is to replace, in one phrase. Pure.

Facts must all be there. Of the rest, each sentence and each clause must be told again where both are in one language;
where they are not, the reason must at least have one beside it. In doubt something is lost.
"""
from __future__ import annotations

from collections.abc import Iterable, Sequence

from reverie.dream import denials, saying
from reverie.dream.facts import Fact, Text
from reverie.dream.source import Source, akin

_LEFT_OUT = 0.3
"""Share of a sentence's words that may go."""
_LEFT_OUT_WIDE = 0.4
"""The same where pairs of characters are counted, of which one changed word takes two or three with it."""
_TITLE = ("literal", "identifier", "number", "day", "time")
"""What of a description is a fact that has to stay; its names mostly only say which project it is."""


def lost(source: Source, result: Source, gone: Sequence[str] = ()) -> str:
    """The first thing that `source` says and `result` does not; empty where nothing is lost.

    `gone` are the names of what the result replaces: no link has to lead there any more.
    """
    checks = (_fact, _bound, _why, _said, _denied)
    return next(filter(None, (check(source, result, gone) for check in checks)), "")


def swapped(sources: Sequence[Source], result: Source) -> str:
    """Two values that stand in each other's place in the result; empty where none do."""
    there, here = _contexts([source.text for source in sources]), _contexts([result.text])
    shared = [value for value in there if value in here]
    for n, one in enumerate(shared):
        for other in shared[n + 1:]:
            mine, theirs = there[one] - there[other], there[other] - there[one]
            if (mine and theirs and _changed(here[one], mine, theirs) and _changed(here[other], theirs, mine)):
                return f"{one} and {other} change places"
    return ""


def turned(sources: Sequence[Source], result: Source) -> str:
    """A word that is denied in the sources alone or in the result alone; empty where there is none."""
    if not all(akin(source, result) for source in sources):
        return ""
    before = denials.sides("\n".join(source.parts.all for source in sources))
    after = denials.sides(result.parts.all)
    for word, sides in before.items():
        if word[0] < "\u3000" and len(sides) == 1 and after.get(word, sides) == frozenset({not min(sides)}):
            return f"what is said of {word} turns into its opposite"
    return ""


def _fact(source: Source, result: Source, gone: Sequence[str]) -> str:
    titled = (fact for fact in source.title.facts if fact.kind in _TITLE)
    for fact in (*source.text.facts, *titled):
        if not _kept(fact, source, result, gone):
            return f"{fact.shown} of {source.file} is lost"
    return ""


def _kept(fact: Fact, source: Source, result: Source, gone: Sequence[str]) -> bool:
    if fact.kind == "link":
        return fact.value in gone or result.whole.states(fact)
    if fact.kind == "named" and (not fact.value or source.said == result.said):
        # Nobody can tell the day, or it still counts from the same one: its own words will do.
        return fact.shown.casefold() in result.whole.text.casefold() or result.whole.states(fact)
    return result.whole.states(fact)


def _bound(source: Source, result: Source, _gone: Sequence[str]) -> str:
    for each in source.text.quantities:
        like = [other for other in result.text.quantities if each.same(other)]
        if each.bound and like and all(other.bound not in ("", each.bound) for other in like):
            return f"the bound of {each.shown} of {source.file} turns round"
    return ""


def _why(source: Source, result: Source, _gone: Sequence[str]) -> str:
    for part, label in ((source.parts.why, "why"), (source.parts.how, "how")):
        if not part:
            continue
        told = result.parts.why if label == "why" else result.parts.how
        if akin(source, result):
            if not told and part not in result.parts.all and _thin(part, result.parts.all):
                return f"the {label} of {source.file} is lost"
        elif not told:
            return f"the {label} of {source.file} is lost"
    return ""


def _said(source: Source, result: Source, _gone: Sequence[str]) -> str:
    told = "\n".join((result.parts.all, result.text.told, result.description))
    for sentence in source.sentences:
        if sentence in result.sentences:
            continue
        if not akin(source, result):
            words = [word for word in saying.content(sentence) if saying.meanings(word)]
            if len(words) > 2 and len(set(words) & set(saying.missing(sentence, told))) == len(words):
                return f"what {source.file} says is lost: {_shown(sentence)}"
        elif _thin(sentence, told) or any(_gone_clause(clause, told) for clause in saying.clauses(sentence)):
            return f"what {source.file} says is lost: {_shown(sentence)}"
    return ""


def _denied(source: Source, result: Source, _gone: Sequence[str]) -> str:
    kept = set(denials.clauses(result.text.told))
    for clause in filter(denials.restricts, denials.clauses(source.text.told)):
        if clause in kept:
            continue
        near = nearest(clause, result.sentences)
        if near and not any(map(denials.restricts, near)):
            return f"a denial or limit of {source.file} is lost: {_shown(clause)}"
    return ""


def nearest(sentence: str, others: Iterable[str]) -> list[str]:
    """Those of the other sentences that share the most words with this one; none when no word is shared."""
    words = saying.content(sentence)
    shared = [(len(words) - len(saying.missing(sentence, other)), other) for other in others]
    most = max((count for count, _ in shared), default=0)
    return [other for count, other in shared if count == most] if most else []


def _thin(sentence: str, told: str) -> bool:
    """Whether too many of the sentence's words are not told."""
    words, missing = saying.content(sentence), saying.missing(sentence, told)
    wide = any(word[0] >= "\u3000" for word in words)
    return len(missing) > (_LEFT_OUT_WIDE if wide else _LEFT_OUT) * len(words) and bool(missing)


def _gone_clause(clause: str, told: str) -> bool:
    words = saying.content(clause)
    return bool(words) and len(saying.missing(clause, told)) > 0.6 * len(words)


def _contexts(texts: Sequence[Text]) -> dict[str, frozenset[str]]:
    """For each value in the texts the words it stands among."""
    found: dict[str, set[str]] = {}
    for text in texts:
        for clause in denials.clauses(text.text):
            facts = Text(clause, text.said, text.tag or "en").facts
            words = {*saying.content(clause), *(f"={fact.value}" for fact in facts if fact.kind == "name")}
            for fact in facts:
                if fact.kind in ("literal", "identifier", "number", "time", "day"):
                    found.setdefault(fact.shown, set()).update(words - set(saying.content(fact.shown)))
    return {value: frozenset(words) for value, words in found.items()}


def _changed(here: frozenset[str], mine: frozenset[str], theirs: frozenset[str]) -> bool:
    return bool(here & theirs) and not here & mine


def _shown(sentence: str) -> str:
    flat = " ".join(sentence.split())
    return flat if len(flat) <= 80 else flat[:79] + "…"
