"""Which memories share words with a query, asked of the catalog, read-only.

For hooks: whatever is wrong with the catalog finds nothing.
"""
from __future__ import annotations

import math
import os

from reverie import readonly
from reverie.lexicon import glossary, spellings
from reverie.lexicon.stems import stem
from reverie.lexicon.stopwords import COMMON
from reverie.query import Term
from reverie.tokens import SPACED, script_of, words

TYPE_CHECKING = False
if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Callable

    from reverie.places import Places
    from reverie.query import Query

VERSION = 2
_FEW = 40
"""Fewer memories than this say nothing of how rare a word is: they count as this many."""
_COMMON = 300
"""A word that more memories hold, or more than a third of a store, finds none: it adds to what rarer words find."""
_RAREST = 3.3
"""What a word is worth that one memory alone holds."""
_MEANING, _SLIP = 0.7, 0.7
"""What a word of the same meaning, and one that is a slip away, are worth against the word itself."""
_ASKED = 500
"""Values in one statement."""


class Hit:
    """A memory, and the tokens of its four fields: name, about, body, aside."""

    __slots__ = ("path", "name", "description", "type", "observed", "stamp", "pinned", "uses", "replaces", "fields")

    def __init__(self, row: tuple[str, str, str, str, str, str, int, int, str],
                 fields: tuple[str, ...] = ("", "", "", "")) -> None:
        (self.path, self.name, self.description, self.type, self.observed, self.stamp, self.pinned, self.uses,
         self.replaces) = row
        self.fields = [frozenset(field.split()) for field in fields]


class Found:
    """Hits in no telling order, and what each token of the query is worth: 0 where no memory holds it.

    `scanned` is how many memories there were to find.
    """

    __slots__ = ("hits", "worth", "scanned")

    def __init__(self, hits: list[Hit], worth: dict[str, float], scanned: int = 0) -> None:
        self.hits = hits
        self.worth = worth
        self.scanned = scanned


def search(places: Places, stores: list[str], query: Query, most: int = 24) -> Found:
    """Up to `most` memories of these stores that share the rarest words with the query; its terms are filled up."""
    if not query.terms or not os.path.exists(places.catalog):
        return Found([], {})
    try:
        db = readonly.connect(places.catalog)
        try:
            if db.execute("pragma user_version").fetchone()[0] != VERSION:
                return Found([], {})
            return _search(db, stores, query, most)
        finally:
            db.close()
    except readonly.Error:
        return Found([], {})


def described(places: Places, store: str) -> list[Hit]:
    """All memories that the catalog has of the store, by the names of their files; of what they hold, nothing."""
    try:
        db = readonly.connect(places.catalog)
        try:
            if db.execute("pragma user_version").fetchone()[0] != VERSION:
                return []
            return [Hit(row) for row in db.execute(
                "select path, name, description, type, observed, stamp, pinned, uses, replaces from memories"
                " where id between ? and ? and description != '' order by path limit ?", (*ids(db, store), _ASKED))]
        finally:
            db.close()
    except readonly.Error:
        return []


def ids(db: sqlite3.Connection, store: str) -> tuple[int, int]:
    """Between which ids the memories of the store lie; nothing lies there for a store that is not known."""
    row = db.execute("select number from stores where store = ?", (store,)).fetchone()
    number = row[0] if row else 0
    return number << 32, (number << 32) + (1 << 32) - 1


def _search(db: sqlite3.Connection, stores: list[str], query: Query, most: int) -> Found:
    spans = [span for span in (ids(db, store) for store in stores) if span[0]]
    total = sum(db.execute("select count(*) from memories where id between ? and ?", span).fetchone()[0]
                for span in spans)
    few = max(_FEW, min(_COMMON, total // 3))
    rows: dict[str, list[int]] = {}
    _mean(query, lambda forms: _told(db, forms, spans, few, rows))
    for term in query.terms:
        for token in term.tokens():
            _holding(db, token, spans, few, rows)
    for term in _slips(db, query, rows):
        for token, _ in term.others:
            _holding(db, token, spans, few, rows)
    worth = {token: _rarity(len(held), few, max(total, _FEW)) for token, held in rows.items()}
    return Found(_hits(db, _best(query, rows, worth, few, most)), worth, total)


def _mean(query: Query, known: Callable[[list[str]], dict[str, tuple[str, ...]]]) -> None:
    """Fill in what the words of the query mean, as the glossary has it."""
    typed = [term for term in query.terms if term.weight == 1.0]
    own = {part: term for term in typed for part in term.parts} | {term.word: term for term in typed}
    for form, meanings in glossary.spans(query.text, known):
        term = own.get(form)
        if term is None:
            parts = tuple(token for word in words(form) for token in word) if script_of(form[0]) != SPACED else ()
            query.terms = [each for each in query.terms if each.word not in parts or each.weight != 1.0]
            own[form] = term = Term("", parts)
            query.terms.append(term)
        term.others += [(meaning, _MEANING * (0.5 if form in COMMON or stem(meaning[1:]) in COMMON else 1.0))
                        for meaning in meanings]


def _told(db: sqlite3.Connection, forms: list[str], spans: list[tuple[int, int]], few: int,
          rows: dict[str, list[int]]) -> dict[str, tuple[str, ...]]:
    """The forms with those of their meanings that some memory has: a longer form that finds none hides no shorter."""
    found = entries(db, forms)
    for meaning in {meaning for meanings in found.values() for meaning in meanings}:
        _holding(db, meaning, spans, few, rows)
    told = {form: tuple(meaning for meaning in meanings if rows[meaning]) for form, meanings in found.items()}
    return {form: meanings for form, meanings in told.items() if meanings}


def entries(db: sqlite3.Connection, forms: list[str]) -> dict[str, tuple[str, ...]]:
    """Which of these forms the catalog's glossary has, with what they mean."""
    found: dict[str, tuple[str, ...]] = {}
    for n in range(0, len(forms), _ASKED):
        some = forms[n:n + _ASKED]
        for form, meaning in db.execute(
                f"select form, meaning from glossary where form in ({','.join('?' * len(some))})", some):
            found[form] = (*found.get(form, ()), meaning)
    return found


def _holding(db: sqlite3.Connection, token: str, spans: list[tuple[int, int]], few: int,
             rows: dict[str, list[int]]) -> None:
    """Note the rows that hold the token; one more than `few` is as good as all."""
    if not token or token in rows:
        return
    quoted = '"' + token.replace('"', '""') + '"'
    held = rows[token] = []
    for span in spans:
        held += [row for (row,) in db.execute(
            "select rowid from words where words match ? and rowid between ? and ? limit ?", (quoted, *span, few + 1))]


def _slips(db: sqlite3.Connection, query: Query, rows: dict[str, list[int]]) -> list[Term]:
    """The terms that nothing answers to and that a slip may have come into, with the words they may have been."""
    lost = {term.word: term for term in query.terms
            if spellings.spelled(term.word) and term.weight == 1.0 and term.word not in COMMON
            and not term.others and not any(rows[token] for token in term.tokens())}
    forms = {form: word for word in lost for form in spellings.forms(word)}
    asked = list(forms)
    for n in range(0, len(asked), _ASKED):
        some = asked[n:n + _ASKED]
        for form, other in db.execute(
                f"select form, word from spellings where form in ({','.join('?' * len(some))})", some):
            if spellings.one_slip(forms[form], other) and (other, _SLIP) not in lost[forms[form]].others:
                lost[forms[form]].others.append((other, _SLIP))
    return [term for term in lost.values() if term.others]


def _rarity(held: int, few: int, total: int) -> float:
    """From 3.3 for a token that one memory alone holds, whatever the size of the store, down to little for all."""
    if not held:
        return 0.0
    held = held if held <= few else max(held, total // 2)
    return _RAREST * math.log(1 + (total - held + 0.5) / (held + 0.5)) / math.log(1 + (total - 0.5) / 1.5)


def _best(query: Query, rows: dict[str, list[int]], worth: dict[str, float], few: int, most: int) -> list[int]:
    points: dict[int, float] = {}
    for term in query.terms:
        for token in term.tokens():
            if token and len(rows[token]) <= few:
                for row in rows[token]:
                    points[row] = points.get(row, 0.0) + worth[token] * term.weight
    return sorted(points, key=lambda row: (-points[row], row))[:most]


def _hits(db: sqlite3.Connection, rows: list[int]) -> list[Hit]:
    found = db.execute(
        "select m.path, m.name, m.description, m.type, m.observed, m.stamp, m.pinned, m.uses, m.replaces, w.name,"
        f" w.about, w.body, w.aside from memories m join words w on w.rowid = m.id"
        f" where m.id in ({','.join('?' * len(rows))})", rows)
    return [Hit(row[:9], row[9:]) for row in found]
