"""The form of a bundle: a zip with one folder a store, the same bytes for the same content. `docs/bundle.md` tells it.

An archive is doubted as a whole: what is not exactly of the form is refused in one sentence before anything is written.
"""
from __future__ import annotations

import io
import json
import re
import stat
import zipfile
import zlib
from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from reverie.errors import Refused

FORM, VERSION = "reverie bundle", 1
MANIFEST, LEDGER = "bundle.json", "ledger.json"
PERSON = "person"
LARGEST, MOST, ENTRIES = 8 << 20, 256 << 20, 100_000
"""Bytes of one text, bytes of all entries together, and how many there may be."""
GIT = "git.bundle"
_ABOUT = ("name", "layer", "origin", "remote", "commit")
_NAME = re.compile(r"person|projects/[1-9]\d{0,5}")
SLUG = re.compile(r"[A-Za-z0-9][A-Za-z0-9_-]{0,150}")
"""The name of a draft of a skill, which is the name of its folder, too."""
_COPY = re.compile(r"log|texts/[0-9a-f]{2}/[0-9a-f]{38}")


class Part(NamedTuple):
    """What a bundle holds of one store.

    `about` are its name in the bundle and its layer, and of a project where it lay, its remote and its first commit;
    `folders` are the files of each folder by their path in it; `rows` is its part of the ledger.
    """

    about: Mapping[str, str]
    folders: Mapping[str, Mapping[str, bytes]]
    rows: Mapping[str, Any]

    @property
    def name(self) -> str:
        return self.about["name"]

    @property
    def label(self) -> str:
        """As a person is told of it."""
        return "the person's store" if self.name == PERSON else f"the project of {self.about['origin']}"


def clean(file: str) -> bool:
    """Whether that is a path below a folder which can be written anywhere: no way out of it, nothing hidden."""
    parts = file.split("/")
    plain = all(" " <= c != "\x7f" and not "\ud800" <= c <= "\udfff" for c in file) and "\\" not in file
    return plain and len(file) <= 1_000 and all(
        part and not part.startswith(".") and len(part.encode()) <= 255 for part in parts)


def _markdown(file: str) -> bool:
    return clean(file) and file.endswith(".md")


def _summary(file: str) -> bool:
    return clean(file) and "/" not in file and (file == "latest" or file.endswith(".md"))


def _skill(file: str) -> bool:
    name, _, rest = file.partition("/")
    return bool(SLUG.fullmatch(name)) and rest == "SKILL.md"


def _history(file: str) -> bool:
    return file == GIT or bool(_COPY.fullmatch(file))


FOLDERS = {"memory": _markdown, "archive": _markdown, "summaries": _summary, "skills": _skill, "history": _history}
"""The folders of a part, with what a file in each may be called."""


def sound(folder: str, files: Mapping[str, bytes]) -> dict[str, bytes]:
    """Those of the files that a bundle can hold."""
    return {file: data for file, data in files.items() if FOLDERS[folder](file)
            and (folder == "history" or len(data) <= LARGEST)}


def packed(parts: Iterable[Part]) -> bytes:
    """The bundle of these parts; Refused when they are too much for one."""
    parts = list(parts)
    entries = {MANIFEST: _json({"form": FORM, "version": VERSION, "parts": [dict(part.about) for part in parts]})}
    for part in parts:
        entries[f"{part.name}/{LEDGER}"] = _json(part.rows)
        entries.update({f"{part.name}/{folder}/{file}": data
                        for folder, files in part.folders.items() for file, data in files.items()})
    if len(entries) > ENTRIES or sum(map(len, entries.values())) > MOST:
        raise Refused(f"This is too much for one bundle, which holds {MOST >> 20} MB at the most.")
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for name in sorted(entries):
            about = zipfile.ZipInfo(name, (1980, 1, 1, 0, 0, 0))
            about.create_system, about.external_attr = 3, (stat.S_IFREG | 0o600) << 16
            archive.writestr(about, entries[name], zipfile.ZIP_DEFLATED)
    return out.getvalue()


def unpacked(path: str) -> list[Part]:
    """The parts of the bundle at `path`; their ledgers are JSON objects that nobody has looked at yet."""
    try:
        with zipfile.ZipFile(path) as archive:
            infos = archive.infolist()
            _doubted(infos)
            entries = {info.filename: archive.read(info) for info in infos}
    except FileNotFoundError:
        raise Refused(f"There is no file {path}.") from None
    except (zipfile.BadZipFile, zlib.error, EOFError, ValueError, NotImplementedError, RuntimeError) as error:
        raise Refused(f"{path} is not a whole bundle: {error}.") from None
    manifest = _object(entries.pop(MANIFEST, b""), MANIFEST)
    if manifest.get("form") != FORM:
        raise Refused(f"{path} is a zip, but not a bundle of Reverie.")
    if type(manifest.get("version")) is not int or manifest["version"] != VERSION:
        version = str(manifest.get("version"))[:20]
        raise Refused(f"{path} is a bundle of form {version!r}, and this Reverie reads form {VERSION}.")
    return _parts(manifest, entries)


def _doubted(infos: list[zipfile.ZipInfo]) -> None:
    """Refuse what no bundle of ours holds, before a byte of it is unpacked."""
    names = [info.filename for info in infos]
    if len(names) > ENTRIES or sum(info.file_size for info in infos) > MOST:
        raise Refused(f"The archive would unpack to more than a bundle may hold, {MOST >> 20} MB.")
    if len(set(names)) != len(names):
        raise Refused("The archive holds two entries of one name.")
    above = {name[:n] for name in names for n, c in enumerate(name) if c == "/"}
    for info in infos:
        kind = stat.S_IFMT(info.external_attr >> 16)
        if not clean(info.filename) or info.orig_filename != info.filename:
            raise Refused(f"The archive holds an entry that would lie outside of its place: {info.filename[:200]!r}.")
        if kind not in (0, stat.S_IFREG) or info.filename in above or info.flag_bits & 1:
            raise Refused(f"The archive holds something else than a plain file: {info.filename[:200]!r}.")


def _parts(manifest: Mapping[str, Any], entries: dict[str, bytes]) -> list[Part]:
    listed = manifest.get("parts")
    if not isinstance(listed, list) or not listed or not all(map(_told, listed)):
        raise Refused(f"The bundle's {MANIFEST} does not tell its stores.")
    parts = []
    for about in listed:
        start = f"{about['name']}/"
        mine = {name[len(start):]: entries.pop(name) for name in list(entries) if name.startswith(start)}
        rows = _object(mine.pop(LEDGER, b""), start + LEDGER)
        parts.append(Part(about, {folder: _folder(folder, mine) for folder in FOLDERS}, rows))
        entries.update({start + name: data for name, data in mine.items()})
    if entries or len({part.name for part in parts}) != len(parts):
        raise Refused(f"The bundle holds something that is not of its form: {min(entries, default='a store twice')!r}.")
    return parts


def _told(about: object) -> bool:
    """Whether that is what the manifest says of one store."""
    return (isinstance(about, dict) and set(about) == set(_ABOUT)
            and all(isinstance(value, str) and len(value) <= 4_096 for value in about.values())
            and bool(_NAME.fullmatch(about["name"])) and (about["layer"] == PERSON) == (about["name"] == PERSON)
            and about["layer"] in (PERSON, "project"))


def _folder(folder: str, mine: dict[str, bytes]) -> dict[str, bytes]:
    """The files of the folder, taken out of `mine`; those of no sound name or size stay there."""
    start = f"{folder}/"
    found = sound(folder, {name[len(start):]: data for name, data in mine.items() if name.startswith(start)})
    for file in found:
        del mine[start + file]
    return found


def _json(value: object) -> bytes:
    return (json.dumps(value, ensure_ascii=True, indent=1, sort_keys=True) + "\n").encode()


def _object(data: bytes, name: str) -> dict[str, Any]:
    try:
        value = json.loads(data)
    except (ValueError, RecursionError):
        value = None
    if not isinstance(value, dict):
        raise Refused(f"The bundle's {name} is missing or is not a JSON object.")
    return value
