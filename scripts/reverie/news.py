"""What the background did, left for the person to be told once: a file for each thing, of one store or of none.

Whoever takes a file away is the one who tells of it, so that two sessions never tell the same, and none tells of
another project's memory. A hook loads this only where something waits.
"""
from __future__ import annotations

import os
import time

from reverie import framing, whole, wire

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence
    from typing import Any

    from reverie.places import Places

SAVED, DREAMT, REST, NOTE, FAULT = "saved", "dreamt", "rest", "note", "fault"
"""What a file tells of; it is the end of its name. The last two are sentences as they stand."""
_ALL = (SAVED, DREAMT, REST, NOTE, FAULT)
AT_START = {"off": (FAULT,), "news": (SAVED, DREAMT, NOTE, FAULT), "all": _ALL}
AT_PROMPT = {"off": (FAULT,), "news": (SAVED, FAULT), "all": _ALL}
"""What is told when, by the setting `notify`."""
WORDS = ("saved", "updated", "confirmed", "merged", "archived", "superseded", "reworded", "tidied")
"""What can be done with memories, in the order in which it is told."""
WAITING, LOOKED = "waiting", "looked"
LONGEST = 300
"""Characters of the line."""
_SENTENCE, _SENTENCES = 600, 3
"""Characters of a sentence, and sentences that are told at once; further ones wait for the next time."""
_MOST = 100
"""Files that are looked at in one go."""
_NAME = 40


class Item:
    """What one run did: how many memories, by the word for it, with the names of some; or a sentence."""

    __slots__ = ("counts", "names", "run", "text")

    def __init__(self, counts: Mapping[str, int], names: Mapping[str, Sequence[str]], run: int = 0,
                 text: str = "") -> None:
        self.counts = counts
        self.names = names
        self.run = run
        self.text = text


def leave(places: Places, store: str, kind: str, *, run: int = 0, text: str = "", counts: Mapping[str, int] = {},
          named: Mapping[str, Mapping[str, str]] = {}) -> None:  # noqa: B006  # they are only read
    """Leave news of the store, or of none for ""; `named` has the paths of memories by their names, by what was done.

    Those that are gone when it is told are not told of.
    """
    said = {"run": run, "text": text, "counts": dict(counts), "named": {word: dict(named[word]) for word in named}}
    name = f"{places.news_of(store)}{time.time_ns():020d}-{os.getpid()}-{os.urandom(2).hex()}.{kind}"
    whole.drop(os.path.join(places.news, name), wire.dumps(said).encode("ascii"))


def told(places: Places, waiting: Iterable[str], store: str, notify: str, begins: bool) -> str:
    """What a session of this store's project has to tell now, and nobody after it; empty when there is nothing.

    `waiting` are the names in the folder of news. A session that begins takes what is not to be told as well.
    """
    heads = tuple(places.news_of(each) for each in ("", store, places.user))
    mine = sorted((name for name in waiting if name.startswith(heads)), key=lambda name: name.partition("@")[2])
    done: list[Item] = []
    sentences: list[str] = []
    for name in mine[:_MOST]:
        kind = name.rpartition(".")[2]
        wanted = kind in (AT_START if begins else AT_PROMPT)[notify]
        if not (wanted or begins) or wanted and kind in (NOTE, FAULT) and len(sentences) == _SENTENCES:
            continue
        item = _taken(os.path.join(places.news, name))
        if item and wanted and kind not in (NOTE, FAULT):
            done.append(item)
        elif item and wanted and item.text and item.text not in sentences:
            sentences.append(item.text)
    return "\n".join(filter(None, (line(done, begins), *sentences)))


def line(done: Sequence[Item], begins: bool) -> str:
    """All of it in one line of at most 300 characters, with how to see it and how to take it back."""
    return next((text for most in (6, 3, 2, 1, 0) if len(text := _line(done, begins, most)) <= LONGEST), "")


def _line(done: Sequence[Item], begins: bool, most: int) -> str:
    """The line, with so many names of each kind at most."""
    counts, names = _added(done)
    waits, parts = counts.get(WAITING, 0), [(word, counts[word]) for word in WORDS if counts.get(word)]
    if not parts:
        looked = "Reverie looked at what you said and found nothing to keep." if counts.get(LOOKED) else ""
        return f"Reverie: {waits} wait{_s(waits)} for your yes; `reverie review` shows." if waits else looked
    when = " since last time" if begins else " meanwhile"
    said = [f"{word} {count}{'' if n else f' memor{_ies(count)}{when}'}{_some(names.get(word, []), count, most)}"
            for n, (word, count) in enumerate(parts)]
    rest = f" {waits} wait{_s(waits)} for your yes: `reverie review`." if waits else ""
    return f"Reverie {_joined(said)}; {_ways({item.run for item in done})}{rest}"


def _added(done: Sequence[Item]) -> tuple[dict[str, int], dict[str, list[str]]]:
    """All counts by word, and all names; what is saved and then updated was saved."""
    counts: dict[str, int] = {}
    names: dict[str, list[str]] = {}
    for item in done:
        for word, count in item.counts.items():
            counts[word] = counts.get(word, 0) + count
        for word, some in item.names.items():
            names[word] = list(dict.fromkeys((*names.get(word, ()), *some)))
    names["updated"] = [name for name in names.get("updated", ()) if name not in names.get("saved", ())]
    return counts | {word: counts.get(word, 0) + len(some) for word, some in names.items()}, names


def _ways(runs: set[int]) -> str:
    """How to see what was done and how to take it back: by its number where it was one run's."""
    if len(runs) == 1 and 0 not in runs:
        return f"`reverie diff {min(runs)}` shows it, `reverie undo {min(runs)}` takes it back."
    return "`reverie log` shows it, `reverie undo` takes the last change back."


def _some(names: Sequence[str], count: int, most: int) -> str:
    """The first names in brackets, and that there are more."""
    shown = [_short(name, _NAME).replace("`", "'") for name in names[:most]]
    return f" ({', '.join([*shown, *(['…'] if count > len(shown) else [])])})" if shown else ""


def _joined(parts: Sequence[str]) -> str:
    return " and ".join(filter(None, (", ".join(parts[:-1]), parts[-1])))


def _s(count: int) -> str:
    return "s" if count == 1 else ""


def _ies(count: int) -> str:
    return "y" if count == 1 else "ies"


def _short(text: str, most: int) -> str:
    """In one line, without anything that acts on a terminal or a client."""
    flat = " ".join(framing.tame(text).split())
    return flat if len(flat) <= most else f"{flat[:most - 1]}…"


def _taken(path: str) -> Item | None:
    """What the file says, for the one who got to take it away; what is unreadable is gone as well."""
    try:
        data = whole.read(path)
        os.unlink(path)
        said: Any = wire.loads((data or b"").decode("ascii"))
        names = {word: [name for name, file in some.items() if os.path.exists(file)]
                 for word, some in said["named"].items()}
        return Item({word: int(count) for word, count in said["counts"].items()}, names, int(said["run"]),
                    _short(said["text"], _SENTENCE))
    except (OSError, ValueError, KeyError, TypeError, AttributeError):
        return None
