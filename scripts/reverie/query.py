"""What to look up for a prompt: the words a person typed, what was pasted for little. Pure; it runs in a hook.

A pasted log or trace is not what was asked, but the code of the error in it may be all that is known: its telling lines
count as typed, the rest of it for a third.
"""
from __future__ import annotations

from reverie import asks
from reverie.tokens import tokens, words

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

MOST = 64
"""Words of a prompt that are looked up: a long one says no more in its middle than at its ends."""
_LONGEST = 8_000
_PASTED = 0.3
_EARLIER = 0.4
"""What a word of the prompt before counts for, where this one says little by itself."""
_LITTLE = 4
"""Words; a prompt of fewer may be a follow-up."""
_SIGNS = frozenset("{}()[]<>=;_/\\|\"'`#$@*+~^&%")
_FAULTS = ("error", "exception", "fail", "fatal", "panic", "denied", "refused", "timed out", "timeout", "invalid",
           "exceed", "not found", "错误", "失败", "异常", "报错", "エラー", "例外", "에러", "오류", "fehler", "erreur")
_FRAMES = ('file "', "traceback (most recent", "stack backtrace", "in <module>")
_ITEMS = ("- ", "* ", "+ ", "• ")


class Term:
    """One word to look up: `word` whole, the `parts` it is also found by, and what it counts for.

    `others` are tokens that stand for it in the catalog (a concept of the glossary, a spelling), each with what it
    counts for; the lookup fills them.
    """

    __slots__ = ("word", "parts", "weight", "others")

    def __init__(self, word: str, parts: tuple[str, ...] = (), weight: float = 1.0) -> None:
        self.word = word
        self.parts = parts
        self.weight = weight
        self.others: list[tuple[str, float]] = []

    def tokens(self) -> list[str]:
        """Everything it is found by."""
        return [self.word, *self.parts, *(token for token, _ in self.others)]


class Query:
    """The terms of a prompt in order, its text as typed, and whether it asks for something that stands for itself.

    `private` holds the tokens of each word in it that names something of the person's own.
    """

    __slots__ = ("terms", "text", "apart", "private")

    def __init__(self, terms: list[Term], text: str = "") -> None:
        self.terms = terms
        self.text = text
        self.apart = asks.apart(text)
        self.private = [tokens(word) for word in asks.private(text)]


def of(prompt: str, earlier: list[list[str]] | None = None) -> Query:
    """What to look up for the prompt; no terms when no person asked for anything.

    `earlier` are the telling words of the prompts before it, the last one's first: they help one that says little by
    itself.
    """
    text = _unmarked(prompt if len(prompt) <= _LONGEST else f"{prompt[:_LONGEST // 2]}\n{prompt[-_LONGEST // 2:]}")
    if asks.synthetic(text):
        return Query([])
    typed, pasted = _split(text)
    if not pasted.strip() and (asks.nod(typed) or asks.chatty(typed)):
        return Query([])
    found = {term[0]: Term(term[0], term[1:]) for term in _few(typed)}
    for term in _few(pasted):
        found.setdefault(term[0], Term(term[0], term[1:], _PASTED))
    if found and len(found) < _LITTLE:
        for n, before in enumerate((earlier or [])[:2]):
            for word in before:
                found.setdefault(word, Term(word, (), _EARLIER / (n + 1)))
    return Query(list(found.values()), typed)


def _split(text: str) -> tuple[str, str]:
    """What was typed and what was pasted, each line in the one or the other."""
    lines = [line for line in text.splitlines() if line.strip()]
    typed: list[str] = []
    pasted: list[str] = []
    fenced = False
    for line in lines:
        if line.lstrip().startswith(("```", "~~~")):
            fenced = not fenced
        else:
            (pasted if _pasted(line, fenced, len(lines)) else typed).append(line)
    return "\n".join(typed), "\n".join(pasted)


def _unmarked(text: str) -> str:
    """Without what the client marks as pasted or injected."""
    for tag in ("pasted_content", "system-reminder", "ide_selection", "ide_opened_file"):
        while f"<{tag}" in text:
            before, _, rest = text.partition(f"<{tag}")
            text = f"{before} {rest.partition(f'</{tag}')[2].partition('>')[2]}"
    return text


def _pasted(line: str, fenced: bool, lines: int) -> bool:
    """Whether a line was not typed. One line alone always was, and so is an item of an indented list."""
    said = line.strip()
    if not fenced and lines == 1:
        return False
    if _frame(said):
        return True
    signs = sum(c in _SIGNS for c in said) / len(said)
    indented = line[0] in " \t" and not said.startswith(_ITEMS) and not said[0].isdigit()
    looks_pasted = fenced or lines > 2 and (signs > 0.1 or indented)
    return looks_pasted and not any(fault in said.casefold() for fault in _FAULTS)


def _frame(said: str) -> bool:
    """Whether it is a line of a stack trace that names a place in the code, not the fault."""
    low = said.casefold()
    if low.startswith(("at ", "from ")):  # `at app.main (x.js:3:1)`, but not "at the end: a summary"
        place = said.split()[1]
        return ("." in place or "/" in place or "(" in place) and (low.endswith(")") or ":" in place)
    return (low.startswith(_FRAMES) or said[:1] == "#" and said[1:2].isdigit()
            or said.partition(":")[0].isdigit() and "::" in said)


def _few(text: str) -> list[tuple[str, ...]]:
    found = list(dict.fromkeys(_told(text)))
    return found if len(found) <= MOST else found[: MOST // 2] + found[-MOST // 2:]


def _told(text: str) -> Iterator[tuple[str, ...]]:
    """The words that can tell one memory from another: a number of one or two digits cannot."""
    return (word for word in words(text) if not (word[0].isdigit() and len(word[0]) < 3))
