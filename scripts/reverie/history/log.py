"""All that a store ever held, revision by revision, outside of the store: who changed what, when and why.

What the person or the agent changed goes into a revision of theirs before one of ours follows. The history never keeps
anybody from writing: where it cannot be kept that is noted, and `told` says so.
"""
from __future__ import annotations

import difflib
import json
import os
import re
import shutil
import time
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from reverie import journal, lock, whole
from reverie.errors import Refused
from reverie.history import rebook, storefiles
from reverie.history.copybook import CopyBook
from reverie.history.gitbook import GitBook
from reverie.history.revision import HAND, REVERIE, Book, Entry, Revision, Unkept
from reverie.history.storefiles import Held, Known
from reverie.places import Places

_PATIENCE = 5.0
"""Seconds to wait for another process that writes the same history."""
_INTERRUPTED = 10.0
"""Seconds behind the beginning of a change that was not finished, in which files were written by it."""
_TOKEN = os.urandom(6).hex()
FIRST, BY_HAND = "as it was found", "changed by hand"


def note(places: Places, store: str, by: str, subject: str, **trailers: object) -> str:
    """Keep what is other than in the last revision as one of `hand` or `reverie`; the new revision, or "".

    It is empty where nothing changed, and where the history cannot be kept. Trailers are job, run, session, reason.
    """
    base = places.history(store)
    said = {key: str(value) for key, value in trailers.items() if value}
    try:
        with lock.alone(f"{base}.lock", patience=_PATIENCE):
            rev = _kept(places, store, Entry(by, time.time(), subject, said))
        _fault(places, store, "")
        return rev
    except lock.Busy:
        _fault(places, store, "another process was writing it")
    except (Unkept, OSError) as error:
        _fault(places, store, str(error))
    return ""


def begin(places: Places, store: str, subject: str, **trailers: object) -> None:
    """What follows is a change of ours: if it is killed, the next `note` knows whose the files were."""
    said = {"at": time.time(), "who": _me(), "subject": subject,
            "trailers": {key: str(value) for key, value in trailers.items() if value}}
    try:
        whole.drop(f"{places.history(store)}.begun", json.dumps(said).encode())
    except OSError as error:
        _fault(places, store, str(error))


def ongoing(places: Places, store: str) -> bool:
    """Whether this very process has begun a change that is not yet kept."""
    try:
        return bool(_said(places, store)["who"] == _me())
    except (ValueError, KeyError, TypeError):
        return False


def entries(places: Places, store: str, most: int = 0) -> list[Revision]:
    """The newest revisions, newest first; all for 0. Unkept where they cannot be read."""
    return _book(places, store).log(most)


def found(places: Places, store: str, run: str) -> list[Revision]:
    """What `run` means, newest first: `last` for our last change, a run's number, or a revision's first letters."""
    log = entries(places, store)
    if run in ("", "last"):
        meant = [each for each in log if each.entry.by == REVERIE][:1]
        if not meant:
            raise Refused("Reverie has changed nothing here yet.")
        return meant
    meant = [each for each in log if each.run == run and each.entry.by == REVERIE]
    if meant:
        return meant
    meant = [each for each in log if len(run) >= 4 and each.rev.startswith(run.lower())]
    if len(meant) != 1:
        raise Refused(f"{run!r} means several changes; give more letters." if meant
                      else f"There is no change {run!r} here. `reverie log` names them.")
    return meant


def tree(places: Places, store: str, rev: str = "") -> dict[str, bytes]:
    """Each file as the revision left it, the newest one by default; by its path below the store."""
    book = _book(places, store)
    names = book.files(rev or book.head())
    data = book.texts(names.values())
    return {file: data[name] for file, name in names.items()}


def files(places: Places, store: str, rev: str) -> dict[str, str]:
    """The names of what the files held as the revision left them, for `texts`."""
    return _book(places, store).files(rev)


def texts(places: Places, store: str, names: Iterable[str]) -> dict[str, bytes]:
    """What goes by these names, which `Change` gives."""
    return _book(places, store).texts(names)


def diff(places: Places, store: str, revisions: Sequence[Revision] = ()) -> str:
    """What the revisions changed, in the order given, as a unified diff; without any, what no revision has yet."""
    book = _book(places, store)
    if revisions:
        data = book.texts(name for each in revisions for change in each.changes for name in change[1:])
        return "".join(_unified(change.file, data.get(change.before), data.get(change.after))
                       for each in revisions for change in each.changes)
    head = book.files(book.head())
    now = storefiles.read(os.path.realpath(store), _without_stamps("", head), time.time_ns())
    gone = [file for file in head if file not in now.known.files]
    data = book.texts(head[file] for file in (*now.data, *gone) if file in head)
    return "".join(_unified(file, data.get(head.get(file, "")), now.data.get(file))
                   for file in sorted({*now.data, *gone}))


def told(places: Places, store: str) -> str:
    """How the history is kept, or why it is not."""
    fault = (whole.read(f"{places.history(store)}.fault") or b"").decode("utf-8", "replace").strip()
    if fault:
        return f"off: {fault}"
    try:
        book = _book(places, store)
        count = len(book.log(0))
    except Unkept as error:
        return f"off: {error}"
    how = "in git" if isinstance(book, GitBook) else "as copies, for want of git"
    return f"{count} changes {how}: `reverie log`" if count else "nothing changed yet"


def purge(places: Places, store: str, files: Iterable[str]) -> bool:
    """Take every text that these files ever held out of the history; False where that could not be done."""
    base = places.history(store)
    try:
        with lock.alone(f"{base}.lock", patience=_PATIENCE):
            old = adopted(places, store)
            new = GitBook(old.program, f"{base}.new") if isinstance(old, GitBook) else CopyBook(f"{base}.new")
            new.remove()
            rebook.replay(old, new, files)
            if new.head():
                os.rename(old.folder, f"{base}.old")
                os.rename(new.folder, old.folder)
            else:
                old.remove()
            shutil.rmtree(f"{base}.old", ignore_errors=True)
            _away(f"{base}.stamps")
    except (lock.Busy, Unkept, OSError) as error:
        _fault(places, store, f"not purged: {error}")
        return False
    return True


def _kept(places: Places, store: str, entry: Entry) -> str:
    """`note` for the one who holds the lock: with git if it works, else as copies."""
    store = os.path.realpath(store)
    if not os.path.isdir(store):
        return ""
    book = adopted(places, store)
    if isinstance(book, CopyBook):
        return _noted(places, store, book, entry)
    try:
        return _noted(places, store, book, entry)
    except Unkept:
        if not book.works():
            return _noted(places, store, _copies(places, store), entry)
        if book.sound():
            raise
    aside = f"{book.folder}.unreadable-{int(time.time())}"
    os.rename(book.folder, aside)
    journal.line(places, f"history: set aside as {aside}, because it could not be read; a new one begins")
    return _noted(places, store, book, entry)


def _noted(places: Places, store: str, book: Book, entry: Entry) -> str:
    stamps = f"{places.history(store)}.stamps"
    head, known = book.head(), storefiles.load(stamps)
    if known is None or known.rev != head:
        known = _without_stamps(head, book.files(head))
    now = storefiles.read(store, known, time.time_ns())
    gone = [file for file in known.files if file not in now.known.files]
    if now.data or gone:
        head = _added(places, store, book, entry, now, gone)
    if now.known.files != known.files:
        storefiles.save(stamps, Known(head, now.known.files))
    if entry.by == REVERIE:
        _away(f"{places.history(store)}.begun")
    return head if now.data or gone else ""


def _added(places: Places, store: str, book: Book, entry: Entry, now: Held, gone: list[str]) -> str:
    """The revision, and before it that of a change of ours which did not come to its end."""
    rest = dict(now.data)
    begun = _begun(places, store)
    if begun:
        theirs = {file: rest.pop(file) for file in now.data if 0 <= now.written[file] - begun.at + 1 <= _INTERRUPTED}
        head = book.add(begun, theirs, ()) if theirs else book.head()
        _away(f"{places.history(store)}.begun")
        if not rest and not gone:
            return head
    if not book.head() and entry.by == HAND:
        entry = entry._replace(subject=FIRST)
    return book.add(entry, rest, gone)


def _begun(places: Places, store: str) -> Entry | None:
    """A change that another process of ours began and did not end."""
    try:
        said = _said(places, store)
        if said["who"] == _me():
            return None
        return Entry(REVERIE, float(said["at"]), f"{said['subject']} (interrupted)", dict(said["trailers"]))
    except (ValueError, KeyError, TypeError):
        return None


def _said(places: Places, store: str) -> dict[str, Any]:
    said = json.loads(whole.read(f"{places.history(store)}.begun") or b"")
    return said if isinstance(said, dict) else {}


def _me() -> str:
    """This process, and no later one that happens to have its number."""
    return f"{os.getpid()}-{_TOKEN}"


def _book(places: Places, store: str) -> GitBook | CopyBook:
    """Where this store's history is."""
    copies, program = _copies(places, store), shutil.which("git")
    if program is None or copies.head():
        return copies
    return GitBook(program, places.history(store))


def _copies(places: Places, store: str) -> CopyBook:
    return CopyBook(places.history(store).removesuffix(".git"))


def adopted(places: Places, store: str) -> GitBook | CopyBook:
    """Where this store's history is, once git has taken over what was kept as copies while it was not there."""
    copies, program = _copies(places, store), shutil.which("git")
    if program is None:
        return copies
    git = GitBook(program, places.history(store))
    if copies.head():
        if not git.works():
            return copies
        rebook.replay(copies, git)
        copies.remove()
        _away(f"{places.history(store)}.stamps")
    return git


def _without_stamps(rev: str, names: Mapping[str, str]) -> Known:
    return Known(rev, {file: (None, name) for file, name in names.items()})


def _unified(file: str, before: bytes | None, after: bytes | None) -> str:
    """The change of one file, as `diff -u` shows it."""
    old, new = (re.findall(r"[^\n]*\n|[^\n]+", (data or b"").decode("utf-8", "replace")) for data in (before, after))
    names = ("/dev/null" if before is None else f"a/{file}", "/dev/null" if after is None else f"b/{file}")
    rows = list(difflib.unified_diff(old, new, *names)) or [f"--- {names[0]}\n", f"+++ {names[1]}\n"]
    return "".join(row if row.endswith("\n") else f"{row}\n\\ No newline at end of file\n" for row in rows)


def _fault(places: Places, store: str, sentence: str) -> None:
    """Say why the history was not kept, or that it is again."""
    path = f"{places.history(store)}.fault"
    try:
        if sentence:
            journal.line(places, f"history of {store}: {sentence}")
            whole.drop(path, sentence.encode("utf-8", "replace"))
        else:
            _away(path)
    except OSError:
        pass


def _away(path: str) -> None:
    try:
        os.unlink(path)
    except FileNotFoundError:
        pass
