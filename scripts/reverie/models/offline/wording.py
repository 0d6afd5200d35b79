"""How a memory found by rules is put. The rule: the user's words, cut and never invented."""

from __future__ import annotations

import hashlib
import re
import unicodedata

from reverie.models.offline.language import Language

LONGEST_DESCRIPTION, NAME_WORDS, LONGEST_NAME = 150, 5, 48
_WORD = re.compile(r"[A-Za-z0-9][A-Za-z0-9+#.'-]*")


def name_of(body: str, stop_words: frozenset[str]) -> str:
    """A short kebab-case ASCII name of the key words; stable for the same body when it holds none."""
    plain = unicodedata.normalize("NFKD", re.sub(r"https?://", "", body).replace("’", "'"))
    plain = "".join(char for char in plain if not unicodedata.combining(char))
    chosen: list[str] = []
    for word in _WORD.findall(plain):
        slug = re.sub(r"[^a-z0-9]+", "-", word.lower().replace("'", "")).strip("-")
        if word.lower().strip(".'-") not in stop_words and slug and slug not in chosen:
            chosen.append(slug)
    name = "-".join(chosen[:NAME_WORDS])[:LONGEST_NAME].strip("-")
    if len(chosen) > 1 and re.search(r"[a-z]{2}", name):
        return name
    # One word, or none as in most Chinese, tells two memories not apart.
    return f"{name or 'note'}-{hashlib.sha1(body.encode('utf-8', 'replace')).hexdigest()[:8]}"


def description_of(body: str) -> str:
    """One line that holds the fact, cut at a word."""
    line = " ".join(body.split())
    if len(line) <= LONGEST_DESCRIPTION:
        return line.rstrip(".。")
    cut = line[: LONGEST_DESCRIPTION - 1]
    return (cut[: cut.rfind(" ")] if cut.rfind(" ") > LONGEST_DESCRIPTION // 2 else cut).rstrip(" ,;，；") + "…"


def without_openers(text: str, language: Language) -> str:
    """`text` without "ok, please remember that" and the like at its head."""
    polite = language.polite.match(text)
    if polite:
        text = text[polite.end() :].rstrip("?？ ")
    before = ""
    while before != text:
        before = text
        text = language.opener.sub("", text, count=1).lstrip(" ,:;，：；、-–—")
    return text[:1].upper() + text[1:]


def reason_in(text: str, language: Language) -> tuple[str, str]:
    """`text` without its closing "because ...", and that reason."""
    match = language.reason.search(text)
    if not match or match.start() < 8:
        return text, ""
    return text[: match.start()].rstrip() + text[-1] * (text[-1] in ".。!！"), match["why"].strip().rstrip(".。!！")
