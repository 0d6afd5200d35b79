"""Our own copy of the remote: a repository without a work tree, in which each store's last agreed commit has a ref.

A commit takes its bytes from us and nobody's settings. What was sent but not yet put into a store is an ancestor of
what the remote has, so that the next sync sees by git's own rules what is new on which side.
"""
from __future__ import annotations

import os
import shutil
import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from reverie.errors import Refused
from reverie.history.gitbook import quoted
from reverie.sync.git import Ended, Git

BRANCH = "refs/heads/main"
_STORES = "refs/stores/"
_SEEN = "refs/seen"
_AUTHOR = "Reverie <reverie@localhost>"
_FILES = (b"100644", b"100755")


class Commit(NamedTuple):
    """A commit to be made: the ref that is to lead to it, its parents (a ref made before it, or a commit), what changes
    against the first of them; None is a file that goes.
    """

    ref: str
    parents: Sequence[str]
    changes: Mapping[str, bytes | None]
    subject: str


class Repo:
    """The repository, and the remote at `url`."""

    def __init__(self, git: Git, url: str) -> None:
        self._git, self._url = git, url
        if not os.path.isdir(git.folder):
            shutil.rmtree(f"{git.folder}.new", ignore_errors=True)
            git.local("-c", "init.defaultBranch=main", "init", "--quiet", "--bare", "--template=", f"{git.folder}.new")
            os.rename(f"{git.folder}.new", git.folder)
        for folder, _, files in os.walk(os.path.join(git.folder, "refs")):
            for name in files:
                if name.endswith(".lock"):
                    os.unlink(os.path.join(folder, name))  # of a git that was killed: we alone are at it
        self.refs = self._refs()
        self._last = ""
        self._trees: dict[str, dict[str, str]] = {}
        self._bases: dict[tuple[str, str], str] = {}
        self._texts: dict[str, bytes] = {}

    def tip(self, store: str) -> str:
        """The commit that this store was last in step with, or empty; `store` is its folder in the remote."""
        return self.refs.get(_STORES + store, "")

    def head(self) -> str:
        """The remote's commit, fetched; empty where the remote has nothing. Refused where it cannot be used."""
        rows = self._reached(self._git.remote("ls-remote", "--heads", "--", self._url)).out.decode("ascii", "replace")
        found = {ref: name for name, _, ref in (row.partition("\t") for row in rows.splitlines())}
        head = found.get(BRANCH, "")
        if found and not head:
            raise Refused("The remote has other branches and no `main`: sync needs a repository of its own.")
        if head and head != self.refs.get(_SEEN):
            self._reached(self._git.remote("fetch", "--quiet", "--no-tags", "--no-write-fetch-head", "--", self._url,
                                           f"+{BRANCH}:{_SEEN}"))
            self.refs = self._refs()
            head = self.refs[_SEEN]  # which may be newer by now
        self._last = head
        return head

    def push(self, name: str) -> bool:
        """Let the remote's branch lead to this commit; False where another machine was there first."""
        before = self._last
        ended = self._git.remote("push", "--quiet", "--porcelain", "--", self._url, f"{name}:{BRANCH}")
        if ended.code and self.head() == before:
            self._reached(ended, "did not take what was sent")
        return not ended.code

    def base(self, one: str, other: str) -> str:
        """The newest commit that both come from, or empty."""
        if not (one and other) or one == other:
            return one if one == other else ""
        if (one, other) not in self._bases:
            ended = self._git.ask("merge-base", one, other)
            self._bases[one, other] = ended.out.decode("ascii").split("\n")[0] if not ended.code else ""
        return self._bases[one, other]

    def tree(self, commit: str) -> dict[str, str]:
        """Each plain file of the commit by path, with the name of what it holds."""
        if commit not in self._trees:
            rows = self._git.local("ls-tree", "-r", "-z", "--full-tree", commit).split(b"\0") if commit else []
            parts = [(row.partition(b"\t")[0].split(), os.fsdecode(row.partition(b"\t")[2])) for row in rows if row]
            self._trees[commit] = {path: about[2].decode("ascii") for about, path in parts if about[0] in _FILES}
        return self._trees[commit]

    def texts(self, names: Iterable[str]) -> dict[str, bytes]:
        """What goes by these names."""
        asked = set(names)
        self._texts.update(self._read(sorted(asked.difference(self._texts))))
        return {name: self._texts[name] for name in asked}

    def _read(self, names: list[str]) -> Iterator[tuple[str, bytes]]:
        given = "".join(f"{name}\n" for name in names).encode()
        out, at = self._git.local("cat-file", "--batch", given=given) if names else b"", 0
        for name in names:
            about, at = out[at:out.index(b"\n", at)].split(), out.index(b"\n", at) + 1
            if about[-1] == b"missing":
                raise Refused(f"The copy of the remote in {self._git.folder} lacks {name}; delete that folder.")
            yield name, out[at:at + int(about[2])]
            at += int(about[2]) + 1

    def commit(self, commits: Sequence[Commit]) -> None:
        """Make them in their order, all or none."""
        stream = [part for each in commits for part in _stream(each, int(time.time()))]
        self._git.local("fast-import", "--quiet", "--done", "--force", given=b"".join([*stream, b"done\n"]))
        self.refs = self._refs()

    def settle(self, stores: Iterable[str], name: str) -> None:
        """These stores are in step with this commit now."""
        behind = [store for store in stores if self.tip(store) != name]
        if behind:
            orders = "".join(f"update {_STORES}{store} {name}\n" for store in behind)
            self._git.local("update-ref", "--stdin", given=orders.encode())
            self.refs.update({_STORES + store: name for store in behind})

    def tidy(self) -> None:
        """Now and then, so that years of small commits stay small. If that fails nothing is lost."""
        self._git.ask("-c", "gc.auto=2000", "-c", "gc.autoPackLimit=40", "-c", "gc.autoDetach=false", "gc", "--auto",
                      "--quiet")

    def _refs(self) -> dict[str, str]:
        rows = self._git.local("for-each-ref", "--format=%(objectname) %(refname)").decode("utf-8").splitlines()
        return {row[41:]: row[:40] for row in rows}

    def _reached(self, ended: Ended, what: str = "could not be reached") -> Ended:
        if ended.code:
            raise Refused(f"The remote {what}, and nothing was changed here: {shown(ended.reason, self._url)}")
        return ended


def _stream(commit: Commit, at: int) -> Iterator[bytes]:
    """The commit as fast-import takes it."""
    said = f"{commit.subject}\n".encode("utf-8", "replace")
    yield f"commit {commit.ref}\ncommitter {_AUTHOR} {at} +0000\ndata {len(said)}\n".encode() + said
    for word, parent in zip(("from", *["merge"] * len(commit.parents)), commit.parents, strict=False):
        yield f"{word} {parent}\n".encode()
    for path, data in sorted(commit.changes.items()):
        if data is None:
            yield b"D %s\n" % quoted(path)
        else:
            yield b"M 100644 inline %s\ndata %d\n%s\n" % (quoted(path), len(data), data)
    yield b"\n"


def ref(store: str) -> str:
    """The ref of a store's last agreed commit."""
    return _STORES + store


def shown(text: str, url: str) -> str:
    """A text without the password that may stand in the address."""
    before, at, host = url.rpartition("@")
    scheme, slashes, login = before.rpartition("://")
    return text.replace(url, f"{scheme}{slashes}{host}") if at and slashes and login else text
