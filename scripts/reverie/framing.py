"""Stored text made harmless before a model sees it: no hidden characters, no tags that a client acts on."""
from __future__ import annotations

_CONTROL = (*range(0x00, 0x09), *range(0x0B, 0x20), *range(0x7F, 0xA0))
_BIDI = (0x061C, 0x200E, 0x200F, *range(0x202A, 0x202F), *range(0x2066, 0x206A))
_UNSEEN = (0x200B, 0x2028, 0x2029, *range(0x2060, 0x2066), *range(0x206A, 0x2070), 0xFEFF, *range(0xE0000, 0xE0080))
_HIDDEN = dict.fromkeys((*_CONTROL, *_BIDI, *_UNSEEN))
_TAGS = ("system", "user", "assistant", "human", "tool", "command", "local-command", "bash", "task", "persisted",
         "memory", "reverie", "pasted")


def tame(text: str) -> str:
    """The text without control, bidi and zero-width characters, and with tags like `<system-reminder>` opened up."""
    first, *rest = text.translate(_HIDDEN).split("<")
    return first + "".join(("‹" if _acts(piece) else "<") + piece for piece in rest)


def _acts(piece: str) -> bool:
    """Whether what follows a `<` is the name of a tag that means something to a client."""
    name = piece[:40].lstrip().removeprefix("/").lstrip().casefold()
    return any(name.startswith(tag) and not name[len(tag):len(tag) + 1].isalnum() for tag in _TAGS)
