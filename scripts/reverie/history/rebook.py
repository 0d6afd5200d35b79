"""All revisions of one book put upon another: as they are, or without what is to leave no trace."""
from __future__ import annotations

from collections.abc import Iterable

from reverie import index
from reverie.history.revision import Book, Revision, name_of
from reverie.library import INDEX

_PURGED = "a change of a memory that was purged"


def replay(old: Book, new: Book, without: Iterable[str] = ()) -> None:
    """Put the revisions of the old book upon the new one; of the files `without` nothing goes with them.

    Neither do the lines of the index that lead to these files and nowhere else, nor what was said of their changes.
    """
    dropped = frozenset(without)
    held = new.files(new.head())
    data: dict[str, bytes] = {}
    then: dict[str, str] = {}
    for each in reversed(old.log(0)):
        for change in each.changes:
            then[change.file] = change.after
        after = {}
        for file, name in then.items():
            if name and file not in dropped:
                after[file] = _thinned(old, data, name, dropped) if file == INDEX and dropped else name
        fresh = {file: name for file, name in after.items() if held.get(file) != name}
        missing = old.texts(name for name in fresh.values() if name not in data)
        gone = [file for file in held if file not in after]
        if fresh or gone:
            writes = {file: missing[name] if name in missing else data[name] for file, name in fresh.items()}
            new.add(_untold(each, dropped).entry, writes, gone)
        held = after


def _thinned(old: Book, data: dict[str, bytes], name: str, dropped: frozenset[str]) -> str:
    """The name of the index without the lines that lead to what is dropped; its bytes go into `data`."""
    text = old.texts([name])[name].decode("utf-8", "surrogateescape")
    for file in dropped:
        text = index.without(text, file)
    thin = text.encode("utf-8", "surrogateescape")
    data[name_of(thin)] = thin
    return name_of(thin)


def _untold(each: Revision, dropped: frozenset[str]) -> Revision:
    """The revision without what its message says, if it is about something that is dropped."""
    if not any(change.file in dropped for change in each.changes):
        return each
    trailers = {key: value for key, value in each.entry.trailers.items() if key != "reason"}
    return each._replace(entry=each.entry._replace(subject=_PURGED, trailers=trailers))
