"""`reverie doctor`: whether each link from the client to a memory holds, and how to mend it."""
from __future__ import annotations

import os

import click

from reverie import doctor as job
from reverie import project as projects
from reverie.checks import BROKEN, OK, WARN
from reverie.commands import in_project

_COLOURS = {OK: "green", WARN: "yellow", BROKEN: "red", "fixed": "cyan"}


@click.command()
@click.option("--fix", is_flag=True, help="Mend what can safely be mended; no memory is ever deleted.")
@click.option("--ask", is_flag=True, help="Ask the backend one tiny question, which may cost a fraction of a cent.")
@click.option("--json", "as_json", is_flag=True, help="Print all findings as JSON.")
@in_project
def doctor(fix: bool, ask: bool, as_json: bool, project: str | None) -> None:
    """Try each link of the chain from the client's hooks to a memory by using it, and say how to mend what is wrong.

    Ends with 0 when Reverie works here and with 1 when something is broken. Without --fix nothing is changed.

    Example: reverie doctor --fix
    """
    launch = os.path.abspath(project or projects.launched(os.getcwd(), os.environ))
    results = []
    for each in job.examined(job.case(os.environ, launch, ask), fix):
        results.append(each)
        for line in () if as_json else job.told(each):
            word = line.partition(" ")[0]
            click.echo(click.style(word, fg=_COLOURS[word]) + line[len(word):] if word in _COLOURS else line)
    click.echo(job.as_json(results) if as_json else job.verdict(results))
    raise SystemExit(0 if job.works(results) else 1)
