"""English ways of speaking that make a memory only plausible, and how a fact is said to replace an older one."""

from __future__ import annotations

from reverie.models.offline.english_words import VERB
from reverie.models.offline.language import DECISION, POINTER, RULE, SELF, cues, words
from reverie.models.offline.tools import TOOL, URL

# A report of what has just gone wrong is no standing fact.
_NO_REPORT = (
    r"^(?!.*\b(?:fail(?:s|ed|ing)?|broken?|crash\w*|errors?|bugs?|hangs?|hung|times? out|timed out|wrong|weird|slow|"
    r"missing|yesterday|bump|spikes?|the spacing|i (?:just |already |also |have )?(?:\w+ed|did|made|ran|put)|i'll|"
    r"i will|i see|i get|i got|shows?|displays?|renders?|twice|screen|button|dropdown|must be the|looks like|seems?|"
    r"stack ?trace|exception)\b)"
)
_ALL = r"\b(?:always|from now on|every\w*|future|all|any|going forward|each|in general|next time|here on|by default)\b"
_THIS_WAY = (
    r"\b(?:like (?:this|that)|this way|that way|the same way|(?:do|doing|keep|use|follow|make) (?:that|this|it|these)|"
    r"(?:in|at|of|with) this (?:size|form|format|style|order|shape|manner|fashion)|stick (?:with|to) (?:this|that|"
    r"it)|the (?:way|approach|order|format|style) you)\b"
)

# What "must be" about a product is a task; about the work, or for a reason, it may be a rule.
_POLICY = (
    r"(?=.*\b(?:all|every|any|each|always|never|nobody|no one|because|since|otherwise|unless|without|before|until|only|"
    r"contract\w*|legal|law|licen[cs]e\w*|audit\w*|compliance|gdpr|vendors?|customers?|clients?|prod(?:uction)?|"
    r"staging|"
    r"releas\w*|deploy\w*|merg\w*|commit\w*|branch\w*|prs?|pull requests?|migrations?|review\w*|ci|pipelines?|secrets?|"
    r"dependenc\w+|repo\w*|machines?|cluster|hardware|backups?)\b)"
)

ENGLISH_HINTS = (
    *cues(
        RULE,
        # A thing against another: "X, not Y".
        _NO_REPORT + r".*\b(?:use|write|run|call|name|put|keep|want|need|go|goes|belongs?)\b.*(?:,"
        r"? (?:and )?not (?!sure|"
        r"that|yet|so|only|just|because|working)\w+|\binstead(?: of)?\b|\brather than\b)",
        _NO_REPORT + _POLICY + r"(?!.*\b(?:you|we|i) (?:have|need) to\b).*\b(?:must(?:n't)?|may not|has to|have to|"
        r"ought to|is to be|are to be|"
        r"is not to be|not supposed to|not allowed|forbidden|mandatory|required)\b(?!.*\b(?:today|tomorrow|now|"
        r"again)\b)"
        r"(?<!i have to)",
        r"\bi (?:do |really |quite |usually |generally |tend to |just )?(?:like|prefer|want|expect|find|hate|dislike|"
        r"appreciate|think in|read)\b(?! (?:to (?:know|see if|understand|check|try)|out|that (?:the|it)|this|it|a |an "
        r"|you to|the (?:first|second|old|new)))",
        rf"^(?:and |but |also |no,? )*(?:please )?(?:don'?t|do not|avoid|no) (?:{VERB} )?(?!that|this|it\b|worry|"
        rf"problem|"
        r"idea|need|hurry|yet|touch it)\w+.*\b(?:in|for|on|to|with|of|into|from) (?!this|that|it\b)\w+",
        r"^(?:no[,.! ]+)?(?:please )?(?:don'?t|do not|never|no) (?!worry|bother|panic|need|idea|problem|way|rush|"
        r"stop)\w+[.!]*$",
        _NO_REPORT + r"(?:please |always |and )*keep (?!going|it up|that|this|it\b|me)\w+",
        r"^(?:no[,.]? )?(?:please )?\bonly\b.*\b(?:if|when|for|in|on)\b|\bstays? (?:in |on )?\w+ in every\b",
        r"\b(?:we|our team|the team|this team|people here) (?:\w+ )?(?:use|prefer|like|keep|avoid|write|name|tag|ship|"
        r"deploy|release|merge|review|squash|call|treat|store|pin|support|follow|want|expect|agree on|"
        r"sign)\b(?! (?:this"
        r"|that|it)\b)",
        r"\b(?:style|convention|habit|policy|practice|rule|standard|taste|preference)s?\b.*\b(?:is|are|here|says?)\b",
        r"\b(?:is|are|stays?|remains?) (?:off[- ]limits|taboo|a no-go|not an option|sacred|hands off)\b|^hands off\b",
        r"\bstay(?:s)? (?:\w+ ){1,3}(?:in|everywhere|here)\b",
        r"\bas (?:we|i) (?:do|did|have it|handle it) (?:everywhere|elsewhere|in the other)\b",
        r"\b(?:any|every|each|all) (?:[\w-]+ ){1,5}(?:starts?|begins?|ends?|comes?|goes|go|gets?|carr(?:y|ies)|"
        r"needs?|uses?|"
        r"belongs?|stays?)\b",
        r"\bok(?:ay)? up to\b|\bup to (?:about |around )?\d+\b.*\b(?:above|beyond|more)\b",
    ),
    *cues(
        SELF,
        r"\b(?:i|i'm|im|my) (?:\w+ ){0,2}(?:background|degree|phd|training|day job|team|role|profession|trade|native|"
        r"first "
        r"language|eyes|hearing)\b",
        r"\bi (?:did|got|have|hold|finished) (?:my |a |an )?(?:phd|degree|master|bachelor|doctorate|studies|"
        r"training)\b",
        r"\bi(?:'m| am) (?:mostly |mainly |more |rather |really |just |only )?(?:a|an|the|on|from|in|at|responsible|"
        r"used to|"
        r"good|bad|better|fluent|rusty|out of practice)\b(?! (?:bit|little|moment|hurry|error|issue|branch|loss|same|"
        r"page|fan of|file|meeting|call|train|mobile|phone)\b)",
        _NO_REPORT + r".*\bi (?:usually|normally|come|work|worked|maintain|own|run|lead|teach|study|studied|grew up|"
        r"speak|only speak|sit|"
        r"spend)\b (?:on |in |as |at |from |with |for |the |a |my |most )",
        r"\bi (?:know|understand|have used|used|speak|read) \w+ (?:well|fine|inside out|fluently|but|for years)\b",
    ),
    *cues(
        DECISION,
        # What limits a thing of the outer world.
        _NO_REPORT + r".*\b(?:at most|no more than|at least|max(?:imum)?|minimum|limit(?:ed)?|cap(?:ped)?|quota|only "
        r"(?:accepts?|supports?|works?|takes?|runs?|allows?|has|have|speaks?|answers?|available|until|from|between|"
        r"on))\b"
        r"(?=.*(?:\d|\bonly\b))",
        _NO_REPORT + r".*\b(?:(?:is|are) (?:owned|run|handled|maintained|signed off|operated|paid|managed|hosted|"
        r"approved|"
        r"reviewed|done|responsible)\b.*\bby\b|(?:owns?|approves?|signs? off|is in charge|is responsible|"
        r"are responsible|"
        r"takes care)\b)",
        r"\b(?:we|they|management|the customer|the client|legal|ops|the board) (?:went|go|are going|have gone|picked|"
        r"pick|"
        r"chose|choose|will|won't|committed|promised|signed|bought|cancelled|dropped|killed|postponed|keep|stay|"
        r"settle|use|run on|host)\b(?! (?:to know|this fixed|it fixed|that))",
        _NO_REPORT + r".*\b(?:moved|postponed|pushed back|brought forward|slipped|delayed|extended|cancelled|"
        r"rescheduled|"
        r"scheduled|planned|promised|committed|agreed|approved|signed)\b(?=.*\b(?:to|for|until|by|on|with|from)\b)",
        r"\b(?:is|are|it's|stays?|remains?|will be) (?:\w+ )?(?:read-?only|deprecated|frozen|closed|locked|gone|dead|"
        r"shut "
        r"down|end of life|switched off|retired|on hold|off)\b",
        _NO_REPORT + r".*\b(?:every|each) (?:day|night|morning|evening|week|month|monday|tuesday|wednesday|thursday|"
        r"friday|weekend)s?\b|"
        r"\b(?:nightly|weekly|monthly|at weekends|on (?:mon|tues|wednes|thurs|fri|satur|sun)days)\b",
        r"\bbetween \d\d?(?::\d\d)?(?: ?[ap]m)? and \d\d?(?::\d\d)?\b",
    ),
    *cues(DECISION, _NO_REPORT, dated=True),
    *cues(
        POINTER,
        _NO_REPORT + rf".*{URL}(?=.*\b(?:is|are|has|holds|lists)\b)|\b(?:in|at|on|under|see|via)\b.*{URL}",
        rf"\b{TOOL}\b.*"
        r"\b(?:space|board|project|page|channel|folder|sheet|database|dashboard)\b",
    ),
)

ENGLISH_ASSENT = words(
    rf"^(?:no, )?(?:(?:yes|yep|yeah|yup|exactly|perfect|right|great|good|ok(?:ay)?|nice|sure|agreed|fine|thanks|lovely|"
    rf"please|that works)\b[,.! ]*)+(?:\w+ ){{0,4}}.*(?=.*{_THIS_WAY})(?=.*{_ALL})",
    rf"^(?:please )?(?:and )?(?:always |keep )?(?:do|doing|handle|keep) (?:it|this|that|these|things) (?:like|"
    rf"the same|this|that|"
    rf"exactly)\b.*{_ALL}",
    rf"^(?:please )?(?:keep|do|make|write|continue)\b.*{_THIS_WAY}.*{_ALL}",
    r"^(?:please )?always (?:do|handle|write|make) (?:it|this|them) (?:like|this|that|so)\b",
)
ENGLISH_CHANGE = words(
    _NO_REPORT + r".*(?:\bno longer\b|\bany ?more\b|\b(?:has|have|is|are|was|been|got|gets|it's) (?:been )?(?:moved|"
    r"changed|"
    r"postponed|pushed|brought forward|renamed|replaced|shifted|delayed|extended|raised|lowered|cancelled|switched)\b|"
    r"\b(?:moved|changed|switched|slipped|pushed|went) (?:\S+ ){0,5}(?:to|from|over)\b|\b(?:is|are|runs?|lives?|"
    r"listens?|sits?|uses?|goes?|"
    r"works?|answers?|do|does)\b.{0,40}\bnow\b|\bnow (?:is|are|at|on|lives?|runs?|listens?|uses?|goes|takes|needs|has|"
    r"signs?|owns?)\b|\bused to be\b|"
    r"\bfrom now on\b|\breplaces?\b|\bnot \S+ but\b|\binstead of\b|\b(?:new|different) (?:address|owner|date|limit|"
    r"port|"
    r"rule|deadline|contact|host|url)\b|\bas of (?:today|now)\b|\bchanged my mind\b)"
)
ENGLISH_MORE = words(
    _NO_REPORT + r".*\b(?:as well|also|too|in addition|additionally|besides|not only|not just|likewise|includes?|plus|"
    r"same (?:goes|holds|applies))\b"
)
ENGLISH_AGAIN = words(
    r"\b(?:as (?:i|we) (?:said|told|mentioned|explained|wrote)|(?:like )?i (?:already )?(?:said|told you|mentioned)|"
    r"(?:once|yet) again|as always|you know(?: that)?|as you know|as before|remember,? i)\b"
)
