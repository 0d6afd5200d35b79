"""`reverie config`: every setting with its value and where that comes from; changed line by line in `config.yaml`."""
from __future__ import annotations

import json
import os
import sys

import click

from reverie import configfile, options, places, settings, tables

OURS = ("REVERIE_HOME", "REVERIE_PYTHON", "REVERIE_CHILD", "REVERIE_CLAUDE")
"""Variables that are no settings."""
_JSON = click.option("--json", "as_json", is_flag=True, help="For programs.")
_KEY = click.argument("key", metavar="KEY", shell_complete=lambda ctx, param, said: [
    key for key in settings.KEYS if key.startswith(said)])


@click.group(invoke_without_command=True)
@_JSON
@click.pass_context
def config(ctx: click.Context, as_json: bool) -> None:
    """Show every setting: its value, where that comes from, and what makes no sense.

    \b
    Example: reverie config
    Example: reverie config set notify all
    """
    if ctx.invoked_subcommand is None:
        _show(as_json)


@config.command()
@_KEY
@_JSON
def get(key: str, as_json: bool) -> None:
    """Print the value of one setting, as it holds now.

    Example: reverie config get backend
    """
    configfile.known(key)
    row = _row(key, _chosen())
    click.echo(json.dumps(row, ensure_ascii=False) if as_json else row["value"])


@config.command("set")
@_KEY
@click.argument("value")
def set_(key: str, value: str) -> None:
    """Set it in config.yaml; all else in the file stays as it is.

    Example: reverie config set backend offline
    """
    configfile.put(_places(), key, value)
    click.echo(_holds(key))


@config.command()
@_KEY
def reset(key: str) -> None:
    """Go back to the default: the line in config.yaml is commented out.

    Example: reverie config reset backend
    """
    there = configfile.reset(_places(), key)
    click.echo(("" if there else f"config.yaml does not set {key}. ") + _holds(key))


@config.command()
def path() -> None:
    """Print where config.yaml is, or would be.

    Example: reverie config path
    """
    click.echo(_places().settings)


@config.command()
def init() -> None:
    """Write a config.yaml in which every setting stands, explained and commented out, where there is none.

    Example: reverie config init
    """
    made = configfile.begin(_places())
    click.echo(f"{'Written' if made else 'Already there'}: {_places().settings}")


@config.command()
def edit() -> None:
    """Open config.yaml in your editor, then tell what makes no sense in it.

    Example: reverie config edit
    """
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        raise click.UsageError("An editor needs a terminal; `reverie config set KEY VALUE` does not.")
    configfile.begin(_places())
    click.edit(filename=_places().settings)
    faults = _chosen().faults
    click.echo("\n".join(f"{fault}; it is passed over." for fault in faults) or "All of it is understood.")


def _places() -> places.Places:
    return places.here(os.environ)


def _chosen() -> settings.Settings:
    return options.load(_places(), os.environ)


def _row(key: str, chosen: settings.Settings) -> dict[str, str]:
    return {"key": key, "value": options.shown(getattr(chosen, key)), "from": chosen.origins.get(key, "default"),
            "default": options.default(key), "allowed": options.allowed(key), "what": options.WORDS[key]}


def _show(as_json: bool) -> None:
    chosen = _chosen()
    rows = [_row(key, chosen) for key in settings.KEYS]
    faults = [*chosen.faults, *options.unknown(os.environ, OURS)]
    if as_json:
        click.echo(json.dumps({"path": _places().settings, "settings": rows, "faults": faults}, ensure_ascii=False,
                              indent=2))
        return
    tables.show(f"Settings ({_places().settings})", ("key", "value", "from"),
                [(row["key"], row["value"], row["from"]) for row in rows])
    for fault in faults:
        click.echo(f"{fault}; it is passed over.", err=True)


def _holds(key: str) -> str:
    """What holds now, and what goes before the file if something does."""
    row = _row(key, _chosen())
    return f"{key} is {row['value'] or 'not set'} now ({row['from']})."
