"""The code that lies beside a set of labelled prompts, called in a process of its own: `beside.py PART FOLDER`.

`baselines` prints what each of its baselines finds, `scorer` its figures and its table of the prompts and predictions
on stdin; the last line is one JSON object.
"""
from __future__ import annotations

import importlib
import json
import sys
from typing import Any

NAMES = ("bm25", "heuristic")


def baselines(folder: Any, common: Any) -> dict[str, dict[str, list[str]]]:
    """Of each baseline, the files it finds for each prompt."""
    queries = common.load_queries()
    found: dict[str, dict[str, list[str]]] = {name: {} for name in NAMES if hasattr(folder, name)}
    for store in common.STORES:
        memories, asked = common.load_store(store), [query for query in queries if query["store"] == store]
        for name, answers in found.items():
            answers.update(getattr(folder, name)(memories, asked))
    return found


def scorer(folder: Any, asked: dict[str, Any]) -> dict[str, Any]:
    """The scorer's figures and its table."""
    given = asked["queries"], asked["predictions"]
    return {"score": folder.score(*given), "table": folder.table(*given)}


def main(part: str, folder: str) -> int:
    """Call `part` of the set in `folder`."""
    sys.path.insert(0, folder)
    module = importlib.import_module(part)
    found = baselines(module, importlib.import_module("common")) if part == "baselines" else scorer(
        module, json.load(sys.stdin))
    print(json.dumps(found))
    return 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
