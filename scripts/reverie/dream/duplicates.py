"""Memories that say the same are one memory: which they are, and which of them stays. Pure over a draft.

Two are the same only if they differ in nothing that carries a fact: what they state is equal token by token, neither
is about something that the other does not name, and neither gives a reason that the other contradicts. What is in
doubt stays apart.
"""
from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping

from reverie import relist
from reverie.dream import merging, rows
from reverie.dream.draft import Draft, Step
from reverie.dream.tokens import tokens
from reverie.layers import PROJECT
from reverie.lexicon.stems import stem
from reverie.lexicon.stopwords import STOP
from reverie.record import TYPES

_COPY = re.compile(r"(?:[-_ ]+(?:copy|kopie|copie|copia)|[-_ ]*\(?\d{1,2}\)?)+$", re.I)
_WORD = re.compile(r"[^\W_]+(?:[.'][^\W_]+)*")


def plan(draft: Draft, index_text: str) -> tuple[list[Step], list[str]]:
    """One step for each memory that stays for others, taken into the draft; and in which keys they differed."""
    steps: list[Step] = []
    findings: list[str] = []
    rank = _ranking(draft, index_text)
    for group in _alike(draft):
        for stays, text, others, differ in _clusters(draft, sorted(group, key=rank)):
            closes = tuple((file, stays) for file in others)
            writes = ((stays, text),) if text != draft.files[stays] else ()
            step = Step("merge", f"{', '.join(others)} said the same", (stays, *others), writes, closes)
            draft.take(step)
            steps.append(step)
            findings += [f"{stays}: {key} differed and both values are kept" for key in differ]
    return steps, findings


def _alike(draft: Draft) -> list[list[str]]:
    """Files whose statements are the same token by token, groups in the order of their first."""
    groups: dict[tuple[str, ...], list[str]] = defaultdict(list)
    for file in sorted(draft.files):
        if not draft.closed(file) and draft.keys(file):
            statement = tokens(rows.said(draft.body(file)).statement)
            if statement:
                groups[statement].append(file)
    return [group for group in groups.values() if len(group) > 1]


def _clusters(draft: Draft, files: list[str]) -> Iterable[tuple[str, str, list[str], set[str]]]:
    """Of files that state the same, those that are one memory: who stays, its text, who goes, and the keys at odds."""
    heads: list[tuple[str, str, list[str], set[str]]] = []
    for file in files:
        for n, (stays, text, others, differ) in enumerate(heads):
            made = merging.merged(text, draft.files[file]) if draft.mine(file) and _one(draft, stays, file) else None
            if made and (draft.mine(stays) or made.text == text or _adds_nothing(draft, stays, file)):
                kept = made.text if draft.mine(stays) else text
                heads[n] = (stays, kept, [*others, file], differ | set(made.differ))
                break
        else:
            heads.append((file, draft.files[file], [], set()))
    return [each for each in heads if each[2]]


def _adds_nothing(draft: Draft, stays: str, file: str) -> bool:
    """Whether one that may not be changed says all that the other does."""
    mine, theirs = (rows.said(draft.body(each)) for each in (stays, file))
    return merging.body(mine, theirs) == mine and _unknown(draft, file) <= _unknown(draft, stays)


def _unknown(draft: Draft, file: str) -> set[tuple[str, str]]:
    return {item for item in draft.keys(file).items() if item[0].rpartition(".")[2] not in merging.OURS}


def _one(draft: Draft, one: str, other: str) -> bool:
    """Whether the two are about one thing: no word of a name or description that the other has nowhere."""
    first, second = draft.keys(one), draft.keys(other)
    if _scope(first) != _scope(second):
        return False
    names = [keys.get("name") or keys.get("title") or "" for keys in (first, second)]
    about = [_words(keys.get("description", "")) for keys in (first, second)]
    if _COPY.sub("", names[0]) != _COPY.sub("", names[1]) or all(_COPY.search(name) for name in names):
        about = [words | _words(name) - set(TYPES) for words, name in zip(about, names, strict=True)]
    said = _words(draft.body(one))
    return about[0] <= about[1] | said and about[1] <= about[0] | said


def _scope(keys: Mapping[str, str]) -> str:
    """What the memory says it is true for; one that does not say it is the project's, as agents write none."""
    return keys.get("metadata.scope", "") or PROJECT


def _words(text: str) -> set[str]:
    words = (word.casefold().removesuffix("'s") for word in _WORD.findall(text.replace("’", "'")))
    return {stem(word) for word in words if word not in STOP or word in ("not", "no", "before", "after", "off", "on")}


def _ranking(draft: Draft, index_text: str) -> Callable[[str], tuple[object, ...]]:
    """Which of several stays, the first by this order: one that may not be touched, one that a person's own words in
    the index lead to, one that it lists, one at the top of the store, the more complete, the older."""
    prose, listed = relist.in_prose(index_text), relist.listed(index_text)

    def rank(file: str) -> tuple[object, ...]:
        keys, parts = draft.keys(file), rows.said(draft.body(file))
        complete = len(keys) + bool(parts.why) + bool(parts.how)
        created = keys.get("metadata.created") or keys.get("created") or "9999"
        return (draft.mine(file), file not in prose, file not in listed, file.count("/"), -complete, created,
                len(file), file)

    return rank
