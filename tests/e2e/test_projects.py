"""Which project, in the real client: whatever folder of it a session starts in or goes to, it is one memory."""
from __future__ import annotations

import subprocess
from pathlib import Path

import pytest
from click.testing import CliRunner

from e2e.conftest import AUTHOR, Installed
from fakes import replies
from fakes.messages import Body, flat
from fakes.replies import Reply
from reverie import cli
from reverie.project import resolve

pytestmark = [pytest.mark.e2e, pytest.mark.parametrize("installed", ["settings"], indirect=True)]

OURS = {"REVERIE_BACKEND": "offline", "CLAUDE_CODE_DISABLE_AUTO_MEMORY": "1"}
SAID = {
    "worktree": "From now on always deploy the harbour app with kamal, because the old scripts skip the health check.",
    "subfolder": "From now on never merge to the tide branch, because the port audits it.",
    "cd": "From now on always review the tide migrations with two people, because one was lost.",
    "submodule": "From now on always run the buoy tests with tox, because the plain runner hides failures.",
}
WORDS = {"worktree": "kamal", "subfolder": "tide branch", "cd": "two people", "submodule": "buoy tests"}


def git(folder: Path, *words: str) -> None:
    subprocess.run(["git", *AUTHOR, "-c", "protocol.file.allow=always", *words], cwd=folder, check=True,
                   capture_output=True)


def goes_to(folder: Path) -> replies.Reply:
    return replies.tool_use("Bash", {"command": f"cd {folder} && pwd", "description": "go there"})


def saved(store: Path) -> set[str]:
    """Which of the facts are in a store."""
    texts = "\n".join(path.read_text() for path in store.glob("*.md") if path.name != "MEMORY.md")
    return {where for where, word in WORDS.items() if word in texts}


def test_every_way_into_a_project_leads_to_its_memory(installed: Installed, tmp_path: Path) -> None:
    """S10, S63: a linked worktree, a subfolder and a session that goes to another project by `cd` read and write the
    repository's memory; a submodule has its own; what was a worktree is still the repository's when it is gone."""
    repo, linked, part = installed.client.project, tmp_path / "linked", tmp_path / "part"
    part.mkdir()
    git(part, "init", "-q")
    git(part, "commit", "-q", "--allow-empty", "-m", "first")
    git(repo, "submodule", "--quiet", "add", str(part), "part")
    git(repo, "worktree", "add", "-q", str(linked))
    (repo / "deep" / "er").mkdir(parents=True)
    installed.put("harbour-rule", "which mole is closed in winter", "The northern mole is closed in winter.")

    def model(body: Body) -> Reply:
        said = "\n".join(flat(message["content"]) for message in body["messages"])
        return goes_to(repo / "part") if SAID["cd"] in said and "go there" not in str(body["messages"]) else (
            replies.text("Noted."))

    installed.api.script(model)
    for where, folder in (("worktree", linked), ("subfolder", repo / "deep" / "er"), ("cd", repo),
                          ("submodule", repo / "part")):
        before = len(installed.api.main)
        installed.client.ask(SAID[where], "--allowedTools", "Bash", cwd=folder, env=OURS)
        read = "which mole is closed in winter" in installed.api.main[before].text
        assert read is (where != "submodule"), where
    installed.settled()
    assert saved(installed.store) == {"worktree", "subfolder", "cd"}
    assert saved(Path(resolve(str(repo / "part"), installed.places, {}).store)) == {"submodule"}
    git(repo, "worktree", "remove", "--force", str(linked))
    assert resolve(str(linked), installed.places, {}).store == str(installed.store)
    shown = CliRunner(env=installed.client.env).invoke(cli.reverie, ["list", "--project", str(linked)]).output
    assert "which mole is closed in winter" in shown
