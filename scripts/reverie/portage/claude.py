"""Claude Code's own form: a folder of memory files with `MEMORY.md`, from another project, machine or backup."""
from __future__ import annotations

import os
from collections.abc import Mapping, Sequence

from reverie import index, library
from reverie.errors import Refused
from reverie.portage import folder, item
from reverie.portage.item import Project, Reading
from reverie.portage.outgoing import Outgoing


def home(neighbours: Mapping[str, str], project: Project) -> str:
    """There is no default: this project's own folder holds the memories that it has."""
    raise Refused("Name the folder of memories with --from.")


def target(neighbours: Mapping[str, str], project: Project) -> str:
    """There is no default, for the same reason."""
    raise Refused("Name the folder to write to with --to.")


def read(path: str, project: Project) -> Reading:
    """The memories of a folder, or of the `memory` folder in it."""
    within = os.path.join(path, "memory")
    if os.path.isdir(within) and not any(name.endswith(".md") for name in os.listdir(path)):
        path = within
    return folder.read(path, item.short(os.path.realpath(path)))


def files(memories: Sequence[Outgoing], project: Project) -> dict[str, str]:
    """Each memory as it stands, and an index of them."""
    lines = [index.line(each.file, library.title(each.memory.name), each.memory.description) for each in memories]
    return {**{each.file: each.text for each in memories}, library.INDEX: "".join(f"{line}\n" for line in lines)}
