"""The report's figures as tables of text, each with a chart where one shows more than its table. Pure."""
from __future__ import annotations

import datetime
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from reverie.framing import tame
from reverie.record import TYPES, mended
from reverie.report import charts, kept
from reverie.report.charts import Series
from reverie.report.figures import Cost, Kept, Report

_TOP = 10
"""Labels of a chart, at most."""
_LONG = 500
"""Rows of a table, at most: what is left out is told."""
_COSTS = ("cost", "tokens", "model calls", "runs", "memories kept")


class Table(NamedTuple):
    """What it is called, the names of its columns, a row of text for each label, its chart as SVG or nothing, and how
    many rows were left out.
    """

    caption: str
    columns: Sequence[str]
    rows: Sequence[Sequence[str]]
    chart: str = ""
    left_out: int = 0


def kinds(report: Report, live: Sequence[Kept]) -> Table:
    """How many memories there are of each type, by layer."""
    types = [kind for kind in (*TYPES, "") if any(memory.type == kind for memory in live)]
    counts = [[sum(memory.type == kind and memory.layer == layer for memory in live) for layer in report.layers]
              for kind in types]
    return _counted("Memories by type and layer", "type", [kind or "no type" for kind in types], report.layers, counts)


def ages(report: Report, live: Sequence[Kept]) -> Table:
    """How many there are of each age, by layer; those that nobody can date have a row of their own."""
    today = datetime.date.fromisoformat(report.made[:10])
    steps = [_step(memory, today) for memory in live]
    names = [name for name in (*(name for name, _ in kept.AGES), kept.OLDER, kept.UNDATED) if name in steps]
    counts = [[sum(step == name and memory.layer == layer for step, memory in zip(steps, live, strict=True))
               for layer in report.layers] for name in names]
    labels = [name if name in (kept.OLDER, kept.UNDATED) else f"up to {name}" for name in names]
    return _counted("Memories by the time since they were last said", "age", labels, report.layers, counts)


def _step(memory: Kept, today: datetime.date) -> str:
    try:
        return kept.age(memory.observed, (today - datetime.date.fromisoformat(memory.observed)).days)
    except ValueError:
        return kept.UNDATED


def growth(report: Report) -> Table:
    """How many there were, the last day first."""
    layers = list(dict.fromkeys(layer for point in report.growth for layer in point.counts))
    series = [Series(layer, [point.counts.get(layer, 0) for point in report.growth]) for layer in layers]
    labels = [point.day for point in report.growth]
    chart = charts.curve("Memories over time", labels, series) if len(labels) > 1 else ""
    rows = [(point.day, *(str(point.counts.get(layer, 0)) for layer in layers)) for point in reversed(report.growth)]
    return _table("Memories over time", ("day", *layers), rows, chart)


def used(memories: Iterable[Kept]) -> Table:
    """What was shown, read or used at all, the most useful first."""
    found = sorted((memory for memory in memories if memory.shown or memory.read or memory.used),
                   key=lambda memory: (-memory.used, -memory.read, -memory.shown, memory.key))
    top = found[:_TOP]
    series = [Series(how, [getattr(memory, how) for memory in top]) for how in ("used", "read", "shown")]
    chart = charts.bars("The memories of most use", [_short(memory.name) for memory in top], series)
    rows = [(memory.name, memory.layer, str(memory.shown), str(memory.read), str(memory.used), memory.last[:10] or "–")
            for memory in found]
    return _table("The memories of most use",
                  ("memory", "layer", "shown", "read", "used", "last read or used"), rows, chart if top else "")


def idle(live: Iterable[Kept], today: str) -> Table:
    """What holds and was never of use."""
    found = sorted((memory for memory in live if memory.idle),
                   key=lambda memory: (memory.observed or today, memory.key))
    rows = [(memory.name, memory.layer, memory.type or "–", memory.observed or "–", str(memory.shown))
            for memory in found]
    return _table("Memories that nobody read or used, the oldest first",
                  ("memory", "layer", "type", "last said", "shown"), rows)


def money(days: Sequence[Cost]) -> Table:
    """What was spent, the last day first; the chart has the last 60, in calls where no price is known."""
    rows = [(day.of, _dollars(day), f"{day.tokens:,}", str(day.calls), str(day.runs), str(day.kept))
            for day in reversed(days)]
    shown = days[-60:]
    labels = [day.of for day in shown]
    chart = ""
    if any(day.usd for day in days):
        chart = charts.stacked("US dollars for each day", labels, [Series("$", [round(day.usd, 6) for day in shown])])
    elif any(day.calls for day in days):
        chart = charts.stacked("Calls of a model for each day", labels, [Series("calls", [day.calls for day in shown])])
    return _table("What each day cost", ("day (UTC)", *_COSTS), rows, chart)


def jobs(jobs: Sequence[Cost]) -> Table:
    """What each kind of work came to."""
    rows = [(job.of, _dollars(job), f"{job.tokens:,}", str(job.calls), str(job.runs), str(job.kept)) for job in jobs]
    return _table("What each kind of work cost", ("work", *_COSTS), rows)


def endings(report: Report) -> Table:
    """How many extractions kept something, found nothing, were skipped, or failed."""
    counts: dict[str, int] = {}
    for outcome in report.outcomes:
        counts[outcome.status] = counts.get(outcome.status, 0) + outcome.runs
    return _counted("How extractions ended", "outcome", list(counts), ["runs"], [[many] for many in counts.values()])


def reasons(report: Report) -> Table:
    """Why they did not keep anything."""
    found = [outcome for outcome in report.outcomes if outcome.reason]
    labels = [_short(outcome.reason) for outcome in found[:_TOP]]
    chart = charts.bars("Why nothing was kept", labels, [Series("runs", [each.runs for each in found[:_TOP]])])
    rows = [(outcome.reason, outcome.status, str(outcome.runs)) for outcome in found]
    return _table("Why nothing was kept", ("reason", "outcome", "runs"), rows,
                  chart if found else "")


def every(memories: Iterable[Kept]) -> Table:
    """Each memory in a row."""
    rows = [(memory.name, memory.description, memory.layer, memory.type or "–", memory.observed or "–",
             "replaced" if memory.replaced else f"{memory.shown} / {memory.read} / {memory.used}")
            for memory in memories]
    return _table("All memories", ("memory", "about", "layer", "type", "last said", "shown / read / used"), rows)


def _counted(
    caption: str, of: str, labels: Sequence[str], columns: Sequence[str], counts: Sequence[Sequence[int]]
) -> Table:
    """Counts by label and column, as a table and stacked bars."""
    series = [Series(column, [row[n] for row in counts]) for n, column in enumerate(columns)]
    rows = [(label, *map(str, row)) for label, row in zip(labels, counts, strict=True)]
    return _table(caption, (of, *columns), rows, charts.bars(caption, labels, series) if labels else "")


def _table(caption: str, columns: Sequence[str], rows: Sequence[Sequence[str]], chart: str = "") -> Table:
    return Table(caption, columns, rows[:_LONG], chart, max(0, len(rows) - _LONG))


def total(jobs: Sequence[Cost]) -> Cost:
    """The costs of all of them together."""
    sums = (sum(column) for column in zip(*(job[1:] for job in jobs), strict=True))
    return Cost("all", *sums) if jobs else Cost("all", 0, 0, 0, 0.0, 0, 0)


def per_memory(jobs: Sequence[Cost]) -> str:
    """What a kept memory cost, as far as prices are known."""
    all_of_it = total(jobs)
    return f"${all_of_it.usd / all_of_it.kept:.4f}" if all_of_it.kept and all_of_it.usd else "–"


def _dollars(cost: Cost) -> str:
    return f"${cost.usd:.4f}" + (f" ({cost.unknown} unknown)" if cost.unknown else "")


def _short(text: str) -> str:
    """A label for a chart: harmless, on one line."""
    return " ".join(tame(mended(text)).split()) or "–"
