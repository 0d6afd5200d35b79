"""Secrets: how many of the corpus are taken out, how many look-alikes stay, by group; the held-out third apart.

`python tests/eval/secret_figures.py [-v]`; the last line is one JSON object. `-v` shows what was missed outside the
held-out third.
"""
from __future__ import annotations

import json
import os
import sys
import time
from collections import Counter

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))

from reverie.secrets.redaction import redact  # noqa: E402
from secret_corpus import Line, lookalikes, secrets  # noqa: E402


def gone(line: Line) -> bool:
    """Whether no piece of the secret is left and the text says that something was there."""
    clean = redact(line.text)
    return "[REDACTED:" in clean and not any(piece in clean for piece in line.gone)


def measure(verbose: bool = False) -> dict[str, object]:
    """The tables printed, the figures returned."""
    began = time.perf_counter()
    hits = [(line, gone(line)) for line in secrets()]
    kept = [(line, redact(line.text) == line.text) for line in lookalikes()]
    took = time.perf_counter() - began
    figures: dict[str, object] = {}
    for name, rows in (("recall", hits), ("unchanged", kept)):
        print(f"\n{name:<14}{'all':>12}{'held out':>12}")
        for group in [*dict.fromkeys(line.group for line, _ in rows), ""]:
            mine = [(line.held, right) for line, right in rows if group in ("", line.group)]
            held = [right for is_held, right in mine if is_held]
            print(f"{group or 'all':<14}{_share([right for _, right in mine]):>12}{_share(held):>12}")
        figures[name] = round(sum(right for _, right in rows) / len(rows), 4)
        figures[f"{name}_held_out"] = round(sum(right for line, right in rows if line.held)
                                            / sum(line.held for line, _ in rows), 4)
    if verbose:
        for line in (line for rows in (hits, kept) for line, right in rows if not right and not line.held):
            print(f"{line.group}: {line.text!r} -> {redact(line.text)!r}")
    print(f"{len(hits) + len(kept)} lines in {took:.2f} s, groups {dict(Counter(line.group for line, _ in hits))}")
    return figures


def _share(rights: list[bool]) -> str:
    return f"{sum(rights)}/{len(rights)}"


if __name__ == "__main__":
    print(json.dumps(measure("-v" in sys.argv[1:])))
