"""Links and paths in memories that lead nowhere any more: told, never changed. Pure over a draft."""
from __future__ import annotations

import posixpath
import re
from collections.abc import Callable, Iterator

from reverie import relist
from reverie.dream.draft import Draft

_PATH = re.compile(r"`((?:\./)?[\w.@+-]+(?:/[\w.@+-]+)+)`")
"""A path as a memory names it: in code, below the project, without blanks, wildcards or placeholders."""


def findings(draft: Draft, exists: Callable[[str], bool] | None) -> list[str]:
    """A sentence for each link to no memory and each path to no file.

    `exists` tells of a path below the project whether it is there; a path is held against the project only if its
    first folder is.
    """
    names = relist.called(draft.files)
    found: list[str] = []
    for file in sorted(draft.files):
        body = draft.body(file)
        if "[" in body:
            found += [f"{file}: [[{name}]] leads to no memory" for name in _dead_wikis(body, names)]
            found += [f"{file}: the link to {link} leads to no memory" for link in _dead_links(draft, file, body)]
        if exists and "`" in body:
            found += [f"{file}: {path} is not in the project" for path in _dead_paths(body, exists)]
    return found


def _dead_wikis(body: str, names: dict[str, str]) -> Iterator[str]:
    yield from (name for name in dict.fromkeys(relist.wikis(body)) if name not in names)


def _dead_links(draft: Draft, file: str, body: str) -> Iterator[str]:
    for link in dict.fromkeys(relist.links(body)):
        if posixpath.normpath(posixpath.join(posixpath.dirname(file), link)) not in draft.files:
            yield link


def _dead_paths(body: str, exists: Callable[[str], bool]) -> Iterator[str]:
    for path in dict.fromkeys(_PATH.findall(body)):
        if exists(path.removeprefix("./").partition("/")[0]) and not exists(path):
            yield path
