"""What sessions have in common: a lesson that two of them tell, a procedure that three of them followed. Pure.

Strict: the same thing failed and the same thing helped, or it is no lesson; the same steps in the same order, or it is
no procedure. What everybody does anyway (add, commit, push) is none.
"""
from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from reverie import likeness
from reverie.lessons.retold import Retold

TOLD, FOLLOWED = 2, 3
"""Sessions that have to tell a lesson, and to follow a procedure."""
_CODE = re.compile(r"`([^`]+)`")
_RULES = re.compile(r"`([^`]+)` failed \((.*)\); `([^`]+)` worked( after a change to the files)?$")
_FOLDER = re.compile(r"^\s*cd\s+\S+\s*(&&|;)\s*")
_RISKY = re.compile(
    r"(?i)\bsudo\b|--no-|--force|--insecure|--yolo|(?<!\S)-f(?!\S)|\brm\b|\bchmod\b|https?://"
    r"|\|\s*(?:ba|z)?sh\b|\bcurl\b|\bwget\b|\b(?:disable|bypass|ignore|skip|override|unset)\w*|--dangerously|\beval\b|\btoken\b|\bpassword\b"
)
_QUOTED = re.compile(r"\"[^\"]*\"|'[^']*'|<<.*")
_VARIES = re.compile(r"\b(?=[0-9a-f]*\d)[0-9a-f]{7,40}\b|\bv?\d+(?:[.:-]\d+)*\b")
_EVERYDAY = re.compile(r"(git (add|commit|push|pull|fetch|checkout|switch|merge|stash|rebase|branch|reset|restore)"
                       r"|cd|ls|echo|pwd|mkdir|touch|cp|mv|rm|sleep|export|source)(\s|$)")
_FEWEST, _LONGEST = 3, 8
"""Steps of a procedure."""
_BETWEEN = 2
"""Other steps that may stand between the first and the last."""


class Source(NamedTuple):
    """Where it stands: the session, its day, the transcript's row that shows it, if known, and whose run it was."""

    session: str
    day: str
    row: str = ""
    agent: str = ""


class Common(NamedTuple):
    """What several sessions have in common, the newest one's words first; `mark` is the same however often it comes."""

    mark: str
    texts: tuple[str, ...]
    sources: tuple[Source, ...]

    @property
    def risky(self) -> bool:
        """Whether a person should look at it before anybody goes by it."""
        return any(map(_RISKY.search, self.texts))


class _Told(NamedTuple):
    text: str
    source: Source


def lessons(sessions: Sequence[Retold]) -> list[Common]:
    """Lessons that at least two sessions tell."""
    groups: list[list[_Told]] = []
    for session in sessions:
        for lesson in session.lessons:
            told = _Told(lesson.text, Source(session.session, session.day, (*lesson.rows, "")[0], session.agent))
            group = next((group for group in groups if any(same(told.text, each.text) for each in group)), None)
            if group is None:
                groups.append(group := [])
            group.append(told)
    return [_common(group) for group in groups if len({each.source.session for each in group}) >= TOLD]


def same(one: str, other: str) -> bool:
    """Whether two lessons are one: the same thing failed and the same thing helped."""
    mine, theirs = _RULES.match(one), _RULES.match(other)
    if mine and theirs:
        if mine[4] or theirs[4]:
            return False  # what the change was is not said
        ours, others = _pair(mine), _pair(theirs)
        swapped = _swapped(*ours)
        return ours == others or swapped is not None and swapped == _swapped(*others)
    codes, others_codes = _CODE.findall(one), _CODE.findall(other)
    if len(codes) > 1 and len(others_codes) > 1:
        return _plain(codes[0]) == _plain(others_codes[0]) and _plain(codes[-1]) == _plain(others_codes[-1])
    words, others_words = likeness.words_of(one), likeness.words_of(other)
    return likeness.alike(words, others_words) and likeness.telling(words & others_words)


def remedy(text: str) -> tuple[str, str]:
    """The command that failed and the one that worked, where the lesson names them as rules do; else nothing."""
    match = _RULES.match(text)
    return _pair(match) if match else ("", "")


def procedures(sessions: Sequence[Retold]) -> list[Common]:
    """Sequences of commands that at least three sessions ran, the longest ones; texts are the newest session's."""
    runs = [(session, [(shape(command), command) for command in session.ran]) for session in sessions]
    often = _often([{key for key, _ in steps} for _, steps in runs])
    runs = [(session, _once([step for step in steps if step[0] in often])) for session, steps in runs]
    found: list[tuple[tuple[str, ...], Common]] = []
    for keys in sorted(set(_windows(runs)), key=lambda keys: (-len(keys), keys)):
        if any(_within(keys, longer) for longer, _ in found):
            continue
        followed = [(session, texts) for session, steps in runs if (texts := _followed(keys, steps))]
        if len({session.session for session, _ in followed}) >= FOLLOWED:
            sources = tuple(Source(session.session, session.day) for session, _ in followed)
            found.append((keys, Common("\n".join(keys), followed[0][1], sources)))
    return [common for _, common in found]


def shape(command: str) -> str:
    """A command without what differs each time it is run: texts, numbers, versions, hashes."""
    plain = _VARIES.sub("<n>", _QUOTED.sub("<text>", _FOLDER.sub("", " ".join(command.split()))))
    return " ".join(plain.split())


def _common(group: list[_Told]) -> Common:
    first = min(group, key=lambda told: (told.source.day, told.source.session))
    newest = sorted(group, key=lambda told: (told.source.day, told.source.session), reverse=True)
    sources = {told.source.session: told.source for told in newest}
    fault, cure = remedy(first.text)
    mark = " ".join(sorted(likeness.words_of(f"{fault} {cure}" if fault else first.text)))
    return Common(mark, tuple(dict.fromkeys(told.text for told in newest)), tuple(sources.values()))


def _pair(match: re.Match[str]) -> tuple[str, str]:
    return _plain(match[1]), _plain(match[3])


def _plain(command: str) -> str:
    return _FOLDER.sub("", " ".join(command.split()))


def _swapped(failed: str, worked: str) -> tuple[frozenset[str], frozenset[str]] | None:
    """The words that the cure takes away and adds, where it is another program that does the same."""
    before, after = failed.split(), worked.split()
    if before[0] == after[0] or len(before) < 2:
        return None
    return frozenset(before) - frozenset(after), frozenset(after) - frozenset(before)


def _often(sets: Sequence[set[str]]) -> set[str]:
    return {key for keys in sets for key in keys if sum(key in each for each in sets) >= FOLLOWED}


def _once(steps: list[tuple[str, str]]) -> list[tuple[str, str]]:
    """The steps without repeats right behind each other."""
    return [step for n, step in enumerate(steps) if n == 0 or steps[n - 1][0] != step[0]]


def _windows(runs: Sequence[tuple[Retold, list[tuple[str, str]]]]) -> Iterator[tuple[str, ...]]:
    for _, steps in runs:
        keys = [key for key, _ in steps]
        for start in range(len(keys)):
            for end in range(start + _FEWEST, min(start + _LONGEST, len(keys)) + 1):
                if _worth(keys[start:end]):
                    yield tuple(keys[start:end])


def _worth(keys: list[str]) -> bool:
    """Whether these steps are more than what everybody does: three different ones, two of them no everyday ones."""
    different = set(keys)
    return len(different) == len(keys) and sum(not _EVERYDAY.match(key) for key in different) > 1


def _followed(keys: tuple[str, ...], steps: list[tuple[str, str]]) -> tuple[str, ...]:
    """The commands of this session that are these steps, in this order, with few others between; else nothing."""
    for start in range(len(steps)):
        texts: list[str] = []
        for key, command in steps[start:start + len(keys) + _BETWEEN]:
            if len(texts) < len(keys) and key == keys[len(texts)]:
                texts.append(command)
        if len(texts) == len(keys):
            return tuple(texts)
    return ()


def _within(keys: tuple[str, ...], longer: tuple[str, ...]) -> bool:
    """Whether most of these steps are of the longer procedure: then it is told by that one."""
    return len(set(keys) & set(longer)) * 2 > len(keys)
