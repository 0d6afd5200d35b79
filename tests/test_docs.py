"""What the README, the changelog and the help promise is what the code has: prose is read and compared."""
from __future__ import annotations

import json
import re
import subprocess
from pathlib import Path

import pytest
from click.testing import CliRunner

from reverie import cli, options, prompt, recall, settings
from reverie.on import ANSWERS

ROOT = Path(__file__).resolve().parents[1]
README = (ROOT / "README.md").read_text()
DOCS = {path.name: path.read_text() for path in sorted((ROOT / "docs").glob("*.md"))}
PAGES = {"README.md": README, "CHANGELOG.md": (ROOT / "CHANGELOG.md").read_text(),
         **{f"docs/{name}": text for name, text in DOCS.items()}}
HOOKS = json.loads((ROOT / "hooks" / "hooks.json").read_text())["hooks"]
SOURCE = {path: path.read_text() for path in (ROOT / "scripts").rglob("*.py")}
VARIABLES = sorted(set(re.findall(r"\bREVERIE(?:_[A-Z]+)?\b(?=[\"'`=}:)])", "".join(SOURCE.values()))))


@pytest.mark.parametrize("verb", cli.VERBS)
def test_the_docs_name_each_command(verb: str) -> None:
    """Every verb has its place in the page of commands, which the README leads to."""
    assert re.search(rf"^## `reverie {verb}\b", DOCS["commands.md"], re.M) and "(docs/commands.md)" in README


@pytest.mark.parametrize("verb", sorted(set(re.findall(r"`reverie (\w+)", "".join([README, *DOCS.values()])))))
def test_each_command_of_the_docs_exists(verb: str) -> None:
    """No command is promised that is not there."""
    assert verb in cli.VERBS


@pytest.mark.parametrize("verb", cli.VERBS)
def test_each_command_has_help_with_an_example(verb: str) -> None:
    """`reverie VERB --help` ends with 0, says what the verb does, and shows a call of it."""
    ended = CliRunner().invoke(cli.reverie, [verb, "--help"])
    assert ended.exit_code == 0 and f"Example: reverie {verb}" in ended.output


def test_the_readme_names_the_settings_that_matter_most() -> None:
    """Its table has settings that there are, with their defaults, and each option of the plugin among them."""
    rows = dict(re.findall(r"^\| `(\w+)` \|(.*?)\|", README.partition("## Settings")[2].partition("## ")[0], re.M))
    assert set(settings.PLUGIN) <= set(rows)
    assert {key: value.strip().strip("`") for key, value in rows.items()} == {key: options.default(key) for key in rows}


@pytest.mark.parametrize("name", VARIABLES)
def test_each_variable_is_documented_or_our_own(name: str) -> None:
    """A variable that the code reads stands in the docs, unless it is one we set for our own children."""
    said = "".join([README, *DOCS.values()])
    assert f"`{name}" in said or f"${name}" in said or name in ("REVERIE_CHILD", "REVERIE_CLAUDE")


@pytest.mark.parametrize("page", PAGES)
def test_each_link_leads_somewhere(page: str) -> None:
    """Relative links lead to a file that is there, their anchors to one of its headings; a picture has its words."""
    said = re.sub(r"^```.*?^```|`[^`\n]*`", "", PAGES[page], flags=re.M | re.S)
    for picture, words, link in re.findall(r"(!?)\[([^\]]*)\]\(([^)\s]+)\)", said):
        path, _, anchor = link.partition("#")
        target = (ROOT / page).parent / path if path else ROOT / page
        assert "://" not in link and target.is_file(), link
        assert words or not picture, link
        assert not anchor or anchor in _anchors(target.read_text()), link


def test_every_document_stands_in_the_list() -> None:
    """docs/README.md leads to each of them, and each is text that begins with its one title."""
    listed = set(re.findall(r"\]\(([\w-]+\.md)\)", DOCS["README.md"]))
    assert listed == set(DOCS) - {"README.md"}
    for name, text in DOCS.items():
        assert text.startswith("# ") and len(re.findall(r"^# ", _prose(text), re.M)) == 1, name


def test_the_readme_is_a_page() -> None:
    """Five minutes: what is longer stands in docs/."""
    assert len(README.split()) < 1_600 and len(README.splitlines()) < 140


def test_each_package_has_its_reason() -> None:
    """The table of packages has those that pyproject.toml asks for, each with what it is for and why."""
    lists = (ROOT / "pyproject.toml").read_text().partition("dependencies = [")[2]
    asked = re.findall(r'"([\w-]+)', lists.partition("]")[0])
    table = README.partition("## Dependencies")[2].partition("## ")[0]
    rows = re.findall(r"^\| ([\w-]+) \| (.+) \| (.+) \|$", table, re.M)[1:]
    assert {name.lower() for name, *_ in rows} == set(asked)


def test_the_floors_stand_in_the_docs() -> None:
    """docs/architecture.md names them from the ground up, as the drawing does."""
    table = DOCS["architecture.md"].partition("## The floors")[2].partition("## ")[0]
    drawn = re.findall(r'^    \("(\w+)", ', (ROOT / "tests" / "test_floors.py").read_text(), re.M)
    assert re.findall(r"^\| (\w+) \|", table, re.M)[1:] == drawn and len(drawn) > 3


def _anchors(text: str) -> set[str]:
    """What the headings of a page can be reached by."""
    heads = re.findall(r"^#+ (.*)$", _prose(text), re.M)
    return {re.sub(r"[^\w\- ]", "", head.lower()).replace(" ", "-") for head in heads}


def _prose(text: str) -> str:
    return re.sub(r"^```.*?^```", "", text, flags=re.M | re.S)


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
