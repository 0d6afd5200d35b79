"""`make eval [EVAL=DIR]`: recall and extraction measured on labelled cases with the scorers that lie beside them.

Everything runs in throw-away homes, offline. The last line is one JSON object with every figure; a part without data
is left out.
"""
from __future__ import annotations

import datetime
import importlib.util
import json
import os
import shutil
import subprocess
import sys
import tempfile
from typing import Any

from reverie import catalog, extract, house, library, prompt, recall, reconcile
from reverie import places as p


def main(folder: str) -> int:
    """Every part whose data is in `folder`."""
    figures: dict[str, Any] = {}
    for name, part in (("recall", recalled), ("extract", extracted)):
        data = os.path.join(folder, name)
        if os.path.isdir(data):
            with tempfile.TemporaryDirectory() as home:
                figures[name] = part(data, home)
        else:
            print(f"{name}: no data in {data}")
    print(json.dumps(figures))
    return 0


def recalled(data: str, home: str) -> dict[str, float]:
    """Each prompt against its store, as the hook would answer it in a fresh session."""
    places = p.Places(home, os.path.join(home, "reverie"))
    lines = []
    with house.opened(places, {}) as open_house:
        for store in sorted(os.scandir(os.path.join(data, "stores")), key=lambda entry: entry.name):
            reconcile.shelve(open_house, store.path)
    for query in _rows(os.path.join(data, "queries.jsonl")):
        store = os.path.join(data, "stores", query["store"])
        hits, shares = catalog.search(places, [store], recall.query(query["query"]), 40)
        chosen = recall.choose(hits, shares, set())
        text, used = recall.worded(chosen, prompt.text("recall"), datetime.date(2026, 12, 1))
        files = [os.path.relpath(hit.path, store) for hit in used]
        lines.append({"id": query["id"], "files": files, "chars": len(text)})
    scored = _scorer(data)
    queries = _rows(os.path.join(data, "queries.jsonl"))
    pred = {line["id"]: line for line in lines}
    print(scored.table(queries, pred))
    score = scored.score(queries, pred)
    return {key: round(score[key], 3) for key in scored.COLS if score[key] is not None}


def extracted(data: str, home: str) -> dict[str, float]:
    """Each transcript through the whole job with the offline backend; what the store gained is the prediction."""
    places = p.Places(home, os.path.join(home, "reverie"))
    predictions = os.path.join(home, "predictions.jsonl")
    with house.opened(places, {"REVERIE_BACKEND": "offline"}) as open_house, open(predictions, "w") as out:
        for case in _rows(os.path.join(data, "cases.jsonl")):
            out.write(json.dumps({"id": case["id"], "memories": _memories(open_house, data, home, case)}) + "\n")
    scores = os.path.join(home, "scores.json")
    command = [sys.executable, os.path.join(data, "scorer.py"), "--cases", os.path.join(data, "cases.jsonl"),
               "--split", "all", "--json", scores, predictions]
    print(subprocess.run(command, capture_output=True, text=True, check=False).stdout)
    with open(scores) as file:
        total = json.load(file)
    return total.get("all", total.get("total", total))


def _memories(open_house: house.House, data: str, home: str, case: dict[str, Any]) -> list[dict[str, str]]:
    store = os.path.join(home, "stores", case["id"])
    os.makedirs(store)
    for memory in case.get("existing", ()):
        with open(os.path.join(store, memory["file"]), "w", encoding="utf-8") as file:
            file.write(_file(memory))
    before = {entry.path for entry in library.files(store)}
    path = os.path.join(data, "transcripts", case["id"] + ".jsonl")
    extract.session(open_house, extract.Ask(case["id"], path, "/work/demo", store, "eval"))
    found = [library.read(entry.path) for entry in library.files(store) if entry.path not in before]
    shutil.rmtree(store)
    return [{"type": m.type, "name": m.name, "description": m.description, "body": m.body} for m in found if m]


def _file(memory: dict[str, str]) -> str:
    keys = "".join(f"{key}: {json.dumps(memory.get(key, ''))}\n" for key in ("name", "description", "type"))
    return f"---\n{keys}---\n{memory.get('body', '')}\n"


def _scorer(data: str) -> Any:
    """The set's own scorer, with the modules beside it."""
    sys.path.insert(0, data)
    spec = importlib.util.spec_from_file_location("recall_scorer", os.path.join(data, "scorer.py"))
    assert spec and spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    sys.path.remove(data)
    return module


def _rows(path: str) -> list[dict[str, Any]]:
    with open(path, encoding="utf-8") as file:
        return [json.loads(line) for line in file if line.strip()]


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
