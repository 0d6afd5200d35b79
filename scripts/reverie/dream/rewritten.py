"""The file that stands after a step: a head edited where it must be, every other key kept, another body. Pure.

The days are carried over: created is the oldest of the sources', observed the newest.
"""
from __future__ import annotations

from collections.abc import Sequence

from reverie import head
from reverie.dream import rows
from reverie.dream.draft import Draft
from reverie.dream.source import day
from reverie.errors import Refused

BY = "dream"
_OURS = ("name", "title", "description", "type", "created", "observed", "modified", "by", "source", "scope", "pinned",
         "keywords", "tags", "merged_from")


def merged(draft: Draft, sources: Sequence[str], file: str, fields: dict[str, str], body: str) -> str:
    """The text of a file that takes the place of all sources: the head is of the one it is named after, or the newest.

    `fields` are name, description and type, as far as they are to be set.
    """
    base = file if file in sources else max(sources, key=lambda source: newest(draft, source))
    keys = draft.keys(base)
    changes = {spot(keys, key): value for key, value in fields.items() if value}
    every = [draft.keys(source) for source in sources]
    created = sorted(filter(None, (day(each, "created") for each in every)))
    observed = sorted(filter(None, (newest(draft, source) for source in sources)))
    changes |= {spot(keys, "created"): head.Written(created[0])} if created else {}
    changes |= {spot(keys, "observed"): head.Written(observed[-1])} if observed else {}
    changes |= {spot(keys, "by"): BY} | _carried(keys, [draft.files[source] for source in sources])
    changes["merged_from"] = head.sequence(_from(sources, every))
    return sound(head.edited(head.with_body(draft.files[base], body), changes), changes)


def rewritten(draft: Draft, file: str, body: str) -> str:
    """The text of the file with another body; of its head only who wrote it changes."""
    changes = {spot(draft.keys(file), "by"): BY}
    return sound(head.edited(head.with_body(draft.files[file], body), changes), changes)


def set_to(draft: Draft, file: str, changes: dict[str, str]) -> str:
    """The text of the file with these keys set, each where the head has it."""
    keys = draft.keys(file)
    spots = {spot(keys, key): value for key, value in changes.items()}
    return sound(head.edited(draft.files[file], spots), spots)


def sound(text: str, changes: dict[str, str]) -> str:
    """The text, if its head now says what it was to say; Refused where the head is of a form that cannot be edited."""
    keys, _ = head.split(text)
    for key, value in changes.items():
        if not isinstance(value, head.Written) and keys.get(key) != " ".join(value.split()):
            raise Refused(f"its head does not take {key}")
    return text


def spot(keys: dict[str, str], key: str) -> str:
    """Where the head has the key: in our block, at the top, or not yet, which means the top for what a reader looks"
      " at."""
    top = key in ("name", "description", "keywords", "superseded_by")
    if f"metadata.{key}" in keys or key in keys:
        return f"metadata.{key}" if f"metadata.{key}" in keys else key
    return key if top or not any(each.startswith("metadata.") for each in keys) else f"metadata.{key}"


def newest(draft: Draft, file: str) -> str:
    """The day the file was last said or confirmed, else made; empty where it says neither."""
    keys = draft.keys(file)
    return day(keys, "observed") or day(keys, "created")


def keywords(text: str) -> list[str]:
    """The keywords of a head, each whole: a list on one line, or words with commas between them."""
    value = _lines(text).get("keywords", "").strip("[] ")
    return [word for each in value.split(",") if (word := each.strip(" \"'"))]


def _carried(keys: dict[str, str], texts: Sequence[str]) -> dict[str, str]:
    """One-line keys of the other heads that this one lacks, as they are written there, and the keywords of all."""
    gained: dict[str, str] = {}
    for text in texts:
        for key, value in _lines(text).items():
            if key not in keys and key.rpartition(".")[2] not in _OURS:
                gained.setdefault(key, head.Written(value))
    words = list(dict.fromkeys(word for text in texts for word in keywords(text)))
    return gained | ({"keywords": head.sequence(words)} if words else {})


def _lines(text: str) -> dict[str, str]:
    """The keys of a head that stand on one line, those of our block by their full name, with their values as"
      " written."""
    found: dict[str, str] = {}
    outer = ""
    for key in rows.keys(rows.parted(text).head):
        if not key.indent:
            outer = "" if key.value else f"{key.name}."
        if key.value and key.stop - key.start == 1 and (not key.indent or outer == "metadata."):
            found.setdefault(f"{outer if key.indent else ''}{key.name}", key.value)
    return found


def _from(sources: Sequence[str], every: Sequence[dict[str, str]]) -> list[str]:
    """The files it was made from, and those that they were made from."""
    earlier = [name for each in every for name in each.get("merged_from", "").split()]
    return list(dict.fromkeys([*earlier, *sources]))
