"""Whether each line of `config.yaml` and each variable made sense."""
from __future__ import annotations

import os

from reverie.checks import WARN, Case, Finding, ok


def check(case: Case) -> list[Finding]:
    """A finding for each that was passed over."""
    path = case.places.settings
    if case.settings.faults:
        return [Finding(WARN, f"{fault}; the default is used.", f"Correct it in {path}, or take it out.")
                for fault in case.settings.faults]
    return ok(f"{path} is understood." if os.path.exists(path) else "all by default.")
