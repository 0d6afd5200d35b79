"""A memory as the model pass weighs it: what it is called, what it says, and on which day that was said. Pure."""
from __future__ import annotations

import re
from functools import cached_property

from reverie.dream import saying
from reverie.dream.draft import Draft
from reverie.dream.facts import Text
from reverie.dream.parts import Parts, parts

_DAY = re.compile(r"\d{4}-\d\d-\d\d")


class Source:
    """One text under comparison: a file of the store, or what is to become one."""

    def __init__(self, file: str, name: str, description: str, body: str, said: str = "", keywords: str = "") -> None:
        self.file = file
        self.name = name
        self.description = description
        self.body = body.replace("\r\n", "\n")
        self.said = said
        self.keywords = keywords

    @cached_property
    def parts(self) -> Parts:
        return parts(self.body)

    @cached_property
    def text(self) -> Text:
        """The body without its labels."""
        return Text(self.parts.all, self.said)

    @cached_property
    def sentences(self) -> tuple[str, ...]:
        """Its sentences without their days, times and numbers, which are facts and have many forms."""
        return tuple(saying.sentences(self.text.told))

    @cached_property
    def title(self) -> Text:
        """The description, in the language of the body where it is too short to show its own."""
        text = Text(self.description, self.said)
        return text if text.tag else Text(self.description, self.said, self.text.tag)

    @cached_property
    def whole(self) -> Text:
        """All that can be read of it."""
        stem = self.file.rpartition("/")[2].removesuffix(".md")
        rows = (self.parts.all, self.description, self.name, stem, self.keywords)
        return Text("\n".join(filter(None, rows)), self.said, self.text.tag)

    @property
    def tag(self) -> str:
        return self.text.tag


def of(draft: Draft, file: str) -> Source:
    """A file of the draft as a source."""
    keys = draft.keys(file)
    said = day(keys, "observed") or day(keys, "created") or day(keys, "modified")
    words = " ".join(filter(None, map(keys.get, ("keywords", "tags", "metadata.keywords", "metadata.tags"))))
    return Source(file, keys.get("name") or keys.get("title") or "", keys.get("description", ""), draft.body(file),
                  said, words)


def day(keys: dict[str, str], key: str) -> str:
    """The ISO day under a key of a head, in the block or at the top; empty where it is none."""
    match = _DAY.match(keys.get(f"metadata.{key}") or keys.get(key) or "")
    return match[0] if match else ""


def akin(one: Source, other: Source) -> bool:
    """Whether both are in one language, as far as anybody can tell."""
    return one.tag == other.tag or not one.tag or not other.tag
