"""Two changes of one text brought together, line by line, where they do not touch; and the index, where they may. Pure.

Bytes in, bytes out: every line comes from one of the texts, as it stands there.
"""
from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from difflib import SequenceMatcher


def merged(base: bytes, ours: bytes, theirs: bytes) -> bytes | None:
    """`base` with what both others changed in it; None where both changed the same lines, or lines side by side."""
    was, mine, yours = map(_lines, (base, ours, theirs))
    out: list[bytes] = []
    at, a, b = 0, 0, 0
    for start, first, second, size in _shared(was, mine, yours):
        before, left, right = was[at:start], mine[a:first], yours[b:second]
        if left == right or right == before:
            out += left
        elif left == before:
            out += right
        else:
            return None
        out += was[start:start + size]
        at, a, b = start + size, first + size, second + size
    return b"".join(out)


def relined(base: bytes, ours: bytes, theirs: bytes) -> bytes:
    """`ours` with the lines gone that `theirs` lacks and those back that it has, in their places: for a list of lines,
    in which neighbours have nothing to do with each other.
    """
    was, mine, yours = ([_bare(line) for line in _lines(text)] for text in (base, ours, theirs))
    gone, back = Counter(was) - Counter(yours), Counter(yours) - Counter(was) - Counter(mine)
    end = b"\r\n" if b"\r\n" in ours else b"\n"
    out: list[bytes] = []
    for line in _lines(ours):
        if gone[_bare(line)]:
            gone[_bare(line)] -= 1
        else:
            out.append(line)
    for n, line in enumerate(yours):
        if back[line]:
            back[line] -= 1
            out.insert(_place([_bare(each) for each in out], yours[:n], yours[n + 1:]), line + end)
    return b"".join([*(_bare(line) + end if line == _bare(line) else line for line in out[:-1]), *out[-1:]])


def _bare(line: bytes) -> bytes:
    return line.rstrip(b"\r\n")


def _place(out: list[bytes], before: list[bytes], behind: list[bytes]) -> int:
    """Behind the nearest of the lines before it that is there, else before the nearest behind it, else at the end."""
    above = next((line for line in reversed(before) if line and line in out), None)
    if above is not None:
        return len(out) - out[::-1].index(above)
    return next((out.index(line) for line in behind if line and line in out), len(out))


def _shared(was: list[bytes], mine: list[bytes], yours: list[bytes]) -> Iterator[tuple[int, int, int, int]]:
    """The stretches that stand in all three, as (place in each, length), and an empty one at the end."""
    left = SequenceMatcher(None, was, mine, autojunk=False).get_matching_blocks()
    right = SequenceMatcher(None, was, yours, autojunk=False).get_matching_blocks()
    n = m = 0
    while n < len(left) and m < len(right):
        one, other = left[n], right[m]
        start, stop = max(one.a, other.a), min(one.a + one.size, other.a + other.size)
        if start < stop:
            yield start, one.b + start - one.a, other.b + start - other.a, stop - start
        if one.a + one.size < other.a + other.size:
            n += 1
        else:
            m += 1
    yield len(was), len(mine), len(yours), 0


def _lines(data: bytes) -> list[bytes]:
    return re.findall(rb"[^\n]*\n|[^\n]+", data)
