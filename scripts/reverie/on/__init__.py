"""One file per event, each with one function: `answer(event, places, env)`. `ANSWERS` is every event Reverie hears."""
from __future__ import annotations

import os
import sys

TYPE_CHECKING = False
if TYPE_CHECKING:
    from reverie.places import Places

ANSWERS = {
    "SessionStart": "reverie.on.session_start",
    "UserPromptSubmit": "reverie.on.prompt",
    "PreToolUse": "reverie.on.pre_tool",
    "PostToolUse": "reverie.on.tool",
    "Stop": "reverie.on.turn_end",
    "StopFailure": "reverie.on.turn_end",
    "PreCompact": "reverie.on.turn_end",
    "SessionEnd": "reverie.on.turn_end",
    "SubagentStart": "reverie.on.subagent_start",
    "SubagentStop": "reverie.on.turn_end",
}


def news(places: Places, store: str, notify: str, begins: bool) -> str:
    """What the person is to be told now; the module for it is loaded only where something waits."""
    try:
        waiting = os.listdir(places.news)
    except OSError:
        return ""
    if not waiting:
        return ""
    __import__("reverie.news")
    return str(sys.modules["reverie.news"].told(places, waiting, store, notify, begins))
