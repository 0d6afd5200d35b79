"""Whether the client's own memory is on in this project, and what follows from that."""
from __future__ import annotations

import os

from reverie.checks import Case, Finding, ok, warn


def check(case: Case) -> list[Finding]:
    """Who puts the index before the model, and whether anybody reads it at all."""
    if not case.settings.use:
        return warn("Nothing is put before the model (`use: false`).", "Set `use: true` when you want it.")
    if case.binding.store == case.places.user:
        return ok("this folder is no project: only what holds everywhere is put before the model.")
    if case.binding.native:
        return ok("the client's own memory is on: it injects the project's index, Reverie adds the rest.")
    why = " (CLAUDE_CODE_DISABLE_AUTO_MEMORY)" if case.env.get("CLAUDE_CODE_DISABLE_AUTO_MEMORY") else ""
    where = "" if os.path.isdir(case.binding.store) else "; it has no memory yet"
    return ok(f"the client's own memory is off here{why}: Reverie injects the project's index{where}.")
