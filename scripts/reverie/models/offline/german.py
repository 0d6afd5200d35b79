"""German as tables. The rule: ways of speaking, never one sentence somebody said."""

from __future__ import annotations

from reverie.models.offline.german_cues import ALL, DO, GERMAN_CUES, GERMAN_HINTS, NO_REPORT, THIS_WAY
from reverie.models.offline.german_days import GERMAN_DAYS
from reverie.models.offline.language import Language, words
from reverie.models.offline.tools import EMOJI

GERMAN = Language(
    tag="de",
    sign=words(
        r"\b(?:der|die|das|den|dem|des|ein|eine|einen|einer|einem|ich|du|wir|ihr|es|ist|sind|war|bin|nicht|kein|keine|"
        r"keinen|und|oder|aber|auf|mit|von|zu|zum|zur|bei|beim|für|im|in|am|an|auch|immer|nie|niemals|bitte|mir|mich|"
        r"dir|"
        r"uns|unser\w*|wird|werden|wurde|hat|haben|habe|dass|wenn|weil|als|wie|noch|nur|ab|jetzt|künftig|alle|alles|"
        r"mach|"
        r"merk|lass|vergiss|schon|wieder|so|nach|aus|um|vor|bis|über|ohne|sondern|statt|lieber|genau|dann|mehr|"
        r"man)\b|[ß]"
    ),
    alien=words(r"[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af\u0400-\u04ff]"),
    cues=GERMAN_CUES,
    vetoes=(
        words(
            r"\b(?:diesmal|dieses mal|dies eine mal|ausnahmsweise|nur (?:heute|jetzt|kurz|dieses|hier)|für heute|"
            r"heute nur|"
            r"vorerst|vorläufig|fürs erste|erst ?mal|momentan|im moment|gerade eben|vorübergehend|übergangsweise|"
            r"einmalig|"
            r"noch nicht|in diesem (?:fall|commit|branch|pr|durchlauf)|in dieser (?:datei|sitzung|funktion)|"
            r"heute abend|"
            r"provisorisch|solange (?:der|die|das|bis)|bis ich)\b"
        ),
        words(
            r"^(?:angenommen|mal angenommen|gesetzt den fall|stell dir vor|nehmen wir an|was wäre|was,? wenn|"
            r"theoretisch|"
            r"hypothetisch|nur mal so)\b|\b(?:falls wir|wenn (?:wir|ich|du) .*(?:würden?|wäre|hätte|könnte)|vielleicht|"
            r"eventuell|womöglich|ich frage mich|keine ahnung|bin (?:mir )?(?:nicht|un)\s?sicher|überlege|könnten wir|"
            r"sollten wir|wäre es|würdest|ich würde|wäre (?:schön|cool))\b",
            rf"\b(?:haha\w*|lol|scherz|ironie|immer eine freude|na (?:toll|super|klasse|prima)|ganz toll|wie immer|"
            rf"wie üblich|immer (?:das ?selbe|das gleiche|wieder)|danke für nichts|läuft ja super)\b|{EMOJI}|"
            rf"^(?:super|toll|klasse|prima|großartig|wunderbar|"
            r"herrlich|bravo|na)[,!]+ (?:schon wieder|immer|mal wieder|noch|wieder)",
            r"^(?:warum|wieso|weshalb|wie|was|wer|wo|wann|welche\w*|soll\w*|kann\w*|darf|muss|gibt es|ist das|"
            r"hast du|weißt du)\b.*\?",
            r"\b(?:niemand|keiner|jeder|alle) (?:sollte|macht|mag)\b",
        ),
        words(
            r"\bvergiss (?!(?:bitte )?nicht)\b|\blösche? .*(?:erinnerung|gedächtnis|memory)|"
            r"\bmerk dir das nicht\b|\bnicht merken\b"
        ),
        words(r"[,;] (?:also |bitte |dann )?(?:mach|beheb|fix|korrigier|änder|repariere?)e?(?: das| es| bitte)?[.!]*$"),
    ),
    turn_vetoes=(
        words(
            r"\b(?:du bist (?:jetzt )?(?:ein|eine|der|die|mein)\b|tu so,? als|spiel(?:e|en wir)? (?:einen?|mal)|"
            r"rollenspiel|"
            r"im stil von|rede wie|sprich wie|ich bin (?:der |die |ein )?(?:könig|königin|pirat|kaiser|zauberer))\b"
        ),
    ),
    polite=words(
        r"^(?:und |bitte |hey |ach )*(?:kannst|könntest|würdest|können|könnten) (?:du|sie) (?:bitte |"
        r"mal )*(?=(?:immer|nie|niemals|"
        r"künftig|in zukunft|ab jetzt|dir merken|aufhören)\b)"
    ),
    hearsay=words(
        r"\b(?:laut|steht|sagt\w*|schreib(?:t|en) (?!sie)|meint\w*|behauptet\w*|empfiehlt|empfehlen|verlangt|findet|"
        r"fordert|"
        r"zufolge|angeblich|man soll\w*|heißt es)\b(?<!steht fest)(?!.*\b(?:jira|confluence|notion|wiki|https?)\b)",
        r"\b(?:der|die|das) (?:button|knopf|schalter|feld|dialog|menü|seite|maske|spalte|liste|tabelle|fenster|"
        r"formular)\b.*\b(?:soll|"
        r"muss|darf)",
        r"\b(?:der|die|das) (?:nutzer|benutzer|anwender|app|funktion|parser|server|client|skript|modell) (?:soll|"
        r"muss|darf)\w* "
        r"(?:immer|nie\w*)\b",
    ),
    task=words(
        r"^(?:(?:ok(?:ay)?|so|jetzt|nun|dann|und|auch|erst(?:mal)?|ja|gut|super|danke|bitte|hi|hallo)[,"
        r".:! ]+)*(?:bitte |kannst du "
        r"|könntest du |mal )*(?:füg|ergänz|schreib|implementier|erstell|bau|reparier|fix|beheb|änder|benenn|refaktor|"
        r"entfern|lösch|verschieb|aktualisier|generier|konvertier|migrier|such|finde|schau|sieh|prüf|zeig|erklär|"
        r"erweiter|"
        r"ersetz|untersuch|debug|richte|installier|deploy|übersetz|fass|lies|vergleich|räum|pushe?|committe?|merge|"
        r"führ|"
        r"starte?|teste?|mach|setz|leg|nimm|nenn|lass|gib|dreh|zieh)\w*\b(?! (?:nie|niemals|keine?n?|immer|stets)\b)"
    ),
    standing=words(
        r"^(?!.*\b(?:nutzer|anwender|user|benutzer)\b)(?!(?:bitte )?(?:füg|ergänz|erstell|bau|"
        r"implementier)e? (?:mir )?(?:ein\w*|das|die|den) )"
        r"(?!(?:bitte )?(?:schreib|mach|gib|zeig|entwickl|programmier)e? (?:mir )?eine?n? ).*\b(?:ab (?:jetzt|sofort|"
        r"heute|nun)|von (?:jetzt|nun) an|künftig|zukünftig|in zukunft|immer|stets|niemals|nie|nie wieder|"
        r"grundsätzlich|generell|jedes ?mal|nicht mehr|merk dir|vergiss nicht)\b"
    ),
    complaint=words(""),
    verdict=words(
        rf"^(?:(?:nein|nee|halt|stopp|bitte|und|aber)[,.! ]+)*(?:{DO} .*\bnicht\b|{DO} (?:bitte )?keine?n?\b|"
        rf"keine?n? \w+)"
        r"(?!.*\b(?:das|es|dies)\b[.!]*$)"
    ),
    incident=words(
        r"\b(?:letzte[sn]? (?:mal|woche|monat|quartal|jahr|frühjahr|sommer|herbst|winter)|vergangene\w*|gekostet|"
        r"verloren|"
        r"lahmgelegt|ausfall|vorfall|auf die (?:nase|finger)|schiefgegangen|war teuer|damals|schon (?:ein|zwei)mal|"
        r"neulich|übersehen)\b"
    ),
    directive=words(
        rf"^(?:bitte )?(?:{DO}|nie|niemals|immer|keine?n?|nicht)\b|\b(?:du|dein\w*|muss|müssen|darf|dürfen|soll\w*|"
        rf"nie\w*|immer|bitte|"
        r"keinesfalls)\b"
    ),
    opener=words(
        r"^(?:(?:ok(?:ay)?|nein|nee|ja|gut|also|und|aber|auch|bitte|übrigens|ach ja|ach|hallo|hi|hey|danke|genau|"
        r"stimmt|moment|noch "
        r"was|halt|stopp)(?: ?[,.:;!–]+ *| - ))+",
        r"^(?:bitte )?(?:merke?|notiere?|merken sie) (?:dir|sich|euch)(?: bitte| mal)?(?: das| dies| folgendes)?(?:,"
        r"? dass\b)?[,:;. –-]*",
        r"^(?:bitte )?(?:denke?|denken sie) (?:bitte |immer |auch )*(?:daran|dran)(?:,? dass\b)?[,:;. –-]*",
        r"^(?:vergiss|vergessen sie) (?:bitte )?nicht(?:,? dass\b)?[,:;. –-]*",
        r"^(?:zur erinnerung|fürs nächste mal|für die zukunft|nicht vergessen|zum merken|fürs protokoll)[,:;. –-]*",
    ),
    pointing=words(
        r"^(?:das|dies|es|so|gleiches|dasselbe|ebenso|beides)\b(?! (?:team|projekt|repo|system|gerät|"
        r"amt)\b)"
    ),
    order=words(
        rf"^(?:(?:dann|und|so|jetzt|ok(?:ay)?|bitte|erst|aber|ja)[, ]+)*(?:{DO}|danke|kannst|könntest|was|wo|warum|"
        rf"wie|wer|ich schau|"
        r"los|weiter|fang|geh|versuch)\b"
    ),
    reason=words(
        r"[,;:.–— ]+(?:weil|da (?=wir|ich|es|der|die|das|sonst)|denn|wegen|sonst(?! nicht)|ansonsten|"
        r"damit)\b\s*(?P<why>.+)$"
    ),
    because=words(
        r"\b(?:weil|denn|sonst|wegen|letzte[sn]? (?:mal|woche|monat|jahr)|verloren|ausfall|kaputt|muss|müssen|teuer|"
        r"recht\w*|audit\w*|"
        r"vertrag\w*|kunden?|vorfall|grund|deshalb|bricht|langsam|kann nicht|geht nicht|nur so)\b"
    ),
    manner=words(
        r"\b(?:antwort\w*|erklär\w*|zusammenfass\w*|stichpunkt\w*|emojis?|kurz|knapp|deutsch|englisch|fachjargon|ton|"
        r"duz\w*|siez\w*|"
        r"variante\w*)\b"
    ),
    local=words(r"\b(?:hier|dies(?:es|em|er) (?:repo\w*|projekt|team|code)|unser\w*|bei uns)\b"),
    stop_words=frozenset(
        "der die das den dem des ein eine einen einer einem eines ich du er sie es wir ihr mich dich uns euch mir "
        "dir ihm ihnen mein "
        "meine dein deine sein unser unsere ist sind war waren bin bist wird werden "
        "wurde worden hat haben habe hatte nicht kein keine "
        "keinen und oder aber auf mit von zu zum zur bei beim für im in am an ans auch immer nie niemals bitte dass "
        "wenn weil als wie "
        "noch nur ab jetzt künftig alle alles mach machen schon wieder so nach aus um vor bis über ohne sondern "
        "statt lieber genau "
        "dann mehr man muss müssen soll sollen darf dürfen kann können sehr hier da dort diese dieser dieses diesem "
        "diesen merk "
        "merke denk daran denn doch mal ja nein sonst also sich selbst heute vorher".split()
    ),
    days=GERMAN_DAYS,
    hints=GERMAN_HINTS,
    deictic=words(
        r"^(?:nein,? |stimmt\.? |aber )*(?:der|die|das|es|er|sie|dies\w*) (?:ist|sind|war|bleib\w*|wird|hat|kann|"
        r"geht|muss|darf|kommt|läuft)\b",
        rf"^(?:bitte )?{DO} (?:das|es|so(?:was)?)\b.{{0,12}}$",
    ),
    assent=words(
        rf"^(?:(?:ja|genau|perfekt|gut|super|prima|richtig|passt|ok(?:ay)?|sehr gut|klasse)\b[,"
        rf".! ]*)+.*(?=.*{THIS_WAY})(?=.*{ALL})",
        r"^(?:bitte )?(?:mach\w*|halt\w*) (?:es |das |bitte )*(?:ab jetzt |künftig |in zukunft )?(?:immer |"
        r"auch )?(?:genau )?so\b.*",
        rf"^so (?:bitte )?{ALL}",
    ),
    change=words(
        NO_REPORT + r".*\b(?:nicht mehr|verschoben|verlegt|geändert|umbenannt|umgezogen|verlängert|verkürzt|abgelöst|"
        r"ersetzt|"
        r"gewechselt|statt|nun|ab (?:jetzt|sofort)|jetzt (?:auf|in|bei|unter|der|die|das|gilt)|neu(?:e[rsnm]?)? "
        r"(?:adresse|port|termin|frist|grenze|regel|datum)|inzwischen|mittlerweile|(?:läuft|lauscht|liegt|steht|gilt|"
        r"ist|sind) .{0,20}\bjetzt)\b"
    ),
    more=words(NO_REPORT + r".*\b(?:auch|ebenfalls|zusätzlich|außerdem|dazu|ferner|genauso|sowie)\b"),
    again=words(
        r"\b(?:wie gesagt|wie (?:schon |bereits )?erwähnt|hab(?:e)? ich (?:schon|bereits|doch) gesagt|"
        r"wie besprochen|du weißt)\b"
    ),
)
