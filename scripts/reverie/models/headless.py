"""What every call of the user's own client has in common: its flags, its environment, how its answer is read.

Which flags this version has is asked of its own help and remembered until the binary changes.
"""
from __future__ import annotations

import json
import os
import re

from reverie import whole
from reverie.errors import Failed
from reverie.models import Means, child, reply
from reverie.record import Answer, Job, Usage

_PASSED = re.compile(
    r"(HOME|PATH|USER|LOGNAME|SHELL|LANG|LC_\w+|TERM|TMPDIR|TZ|XDG_\w+|SSL_CERT_\w+|NODE_EXTRA_CA_CERTS|SYSTEMROOT|APPDATA"
    r"|LOCALAPPDATA|USERPROFILE|(?i:https?_proxy|no_proxy|all_proxy)|ANTHROPIC_\w+|AWS_\w+|GOOGLE_\w+|CLOUD_ML_\w+|VERTEX_\w+"
    r"|CLAUDE_CONFIG_DIR|CLAUDE_CODE_USE_\w+|CLAUDE_CODE_SKIP_\w+|CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC"
    r"|CLAUDE_CODE_OAUTH_TOKEN|DISABLE_\w+)\Z"
)
"""All of the environment that a child gets: the marks of the session around it would make it think it is nested."""


_IMPATIENT = {"CLAUDE_CODE_MAX_RETRIES": "1", "MAX_STRUCTURED_OUTPUT_RETRIES": "1"}
"""By itself the client tries for three minutes, also when the key is wrong."""


def flags(binary: str, means: Means) -> set[str]:
    """The flags that the binary's help names, asked once for each binary."""
    stat = os.stat(binary)
    mark = f"{os.path.realpath(binary)} {stat.st_size} {stat.st_mtime_ns}"
    kept = os.path.join(means.places.home, "claude-flags.json")
    try:
        known = json.loads(whole.read(kept) or b"{}")
    except ValueError:
        known = {}
    if known.get("binary") != mark:
        ended = child.run([binary, "--help"], "", environment(means), means.places.scratch, 30)
        named = sorted(set(re.findall(r"(?<![\w-])--[a-z][a-z-]+", ended.out)))
        known = {"binary": mark, "flags": named}
        if named:
            whole.write(kept, json.dumps(known).encode())
    return set(known["flags"])


def environment(means: Means) -> dict[str, str]:
    """The child's environment: by a list of what it may have, and without an API key that does not pay for the user."""
    env = {key: value for key, value in means.env.items() if _PASSED.match(key)}
    key = env.get("ANTHROPIC_API_KEY", "")
    state = _state(means)
    answered = state.get("customApiKeyResponses")
    approved = answered.get("approved") if isinstance(answered, dict) else None
    logged_in = "oauthAccount" in state or "CLAUDE_CODE_OAUTH_TOKEN" in env
    if key and logged_in and not (isinstance(approved, list) and key[-20:] in approved):
        del env["ANTHROPIC_API_KEY"]
    return {**env, **_IMPATIENT}


def _state(means: Means) -> dict[str, object]:
    """What the client keeps of its user: whether they are logged in, and which keys they approved."""
    folder = means.places.config if means.env.get("CLAUDE_CONFIG_DIR") else means.env.get("HOME", "")
    try:
        state = json.loads(whole.read(os.path.join(folder, ".claude.json")) or b"{}")
    except ValueError:
        return {}
    return state if isinstance(state, dict) else {}


def answer(ended: child.Ended, job: Job) -> Answer:
    """The answer in what the client printed, with its own figures of tokens and dollars; Failed when there is none."""
    try:
        said = json.loads(ended.out)
    except ValueError:
        raise _failed(ended.out or ended.err) from None
    if not isinstance(said, dict):
        raise Failed("unreadable", "the client did not answer with an object")
    usage = _usage(said)
    if said.get("stop_reason") == "refusal":
        raise Failed("refusal", "the model refused to answer")
    if said.get("is_error") or said.get("subtype", "success") != "success":
        raise _failed(str(said.get("result") or said.get("subtype") or ""), said.get("api_error_status"))
    data = said.get("structured_output")
    return Answer(data if data is not None else reply.parsed(str(said.get("result") or ""), job.schema), usage)


def spent(ended: child.Ended) -> Usage:
    """What the call cost, whether or not an answer came of it; nothing when the client does not say."""
    try:
        said = json.loads(ended.out)
    except ValueError:
        return Usage()
    return _usage(said) if isinstance(said, dict) and isinstance(said.get("usage"), dict) else Usage()


def _usage(said: dict[str, object]) -> Usage:
    tokens = said.get("usage")
    tokens = tokens if isinstance(tokens, dict) else {}
    spent = [tokens.get(key) for key in ("input_tokens", "cache_creation_input_tokens", "cache_read_input_tokens")]
    known = [count for count in spent if isinstance(count, int)]
    out, cost, turns = tokens.get("output_tokens"), said.get("total_cost_usd"), said.get("num_turns")
    return Usage(
        calls=turns if isinstance(turns, int) else 1,
        tokens_in=sum(known) if known else None,
        tokens_out=out if isinstance(out, int) else None,
        cost_usd=float(cost) if isinstance(cost, (int, float)) else None,
    )


def _failed(text: str, status: object = None) -> Failed:
    """What the client says when it cannot answer, told apart by what a person has to do about it."""
    said = " ".join(text.split())[:200]
    if status == 429 or re.search(r"(?i)hit your (\w+ )?limit|rate.?limit|too many requests|usage limit|\b429\b", said):
        return Failed("rate_limit", f"the client says: {said}")
    if status in (401, 403) or re.search(r"(?i)not logged in|/login|invalid api key|authentication|\b401\b", said):
        return Failed("login", f"the client says: {said}")
    if status == 404 or re.search(r"(?i)model\b.*\b(?:not found|not exist|not available)", said):
        return Failed("missing", f"the client says: {said}")
    if said[:15].lower().startswith(("<!doctype", "<html")):
        return Failed("unreadable", "a web page came instead of an answer")
    if "empty or malformed" in said:
        return Failed("unreadable", f"the client says: {said}")
    if "output token maximum" in said or "structured_output_retries" in said:
        return Failed("truncated" if "maximum" in said else "unreadable", f"the client says: {said}")
    if re.search(r"(?i)timed out|timeout", said):
        return Failed("timeout", f"the client says: {said}")
    if re.search(r"ECONN|ENOTFOUND|EAI_AGAIN|(?i:unable to connect)", said):
        return Failed("unreachable", f"the client says: {said}")
    return Failed("error", f"the client says: {said}" if said else "the client ended without a word")
