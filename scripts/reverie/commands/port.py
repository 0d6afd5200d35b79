"""`reverie import TOOL` and `reverie export TOOL`: memories come from other tools and go to them, after a preview."""
from __future__ import annotations

import json
import os
import sys
from collections.abc import Callable, Sequence
from importlib import import_module
from importlib.util import find_spec
from typing import Any

import click

from reverie import house, layers, ledger, places
from reverie.commands import Where, here, placed, written
from reverie.errors import Refused
from reverie.framing import tame
from reverie.portage import admission, intake, item, outgoing, parcel
from reverie.portage.admission import Taken
from reverie.portage.item import Item, Project, Reading
from reverie.portage.parcel import Sent
from reverie.session import Binding

FORMATS = {
    "bundle": "reverie.commands.bundle",
    "claude": "reverie.portage.claude",
    "claude-mem": "reverie.portage.claude_mem",
    "codex": "reverie.portage.codex",
    "gemini": "reverie.portage.gemini",
    "qwen": "reverie.portage.qwen",
}
"""Each with the module that knows it; that of `bundle` has the commands `import_bundle` and `export_bundle` itself."""
_WHAT = {
    "claude": "a folder of Claude Code's memory files", "claude-mem": "the database of claude-mem",
    "codex": "the memories of Codex", "gemini": "the memories of Gemini CLI", "qwen": "the memories of Qwen Code",
}
_COMES = {"claude": " --from ~/notes"}
_GOES = {"claude": " --to ~/notes", "gemini": " --to ~/notes"}
"""What the examples say besides, where a place has to be named."""
_SAID = {
    admission.NEW: "new", admission.CHANGED: "changed at its source", admission.WAITS: "for `reverie review`",
    admission.DUPLICATE: "here already", admission.FORGOTTEN: "forgotten on purpose",
    admission.KNOWN: "imported before", admission.EMPTY: "empty",
}
_MANY = 100
"""Items from which on one sees how far it is."""
_SHOWN = 20
"""Lines of each kind that a preview has."""


class Formats(click.Group):
    """The tools that memories can come from or go to, each a command of its own."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return [name for name in FORMATS if self.get_command(ctx, name)]

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        coming = self.name == "import"
        if cmd_name not in FORMATS or not find_spec(FORMATS[cmd_name]):
            return None
        if cmd_name == "bundle":
            made: click.Command = getattr(import_module(FORMATS[cmd_name]), f"{self.name}_bundle")
            return made
        if not coming and not hasattr(import_module(FORMATS[cmd_name]), "files"):
            return None
        return _coming(cmd_name) if coming else _going(cmd_name)


@click.group("import", cls=Formats)
def bring() -> None:
    """Take in what another tool remembers: it shows what would become of each memory, and asks once.

    Example: reverie import qwen --dry-run
    """


@click.group("export", cls=Formats)
def send() -> None:
    """Give this project's memories to another tool. What others keep there is never changed.

    Example: reverie export qwen --dry-run
    """


globals().update({"import": bring, "export": send})
"""The verbs' names, one of which the language keeps for itself."""


def _shared(command: Callable[..., Any]) -> Callable[..., Any]:
    """The options that both ways have."""
    command = click.option("--json", "as_json", is_flag=True, help="One JSON object, for programs.")(command)
    command = click.option("--dry-run", is_flag=True, help="Show what would be done, and do nothing.")(command)
    return placed(command)


def _coming(tool: str) -> click.Command:
    @click.command(tool, help=f"Take in {_WHAT[tool]}.\n\n"
                              f"Example: reverie import {tool}{_COMES.get(tool, '')} --dry-run")
    @click.option("--from", "path", metavar="PATH", help="Where it lies; default: where the tool keeps it.")
    @click.option("--propose", is_flag=True, help="Let each memory wait for your yes in `reverie review`.")
    @click.option("--again", is_flag=True, help="Also what was imported before and is no longer here.")
    @click.option("--yes", is_flag=True, help="Do not ask.")
    @_shared
    def command(path: str | None, propose: bool, again: bool, yes: bool, dry_run: bool, as_json: bool,
                where: Where) -> None:
        found, binding = here(where)
        written(found, binding, where)
        reading, source = _read(tool, path, found, binding)
        with house.opened(found, os.environ) as home:
            with _bar(reading.items, "Looking through it") as items:
                plan = intake.take(home, binding.store, items, tool, dry=True, propose=propose, again=again)
            if not as_json:
                _preview(plan, reading, source)
            todo = [fate for fate in plan.fates if fate.op in (admission.NEW, admission.CHANGED, admission.WAITS)]
            if not (dry_run or as_json or yes) and todo and not _agreed():
                click.echo("Nothing was imported.")
                return
            if not dry_run:
                if binding.store != found.user:
                    ledger.note_origin(home.ledger, binding.store, binding.root, home.stamp)
                with _bar(reading.items, "Importing") as items:
                    plan = intake.take(home, binding.store, items, tool, propose=propose, again=again)
        if as_json:
            _print_json(tool, source, dry_run, plan, reading)
        elif not dry_run:
            _told(plan)

    return command


def _going(tool: str) -> click.Command:
    @click.command(tool, help=f"Add this project's memories to {_WHAT[tool]}.\n\n"
                              f"Example: reverie export {tool}{_GOES.get(tool, '')} --dry-run")
    @click.option("--to", "path", metavar="PATH", help="The folder to write to; default: where the tool looks.")
    @click.option("--person", is_flag=True, help="Also what is true of you in every project.")
    @_shared
    def command(path: str | None, person: bool, dry_run: bool, as_json: bool, where: Where) -> None:
        if where.layer in (layers.TEAM, layers.AGENT):
            raise Refused("Only the project's memories and yours are exported.")
        found, binding = here(where)
        whose = Project(binding.root, found.projects)
        form = import_module(FORMATS[tool])
        target = os.path.abspath(path) if path else form.target(places.neighbours(os.environ), whose)
        _safe(target, [*layers.written(binding.store, found), found.home])
        memories = outgoing.of([binding.store, *([found.user] if person and binding.store != found.user else [])])
        if not memories and not os.path.isdir(target):
            sent = Sent()
        else:
            sent = parcel.put(target, form.files(memories, whose), item.short(binding.root), dry_run)
            there = [each for each in memories if each.file not in dict(sent.left)]
            sent += form.finish(target, there, dry_run) if hasattr(form, "finish") else Sent()
        redacted = {each.file: list(each.classes) for each in memories if each.classes}
        if as_json:
            said = {"tool": tool, "to": target, "dry_run": dry_run, **sent._asdict(), "redacted": redacted}
            click.echo(json.dumps(said, ensure_ascii=False, indent=2))
        else:
            _sent(sent, target, dry_run, redacted)

    return command


def _read(tool: str, path: str | None, found: places.Places, binding: Binding) -> tuple[Reading, str]:
    """What the source holds for this project; Refused when there is none, or when it is what is here already."""
    form = import_module(FORMATS[tool])
    whose = Project(binding.root, found.projects)
    source = os.path.abspath(path) if path else form.home(places.neighbours(os.environ), whose)
    if not os.path.exists(source):
        raise Refused(f"There is nothing at {source}." + ("" if path else " Name the place with --from."))
    if os.path.realpath(source) in map(os.path.realpath, layers.written(binding.store, found)):
        raise Refused(f"{source} is where these memories are already.")
    reading: Reading = form.read(source, whose._replace(home=not path))
    return reading, source


def _safe(target: str, kept: list[str]) -> None:
    """Nothing is exported into a store or into Reverie's own folder."""
    real = os.path.join(os.path.realpath(target), "")
    for folder in kept:
        if real.startswith(os.path.join(os.path.realpath(folder), "")):
            raise Refused(f"{target} is where Reverie keeps its own; name another folder with --to.")
    if os.path.exists(target) and not os.path.isdir(target):
        raise Refused(f"{target} is no folder.")


def _bar(items: Sequence[Item], label: str) -> Any:
    """The items with a bar at a terminal, where there are many."""
    return click.progressbar(items, label=label, file=sys.stderr,
                             hidden=len(items) < _MANY or not sys.stderr.isatty())


def _agreed() -> bool:
    """One question at a terminal; where nobody can answer it is as good as asked, for `reverie undo` takes it back."""
    return not sys.stdin.isatty() or click.confirm("Import?", default=True)


def _preview(plan: Taken, reading: Reading, source: str) -> None:
    click.echo(f"From {tame(source)}:")
    for op, said in _SAID.items():
        fates = plan.of(op)
        if fates:
            click.echo(f"{len(fates)} {said}")
        for fate in fates[:_SHOWN] if op in (admission.NEW, admission.CHANGED, admission.WAITS) else fates[:3]:
            one = fate.item
            where = f" -> {one.scope}" if op in (admission.NEW, admission.WAITS) else ""
            orders = "; reads like an order" if op == admission.NEW and admission.orders(one.body) else ""
            secret = f"; without {', '.join(fate.redacted)}" if fate.redacted else ""
            why = f" ({fate.why})" if fate.why and op in (admission.WAITS, admission.KNOWN) else ""
            click.echo(tame(f"  [{one.type}{where}] {one.description or one.name}"[:150] + f"{secret}{orders}{why}"))
    for what, why in reading.left[:_SHOWN]:
        click.echo(tame(f"left out: {what}: {why}"))
    if len(reading.left) > _SHOWN:
        click.echo(f"left out: {len(reading.left) - _SHOWN} more")


def _told(taken: Taken) -> None:
    new, changed, waiting = (len(taken.of(op)) for op in (admission.NEW, admission.CHANGED, admission.WAITS))
    if not new + changed + waiting:
        click.echo("Nothing new: everything it holds is known here.")
        return
    more = f" {waiting} wait for your yes: `reverie review`." if waiting else ""
    click.echo(f"Imported: {new} new, {changed} changed.{more} `reverie undo` takes the import back.")


def _print_json(tool: str, source: str, dry: bool, plan: Taken, reading: Reading) -> None:
    rows = [{"id": fate.item.id, "name": fate.item.name, "type": fate.item.type, "scope": fate.item.scope,
             "outcome": fate.op, "why": fate.why, "path": fate.path, "redacted": list(fate.redacted)}
            for fate in plan.fates]
    said = {"tool": tool, "from": source, "dry_run": dry, "counts": {op: len(plan.of(op)) for op in _SAID},
            "items": rows, "left_out": [{"what": what, "why": why} for what, why in reading.left]}
    click.echo(json.dumps(said, ensure_ascii=False, indent=2))


def _sent(sent: Sent, target: str, dry: bool, redacted: dict[str, list[str]]) -> None:
    would = "Would write" if dry else "Written"
    click.echo(f"{would} to {tame(target)}: {len(sent.written)} files; {len(sent.removed)} removed,"
               f" {sent.same} as they were.")
    for name, why in sent.left:
        click.echo(tame(f"left as it is: {name}: {why}"))
    for name, classes in redacted.items():
        click.echo(tame(f"{name}: without {', '.join(classes)}"))
