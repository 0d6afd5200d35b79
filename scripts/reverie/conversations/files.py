"""The client's transcripts as files: which may be a project's and have something new, and whose one is."""
from __future__ import annotations

import glob
import os
import sqlite3
from collections.abc import Mapping

from reverie import origins, project, session
from reverie.conversations import passages
from reverie.conversations.passages import Source
from reverie.places import Places
from reverie.transcripts import claude as transcript
from reverie.transcripts.claude import Span


def waiting(db: sqlite3.Connection, places: Places, root: str, first: str) -> list[str]:
    """The transcripts that may be this project's and have grown, the newest first."""
    files = [entry for folder in _folders(places, root) for entry in entries(folder)
             if entry.name.endswith(".jsonl") and entry.is_file()]
    files.sort(key=lambda entry: -entry.stat().st_mtime)
    paths = [first, *(entry.path for entry in files)] if first else [entry.path for entry in files]
    return [path for path in dict.fromkeys(paths) if os.access(path, os.R_OK) and _new(db, root, path)]


def _folders(places: Places, root: str) -> list[str]:
    """Where the client keeps the sessions launched in the project, in a folder of it, or in a linked worktree."""
    checkouts = [root, *origins.checkouts(places, root)]
    for pointer in glob.iglob(os.path.join(glob.escape(root), ".git", "worktrees", "*", "gitdir")):
        with open(pointer, encoding="utf-8", errors="surrogateescape") as file:
            checkouts.append(os.path.dirname(file.readline(4096).strip()))
    names = {project.encode(checkout)[:200] for checkout in checkouts}
    return [entry.path for entry in entries(places.projects)
            if any(entry.name == name or entry.name.startswith(name + "-") for name in names)]


def _new(db: sqlite3.Connection, root: str, path: str) -> bool:
    known = passages.source(db, path)
    return not known or known.root == root and not known.closed and not _read(known)


def _read(known: Source) -> bool:
    """Whether all of the file was read, and it is still the same one."""
    return os.path.getsize(known.path) == known.offset and transcript.head(known.path).startswith(known.head)


def met(places: Places, path: str, span: Span, env: Mapping[str, str]) -> Source:
    """A transcript that is met for the first time; its root is empty where its project cannot be told."""
    sid = session_of(path)
    bound = session.bound(places, sid)
    launch = os.path.realpath(span.cwd) if os.path.isabs(span.cwd) else ""
    there = os.path.isdir(launch)
    known = there or launch and origins.gone(places, launch)
    root = bound.root if bound else project.root_of(launch, places, env) if known else ""
    return Source(path, root, sid, launch if there else root)


def entries(folder: str) -> list[os.DirEntry[str]]:
    """What lies in the folder; nothing where there is none."""
    return list(os.scandir(folder)) if os.path.isdir(folder) else []


def session_of(path: str) -> str:
    """The session whose transcript this is."""
    return os.path.basename(path).removesuffix(".jsonl")
