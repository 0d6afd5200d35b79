"""`recall: model` measured for its plumbing: a scripted model answers with the labels, and what reaches the session?

Each prompt goes all the way, in a session of its own that was shown nothing: the hook's note, the job, the backend's
answer, the offer, and the words that the next tool result brings.
"""
from __future__ import annotations

import json
import os
from typing import Any

import figures
import labelled

from reverie import choose, house, offers, session, spool
from reverie import places as p
from reverie.event import Event

ENV = {"REVERIE_BACKEND": "scripted"}


def measure(data: str, home: str) -> dict[str, float]:
    """at5 and the like, which fall short of 1 only where something is lost on the way; `of` prompts were tried."""
    queries = labelled.read(data)
    places = p.Places(home, os.path.join(home, "reverie"))
    script = os.path.join(home, "script")
    os.makedirs(places.home)
    _write(script, "".join(json.dumps({"files": query["relevant"]}) + "\n" for query in queries))
    _write(places.settings, f"recall: model\nscript: {script}\ncalls_per_day: 100000\n")
    with house.opened(places, ENV) as open_house:
        found = {query["id"]: _delivered(open_house, os.path.join(data, "stores", query["store"]), query)
                 for query in queries}
    total = figures.score(queries, found)
    right = figures.mean(found[query["id"]]["files"] == query["relevant"] for query in queries)
    print(f"{len(queries)} prompts, at5 {total['at5']}, exactly what was chosen: {right}")
    return figures.rounded({"at5": total["at5"], "top1": total["top1"], "exact": right, "of": len(queries)})


def _delivered(open_house: house.House, store: str, query: dict[str, Any]) -> dict[str, Any]:
    """The files whose memories the session is told of, in the order of the text."""
    places, event = open_house.places, Event("PostToolUse", query["id"], prompt=query["query"])
    offers.ask(places, event, session.Binding(os.path.dirname(store), store, False))
    name, note = spool.peek(places)[0]
    spool.take(places, name)
    choose.run(open_house, choose.Wanted(query["id"], store, str(note["prompt"]), str(note["ticket"])))
    spool.done(places, name)
    text = offers.told(places, event)
    for left in spool.peek(places):  # that they were shown
        spool.take(places, left[0])
        spool.done(places, left[0])
    headings = [line for line in text.splitlines() if line.startswith("### ")]
    files = [file for line in headings for file in os.listdir(store) if f" {file} (" in line or f"({file}) (" in line]
    return {"files": files, "chars": len(text)}


def _write(path: str, text: str) -> None:
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)
