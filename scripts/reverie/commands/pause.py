"""`reverie pause` and `reverie resume`: stop extracting for a while, and go on."""
from __future__ import annotations

import os
import re
import time

import click

from reverie import house, ledger, places, whole

_UNITS = {"m": 60, "h": 3_600, "d": 86_400}


@click.command()
@click.option("--for", "span", default="", help="How long: 30m, 2h, 1d. Default: until `reverie resume`.")
def pause(span: str) -> None:
    """Extract nothing for now; what is said meanwhile is never looked at. Recall goes on.

    Example: reverie pause --for 2h
    """
    match = re.fullmatch(r"(\d{1,4})([mhd])", span)
    if span and not match:
        raise click.BadParameter(f"{span!r} is no time; say 30m, 2h or 1d", param_hint="--for")
    until = time.time() + int(match[1]) * _UNITS[match[2]] if match else 32_503_680_000.0
    whole.write(places.here(os.environ).pause, str(until).encode())
    said = time.strftime("%Y-%m-%d %H:%M", time.localtime(until)) if match else "`reverie resume`"
    click.echo(f"Nothing is extracted until {said}.")


@click.command()
def resume() -> None:
    """Extract again: end a pause, and the waiting after failures.

    Example: reverie resume
    """
    here = places.here(os.environ)
    if os.path.exists(here.pause):
        os.unlink(here.pause)
    with house.opened(here, os.environ) as home:
        run = ledger.begin_run(home.ledger, "resume", "", "", "asked", "", home.stamp)
        ledger.end_run(home.ledger, run, "nothing", "", 0.0)
    click.echo("Extraction goes on with the next turn.")
