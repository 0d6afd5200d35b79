"""A store's history in a bundle: as one file of git, or as the copies that are kept without git.

It is unpacked into a folder of its own and read from end to end before anything is done with it. A store's own history
is never replaced: beside it the bundle's stands under a name of its own.
"""
from __future__ import annotations

import os
import shutil
from collections.abc import Iterable, Mapping
from typing import NamedTuple

from reverie import lock, whole
from reverie.bundle import form as bundle_form
from reverie.bundle.form import LARGEST, MOST
from reverie.errors import Refused
from reverie.history.copybook import CopyBook
from reverie.history.gitbook import GitBook
from reverie.history.revision import Revision, Unkept, name_of
from reverie.places import Places

_PATIENCE = 10.0
_MAIN = "refs/heads/main"
_DOUBT = ("fetch.fsckObjects=true", *(f"fetch.fsck.{fault}=error" for fault in (
    "hasDot", "hasDotdot", "hasDotgit", "nulInCommit", "fullPathname")))


class Past(NamedTuple):
    """A bundle's history of one store, unpacked: the book, its newest revision, its log, and where its file lies."""

    book: GitBook | CopyBook
    head: str
    log: tuple[Revision, ...]
    file: str

    @property
    def highest(self) -> int:
        """The highest number of a run that it names."""
        runs = [int(each.run) for each in self.log if each.run.isascii() and each.run.isdigit() and len(each.run) < 10]
        return max(runs, default=0)

    def texts(self) -> Iterable[bytes]:
        """All that it ever held."""
        return self.book.texts(change.after for each in self.log for change in each.changes).values()


class _Git(GitBook):
    """A git directory that can be put into one file, and be filled from one."""

    def bundled(self) -> bytes:
        return self._git("bundle", "create", "--quiet", "-", _MAIN)

    def fetched(self, file: str, ref: str) -> None:
        """Take over what the file holds, under this ref; each object is looked at by git first."""
        self._ready()
        doubts = [part for each in _DOUBT for part in ("-c", each)]
        self._git(*doubts, "fetch", "--quiet", "--no-tags", "--no-write-fetch-head", file, f"{_MAIN}:{ref}")

    def sizes(self) -> dict[str, int]:
        """The bytes of each text, by its name."""
        rows = self._git("cat-file", "--batch-check=%(objecttype) %(objectname) %(objectsize)", "--batch-all-objects")
        found = (row.decode().split() for row in rows.splitlines())
        return {name: int(size) for kind, name, size in found if kind == "blob"}

    def holds(self, rev: str) -> bool:
        """Whether the revision is one of its own, or stands beside them."""
        try:
            self._git("cat-file", "-e", f"{rev}^{{commit}}")
            return True
        except Unkept:
            return False


def gathered(places: Places, store: str) -> tuple[dict[str, bytes], str]:
    """The store's history as files of a bundle, and a sentence where it cannot be had."""
    base, program = places.history(store), shutil.which("git")
    copies = CopyBook(base.removesuffix(".git"))
    try:
        if copies.head():
            return _copied(copies), ""
        if not os.path.isdir(base):
            return {}, ""
        if program is None:
            return {}, "The history is kept in git, which is not there now; it is left out."
        git = _Git(program, base)
        return ({bundle_form.GIT: git.bundled()} if git.head() else {}), ""
    except (Unkept, OSError) as error:
        return {}, f"The history is left out: {error}."


def unpacked(files: Mapping[str, bytes], name: str, folder: str) -> Past | None:
    """The history in these files, laid into the folder and looked through; None for none, or where git is missing.

    Refused when it is not what it has to be; `name` tells whose it is.
    """
    program = shutil.which("git")
    if not files or bundle_form.GIT in files and program is None:
        return None
    try:
        return _read(files, program or "", folder)
    except (Unkept, OSError, ValueError, KeyError, IndexError, TypeError, StopIteration, RecursionError) as error:
        raise Refused(f"The bundle's history of {name} is not sound: {error}.") from None


def _read(files: Mapping[str, bytes], program: str, folder: str) -> Past:
    for file, data in files.items():
        whole.drop(os.path.join(folder, "copies" if file != bundle_form.GIT else "", file), data)
    if bundle_form.GIT not in files:
        sizes = {file[6:8] + file[9:]: len(data) for file, data in files.items() if file != "log"}
        return _looked_at(CopyBook(os.path.join(folder, "copies")), sizes, "")
    git, file = _Git(program, os.path.join(folder, "past.git")), os.path.join(folder, bundle_form.GIT)
    git.fetched(file, _MAIN)
    return _looked_at(git, git.sizes(), file)


def _looked_at(book: GitBook | CopyBook, sizes: Mapping[str, int], file: str) -> Past:
    """The past in this book: every file of it lies below a store, every text is there and no larger than one may be."""
    if max(sizes.values(), default=0) > LARGEST or sum(sizes.values()) > 4 * MOST:
        raise Unkept("its texts are larger than a store's can be")
    log = tuple(book.log(0))
    changes = [change for each in log for change in each.changes]
    names = {name for change in changes for name in change[1:] if name}
    if not log or not names <= set(sizes) or not all(bundle_form.clean(change.file) for change in changes):
        raise Unkept("it lacks a text, or names a file outside of a store")
    if isinstance(book, CopyBook) and any(name_of(data) != name for name, data in book.texts(names).items()):
        raise Unkept("a text is not what its name says")
    return Past(book, book.head(), log, file)


def known(places: Places, store: str, past: Past) -> str:
    """Where the store has this history already: `main` for in its own, `beside`, or nowhere."""
    own, last = _own(places, store), past.log[0]
    if not own.head():
        own = CopyBook(places.history(store).removesuffix(".git"))
    if any(each.entry == last.entry and set(each.changes) == set(last.changes) for each in own.log(0)):
        return "main"
    return "beside" if isinstance(own, _Git) and own.holds(past.head) else ""


def none_yet(places: Places, store: str) -> bool:
    """Whether the store has no history."""
    own = _own(places, store)
    return not (own.head() or CopyBook(places.history(store).removesuffix(".git")).head())


def install(places: Places, store: str, past: Past) -> None:
    """Make it the history of a store that has none."""
    base = places.history(store)
    target = base if isinstance(past.book, GitBook) else base.removesuffix(".git")
    with lock.alone(f"{base}.lock", patience=_PATIENCE):
        shutil.rmtree(f"{target}.new", ignore_errors=True)
        shutil.rmtree(f"{target}.old", ignore_errors=True)
        shutil.copytree(past.book.folder, f"{target}.new")
        if os.path.isdir(target):  # one that was begun and holds nothing
            os.rename(target, f"{target}.old")
        os.rename(f"{target}.new", target)
        shutil.rmtree(f"{target}.old", ignore_errors=True)


def beside(places: Places, store: str, past: Past) -> str:
    """Keep it beside the store's own history, where that can be; what became of it, in a sentence."""
    own, ref = _own(places, store), f"refs/bundles/{past.head[:16]}"
    if not (isinstance(own, _Git) and past.file):
        return "The bundle's history is left out: the store has its own, kept in another way."
    with lock.alone(f"{places.history(store)}.lock", patience=_PATIENCE):
        own.fetched(past.file, ref)
    return f"The store keeps its own history; the bundle's stands beside it as {ref}."


def _own(places: Places, store: str) -> _Git | CopyBook:
    base, program = places.history(store), shutil.which("git")
    return _Git(program, base) if program else CopyBook(base.removesuffix(".git"))


def _copied(copies: CopyBook) -> dict[str, bytes]:
    """The whole lines of the log, and the texts that they name."""
    log = whole.read(os.path.join(copies.folder, "log")) or b""
    names = {name for each in copies.log(0) for change in each.changes for name in change[1:] if name}
    texts = {f"texts/{name[:2]}/{name[2:]}": data for name, data in copies.texts(names).items()}
    return {"log": log[:log.rfind(b"\n") + 1], **texts}
