"""The recording in the docs is what a terminal shows today."""
from __future__ import annotations

import difflib
import re
import shutil

import pytest

import record
from e2e.conftest import _cannot
from fakes.terminal import TMUX

pytestmark = pytest.mark.e2e


@pytest.mark.usefixtures("client_binary")
def test_the_recording_is_what_a_terminal_shows() -> None:
    """Install, two sessions, status, why, dream, undo and uninstall, made anew: `docs/recording.md` holds just that.

    Its pictures are of the same; they name no place that anything could be fetched from.
    """
    if not shutil.which(TMUX):
        _cannot("no tmux")
    made = record.recorded()
    kept = (record.DOCS / "recording.md").read_text()
    rows = difflib.unified_diff(kept.splitlines(), made["recording.md"].splitlines(), "docs", "now", lineterm="")
    assert kept == made["recording.md"], "`make record` makes it anew:\n" + "\n".join(rows)
    pictures = {path.name: path.read_text() for path in record.DOCS.glob("recording-*.svg")}
    assert {"recording.md": kept} | pictures == made
    for drawn in pictures.values():
        assert set(re.findall(r"https?://[^\"' )]+", drawn)) == {"http://www.w3.org/2000/svg"}
