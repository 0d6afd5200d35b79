"""Start the worker, or a dream, and forget it: own session, no descriptor of ours, nothing to wait for."""
from __future__ import annotations

import os
import sys

from reverie import places as p

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

_SECRETS = ("CLAUDE_CODE_MESSAGING_SOCKET", "CLAUDE_CODE_MESSAGING_TOKEN", "CLAUDE_ENV_FILE")


def worker(places: p.Places, env: Mapping[str, str]) -> None:
    """Wake the worker. It makes sure of its own packages first, works the spool, and ends."""
    _start(places, env, ["-S"], ["prepare"])


def dream(places: p.Places, env: Mapping[str, str], store: str, session: str) -> None:
    """Start a dream over the store, in the worker's own interpreter, beside the worker: saves do not wait for it."""
    _start(places, env, [], ["worker", "dream", store, session])


def _start(places: p.Places, env: Mapping[str, str], flags: list[str], words: list[str]) -> None:
    cache = "pycache_prefix=" + os.path.join(places.home, "pycache")
    scripts = os.path.join(p.plugin(), "scripts")
    arguments = [sys.executable, "-I", *flags, "-X", "utf8", "-X", cache, scripts, *words]
    kept = {key: value for key, value in env.items() if key not in _SECRETS}
    kept[p.CHILD] = "worker"
    nowhere = [(os.POSIX_SPAWN_OPEN, fd, os.devnull, os.O_RDWR, 0) for fd in (0, 1, 2)]
    os.posix_spawn(sys.executable, arguments, kept, file_actions=[*nowhere, *_closed()], setsid=True)


def _closed() -> list[tuple[int, int]]:
    """A close for every descriptor this process was handed: no pipe of the client's stays open in the worker."""
    handed = []
    for fd in map(int, os.listdir("/dev/fd")):
        try:
            if fd > 2 and os.get_inheritable(fd):
                handed.append((os.POSIX_SPAWN_CLOSE, fd))
        except OSError:
            continue
    return handed
