"""The command line: a table of verbs, each loaded when it is called, so that `--help` loads none of them."""
from __future__ import annotations

import difflib
import json
import os
import sys
from importlib import import_module

import click
from click.shell_completion import CompletionItem

from reverie import errors, places

VERBS = {
    "add": ("reverie.commands.add", "Save a memory: a text, a file, or what comes through a pipe."),
    "agents": ("reverie.commands.agents", "List the sub-agents of a project, and what each of them remembers."),
    "cite": ("reverie.commands.cite", "Tell which memories shaped a session, with file and line."),
    "config": ("reverie.commands.config", "Show and change the settings, and where each comes from."),
    "completion": ("reverie.commands.completion", "Print the script by which a shell completes all this."),
    "demo": ("reverie.commands.demo", "Show the main job in a throw-away home: two sessions, no key, no network."),
    "diff": ("reverie.commands.diff", "Show what a change did to the memories, line by line."),
    "doctor": ("reverie.commands.doctor", "Try each link of the chain by using it, and say how to mend it."),
    "dream": ("reverie.commands.dream", "Tidy the memories of this project now, after a look at what would change."),
    "edit": ("reverie.commands.edit", "Change a memory in your editor, or one part of it."),
    "export": ("reverie.commands.port", "Give memories to another tool: Codex, Qwen Code, Gemini CLI, Claude Code."),
    "extract": ("reverie.commands.extract", "Look at transcripts when asked to; also those from before Reverie."),
    "forget": ("reverie.commands.forget", "Take a memory out for good: what is found, by its exact id, on your yes."),
    "import": ("reverie.commands.port", "Take in memories of another tool, after a preview."),
    "install": ("reverie.commands.setup", "Install hooks, skills and the command for your user."),
    "list": ("reverie.commands.list", "List the memories of a project."),
    "log": ("reverie.commands.log", "Show what changed in the memories, when, by whom and why."),
    "move": ("reverie.commands.move", "Keep a memory with the person, the project or the team."),
    "pause": ("reverie.commands.pause", "Extract nothing for a while."),
    "pin": ("reverie.commands.pin", "Let a memory come first, and nothing change it unasked."),
    "recall": ("reverie.commands.recall", "Show what a prompt would recall."),
    "relocate": ("reverie.commands.relocate", "Bring memories to where their project is now."),
    "remember": ("reverie.commands.remember", "Save a memory in your own words."),
    "report": ("reverie.commands.report", "Write one page that shows what is known, used and spent, and what changed."),
    "restore": ("reverie.commands.restore", "Bring back a memory that was archived, removed or replaced."),
    "resume": ("reverie.commands.pause", "Extract again, and forget about earlier failures."),
    "review": ("reverie.commands.review", "Decide on the memories that wait for your yes."),
    "search": ("reverie.commands.search", "Search the memories, or with --sessions past conversations."),
    "show": ("reverie.commands.show", "Print one memory with its evidence."),
    "skills": ("reverie.commands.skills", "Show, accept or decline drafts of skills: procedures that came up often."),
    "stats": ("reverie.commands.stats", "Add up what was extracted, dreamt and recalled, and what it cost."),
    "status": ("reverie.commands.status", "Tell whether Reverie works here, what it did last, and what waits."),
    "share": ("reverie.commands.share", "Move a memory of the project to the team's."),
    "sync": ("reverie.commands.sync", "Keep your memories on several machines in step, through a private git remote."),
    "team": ("reverie.commands.team", "The memory the team keeps in git: switch it on, review it, sync it."),
    "undo": ("reverie.commands.undo", "Take a change back; again, to have it back."),
    "unpin": ("reverie.commands.pin", "Take the pin off a memory again."),
    "why": ("reverie.commands.why", "Tell where a memory comes from, what became of it, and its use."),
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

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        verb = args[0]
        if verb not in VERBS and not verb.startswith("-") and not ctx.resilient_parsing:
            near = difflib.get_close_matches(verb, VERBS, 1)
            raise click.UsageError(f"There is no verb {verb!r}.{f' Did you mean {near[0]!r}?' if near else ''}", ctx)
        return super().resolve_command(ctx, args)

    def shell_complete(self, ctx: click.Context, incomplete: str) -> list[CompletionItem]:
        verbs = [CompletionItem(verb, help=VERBS[verb][1]) for verb in sorted(VERBS) if verb.startswith(incomplete)]
        return [*verbs, *click.Command.shell_complete(self, ctx, incomplete)]

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Commands"):
            formatter.write_dl([(name, VERBS[name][1]) for name in sorted(VERBS)])


@click.group(cls=Verbs, context_settings={"help_option_names": ["-h", "--help"]}, invoke_without_command=True,
             epilog="Exit codes: 0 done; 1 refused or failed, with one sentence; 2 wrong usage; 130 stopped by you.")
@click.option("--version", is_flag=True, is_eager=True, expose_value=False, help="Print the version.",
              callback=lambda ctx, _, asked: _version(ctx, asked))
@click.pass_context
def reverie(ctx: click.Context) -> None:
    """Reverie: a memory for coding agents that lasts across sessions, as Markdown files you own.

    It works by itself through the client's hooks. These commands show what it knows and did, and change it.

    Example: reverie status
    """
    if ctx.invoked_subcommand is None:
        click.echo(ctx.get_help())


def main(argv: list[str] | None = None) -> int:
    """Run one command: 0 done, 1 refused with one sentence, 2 wrong usage, 130 stopped by the person."""
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
