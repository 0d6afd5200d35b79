"""German cues, weak ones last, and the words shared with the vetoes: ways of speaking, never one sentence."""

from __future__ import annotations

from reverie.models.offline.language import DECISION, POINTER, REMEMBER, RULE, SELF, cues
from reverie.models.offline.tools import TOOL, URL

HEAD = r"(?:^|[,;:–]\s*|\b(?:und|aber|also|bitte|auch|dann|sondern|nein|ja)[, ]+)"
# What one tells an agent to do, as an order or at the end of a clause.
VERB = (
    r"(?:nutz|verwend|benutz|benutze|schreib|mach|lass|lösch|änder|fass|ruf|installier|push|commit|committ|merg|rebas|"
    r"antwort|erklär|frag|zeig|führ|start|test|setz|leg|halt|füg|bau|benenn|prüf|deploy|formatier|kommentier|mock|log|"
    r"speicher|nenn|stell|schick|arbeit|red|fang|hör|achte|verzicht|vermeid|pack|trenn|sortier|runde|rechn|spar|sag|"
    r"meld|informier|erwähn|wart)"
    r"(?:e|en|t|st|est|et|er)?"
)
IRREGULAR = r"(?:nimm|gib|lies|sprich|sieh|triff|nehmen|geben|lesen|fass|brich)"
DO = rf"(?:{VERB}|{IRREGULAR})"
ROLE = (
    r"\w*(?:ingenieur|entwickler|programmierer|informatiker|analyst|designer|architekt|forscher|wissenschaftler|"
    r"student|"
    r"administrator|admin|leiter|gründer|praktikant|berater|statistiker|biologe|biologin|physiker|chemiker|"
    r"mathematiker|ökonom|arzt|ärztin|lehrer|tester|redakteur|buchhalter|jurist|anwalt|geologe|geologin|hydrolog\w*|"
    r"journalist|übersetzer|anfänger|neuling|einsteiger|laie|quereinsteiger|manager|techniker|meister|betreuer|"
    r"verantwortlicher?|devops|sre|dba|planer|disponent)(?:in|innen|en|s)?\b"
)
PROMISE = (
    r"(?:frist|abgabe|abnahme|freigabe|release|auslieferung|lieferung|liefern|geht live|livegang|vorführung|demo|"
    r"umstellung|umgestellt|umzug|migration|migriert|abschaltung|abgeschaltet|eingestellt|audit|prüfung|bleib\w*|bis|"
    r"freeze|eingefroren|sperre|gesperrt|start\w*|beginn\w*|endet|ende|läuft (?:aus|ab)|übergabe|vertrag|termin|"
    r"stichtag|"
    r"zugesagt|verschoben|eröffn\w*|wartung|ausschreibung|messe|workshop|pilot\w*|fällig|fertig|vorher)"
)
THIS_WAY = r"\b(?:so|genau so|auf diese (?:art|weise)|nach diesem (?:muster|schema)|wie (?:eben|gerade|hier|du))\b"
ALL = (
    r"\b(?:immer|künftig|zukünftig|in zukunft|ab jetzt|ab sofort|jedes mal|jedesmal|stets|bei (?:allen|jede[mr])|"
    r"generell)\b"
)
NO_REPORT = r"^(?!.*\b(?:fehler|kaputt|abgestürzt|schlägt fehl|fehlgeschlagen|bug|hängt|falsch|komisch|klappt)\b)"

# What "must be" about a product is a task; about the work, or for a reason, it may be a rule.
POLICY = (
    r"(?=.*\b(?:alle[nrs]?|jede[nrsm]?|immer|nie|niemals|niemand|weil|sonst|ohne|bevor|vorher|vor|bis|nur|vertrag\w*|"
    r"recht\w*|lizenz\w*|"
    r"audit\w*|dsgvo|kunden?|behörde|produktion|produktiv\w*|release\w*|deploy\w*|merge\w*|commit\w*|branch\w*|prs?|"
    r"migration\w*|"
    r"review\w*|freigabe|pipeline|abhängigkeit\w*|repo\w*|rechner|prüfstand|datenschutz)\b)"
)

GERMAN_CUES = (
    *cues(
        REMEMBER,
        rf"{HEAD}(?:merke?|merken sie|notiere?|notieren sie) (?:dir|euch|sich)\b(?! (?:den|die|das) (?:letzte|"
        rf"zuletzt))",
        rf"{HEAD}(?:denke?|denken sie) (?:bitte |immer |auch )*(?:daran|dran)\b",
        rf"{HEAD}(?:vergiss|vergesst|vergessen sie) (?:bitte )?(?:nicht|nie)\b(?=[,:]? ?(?:dass|:|wir|unser|der|die|"
        rf"das|ich)\b)",
        rf"{HEAD}(?:behalte?|behalten sie) (?:bitte )?(?:das |dir )?im (?:hinter)?kopf\b",
        r"^(?:bitte )?(?:zur erinnerung|fürs nächste mal|für die zukunft|nicht vergessen|zum merken|fürs protokoll|"
        r"wichtig zu wissen|gut zu wissen)\b[:,]?",
        r"\b(?:speichere?|schreibe?|nimm) (?:dir )?(?:das|dies|folgendes)?,? ?(?:bitte )?(?:in|im|"
        r"ins) (?:dein(?:em?)? )?"
        r"(?:gedächtnis|memory)\b",
    ),
    *cues(
        RULE,
        rf"^(?=.*\b(?:{DO}|bitte|kein\w*|immer|nie\w*|nur|alle\w*|du|ich (?:will|möchte|hätte)|"
        rf"wir)\b).*\b(?:ab (?:jetzt|sofort|"
        r"heute|nun)|von (?:jetzt|nun|heute) an|künftig|zukünftig|in zukunft|fortan|nächstes mal|beim nächsten mal)\b",
        rf"{HEAD}(?:immer|stets|grundsätzlich|niemals|nie|nie wieder|nie mehr|keinesfalls|auf keinen fall)\b(?! (?:so|"
        rf"noch|wenn ich|gesehen|gehört|gehabt))(?=.*\b{DO}\b)",
        r"^(?:nein,? |bitte )*(?:\w+ ){1,4}(?:immer|nie|niemals|stets|grundsätzlich) (?:\w+ ){1,5}\w+n\b(?=[,.!]|$|"
        r" statt| und nicht| "
        r"ohne)(?!.*\b(?:ich|wir|sie|es|wird|werden|haben)\b)",
        rf"^(?:bitte )?{DO} (?:sie |mir |mich |bitte |das |die |den |keine?n? )*.*\b(?:immer|niemals|nie|nie wieder|"
        rf"nie "
        r"mehr|stets|grundsätzlich|generell|nicht mehr|jedes ?mal|ohne (?:rückfrage|zu fragen|rücksprache|mich|mein\w*|"
        r"freigabe))\b(?!.*\bich\b.*\bnie\b)",
        rf"{HEAD}keine?n? (?!ahnung|problem|zeit|sorge|idee|lust|eile|angst|frage)\w+.* (?:mehr|ohne|in|im|bei|"
        rf"für) \w+",
        r"^(?:bitte )?hör(?:e|t)? (?:bitte )?auf,? .*\bzu\b|^schluss mit\b",
        r"\bwir (?:nutzen|verwenden|benutzen|schreiben|committen|mergen|pushen|deployen|machen|testen|loggen) (?:hier "
        r"|bei uns )?(?:immer|nie(?:mals)?|nur|grundsätzlich|ausschließlich|kein\w*)\b",
        r"\bich (?:bevorzuge|mag (?:es|kein\w*|lieber)|hasse|hätte (?:gern|lieber)|ziehe .* vor|will (?:immer|nie|"
        r"keine?)|"
        r"möchte (?:immer|nie|keine?n?|grundsätzlich)|(?:möchte|will|erwarte|wünsche mir),? dass du)\b(?!.*\b(?:die "
        r"erste|die zweite|variante [\dab])\b)",
        rf"\b(?:jedes ?mal,? wenn|immer wenn|wann immer|bevor|ehe) (?:du|sie)\b.*\b(?:{DO}|erst|zuerst|immer)\b",
        r"\b(?:antworte|antworten sie|schreibe?|erkläre?|rede?|sprich)(?: mir| mit mir)?(?: bitte)? (?:immer |nur |"
        r"stets )?"
        r"(?:auf (?:deutsch|englisch)|kurz|knapp|in stichpunkten|ohne)\b(?=.*\b(?:immer|nur|stets|bitte|ohne|kurz|"
        r"knapp)\b)",
        r"\b(?:halte?|fasse?) (?:deine |die |bitte )*(?:antworten|erklärungen|zusammenfassungen|commits?|"
        r"diffs?) (?:bitte "
        r"|immer )?(?:kurz|knapp|klein|einfach)\b",
        r"\b(?:immer|stets|nur|grundsätzlich) auf (?:deutsch|englisch)\b",
        r"\bbei uns (?:wird|werden|gilt|ist|sind|heißt|macht man)\b.*\b(?:jede\w*|immer|nie\w*|nur|vor|kein\w*|"
        r"alle\w*)\b",
        r"\b(?:faustregel|hausregel|grundregel|grundsatz|bei uns gilt|die regel ist|regel:|konvention:)",
        r"^(?:nein|nee|falsch|halt|stopp)[,.! -]+(?:bitte |wir )?(?:nutz\w*|verwend\w*|nimm|nehmen|schreib\w*|"
        r"mach\w*) .*"
        r"\b(?:nicht|statt|anstatt|anstelle)\b",
    ),
    *cues(
        SELF,
        rf"\bich (?:bin|arbeite als|war) (?:\w+ ){{0,4}}{ROLE}",
        r"\bich (?:habe?|hab) (?:noch )?nie (?:\w+ ){0,4}(?:benutzt|verwendet|genutzt|programmiert|geschrieben|"
        r"gearbeitet|"
        r"gelernt|angefasst)\b(?! .*(?:dies|das hier))",
        r"\bich arbeite (?:\w+ )?(?:in der|im|bei der|beim|für d\w+) (?!branch|ticket|moment|pr\b)\w+",
        r"\bich kenne mich (?:mit|in|bei) .*\baus\b|\bist (?:komplett |ganz |völlig |noch )?neu für mich\b",
        r"\bich (?:bin|arbeite) (?:\w+ )?(?:neu (?:hier|im|in|bei)|im team|in der abteilung|beim? |bei der |"
        r"für die )\w*",
        r"\bich bin (?:\w+ )?(?:farbenblind|rot-?grün-?blind|legastheniker\w*|schwerhörig|sehbehindert|blind|"
        r"linkshänder\w*)\b",
        r"\bich (?:programmiere|schreibe|entwickle|arbeite|mache) (?:\w+ ){0,3}seit (?:\w+ )?jahren\b|\bseit (?:\w+|"
        r"\d+) "
        r"jahren (?:\w+ ){0,3}(?:ich|in der|im|als)\b",
        r"\bich komme (?:eigentlich |ursprünglich )?(?:aus|von) (?:der|dem) \w+",
        r"\bich (?:leite|betreue|verantworte|pflege|kümmere mich um) (?:hier )?(?:den|die|das|"
        r"unsere?n?)\b(?!.*\b(?:heute|gerade)\b)",
        r"\bich kann (?:leider |fast |so gut wie )?kein(?:e|en)? \w+(?:[,.]|$| und)|\bmein (?:deutsch|englisch) ist\b",
        r"\bich (?:habe?|hab) (?:\w+ ){0,3}(?:studiert|promoviert|gelernt)\b",
    ),
    *cues(
        DECISION,
        r"\b(?:wir|das team|die leitung|der kunde|die geschäftsführung|sie) (?:haben?|hat) (?:uns |sich |heute |"
        r"gestern |jetzt "
        r"|nun )*.*\b(?:entschieden|beschlossen|geeinigt|festgelegt|vereinbart|verständigt|abgestimmt)\b",
        r"\b(?:wurde|ist|steht|sind) (?:\w+ ){0,4}(?:beschlossen|entschieden|festgelegt|vereinbart|abgesegnet)\b",
        r"^(?:die )?entscheidung(?: ist| war)?[:,]? \w+|\bbeschluss:",
        r"\bwir (?:steigen|stellen|wechseln|ziehen|migrieren|setzen) .*\b(?:um|auf|ein|zu|aus)\b(?=.*\b(?:weil|da|"
        r"wegen|ab|bis)\b)",
    ),
    *cues(
        DECISION,
        rf"^(?=.*\b{PROMISE}\b)(?!.*\b(?:ich brauche|kannst du|bitte|mach|war|hatte|"
        rf"wurde gestern)\b)",
        dated=True,
    ),
    *cues(
        POINTER,
        rf"\b(?:ist|sind|liegt|liegen|steht|stehen|wird|werden|findest du|gibt es|finden sich|verwaltet|dokumentiert|"
        rf"landen|"
        rf"kommen|gehören)\b.*\b(?:in|im|auf|unter|bei|über)\b (?:\S+ ){{0,3}}(?:\w+-)?{TOOL}\b",
        rf"\b(?:ist|sind|liegt|liegen|steht|stehen|findest du|gibt es|unter|siehe)\b.*{URL}",
        rf"\b(?:tickets?|fehler|bugs?|spezifikation\w*|doku\w*|dashboard|board|protokolle?|entwürfe|"
        rf"runbooks?)\b.*(?:{URL}|\b{TOOL}\b)",
    ),
)
GERMAN_HINTS = (
    *cues(
        RULE,
        r"^(?:nein,? |und |aber )*(?:bitte )(?:nur|kein\w*|nicht|erst|zuerst|lieber|ohne)\b",
        r"\b(?:nicht \S+(?: \S+){0,2},? sondern|statt|anstatt|anstelle|lieber)\b",
        NO_REPORT + POLICY + r".*\b(?:muss|müssen|darf|dürfen|soll|sollen|gehört|gehören|verboten|tabu|pflicht|nie|"
        r"niemals|immer)\b",
        r"\bich (?:mag|finde|lese|erwarte|(?:will|möchte|brauche) (?:kein\w*|nur|lieber))\b(?! (?:wissen|sehen,? ob|"
        r"das|es))",
        r"\b(?:wir|bei uns) .*\b(?:nutzen|verwenden|schreiben|machen|üblich|heißt|heißen)\b",
        rf"^(?:bitte )?{DO} (?:die|den|das|der|unsere?n?) \w+ nicht\b.*",
        r"\b(?:nicht|nichts) .*(?:anfassen|ändern|löschen|ohne)\b",
    ),
    *cues(
        SELF,
        r"\bich (?:bin|arbeite|komme|kenne|kann|hab\w*|leite|mache)\b (?!gleich|gerade|mir|dir|das|es|dabei|"
        r"fertig|jetzt|heute)\w+",
    ),
    *cues(
        DECISION,
        NO_REPORT + r".*\b(?:maximal|höchstens|mindestens|nur|grenze|limit)\b.*\d",
        r"\b(?:jeden|jede|jedes|montags|dienstags|mittwochs|donnerstags|freitags|samstags|sonntags|nachts|wöchentlich|"
        r"täglich|monatlich|am wochenende)\b",
        NO_REPORT + r".*\b(?:verschoben|verlegt|verlängert|zugesagt|geplant|abgesagt|zuständig|verantwortlich|gesperrt|"
        r"abgeschaltet|eingestellt|gekündigt|unterschreibt|freigibt|freigegeben|abgekündigt)\b",
        r"\b(?:der kunde|die leitung|der vorstand|die behörde|das amt) (?:will|verlangt|besteht|möchte|hat)\b",
    ),
    *cues(DECISION, NO_REPORT, dated=True),
)
