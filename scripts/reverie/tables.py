"""Rows under headings: a table at a terminal, aligned lines that a program can read anywhere else. Nothing is cut."""
from __future__ import annotations

import sys
from collections.abc import Sequence
from importlib import import_module

import click

from reverie.framing import tame


def counted(number: int, noun: str) -> str:
    """The number with its noun, which takes an `s` in the plural."""
    return f"{number} {noun}{'' if number == 1 else 's'}"


def show(title: str, columns: Sequence[str], rows: Sequence[Sequence[object]]) -> None:
    """Print the rows; figures stand to the right. Without rows, only the title with a word on that."""
    cells = [[tame(str(cell)) for cell in row] for row in rows]
    if not cells:
        click.echo(f"{title}: nothing yet")
    elif sys.stdout.isatty():
        _drawn(title, columns, cells)
    else:
        click.echo(title)
        for row in ([*columns], *cells):
            click.echo(f"  {_line(row, columns, cells)}")


def _line(row: Sequence[str], columns: Sequence[str], cells: Sequence[Sequence[str]]) -> str:
    widths = [max(len(columns[n]), *(len(each[n]) for each in cells)) for n in range(len(columns))]
    parts = [cell.rjust(width) if _figures(cells, n) else cell.ljust(width)
             for n, (cell, width) in enumerate(zip(row, widths, strict=True))]
    return "  ".join(parts).rstrip()


def _drawn(title: str, columns: Sequence[str], cells: Sequence[Sequence[str]]) -> None:
    """By rich, which minds the terminal's width, its colours and NO_COLOR; loaded only where it draws."""
    table = import_module("rich.table").Table(title=title, title_justify="left", title_style="bold")
    for n, column in enumerate(columns):
        table.add_column(column, justify="right" if _figures(cells, n) else "left", overflow="fold")
    text = import_module("rich.text").Text
    for row in cells:
        table.add_row(*map(text, row))
    import_module("rich.console").Console(highlight=False).print(table)


def _figures(cells: Sequence[Sequence[str]], n: int) -> bool:
    """Whether a column holds nothing but figures."""
    return all(row[n].strip("$%-").replace(",", "").replace(".", "", 1).isdigit() or row[n] in ("", "-")
               for row in cells)
