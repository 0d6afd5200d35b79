"""The quantities in a text: each number with its unit and the bound it sets, the same in seven languages. Pure.

A number is a figure or a number word; one that can be read in two ways has both readings.
"""
from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

_UNITS = {
    "ms": "ms millisecond milliseconds millisekunde millisekunden milliseconde millisecondes milisegundos"
          " 毫秒 ミリ秒 밀리초",
    "s": "s sec secs second seconds sek sekunde sekunden seconde secondes segundo segundos 秒钟 秒間 秒 초",
    "min": "min mins minute minutes minuten minuto minutos 分钟 分鐘 分間 分 분",
    "h": "h hr hrs hour hours std stunde stunden heure heures hora horas 个小时 小时 小時 時間 시간",
    "d": "d day days tag tage tagen jour jours día días dia dias 天 日間 日 일",
    "wk": "week weeks woche wochen semaine semaines semana semanas 个星期 星期 週間 周 週 주",
    "mo": "month months monat monate monaten mois mes meses 个月 個月 か月 ヶ月 カ月 개월 달",
    "y": "year years jahr jahre jahren ans année années año años 年間 年 년",
    "line": "line lines zeile zeilen ligne lignes línea líneas 行 줄",
    "character": "character characters char chars zeichen caractère caractères carácter caracteres"
                 " 个字符 字符 文字 글자 字 자",
    "page": "page pages seite seiten página páginas 页 頁 ページ 페이지",
    "person": "person persons people personen personne personnes persona personas 个人 人 名 명 사람",
    "time": "time times mal fois vez veces 次 回 번 회",
    "clock": "uhr o'clock 点 時 시",
    "%": "% percent prozent パーセント 퍼센트", "°C": "°C", "°F": "°F",
    "B": "byte bytes", "KB": "KB kB Ko", "MB": "MB Mo", "GB": "GB Go", "TB": "TB To",
    "KiB": "KiB", "MiB": "MiB", "GiB": "GiB",
    "mm": "mm", "cm": "cm", "m": "m meter metre metres meters", "km": "km", "g": "g", "kg": "kg", "t": "t",
    "N": "N", "V": "V", "A": "A", "W": "W", "kW": "kW", "Hz": "Hz", "kHz": "kHz", "MHz": "MHz", "GHz": "GHz",
    "px": "px", "rpm": "rpm", "€": "€ eur euro euros", "$": "$ usd dollar dollars", "¥": "¥ yen 円 元 엔",
}
_WORDS = {
    2: "two zwei deux dos", 3: "three drei trois tres", 4: "four vier quatre cuatro", 5: "five fünf cinq cinco",
    6: "six sechs seis", 7: "seven sieben sept siete", 8: "eight acht huit ocho", 9: "nine neun nueve",
    10: "ten zehn dix diez", 11: "eleven elf", 12: "twelve zwölf douze doce",
}
_HAN = {"两": 2, "兩": 2, "二": 2, "三": 3, "四": 4, "五": 5, "六": 6, "七": 7, "八": 8, "九": 9, "十": 10}
_HANGUL = {"두": 2, "세": 3, "네": 4, "다섯": 5, "여섯": 6, "일곱": 7, "여덟": 8, "아홉": 9, "열": 10}
_COUNTED = "个個天日次回人名行秒小時周週年台つ件本页頁条份种種"
_COUNTED_KO = "개|명|번|시간|주|달|줄|대|사람|곳|가지"
_MOST = (
    r"at most|no more than|not more than|no longer than|no later than|up to|max(?:imum|imal|\.)?(?: of)?|below|under"
    r"|less than|fewer than|within|höchstens|nicht mehr als|bis zu|weniger als|unter|au plus|au maximum|jusqu['’]à"
    r"|moins de|pas plus de|como máximo|a lo sumo|máximo(?: de)?|no más de|hasta|menos de|不超过|不得超过|不能超过"
    r"|最多|至多|上限(?:为|是|は)?|小于|低于|最大で?|최대"
)
_LEAST = (
    r"at least|no less than|no fewer than|not less than|more than|min(?:imum|destens|imal|\.)?(?: of)?|over|above"
    r"|wenigstens|mehr als|über|au moins|au minimum|plus de|al menos|como mínimo|por lo menos|mínimo(?: de)?|más de"
    r"|至少|不少于|不低于|超过|大于|最少|最低|少なくとも|최소|적어도"
)
_MOST_BEHIND = (
    r"以内|以下|まで|未満|이하|이내|까지|미만|or less|or fewer|at most|maximum|höchstens|au plus|au maximum"
    r"|como máximo"
)
_LEAST_BEHIND = r"以上|이상|or more|at least|mindestens|au moins|al menos|como mínimo"


def _wide(form: str) -> bool:
    return form[0] >= "\u3000"


_CANONICAL = {form: unit for unit, forms in _UNITS.items() for form in forms.split()}
_LATIN = "|".join(re.escape(form) for form in sorted(_CANONICAL, key=len, reverse=True) if not _wide(form))
_OTHERS = "|".join(sorted(filter(_wide, _CANONICAL), key=len, reverse=True))
_WORD = {word: value for value, words in _WORDS.items() for word in words.split()}
_UNIT = rf"[ \u00a0]?-?(?:(?P<latin>(?i:{_LATIN}))(?![A-Za-zÀ-ɏ0-9_])|(?P<other>{_OTHERS}))"
_QUANTITY = re.compile(
    rf"(?:(?P<money>[€$¥])[ ]?)?(?:(?P<figure>(?:(?<![\w.,:/)%])[+−-])?"
    rf"(?<![A-Za-zÀ-ɏ_0-9])\d+(?:[.,'’\u00a0\u202f]\d+)*)"
    rf"|(?P<word>(?i:\b(?:{'|'.join(_WORD)})\b))|(?P<han>[{''.join(_HAN)}])(?=[{_COUNTED}])(?!月)"
    rf"|(?<![가-힣])(?P<hangul>{'|'.join(_HANGUL)})(?= ?(?:{_COUNTED_KO})))(?:{_UNIT})?"
)
_TOP, _BOTTOM = re.compile(rf"(?i)(?:{_MOST})[ ]?$"), re.compile(rf"(?i)(?:{_LEAST})[ ]?$")
_TOP_BEHIND, _BOTTOM_BEHIND = (
    re.compile(rf"(?i)[ ]?(?:[a-zà-ɏ]{{1,12}} )?(?:{behind})") for behind in (_MOST_BEHIND, _LEAST_BEHIND))
_GROUPED = re.compile(r"\d{1,3}(?:[.,'’\u00a0\u202f]\d{3})+")
BOUNDS = re.compile(rf"(?i)(?<!\w)(?:{_MOST}|{_LEAST})(?![a-zà-ɏ])")
"""Words that set a bound, some of which deny something in form only."""


class Quantity(NamedTuple):
    """A number: what it may be read as, its unit in one form for all languages or empty, how it stands in the text.

    `bound` is `most`, `least` or empty; `figure` says that it is written in digits.
    """

    readings: frozenset[str]
    unit: str
    shown: str
    bound: str
    figure: bool
    start: int

    def same(self, other: Quantity) -> bool:
        """Whether both can be the same number of the same unit, or one of them does without."""
        return bool(self.readings & other.readings) and (self.unit == other.unit or not self.unit or not other.unit)


def quantities(text: str) -> Iterator[Quantity]:
    """All numbers in the text that stand by themselves, in order; what is part of an identifier is none."""
    for match in _QUANTITY.finditer(text):
        unit = _canonical(match["latin"] or match["other"] or match["money"] or "")
        readings = _readings(match)
        yield Quantity(readings, unit, match[0], _bound(text, match), match["figure"] is not None, match.start())


def numbered_unit(run: str) -> bool:
    """Whether a run of letters and digits is a number with its unit, as `900s` and `5-minute` are."""
    match = _QUANTITY.fullmatch(run)
    return match is not None and match["figure"] is not None


def _canonical(form: str) -> str:
    return _CANONICAL.get(form) or _CANONICAL.get(form.lower(), "")


def _readings(match: re.Match[str]) -> frozenset[str]:
    if match["figure"]:
        figure = match["figure"].replace("−", "-").removeprefix("+")
        read = {re.sub(r"[,'’\u00a0\u202f]", ".", figure)}
        if _GROUPED.fullmatch(figure.lstrip("-")):
            read.add(re.sub(r"[.,'’\u00a0\u202f]", "", figure))
        return frozenset(read)
    word, han, hangul = match["word"], match["han"], match["hangul"]
    return frozenset([str(_WORD[word.lower()] if word else _HAN[han] if han else _HANGUL[hangul])])


def _bound(text: str, match: re.Match[str]) -> str:
    before, behind = text[max(0, match.start() - 24):match.start()], text[match.end():match.end() + 16]
    top, bottom = _TOP.search(before), _BOTTOM.search(before)
    if top and bottom:  # "less than" within "no less than"
        return "most" if top.start() < bottom.start() else "least"
    if top or _TOP_BEHIND.match(behind):
        return "most"
    return "least" if bottom or _BOTTOM_BEHIND.match(behind) else ""
