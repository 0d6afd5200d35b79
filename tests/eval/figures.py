"""What a recall is worth: figures from labelled prompts and from what was put before the model at each. Pure.

A query is `{"id", "relevant": [best first], "kind", ...}`, a prediction `{"files": [...], "pointers": [...],
"chars": N}`: memories whose body was injected, memories named in one line, both best first, and the length of all of
it. A prompt without a prediction had nothing injected.

at5     mean, over the prompts that something is relevant to, of the share of it among the first five that were named
body    the same for bodies alone
top1    share of those prompts whose first named memory is relevant
mrr     mean of 1 / the place of the first relevant one among the five, 0 for none
none    share of the prompts that nothing is relevant to for which no body was injected
silent  share of the chitchat prompts for which nothing at all was injected
inj, chars          bodies and characters a prompt, mean
prec                share of all injected bodies that are relevant
crosslingual_at5    at5 of the prompts in another language than their best memory
"""
from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

COLS = ("at5", "body", "top1", "mrr", "none", "silent", "inj", "chars", "prec")
MOST = 5

Rows = Sequence[Mapping[str, Any]]
Predictions = Mapping[str, Mapping[str, Any]]


def score(queries: Rows, predictions: Predictions) -> dict[str, float | None]:
    """Every figure of COLS, and `crosslingual_at5`; None where no prompt speaks of it."""
    seen = [(query, *_named(predictions.get(query["id"], {}))) for query in queries]
    some = [(set(query["relevant"]), bodies, named) for query, bodies, named in seen if query["relevant"]]
    right = sum(len({*query["relevant"]} & {*bodies}) for query, bodies, _ in seen)
    places = [_place(relevant, named) for relevant, _, named in some]
    return {
        "at5": mean(share(relevant, named) for relevant, _, named in some),
        "body": mean(share(relevant, bodies) for relevant, bodies, _ in some),
        "top1": mean(place == 1 for place in places),
        "mrr": mean(1 / place if place else 0.0 for place in places),
        "none": mean(not bodies for query, bodies, _ in seen if not query["relevant"]),
        "silent": mean(not named for query, _, named in seen if query["kind"] == "chitchat"),
        "inj": mean(len(bodies) for _, bodies, _ in seen),
        "chars": mean(predictions.get(query["id"], {}).get("chars", 0) for query in queries),
        "prec": right / sum(len(bodies) for _, bodies, _ in seen) if any(bodies for _, bodies, _ in seen) else None,
        "crosslingual_at5": mean(share({*query["relevant"]}, named) for query, _, named in seen
                                 if query["relevant"] and query["kind"] == "crosslingual"),
    }


def share(relevant: set[str], found: Iterable[str]) -> float:
    """Which part of the relevant was found."""
    return len(relevant & set(found)) / len(relevant)


def mean(values: Iterable[float]) -> float | None:
    """Their mean, or None of none."""
    listed = list(values)
    return sum(listed) / len(listed) if listed else None


def rounded(figures: Mapping[str, float | None]) -> dict[str, float]:
    """The figures that there are, to three places."""
    return {name: round(value, 3) for name, value in figures.items() if value is not None}


def table(queries: Rows, rivals: Mapping[str, Predictions], fields: Iterable[str]) -> str:
    """Every figure of each rival over all prompts; then by the values of each field those of the first, beside two of
    the others'."""
    few = ("at5", "none")
    first, *rest = rivals.values()
    head = f"{'':<26}{'n':>5}{'pos':>5}{'neg':>5}" + "".join(f"{col:>8}" for col in COLS)
    lines = [head, *(_row(name, queries, score(queries, each)) for name, each in rivals.items())]
    lines += ["", " " * len(head) + "".join(f"{name:>{8 * len(few)}}" for name in [*rivals][1:]),
              head + "".join(f"{col:>8}" for col in few) * len(rest)]
    for field in fields:
        for value in dict.fromkeys(query[field] for query in queries):
            chosen = [query for query in queries if query[field] == value]
            lines.append(_row(f"{field} {value}", chosen, score(chosen, first))
                         + "".join(_cells(score(chosen, each), few) for each in rest))
    return "\n".join(line.rstrip() for line in lines)


def _row(name: str, queries: Rows, figures: Mapping[str, float | None]) -> str:
    some = sum(bool(query["relevant"]) for query in queries)
    return f"{name:<26}{len(queries):>5}{some:>5}{len(queries) - some:>5}" + _cells(figures, COLS)


def _cells(figures: Mapping[str, float | None], cols: Sequence[str]) -> str:
    values = [figures[col] for col in cols]
    return "".join(f"{'-' if value is None else f'{value:.0f}' if value >= 100 else f'{value:.3f}':>8}"
                   for value in values)


def _named(prediction: Mapping[str, Any]) -> tuple[list[str], list[str]]:
    """The injected bodies, and the first five of all that was named: bodies first, then pointers, none twice."""
    bodies = list(dict.fromkeys(prediction.get("files", ())))[:MOST]
    return bodies, list(dict.fromkeys([*bodies, *prediction.get("pointers", ())]))[:MOST]


def _place(relevant: set[str], named: list[str]) -> int:
    """Where the first relevant one stands, from 1; 0 for nowhere."""
    return next((place for place, file in enumerate(named, 1) if file in relevant), 0)
