"""`make calibrate [SET=DIR]`: what recall's two floors cost and bring, on a labelled set, to choose them by.

Rule: a floor is chosen where the figure it guards holds with room to spare, on a set that the scoring was not made for.
"""
from __future__ import annotations

import os
import sys
import tempfile

import figures
import labelled
import recalling

from reverie import recall

SURE = (0.8, 1.0, 1.2, 1.4, 1.7, 2.0, 2.4)
PLAUSIBLE = (0.2, 0.3, 0.4, 0.5, 0.6, 0.8, 1.0)
COLS = ("at5", "body", "top1", "none", "silent", "chars")


def main(data: str) -> int:
    """Both curves as tables of Markdown, each with the other floor as it is."""
    queries = labelled.read(data)
    stores = {query["store"]: os.path.join(data, "stores", query["store"]) for query in queries}
    with tempfile.TemporaryDirectory() as home:
        places = recalling.shelved(home, stores.values())
        for name, floors in (("SURE", SURE), ("PLAUSIBLE", PLAUSIBLE)):
            print(f"\n| `{name}` | {' | '.join(COLS)} |\n|---|{'---|' * len(COLS)}")
            chosen = getattr(recall, name)
            for floor in floors:
                setattr(recall, name, floor)
                found = {query["id"]: recalling.predicted(places, stores[query["store"]], query["query"])
                         for query in queries}
                score = figures.score(queries, found)
                cells = (f"{score[col] or 0:.0f}" if col == "chars" else f"{score[col] or 0:.3f}" for col in COLS)
                print(f"| {f'**{floor}**' if floor == chosen else floor} | {' | '.join(cells)} |")
            setattr(recall, name, chosen)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1] if len(sys.argv) > 1 else labelled.OWN))
