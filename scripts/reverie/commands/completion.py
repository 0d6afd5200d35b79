"""`reverie completion SHELL`: the script by which a shell completes verbs and options, and what names it offers.

It reads what hooks read, and nothing that is slow.
"""
from __future__ import annotations

from importlib import import_module

import click
from click.shell_completion import CompletionItem, get_completion_class

from reverie import layers, library, lookup, places
from reverie.commands import Where, here, reading
from reverie.errors import Refused
from reverie.layers import Layer

_RUNS = 30
"""Changes of a store that a shell is offered."""
VARIABLE = "_REVERIE_COMPLETE"
"""By which the script asks; click looks at it."""


@click.command()
@click.argument("shell", type=click.Choice(["bash", "zsh", "fish"]))
@click.pass_context
def completion(ctx: click.Context, shell: str) -> None:
    """Print the script that lets a shell complete `reverie`: verbs, options, names of memories, changes of the log.

    For good: `eval "$(reverie completion bash)"` in ~/.bashrc, the same with zsh in ~/.zshrc, and
    `reverie completion fish > ~/.config/fish/completions/reverie.fish`.

    Example: reverie completion bash
    """
    kind = get_completion_class(shell)
    if kind is None:
        raise Refused(f"There is no completion for {shell}.")
    click.echo(kind(ctx.find_root().command, {}, "reverie", VARIABLE).source())


def memory(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """The memories that a shell can complete to: by name, with what each is about, or by file where that is begun."""
    del param
    found, among = _completing(ctx)
    names = {hit.name: hit.description for layer in among for hit in lookup.described(found, layer.store)}
    files = {entry.name.removesuffix(".md"): "" for layer in among if layer.name != layers.TEAM
             for entry in library.files(layer.store)}
    said = {**files, **names} if incomplete else {**names, **(files if not names else {})}
    return [CompletionItem(name, help=what[:60]) for name, what in said.items() if name.startswith(incomplete)]


def archived(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """The files of the archive, which are those that a person brings back most."""
    del param
    found, among = _completing(ctx)
    names = [entry.name.removesuffix(".md") for layer in among for entry in library.files(found.archive(layer.store))]
    return [CompletionItem(name) for name in names if name.startswith(incomplete)]


def run(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """The changes that a shell can complete to: runs by number, others by their letters, with what they were."""
    del param
    found, among = _completing(ctx)
    made = [each for layer in among if layer.name != layers.TEAM
            for each in import_module("reverie.history.log").entries(found, layer.store, _RUNS)]
    said = {"last": "the newest change of Reverie's", **{each.run or each.short: each.entry.subject for each in made}}
    return [CompletionItem(name, help=what[:60]) for name, what in said.items() if name.startswith(incomplete)]


def _completing(ctx: click.Context) -> tuple[places.Places, list[Layer]]:
    """Where the line that is being typed would look."""
    typed = (ctx.params.get(name) for name in ("project", "layer", "store"))
    project, layer, store = (value if isinstance(value, str) else None for value in typed)
    found, binding = here(Where(project, layer or "", store))
    return found, reading(found, binding, Where(project, layer or "", store))
