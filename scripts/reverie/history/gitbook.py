"""Revisions in a git directory of ours, whatever the person's own git is set to: no index, no work tree, no hooks.

Git is handed the bytes themselves, so nothing in a store (attributes, ignores, links, a repository around it) has a
say in what is kept. A commit is whole or not there: a stream that ends early adds nothing.
"""
from __future__ import annotations

import os
import shutil
import subprocess
import time
from collections.abc import Iterable, Mapping

from reverie.history.revision import HAND, Change, Entry, Revision, Unkept, message, said

TIMEOUT = 10.0
"""Seconds that one call of git may take."""
_AUTHORS = {HAND: "By hand <by-hand@localhost>"}
_OURS = "Reverie <reverie@localhost>"
_REF = "refs/heads/main"
_NOTHING = "0" * 40
_SETTINGS = ("core.fsync=all", "core.quotePath=false", "gc.auto=0", "core.logAllRefUpdates=false", "pack.threads=1",
             "log.showSignature=false", "fastimport.unpackLimit=1")
"""Each commit is a pack of its own, which takes one process less than loose objects, and both are on the disk."""
_CROWDED = 50
"""Packs from which on they are made one."""
_LEFT = 3_600.0
"""Seconds after which a pack that was not finished is taken for one of a git that died."""
_STALE = 2.0
"""Seconds after which a lock that git left on the branch is taken for one of a git that died."""


class GitBook:
    """The git directory `folder`, and the program that knows how to use it."""

    def __init__(self, program: str, folder: str) -> None:
        self.program = program
        self.folder = folder

    def head(self) -> str:
        """Read without starting git, as it is asked for at every turn."""
        try:
            with open(os.path.join(self.folder, _REF), encoding="ascii") as file:
                rev = file.read().strip()
        except FileNotFoundError:
            return self._packed()
        except ValueError:
            rev = ""
        if len(rev) != 40:
            raise Unkept(f"the history's branch is unreadable in {self.folder}")
        return rev

    def files(self, rev: str) -> dict[str, str]:
        if not rev:
            return {}
        rows = self._git("ls-tree", "-r", "-z", "--full-tree", rev).split(b"\0")
        return {os.fsdecode(path): about.split()[2].decode() for row in rows if row
                for about, _, path in [row.partition(b"\t")]}

    def log(self, most: int) -> list[Revision]:
        head = self.head()
        if not head:
            return []
        limit = [f"--max-count={most}"] if most else []
        shown = ("--raw", "--no-abbrev", "--no-renames", "--root", "--format=%H%x00%an%x00%at%x00%B%x00")
        return _revisions(self._git("log", "-z", *limit, *shown, head, "--"))

    def texts(self, names: Iterable[str]) -> dict[str, bytes]:
        wanted = sorted(set(filter(None, names)))
        if not wanted:
            return {}
        out = self._git("cat-file", "--batch", given="".join(f"{name}\n" for name in wanted).encode())
        found, at = {}, 0
        for name in wanted:
            about, at = out[at:out.index(b"\n", at)].split(), out.index(b"\n", at) + 1
            if about[-1] == b"missing":
                raise Unkept(f"the history lacks {name}")
            size = int(about[2])
            found[name] = out[at:at + size]
            at += size + 1
        return found

    def add(self, entry: Entry, writes: Mapping[str, bytes], gone: Iterable[str]) -> str:
        self._ready()
        text = message(entry).encode("utf-8", "replace")
        when = f"{max(0, int(entry.at))} +0000"
        before = self.head()
        stream = [f"commit {_REF}\nauthor {_AUTHORS.get(entry.by, _OURS)} {when}\ncommitter {_OURS} {when}\n"
                  f"data {len(text)}\n".encode(), text, f"\nfrom {before}\n".encode() if before else b"\n"]
        stream += [b"D %s\n" % quoted(file) for file in gone]
        for file, data in writes.items():
            stream += [b"M 100644 inline %s\ndata %d\n" % (quoted(file), len(data)), data, b"\n"]
        self._git("fast-import", "--quiet", "--done", given=b"".join([*stream, b"done\n"]))
        self._pack()
        return self.head()

    def remove(self) -> None:
        shutil.rmtree(self.folder, ignore_errors=True)

    def works(self) -> bool:
        """Whether the program is a git at all."""
        try:
            return b"git version" in self._run("--version")
        except Unkept:
            return False

    def sound(self) -> bool:
        """Whether the newest revision can be read."""
        try:
            self.files(self.head())
            return True
        except Unkept:
            return False

    def _ready(self) -> None:
        """Make the directory, if it is not there, and clear away the locks of a git that was killed."""
        if not os.path.isfile(os.path.join(self.folder, "HEAD")):
            os.makedirs(os.path.dirname(self.folder), mode=0o700, exist_ok=True)
            self._run("-c", "init.defaultBranch=main", "init", "--quiet", "--bare", "--template=", self.folder)
        for name in (_REF, "HEAD"):
            lock, ends = os.path.join(self.folder, f"{name}.lock"), time.monotonic() + _STALE
            while os.path.exists(lock) and time.monotonic() < ends:
                time.sleep(0.02)
            if os.path.exists(lock):
                os.unlink(lock)

    def _packed(self) -> str:
        try:
            with open(os.path.join(self.folder, "packed-refs"), encoding="utf-8", errors="replace") as file:
                return next((line[:40] for line in file if line[41:].strip() == _REF), "")
        except FileNotFoundError:
            return ""

    def _pack(self) -> None:
        """Now and then, so that years of small commits stay small. If that fails nothing is lost."""
        try:
            packs = list(os.scandir(os.path.join(self.folder, "objects", "pack")))
            if sum(entry.name.endswith(".pack") for entry in packs) > _CROWDED:
                self._git("repack", "-a", "-d", "-q")
                for entry in packs:
                    if entry.name.startswith("tmp_") and time.time() - entry.stat().st_mtime > _LEFT:
                        os.unlink(entry.path)
        except (FileNotFoundError, Unkept):
            pass

    def _git(self, *words: str, given: bytes = b"") -> bytes:
        settings = [part for each in _SETTINGS for part in ("-c", each)]
        return self._run(f"--git-dir={self.folder}", *settings, *words, given=given)

    def _run(self, *words: str, given: bytes = b"") -> bytes:
        above = os.path.dirname(self.folder)
        env = {**{key: value for key, value in os.environ.items() if not key.startswith(("GIT_", "XDG_CONFIG"))},
               "HOME": above, "LC_ALL": "C", "GIT_CONFIG_NOSYSTEM": "1", "GIT_CONFIG_SYSTEM": os.devnull,
               "GIT_CONFIG_GLOBAL": os.devnull, "GIT_ATTR_NOSYSTEM": "1", "GIT_TERMINAL_PROMPT": "0",
               "GIT_DEFAULT_HASH": "sha1", "GIT_DEFAULT_REF_FORMAT": "files", "GIT_NO_REPLACE_OBJECTS": "1"}
        try:
            done = subprocess.run([self.program, *words], input=given, capture_output=True, env=env, cwd=above,
                                  timeout=TIMEOUT, check=False)
        except subprocess.TimeoutExpired:
            raise Unkept(f"git took longer than {TIMEOUT:g} seconds") from None
        except OSError as error:
            raise Unkept(f"git could not be started: {error.strerror or error}") from None
        if done.returncode:
            told = done.stderr.decode("utf-8", "replace").strip().splitlines()
            raise Unkept(f"git said: {told[0] if told else f'exit code {done.returncode}'}")
        return done.stdout


def _revisions(out: bytes) -> list[Revision]:
    """What `git log -z --raw` says: four parts a revision, two parts a file."""
    parts = iter([part.lstrip(b"\n") if part[:2] == b"\n:" else part for part in out.split(b"\0")])
    found: list[Revision] = []
    for part in parts:
        if part.startswith(b":"):
            before, after = part.split()[2:4]
            change = Change(os.fsdecode(next(parts)), *(_or_nothing(name.decode()) for name in (before, after)))
            found[-1] = found[-1]._replace(changes=(*found[-1].changes, change))
        elif part.strip():
            author, at, text = next(parts), float(next(parts)), next(parts).decode("utf-8", "replace")
            by = HAND if _AUTHORS[HAND].startswith(f"{author.decode('utf-8', 'replace')} <") else "reverie"
            found.append(Revision(part.strip().decode(), Entry(by, at, *said(text)), ()))
    return found


def _or_nothing(name: str) -> str:
    return "" if name == _NOTHING else name


def quoted(file: str) -> bytes:
    """A path as the stream takes it, whatever letters are in it."""
    raw = os.fsencode(file)
    if b"\n" not in raw and not raw.startswith(b'"'):
        return raw
    return b'"%s"' % raw.replace(b"\\", b"\\\\").replace(b'"', b'\\"').replace(b"\n", b"\\n")
