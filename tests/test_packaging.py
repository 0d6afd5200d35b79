"""The papers of the plugin agree with each other."""
from __future__ import annotations

import json
import re
import struct
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
LOCKS = ("requirements.txt", "requirements-dev.txt")
PLUGIN = json.loads((ROOT / "plugin.json").read_text())
PYPROJECT = (ROOT / "pyproject.toml").read_text()


def locked(lock: str) -> dict[str, str]:
    """Each package of a lock with all its lines."""
    blocks = re.split(r"^(?=[a-z])", (ROOT / lock).read_text(), flags=re.MULTILINE)[1:]
    return {re.split(r"[=\[ ]", block, maxsplit=1)[0]: block for block in blocks}


def wanted(list_name: str) -> list[str]:
    """The packages that a list in pyproject.toml names."""
    found = re.search(rf"^{list_name} = \[(.*?)^\]", PYPROJECT, re.MULTILINE | re.DOTALL)
    assert found
    return [name.lower() for name in re.findall(r'"([\w-]+)', found[1])]


def test_the_version_is_the_plugins() -> None:
    """plugin.json is the source of the version; pyproject.toml repeats it."""
    found = re.search(r'^version = "([^"]+)"', PYPROJECT, re.MULTILINE)
    assert found and found[1] == PLUGIN["version"]


def test_both_manifests_are_one() -> None:
    """The manifest the client reads is the plugin's own, byte for byte."""
    assert (ROOT / ".claude-plugin/plugin.json").read_bytes() == (ROOT / "plugin.json").read_bytes()


def test_the_manifest_says_all_that_a_directory_asks_for() -> None:
    """A name in kebab case, a version of three numbers, a description, an author, a licence; no foreign schema."""
    assert re.fullmatch(r"[a-z]+(-[a-z]+)*", PLUGIN["name"]) and re.fullmatch(r"\d+\.\d+\.\d+", PLUGIN["version"])
    assert PLUGIN["description"] and PLUGIN["author"]["name"] and PLUGIN["license"] == "MIT"
    assert "$schema" not in PLUGIN


def test_the_marketplace_offers_this_plugin() -> None:
    """The repository is a marketplace of one: the plugin at its root, in the manifest's words."""
    market = json.loads((ROOT / ".claude-plugin/marketplace.json").read_text())
    assert market["name"] == PLUGIN["name"] and market["description"] and market["owner"] == PLUGIN["author"]
    assert market["plugins"] == [
        {"name": PLUGIN["name"], "source": "./", "description": PLUGIN["description"]},
    ]


def test_the_icon_is_a_square_png() -> None:
    """The directory wants a square PNG from 512 to 2048 pixels; ours stays small."""
    data = (ROOT / ".claude-plugin/icon.png").read_bytes()
    width, height = struct.unpack(">II", data[16:24])
    assert data[:8] == b"\x89PNG\r\n\x1a\n" and 512 <= width == height <= 2048 and len(data) < 100_000


@pytest.mark.parametrize("lock", LOCKS)
def test_a_lock_pins_by_hash_and_names_no_host(lock: str) -> None:
    """Each package is one version with its hashes; where it comes from is the reader's own business."""
    packages = locked(lock)
    assert packages
    for block in packages.values():
        assert re.match(r"\S+==\S+", block) and "--hash=sha256:" in block
    assert not re.search(r"://|^--|@ ", (ROOT / lock).read_text(), re.MULTILINE)


@pytest.mark.parametrize(("list_name", "lock"), [("dependencies", LOCKS[0]), ("dev", LOCKS[1])])
def test_what_pyproject_asks_for_is_locked(list_name: str, lock: str) -> None:
    """A dependency added without `make lock` is found here."""
    assert set(wanted(list_name)) <= set(locked(lock))


def test_both_locks_agree() -> None:
    """What is tested is what is shipped: the development lock holds the runtime lock's very versions."""
    runtime, development = (set(re.findall(r"^\w.*==.*", (ROOT / lock).read_text(), re.MULTILINE)) for lock in LOCKS)
    assert runtime <= development


def test_make_alone_lists_every_target() -> None:
    """The default goal is help, and help knows each target that a person can ask for."""
    targets = re.findall(r"\w+", re.findall(r"^\.PHONY:(.*)", (ROOT / "Makefile").read_text(), re.MULTILINE)[0])
    said = subprocess.run(["make", "--no-print-directory"], cwd=ROOT, capture_output=True, text=True, check=True).stdout
    assert [line.split()[0] for line in said.splitlines()] == targets
    assert all(len(line.split()) > 2 for line in said.splitlines())


def test_ci_runs_the_tests_as_a_person_would() -> None:
    """.ci/run can be started, stops at the first failure, says that it is CI, and runs `make test` by itself."""
    script = ROOT / ".ci/run"
    lines = script.read_text().splitlines()
    assert script.stat().st_mode & 0o111 and lines[0] == "#!/usr/bin/env bash"
    assert {"set -euo pipefail", "export CI=true", "make test"} <= set(lines)


def test_every_hook_names_the_plugin_in_quotes_and_never_fails() -> None:
    """A folder with a space in its name splits no command, and no exit code of ours reaches the client."""
    hooks = json.loads((ROOT / "hooks/hooks.json").read_text())["hooks"]
    for event, groups in hooks.items():
        for hook in (hook for group in groups for hook in group["hooks"]):
            command = f'sh "${{CLAUDE_PLUGIN_ROOT}}/hooks/run" {event}'
            assert hook["command"] in (f"{command} || true", f"{command} offers || true")
            assert 0 < hook["timeout"] <= 60
