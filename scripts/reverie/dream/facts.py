"""The facts of a text that other words cannot tell: literals, identifiers, numbers, names, days and times. Pure.

Two texts can be in two languages: what is the same in both is a fact, a number's unit and a weekday among them.
"""
from __future__ import annotations

import re
import unicodedata
from functools import cached_property
from typing import NamedTuple

from reverie.dream.measures import Quantity, numbered_unit, quantities
from reverie.dream.moments import Moments, moments
from reverie.dream.tongue import ADDRESS, tongue
from reverie.tokens import tokens

_W = "A-Za-z0-9À-ɏ_"
_SPAN = re.compile(r"```[^\n]*\n(?P<block>.*?)(?:```|\Z)|`(?P<code>[^`\n]+)`|(?P<url>" + ADDRESS + r")"
                   r"|\[\[(?P<link>[^\]\n|#]+)[^\]\n]*\]\]"
                   r"|(?P<quote>\"[^\"\n]{1,80}\"|“[^”\n]{1,80}”|„[^“”\n]{1,80}[“”]|«[^»\n]{1,80}»|「[^」\n]{1,80}」"
                   r"|『[^』\n]{1,80}』|‘[^’\n]{1,80}’(?!\w))", re.S)
_RUN = re.compile(rf"[{_W}./\\:@#=+~%&$*^<>-]+")
_LISTED = re.compile(r"(?m)^[ \t]*\d{1,2}[.)][ ]")
_NUMBER = re.compile(r"[+−-]?\d+(?:[.,'’]\d+)*")
_RANGE = re.compile(r"\d+(?:[.,]\d+)?(?:[-–]\d+(?:[.,]\d+)?)+%?")
_ABBREVIATION = re.compile(r"(?:[A-Za-zÀ-ɏ]\.)+[A-Za-zÀ-ɏ]?|and/or|und/oder|y/o|et/ou|n/a", re.I)
_MARKED = re.compile(r"[_/\\@=]|::|\w[.:]\w|^--?[A-Za-z]|^[.~#$]\w|[a-zà-ɏ][A-ZÀ-Þ]|[A-Za-zÀ-ɏ].*\d|\d.*[A-Za-zÀ-ɏ]"
                     r"|\d[:]\d|\*\.\w")
_LOUD = frozenset("NOT NEVER ALWAYS ONLY DO DON'T MUST NO AND OR ALL ANY NOTE IMPORTANT BEFORE AFTER OK NIE NICHT"
                  " IMMER NUR JAMAIS TOUJOURS NUNCA SIEMPRE WHY HOW".split())
"""Words that are written large for their weight, not because they are names."""
_SHARED = frozenset((
    "i english german french spanish chinese japanese korean englisch deutsch französisch spanisch chinesisch japanisch"
    " koreanisch january february march april may june july august september october november december"
    " q1 q2 q3 q4 why how").split())
"""Written large, yet no names; or names that are another word in each language."""
_NAME = re.compile(rf"(?<![{_W}'’-])[A-ZÀ-Þ][{_W}]*(?:[-'’][{_W}]+)*")
_OPENING = re.compile(r"(?:^|[.!?:;。！？：；(（\n*\"“„«「]|[-*•] )[ \t]*$")
_ACTS = re.compile(
    r" (?:is|was|has|had|will|owns|wants|prefers|likes|says|said|asked|decided|keeps|leads|reviews|approves|handles"
    r"|runs|uses|knows|maintains|works|needs|es|está|tiene|quiere|prefiere|usa|est|veut|préfère|utilise|dirige)\b")


class Fact(NamedTuple):
    """One fact: its kind, what it is, and how it stands in its text."""

    kind: str
    value: str
    shown: str
    quantity: Quantity | None = None


class Text:
    """A text looked at for its facts. `said` is the ISO day from which its named days count, or empty."""

    def __init__(self, text: str, said: str = "", tag: str | None = None) -> None:
        self.text = unicodedata.normalize("NFC", text)
        self.tag = tongue(self.text) if tag is None else tag
        self.said = said
        self._flat = " ".join(self.text.split())

    @cached_property
    def _spans(self) -> tuple[list[Fact], str]:
        """What is marked as literal, and the text with it blanked out."""
        found: list[Fact] = []

        def taken(match: re.Match[str]) -> str:
            kind = match.lastgroup or ""
            inside = " ".join(match[kind].split())
            if kind == "url":
                inside = inside.rstrip(".,;:!?")
            if kind == "quote":
                inside = inside[1:-1].strip(" .,;")
            if inside:
                found.append(Fact("link" if kind == "link" else "literal", inside, match[0].strip()))
            return " " * len(match[0])

        return found, _SPAN.sub(taken, self.text)

    @cached_property
    def moments(self) -> Moments:
        return moments(self._spans[1], self.tag, self.said)

    @cached_property
    def _identified(self) -> tuple[list[Fact], str]:
        """Identifiers, and the text with them blanked out."""
        found: list[Fact] = []

        def taken(match: re.Match[str]) -> str:
            run = match[0].strip("*").rstrip(".:,<>-") or match[0]
            if not _identifies(run):
                return match[0]
            found.append(Fact("identifier", run, run))
            return " " * len(match[0])

        return found, _RUN.sub(taken, _LISTED.sub(lambda match: " " * len(match[0]), self.moments.plain))

    @cached_property
    def quantities(self) -> tuple[Quantity, ...]:
        """The numbers that stand by themselves."""
        return tuple(quantities(self._identified[1]))

    @cached_property
    def told(self) -> str:
        """The text without its days, times and numbers: what words alone say, code and identifiers among them."""
        timed = zip(self.text, self._spans[1], self.moments.plain, strict=True)
        rest = [c if code == plain or code == " " else " " for c, code, plain in timed]
        for each in self.quantities:
            rest[each.start:each.start + len(each.shown)] = " " * len(each.shown)
        return "".join(rest)

    @cached_property
    def facts(self) -> tuple[Fact, ...]:
        """All facts in the text, each once."""
        days = [Fact("day", day, day) for day in sorted(self.moments.days)]
        times = [Fact("time", time, time) for time in sorted(self.moments.times)]
        often = [Fact("often", name, name) for name in sorted(self.moments.often)]
        named = [Fact("named", day, said) for said, day in self.moments.named]
        numbers = [Fact("number", min(each.readings), each.shown, each) for each in self.quantities if _counts(each)]
        every = [*self._spans[0], *days, *times, *often, *named, *self._identified[0], *numbers, *self._names()]
        return tuple(dict.fromkeys(every))

    def states(self, fact: Fact) -> bool:
        """Whether the text says this fact of another text, in whatever language."""
        if (fact.kind, fact.value) in self._own:
            return True
        if fact.kind in ("literal", "identifier"):
            return self.holds(fact.value)
        if fact.kind == "link":
            return any(each.kind == "link" and each.value == fact.value for each in self._spans[0])
        if fact.kind == "day":
            return fact.value in self.moments.days or any(day == fact.value for _, day in self.moments.named)
        if fact.kind == "named":
            return bool(fact.value) and fact.value in self.moments.days
        if fact.kind == "time":
            return fact.value in self.moments.times or self.holds(fact.shown)
        if fact.kind == "often":
            return fact.value in self.moments.often
        if fact.quantity is not None:
            return self._counts(fact.quantity)
        return _named(fact.value, self.words)

    @cached_property
    def _own(self) -> frozenset[tuple[str, str]]:
        return frozenset((fact.kind, fact.value) for fact in self.facts if fact.quantity is None)

    def holds(self, literal: str) -> bool:
        """Whether the literal stands in the text, with its case, and not as a part of a longer one."""
        needle = literal.rstrip("/") or literal
        before = rf"(?<![{_W}./\\@-])" if re.match(rf"[{_W}]", needle) else rf"(?<![{_W}.-])"
        return bool(re.search(rf"{before}{re.escape(needle)}(?!/?[{_W}])(?![.-][{_W}])", self._flat))

    @cached_property
    def words(self) -> frozenset[str]:
        """The words of the text, case-blind, cut where other scripts begin."""
        return frozenset(word.casefold() for word in re.findall(rf"[{_W}]+", self.text))

    def _counts(self, wanted: Quantity) -> bool:
        for each in self.quantities:
            if wanted.readings & each.readings and (not wanted.unit or wanted.unit == each.unit):
                return True
        inside = (match[0].replace("−", "-") for match in _NUMBER.finditer(self._literal))
        loose = {form for figure in inside for form in (figure, figure.lstrip("+-"), figure.replace(",", "."))}
        return bool(wanted.readings & loose) and (not wanted.unit or wanted.shown in self._literal)

    @cached_property
    def _literal(self) -> str:
        """What stands in code and identifiers, where a number is part of something longer."""
        return "\n".join(fact.value for fact in (*self._spans[0], *self._identified[0]))

    def _names(self) -> list[Fact]:
        """Words written large that are names; in German every noun is, so only what nobody writes otherwise."""
        plain, found = self._identified[1], []
        for match in _NAME.finditer(plain):
            word = re.sub(r"['’]s$", "", match[0])
            loud = len(word) > 1 and word.isupper()
            opens = bool(_OPENING.search(plain[:match.start()]))
            known = word in _LOUD or word.casefold() in _SHARED or (opens and not tokens(word))
            if known or (self.tag == "de" and not loud):
                continue
            if loud or not opens or _ACTS.match(plain, match.end()):
                found.append(Fact("name", word.casefold(), word))
        return found


def _identifies(run: str) -> bool:
    if len(run) < 2 or _ABBREVIATION.fullmatch(run) or _NUMBER.fullmatch(run) or _RANGE.fullmatch(run):
        return False
    return bool(_MARKED.search(run)) and not numbered_unit(run)


def _counts(quantity: Quantity) -> bool:
    """Whether the number is a fact: a `1` in words is an article in most languages and is not read at all."""
    return quantity.figure or bool(quantity.readings)


def _named(name: str, words: frozenset[str]) -> bool:
    """Whether the name stands among the words, be it with an ending."""
    pieces = re.findall(rf"[{_W}]+", name)
    return all(piece in words or (len(piece) > 3 and any(word.startswith(piece) for word in words)) for piece in pieces)
