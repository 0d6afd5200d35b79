"""Charts as SVG that stands in the page itself: no script, no style and no link of its own, coloured by the page.

A chart is a picture of a table that stands beside it: it is named to a screen reader, and the table is read.
"""
from __future__ import annotations

import math
import sys
from collections.abc import Sequence
from typing import Any, NamedTuple
from xml.etree import ElementTree

import pygal  # type: ignore[import-untyped]

# For its maps, which are not used here, pygal hangs a finder of an old make into the import system: away with it.
sys.meta_path[:] = [finder for finder in sys.meta_path if not isinstance(finder, pygal.PluginImportFixer)]

_WIDE, _HIGH, _ROW = 360, 230, 24
"""In units that are pixels on a telephone, so that letters are of a size that can be read there."""
_LETTERS = 18
"""Of a label, at most; the table has it whole."""
_GONE = ("script", "style", "defs")


class Series(NamedTuple):
    """Values under one name, one for each label."""

    name: str
    values: Sequence[float]


def stacked(name: str, labels: Sequence[str], series: Sequence[Series]) -> str:
    """Upright bars, the series one upon another."""
    return _drawn(pygal.StackedBar, name, labels, series, _HIGH)


def bars(name: str, labels: Sequence[str], series: Sequence[Series]) -> str:
    """Lying bars, the first label on top: for labels that are words."""
    back = [each._replace(values=each.values[::-1]) for each in series]
    return _drawn(pygal.HorizontalStackedBar, name, labels[::-1], back, 60 + _ROW * len(labels))


def curve(name: str, labels: Sequence[str], series: Sequence[Series]) -> str:
    """Areas one upon another, over days."""
    return _drawn(pygal.StackedLine, name, labels, series, _HIGH, fill=True, show_dots=False)


def _drawn(kind: Any, name: str, labels: Sequence[str], series: Sequence[Series], high: int, **more: Any) -> str:
    many, lying = len(series) > 1, kind is pygal.HorizontalStackedBar
    letters = dict.fromkeys(("label_font_size", "major_label_font_size", "legend_font_size"), 12)
    chart = kind(
        width=_WIDE, height=high + 24 * many, margin=4, margin_right=26, style=pygal.style.Style(**letters), js=(),
        no_prefix=True, disable_xml_declaration=True, show_legend=many, legend_at_bottom=True,
        legend_at_bottom_columns=min(len(series), 3) or 1, legend_box_size=10, truncate_label=-1, truncate_legend=14,
        x_labels_major_count=3, show_minor_x_labels=lying or len(labels) <= 3, formatter="{:g}".format, **more)
    chart.y_labels = _ticks(max(map(sum, zip(*(each.values for each in series), strict=True)), default=0))
    chart.x_labels = [label if len(label) <= _LETTERS else f"{label[:_LETTERS - 1]}…" for label in labels]
    for each in series:
        chart.add(each.name, list(each.values))
    chart.add_xml_filter(lambda root: _bare(root, name))
    return str(chart.render(is_unicode=True))


def _ticks(most: float) -> list[float]:
    """Round figures from 0 up to the first that is not below `most`, five steps at the most."""
    step = 10.0 ** math.floor(math.log10(most)) if most > 0 else 1.0
    step = next(step * part for part in (0.2, 0.5, 1, 2, 5) if step * part * 5 >= most)
    if most >= 1:
        step = max(1.0, step)
    return [round(n * step, 9) for n in range(math.ceil(most / step) + 1)]


def _bare(root: ElementTree.Element, name: str) -> ElementTree.Element:
    """The drawing alone, under this name: what it would do, wear, or say in a bubble is taken out."""
    for parent in list(root.iter()):
        parent.attrib.pop("id", None)
        for child in list(parent):
            tag = child.tag.rpartition("}")[2] if isinstance(child.tag, str) else ""
            if not tag or tag in (*_GONE, "desc", "title") or "tooltip" in child.get("class", "").split():
                parent.remove(child)
    root.set("role", "img")
    root.set("aria-label", name)
    root.set("focusable", "false")
    return root
