"""`make eval [EVAL=DIR] [ONLY="PART ..."]`: quality measured on labelled cases with the scorers that lie beside them.

Everything runs in throw-away homes, offline. `recall_own` and `secrets` need no data of `DIR`. The last line is one
JSON object with every figure; a part without data is left out.
"""
from __future__ import annotations

import json
import os
import sys
import tempfile
import time
from typing import Any

import choosing
import dreaming
import extraction
import labelled
import locomo
import qwen
import secret_figures

PARTS = {
    "recall_own": (labelled.OWN, labelled.measure),
    "recall": ("recall", labelled.measure),
    "chooser": ("recall", choosing.measure),
    "extract": ("extract", extraction.measure),
    "dream": ("dream", dreaming.measure),
    "qwen": ("qwen-recall", qwen.measure),
    "locomo": ("locomo", locomo.measure),
}
"""Of each part, the folder its data is in, within the one that is named or for itself, and what measures it."""


def main(folder: str, only: list[str]) -> int:
    """Every part whose data is there, or those of `only`."""
    figures: dict[str, Any] = {}
    for name, (place, measure) in PARTS.items():
        data = os.path.join(os.path.abspath(folder), place)
        if only and name not in only:
            continue
        if not os.path.isdir(data):
            print(f"{name}: no data in {data}")
            continue
        print(f"\n== {name}")
        began = time.perf_counter()
        with tempfile.TemporaryDirectory() as home:
            figures[name] = measure(data, home)
        print(f"{name} took {time.perf_counter() - began:.1f} s")
    if not only or "secrets" in only:
        figures["secrets"] = secret_figures.measure()
    print(json.dumps(figures))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1], sys.argv[2:]))
