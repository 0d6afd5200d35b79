"""Recall measured: each labelled prompt against its store, as the hook answers it in a fresh session.

A set is a folder with `stores/<id>/` and `queries.jsonl`, or one `queries-<id>.jsonl` a store. Where a scorer and
baselines lie beside it, the scorer's table is printed and compared with ours, and the baselines run next to us.
"""
from __future__ import annotations

import glob
import json
import os
import subprocess
import sys
from typing import Any

import figures
import fulltext
import recalling

from reverie import library

OWN = os.path.join(os.path.dirname(os.path.abspath(__file__)), "sets", "recall")
"""The set that comes with the project: floors may be fitted to it, and it needs no other data."""
FIELDS = ("kind", "lang", "store")

Predictions = dict[str, dict[str, Any]]


def measure(data: str, home: str) -> dict[str, float]:
    """The figures of the set."""
    queries = read(data)
    stores = {query["store"]: os.path.join(data, "stores", query["store"]) for query in queries}
    places = recalling.shelved(home, stores.values())
    ours = {query["id"]: recalling.predicted(places, stores[query["store"]], query["query"]) for query in queries}
    rivals = {"reverie": ours, **(_baselines(data) or _fulltext(stores, queries))}
    print(figures.table(queries, rivals, FIELDS))
    total = figures.score(queries, ours)
    _compare(data, queries, ours, total)
    return figures.rounded(total)


def read(data: str) -> list[dict[str, Any]]:
    """The labelled prompts of a set, in order. ValueError: an id stands twice, or what is relevant is not there."""
    whole = os.path.join(data, "queries.jsonl")
    files = [whole] if os.path.exists(whole) else sorted(glob.glob(os.path.join(glob.escape(data), "queries-*.jsonl")))
    rows = [json.loads(line) for path in files for line in _lines(path)]
    for row in rows:
        for file in row["relevant"]:
            if not os.path.exists(os.path.join(data, "stores", row["store"], file)):
                raise ValueError(f"{row['id']} calls for {file}, which is not in {row['store']}")
    if len({row["id"] for row in rows}) < len(rows):
        raise ValueError(f"an id stands twice in {data}")
    return rows


def _fulltext(stores: dict[str, str], queries: list[dict[str, Any]]) -> dict[str, Predictions]:
    """SQLite's own full-text search, for a set that brings no baselines: five bodies a prompt."""
    found: Predictions = {}
    for store, folder in stores.items():
        memories = filter(None, (library.read(entry.path) for entry in library.files(folder)))
        db = fulltext.filled((os.path.relpath(memory.path, folder), f"{memory.name} {memory.description} {memory.body}")
                             for memory in memories)
        found.update({query["id"]: {"files": fulltext.ranked(db, query["query"], figures.MOST)}
                      for query in queries if query["store"] == store})
        db.close()
    return {"fts5": found}


def _baselines(data: str) -> dict[str, Predictions]:
    found = beside("baselines", data, {})
    return {name: {query: {"files": files} for query, files in answers.items()} for name, answers in found.items()}


def _compare(data: str, queries: list[dict[str, Any]], ours: Predictions, total: dict[str, float | None]) -> None:
    """Print the table of the set's own scorer and whether it says what ours does."""
    theirs = beside("scorer", data, {"queries": queries, "predictions": ours})
    if theirs:
        print(f"\nthe scorer beside the set:\n{theirs['table']}")
        differ = [name for name in figures.COLS if abs((theirs["score"][name] or 0) - (total[name] or 0)) > 1e-9]
        print(f"OUR FIGURES DIFFER FROM IT IN: {', '.join(differ)}" if differ else "our figures agree with it")


def beside(part: str, data: str, asked: dict[str, Any]) -> dict[str, Any]:
    """What the code beside the set, `baselines` or `scorer`, answers in a process of its own; nothing if it fails."""
    if not os.path.exists(os.path.join(data, f"{part}.py")):
        return {}
    door = os.path.join(os.path.dirname(os.path.abspath(__file__)), "beside.py")
    ended = subprocess.run([sys.executable, "-B", door, part, data], input=json.dumps(asked), capture_output=True,
                           text=True, check=False, timeout=300)
    if ended.returncode:
        print(f"the {part} beside the set could not be run: {ended.stderr.strip().rpartition(chr(10))[2]}")
        return {}
    answer: dict[str, Any] = json.loads(ended.stdout.splitlines()[-1])
    return answer


def _lines(path: str) -> list[str]:
    with open(path, encoding="utf-8") as file:
        return [line for line in file if line.strip()]
