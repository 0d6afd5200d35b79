"""`make eval [EVAL=DIR]`: quality measured on labelled cases with the scorers that lie beside them.

Everything runs in throw-away homes, offline. The last line is one JSON object with every figure; a part without data
is left out.
"""
from __future__ import annotations

import json
import os
import sys
import tempfile
from typing import Any

import extraction
import recalling
import secret_figures

PARTS = {"recall": recalling.measure, "extract": extraction.measure}


def main(folder: str) -> int:
    """Every part whose data is in `folder`."""
    figures: dict[str, Any] = {}
    for name, measure in PARTS.items():
        data = os.path.join(os.path.abspath(folder), name)
        if os.path.isdir(data):
            with tempfile.TemporaryDirectory() as home:
                figures[name] = measure(data, home)
        else:
            print(f"{name}: no data in {data}")
    figures["secrets"] = secret_figures.measure()
    print(json.dumps(figures))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
