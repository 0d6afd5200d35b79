"""The report in a real browser: it can be read in light and dark, on a telephone and by ear, and does nothing else."""
from __future__ import annotations

import os
import shutil
import struct
import subprocess
import sys
from pathlib import Path

import pytest

import report_store
import world
from fakes import browser
from fakes.browser import View

pytestmark = pytest.mark.e2e
SHOTS = "REVERIE_TEST_SHOTS"
"""Names a folder in which the pictures stay, for whoever wants to look at them."""


@pytest.fixture
def shots(tmp_path: Path) -> Path:
    """Where the pictures go."""
    lacks = [name for name, there in (("Chromium", browser.program()), ("npm", shutil.which("npm"))) if not there]
    if lacks and os.environ.get("CI") == "true":
        pytest.fail(f"no {' and no '.join(lacks)}")
    if lacks:
        pytest.skip(f"no {' and no '.join(lacks)}")
    folder = Path(os.environ.get(SHOTS) or tmp_path / "shots")
    folder.mkdir(parents=True, exist_ok=True)
    return folder


def written(folder: Path, many: int) -> Path:
    """The report that the command makes for an invented person with so many memories."""
    folder.mkdir()
    (folder / "home").mkdir()
    person = world.Home(folder / "home")
    report_store.filled(person, many)
    page = folder / "report.html"
    command = [sys.executable, str(world.ROOT / "scripts"), "report", "--store", str(person.store), "--out", str(page)]
    subprocess.run(command, env=person.env, cwd=person.root, check=True, capture_output=True, timeout=60)
    return page


def test_the_report_is_read_by_everybody_and_harms_nobody(tmp_path: Path, shots: Path) -> None:
    """Light, dark and 360 pixels wide, folded with 300 memories and unfolded with fewer: no request to anywhere, no
    fault, nothing that axe finds serious, no sideways scrolling, letters large enough; what is called `<script>` is
    text. Tab first offers to skip to the content.
    """
    many, few = written(tmp_path / "many", 300), written(tmp_path / "few", 40)
    assert "&lt;script&gt;alert(" in many.read_text() and "<script" not in many.read_text()
    views = [View(many, 1280, 800, "light", False, shots / "light.png"),
             View(many, 360, 740, "light", False, shots / "narrow.png"),
             View(few, 1280, 800, "dark", True, shots / "open-dark.png")]
    for view, seen in zip(views, browser.looked(views), strict=True):
        assert (seen.requests, seen.faults, seen.serious) == ([], [], []), view
        assert seen.width <= view.width and seen.smallest >= 9 and seen.first == "Skip to the figures"
        assert (sum(map(int, seen.paper[4:-1].split(","))) > 384) == (view.scheme == "light")
        kind, width, height = struct.unpack(">12x4sII", view.shot.read_bytes()[:24])
        assert (kind, width) == (b"IHDR", view.width) and height > 2_000
