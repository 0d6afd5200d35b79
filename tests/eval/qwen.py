"""Recall measured on Qwen Code's own cases: short prompts in four languages over 22 documents, nine to stay silent at.

`auto-memory-recall-eval.json`: `docs` (id, type, title, description, body) and `cases` (query, category, relevantIds).
"""
from __future__ import annotations

import json
import os

import figures
import recalling

from reverie import head

FILE = "auto-memory-recall-eval.json"


def measure(data: str, home: str) -> dict[str, float]:
    """at5 and top1 of the prompts that have an answer; none: the share of the others that nothing at all came with."""
    with open(os.path.join(data, FILE), encoding="utf-8") as file:
        said = json.load(file)
    store = os.path.join(home, "store")
    os.makedirs(store)
    for doc in said["docs"]:
        _write(store, doc)
    places = recalling.shelved(home, [store])
    queries = [{"id": case["id"], "kind": case["category"], "relevant": [f"{each}.md" for each in case["relevantIds"]]}
               for case in said["cases"]]
    found = {case["id"]: recalling.predicted(places, store, case["query"]) for case in said["cases"]}
    print(figures.table(queries, {"reverie": found}, ["kind"]))
    total = figures.score(queries, found)
    silent = figures.mean(not found[query["id"]]["chars"] for query in queries if not query["relevant"])
    return figures.rounded({"at5": total["at5"], "top1": total["top1"], "none": silent})


def _write(store: str, doc: dict[str, str]) -> None:
    """A document as a memory file with a line in the index."""
    title, description = head.scalar(doc["title"]), head.scalar(doc["description"])
    with open(os.path.join(store, f"{doc['id']}.md"), "w", encoding="utf-8") as file:
        file.write(f"---\nname: {title}\ndescription: {description}\nmetadata:\n  type: {doc['type']}\n---\n"
                   f"{doc['body']}\n")
    with open(os.path.join(store, "MEMORY.md"), "a", encoding="utf-8") as file:
        file.write(f"- [{doc['title']}]({doc['id']}.md) — {doc['description']}\n")
