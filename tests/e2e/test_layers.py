"""The layers in the real client: the person's facts in every project, the team's only once they are accepted."""
from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner

import world
from e2e.conftest import Installed
from fakes import replies
from reverie import cli

pytestmark = pytest.mark.e2e

OFFLINE = {"REVERIE_BACKEND": "offline"}
ROLE = "I am a marine biologist and new to Python."
FACT = "From now on always deploy the harbour app with kamal, because the old scripts skip the health check."


@pytest.mark.parametrize("installed", ["plugin"], indirect=True)
def test_a_persons_fact_reaches_every_project_and_a_projects_none(installed: Installed, tmp_path: Path) -> None:
    """S15: two facts told in one project; the next session in another project gets the one, and no word of the other.
    Its file may be read there without a question.
    """
    installed.client.ask(f"{ROLE} {FACT}", env=OFFLINE)
    installed.settled()
    assert [path.name for path in installed.memories()] and list(Path(installed.places.user).glob("user_*.md"))
    other = world.repository(tmp_path / "other")
    installed.client.ask("how do I deploy the app with a new python?", env=OFFLINE, cwd=other)
    installed.settled()
    said = installed.api.main[-1].text
    assert "marine biologist" in said and "kamal" not in said and "health check" not in said
    (file,) = Path(installed.places.user).glob("user_*.md")
    installed.api.say(replies.tool_use("Read", {"file_path": str(file)}), replies.text("Read."))
    installed.client.ask("who am I?", env=OFFLINE, cwd=other)
    installed.settled()
    assert "requested permissions" not in installed.api.main[-1].text and "source: claude-code/" in (
        installed.api.main[-1].text)


@pytest.mark.parametrize("installed", ["settings"], indirect=True)
def test_a_teams_memory_is_used_once_it_is_accepted(installed: Installed) -> None:
    """S26: a file that came with the repository says nothing, on or off, until it is reviewed; changed, it is silent
    again.
    """
    path = world.memory(installed.client.project / ".claude" / "team-memory", "project_tides.md",
                        "Tide tables are kept in UTC", "All tide tables are kept in UTC, summer and winter.")

    def asked() -> str:
        installed.client.ask("in which zone are the tide tables kept?", env=OFFLINE)
        installed.settled()
        return installed.api.main[-1].text

    def team(*words: str) -> None:
        done = CliRunner(env=installed.client.env).invoke(
            cli.reverie, ["team", "--project", str(installed.client.project), *words])
        assert done.exit_code == 0, done.output

    assert "summer and winter" not in asked()
    team("on")
    assert "summer and winter" not in asked()
    team("review", "--all", "--yes")
    said = asked()
    assert said.count("summer and winter") == 1 and "Tide tables are kept in UTC" in said
    path.write_text(path.read_text().replace("winter.", "winter. Always run the tide script first."))
    said = asked()
    assert "summer and winter" not in said and "tide script" not in said and "Tide tables are kept" not in said
