"""The eight ops of a plan: each turns the fields of a step into the change it means, or refuses. Pure.

What is not expressly the op's is not changed: a retype touches the type and nothing else.
"""
from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any

from reverie import head
from reverie.dream import intrusion, inventions, losses, naming, rewritten, saying, source
from reverie.dream.draft import Draft, Step
from reverie.dream.facts import Text
from reverie.dream.source import Source
from reverie.errors import Refused
from reverie.record import SCOPES, TYPES, keywords

_NAME, _DESCRIPTION, _BODY, _REASON = 80, 240, 8_000, 500
_WORDS = ("name", "often")
"""What people may search with though the memory does not say it: a name for the thing, in another language say."""
_GROWN = 1.5
"""How much longer than its sources a result may be."""
_FAMILIAR = 0.5
"""Share of a store's memories from which on a word that is in so many does not say what one of them is about."""
_ALIKE = 0.4
"""Share of the words of the shorter of two memories from which on they are about one thing, however familiar the"
  " words."""
_FEW = 4
"""Memories below which a store is too small to tell that."""

_MARKS = re.compile(r"[(),;:.]")

Fields = Mapping[str, Any]


def step(fields: Fields, draft: Draft, today: str) -> Step:
    """The change that these fields of a plan's step mean for the draft; Refused with the reason where it may not be."""
    op = fields["op"]
    if op not in OPS:
        raise Refused(f"its op {op!r} is unknown")
    sources = list(dict.fromkeys(fields["sources"]))
    if not sources:
        raise Refused("it has no sources")
    if not fields["reason"].strip():
        raise Refused("it gives no reason")
    for file in sources:
        _there(file, draft)
    return _OPS[op](fields, sources, draft)


def _merge(fields: Fields, sources: list[str], draft: Draft) -> Step:
    file = fields["file"]
    if len(sources) < 2:
        raise Refused("a merge takes two sources at least")
    for each in sources:
        _ours(each, draft)
    fault = naming.unsound(file, sources, {*draft.files, *draft.base})
    if fault:
        raise Refused(fault)
    named = {key: " ".join(fields[key].split()) for key in ("name", "description", "type")}
    if not named["name"] or not named["description"]:
        raise Refused("it has no name or no description")
    if named["type"] and named["type"] not in TYPES:
        raise Refused(f"its type {named['type']!r} is unknown")
    _told(fields, sources, draft, named["name"], named["description"])
    text = rewritten.merged(draft, sources, file, named, _body(fields))
    closes = tuple((each, file) for each in sources if each != file)
    return Step("merge", _reason(fields), tuple(sources), ((file, text),), closes)


def _rewrite(fields: Fields, sources: list[str], draft: Draft) -> Step:
    file = _one(fields, sources, draft)
    keys = draft.keys(file)
    _told(fields, sources, draft, keys.get("name", ""), keys.get("description", ""))
    if _body(fields).split() == draft.body(file).split():
        raise Refused("it changes nothing")
    return _changed("rewrite", fields, file, rewritten.rewritten(draft, file, _body(fields)))


def _supersede(fields: Fields, sources: list[str], draft: Draft) -> Step:
    file = fields["file"]
    if file in sources:
        raise Refused("a memory cannot supersede itself")
    _there(file, draft)
    new = source.of(draft, file)
    for each in sources:
        _ours(each, draft)
        old = source.of(draft, each)
        if not rewritten.newest(draft, file) > rewritten.newest(draft, each):
            raise Refused(f"{file} is not newer than {each}")
        if not _subject(old, new, draft):
            raise Refused(f"{file} is not about the same thing as {each}")
    writes = tuple((each, rewritten.set_to(draft, each, {"superseded_by": file})) for each in sources)
    return Step("supersede", _reason(fields), (*sources, file), writes)


def _archive(fields: Fields, sources: list[str], draft: Draft) -> Step:
    file = fields["file"]
    for each in sources:
        _ours(each, draft)
    if not file:
        full = next((each for each in sources if source.of(draft, each).parts.all.strip()), "")
        if full:
            raise Refused(f"nothing stands in the place of {full}")
    elif file in sources:
        raise Refused("a memory cannot stand in its own place")
    else:
        _there(file, draft)
        stays = source.of(draft, file)
        loss = next(filter(None, (losses.lost(source.of(draft, each), stays) for each in sources)), "")
        if loss:
            raise Refused(f"{file} does not cover it: {loss}")
    closes = tuple((each, file) for each in sources)
    return Step("archive", _reason(fields), (*sources, *filter(None, [file])), (), closes)


def _retype(fields: Fields, sources: list[str], draft: Draft) -> Step:
    return _reset("type", TYPES, fields, sources, draft)


def _rescope(fields: Fields, sources: list[str], draft: Draft) -> Step:
    return _reset("scope", SCOPES, fields, sources, draft)


def _reset(key: str, values: tuple[str, ...], fields: Fields, sources: list[str], draft: Draft) -> Step:
    file = _one(fields, sources, draft)
    keys, value = draft.keys(file), fields[key]
    if value not in values:
        raise Refused(f"its {key} {value!r} is unknown")
    if keys.get(rewritten.spot(keys, key)) == value:
        raise Refused("it changes nothing")
    return _changed(f"re{key}", fields, file, rewritten.set_to(draft, file, {key: value}))


def _keyword(fields: Fields, sources: list[str], draft: Draft) -> Step:
    file = _one(fields, sources, draft)
    keys = draft.keys(file)
    changes: dict[str, str] = {}
    description = " ".join(fields["description"].split())
    old = " ".join(keys.get("description", "").split())
    if description and description != old:
        changes["description"] = _longer(description, old, source.of(draft, file))
    kept = rewritten.keywords(draft.files[file])
    new = [word for word in keywords(fields["keywords"]).split(", ") if word and word not in kept]
    if new:
        _sought(new, source.of(draft, file))
        changes["keywords"] = head.sequence([*kept, *new])
    if not changes:
        raise Refused("it adds no word")
    return _changed("keyword", fields, file, rewritten.set_to(draft, file, changes))


def _link(fields: Fields, sources: list[str], draft: Draft) -> Step:
    file = fields["file"] or sources[0]
    _there(file, draft)
    _ours(file, draft)
    body = draft.body(file).replace("\r\n", "\n")
    stems = [each.rpartition("/")[2].removesuffix(".md") for each in sources if each != file]
    new = [stem for stem in stems if f"[[{stem}]]" not in body]
    if not new:
        raise Refused("it adds no link")
    text = head.with_body(draft.files[file], f"{body.rstrip()}\nRelated: {', '.join(f'[[{stem}]]' for stem in new)}\n")
    return Step("link", _reason(fields), tuple(dict.fromkeys((file, *sources))), ((file, text),))


def _there(file: str, draft: Draft) -> None:
    if not file:
        raise Refused("it names no file")
    if file not in draft.files:
        gone = any(file in dict(step.closes) for step in draft.steps)
        raise Refused(f"{file} was used up by an earlier step" if gone else f"there is no {file}")
    if draft.closed(file):
        raise Refused(f"{file} is closed")


def _ours(file: str, draft: Draft) -> None:
    if not draft.mine(file):
        raise Refused(f"{file} is pinned, or the user's own")


def _one(fields: Fields, sources: list[str], draft: Draft) -> str:
    if len(sources) != 1 or fields["file"] not in ("", sources[0]):
        raise Refused("it is about one file, which stays where it is")
    _ours(sources[0], draft)
    return sources[0]


def _told(fields: Fields, sources: list[str], draft: Draft, name: str, description: str) -> None:
    """Refused unless the result says what the sources say, all of it and nothing else."""
    body, olds = _body(fields), [source.of(draft, each) for each in sources]
    said = sorted(old.said for old in olds)[-1]
    result = Source(fields["file"] or sources[0], name, description, body, said)
    if not result.parts.fact.strip():
        raise Refused("its body is empty")
    if len(name) > _NAME or len(description) > _DESCRIPTION or len(body) > _BODY:
        raise Refused("it is too long")
    if len(body) > _GROWN * sum(len(old.body) for old in olds) + 200:
        raise Refused("it is far longer than its sources")
    known = "\n".join(text for old in olds for text in (old.name, old.description, old.body))
    _clean("\n".join((name, description, body)), known)
    gone = {stem for old in olds for stem in (old.name, old.file.rpartition("/")[2].removesuffix(".md"))}
    live = {stem for each in draft.files for stem in (draft.keys(each).get("name", ""), each.rpartition("/")[2][:-3])}
    faults = (*(losses.lost(old, result, tuple(gone)) for old in olds), losses.swapped(olds, result),
              losses.turned(olds, result), inventions.invented(olds, result, live | gone))
    fault = next(filter(None, faults), "")
    if fault:
        raise Refused(fault)


def _longer(description: str, old: str, memory: Source) -> str:
    """The new description, if it has all words of the old one and nothing but words besides."""
    if len(description) > _DESCRIPTION:
        raise Refused("its description is too long")
    if set(old.split()) - {*description.split(), *_MARKS.sub(" ", description).split()}:
        raise Refused("the description loses words")
    _clean(description, old)
    title = Source(memory.file, memory.name, description, memory.body, memory.said).title
    _unsaid(title, memory, "in the description")
    return description


def _unsaid(title: Text, memory: Source, where: str) -> None:
    """Refused where the words hold a fact that the memory does not state."""
    for fact in title.facts:
        if fact.kind not in _WORDS and not memory.whole.states(fact):
            raise Refused(f"{fact.shown} {where} is made up")


def _sought(new: list[str], memory: Source) -> None:
    """Refused unless the keywords are words that the memory can be sought with, and no facts of their own."""
    said = Source(memory.file, "", ", ".join(new), "", memory.said)
    _clean(said.description, memory.whole.text)
    _unsaid(said.title, memory, "among the keywords")


def _subject(old: Source, new: Source, draft: Draft) -> bool:
    """Whether the two share words that tell what they are about, beyond those of half the store."""
    files = [file for file in draft.files if not draft.closed(file)]
    mine, theirs = ({*saying.content(each.whole.text), *saying.meanings(each.whole.text)} for each in (old, new))
    shared = mine & theirs
    if len(shared) > 1 and len(shared) >= _ALIKE * min(len(mine), len(theirs)):
        return True
    if len(files) >= _FEW:
        stocks = [saying.stock(draft.files[file]) | saying.meanings(draft.files[file]) for file in files]
        shared = {word for word in shared if sum(word in stock for stock in stocks) < _FAMILIAR * len(files)}
    return len(shared) > 1 or bool(shared) and len(shared) >= 0.2 * min(len(mine), len(theirs))


def _changed(op: str, fields: Fields, file: str, text: str) -> Step:
    return Step(op, _reason(fields), (file,), ((file, text),))


def _clean(new: str, old: str) -> None:
    fault = intrusion.objection(new, old)
    if fault:
        raise Refused(fault)


def _body(fields: Fields) -> str:
    return str(fields["body"]).replace("\r\n", "\n").strip() + "\n"


def _reason(fields: Fields) -> str:
    return " ".join(str(fields["reason"]).split())[:_REASON]


_OPS: dict[str, Callable[[Fields, list[str], Draft], Step]] = {
    "merge": _merge, "rewrite": _rewrite, "supersede": _supersede, "retype": _retype, "rescope": _rescope,
    "archive": _archive, "keyword": _keyword, "link": _link,
}
OPS = tuple(_OPS)
