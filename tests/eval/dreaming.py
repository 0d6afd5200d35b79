"""Consolidation measured on labelled stores: each is dreamt over twice in a throw-away home, then scored.

`cases/<id>/case.json` says what must hold, `cases/<id>/before/` is the store; the `score.py` beside `cases` judges what
came of it in a process of its own. Where a case brings a model's plan, its steps are judged as a model's answer is.
"""
from __future__ import annotations

import datetime
import json
import os
import shutil
import subprocess
import sys
from typing import Any

from reverie import consolidate, enact, house, ledger
from reverie import places as p
from reverie.dream import draft, mechanical, plan

APPLIED = ("applied", "done")
ENV = {"REVERIE_BACKEND": "off"}


def measure(data: str, home: str) -> dict[str, float]:
    """passed: share of the `of` cases of which every invariant holds; and those of the pass without a model."""
    results = os.path.join(home, "results")
    cases = os.path.join(data, "cases")
    for name in sorted(os.listdir(cases)):
        if os.path.isfile(os.path.join(cases, name, "case.json")):
            _dreamt(os.path.join(cases, name), os.path.join(home, "homes", name), os.path.join(results, name))
    report = os.path.join(home, "report.json")
    done = subprocess.run([sys.executable, "-B", os.path.join(data, "score.py"), results, "--json", report],
                          capture_output=True, text=True, timeout=60, check=True)
    print(done.stdout)
    judged = json.loads(_read(report))
    offline = {case["id"] for case in judged if "plan" not in _case(os.path.join(cases, case["id"]))}
    return {
        "passed": round(sum(case["pass"] for case in judged) / max(1, len(judged)), 3), "of": len(judged),
        "mechanical": sum(case["pass"] for case in judged if case["id"] in offline), "mechanical_of": len(offline),
    }


def _dreamt(folder: str, home: str, results: str) -> None:
    """One case: the store after the first dream and after the second, and which steps of the plan were refused."""
    case = _case(folder)
    store = os.path.join(home, "projects", "-case", "memory")
    shutil.copytree(os.path.join(folder, "before"), store) if os.path.isdir(
        os.path.join(folder, "before")) else os.makedirs(store)
    with house.opened(p.Places(home, os.path.join(home, "reverie")), ENV) as opened:
        at = datetime.datetime.fromisoformat(f"{case['now']}T12:00:00+00:00")
        open_house = opened._replace(now=at)
        if "plan" in case:
            refused = _by_plan(open_house, store, case)
            _write(os.path.join(results, "refused.json"), json.dumps(refused))
        else:
            consolidate.run(open_house, store, consolidate.ASKED, model=False)
        shutil.copytree(store, os.path.join(results, "after"))
        consolidate.run(open_house, store, consolidate.ASKED, model=False)
        shutil.copytree(store, os.path.join(results, "after2"))


def _by_plan(open_house: house.House, store: str, case: dict[str, Any]) -> list[int]:
    """Do what a dream does with a model's answer; the places of the steps that were refused, early or late."""
    today = case["now"]
    made = draft.read(store)
    index = os.path.join(store, "MEMORY.md")
    first, _ = mechanical.plan(made, today, _read(index) if os.path.isfile(index) else "")
    steps, refused = plan.judged({"steps": [_step(step) for step in case["plan"]["steps"]]}, made, today)
    for file, text in case.get("edited_meanwhile", {}).items():
        _write(os.path.join(store, file), text)
    number = ledger.begin_run(open_house.ledger, "dream", "", store, "asked", "scripted", open_house.stamp)
    rows = enact.apply(open_house, store, made, [*first, *steps], number)
    early = [place for place, _ in refused]
    places = [place for place in range(len(case["plan"]["steps"])) if place not in early]
    late = [place for place, row in zip(places, rows[len(first):], strict=True) if row.outcome not in APPLIED]
    return sorted(early + late)


def _step(step: dict[str, Any]) -> dict[str, Any]:
    """The set's form of a step in ours."""
    result = step["result"] or {}
    return {
        "op": step["op"], "sources": step["sources"], "file": result.get("file", ""), "name": result.get("name", ""),
        "description": result.get("description", ""), "type": result.get("type", ""), "scope": result.get("scope", ""),
        "body": result.get("body", ""), "keywords": result.get("keywords", []), "reason": step.get("reason", ""),
    }


def _case(folder: str) -> dict[str, Any]:
    case: dict[str, Any] = json.loads(_read(os.path.join(folder, "case.json")))
    return case


def _read(path: str) -> str:
    with open(path, encoding="utf-8", newline="") as file:
        return file.read()


def _write(path: str, text: str) -> None:
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "w", encoding="utf-8", newline="") as file:
        file.write(text)
