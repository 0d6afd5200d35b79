"""What becomes of each memory that comes from another tool: new, known, forgotten, said already. It writes nothing.

Importing twice brings nothing new, also when what came in was edited or renamed since; what was forgotten stays so.
"""
from __future__ import annotations

import hashlib
import os
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import NamedTuple

from reverie import burial, layers, library, record, tombstones, whole
from reverie.house import House
from reverie.likeness import fact
from reverie.portage import imported
from reverie.portage import item as items_of
from reverie.portage.imported import Imported
from reverie.portage.item import Item
from reverie.portage.twins import Twins
from reverie.record import Candidate
from reverie.secrets import redaction

NEW, CHANGED, KNOWN, DUPLICATE, FORGOTTEN, WAITS, EMPTY = (
    "new", "changed", "known", "duplicate", "forgotten", "waits", "empty")
ORDER = "it reads like an order, and another tool's assistant wrote it"
ASKED = "it comes from another tool, and you asked to look at it first"
REASONS = (ORDER, ASKED)
"""Why an imported memory waits in `reverie review`."""
_SOURCE = re.compile(r"^[ \t]+source:[ \t]*[\"']?(import/[^\"'\r\n]+?)[\"']?[ \t]*\r?$", re.M)
_VERBS = (r"(?:run|execute|fetch|download|install|disable|ignore|bypass|skip|upload|send|post|pipe|eval|delete"
          r"|grant|approve|trust|push|forward|reveal|disregard|pretend)")
_ORDERS = re.compile(
    rf"(?im)(?:^|[.!?:;]\s+|\b(?:always|never|must|should|shall|please|you(?: can| may)?|assistant|claude|agent)\s+"
    rf"(?:not\s+|first\s+|always\s+|never\s+)?)(?:[-*]\s+)?{_VERBS}\b|\bsudo\b|\brm -|\b(?:curl|wget)\b"
    r"|\|\s*(?:ba|z)?sh\b|--no-verify|--force\b|\bchmod\b"
    r"|(?:请|必须|总是|不要|务必).{0,6}(?:运行|执行|下载|禁用|忽略|跳过|上传|发送|删除)|(?:実行|無視|削除|送信)して"
)


class Fate(NamedTuple):
    """What becomes of one item: `item` is without secrets, `redacted` the classes of those, `path` its memory here."""

    item: Item
    op: str
    path: str = ""
    why: str = ""
    redacted: tuple[str, ...] = ()


class Taken(NamedTuple):
    """What became of all of them, in their order."""

    fates: tuple[Fate, ...]

    def of(self, op: str) -> list[Fate]:
        """Those of one kind."""
        return [fate for fate in self.fates if fate.op == op]


class Known(NamedTuple):
    """What stands against an item: memories, graves, earlier imports by what they said and by where it stood."""

    twins: Twins
    graves: Sequence[tombstones.Tombstone]
    marks: dict[str, Imported]
    sources: dict[str, Imported]
    heads: dict[str, str]


def known(house: House, store: str) -> Known:
    """All that items are judged against: of the project and of its person, and nobody else."""
    stores = layers.written(store, house.places)
    twins, heads = Twins(), {}
    for own in stores:
        for entry in library.files(own):
            text = (whole.read(entry.path) or b"").decode("utf-8", "replace")
            memory = library.parsed(entry.path, text)
            found = _SOURCE.search(text)
            if found:
                heads[found[1]] = entry.path
            if not memory.superseded and memory.body:
                twins.add(memory.body, entry.path)
    graves = [*(grave for own in stores for grave in tombstones.standing(house.ledger, own)),
              *tombstones.purged(house.ledger)]
    rows = imported.noted(house.ledger, stores)
    return Known(twins, graves, {row.mark: row for row in rows}, {row.source: row for row in rows}, heads)


def decided(known: Known, items: Iterable[Item], source: str, propose: bool, again: bool) -> Iterator[Fate]:
    """What becomes of each, in their order; of two that say the same the first counts."""
    met: set[str] = set()
    for each in items:
        clean, classes = _clean(each)
        fate = _fate(known, clean, f"import/{source}/{clean.id}", propose, again)
        if fate.op in (NEW, WAITS):
            mark = items_of.mark(clean)
            fate = fate._replace(op=DUPLICATE, why="it comes twice") if mark in met else fate
            met.add(mark)
            known.twins.add(clean.body or clean.description, fate.path)
        yield fate._replace(redacted=classes)


def _fate(known: Known, one: Item, source: str, propose: bool, again: bool) -> Fate:
    text = one.body or one.description
    if not text.strip():
        return Fate(one, EMPTY, why="it says nothing")
    if burial.bars(known.graves, candidate(one)._replace(body=fact(text)), None):
        return Fate(one, FORGOTTEN, why="it was forgotten on purpose")
    row = known.marks.get(items_of.mark(one))
    if row and not (again and not os.path.exists(row.path)):
        return Fate(one, KNOWN, row.path, "it was imported before")
    row = known.sources.get(source)
    if row and row.written and not again:
        return _changed(one, row)
    if not row and source in known.heads:
        return Fate(one, KNOWN, known.heads[source])
    twin = known.twins.of(text)
    if twin is not None:
        return Fate(one, DUPLICATE, twin, "it is here already" if twin else "it comes twice")
    if propose or one.note and orders("\n".join((one.name, one.description, one.body))):
        return Fate(one, WAITS, why=ASKED if propose else ORDER)
    return Fate(one, NEW)


def _changed(one: Item, row: Imported) -> Fate:
    """It says something else there now: taken over, unless the person changed it here, too."""
    data = whole.read(row.path)
    if data is None:
        return Fate(one, KNOWN, why="it changed there, and what was imported of it is no longer here")
    if digest(data) != row.written:
        return Fate(one, KNOWN, row.path, "it changed there, and was changed here as well")
    return Fate(one, CHANGED, row.path)


def orders(text: str) -> bool:
    """Whether it tells a reader to do something, rather than telling how things are."""
    return bool(_ORDERS.search(text))


def _clean(one: Item) -> tuple[Item, tuple[str, ...]]:
    """The item without secrets, and the classes of those."""
    said = _said(one, lambda text: record.mended(text).replace("\x00", ""))
    parts = (said.id, said.name, said.description, said.body, said.keywords, said.rows, said.inner, said.source)
    classes = tuple(redaction.found("\n\n".join(parts)))
    return _said(said, redaction.redact) if classes else said, classes


def _said(one: Item, change: Callable[[str], str]) -> Item:
    return one._replace(id=change(one.id), name=change(one.name), description=change(one.description),
                        body=change(one.body), keywords=change(one.keywords), rows=change(one.rows),
                        inner=change(one.inner), said=change(one.said), source=change(one.source))


def candidate(one: Item) -> Candidate:
    """As it is judged, and as it waits."""
    return Candidate(one.type, one.name, one.description[:200], one.body or one.description, "", scope=one.scope,
                     keywords=one.keywords)


def digest(data: bytes) -> str:
    """What a file holds, as a hash."""
    return hashlib.sha256(data).hexdigest()
