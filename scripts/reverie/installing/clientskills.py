"""The client's folder of skills: ours carry a mark, and no other is ever touched."""
from __future__ import annotations

import os

from reverie.installing import copies
from reverie.installing.clientsettings import filled

MARK = ".reverie"
"""A file in each skill that we put there."""


def put(skills: str, source: str, app: str) -> tuple[bool, list[str]]:
    """Put each skill of `source` into `skills`: whether anything changed, and the names someone else has."""
    changed, taken = False, []
    names = _names(source)
    for name in names:
        folder = os.path.join(skills, name)
        if os.path.lexists(folder) and not _ours(folder):
            taken.append(name)
        else:
            changed |= copies.put(folder, _skill(os.path.join(source, name), app))
    for name in _names(skills):
        if name not in names and _ours(os.path.join(skills, name)):
            changed |= copies.remove(os.path.join(skills, name))
    return changed, taken


def remove(skills: str) -> list[str]:
    """Take our skills away; the names of those that went."""
    gone = [name for name in _names(skills) if _ours(os.path.join(skills, name))]
    for name in gone:
        copies.remove(os.path.join(skills, name))
    return gone


def _skill(folder: str, app: str) -> dict[str, copies.File]:
    files = {MARK: copies.File(b"This skill belongs to Reverie; `reverie uninstall` takes it away.\n", 0o644)}
    for name, file in copies.read(folder).items():
        text = filled(file.data.decode(), app).encode() if name.endswith(".md") else file.data
        files[name] = file._replace(data=text)
    return files


def _names(folder: str) -> list[str]:
    return sorted(os.listdir(folder)) if os.path.isdir(folder) else []


def _ours(folder: str) -> bool:
    return not os.path.islink(folder) and os.path.isfile(os.path.join(folder, MARK))
