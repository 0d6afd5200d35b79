"""Extraction measured: each labelled transcript through the whole job, offline, in a home of its own."""
from __future__ import annotations

import json
import os
import subprocess
import sys
from typing import Any

from reverie import extract, gate, house
from reverie import places as p
from reverie.record import Verdict
from reverie.transcripts import claude

STORED = ("create", "update", "supersede")


def measure(data: str, home: str) -> dict[str, float]:
    """The scorer's figures, those with the proposals counted in, and those of the gate alone."""
    cases = _rows(os.path.join(data, "cases.jsonl"))
    places = p.Places(home, os.path.join(home, "reverie"))
    predictions = []
    with house.opened(places, {"REVERIE_BACKEND": "offline"}) as open_house:
        for case in cases:
            predictions.append({"id": case["id"], **_predicted(open_house, data, home, case)})
    total = _scored(data, home, predictions, show=True)
    both = [{"id": row["id"], "memories": row["memories"] + row["proposed"]} for row in predictions]
    easy = [case["id"] for case in cases if case["difficulty"] == 1]
    figures = {
        "precision": total["total"]["precision"], "recall": total["total"]["recall"],
        "recall_d1": total["by"]["difficulty"]["1"]["recall"] if easy else None,
        "recall_proposed": _scored(data, home, both)["total"]["recall"], "noop": total["total"]["noop_accuracy"],
        "type": total["total"]["type_accuracy"], "op": total["total"]["op_accuracy"], "leaks": total["total"]["leaks"],
        **_gate(data, cases),
    }
    return {name: round(value, 3) for name, value in figures.items() if value is not None}


def _predicted(open_house: house.House, data: str, home: str, case: dict[str, Any]) -> dict[str, list[dict[str, str]]]:
    """What the job stores and what it proposes for one case."""
    root = os.path.join(home, "projects-of-cases", case["id"])
    store = os.path.join(root, "memory")
    os.makedirs(store)
    for memory in case.get("existing", ()):
        keys = "".join(f"{key}: {json.dumps(memory.get(key, ''))}\n" for key in ("name", "description", "type"))
        _write(os.path.join(store, memory["file"]), f"---\n{keys}---\n{memory.get('body', '')}\n")
    if case.get("claude_md"):
        _write(os.path.join(root, "CLAUDE.md"), case["claude_md"])
    path = os.path.join(data, "transcripts", case["id"] + ".jsonl")
    verdicts = extract.run(open_house, extract.Ask(case["id"], path, root, store, "asked"))
    return {"memories": [_memory(v) for v in verdicts if v.op in STORED],
            "proposed": [_memory(v) for v in verdicts if v.op == "propose"]}


def _memory(verdict: Verdict) -> dict[str, str]:
    candidate = verdict.candidate
    body = "\n".join(filter(None, (candidate.body, candidate.why, candidate.how)))
    op = verdict.op if verdict.op in STORED else candidate.op
    return {"type": candidate.type, "name": candidate.name, "description": candidate.description, "body": body,
            "op": op, "target": os.path.basename(verdict.target or candidate.target)}


def _gate(data: str, cases: list[dict[str, Any]]) -> dict[str, float]:
    """How many of the cases worth a look the gate lets pass, and how many of the others it stops."""
    kept: dict[bool, list[bool]] = {True: [], False: []}
    for case in cases:
        wanted = any(expected["op"] != "none_duplicate" for expected in case["expect"])
        span = claude.span(os.path.join(data, "transcripts", case["id"] + ".jsonl"), 0)
        kept[wanted].append(bool(gate.speaking(span.turns, set())[0]))
    return {"gate_keep": sum(kept[True]) / len(kept[True]), "gate_skip": 1 - sum(kept[False]) / len(kept[False])}


def _scored(data: str, home: str, predictions: list[dict[str, Any]], show: bool = False) -> dict[str, Any]:
    """The set's own scorer on these predictions."""
    asked, answered = os.path.join(home, "predictions.jsonl"), os.path.join(home, "scores.json")
    _write(asked, "".join(json.dumps(row) + "\n" for row in predictions))
    command = [sys.executable, os.path.join(data, "scorer.py"), "--cases", os.path.join(data, "cases.jsonl"),
               "--split", "all", "--json", answered, asked]
    ended = subprocess.run(command, capture_output=True, text=True, check=True)
    if show:
        print(ended.stdout)
    with open(answered, encoding="utf-8") as file:
        scores: dict[str, Any] = json.load(file)
    return scores


def _write(path: str, text: str) -> None:
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)


def _rows(path: str) -> list[dict[str, Any]]:
    with open(path, encoding="utf-8") as file:
        return [json.loads(line) for line in file if line.strip()]
