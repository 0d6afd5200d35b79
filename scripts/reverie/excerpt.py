"""As much of an index as there is room for: what a hook needs of `MEMORY.md`, and no more."""
from __future__ import annotations


def is_entry(row: str) -> bool:
    """Whether the row is a list item that links to a memory."""
    return row.lstrip().startswith(("- [", "* [")) and "](" in row


def fitted(text: str, most: int) -> tuple[str, int]:
    """The index within `most` characters and how many entries were left out: the oldest go first, no line is cut."""
    rows = text.splitlines()
    size = sum(len(row) + 1 for row in rows)
    dropped = 0
    for n, row in enumerate(rows):
        if size <= most:
            break
        if is_entry(row):
            size -= len(row) + 1
            rows[n] = ""
            dropped += 1
    kept = "\n".join(row for row in rows if row).strip()
    return (kept, dropped) if len(kept) <= most else (kept[:most].rpartition("\n")[0], dropped)
