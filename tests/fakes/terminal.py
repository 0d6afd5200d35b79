"""A person at a terminal: the interactive client under tmux, on a tmux server of its own that `close` ends."""
from __future__ import annotations

import shlex
import subprocess
import time
import uuid
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

TMUX = "tmux"
POLL = 0.1
SIZE = (140, 45)


class Terminal:
    """One terminal with one program in it, as a context manager."""

    def __init__(self) -> None:
        self.socket = f"reverie-{uuid.uuid4().hex[:12]}"

    def __enter__(self) -> Terminal:
        return self

    def __exit__(self, *exc: object) -> None:
        self.close()

    def start(self, command: Sequence[str], env: Mapping[str, str], cwd: Path, size: tuple[int, int] = SIZE) -> None:
        """Open the terminal and run `command` in it with exactly this environment."""
        assigned = [f"{name}={value}" for name, value in {"TERM": "screen-256color", **env}.items()]
        line = shlex.join(["env", "-i", *assigned, *command])
        columns, rows = map(str, size)
        place = ("-x", columns, "-y", rows, "-c", str(cwd))
        self._tmux("-f", "/dev/null", "new-session", "-d", "-s", "main", *place, line)

    def type(self, text: str) -> None:
        """The keys of `text`, one by one."""
        self._tmux("send-keys", "-t", "main", "-l", "--", text)

    def press(self, *keys: str) -> None:
        """Named keys: Enter, Escape, C-c, Up."""
        self._tmux("send-keys", "-t", "main", *keys)

    def paste(self, text: str) -> None:
        """`text` all at once, marked as pasted."""
        self._tmux("set-buffer", "-b", "pasted", "--", text)
        self._tmux("paste-buffer", "-p", "-r", "-d", "-b", "pasted", "-t", "main")

    def send(self, text: str) -> None:
        """Type a line, see it on the screen, press Enter."""
        self.type(text)
        self.wait_for(text[-20:])
        self.press("Enter")

    def screen(self) -> str:
        """What the person sees now; empty when the program has ended."""
        return self._tmux("capture-pane", "-p", "-t", "main", check=False)

    def coloured(self) -> str:
        """All that was shown since `clear`, what has scrolled away too, with colours, and wrapped lines as one."""
        return self._tmux("capture-pane", "-p", "-e", "-J", "-S", "-", "-t", "main")

    def clear(self) -> None:
        """An empty screen, and nothing above it; a shell shows its next prompt after Enter."""
        self._tmux("send-keys", "-R", "-t", "main")
        self._tmux("clear-history", "-t", "main")

    def alive(self) -> bool:
        """Whether the program still runs."""
        return subprocess.run([TMUX, "-L", self.socket, "has-session"], capture_output=True).returncode == 0

    def wait_for(self, text: str, timeout: float = 45.0) -> str:
        """The screen once it shows `text`; TimeoutError carries the last screen."""
        return self.wait_until(lambda screen: text in screen, timeout, repr(text))

    def wait_until(self, shown: Callable[[str], bool], timeout: float = 45.0, wanted: str = "it") -> str:
        """The screen once `shown(screen)` holds."""
        until = time.monotonic() + timeout
        while not shown(screen := self.screen()):
            if time.monotonic() > until:
                raise TimeoutError(f"{wanted} did not appear in {timeout} s; the screen:\n{screen}")
            time.sleep(POLL)
        return screen

    def wait_end(self, timeout: float = 45.0) -> None:
        """Return once the program has ended by itself."""
        until = time.monotonic() + timeout
        while self.alive():
            if time.monotonic() > until:
                raise TimeoutError(f"still running after {timeout} s; the screen:\n{self.screen()}")
            time.sleep(POLL)

    def close(self) -> None:
        """End this terminal's own tmux server, and so the program in it."""
        subprocess.run([TMUX, "-L", self.socket, "kill-server"], capture_output=True)

    def _tmux(self, *words: str, check: bool = True) -> str:
        done = subprocess.run([TMUX, "-u", "-L", self.socket, *words], capture_output=True, text=True)
        if check and done.returncode:
            raise RuntimeError(f"tmux {words[0]}: {done.stderr.strip()}")
        return done.stdout
