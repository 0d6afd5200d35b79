"""`reverie install` and `reverie uninstall`, from the command line."""
from __future__ import annotations

import os

import click

from reverie import places
from reverie.installing import install as job


@click.command()
def install() -> None:
    """Install Reverie for your user: code, packages, hooks, skills and the command. Safe to repeat.

    Example: reverie install
    """
    click.echo("\n".join(job.install(places.here(os.environ), places.plugin())))
    click.echo(job.NEXT)


@click.command()
def uninstall() -> None:
    """Take away all that install made. Memories and Reverie's own settings stay, and the last line says where.

    Example: reverie uninstall
    """
    click.echo("\n".join(job.uninstall(places.here(os.environ))))
