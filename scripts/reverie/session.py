"""What a session keeps between its hooks: its project, its frozen text, what it was shown, what was answered."""
from __future__ import annotations

import os
import time

from reverie import whole, wire

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from reverie.places import Places

_TWINS = 5.0
"""Seconds within which the same bytes for the same event are one call that two registrations passed on."""


_FOLLOWED, _WORDS = 4_000, 16
"""Characters that are looked at of what the prompts of a session were about, and words of each that are kept."""


class Binding:
    """The project a session was bound to at its start: folder, store, and whether the client injects the index.

    `since` is empty for a session that was met at its beginning, else the UTC time at which it was met: what was said
    before that is an old transcript, which nobody asked to have read. `transcript` is where the client keeps it.
    `checkout` is the working tree the session was launched in: the root, but in a linked worktree.
    """

    __slots__ = ("root", "store", "native", "since", "transcript", "checkout")

    def __init__(self, root: str, store: str, native: bool, since: str = "", transcript: str = "",
                 checkout: str = "") -> None:
        self.root = root
        self.store = store
        self.native = native
        self.since = since
        self.transcript = transcript
        self.checkout = checkout or root


def bound(places: Places, session: str) -> Binding | None:
    """The session's binding, or None when it has none that can be read."""
    try:
        said: Any = wire.loads((whole.read(_path(places, session, "binding.json")) or b"").decode())
        return Binding(said["root"], said["store"], said["native"], said["since"], said["transcript"],
                       said.get("checkout", ""))
    except (OSError, ValueError, KeyError, TypeError, AttributeError):
        return None


def known(places: Places) -> list[str]:
    """The sessions that are remembered here, the one heard of last first."""
    try:
        folders = [entry for entry in os.scandir(os.path.join(places.home, "sessions")) if entry.is_dir()]
    except OSError:
        return []
    return [entry.name for entry in sorted(folders, key=lambda entry: -entry.stat().st_mtime)]


def bind(places: Places, session: str, binding: Binding) -> None:
    """Bind the session for the rest of its life."""
    said = {"root": binding.root, "store": binding.store, "native": binding.native, "since": binding.since,
            "transcript": binding.transcript, "checkout": binding.checkout}
    whole.drop(_path(places, session, "binding.json"), wire.dumps(said).encode("ascii"))


def frozen(places: Places, session: str) -> str | None:
    """The text this session was given at its start, byte for byte, or None before that."""
    data = whole.read(_path(places, session, "frozen.txt"))
    return None if data is None else data.decode("utf-8")


def freeze(places: Places, session: str, text: str) -> None:
    """Keep `text` as what this session was given."""
    whole.drop(_path(places, session, "frozen.txt"), text.encode("utf-8"))


def shown(places: Places, session: str) -> set[str]:
    """The marks of the memories this session has been shown since it began or was last compacted."""
    return set((whole.read(_path(places, session, "shown")) or b"").decode("utf-8", "replace").splitlines())


def show(places: Places, session: str, marks: list[str]) -> None:
    """Remember that these were shown."""
    path = _path(places, session, "shown")
    os.makedirs(os.path.dirname(path), mode=0o700, exist_ok=True)
    with open(path, "a", encoding="utf-8", errors="replace") as file:
        file.write("".join(f"{mark}\n" for mark in marks))


def forget_shown(places: Places, session: str) -> None:
    """After compaction the model has lost what it was shown; what was asked for it before that is out of place."""
    for path in (_path(places, session, "shown"), _path(places, session, "asked"), places.offer(session)):
        try:
            os.unlink(path)
        except FileNotFoundError:
            pass


def followed(places: Places, session: str) -> list[list[str]]:
    """What the prompts before this one were about, the last one first: the words of each that stood in a memory."""
    try:
        with open(_path(places, session, "followed"), encoding="utf-8") as file:
            return [line.split() for line in file.read()[-_FOLLOWED:].splitlines()[:-3:-1]]
    except (OSError, ValueError):
        return []


def follow(places: Places, session: str, words: list[str]) -> None:
    """Remember what this prompt was about."""
    if words:
        with open(_path(places, session, "followed"), "a", encoding="utf-8", errors="replace") as file:
            file.write(f"{' '.join(words[:_WORDS])}\n")


def opt_out(places: Places, session: str) -> None:
    """Nothing of this session is to be kept."""
    whole.drop(_path(places, session, "skip"), b"")


def opted_out(places: Places, session: str) -> bool:
    """Whether the user asked for nothing of this session to be kept."""
    return os.path.exists(_path(places, session, "skip"))


def claim(places: Places, session: str, name: str, raw: bytes) -> bool:
    """Whether this process is the one to answer: of twins with the same bytes, exactly one is.

    A claim older than a few seconds was of an earlier, equal call and is taken over.
    """
    path = _path(places, session, os.path.join("claims", f"{name}-{_sum(raw):x}-{len(raw)}"))
    os.makedirs(os.path.dirname(path), mode=0o700, exist_ok=True)
    if _made(path):
        return True
    before = os.stat(path).st_mtime_ns
    # Of those that see the same old claim, the one that makes this second file takes it over; the file has to stay.
    if abs(time.time() - before / 1e9) < _TWINS or not _made(f"{path}.{before}"):
        return False
    os.utime(path)
    return True


def _sum(raw: bytes) -> int:
    """Tells calls apart without loading a checksum: the bytes as one number, modulo a prime."""
    return int.from_bytes(raw, "big") % ((1 << 61) - 1)


def _made(path: str) -> bool:
    try:
        os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, 0o600))
    except FileExistsError:
        return False
    return True


def _path(places: Places, session: str, name: str) -> str:
    return os.path.join(places.session(session), name)
