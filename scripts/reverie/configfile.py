"""`config.yaml` edited line by line: all that is not asked for stays as it is, comments and order included."""
from __future__ import annotations

import difflib
import os
import re
from collections.abc import Callable, Sequence

from reverie import options, settings, whole
from reverie.errors import Refused
from reverie.places import Places
from reverie.settings import Settings

_BOM = b"\xef\xbb\xbf"


def begin(places: Places) -> bool:
    """Write the file with every setting commented out, where there is none; whether that was done."""
    if os.path.lexists(places.settings):
        return False
    try:
        whole.create(places.settings, options.template().encode("utf-8"))
    except FileExistsError:
        return False
    return True


def untouched(places: Places) -> bool:
    """Whether the file is as `begin` wrote it."""
    return whole.read(places.settings) == options.template().encode("utf-8")


def put(places: Places, key: str, value: str) -> None:
    """Set it in the file; Refused, with what is allowed, where the key or the value makes no sense."""
    known(key)
    tried = Settings()
    settings.put(tried, "", key, value)
    if tried.faults:
        raise Refused(f"{value!r} is no value for {key}: it may be {options.allowed(key)}. Nothing was changed.")
    row = next((row for row in _ways(key, value) if settings.pair(row) == (key, value)), "")
    if len(row.splitlines()) != 1:
        raise Refused(f"{value!r} cannot stand in one line of config.yaml. Nothing was changed.")
    begin(places)
    _edit(places, key, tried, lambda rows: _put(rows, key, row))


def reset(places: Places, key: str) -> bool:
    """Comment out each line of the file that sets it, so that the default holds; whether there was one."""
    known(key)
    return os.path.exists(places.settings) and _edit(places, key, Settings(), lambda rows: _reset(rows, key))


def known(key: str) -> None:
    """Refused where there is no such setting, with the one that is probably meant."""
    if key not in settings.KEYS:
        near = difflib.get_close_matches(key, settings.KEYS, 1)
        more = f"is it {near[0]}?" if near else "`reverie config` names them."
        raise Refused(f"There is no setting {key!r}; {more}")


def _ways(key: str, value: str) -> Sequence[str]:
    """How the line may be written, the plainest first."""
    return f"{key}: {value}", f'{key}: "{value}"', f"{key}: '{value}'"


def _put(rows: list[str], key: str, row: str) -> list[str]:
    """In place of the line that holds now, else of the template's, else at the end."""
    at = _setting(rows, key)[-1:] or [n for n, each in enumerate(rows) if each.rstrip() == _idle(key)][:1]
    if at:
        return [*rows[:at[0]], row + _remark(rows[at[0]], key), *rows[at[0] + 1:]]
    return [*rows[:-1], row, ""] if rows[-1:] == [""] else [*rows, row, ""]


def _reset(rows: list[str], key: str) -> list[str]:
    at = _setting(rows, key)
    return [_idle(key) + _remark(row, key) if n in at else row for n, row in enumerate(rows)]


def _setting(rows: Sequence[str], key: str) -> list[int]:
    """The lines that set it; the last one holds."""
    return [n for n, row in enumerate(rows) if (settings.pair(row) or ("", ""))[0] == key]


def _idle(key: str) -> str:
    """The line of the template: the default, commented out."""
    return f"#{key}: {options.default(key)}".rstrip()


def _remark(row: str, key: str) -> str:
    """The comment behind the value of a line that holds."""
    said = settings.pair(row)
    found = re.search(r"\s+#.*$", row) if said and said[0] == key else None
    return found.group() if found and settings.pair(row[:found.start()]) == said else ""


def _edit(places: Places, key: str, wanted: Settings, change: Callable[[list[str]], list[str]]) -> bool:
    """Change lines and nothing else, mark and line ends included; whether that made a difference.

    Refused where the file then would not say what is wanted, or where somebody else changes it at the same time.
    """
    before = whole.read(places.settings) or b""
    mark, text = (_BOM, before[len(_BOM):]) if before.startswith(_BOM) else (b"", before)
    lines = text.decode("utf-8", "surrogateescape").split("\n")
    rows = [line.removesuffix("\r") for line in lines]
    after = change(rows)
    said = Settings()
    settings.read(said, after)
    if getattr(said, key) != getattr(wanted, key):
        raise Refused(f"{places.settings} cannot be edited line by line; change it by hand. Nothing was changed.")
    if after == rows:
        return False
    try:
        text = "\n".join(_ended(after, lines)).encode("utf-8", "surrogateescape")
        whole.write(places.settings, mark + text, over=before)
    except whole.Changed as error:
        raise Refused(f"{error}; run the same command again.") from error
    return True


def _ended(rows: Sequence[str], lines: Sequence[str]) -> list[str]:
    """The rows with the line ends of those in whose place they stand; one at the end as the first has it."""
    ends = ["\r" if line.endswith("\r") else "" for line in lines[:-1]]
    ends += (ends[:1] or [""]) * (len(rows) - len(lines))
    return [row + end for row, end in zip(rows, [*ends, ""], strict=True)]
