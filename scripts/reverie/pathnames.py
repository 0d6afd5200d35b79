"""Spellings of a folder: the client's name for it, another system's path as this one has it, the letters on the disk.

Pure, but for the listings that the last one is handed.
"""
from __future__ import annotations

import os
import sys

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

_DIGITS = "0123456789abcdefghijklmnopqrstuvwxyz"
LONGEST = 200
"""UTF-16 units of a path's name that stay; behind them a hash tells the rest apart."""


def encode(path: str) -> str:
    """The client's name for a path: all but ASCII letters and digits become `-`, per UTF-16 unit; long ones are cut."""
    flat = "".join(c if c.isascii() and c.isalnum() else "-" * (2 if c > "\uffff" else 1) for c in path)
    return flat if len(flat) <= LONGEST else flat[:LONGEST] + "-" + hashed(path)


def own(path: str) -> str:
    """A name for a path that no other path has by bad luck: the client's, and always the hash."""
    return encode(path)[:LONGEST] + "-" + hashed(path)


def hashed(path: str) -> str:
    """Java's string hash over UTF-16 units, in base 36, without its sign."""
    number = 0
    data = path.encode("utf-16-le", "surrogatepass")
    for i in range(0, len(data), 2):
        number = (number * 31 + data[i] + (data[i + 1] << 8)) & 0xFFFFFFFF
    number = abs(number - (1 << 32) if number >= 1 << 31 else number)
    digits = ""
    while True:
        number, digit = divmod(number, 36)
        digits = _DIGITS[digit] + digits
        if not number:
            return digits


def windows(path: str) -> str:
    r"""One spelling for a Windows path, however it was spelled: `c:/a/`, `\\?\C:\a`, `/mnt/c/a` are `C:\a`.

    A share keeps its two backslashes; a path of a WSL distribution and any other that is none of Windows' stays as it
    is, without the separator at its end.
    """
    flat = path.replace("/", "\\") if _windows(path) or path.startswith("//") else path
    if flat.startswith("\\\\?\\UNC\\"):
        flat = "\\" + flat[7:]
    elif flat.startswith("\\\\?\\"):
        flat = flat[4:]
    if _mounted(path):
        flat = f"{path[5].upper()}:" + path[6:].replace("/", "\\")
    if _drive(flat):
        return flat[0].upper() + ":" + (flat[2:].rstrip("\\") or "\\")
    return (flat.rstrip("\\") if flat.startswith("\\\\") else flat.rstrip("/")) or path


def local(path: str) -> str:
    r"""A path as this system has it: under WSL the client may say `C:\a` or `\\wsl$\Ubuntu\home`; all else stays."""
    if path.startswith("/") and not path.startswith("//") or not _windows(path) and not path.startswith("//"):
        return path
    plain = windows(path)
    if _drive(plain):
        return f"/mnt/{plain[0].lower()}" + plain[2:].replace("\\", "/").rstrip("/")
    parts = plain.lstrip("\\").split("\\")
    if parts[0].lower() in ("wsl$", "wsl.localhost") and len(parts) > 1:
        return "/" + "/".join(parts[2:])
    return path


def folds_case(path: str) -> bool:
    """Whether two spellings of the path may be one file here: on a Mac, and on a Windows disk under WSL."""
    return sys.platform == "darwin" or _mounted(path)


def on_disk(path: str, listed: Callable[[str], Iterable[str]]) -> str:
    """The path in the letters of the disk: each part that its folder does not list, but lists in another case."""
    done = "/"
    for part in filter(None, path.split("/")):
        try:
            names = set(listed(done))
        except OSError:
            names = set()
        alike = [name for name in names if name.casefold() == part.casefold()]
        done = os.path.join(done, alike[0] if part not in names and len(alike) == 1 else part)
    return done


def _windows(path: str) -> bool:
    return _drive(path) or path.startswith("\\\\")


def _drive(path: str) -> bool:
    return path[:1].isascii() and path[:1].isalpha() and path[1:2] == ":" and path[2:3] in ("", "\\", "/")


def _mounted(path: str) -> bool:
    return path.startswith("/mnt/") and path[5:6].isascii() and path[5:6].isalpha() and path[6:7] in ("", "/")
