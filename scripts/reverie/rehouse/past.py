"""The history of one store brought under another's, which may have one of its own: revision by revision, each once."""
from __future__ import annotations

import os
from collections.abc import Iterator, Mapping

from reverie import lock
from reverie.history import log as history
from reverie.history.copybook import CopyBook
from reverie.history.gitbook import GitBook
from reverie.history.revision import Book
from reverie.library import INDEX
from reverie.places import Places

_PATIENCE = 10.0
_FROM = "moved"
"""The trailer of a revision that came from another store: what it was called there."""
_BESIDE = (".stamps", ".begun", ".fault")


def join(places: Places, old: str, new: str, named: Mapping[str, str]) -> Iterator[str]:
    """Bring the old store's revisions over; the files are at their new place already, by the names in `named`."""
    base, over = places.history(old), places.history(new)
    if base == over:
        return
    with lock.alone(f"{base}.lock", patience=_PATIENCE), lock.alone(f"{over}.lock", patience=_PATIENCE):
        yield from _joined(history.adopted(places, old), history.adopted(places, new), base, over, named)


def _joined(first: GitBook | CopyBook, second: GitBook | CopyBook, old: str, new: str,
            named: Mapping[str, str]) -> Iterator[str]:
    if first.head() and not second.head():
        second.remove()
        os.rename(first.folder, new if isinstance(first, GitBook) else new.removesuffix(".git"))
        _beside(old, new)
    elif first.head():
        yield from _put_upon(first, second, named)
        first.remove()
    for end in _BESIDE:
        _away(old + end)
    yield "history"


def _beside(old: str, new: str) -> None:
    """The stamps of the files stay right, as these moved with all that is known of them."""
    if os.path.exists(f"{old}.stamps"):
        os.replace(f"{old}.stamps", f"{new}.stamps")


def _put_upon(first: Book, second: Book, named: Mapping[str, str]) -> Iterator[str]:
    """Each revision of the first book upon the second, oldest first, but those that were put there before."""
    there = {each.entry.trailers.get(_FROM) for each in second.log(0)}
    live, taken = first.files(first.head()), second.files(second.head())
    for each in reversed(first.log(0)):
        if each.rev in there:
            continue
        after = {_name(change.file, named, live, taken): change.after for change in each.changes
                 if change.file != INDEX}
        if not after:
            continue
        data = first.texts(after.values())
        entry = each.entry._replace(trailers={**each.entry.trailers, _FROM: each.rev})
        second.add(entry, {file: data[name] for file, name in after.items() if name},
                   [file for file, name in after.items() if not name])
        yield f"revision {each.short}"


def _name(file: str, named: Mapping[str, str], live: Mapping[str, str], taken: Mapping[str, str]) -> str:
    """What the file is called there; one that is gone makes way for one that is there."""
    if file in live or file not in taken:
        return named.get(file, file)
    stem, end = os.path.splitext(file)
    return f"{stem}_moved{end}"


def _away(path: str) -> None:
    try:
        os.unlink(path)
    except FileNotFoundError:
        pass
