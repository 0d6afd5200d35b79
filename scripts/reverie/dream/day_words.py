"""Ways in which a written note names one day from where it was written, by language. Data.

Stricter than for what somebody says: in a note a bare weekday, "today" and "the end of the month" may come again and
again, and name no day here. The longer way stands first.
"""
from __future__ import annotations

from reverie.models.offline import chinese as zh
from reverie.models.offline import days
from reverie.models.offline import english_days as en
from reverie.models.offline import french_days as fr
from reverie.models.offline import german_days as de
from reverie.models.offline import japanese_days as ja
from reverie.models.offline import korean_days as ko
from reverie.models.offline import spanish_days as es
from reverie.models.offline.language import DayWord, Pattern, Reckoner

_BEFORE, _BEHIND = r"(?<![\w/\\.@#-])", r"(?![\w/\\@-]|\.\w|['’]\w+[-_/.]\w)"
"""Around the words of a language that writes blanks: they are no part of a path, a name or an identifier."""


def _count(numbers: dict[str, int], units: dict[str, int]) -> str:
    said, unit = ("|".join(sorted(filter(None, each), key=len, reverse=True)) for each in (numbers, units))
    return rf"(?P<count>\d{{1,3}}|{said}) ?(?P<unit>{unit})"


def _words(*rows: tuple[str, Reckoner] | tuple[str, Reckoner, str]) -> tuple[DayWord, ...]:
    return tuple(DayWord(Pattern(rf"{_BEFORE}(?:{row[0]}){_BEHIND}"), *row[1:]) for row in rows)


def _signs(*rows: tuple[str, Reckoner] | tuple[str, Reckoner, str]) -> tuple[DayWord, ...]:
    return tuple(DayWord(Pattern(row[0]), *row[1:]) for row in rows)


_EN_NUMBER = en.NUMBER | {"eleven": 11, "fourteen": 14, "fifteen": 15, "twenty": 20, "thirty": 30}
_DE_NUMBER = de.NUMBER | {"einen": 1}
_DE_UNIT = de.UNIT | {"tage": 1, "monate": 0}
_FR_NUMBER = fr.NUMBER | {"neuf": 9, "douze": 12, "vingt": 20, "trente": 30}
_ES_NUMBER = es.NUMBER | {"nueve": 9, "doce": 12, "veinte": 20, "treinta": 30}
_KO_NATIVE = {"하루": 1, "이틀": 2, "사흘": 3, "나흘": 4, "열흘": 10}
_DE_NEXT, _DE_LAST = r"(?:nächste|kommende)[nmrs]?", r"(?:letzte|vergangene|vorige)[nmrs]?"
_EN_COUNT, _DE_COUNT = _count(_EN_NUMBER, en.UNIT), _count(_DE_NUMBER, _DE_UNIT)
_FR_COUNT, _ES_COUNT = _count(_FR_NUMBER, fr.UNIT), _count(_ES_NUMBER, es.UNIT)
_ZH_COUNT = rf"(?<![^\W在于於将將会會就约約，])(?P<count>\d{{1,3}}|[一两兩二三四五六七八九十])\s?(?P<unit>{zh.UNITS})"
_JA_COUNT = r"(?<![^\Wはがをにもでて])" + _count(ja.NUMBER, ja.UNIT)
_KO_COUNT = r"(?<![^\W은는이가을를에고서라며도만다의] )(?<!\w)" + _count(ko.NUMBER, ko.UNIT)
_KO_DAYS = r"(?<![^\W은는이가을를에고서라며도만다의] )(?<!\w)" + rf"(?P<count>{'|'.join(_KO_NATIVE)})(?P<unit>)"
_ZH_DAY = "(?P<name>[一二三四五六日天])"

DAY_WORDS: dict[str, tuple[DayWord, ...]] = {
    "en": _words(
        (rf"(?<!\d )in (?:exactly )?(?!one\b){_EN_COUNT}(?: time)?", days.count(_EN_NUMBER, en.UNIT), "on {day}"),
        (rf"{_EN_COUNT} from (?:now|today)", days.count(_EN_NUMBER, en.UNIT), "on {day}"),
        (rf"{_EN_COUNT} ago", days.count(_EN_NUMBER, en.UNIT, -1), "on {day}"),
        (r"(?:the )?day after tomorrow", days.shift(2)), (r"(?:the )?day before yesterday", days.shift(-2)),
        (r"tomorrow(?!['’]s)", days.shift(1)),
        (r"yesterday(?!['’]s)|yesterday(?=['’]s\b[^.;\n]*\b(?:was|were|had|\w{3,}ed)\b)", days.shift(-1)),
        (rf"{en.A_WEEKDAY} (?:of )?next week", days.weekday(en.WEEKDAY, 1)),
        (rf"next week(?: on)? {en.A_WEEKDAY}", days.weekday(en.WEEKDAY, 1)),
        (rf"{en.A_WEEKDAY} (?:of )?last week", days.weekday(en.WEEKDAY, -1)),
        (rf"next {en.A_WEEKDAY}", days.weekday(en.WEEKDAY, 1)),
        (rf"last {en.A_WEEKDAY}", days.last_weekday(en.WEEKDAY)),
        (rf"(?:this coming|this|coming) {en.A_WEEKDAY}", days.weekday(en.WEEKDAY)),
        (r"(?:the )?end of next month", days.month_end(1)), (r"(?:the )?end of this month", days.month_end(0)),
        (r"(?:the )?end of this year", days.year_end),
        (r"(?<!the )next week(?!['’]s)", days.week(1), "the week of {day}"),
        (r"(?<!the )last week(?!['’]s)", days.week(-1), "the week of {day}"),
        (r"(?<!the )next month(?!['’]s)", days.month(1), "{month}"),
        (r"(?<!the )last month(?!['’]s)", days.month(-1), "{month}"),
    ),
    "de": _words(
        (rf"in {_DE_COUNT}", days.count(_DE_NUMBER, _DE_UNIT), "am {day}"),
        (rf"vor {_DE_COUNT}(?! (?:de[mnrs]|jede[mnr])\b)", days.count(_DE_NUMBER, _DE_UNIT, -1), "am {day}"),
        (r"übermorgen", days.shift(2)), (r"vorgestern", days.shift(-2)), (r"gestern", days.shift(-1)),
        (r"(?<!guten )(?<!heute )(?<!am )(?<!jeden )(?<!tag )(?<!woch )(?<!abend )morgen", days.shift(1)),
        (rf"{de.A_WEEKDAY} (?:der )?{_DE_NEXT} woche", days.weekday(de.WEEKDAY, 1)),
        (rf"{_DE_NEXT} woche(?: am)? {de.A_WEEKDAY}", days.weekday(de.WEEKDAY, 1)),
        (rf"{de.A_WEEKDAY} (?:der )?{_DE_LAST} woche", days.weekday(de.WEEKDAY, -1)),
        (rf"nächste[nmrs]? {de.A_WEEKDAY}", days.weekday(de.WEEKDAY, 1)),
        (rf"(?:diese[nmrs]?|kommende[nmrs]?) {de.A_WEEKDAY}", days.weekday(de.WEEKDAY)),
        (rf"{_DE_LAST} {de.A_WEEKDAY}", days.last_weekday(de.WEEKDAY)),
        (rf"ende (?:des )?{_DE_NEXT} monats?", days.month_end(1)), (r"ende dieses monats", days.month_end(0)),
        (r"ende dieses jahres", days.year_end),
        (rf"(?<!die ){_DE_NEXT} woche", days.week(1), "Woche vom {day}"),
        (rf"(?<!die ){_DE_LAST} woche", days.week(-1), "Woche vom {day}"),
        (rf"{_DE_NEXT} monat", days.month(1), "{month}"), (rf"{_DE_LAST} monat", days.month(-1), "{month}"),
    ),
    "fr": _words(
        (rf"dans {_FR_COUNT}", days.count(_FR_NUMBER, fr.UNIT), "le {day}"),
        (rf"il y a {_FR_COUNT}", days.count(_FR_NUMBER, fr.UNIT, -1), "le {day}"),
        (r"après-demain", days.shift(2)), (r"avant-hier", days.shift(-2)),
        (r"demain", days.shift(1)), (r"hier", days.shift(-1)),
        (rf"{fr.A_WEEKDAY} (?:prochain|de la semaine prochaine|en huit)", days.weekday(fr.WEEKDAY, 1)),
        (rf"{fr.A_WEEKDAY} de la semaine dernière", days.weekday(fr.WEEKDAY, -1)),
        (rf"{fr.A_WEEKDAY} dernier", days.last_weekday(fr.WEEKDAY)), (rf"ce {fr.A_WEEKDAY}", days.weekday(fr.WEEKDAY)),
        (r"(?:la )?fin du mois prochain", days.month_end(1)), (r"(?:la )?fin de ce mois", days.month_end(0)),
        (r"(?:la )?fin de cette année", days.year_end),
        (r"(?:la )?semaine prochaine", days.week(1), "la semaine du {day}"),
        (r"(?:la )?semaine (?:dernière|passée)", days.week(-1), "la semaine du {day}"),
        (r"(?:le )?mois prochain", days.month(1), "en {month}"),
        (r"(?:le )?mois (?:dernier|passé)", days.month(-1), "en {month}"),
    ),
    "es": _words(
        (rf"(?:en|dentro de) {_ES_COUNT}", days.count(_ES_NUMBER, es.UNIT), "el {day}"),
        (rf"(?<!desde )hace {_ES_COUNT}", days.count(_ES_NUMBER, es.UNIT, -1), "el {day}"),
        (r"pasado mañana", days.shift(2)), (r"anteayer|antes de ayer", days.shift(-2)), (r"ayer", days.shift(-1)),
        (r"(?<!por la )(?<!la )(?<!esta )(?<!cada )mañana(?! por)|mañana(?= por la )", days.shift(1)),
        (rf"{es.A_WEEKDAY} de la (?:próxima semana|semana (?:que viene|próxima))", days.weekday(es.WEEKDAY, 1)),
        (rf"(?:próximo|este) {es.A_WEEKDAY}", days.weekday(es.WEEKDAY)),
        (rf"{es.A_WEEKDAY} (?:que viene|próximo)", days.weekday(es.WEEKDAY)),
        (rf"{es.A_WEEKDAY} pasado", days.last_weekday(es.WEEKDAY)),
        (rf"pasado {es.A_WEEKDAY}", days.last_weekday(es.WEEKDAY)),
        (r"(?:finales|fines|final|fin) del? (?:próximo mes|mes que viene|mes próximo)", days.month_end(1)),
        (r"(?:finales|fines|final|fin) de este mes", days.month_end(0)),
        (r"(?:finales|fines|final|fin) de este año", days.year_end),
        (r"(?:la )?(?:próxima semana|semana (?:que viene|próxima))", days.week(1), "la semana del {day}"),
        (r"(?:la )?semana pasada", days.week(-1), "la semana del {day}"),
        (r"(?:el )?(?:próximo mes|mes (?:que viene|próximo))", days.month(1), "en {month}"),
        (r"(?:el )?mes pasado", days.month(-1), "en {month}"),
    ),
    "zh": _signs(
        (rf"{_ZH_COUNT}(?:之后|以后|之後|以後|后|後)", days.count(zh.NUMBER, zh.UNIT)),
        (rf"{_ZH_COUNT}(?:之前|以前|前)", days.count(zh.NUMBER, zh.UNIT, -1)),
        (r"大后天|大後天", days.shift(3)), (r"后天|後天", days.shift(2)), (r"明天|明日", days.shift(1)),
        (r"大前天", days.shift(-3)), (r"前天", days.shift(-2)), (r"昨天|昨日", days.shift(-1)),
        (rf"(?:下个?|下個){zh.WEEK}{_ZH_DAY}", days.weekday(zh.WEEKDAY, 1)),
        (rf"(?:这个?|這個?|本){zh.WEEK}{_ZH_DAY}", days.weekday(zh.WEEKDAY, 0)),
        (rf"(?:上个?|上個){zh.WEEK}{_ZH_DAY}", days.weekday(zh.WEEKDAY, -1)),
        (r"下(?:个|個)?月底", days.month_end(1)), (r"(?:本月|这个月|這個月)底", days.month_end(0)),
        (r"今年年底", days.year_end),
        (rf"(?<![一每])(?:下个?|下個){zh.WEEK}(?!\w?末)", days.week(1), "{day}那一周"),
        (rf"(?<![一每])(?:上个?|上個){zh.WEEK}(?!\w?末)", days.week(-1), "{day}那一周"),
        (r"下(?:个|個)月(?P<day>\d{1,2})\s?[日号號]", days.next_month_day),
        (r"(?<![一每])下(?:个|個)月(?![底初中])", days.month(1), "{month}"),
        (r"(?<![一每])上(?:个|個)月(?![底初中])", days.month(-1), "{month}"),
    ),
    "ja": _signs(
        (rf"{_JA_COUNT}後", days.count(ja.NUMBER, ja.UNIT)), (rf"{_JA_COUNT}前", days.count(ja.NUMBER, ja.UNIT, -1)),
        (r"明後日|あさって", days.shift(2)), (r"一昨日|おととい", days.shift(-2)), (r"昨日", days.shift(-1)),
        (r"明日|あした", days.shift(1)),
        (rf"再来週の?{ja.A_WEEKDAY}", days.weekday(ja.WEEKDAY, 2)),
        (rf"来週の?{ja.A_WEEKDAY}", days.weekday(ja.WEEKDAY, 1)),
        (rf"今週の?{ja.A_WEEKDAY}", days.weekday(ja.WEEKDAY, 0)),
        (rf"先週の?{ja.A_WEEKDAY}", days.weekday(ja.WEEKDAY, -1)), (rf"次の{ja.A_WEEKDAY}", days.weekday(ja.WEEKDAY)),
        (r"来月末", days.month_end(1)), (r"今月末", days.month_end(0)), (r"今年の?年末", days.year_end),
        (r"再来週", days.week(2), "{day}の週"), (r"来週", days.week(1), "{day}の週"),
        (r"(?<!先)先週", days.week(-1), "{day}の週"),
        (r"来月(?:の)?(?P<day>\d{1,2})日", days.next_month_day), (r"(?<!再)来月", days.month(1), "{month}"),
        (r"(?<!先)先月(?!末)", days.month(-1), "{month}"),
    ),
    "ko": _signs(
        (rf"{_KO_COUNT} ?(?:후|뒤)", days.count(ko.NUMBER, ko.UNIT)),
        (rf"{_KO_COUNT} ?전", days.count(ko.NUMBER, ko.UNIT, -1)),
        (rf"{_KO_DAYS} ?(?:후|뒤)", days.count(_KO_NATIVE, {"": 1})),
        (rf"{_KO_DAYS} ?전", days.count(_KO_NATIVE, {"": 1}, -1)),
        (r"내일모레|(?<!\w)모레", days.shift(2)), (r"(?<!\w)내일", days.shift(1)),
        (r"그저께|그제(?=[ ,.]|$)", days.shift(-2)),
        (r"(?<!\w)어제", days.shift(-1)),
        (rf"다음 ?주 ?{ko.A_WEEKDAY}", days.weekday(ko.WEEKDAY, 1)),
        (rf"이번 ?주 ?{ko.A_WEEKDAY}", days.weekday(ko.WEEKDAY, 0)),
        (rf"지난 ?주 ?{ko.A_WEEKDAY}", days.weekday(ko.WEEKDAY, -1)),
        (r"다음 ?달 ?말", days.month_end(1)), (r"이번 ?달 ?말", days.month_end(0)), (r"올해 ?연말", days.year_end),
        (r"(?<!그 )다음 ?주(?![가-힣]{2})", days.week(1), "{day} 주"),
        (r"지난 ?주(?![가-힣]{2})", days.week(-1), "{day} 주"),
        (r"다음 ?달 ?(?P<day>\d{1,2})일", days.next_month_day),
        (r"(?<!그 )다음 ?달", days.month(1), "{month}"), (r"지난 ?달", days.month(-1), "{month}"),
    ),
}
