"""What `docs/commands.md` says, from the help of the commands themselves; `make docs` writes it."""
from __future__ import annotations

import inspect
import re
import sys
from collections.abc import Iterator
from pathlib import Path

import click

from reverie import cli

PATH = Path(__file__).resolve().parents[1] / "docs" / "commands.md"
_HEAD = "\n".join(" ".join(line.split()) for line in """# Commands

Made from the help of the commands themselves. Every command has `--help` and `-h`; `reverie` alone lists them.

- **Where.** A command is about the project of the folder that it is called in. `--project DIR` names another one,\
 `--layer` one of its layers (`person`, `project`, `team`, `agent`), `--store DIR` a folder of memories itself.
- **For programs.** What lists has `--json`: one array or object on the standard output, whose keys stay. Colours,\
 tables and bars are for a terminal alone; `NO_COLOR` is respected.
- **Exit codes.** 0: done. 1: refused or failed, with one sentence on the standard error. 2: wrong usage. 130: stopped\
 by you. `reverie doctor` and `reverie status --short` end with 1 where Reverie does not work.
- **Completion.** `eval "$(reverie completion bash)"` in `~/.bashrc`, the same with `zsh` in `~/.zshrc`, or\
 `reverie completion fish > ~/.config/fish/completions/reverie.fish`.
""".split("\n"))
_SHARED = ("project", "layer", "store", "help")
"""Options that are told once, at the top."""


def commands() -> Iterator[tuple[str, click.Command, click.Context]]:
    """Every command by its whole name, those within others too."""
    yield from _below(cli.reverie, click.Context(cli.reverie, info_name="reverie", **cli.reverie.context_settings))


def _below(group: click.Group, ctx: click.Context) -> Iterator[tuple[str, click.Command, click.Context]]:
    for name in group.list_commands(ctx):
        command = group.get_command(ctx, name)
        assert command is not None
        inner = click.Context(command, info_name=name, parent=ctx)
        yield inner.command_path, command, inner
        if isinstance(command, click.Group):
            yield from _below(command, inner)


def example(command: click.Command) -> str:
    """The call that the help shows."""
    found = re.search(r"^Example: (reverie\b.*)$", inspect.cleandoc(command.help or ""), re.M)
    assert found, command.name
    return found[1]


def text() -> str:
    """The whole page."""
    return "\n".join([_HEAD, *(_part(name, command, ctx) for name, command, ctx in commands())])


def _part(name: str, command: click.Command, ctx: click.Context) -> str:
    usage = " ".join([name, *(piece for piece in command.collect_usage_pieces(ctx) if piece != "[OPTIONS]")])
    said = inspect.cleandoc(command.help or "").partition("Example: ")[0]
    paragraphs = [" ".join(each.split()) for each in said.split("\n\n") if each.strip()]
    options = [f"- `{', '.join([*each.opts, *each.secondary_opts])}{_value(each, ctx)}`: {each.help}"
               for each in command.params if isinstance(each, click.Option) and each.name not in _SHARED]
    level = "##" if name.count(" ") == 1 else "###"
    return "\n".join([f"{level} `{usage}`", "", "\n\n".join(paragraphs), "", *options, *([""] if options else []),
                      "```sh", example(command), "```", ""])


def _value(option: click.Option, ctx: click.Context) -> str:
    return "" if option.is_flag else f" {option.make_metavar(ctx)}"


if __name__ == "__main__":
    PATH.write_text(text(), encoding="utf-8")
    sys.exit(0)
