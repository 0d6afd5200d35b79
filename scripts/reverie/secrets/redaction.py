"""Passwords, keys and tokens taken out of text, by their prefix, shape and context; the class of each stays readable.

Entropy is no sign: hashes, UUIDs and long identifiers must survive. The time is linear in the text.
"""
from __future__ import annotations

import binascii
import bisect
import functools
import re

from reverie.secrets import suspicion, values
from reverie.secrets.contexts import CONTEXTS
from reverie.secrets.shapes import SHAPES

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    Span = tuple[int, int, str]

_ROUNDS = 8
_BEFORE, _BEHIND = 250, 700
"""How far a context may reach to the left and right of the word that gives it away."""
_CLASSES = (("@", "[A-Za-z0-9]"), ("~", "[A-Za-z0-9_-]"), ("#", "[0-9a-fA-F]"))
_CODED = r"(?<![A-Za-z0-9+/_-])[A-Za-z0-9+/_-]{24,}"
_JOINT = (
    r"(?P<q>[\"'])[ \t]{0,8}[+.&\\]?[ \t]{0,8}\r?\n[ \t]{0,40}[+.&]?[ \t]{0,8}(?P=q)|\\\r?\n[ \t]{0,40}"
    r"|(?<=[A-Za-z0-9_-])\r?\n[ \t]{0,40}(?=[A-Za-z0-9_-]{4,200}[\"'])"
)
"""Where a long literal is broken: between two of its quotes, at a backslash, inside its quotes."""
_KINDS = (("pass", "password"), ("pw", "password"), ("kennwort", "password"), ("token", "token"), ("key", "api-key"),
          ("secret", "secret"), ("auth", "token"), ("login", "token"))


def redact(text: str) -> str:
    """The text with each secret replaced by `[REDACTED:class]`; doing it again changes nothing."""
    for _ in range(_ROUNDS):
        spans = _spans(text)
        if not spans:
            break
        text = _replaced(text, spans)
    return text


def found(text: str) -> list[str]:
    """The classes of the secrets in the text, each once, in their order."""
    return list(dict.fromkeys(kind for _, _, kind in _spans(text)))


def _replaced(text: str, spans: list[Span]) -> str:
    parts, last = [], 0
    for start, end, kind in spans:
        parts += [text[last:start], f"[REDACTED:{kind}]"]
        last = end
    return "".join(parts) + text[last:]


def _spans(text: str) -> list[Span]:
    """All secrets from left to right; those that overlap are one, of the class of the more certain."""
    low = _lower(text)
    certain_first = [*_shaped(text, low), *_split(text), *_coded(text), *_told(text, low)]
    joined: list[tuple[int, int, int, str]] = []
    for start, rank, end, kind in sorted((s, rank, e, kind) for rank, (s, e, kind) in enumerate(certain_first)):
        if joined and start < joined[-1][1]:
            first, last, other, its = joined[-1]
            joined[-1] = (first, max(last, end), min(rank, other), kind if rank < other else its)
        else:
            joined.append((start, end, rank, kind))
    return [(start, end, kind) for start, end, _, kind in joined]


def _shaped(text: str, low: str) -> Iterator[Span]:
    runs = suspicion.runs(text)
    for kind, marks, pattern in SHAPES:
        if suspicion.marked(marks, low) if marks else runs:
            for match in _shape(pattern).finditer(text):
                start, end = match.span("v" if "v" in match.re.groupindex else 0)
                if start < end and _begins(text, match.start()):
                    yield start, end, kind


def _begins(text: str, at: int) -> bool:
    """Whether a token can begin here: not within a word, unless that is an escape such as `\\n` or `%3D`."""
    before = text[max(0, at - 3):at]
    if not before or not (before[-1].isascii() and before[-1].isalnum()):
        return True
    return before[-2:] in ("\\n", "\\r", "\\t") or len(before) == 3 and before[0] == "%"


def _split(text: str) -> Iterator[Span]:
    """Tokens that are whole only when the breaks of a long literal are taken out."""
    broken = "\n" in text and any(mark in text for mark in "\\\"'")
    joints = [match.span() for match in _compiled(_JOINT).finditer(text)] if broken else []
    if not joints:
        return
    cuts, gone, parts, last = [], [0], [], 0
    for start, end in joints:
        parts.append(text[last:start])
        cuts.append(start - gone[-1])
        gone.append(gone[-1] + end - start)
        last = end
    view = "".join(parts) + text[last:]
    for start, end, kind in _shaped(view, _lower(view)):
        before, within = bisect.bisect_right(cuts, start), bisect.bisect_left(cuts, end)
        if before < within:
            yield start + gone[before], end + gone[within], kind


def _coded(text: str) -> Iterator[Span]:
    """Base64 of a text with a token in it."""
    for match in _compiled(_CODED).finditer(text) if suspicion.runs(text) else ():
        run = match[0].translate({45: 43, 95: 47})
        run = run[:-1] if len(run) % 4 == 1 else run
        try:
            said = binascii.a2b_base64(run + "=" * (-len(run) % 4))
        except binascii.Error:
            continue
        if said.isascii():
            plain = said.decode("ascii")
            hit = next(_shaped(plain, _lower(plain)), None)
            if hit:
                yield match.start(), match.end(), hit[2]


def _told(text: str, low: str) -> Iterator[Span]:
    """Values that their context makes a secret."""
    for kind, marks, level, pattern in CONTEXTS:
        if not suspicion.marked(marks, low):
            continue
        for match in _near(_compiled(pattern), marks, text, low):
            if level == "pin":
                number = values.pin(text, match.end())
                if number:
                    yield *number, kind
                continue
            seen = "v" in match.re.groupindex
            start, end, quoted = (*match.span("v"), False) if seen else values.after(text, match.end())
            named = (match["name"] or "token").lower() if kind == "name" else kind
            strict = "env" if level == "named" and match[0][-1] == "=" and match[0].isupper() else level
            if values.secret(strict, text[start:end], named, quoted):
                yield start, end, _called(named) if kind == "name" else kind


def _near(pattern: re.Pattern[str], marks: str, text: str, low: str) -> Iterator[re.Match[str]]:
    """Where the pattern fits, looked for around the marks alone: most of a long text has none."""
    places = sorted(at for mark in marks.partition("&")[0].split("|") for at in _all(mark, low))
    done = 0
    for n, at in enumerate(places):
        end = at + _BEHIND
        if n + 1 < len(places) and places[n + 1] - _BEFORE < end:
            continue  # one stretch with the next
        first = n
        while first and places[first] - _BEFORE < places[first - 1] + _BEHIND:
            first -= 1
        yield from pattern.finditer(text, max(done, places[first] - _BEFORE), end)
        done = end


def _all(mark: str, low: str) -> Iterator[int]:
    at = low.find(mark)
    while at >= 0:
        yield at
        at = low.find(mark, at + 1)


def _lower(text: str) -> str:
    """In lower case, each letter at its place."""
    low = text.lower()
    return low if len(low) == len(text) else "".join(c.lower() if len(c.lower()) == 1 else c for c in text)


def _called(name: str) -> str:
    return next((kind for word, kind in _KINDS if word in name), "secret")


@functools.cache
def _shape(pattern: str) -> re.Pattern[str]:
    for letter, meaning in _CLASSES:
        pattern = pattern.replace(letter, meaning)
    return _compiled(pattern)


@functools.cache
def _compiled(pattern: str) -> re.Pattern[str]:
    return re.compile(pattern)
