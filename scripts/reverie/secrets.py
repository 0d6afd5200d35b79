"""Passwords, keys and tokens taken out of text, by their prefix and shape; the class of each stays readable.

Entropy is no sign: hashes, UUIDs and long identifiers must survive.
"""
from __future__ import annotations

import re

_RULES: tuple[tuple[str, re.Pattern[str]], ...] = tuple(
    (name, re.compile(pattern, re.S))
    for name, pattern in (
        ("private-key", r"-----BEGIN [A-Z ]*PRIVATE KEY( BLOCK)?-----.*?(-----END [A-Z ]*PRIVATE KEY[A-Z ]*-----|\Z)"),
        ("anthropic-key", r"\bsk-ant-[\w-]{16,}"),
        ("openai-key", r"\bsk-(proj-|svcacct-|admin-)?[A-Za-z0-9_-]{20,}"),
        ("github-token", r"\b(gh[pousr]_[A-Za-z0-9]{20,}|github_pat_\w{22,})"),
        ("gitlab-token", r"\bgl(pat|dt|rt|ptt)-[\w-]{16,}"),
        ("slack-token", r"\bxox[abeoprs]-[\w-]{10,}"),
        ("aws-key", r"\b(AKIA|ASIA|ABIA|ACCA)[A-Z0-9]{16}\b"),
        ("google-key", r"\bAIza[\w-]{30,}"),
        ("stripe-key", r"\b[rs]k_(live|test)_[A-Za-z0-9]{16,}"),
        ("npm-token", r"\bnpm_[A-Za-z0-9]{30,}"),
        ("pypi-token", r"\bpypi-AgEI[\w-]{40,}"),
        ("jwt", r"\beyJ[\w-]{8,}\.eyJ[\w-]{8,}(\.[\w-]*)?"),
        ("url-password", r"(?<=://)[^\s:/@]{1,100}:[^\s:/@]{3,200}(?=@)"),
        ("bearer-token", r"(?i)(?<=\bbearer )[A-Za-z0-9._~+/-]{20,}=*"),
    )
)
_NAMED = re.compile(
    r"(?i)(\b[\w.-]{0,40}(?:passw(?:or)?d|passphrase|secret|token|api[_-]?key|access[_-]?key|private[_-]?key|密码)"
    r"[\w.-]{0,20}[\"']?\s*(?:[:=]|：|\bis\b|是)\s*)([\"'`]?)([^\s\"'`,;]{6,})(\2)"
)
_HARMLESS = re.compile(
    r"(?i)^(\$|<|\{|%|\*{3}|x{3}|\[REDACTED|process\.env|os\.environ|import\.meta|env\.|none|null|true|false)|[(){}]"
)


def redact(text: str) -> str:
    """The text with each secret replaced by `[REDACTED:class]`."""
    for name, rule in _RULES:
        text = rule.sub(f"[REDACTED:{name}]", text)
    return _NAMED.sub(_named, text)


def _named(match: re.Match[str]) -> str:
    """`PASSWORD=…`: the value goes, unless it is plainly a name or a place-holder."""
    value = match[3]
    mixed = any(c.isdigit() for c in value) or any(not c.isalnum() for c in value.strip("._-/"))
    if _HARMLESS.search(value) or not mixed:
        return match[0]
    return f"{match[1]}{match[2]}[REDACTED:password]{match[4]}"
