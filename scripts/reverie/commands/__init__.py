"""One file per verb of the command line: it prints, and leaves the work to the rooms below."""
from __future__ import annotations

import functools
import os
from collections.abc import Callable
from typing import Any, NamedTuple

import click

from reverie import house, layers, places, project
from reverie.agents import stores as agent_stores
from reverie.errors import Refused
from reverie.layers import Layer
from reverie.session import Binding

_FOLDER = click.Path(file_okay=False)
_PROJECT = click.option("--project", metavar="DIR", type=_FOLDER, help="A folder of the project; default: this one.")
LAYERS = (layers.PROJECT, layers.TEAM, layers.PERSON, layers.AGENT)


class Where(NamedTuple):
    """Which memories a command is about: a folder of the project, one of its layers, or a store by its path."""

    project: str | None = None
    layer: str = ""
    store: str | None = None


def placed(command: Callable[..., Any]) -> Callable[..., Any]:
    """Give a command the options that say which memories it is about, as one argument `where`."""

    @_PROJECT
    @click.option("--layer", type=click.Choice(LAYERS), default=None, help="Only what is kept with one of these.")
    @click.option("--store", metavar="DIR", type=_FOLDER, help="A folder of memories itself, whosever it is.")
    @functools.wraps(command)
    def with_where(*args: Any, project: str | None, layer: str | None, store: str | None, **more: Any) -> Any:
        return command(*args, where=Where(project, layer or "", store), **more)

    return with_where


def in_project(command: Callable[..., Any]) -> Callable[..., Any]:
    """Give a command that is about a project as a whole the option that names it; it may stand before a verb's own
    verb as well as behind it: `reverie team --project DIR review`.
    """

    @_PROJECT
    @functools.wraps(command)
    def with_project(*args: Any, project: str | None, **more: Any) -> Any:
        above = click.get_current_context().parent
        return command(*args, project=project or (above and above.params.get("project")), **more)

    return with_project


def plain(value: object) -> Any:
    """Named tuples as objects and tuples as lists, down to the last: what JSON has a form for."""
    if isinstance(value, tuple) and hasattr(value, "_asdict"):
        return {name: plain(each) for name, each in value._asdict().items()}
    return [plain(each) for each in value] if isinstance(value, tuple) else value


def here(where: Where | str | None = None) -> tuple[places.Places, Binding]:
    """The person's places, and the project of the folder, of the session around, or of where the command runs.

    Its store is that of the layer or the path that was asked for, where one was.
    """
    asked = where if isinstance(where, Where) else Where(where)
    found = places.here(os.environ)
    launch = os.path.abspath(asked.project or project.launched(_cwd(), os.environ))
    binding = project.resolve(launch, found, os.environ)
    store = asked.store and os.path.abspath(asked.store)
    if store and not os.path.isdir(store):
        raise Refused(f"There is no folder {store}.")
    binding.store = store or (found.user if asked.layer == layers.PERSON else binding.store)
    return found, binding


def _cwd() -> str:
    """Where the command runs, also when that folder was deleted meanwhile."""
    try:
        return os.getcwd()
    except FileNotFoundError:
        return os.environ.get("PWD", "")


def reading(found: places.Places, binding: Binding, where: Where) -> list[Layer]:
    """The layers that a command looks at: all that hold in the project, or those that were asked for.

    Each sub-agent's store is a layer of its own, and is looked at only when it is asked for.
    """
    if where.store:
        return [Layer(layers.PROJECT, binding.store)]
    if where.layer == layers.AGENT:
        with house.opened(found, os.environ) as home:
            return [Layer(f"{layers.AGENT}:{each.name}", each.path)
                    for each in agent_stores.every(home.ledger, binding, found)]
    return [layer for layer in layers.of(binding, found) if where.layer in ("", layer.name)]


def written(found: places.Places, binding: Binding, where: Where) -> list[Layer]:
    """The stores that a command may change: without `--layer` and `--store` the project's and the person's."""
    if where.layer == layers.AGENT:
        raise Refused("Name the agent's store with --store; `reverie agents` shows where each is.")
    if where.layer == layers.TEAM:
        raise Refused("The team's memories are changed by `reverie share` and `reverie team`, and in its repository.")
    return [layer for layer in reading(found, binding, where) if layer.name != layers.TEAM]
