"""What a text says that none of those it is made from do, in one phrase. Pure.

A fact that nobody stated is made up; so is a sentence most of whose words are new, and a denial of what was affirmed.
"""
from __future__ import annotations

from collections.abc import Collection, Sequence

from reverie.dream import denials, saying
from reverie.dream.facts import Fact
from reverie.dream.losses import nearest
from reverie.dream.source import Source, akin

_NEW = 0.5
"""Share of a sentence's words from which on it says something new."""
_TITLE = ("literal", "identifier", "number", "day", "time", "link")


def invented(sources: Sequence[Source], result: Source, live: Collection[str]) -> str:
    """The first thing that the result says and no source does; empty where nothing is made up.

    `live` are the names that a link may lead to.
    """
    for fact in result.text.facts:
        if not _stated(fact, sources, result, live):
            return f"{fact.shown} is made up"
    for fact in result.title.facts:
        spelled = fact.quantity is not None and not fact.quantity.figure
        known = spelled or result.text.states(fact) or _stated(fact, sources, result, live)
        if fact.kind in _TITLE and not known:
            return f"{fact.shown} in the description is made up"
    return _sentence(sources, result) or _denial(sources, result)


def _stated(fact: Fact, sources: Sequence[Source], result: Source, live: Collection[str]) -> bool:
    if fact.kind == "link" and fact.value in live:
        return True
    if fact.kind == "named":
        return any(fact.shown.casefold() in source.whole.text.casefold() for source in sources
                   if not source.said or source.said == result.said)
    if fact.quantity is not None and str(len(sources)) in fact.quantity.readings and not fact.quantity.figure:
        return True
    if any(source.whole.states(fact) for source in sources):
        return True
    quoted = fact.kind == "literal" and not fact.shown.startswith(("`", "http"))
    if quoted:
        return not saying.missing(fact.value, "\n".join(source.whole.text for source in sources))
    return fact.quantity is not None and any(
        other.same(fact.quantity) and not other.unit for source in sources for other in source.text.quantities)


def _sentence(sources: Sequence[Source], result: Source) -> str:
    """A sentence or a clause that no source has the words for."""
    told = "\n".join(text for source in sources for text in (source.whole.text, source.text.told))
    one_language = all(akin(source, result) for source in sources)
    said = {sentence for source in sources for sentence in source.sentences}
    for sentence in result.sentences:
        if sentence in said:
            continue
        words, new = saying.content(sentence), saying.missing(sentence, told)
        if words and len(new) == len(words):
            return f"a sentence is made up: {sentence[:80]}"
        if not one_language:
            continue
        if len(words) > 2 and len(new) > _NEW * len(words):
            return f"a sentence is made up: {sentence[:80]}"
        for clause in saying.clauses(sentence):
            parts = saying.content(clause)
            if len(parts) > 1 and len(saying.missing(clause, told)) == len(parts):
                return f"a clause is made up: {clause[:80]}"
    return ""


def _denial(sources: Sequence[Source], result: Source) -> str:
    """A denial whose nearest sentence in the sources denies nothing."""
    if not all(akin(source, result) for source in sources):
        return ""
    said = [sentence for source in sources for sentence in source.sentences]
    known = {clause for source in sources for clause in denials.clauses(source.text.told)}
    for clause in filter(denials.denies, denials.clauses(result.text.told)):
        if clause in known:
            continue
        near = nearest(clause, said)
        if near and not any(map(denials.restricts, near)):
            return f"a denial is made up: {clause[:80]}"
    return ""
