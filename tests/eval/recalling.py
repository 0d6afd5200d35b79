"""Recall measured: each labelled prompt against its store, as the hook would answer it in a fresh session."""
from __future__ import annotations

import datetime
import importlib.util
import json
import os
import sys
from typing import Any

from reverie import catalog, house, prompt, recall, reconcile
from reverie import places as p


def measure(data: str, home: str) -> dict[str, float]:
    """The figures of the set's own scorer."""
    places = p.Places(home, os.path.join(home, "reverie"))
    with open(os.path.join(data, "queries.jsonl"), encoding="utf-8") as file:
        queries = [json.loads(line) for line in file if line.strip()]
    with house.opened(places, {}) as open_house:
        for store in sorted(os.scandir(os.path.join(data, "stores")), key=lambda entry: entry.name):
            reconcile.shelve(open_house, store.path)
    predicted = {query["id"]: _predicted(places, data, query) for query in queries}
    scorer = _scorer(data)
    print(scorer.table(queries, predicted))
    score = scorer.score(queries, predicted)
    return {key: round(score[key], 3) for key in scorer.COLS if score[key] is not None}


def _predicted(places: p.Places, data: str, query: dict[str, Any]) -> dict[str, Any]:
    store = os.path.join(data, "stores", query["store"])
    hits, shares = catalog.search(places, [store], recall.query(query["query"]), 40)
    chosen = recall.choose(hits, shares, set())
    text, used = recall.worded(chosen, prompt.text("recall"), datetime.date(2026, 12, 1))
    return {"id": query["id"], "files": [os.path.relpath(hit.path, store) for hit in used], "chars": len(text)}


def _scorer(data: str) -> Any:
    """The set's own scorer, with the modules beside it."""
    sys.path.insert(0, data)
    spec = importlib.util.spec_from_file_location("recall_scorer", os.path.join(data, "scorer.py"))
    assert spec and spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    sys.path.remove(data)
    return module
