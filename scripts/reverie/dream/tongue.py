"""Which language a text is in, and its words without what is written as code. Pure."""
from __future__ import annotations

import re
from functools import cache

from reverie.models.offline.rules import LATIN

ADDRESS = r"https?://[^\s<>()\"'`、，。）」]+"
_CODE = re.compile(rf"```.*?(?:```|\Z)|`[^`\n]+`|{ADDRESS}|\[\[[^\]\n]*\]\]", re.S)
_KANA, _HANGUL, _HAN = (re.compile(f"[{span}]") for span in ("\u3040-\u30ff", "\uac00-\ud7af", "\u3400-\u9fff"))
_WORD = re.compile(r"[^\W\d_]+")
_TELLING = {
    "en": r"the|is|are|was|were|of|to|and|with|from|by|it|its|this|that|which|has|have|at|as|an|be|must|before|after"
          r"|no",
    "de": r"der|die|das|den|dem|des|ein|eine[nmr]?|und|ist|sind|wird|werden|mit|von|vom|zum|zur|auf|für|im|nicht|nie"
          r"|nur|bei|nach",
    "es": r"el|los|las|del|una|es|en|con|para|por|que|se|al|y|está|son|lo|sus?|no|cada|hay|antes|sin|ni",
    "fr": r"le|les|des|du|est|une|au|aux|vers|dans|chez|pour|avec|ne|pas|sur|sont|il|elles?|où|leurs?|ses|et|par"
          r"|doit|être|ce|lieu|demain",
}
"""The commonest words of a written note, which tell close relatives apart."""


def prose(text: str) -> str:
    """The text with its code, addresses and links blanked out, letter for letter."""
    return _CODE.sub(lambda match: " " * len(match[0]), text)


_LETTERS = {"en": r"(?!)", "de": "[äöüß]", "es": "[ñ¿¡áíóú]", "fr": "[àâêèçœîôû]|\\b[dlnsqj]['’](?=[a-zéèêàâh])"}


@cache
def tongue(text: str) -> str:
    """The tag of the language, empty where too little is said to tell."""
    plain = prose(text)
    kana, hangul, han = (len(pattern.findall(plain)) for pattern in (_KANA, _HANGUL, _HAN))
    latin = sum(1 for word in _WORD.findall(plain) if word[0] < "\u3000")
    if kana + hangul + han > latin:
        return "ko" if hangul > kana + han else "ja" if kana else "zh"
    signs = {language.tag: sum(1 for _ in language.sign.finditer(plain)) + _telling(language.tag, plain)
             for language in LATIN}
    best = max(signs, key=lambda tag: signs[tag])
    return best if signs[best] and list(signs.values()).count(signs[best]) == 1 else ""


def _telling(tag: str, plain: str) -> int:
    return len(re.findall(rf"(?i)\b(?:{_TELLING[tag]})\b|{_LETTERS[tag]}", plain))
