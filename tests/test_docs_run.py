"""Every command that the README names runs as it stands there, in the project of a person who has used Reverie a while.

Rule: a word in capitals is filled in, what stands in brackets is called without and with it. What the README tells to
type in a shell is typed in `e2e/test_readme.py`, with the real client.
"""
from __future__ import annotations

import re
from collections.abc import Iterator

import pytest

import world
from stage import SESSION, Stage, made, stage

__all__ = ["made", "stage"]
README = (world.ROOT / "README.md").read_text(encoding="utf-8")
FILLED = {
    "NAME": "no-hyphens-in-writing", "WORDS": "hyphens", "TEXT": "The tide tables are on the wiki", "RUN": "last",
    "PROMPT": "the tide review", "SESSION": SESSION, "LAYER": "person", "TOOL": "qwen", "SHELL": "bash",
    "OLD": "~/old/name", "NEW": ".", "TRANSCRIPT": "~/.claude/projects/-work-app/5c1f0a3e.jsonl", "FILE": "notes.zip",
    "URL": "git@example.com:me/memories.git", "KEY": "backend", "VALUE": "offline", "ID": "feedback_use_tabs.md",
}
ELSEWHERE = ("reverie demo", "reverie install", "reverie uninstall", "reverie doctor", "reverie edit")
"""They build, fetch or try things for many seconds, or need a terminal, and have tests of their own."""
FIRST = {
    "reverie restore": "reverie forget --id feedback_no_hyphens_in_writing.md --yes",
    "reverie sync": "reverie sync --remote git@example.com:me/memories.git",
}
"""What a person has done before, by verb."""


def lines() -> Iterator[str]:
    """Each call of the README, filled in."""
    for span in dict.fromkeys(re.findall(r"`(reverie(?: [^`\n]*)?)`", README)):
        for said in (re.sub(r" \[[^\]]*\]", "", span), re.sub(r"[\[\]]", "", span)):
            yield re.sub(r"\b[A-Z]{2,}\b", lambda word: FILLED[word[0]], said)


@pytest.mark.parametrize("line", [line for line in dict.fromkeys(lines()) if not line.startswith(ELSEWHERE)])
def test_each_command_of_the_readme_runs(stage: Stage, line: str) -> None:
    """It ends with 0, and says something."""
    before = FIRST.get(" ".join(line.split()[:2]))
    if before:
        assert stage.say(before).exit_code == 0
    ended = stage.say(line)
    assert (ended.exit_code, ended.exception) == (0, None), ended.output
    assert ended.output.strip()
