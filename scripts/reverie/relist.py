"""`MEMORY.md` brought in step with the memories, both ways: a line for each that has none, no line that leads nowhere.

Pure: texts in, text out. What a person wrote stays byte for byte: prose, headings, tables, code, comments, and every
entry that still leads to a memory. A memory that a hub leads to needs no line of its own.
"""
from __future__ import annotations

import posixpath
import re
import unicodedata
import urllib.parse
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import NamedTuple

from reverie import index, library
from reverie.record import Memory

_ROW = re.compile(r"[^\n]*\n|[^\n]+")
_FENCE = re.compile(r"\ufeff?\s*(```|~~~)")
_ITEM = re.compile(r"\ufeff?[ \t]*(?:[-*+]|\d+[.)])[ \t]")
_ENTRY = re.compile(r"\ufeff?[ \t]*[-*+][ \t]+\[[^\n]*?\]\(")
_CODE = re.compile(r"(`+)(?:(?!\1).)+\1")
_LINK = re.compile(
    r"""\]\(\s*(?:<([^>\n]+)>|((?:[^()<>"'\n]|'(?=\w)|\([^()\n]*\))+?))(?:\s+(?:"[^"\n]*"|'[^'\n]*'))?\s*\)"""
)
_WIKI = re.compile(r"\[\[([^\]|#\n]+)")
_NAME = re.compile(r"^name:[ \t]*[\"']?(.+?)[\"']?[ \t]*(?: #.*)?\r?$", re.M)
_WORD = re.compile(r"\w{3,}")
_HUB = re.compile(
    r"(?<![^\W_])(?:hub|index|overview|map|moc|toc|contents|übersicht|sommaire|índice)(?![^\W_])"
    r"|目录|索引|一覧|목차", re.I)
_ASIDE = re.compile(r"\brelated\b|\bsee also\b|相关|関連|관련|siehe auch|voir aussi|véase", re.I)
_MANY = 3
"""Links that make a memory a hub, whatever it is called; those to what is merely related do not count."""
_ALIKE = 0.4
"""Of the words of a memory that lost its line, what another shares that takes its place in the index."""


class _Row(NamedTuple):
    """A line with its end, and where it leads; `entry` tells a list item that begins with its link."""

    text: str
    files: tuple[str, ...]
    entry: bool
    code: bool


def relisted(
    index_text: str,
    before: Mapping[str, str],
    after: Mapping[str, str],
    exists: Callable[[str], bool] = lambda _file: False,
) -> str:
    """The index for the memories `after`, given as texts by path below the store; `before` is what it was kept for.

    A line goes when all that it leads to is closed, or neither in `after` nor known to `exists`. Our own line follows
    the description of its memory. What a client would not load any more is not added, the older memories first.
    """
    live = {_same(file): text for file, text in after.items() if not _closed(file, text)}
    closed = {_same(file) for file in after} - set(live)
    rows = list(_rows(index_text))
    drop = [n for n, row in enumerate(rows) if row.entry and row.files
            and not any(file in live or file not in closed and exists(file) for file in row.files)]
    known = {_same(file): text for file, text in before.items()}
    unlisted = [file for file in _unlisted(rows, live) if "/" not in file or file not in known]
    texts = _reworded([row.text for row in rows], rows, known, live)
    end = "\r\n" if "\r\n" in index_text else "\n"
    fitting = _fitting(_joined(texts, set(drop), {}, end), unlisted, live)
    return _joined(texts, set(drop), _placed(rows, drop, fitting, live, known), end)


def listed(index_text: str) -> set[str]:
    """The memories that the index leads to, as paths below the store."""
    return {file for row in _rows(index_text) for file in row.files}


def in_prose(index_text: str) -> set[str]:
    """Those that it leads to from something else than an entry of their own: a sentence, a table, a shared line."""
    return {file for row in _rows(index_text) if not row.entry or len(set(row.files)) > 1 for file in row.files}


def links(text: str) -> list[str]:
    """Where the Markdown links of a text lead, as paths beside it; code holds none."""
    return [file for row in _rows(text) for file in row.files]


def wikis(text: str) -> list[str]:
    """What the `[[links]]` of a text name; code holds none."""
    return [found.strip() for row, code in lines(text) if not code
            for found in _WIKI.findall(_CODE.sub("", row))]


def called(files: Mapping[str, str]) -> dict[str, str]:
    """Which file a `[[link]]` means: by its path, its stem, or the name in its head."""
    names: dict[str, str] = {}
    for file, text in files.items():
        name = _NAME.search(text[:2_000]) if text.lstrip("\ufeff").startswith("---") else None
        stem = posixpath.basename(file)[: -len(".md")]
        for way in (file, file[: -len(".md")], stem, *([name[1]] if name else [])):
            names.setdefault(way, file)
    return names


def _closed(file: str, text: str) -> bool:
    return "superseded_by" in text and library.parsed(file, text).superseded


def _same(file: str) -> str:
    """One spelling for a path, however its letters are composed."""
    return unicodedata.normalize("NFC", posixpath.normpath(file))


def lines(text: str) -> Iterator[tuple[str, bool]]:
    """Each line with whether it is code or comment: between fences or `<!--` and `-->`, or indented below no list."""
    fence, comment, listing, end = "", False, False, text.rfind("-->")
    at = 0
    for row in _ROW.findall(text):
        at += len(row)
        mark = _FENCE.match(row)
        if mark and not comment:
            fence = "" if fence == mark[1] else fence or mark[1]
            yield row, True
            continue
        plain = _CODE.sub("", row)
        opened = end >= at and plain.rfind("<!--") > plain.rfind("-->")
        item = bool(_ITEM.match(row))
        indented = row.startswith(("    ", "\t")) and not listing
        yield row, bool(fence or comment or opened or indented)
        comment = opened or comment and "-->" not in row
        listing = item and not indented or listing and (not row.strip() or row[0] in " \t")


def _rows(text: str) -> Iterator[_Row]:
    for row, code in lines(text):
        yield _Row(row, () if code else tuple(_targets(row)), not code and bool(_ENTRY.match(row)), code)


def _targets(row: str) -> Iterator[str]:
    """The memories a line leads to: no address of the web, and nothing outside of the store."""
    if "](" not in row:
        return
    for match in _LINK.finditer(_CODE.sub("", row)):
        link = urllib.parse.unquote((match[1] or match[2]).partition("#")[0].strip())
        if link.endswith(".md") and not re.match(r"[A-Za-z][\w+.-]*:|/|~", link):
            file = _same(link)
            if not file.startswith("../"):
                yield file


def _unlisted(rows: list[_Row], live: Mapping[str, str]) -> list[str]:
    """The memories that neither the index nor a hub in it leads to."""
    reached: set[str] = set()
    todo = [file for row in rows for file in row.files if file in live]
    names: dict[str, str] = {}
    while todo:
        file = todo.pop()
        if file in reached:
            continue
        reached.add(file)
        if "[" in live[file]:
            names = names or called(live)
            todo += _led_to(file, live[file], names)
    return sorted(set(live) - reached)


def _led_to(file: str, text: str, names: Mapping[str, str]) -> set[str]:
    """What a hub leads to; nothing for a memory that is none."""
    rows = [row for row, code in lines(text) if not code and not _ASIDE.search(row)]
    found = {_same(posixpath.join(posixpath.dirname(file), target)) for row in rows for target in _targets(row)}
    found |= {names[name] for row in rows for name in map(str.strip, _WIKI.findall(row)) if name in names}
    found -= {file}
    heading = "".join(text.splitlines(keepends=True)[:4])
    return found & set(names.values()) if len(found) >= _MANY or _HUB.search(file + "\n" + heading) else set()


def _fitting(text: str, files: list[str], live: Mapping[str, str]) -> list[str]:
    """Those of the memories that there is room for, in their order: the ones said last where there is not for all.

    An index that a person's own lines fill is over its limits whatever is left out of it: there they all fit.
    """
    lines, characters = index.extent(text)
    rows = {file: library.parsed(file, live[file]) for file in files}
    fitting: set[str] = set()
    for file in sorted(files, key=lambda file: rows[file].observed, reverse=True):
        lines, characters = lines + 1, characters + len(_line(file, rows[file])) + 1
        if lines > index.LINES or characters > index.CHARACTERS:
            break
        fitting.add(file)
    if len(fitting) < len(files) and index.fullness(_by_hand(text, live)) > 1:
        return files
    return [file for file in files if file in fitting]


def _by_hand(text: str, live: Mapping[str, str]) -> str:
    """The index without the lines that are ours."""
    return "".join(row.text for row in _rows(text) if not (
        row.entry and len(row.files) == 1 and row.files[0] in live and _ours(row, live[row.files[0]])))


def _ours(row: _Row, text: str) -> bool:
    return row.text.rstrip("\r\n") == _line(row.files[0], library.parsed(row.files[0], text))


def _placed(rows: list[_Row], drop: list[int], files: list[str], live: Mapping[str, str],
            known: Mapping[str, str]) -> dict[int, list[str]]:
    """Lines for these memories by the row they go before: in the place of one that they replace, else at the end."""
    last, opening = _end(rows)
    free = [(n, _words(known[rows[n].files[0]])) for n in drop if rows[n].files[0] in known]
    added: dict[int, list[str]] = {}
    for file in files:
        memory = library.parsed(file, live[file])
        place = _likest(_words(live[file]), free)
        added.setdefault(last if place is None else place, []).append(_line(file, memory))
    if opening and last in added:
        added[last].insert(0, "")
    return added


def _line(file: str, memory: Memory) -> str:
    return index.line(file, library.title(memory.name), memory.description)


def _words(text: str) -> set[str]:
    return set(_WORD.findall(text.casefold()))


def _likest(words: set[str], free: Iterable[tuple[int, set[str]]]) -> int | None:
    share, place = max(((len(words & old) / max(1, len(old)), n) for n, old in free), default=(0.0, -1))
    return place if share >= _ALIKE else None


def _end(rows: list[_Row]) -> tuple[int, bool]:
    """Where a new line goes: behind the last entry and what is indented below it; and whether a blank line opens it.

    Without any entry that is the end, but before a block of code there, which may be one that nothing closes.
    """
    entries = [n for n, row in enumerate(rows) if row.entry]
    if entries:
        end = entries[-1] + 1
        while end < len(rows) and rows[end].text[:1] in (" ", "\t") and rows[end].text.strip():
            end += 1
        return end, False
    start = end = len(rows)
    while start and rows[start - 1].code:
        start -= 1
    end = next((n for n in range(start, end) if _FENCE.match(rows[n].text) or "<!--" in rows[n].text), end)
    return end, bool(end and rows[end - 1].text.strip())


def _reworded(texts: list[str], rows: list[_Row], before: Mapping[str, str], after: Mapping[str, str]) -> list[str]:
    """The lines with each that is exactly ours as its memory is described now."""
    for n, row in enumerate(rows):
        file = row.files[0] if row.entry and len(row.files) == 1 else ""
        if file not in before or file not in after or before[file] == after[file]:
            continue
        if _ours(row, before[file]):
            text = row.text.rstrip("\r\n")
            texts[n] = _line(file, library.parsed(file, after[file])) + row.text[len(text):]
    return texts


def _joined(texts: list[str], drop: set[int], added: Mapping[int, list[str]], end: str) -> str:
    made: list[str] = []
    for n in range(len(texts) + 1):
        if n in added and made and not made[-1].endswith("\n"):
            made[-1] += end
        made += [line + end for line in added.get(n, ())]
        made += [texts[n]] if n < len(texts) and n not in drop else []
    return "".join(made)
