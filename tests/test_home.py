"""The guard of the real home is itself tested."""
from __future__ import annotations

import os
from pathlib import Path

import pytest

import conftest


@pytest.mark.parametrize("touch", [open, os.listdir, os.mkdir, os.remove], ids=lambda touch: touch.__name__)
def test_the_real_home_cannot_be_touched(touch: object) -> None:
    """Reaching for the person's own ~/.claude fails, before anything happens and with the path."""
    with pytest.raises(conftest.Touched, match=r"\.claude"):
        touch(os.path.join(conftest.REAL, "reverie-was-here"))  # type: ignore[operator]


def test_a_test_starts_at_a_home_of_its_own(home: Path) -> None:
    """HOME is empty and new, and no variable of ours or the client's leaks in."""
    assert Path.home() == home and not list(home.iterdir())
    assert not [name for name in os.environ if name.startswith(("REVERIE_HOME", "CLAUDE", "ANTHROPIC"))]
