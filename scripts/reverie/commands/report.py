"""`reverie report`: one page with what is remembered, what of it is used, what it cost, and what dreams changed."""
from __future__ import annotations

import datetime
import json
import os
import re
import sys
from collections.abc import Sequence

import click

from reverie import house, layers, whole
from reverie.commands import Where, here, placed, reading
from reverie.errors import Refused
from reverie.layers import Layer
from reverie.report import gather, page


@click.command()
@click.option("--out", metavar="FILE", help="Where to write the page; default: report.html in Reverie's folder.")
@click.option("--open", "opened", is_flag=True, help="Show it in the browser.")
@click.option("--since", default="", metavar="WHEN", help="Count only from a day on (2026-11-01), or the last 30d.")
@click.option("--json", "as_json", is_flag=True, help="Print the figures instead, for programs.")
@placed
def report(out: str | None, opened: bool, since: str, as_json: bool, where: Where) -> None:
    """Write one page: memories by type, layer and age, their use, what they cost, what dreams changed, their links.

    It holds the memories of this project, its team's and yours, and stands by itself: no server, no request, no script.

    Example: reverie report --since 30d --open
    """
    places, binding = here(where)
    among = reading(places, binding, where)
    if opened and not as_json and not sys.stdout.isatty():
        raise Refused("--open needs a terminal; the page is written without it, and its path printed.")
    with house.opened(places, os.environ) as home:
        found = gather.report(home, _title(binding.root, among), among, _since(since, home.now.date()))
    if as_json:
        click.echo(json.dumps(_plain(found), indent=2))
        return
    path = os.path.abspath(out or places.report)
    whole.write(path, page.rendered(found))
    click.echo(path)
    if opened and click.launch(path):
        raise Refused(f"No browser could be started; open {path} yourself.")


def _title(root: str, among: Sequence[Layer]) -> str:
    if len(among) == 1 and among[0].name == layers.PERSON:
        return "yours everywhere"
    return os.path.basename(root) or root


def _since(text: str, today: datetime.date) -> str:
    """The ISO day that is meant, empty for none."""
    ago = re.fullmatch(r"(\d{1,5})d", text)
    if ago:
        return (today - datetime.timedelta(days=int(ago[1]))).isoformat()
    try:
        return datetime.date.fromisoformat(text).isoformat() if text else ""
    except ValueError:
        raise click.BadParameter(f"{text!r} is no day like 2026-11-01 and no span like 30d.") from None


def _plain(value: object) -> object:
    """The figures as JSON has them: each value with the names of its parts."""
    if isinstance(value, tuple) and hasattr(value, "_asdict"):
        return {name: _plain(part) for name, part in value._asdict().items()}
    if isinstance(value, tuple):
        return [_plain(part) for part in value]
    return {key: _plain(part) for key, part in value.items()} if isinstance(value, dict) else value
