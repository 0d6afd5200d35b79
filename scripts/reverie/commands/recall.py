"""`reverie recall PROMPT`: what the hook would put before the model, why, and the same for a whole file of prompts."""
from __future__ import annotations

import datetime
import json
import os
import tempfile
from collections.abc import Iterator
from typing import Any

import click

from reverie import house, lookup, query, reconcile, telling
from reverie import recall as choosing
from reverie.commands import Where, here, placed, reading
from reverie.errors import Refused
from reverie.framing import tame
from reverie.layers import PROJECT, TEAM, Layer
from reverie.places import Places


@click.command()
@click.argument("words", nargs=-1)
@click.option("--explain", is_flag=True, help="Say which words found each memory and what they count for.")
@click.option("--json", "as_json", is_flag=True, help="One JSON array, for programs.")
@placed
@click.option("--prompts", type=click.Path(exists=True, dir_okay=False),
              help="With --store: a file of prompts, one JSON object a line: id, query.")
@click.option("--out", type=click.Path(dir_okay=False), help="With --prompts: where to write what each brings up.")
def recall(words: tuple[str, ...], explain: bool, as_json: bool, prompts: str | None, out: str | None,
           where: Where) -> None:
    """Show which memories a prompt would bring up, as the model would see them.

    With --explain, say why. With --store, --prompts and --out, answer many prompts from any folder of memories: each
    line of the output names the files shown whole, those shown as a line, and the characters of all that.

    Example: reverie recall --explain "how do we run the migrations?"
    """
    if bool(words) == bool(prompts):
        raise click.UsageError("Give either a prompt or --prompts FILE.")
    if prompts and not (where.store and out):
        raise click.UsageError("--prompts goes with --store and --out.")
    found, binding = here(where)
    if where.store is None:
        _show(found, reading(found, binding, where), " ".join(words), explain, as_json)
        return
    store = binding.store
    with tempfile.TemporaryDirectory() as folder:  # a catalog of its own: yours does not learn of that folder
        places = Places(folder, os.path.join(folder, "reverie"))
        if prompts and out:
            _bulk(places, store, prompts, out)
        else:
            _show(places, [Layer(PROJECT, store)], " ".join(words), explain, as_json)


def _show(places: Places, among: list[Layer], prompt: str, explain: bool, as_json: bool) -> None:
    _shelve(places, [layer.store for layer in among if layer.name != TEAM])
    asked, found, apt = _chosen(places, [layer.store for layer in among], prompt)
    text, _ = telling.words(apt, datetime.date.today().isoformat(), among=among)
    if as_json:
        rows = [{"name": each.hit.name, "description": each.hit.description, "path": each.hit.path,
                 "whole": each.whole, "score": round(each.score, 2), "sure": round(each.sure, 2),
                 "why": dict(each.why)} for each in apt]
        click.echo(json.dumps(rows, ensure_ascii=False, indent=2))
        return
    if explain:
        for each in apt:
            why = ", ".join(f"{tame(word)} {value:.1f}" for word, value in sorted(each.why, key=lambda w: -w[1]))
            shown = "whole" if each.whole else "a line"
            click.echo(f"{tame(os.path.basename(each.hit.path))}: {shown}; score {each.score:.1f}, sure {each.sure:.1f}"
                       f" (a line from {choosing.PLAUSIBLE}, whole from {choosing.SURE}): {why}")
        if choosing.apart(asked, found):
            click.echo("The prompt asks for something that stands for itself or is private, so what is found counts for"
                       " less.")
        click.echo()
    click.echo(text or "Nothing: no memory of this project shares telling words with that prompt.")


def _bulk(places: Places, store: str, prompts: str, out: str) -> None:
    rows = list(_rows(prompts))
    stores = {row["id"]: _store(store, row) for row in rows}
    _shelve(places, sorted(set(stores.values())))
    today = datetime.date.today().isoformat()
    with open(out, "w", encoding="utf-8") as file:
        for row in rows:
            _, _, apt = _chosen(places, [stores[row["id"]]], row["query"])
            text, used = telling.words(apt, today)
            whole = {each.hit.path for each in apt if each.whole}
            names = {hit.path: os.path.relpath(hit.path, stores[row["id"]]) for hit in used}
            file.write(json.dumps({
                "id": row["id"], "files": [name for path, name in names.items() if path in whole],
                "pointers": [name for path, name in names.items() if path not in whole], "chars": len(text),
            }, ensure_ascii=False) + "\n")
    click.echo(f"{len(rows)} prompts answered in {out}")


def _rows(prompts: str) -> Iterator[dict[str, Any]]:
    """The prompts of a file; Refused, with the line's number, where one is no such object."""
    with open(prompts, encoding="utf-8") as file:
        for number, line in enumerate(file, 1):
            if not line.strip():
                continue
            try:
                row = json.loads(line)
            except ValueError:
                row = None
            if not isinstance(row, dict) or "id" not in row or not isinstance(row.get("query"), str):
                raise Refused(f"{prompts} line {number} is not an object with id and query")
            yield row


def _store(store: str, row: dict[str, Any]) -> str:
    """The folder of the row's own store, where the folder given holds several."""
    inner = os.path.join(store, str(row.get("store", "")))
    return inner if row.get("store") and os.path.isdir(inner) else store


def _shelve(places: Places, stores: list[str]) -> None:
    with house.opened(places, os.environ) as home:
        for store in stores:
            reconcile.shelve(home, store)


def _chosen(places: Places, stores: list[str], prompt: str) -> tuple[query.Query, lookup.Found, list[choosing.Apt]]:
    asked = query.of(prompt)
    found = lookup.search(places, stores, asked)
    return asked, found, choosing.choose(asked, found, (), stores)
