"""The command line: a table of verbs, each loaded when it is called, so that `--help` loads none of them."""
from __future__ import annotations

import json
import os
import sys
from importlib import import_module

import click

from reverie import errors, places

VERBS = {
    "cite": ("reverie.commands.cite", "Tell which memories shaped a session, with file and line."),
    "demo": ("reverie.commands.demo", "Show the main job in a throw-away home: two sessions, no key, no network."),
    "diff": ("reverie.commands.diff", "Show what a change did to the memories, line by line."),
    "dream": ("reverie.commands.dream", "Tidy the memories of this project now, after a look at what would change."),
    "extract": ("reverie.commands.extract", "Look at transcripts when asked to; also those from before Reverie."),
    "forget": ("reverie.commands.forget", "Take a memory out for good: what is found, by its exact id, on your yes."),
    "install": ("reverie.commands.setup", "Install hooks, skills and the command for your user."),
    "list": ("reverie.commands.list", "List the memories of a project."),
    "log": ("reverie.commands.log", "Show what changed in the memories, when, by whom and why."),
    "pause": ("reverie.commands.pause", "Extract nothing for a while."),
    "recall": ("reverie.commands.recall", "Show what a prompt would recall."),
    "remember": ("reverie.commands.remember", "Save a memory in your own words."),
    "restore": ("reverie.commands.restore", "Bring back a memory that was archived, removed or replaced."),
    "resume": ("reverie.commands.pause", "Extract again, and forget about earlier failures."),
    "review": ("reverie.commands.review", "Decide on the memories that wait for your yes."),
    "search": ("reverie.commands.search", "Search the memories, or with --sessions past conversations."),
    "show": ("reverie.commands.show", "Print one memory with its evidence."),
    "skills": ("reverie.commands.skills", "Show, accept or decline drafts of skills: procedures that came up often."),
    "status": ("reverie.commands.status", "Tell what Reverie does here, what it did last, and whether it works."),
    "undo": ("reverie.commands.undo", "Take a change back; again, to have it back."),
    "uninstall": ("reverie.commands.setup", "Take away all that install made; memories stay."),
}


class Verbs(click.Group):
    """The group whose commands are the table."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return sorted(VERBS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in VERBS:
            return None
        command = getattr(import_module(VERBS[cmd_name][0]), cmd_name)
        assert isinstance(command, click.Command)
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Commands"):
            formatter.write_dl([(name, VERBS[name][1]) for name in sorted(VERBS)])


@click.group(cls=Verbs, context_settings={"help_option_names": ["-h", "--help"]})
@click.option("--version", is_flag=True, is_eager=True, expose_value=False, help="Print the version.",
              callback=lambda ctx, _, asked: _version(ctx, asked))
def reverie() -> None:
    """Reverie: a memory for coding agents that lasts across sessions, as Markdown files you own.

    It works by itself through the client's hooks. These commands show what it knows and did.
    """


def main(argv: list[str] | None = None) -> int:
    """Run one command: 0 done, 1 refused with one sentence, 2 wrong usage."""
    try:
        return int(reverie.main(argv, prog_name="reverie", standalone_mode=False) or 0)
    except click.ClickException as error:
        error.show()
        return error.exit_code
    except click.Abort:
        return 130
    except BrokenPipeError:
        return 1
    except (errors.Refused, errors.Failed, OSError) as error:
        print(error, file=sys.stderr)
        return 1


def _version(ctx: click.Context, asked: bool) -> None:
    """The version stands in one place, the plugin's manifest."""
    if asked:
        with open(os.path.join(places.plugin(), "plugin.json"), encoding="utf-8") as file:
            click.echo(json.load(file)["version"])
        ctx.exit()
