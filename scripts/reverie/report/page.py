"""The report as one page: every text is made harmless and escaped on its way into it, whoever wrote it.

The page has no script and asks for nothing from anywhere; its head forbids both.
"""
from __future__ import annotations

import os

import jinja2

from reverie.framing import tame
from reverie.record import mended
from reverie.report import tables
from reverie.report.figures import Report

_FOLDER = os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), "templates")


def _harmless(value: object) -> object:
    """What a template puts out: text without hidden characters and halves of any; escaped after that."""
    return tame(mended(value)) if type(value) is str else value


_PAGES = jinja2.Environment(loader=jinja2.FileSystemLoader(_FOLDER), autoescape=True, finalize=_harmless,
                            undefined=jinja2.StrictUndefined, trim_blocks=True, lstrip_blocks=True)


def rendered(report: Report) -> bytes:
    """The whole page."""
    live = [memory for memory in report.memories if not memory.replaced]
    text = _PAGES.get_template("report.html").render(
        report=report, live=live, idle=[memory for memory in live if memory.idle], spent=tables.total(report.jobs),
        per_memory=tables.per_memory(report.jobs), kinds=tables.kinds(report, live), ages=tables.ages(report, live),
        growth=tables.growth(report), used=tables.used(report.memories),
        idle_table=tables.idle(live, report.made[:10]), money=tables.money(report.days), jobs=tables.jobs(report.jobs),
        endings=tables.endings(report), reasons=tables.reasons(report), every=tables.every(report.memories),
        number={key: n for n, key in enumerate(report.links.names)})
    return text.lstrip().encode("utf-8", "replace")
