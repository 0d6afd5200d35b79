"""Change a memory by a person's own word: what they write stands, and every other byte of the file stays.

The file comes first, its index line second, the history and the catalog last; killed in between, the next change keeps
what is there as theirs.
"""
from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from reverie import head, library, ordering, reconcile, tombstones, whole
from reverie.errors import Refused
from reverie.history import commits
from reverie.house import House
from reverie.listing import Listed
from reverie.record import TYPES
from reverie.secrets import redaction


class Edited(NamedTuple):
    """What came of an edit: whether anything changed, and the classes of secrets that are in the text now and were not
    before.
    """

    changed: bool
    secrets: tuple[str, ...] = ()


def text_of(listed: Listed) -> str:
    """The memory's file as it stands; what is no UTF-8 in it survives a write."""
    data = whole.read(listed.memory.path)
    if data is None:
        raise Refused(f"{listed.memory.path} cannot be read.")
    return data.decode("utf-8", "surrogateescape")


def with_fields(text: str, fields: Mapping[str, str], body: str | None = None) -> str:
    """The text with these keys of its head set, and with another body behind it if one is given."""
    changes = {_key(text, name): _value(name, value) for name, value in fields.items()}
    changed = _set(text, changes) if changes else text
    if body is not None:
        changed = head.with_body(changed, body if body.endswith("\n") else f"{body}\n")
    return changed


def with_pin(path: str, text: str, pinned: bool) -> str:
    """The text of the file at `path` with the pin or without it; Refused where its head has no place for that."""
    key, said = "pinned" if "pinned" in head.split(text)[0] else "metadata.pinned", str(pinned).lower()
    after = _set(text, {key: head.Written(said)})
    if library.parsed(path, after).pinned != pinned:
        raise Refused(f"The head of {path} has no place for that; write `pinned: {said}` into it.")
    return after


def edit(house: House, listed: Listed, before: str, after: str) -> Edited:
    """Let the file say `after`, where it still says `before`: one change by hand. Refused where that is no memory."""
    if after == before:
        return Edited(False)
    path, store, file = listed.memory.path, listed.layer.store, listed.file
    _sound(before, after)
    after = _signed(before, after, house.now.date().isoformat())
    with commits.by_hand(house, store, f"edit {file}"):
        _put(path, before, after)
        reconcile.relist(store, {file: before}, {file: after})
        reconcile.list_in_index(store, [path])
    tombstones.lift(house.ledger, store, library.parsed(path, after).body)
    reconcile.shelve(house, store)
    known = redaction.found(before)
    return Edited(True, tuple(each for each in redaction.found(after) if each not in known))


def pin(house: House, listed: Listed, pinned: bool) -> bool:
    """Pin the memory or take its pin off; whether that changed anything. A head that has no room for it is refused."""
    if listed.memory.pinned == pinned:
        return False
    path, store, before = listed.memory.path, listed.layer.store, text_of(listed)
    after = with_pin(path, before, pinned)
    word = "pin" if pinned else "unpin"
    with commits.recorded(house, store, word, f"{word} {listed.file}"):
        _put(path, before, after)
    reconcile.shelve(house, store)
    ordering.refresh(house, store)
    return True


def _put(path: str, before: str, after: str) -> None:
    """Write it, unless somebody changed the file meanwhile."""
    old, new = (text.encode("utf-8", "surrogateescape") for text in (before, after))
    try:
        whole.write(path, new, over=old)
    except whole.Changed:
        raise Refused(f"{path} was changed by somebody else meanwhile; nothing was written.") from None


def _sound(before: str, after: str) -> None:
    """What is written can be read again: it says something, and its head is understood if it was before."""
    keys, body = head.split(after)
    if not body.strip():
        raise Refused("A memory without a text says nothing; `reverie forget` takes one out.")
    if head.understood(before) and not head.understood(after):
        raise Refused("The head of that text is no YAML between two lines of `---`.")
    kind = keys.get("metadata.type") or keys.get("type")
    if kind and kind not in TYPES and kind not in head.split(before)[0].values():
        raise Refused(f"{kind!r} is no type of memory: {', '.join(TYPES)}.")


def _signed(before: str, after: str, today: str) -> str:
    """Whose words these are now, and that they were said today; where the person did not write that themselves."""
    old, new = head.split(before)[0], head.split(after)[0]
    by = next((key for key in ("metadata.by", "by") if key in new and old.get(key) == new[key]), "")
    said = "metadata.observed" in new and old.get("metadata.observed") == new["metadata.observed"]
    return head.edited(after, {**({by: "user"} if by else {}), **({"metadata.observed": today} if said else {})})


def _set(text: str, changes: Mapping[str, str]) -> str:
    """The text with these keys; whose words they are, which a file without a head does not say, stays as it was."""
    after = head.edited(_headed(text), dict(changes))
    owner = library.parsed(library.INDEX, text).by
    return after if library.parsed(library.INDEX, after).by == owner else head.edited(after, {"metadata.by": owner})


def _headed(text: str) -> str:
    """The text with a head, which one without gets."""
    mark, plain = ("\ufeff", text[1:]) if text.startswith("\ufeff") else ("", text)
    if plain.startswith("---"):
        return text
    end = "\r\n" if "\r\n" in plain else "\n"
    return mark + end.join(("---", "---", plain))


def _key(text: str, name: str) -> str:
    """Where this head has that key: the type stands in a block or, as others write it, at the top."""
    keys, _ = head.split(text)
    return "metadata.type" if name == "type" and ("metadata.type" in keys or "type" not in keys) else name


def _value(name: str, value: str) -> str:
    words = [word.strip() for word in value.split(",") if word.strip()]
    return head.sequence(words) if name == "keywords" else value
