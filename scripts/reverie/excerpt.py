"""As much of an index as there is room for: what a hook needs of `MEMORY.md`, and no more.

Entries stand by their use where that is known, each within its section; whatever else a person wrote stays in its
place. An entry is moved and left out whole, with the indented lines below it.
"""
from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

_FENCES = ("```", "~~~")


class _Item:
    """An entry with what is indented below it, or one line that is none: `entries` is how many it holds."""

    __slots__ = ("rows", "rank", "entries")

    def __init__(self, row: str, rank: int | None) -> None:
        self.rows = [row]
        self.rank = rank or 0
        self.entries = 0 if rank is None else 1


def is_entry(row: str) -> bool:
    """Whether the row is a list item that links to a memory."""
    return row.lstrip().startswith(("- [", "* [")) and "](" in row


def target(row: str) -> str:
    """Where the entry on this row leads, in the letters that stand there."""
    return row.partition("](")[2].partition(")")[0].strip()


def ranks(order: str) -> dict[str, int]:
    """The rank of each target, 0 the most useful, by the worker's list: one a line, best first."""
    return {row: n for n, row in enumerate(order.splitlines())}


def fitted(
    text: str, most: int, ranks: Mapping[str, int] | None = None, size: Callable[[str], int] = len
) -> tuple[str, int]:
    """The index within `most` as `size` measures it, and how many entries were left out: the least useful go first.

    An entry without a rank is newer than the list of ranks, and a later one newer than those before it. Without any
    list the entries stay in their order. No line is cut.
    """
    items = _items(text, ranks or {})
    left = most + 1 - sum(_size(item, size) for item in items)
    dropped = 0
    for item in sorted((item for item in items if item.entries), key=lambda item: -item.rank):
        if left >= 0:
            break
        left += _size(item, size)
        dropped += item.entries
        item.rows.clear()
    rows = [row for item in (items if ranks is None else _ordered(items)) for row in item.rows]
    while rows and left < 0:
        left += size(rows.pop()) + 1
    return "\n".join(rows).strip(), dropped


def _items(text: str, ranks: Mapping[str, int]) -> list[_Item]:
    items: list[_Item] = []
    fenced = False
    for n, row in enumerate(text.splitlines()):
        fence = row.lstrip().startswith(_FENCES)
        fenced = fenced != fence
        rank = ranks.get(target(row), -1 - n) if is_entry(row) and not fenced and not fence else None
        if not row.strip():
            continue
        if items and items[-1].entries and row[0] in " \t" and not fenced and not fence:
            items[-1].rows.append(row)
            items[-1].entries += rank is not None
            items[-1].rank = min(items[-1].rank, items[-1].rank if rank is None else rank)
        else:
            items.append(_Item(row, rank))
    return items


def _ordered(items: list[_Item]) -> Iterator[_Item]:
    """The items with each unbroken run of entries in the order of its ranks."""
    run: list[_Item] = []
    for item in items:
        if item.entries:
            run.append(item)
            continue
        yield from sorted(run, key=lambda entry: entry.rank)
        run = []
        yield item
    yield from sorted(run, key=lambda entry: entry.rank)


def _size(item: _Item, size: Callable[[str], int]) -> int:
    return sum(size(row) + 1 for row in item.rows)
