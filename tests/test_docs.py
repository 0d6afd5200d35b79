"""What the README, the changelog and the help promise is what the code has: prose is read and compared."""
from __future__ import annotations

import json
import re
import subprocess
from pathlib import Path

import pytest
from click.testing import CliRunner

from reverie import cli, prompt, recall, settings
from reverie.on import ANSWERS

ROOT = Path(__file__).resolve().parents[1]
README = (ROOT / "README.md").read_text()
HOOKS = json.loads((ROOT / "hooks" / "hooks.json").read_text())["hooks"]
SOURCE = {path: path.read_text() for path in (ROOT / "scripts").rglob("*.py")}
VARIABLES = sorted(set(re.findall(r"\bREVERIE(?:_[A-Z]+)?\b(?=[\"'`=}:)])", "".join(SOURCE.values()))))


@pytest.mark.parametrize("verb", cli.VERBS)
def test_the_readme_names_each_command(verb: str) -> None:
    """Every verb stands in the README's table of commands."""
    assert f"`reverie {verb}" in README


@pytest.mark.parametrize("verb", re.findall(r"`reverie (\w+)", README))
def test_each_command_of_the_readme_exists(verb: str) -> None:
    """No command is promised that is not there."""
    assert verb in cli.VERBS


@pytest.mark.parametrize("verb", cli.VERBS)
def test_each_command_has_help_with_an_example(verb: str) -> None:
    """`reverie VERB --help` ends with 0, says what the verb does, and shows a call of it."""
    ended = CliRunner().invoke(cli.reverie, [verb, "--help"])
    assert ended.exit_code == 0 and f"Example: reverie {verb}" in ended.output


def test_the_readme_names_each_setting() -> None:
    """Each setting with its default stands in the table, and the table has no other."""
    rows = dict(re.findall(r"^\| `(\w+)` \|(.*?)\|", README.partition("## Settings")[2].partition("## ")[0], re.M))
    defaults = settings.Settings()
    known = {name: getattr(defaults, name) for name in settings.Settings.__slots__ if name != "faults"}
    assert set(rows) == set(known)
    for name, value in known.items():
        shown = str(value).lower() if isinstance(value, bool) else str(value)
        assert rows[name].strip().strip("`") == shown


@pytest.mark.parametrize("name", VARIABLES)
def test_each_variable_is_documented_or_our_own(name: str) -> None:
    """A variable that the code reads stands in the README, unless it is one we set for our own children."""
    assert f"`{name}" in README or f"${name}" in README or name in ("REVERIE_CHILD", "REVERIE_CLAUDE")


def test_hooks_and_answers_are_the_same_events() -> None:
    """Every event in hooks.json has a family member that answers it, and every family member is called."""
    assert set(HOOKS) == set(ANSWERS)


@pytest.mark.parametrize("path", sorted((ROOT / "scripts" / "reverie" / "prompts").glob("*.md")), ids=lambda p: p.stem)
def test_each_blank_of_a_prompt_is_filled(path: Path) -> None:
    """The code that uses a prompt gives a value for each of its blanks and none that it has not."""
    blanks = set(re.findall(r"\{\{ (\w+) \}\}", path.read_text()))
    inside = r"((?:[^()]|\([^()]*(?:\([^()]*\))?[^()]*\))*)"
    calls = re.findall(rf'prompt\.text\(\s*"{path.stem}"{inside}\)', "".join(SOURCE.values()))
    assert calls and all(set(re.findall(r"\b(\w+)=", call)) == blanks for call in calls)
    filled = prompt.text(path.stem, **{blank: f"<{blank}>" for blank in blanks})
    assert "{{" not in filled and all(f"<{blank}>" in filled for blank in blanks)


def test_a_value_is_not_looked_at_for_blanks() -> None:
    """What the user said may hold `{{ turns }}`; it stays as it is."""
    assert "{{ turns }}" in prompt.text("extract", today="{{ turns }}")


def test_the_changelog_knows_the_version() -> None:
    """The manifest's version is the newest heading of the changelog."""
    version = json.loads((ROOT / "plugin.json").read_text())["version"]
    headings = re.findall(r"^## (\S+)", (ROOT / "CHANGELOG.md").read_text(), re.M)
    assert headings[0] == version


def test_no_file_names_a_registry() -> None:
    """Packages are named, never the host they come from."""
    hosts = ("pypi" + ".org", "registry." + "npmjs", "files.python" + "hosted", "npmjs" + ".com")
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, check=True).stdout.decode()
    for name in filter(None, listed.split("\0")):
        data = (ROOT / name).read_bytes() if (ROOT / name).is_file() else b""
        assert not [host for host in hosts if host.encode() in data], name


def test_the_floors_of_recall_stand_in_the_docs_as_in_the_code() -> None:
    """docs/recall.md names each floor with its value and marks it in its curve."""
    text = (ROOT / "docs" / "recall.md").read_text()
    for name in ("SURE", "PLAUSIBLE", "BESIDE"):
        assert f"`{name}` = {getattr(recall, name)} " in text
    assert f"| **{recall.SURE}** |" in text and f"| **{recall.PLAUSIBLE}** |" in text
