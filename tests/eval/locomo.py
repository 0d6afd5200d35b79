"""Ranking measured on LoCoMo: long conversations, each turn a memory; which turns answer a question?

`locomo10.json`: `conversation.session_N` lists turns (`dia_id`, speaker, text, perhaps the caption of a picture), `qa`
questions with the turns that are their evidence. SQLite's own full-text search ranks the very same texts in the same
run. Questions without evidence in the conversation are left out.
"""
from __future__ import annotations

import json
import os
import re
from collections.abc import Callable
from typing import Any, NamedTuple

import figures
import fulltext
import recalling

FILE = "locomo10.json"
_TURN = re.compile(r"D:?(\d+):(\d+)")
"""How evidence names a turn; a few are slips of the pen: `D:11:26`, `D30:05`, two in one string."""


class Talk(NamedTuple):
    """One conversation: the text of each turn by its file, and each question with the files of its evidence."""

    texts: dict[str, str]
    questions: list[tuple[str, set[str]]]


def measure(data: str, home: str) -> dict[str, float]:
    """The share of a question's evidence among the first five and ten, ours and SQLite's, mean over all questions."""
    with open(os.path.join(data, FILE), encoding="utf-8") as file:
        talks = [talk(said) for said in json.load(file)]
    stores = [os.path.join(home, "talks", f"{number:02}") for number in range(len(talks))]
    for store, each in zip(stores, talks, strict=True):
        _write(store, each.texts)
    places = recalling.shelved(home, stores)
    ours: list[tuple[float, float]] = []
    plain: list[tuple[float, float]] = []
    for store, each in zip(stores, talks, strict=True):
        db = fulltext.filled(each.texts.items())
        ours += _shares(each, lambda query, store=store: recalling.ranked(places, store, query, 10))
        plain += _shares(each, lambda query, db=db: fulltext.ranked(db, query, 10))
        db.close()
    found = {f"{name}at{most}": figures.mean(pair[nth] for pair in shares)
             for name, shares in (("", ours), ("fts5_", plain)) for nth, most in enumerate((5, 10))}
    print(f"{len(ours)} questions over {sum(len(each.texts) for each in talks)} turns: {figures.rounded(found)}")
    return figures.rounded(found)


def talk(said: dict[str, Any]) -> Talk:
    """One conversation of the file."""
    turns = [turn for value in said["conversation"].values() if isinstance(value, list) for turn in value]
    files = {_name(turn["dia_id"])[0]: f"{number:04}.md" for number, turn in enumerate(turns)}
    texts = {file: _text(turn) for file, turn in zip(files.values(), turns, strict=True)}
    asked = [(qa["question"], {files[name] for each in qa["evidence"] for name in _name(each) if name in files})
             for qa in said["qa"]]
    return Talk(texts, [(question, evidence) for question, evidence in asked if evidence])


def _name(said: str) -> list[str]:
    return [f"D{int(session)}:{int(turn)}" for session, turn in _TURN.findall(said)]


def _text(turn: dict[str, Any]) -> str:
    caption = f" [picture: {turn['blip_caption']}]" if turn.get("blip_caption") else ""
    return f"{turn['speaker']}: {turn['text']}{caption}"


def _shares(each: Talk, rank: Callable[[str], list[str]]) -> list[tuple[float, float]]:
    found = [(evidence, rank(question)) for question, evidence in each.questions]
    return [(figures.share(evidence, files[:5]), figures.share(evidence, files)) for evidence, files in found]


def _write(store: str, texts: dict[str, str]) -> None:
    """Each text as a memory without a head: its name is a number, and its words are all in its body."""
    os.makedirs(store)
    for file, text in texts.items():
        with open(os.path.join(store, file), "w", encoding="utf-8") as memory:
            memory.write(text + "\n")
