"""One file per event, each with one function: `answer(event, places, env)`. `ANSWERS` is every event Reverie hears."""

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
