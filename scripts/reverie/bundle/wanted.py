"""What of a bundle may come in where things were forgotten on purpose: nothing that says them again. Pure.

And no tombstone that comes buries what stands here.
"""
from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from reverie import head, likeness
from reverie.bundle import rows as bundle_rows
from reverie.bundle.rows import Row, Rows
from reverie.tombstones import Tombstone


def barred(graves: Sequence[Tombstone], data: bytes) -> bool:
    """Whether what a memory says was forgotten here."""
    said = head.split(data.decode("utf-8", "replace"))[1] if graves else ""
    return _says(graves, likeness.fact(said.replace("\r\n", "\n")).strip())


def _says(graves: Sequence[Tombstone], text: str) -> bool:
    """Whether the text says what one of them bars; its words are looked at once."""
    if not graves:
        return False
    words = likeness.trace(text)
    hidden = likeness.sealed(words)
    return any(likeness.alike(hidden if grave.sealed else words, grave.words) for grave in graves)


def wanted(rows: Rows, graves: Sequence[Tombstone], own: Iterable[bytes], unwanted: Callable[[str], bool]) -> Rows:
    """The rows that may come: none that would bring back what is gone here, or bury what stands here."""
    buried = {grave.words for grave in graves if grave.sealed}
    stones = [Tombstone(frozenset(row["words"].split()), sealed=bool(row["sealed"])) for row in rows["tombstones"]]
    stay = [grave for grave in stones if grave.sealed or likeness.sealed(grave.words) not in buried]
    for data in own if stay else ():
        stay = [grave for grave in stay if not barred([grave], data)]
    words = {grave.words for grave in stay}

    def waits(row: Row) -> bool:
        said = bundle_rows.said(row)
        return not any(_says(graves, text) or unwanted(text) for text in said)

    return {**rows, "tombstones": [row for row in rows["tombstones"] if frozenset(row["words"].split()) in words],
            "proposals": [row for row in rows["proposals"] if waits(row)],
            "evidence": [row for row in rows["evidence"] if not unwanted(row["quote"])],
            "learned": [row for row in rows["learned"] if not unwanted(row["mark"])]}
