"""What kind of prompt this is, by its phrases: a nod that asks for nothing, or an ask that notes rarely bear on.

Pure and by plain comparison of casefolded text: it runs in a hook.
"""
from __future__ import annotations

from reverie.framing import tame
from reverie.lexicon.phrases import APART, NODS, PRIVATE, TALK, UNSPACED

_SYNTHETIC = ("!", "[request interrupted", "caveat: the messages below", "this session is being continued")


def synthetic(prompt: str) -> bool:
    """Whether no person wrote it for the model: a command, a shell line, a notification, a summary of the client."""
    said = prompt.lstrip()
    word = said.split(None, 1)[0] if said else ""
    if word.startswith("/"):
        return not {"/", "."} & set(word[1:])  # `/model`, but not `/api/users` or `/etc/hosts.deny`
    return said.casefold().startswith(_SYNTHETIC) or tame(said[:80])[:1] == "‹"


def nod(prompt: str) -> bool:
    """Whether it only agrees, thanks, greets or says to go on, in any of the languages known here."""
    if len(prompt) > 200:
        return False
    return all(_nods(word) for word in _split(prompt.casefold()))


def chatty(prompt: str) -> bool:
    """Whether it is small talk: two of relief, thanks, a break or a greeting in it, and no question and no code."""
    said = prompt.casefold()
    if any(sign in said for sign in "?？_/`{}()=") or any(c.isdigit() for c in said):
        return False
    return sum(any(phrase in said for phrase in kind) for kind in TALK) > 1


def apart(prompt: str) -> bool:
    """Whether it asks for something that stands for itself: a spelling, a word's meaning, one line, a joke."""
    said = prompt.casefold()
    return any(phrase in said for phrase in APART)


def private(prompt: str) -> list[str]:
    """The words of it that name something of the person's own."""
    said = prompt.casefold()
    words = set(_split(said))
    return [each for each in PRIVATE if (each in words if each.isascii() else each in said)]


def _split(said: str) -> list[str]:
    return "".join(c if c.isalnum() or c in "'-" else " " for c in said.replace("’", "'")).split()


def _nods(word: str) -> bool:
    if word.isascii():
        return word in NODS
    while word:
        phrase = next((phrase for phrase in UNSPACED if word.startswith(phrase)), "")
        if not phrase:
            return word in NODS
        word = word[len(phrase):]
    return True
