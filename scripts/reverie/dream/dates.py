"""Days that a memory names from where it was written, made absolute: counted from when it was said, never from now.

Pure over a draft. Code, quotations, links, paths and names keep their words, and so does what comes again, what hangs
on a condition, and a memory without any day. A second pass finds nothing to do.
"""
from __future__ import annotations

import re
from datetime import date

from reverie import relist
from reverie.dream import rows
from reverie.dream.day_words import DAY_WORDS
from reverie.dream.draft import Draft, Step
from reverie.models.offline import days, rules
from reverie.models.offline.language import DayWord, Language

_HELD = re.compile(
    r"(?<=\d\d) ?[(（][^)）\n]*[)）]|(`+)(?:(?!\1).)+\1"
    r"|\"[^\"\n]+\"|“[^”\n]+[”“]|„[^“”\n]+[“”]|«[^»\n]+»|‹[^›\n]+›|「[^」\n]+」|『[^』\n]+』|《[^》\n]+》"
    r"|(?<![\w’'])['‘](?=\w)[^'‘’\n]+['’](?!\w)|\[\[[^\[\]\n]*\]\]|\[[^\[\]\n]*\]\([^()\n]*\)|<[^<>\n]+>"
    r"|(?<![\x21-\x7e])[\x21-\x7e]*[\w.~-][/\\][\x21-\x7e]+|(?<!\w)[^\W_]+(?:_[^\W_]*)+"
)
"""What stands for itself on a line: the words kept beside a date, code, a quotation, a link, an address, a path, a
name with `_` in it."""
_HINT = re.compile(
    r"day|week|month|fortnight|morrow|year|\b(?:mon|tue|wed|thu|thurs|fri)\b|tag|woche|monat|morgen|gestern|jahr|abend"
    r"|mittwoch|demain|hier|jour|semaine|mois|ann|di\b|dimanche|ayer|dia|semana|mes|lunes|martes|coles|jueves|viernes"
    r"|sabado|domingo", re.I)
"""What every way to name a day in plain letters holds, so that most lines need no closer look."""
_SENTENCE = re.compile(r"[^.;!?。；！？]+(?:[.](?=\S)[^.;!?。；！？]+)*[.;!?。；！？]*")
_CONDITION = re.compile(
    r"^\W*(?:if|when|whenever|once|unless|wenn|falls|sobald|sofern|si|quand|lorsque|dès que|cuando|siempre que"
    r"|如果|若|当|每当|もし|만약)(?![a-z])"
    r"|\b(?:if|whenever|falls|chaque fois)\b"
    r"|(?:場合|たら、|なら、|れば、|(?:으면|하면|되면) )", re.I)
_AGAIN = re.compile(
    r"\b(?:every|each|always|usually|per|daily|weekly|monthly|after|expire|lapse|rotate|jede[nmrs]?|immer|nach|täglich"
    r"|verfallen|laufen"
    r"|chaque|toujours|tou(?:s|tes) les|après|expirent|cada|siempre|todos los|después|caducan|expiran|vencen)\b"
    r"|每|总是|總是|毎|各|いつも|常に|매[주일월년번]|항상|마다", re.I)
_SPAN = re.compile(
    r".*(?:\d \w+|\b(?:once|twice|times|einmal|zweimal|mal|veces)) (?:in|en)$"
    r"|(?!.*\b(?:will|would|is|are|be|was to|were to|shall|soll|sollte|wird|werden)\b)"
    r".*\b(?:was|were|had|did|led|took|made|went|came|grew|fell|rose|lost|got|sent|ran|cost|\w{2,}ed|hat|haben"
    r"|hatten?|wurden?|führten?|brauchten?|hubo|fue|fueron|tardó|llevó|hizo|causó|\w{2,}(?:aron|ieron)|\w{2,}ó)"
    r"\b.*\b(?:in|en)$", re.I)
"""What goes before a stretch of time that something took: 30 calls in two days, it grew in a week."""
_CLAUSE = re.compile(r"[,:，、：]|—|–| (?:and|but|und|aber|et|mais|y|pero) ")
_DATED = re.compile(
    r"['’]?s?[ ,，、]{0,2}(?:[(（\[]\s?(?:=|on|am|le|the|den|el|der|dem)?\s?"
    r"(?:\d{1,4}[-./年]|\d{1,2}(?:st|nd|rd|th)? \w{3}|\w{3,9}\.? \d)"
    r"|(?:=|on |am |le |the |den |el |der |dem )?\s?"
    r"(?:\d{4}[-/.年]|\d{1,2}\.\s?\d{1,2}\.|\d{1,2}/\d{1,2}|\d{1,2}月))", re.I)
_DAY_BEFORE = re.compile(r"\d{4}-\d\d(?:-\d\d)?[ ,]{0,2}[(（\[]?$")
_WEEK = re.compile(r"week|woche|semaine|huit|semana|[周週期礼禮주]", re.I)
_LONGEST, _LARGEST = 2_000, 50_000
"""Characters of a line, and of a body: what is longer is no note that somebody wrote."""
_SURE = 7
"""Days ahead from which on "next Friday" can be told in two ways: the words stay beside the day then."""


def plan(draft: Draft) -> list[Step]:
    """One step for each memory whose body names days that can be reckoned, taken into the draft."""
    steps: list[Step] = []
    for file in sorted(draft.files):
        if not draft.mine(file) or draft.closed(file):
            continue
        said = _said_on(draft.keys(file))
        text = dated(draft.files[file], said) if said else draft.files[file]
        if text != draft.files[file]:
            steps.append(Step("dates", f"days counted from {said}", (file,), ((file, text),)))
            draft.take(steps[-1])
    return steps


def dated(text: str, said: date) -> str:
    """A memory's text with the days in its body as dates; its head, and every other byte, as they are."""
    before = ""
    while before != text:  # a line in two languages is read in one, then in the other
        before, text = text, _dated(text, said)
    return text


def _dated(text: str, said: date) -> str:
    parts = rows.parted(text)
    fence, _, body = parts.rest.partition("\n") if parts.fence else ("", "", parts.rest)
    if len(body) > _LARGEST or body.isascii() and not _HINT.search(body):
        return text
    spoken = rules.language_of(_HELD.sub(" ", body))
    made = [row if code or row.lstrip().startswith(">") else _row(row, said, spoken)
            for row, code in relist.lines(body)]
    return rows.joined(parts._replace(rest=f"{fence}\n{''.join(made)}" if parts.fence else "".join(made)))


def _said_on(keys: dict[str, str]) -> date | None:
    names = ("metadata.observed", "observed", "metadata.created", "created")
    return next(filter(None, (days.day_of(keys.get(name, "")) for name in names)), None)


def _row(row: str, said: date, spoken: Language | None) -> str:
    if len(row) > _LONGEST or row.isascii() and not _HINT.search(row):
        return row
    plain = _HELD.sub(lambda held: "\x00" * len(held[0]), row)
    table = DAY_WORDS[_tag(plain, spoken)]
    changes: list[tuple[int, int, str]] = []
    for word in table:
        for match in word.pattern.finditer(plain):
            start, end = match.span()
            free = all(end <= other[0] or start >= other[1] for other in changes)
            if free and _means_a_day(plain, match, word):
                changes.append((start, end, _written(word, match, said, row)))
    for start, end, new in sorted(changes, reverse=True):
        row = row[:start] + new + row[end:]
    return row


def _tag(plain: str, spoken: Language | None) -> str:
    """The language of a line, by its letters, else by its common words and above all by how it names days.

    Chinese characters alone are Japanese in a Japanese text; a line that tells nothing is in the text's language.
    """
    here = rules.language_of(plain)
    if here in rules.SCRIPTS:
        return spoken.tag if spoken and spoken.tag == "ja" and here and here.tag == "zh" else here.tag
    known = {each.tag: sum(1 for _ in each.sign.finditer(plain)) + _telling(plain, each.tag) for each in rules.LATIN}
    best = max(known, key=lambda tag: (known[tag], spoken is not None and tag == spoken.tag))
    return best if known[best] else spoken.tag if spoken else "en"


def _telling(plain: str, tag: str) -> int:
    """How much the ways to name a day tell of the language; a single plain word as `hier` is one of several."""
    found = (match[0] for word in DAY_WORDS[tag] for match in word.pattern.finditer(plain))
    return sum(2 for words in found if not words.isascii() or not words.isalpha())


def _means_a_day(plain: str, match: re.Match[str], word: DayWord) -> bool:
    """Whether these words name one day here, and the date does not stand beside them already."""
    start, end = match.span()
    if _DATED.match(plain, end) or _DAY_BEFORE.search(plain[:start]):
        return False
    around = (each for each in _SENTENCE.finditer(plain) if each.start() <= start < each.end())
    sentence, at = next(((each[0], each.start()) for each in around), (plain, 0))
    if _CONDITION.search(sentence) or _is_a_name(plain, start):
        return False
    if "count" not in match.groupdict():
        return True
    clause, place = _clause(sentence, start - at, end - at)
    opening = re.match(r"in|en", match[0], re.I)
    return not _AGAIN.search(clause) and not (opening and _SPAN.match(clause[:place] + opening[0]))


def _clause(sentence: str, start: int, end: int) -> tuple[str, int]:
    """The part of a sentence between commas in which the words from `start` to `end` stand, and where in it."""
    left = max((cut.end() for cut in _CLAUSE.finditer(sentence) if cut.end() <= start), default=0)
    right = next((cut.start() for cut in _CLAUSE.finditer(sentence) if cut.start() >= end), len(sentence))
    return sentence[left:right], start - left


def _is_a_name(plain: str, start: int) -> bool:
    """Whether a capital in the middle of a sentence makes the words a name, or a German noun: the Tomorrow app."""
    before = plain[:start].rstrip(" \t*_-•>#([\"'")
    begins = not before or before[-1] in ".!?:;—–。" or re.fullmatch(r"\s*\d+[.)]?", before) is not None
    weekday = re.match(r"\w+(?:day|tag|woch|abend)\b", plain[start:])
    return plain[start].isupper() and not begins and not weekday


def _written(word: DayWord, match: re.Match[str], said: date, row: str) -> str:
    words = row[match.start():match.end()]
    day = days.reckoned(word, match, said)
    if day is None:
        return words
    new = word.written.format(day=day.isoformat(), month=f"{day:%Y-%m}")
    if "name" in match.groupdict() and (day - said).days > _SURE and not _WEEK.search(words):
        return f"{new} ({words})"
    return new[:1].upper() + new[1:] if words[:1].isupper() else new
