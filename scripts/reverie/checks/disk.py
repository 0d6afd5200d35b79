"""Whether there is room on the disk for what is written next."""
from __future__ import annotations

import os
import shutil

from reverie.checks import BROKEN, OK, WARN, Case, Finding

_LITTLE, _NONE = 200 << 20, 5 << 20


def check(case: Case) -> list[Finding]:
    """Free space where Reverie's folder lies, and where the memories lie if that is another disk."""
    there = {os.stat(folder).st_dev: folder for folder in map(_exists, (case.binding.store, case.places.home))}
    return [judged(folder, shutil.disk_usage(folder).free) for folder in there.values()]


def judged(folder: str, free: int) -> Finding:
    """What `free` bytes below the folder mean."""
    said = f"{free >> 20:,} MiB are free for {folder}"
    if free < _NONE:
        return Finding(BROKEN, f"{said}: too little to write anything.", "Make room on that disk.")
    if free < _LITTLE:
        return Finding(WARN, f"{said}, which is little.", "Make room on that disk.")
    return Finding(OK, f"{said}.")


def _exists(folder: str) -> str:
    """The folder, or the nearest above it that is there."""
    while not os.path.isdir(folder):
        folder = os.path.dirname(folder)
    return folder
