"""A session's deeds boiled down as they pass: what was asked, changed and run, what failed and then worked. Pure.

It keeps a bounded part of a transcript of any length. Secrets are taken out of what it gives, not of all that passes:
most of that is dropped again.
"""
from __future__ import annotations

import difflib
import json
import re
from collections import deque
from typing import NamedTuple

from reverie.lessons import account
from reverie.lessons.account import Account, Lesson
from reverie.transcripts import deeds
from reverie.transcripts.deeds import Deed

_FIRST, _LAST = 8, 6
"""Prompts kept from either end."""
_FILES = 30
_LESSONS = 10
_STEPS, _STEP = 40, 160
"""Commands that worked which are kept, the last ones, and characters of each."""
_WINDOW = 8
"""Commands within which one that works answers one that failed."""
_COMPARED = 300
"""Characters of two commands that are compared."""
_OPENING, _RECENT = 20, 60
"""Lines of the story that a model is told, from either end."""
_WORDS = re.compile(r"[\w./:=@+-]+")
_CHANGE_FOLDER = re.compile(r"^\s*cd\s+\S+\s*(&&|;)\s*")
_LOOKING = re.compile(r"\s*(ls|cat|head|tail|e?grep|rg|find|which|stat|test|diff|\[|git (diff|grep|status|log))\b")
"""Commands whose failing only says that something is not there."""
_CHECKING = re.compile(r"(?i)\b(tests?|pytest|check|lint|build|compile|tsc|mypy|ruff|make|cargo|ctest)\b")
_GLAD = re.compile(
    r"(?i)\b(thanks?|thank you|perfect|great|works?( now)?|looks good|well done|nice)\b|谢谢|太好了|完美|好了"
)
_CODE = re.compile(r"^(Error: )?Exit code \d+$")


class _Run(NamedTuple):
    """A command that failed: the rows of its call and its end, how it failed, and how much had been changed by then."""

    command: str
    rows: tuple[str, ...]
    failure: str
    changed: int


class Digest:
    """A session told so far. `add` takes one deed after the other. `asker` is who asks in it."""

    def __init__(self, asker: str = "user") -> None:
        self._asker = asker
        self.asked, self.ran, self.failed, self.changed = 0, 0, 0, 0
        self.began = self.until = self.ending = self.answer = ""
        self.skip = self.polluted = self.checked = False
        self.files: dict[str, None] = {}
        self.lessons: list[Lesson] = []
        self._worked: deque[str] = deque(maxlen=_STEPS)
        self._first: list[str] = []
        self._last: deque[str] = deque(maxlen=_LAST)
        self._open: dict[str, Deed] = {}
        self._failed: deque[_Run] = deque(maxlen=_WINDOW)
        self._opening: list[tuple[str, str, str]] = []
        self._recent: deque[tuple[str, str, str]] = deque(maxlen=_RECENT)

    def add(self, deed: Deed) -> None:
        """One more deed, later than all before it."""
        self.until = deed.at or self.until
        self.skip = self.skip or deed.skip
        if deed.kind == deeds.SAID:
            self._said(deed)
        elif deed.kind == deeds.CALLED:
            self._called(deed)
        elif deed.kind == deeds.ENDED:
            self._ended(deed)
        elif deed.kind == deeds.ANSWERED:
            self.answer = deed.text
            self._tell(deed, "agent", deed.text)
        if deed.kind != deeds.ENDED:
            self.ending = deed.kind

    @property
    def prompts(self) -> list[str]:
        """The first lines of the first and last prompts."""
        return [account.first_line(prompt) for prompt in (*self._first, *self._last)]

    @property
    def story(self) -> str:
        """The session for a model: one JSON object a line, each with the row that shows it."""
        gap = ['{"left out": "the middle of the session"}'] if len(self._recent) == _RECENT else []
        return "\n".join([*map(_told, self._opening), *gap, *map(_told, self._recent)])

    @property
    def rows(self) -> set[str]:
        """The rows that the story names."""
        return {row for row, _, _ in (*self._opening, *self._recent) if row}

    @property
    def ran_well(self) -> tuple[str, ...]:
        """The last commands that worked and did more than look, one line each."""
        return tuple(account.line(command.replace("`", "'"), _STEP) for command in self._worked)

    def retold(self) -> Account:
        """The session as rules tell it, without a model."""
        prompts = self.prompts or [""]
        done = [f"asked: {prompt}" for prompt in self.prompts]
        if self.files:
            more = f" and {self.changed} changes in all" if len(self.files) == _FILES else ""
            done.append(account.line(f"changed: {', '.join(self.files)}{more}", 600))
        if self.ran:
            done.append(f"ran {self.ran} commands, of which {self.failed} failed")
        broken_off = {deeds.STOPPED: "interrupted at: ", deeds.BROKE: "an API error at: "}.get(self.ending)
        stopped = broken_off + prompts[-1] if broken_off else account.first_line(self.answer) or prompts[-1]
        return Account(self.outcome(), prompts[0], tuple(done), tuple(self.lessons), account.line(stopped),
                       self.ran_well)

    def outcome(self) -> str:
        """How it came out, as far as rules can tell; `uncertain` where nobody said so and nothing was checked."""
        if self.ending == deeds.BROKE:
            return "partial" if self.answer else "fail"
        if self.ending != deeds.ANSWERED:
            return "partial"
        glad = any(map(_GLAD.search, [*self._first, *self._last][-1:]))
        return "success" if (glad or self.checked) and not self._broken() else "uncertain"

    def _broken(self) -> bool:
        """Whether the last check or command that failed was never made good."""
        return bool(self._failed) and self._failed[-1].failure != ""

    def _said(self, deed: Deed) -> None:
        self.began = self.began or deed.at
        self.asked += 1
        if len(self._first) < _FIRST:
            self._first.append(deed.text)
        else:
            self._last.append(deed.text)
        self._tell(deed, self._asker, deed.text)

    def _called(self, deed: Deed) -> None:
        self.polluted = self.polluted or deed.tool in ("WebFetch", "WebSearch") or deed.tool.startswith("mcp__")
        if deed.tool == "Bash":
            self._open = {**dict(list(self._open.items())[-_RECENT:]), deed.call: deed}
        elif deed.text:
            self.changed += 1
            if len(self.files) < _FILES:
                self.files[deed.text] = None
            self._tell(deed, "file", deed.text)

    def _ended(self, deed: Deed) -> None:
        call = self._open.pop(deed.call, None)
        if call is None:
            return
        self.ran += 1
        self.failed += deed.failed
        failure = _reason(deed.text) if deed.failed else ""
        if deed.failed:
            self._tell(deed, "failed", f"{account.line(call.text, 150)}: {account.line(failure, 140)}")
        else:
            self._tell(deed, "ran", call.text)
        if _LOOKING.match(_CHANGE_FOLDER.sub("", call.text)):
            return
        rows = (call.uuid, deed.uuid)
        if deed.failed:
            self.checked = False
            self._failed.append(_Run(call.text, rows, failure or "it failed", self.changed))
        else:
            self.checked = self.checked or bool(_CHECKING.search(call.text))
            self._learn(call.text, rows)
            if list(self._worked)[-1:] != [call.text]:
                self._worked.append(call.text)

    def _learn(self, command: str, rows: tuple[str, str]) -> None:
        """A command worked: what like it failed before is answered by it."""
        for run in [run for run in self._failed if alike(run.command, command)]:
            self._failed.remove(run)
            same = run.command == command
            what = " after a change to the files" if same and self.changed > run.changed else ""
            if len(self.lessons) < _LESSONS and (what or not same):
                failed, worked = account.line(run.command, 120), account.line(command, 120)
                text = f"`{failed}` failed ({account.line(run.failure, 80)}); `{worked}` worked{what}"
                self.lessons.append(Lesson(text, tuple(filter(None, (*run.rows, *rows)))))

    def _tell(self, deed: Deed, who: str, text: str) -> None:
        where = self._opening if len(self._opening) < _OPENING else self._recent
        where.append((deed.uuid, who, text))


def alike(one: str, other: str) -> bool:
    """Whether two commands are tries at the same thing: half of their words in common, or nearly the same letters."""
    one, other = (_CHANGE_FOLDER.sub("", " ".join(command[:_COMPARED].split())) for command in (one, other))
    mine, theirs = set(_WORDS.findall(one)), set(_WORDS.findall(other))
    if len(mine & theirs) * 2 >= len(mine | theirs):
        return True
    return difflib.SequenceMatcher(None, one, other, autojunk=False).ratio() >= 0.8


def _reason(text: str) -> str:
    """The line of a failure that says why: the last one that names an error, else the first behind the exit code."""
    rows = [row for row in text.splitlines() if row.strip() and not _CODE.match(row.strip())]
    named = [row for row in rows if re.search(r"(?i)error|not found|no such|denied|cannot|fail", row)]
    return (named or rows or [""])[-1 if named else 0]


def _told(line: tuple[str, str, str]) -> str:
    row, who, text = line
    return json.dumps({"row": row, "who": who, "text": account.line(text, 300)}, ensure_ascii=False)
