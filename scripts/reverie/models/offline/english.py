"""English as tables. The rule: a veto stands for a way of not meaning it, never for one sentence somebody once said."""

from __future__ import annotations

from reverie.models.offline.english_cues import ENGLISH_CUES
from reverie.models.offline.english_days import ENGLISH_DAYS
from reverie.models.offline.english_hints import (
    ENGLISH_AGAIN,
    ENGLISH_ASSENT,
    ENGLISH_CHANGE,
    ENGLISH_HINTS,
    ENGLISH_MORE,
)
from reverie.models.offline.english_words import DOING, SPARE, VERB
from reverie.models.offline.language import Language, words

ENGLISH = Language(
    tag="en",
    sign=words(
        r"\b(?:must|be|been|every|each|all|before|after|only|should|from|at|by|has|have|do|does|this|as|or|but|if|"
        r"never|the|a|an|i|i'm|im|we|you|it|is|are|to|of|in|on|for|not|no|use|please|don't|stop|keep|skip|drop|when|"
        r"always|never|my|our|with|"
        r"and|that)\b"
    ),
    # Letters of other scripts; a French or German sentence holds none of the cues.
    alien=words(r"[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af\u0400-\u04ff]"),
    cues=ENGLISH_CUES,
    vetoes=(
        # For now only.
        words(
            r"^(?:fix|feat|chore|docs|refactor|test|ci|build|perf|style)(?:\([\w-]+\))?:",
            r"^go ahead\b|\bin the meantime\b|\bmeanwhile\b|\buntil (?:the fix|it|that|this)\b|\bbefore (?:you|"
            r"i) \w+ (?:that|"
            r"this|it)[.!]*$",
            r"\b(?:for now|this time|this once|just (?:this )?once|just today|for today|today only|only today|"
            r"just for (?:this|now)|for the moment|"
            r"for the time being|temporar(?:y|ily)|until later|tonight|right now|this (?:one )?(?:session|run|"
            r"commit|pr|afternoon|morning|evening)|"
            r"in this (?:case|file|function|commit|pr|session|conversation|test|branch)|one-?off|only here|"
            r"just here|exceptionally|as an exception|prefer to go|for this\b(?! (?:repo|project|team))|"
            r"for (?:this|that) (?:one|task|file|pr|commit|change|fix|test|demo|script|function))\b",
            r"\byet\b|\blet's\b|\b(?:error|bug|failure|crash|issue|problem|stack ?trace|pr|commit) (?:is|was) (?:at|"
            r"in|on|here)\b|\buntil i (?:say|tell|confirm|give|ask|am|have|get)\b",
            r"\b(?:prefer|rather) (?:\w+ ){0,2}(?:the (?:first|second|third|former|latter|last|other|left|right|old|"
            r"new|previous|one)|this|that|it|option|version|variant|\d)\b",
        ),
        # Not meant, or not so.
        words(
            r"^(?:suppose|supposing|imagine|assume|assuming|pretend|say|what if|let's (?:say|pretend|assume)|"
            r"hypothetically|in theory)\b",
            r"\b(?:if (?:i|we|you) (?:were|was|had|could|ever|wanted)|i would have|we could (?:also|just)?|maybe we|"
            r"perhaps we|might (?:be|want)|i wonder|wondering|"
            r"not sure|should we|thinking (?:about|of)|as if|tempted to|i guess|it would be|would be (?:nice|cool))\b",
            r"\b(?:lol|lmao|rofl|haha\w*|yeah,? right|just kidding|jk|kidding|as always|as usual|thanks for nothing|"
            r"always (?:the same|something|a pleasure|fun)|"
            r"who needs|just what i needed|my favou?rite)\b|\s/s\b|[😂🤣🙄😉😜]",
            r"^(?:(?:oh|ah|yeah|wow|well)[, ]+)?(?:sure|brilliant|wonderful|lovely|fantastic|terrific|marvell?ous|"
            r"of course|right)[,!.]+ ?(?:and|because|let's|always|never|please|then|why)\b",
            r"^(?:oh|ah|yeah|wow)[, ]+(?:great|sure|perfect|nice|good|super|cool)\b",
            r"\b(?:why (?:does|do|is|are|did|would|can't|don't|not)|how (?:does|do|is|can|should|come)|do you|"
            r"did you|can you|could you|would you|will you|is there|are there|does it|should i)\b.*\?",
            r"\b(?:nobody|no one|everyone|someone) (?:should|ever|always)\b",
        ),
        # To be forgotten, not kept.
        words(
            r"^(?:please |ok(?:ay)?,? |and |so |now )*forget (?:that|this|any|our|your|the)\b",
            r"\b(?:forget (?:what|about|everything|it|my|the|all|that (?:i|we|you))|delete (?:the|that|this|your|"
            r"my) memor|remove .* from (?:your )?memory|don'?t (?:remember|save|store|memori[sz]e) (?:this|that|"
            r"it))\b",
        ),
        # A fact told only to have something done about it now.
        words(
            rf"[,;:] (?:so |just |please |now |and |then |can you )*(?:{VERB}|implement|fix|do|find|look at|"
            r"hurry) (?:it|that|this|them)\b|[,;] please \w+[.!]*$"
        ),
    ),
    turn_vetoes=(
        words(
            r"\b(?:pretend (?:to be|you|that|i)|you(?: are|'re) (?:now )?(?:a|an|the|my) (?!\w*\b(?:bit|little)\b)|"
            r"act as (?:a|an|if)|role-?play|let's play|in the voice of|talk like a|speak like a)\b",
            r"\bi(?:'m| am) (?:\w+ ){0,5}(?:king|queen|wizard|pirate|emperor|batman|god|pope|robot|dragon)\b",
        ),
    ),
    polite=words(
        r"^(?:(?:and|also|please|hey|so)[, ]+)*(?:can|could|would|will) you (?:please |maybe |"
        r"kindly )*(?=(?:always (?=.*\b(?:me|you|your)\b)|never|stop|from now on|remember|keep in mind|make a note|"
        r"save this to memory|not)\b)"
    ),
    hearsay=words(
        r"\b(?:says|writes|wrote|claims|claimed|according to|recommends|suggests|the (?:docs?|manual|readme|article|"
        r"guide|blog|book|tutorial|linter|error|log|prompt|ticket|issue|comment|reviewer|customer|template) (?:say|"
        r"said|state|recommend|want|ask|tell)\w*)\b",
        r"\b(?:boss|colleague|manager|teammate|friend|client|customer|reviewer|mentor|cto|lead|he|she|they|someone|"
        r"people|everybody|some) (?:always )?(?:thinks?|believes?|insists?|tells?|told|swears?|argues?|say|said|"
        r"keeps? saying)\b",
        r"\bthe (?:button|field|dialog|menu|page|form|column|list|table|window|icon|label|tooltip|modal|"
        r"dropdown)s?\b.*\b(?:should|"
        r"must|has to|have to|always|never)\b",
        r"\b(?:you|the (?:model|bot|tool|script|user|app|function|parser|code|class|component|endpoint|client|"
        r"server|system)) (?:should|must|has to|have to|needs to|will) (?:always|never|remember)\b",
    ),
    # Something to be done now. After it only a word of `standing` makes a rule.
    task=words(
        r"^(?:(?:ok(?:ay)?|so|now|then|next|and|also|first task|first|yes|great|good|thanks|please|pls|hey|hi|hello|"
        r"alright|right)[,.:! ]+)*(?:please |can you |could you |would you |will you |let's |i need you to |"
        r"i want you to |go ahead and |help me )*"
        r"(?:add|write|implement|create|build|fix|change|rename|refactor|remove|delete|move|update|make (?!sure)|"
        r"generate|convert|migrate|find|look|check|show|explain|"
        r"extend|replace|rewrite|draft|investigate|debug|set up|install|deploy|revert|redo|undo|translate|"
        r"summari[sz]e|read|parse|give me|tell me|compare|clean|rebase|push(?! notifications?)|commit(?! messages?)|"
        r"merge(?! requests?)|run|"
        r"bump|tweak|adjust|continue|proceed|try|turn|let|put|swap|split|extract|leave|drop|have (?:it|the)|do )\b|"
        # Nouns as often as verbs: "design specs live in", "test data is".
        r"^(?:please |now |then |and |ok,? )*(?:test|list|design|support|port|hook|wire|review|open|build|plan|"
        r"document|log) (?:up |out |in )?(?:the|a|an|this|that|these|it|all|my|our|if|every|each|me|for|with|"
        r"\S+\.\w+)\b",
    ),
    standing=words(
        rf"\b{SPARE}\b",
        r"\b(?:from (?:now|here|today) on\w*|going forward|in (?:the )?future|for every|whenever|every time|"
        r"any time|that's where|(?:to|in|into) (?:your |the )?(?:long-?term )?memory|make a note|for (?:next time|"
        r"future reference|the record))\b",
    ),
    # An order not to, whose mishap is told along with it, needs no complaint.
    complaint=words(""),
    verdict=words(
        rf"^(?:(?:no+|nope|whoa|wait|please|and|but)[,.! ]+)*(?:don'?t|do not|never) {VERB} (?!it\b|that\b|this\b|"
        r"them\b|now\b)"
    ),
    incident=words(
        r"\b(?:burn(?:ed|t)|last (?:time|week|month|quarter|year|spring|summer|autumn|fall|winter)|bit us|"
        r"cost (?:us|me)|lost (?:\w+ ){0,3}(?:hours?|days?|weeks?|data)|took (?:\w+ )?down|"
        r"outage|incident|hard way|post-?mortem)\b",
    ),
    directive=words(
        rf"^(?:please )?(?:{VERB}|never|always|don'?t|do not|no)\b|\b(?:you|your|must|should|never|always|don'?t|"
        r"prefer|want|i (?:say|mean|ask)|has to|have to)\b"
    ),
    opener=words(
        # A "no" without a mark after it belongs to what is said: "no emojis in commits".
        r"^(?:(?:(?:so|and|but|also|please|pls|plz|btw|by the way|fyi)\b[,.:;! –—-]*|(?:ok(?:ay)?|no+|nope|nah|well|"
        r"hey|hi|hello|hm+|right|good|great|fine|yes|yep|yeah|actually|wait|whoa|thanks|one more thing|side note|"
        r"quick note|oh|ah)(?: ?[,.:;!–—]+ *| - ))+)",
        r"^(?:please |can you |could you |i want you to |i'd like you to )?(?:always )?(?:rem(?:em)?ber|"
        r"keep in mind|bear in mind|don'?t forget|do not forget|never forget|make a note|take a note|memori[sz]e|"
        r"note(?: to self)?|(?:save|store|put|add|commit|write) (?:this|that|it|the following)? ?(?:down )?(?:to|in|"
        r"into) (?:your |the )?(?:long-?term )?memory)\b"
        r"(?: (?:this|the following|it|for (?:the future|later|next time|future reference)))?(?: that\b)?[,:;. –—-]*",
        r"^(?:a )?(?:note )?(?:for|as a) (?:future reference|next time|the future|the record|"
        r"later reference)(?: and for next time)?[,:;. –—-]*",
    ),
    pointing=words(r"^(?:this|that|it|so|same|which|these|applies|do so|like that|the same|both)\b"),
    order=words(
        r"^(?:(?:then|and|so|now|ok(?:ay)?|please|first|just|but|for now|yes|next|i'll|let me|let's|can you|"
        rf"could you|what|where|why|how|who|which|is|are|do|does)[, ]+)*(?:{VERB}|{DOING}|look|find|go|do|implement|"
        r"rewrite|redo|revert|undo|proceed|continue|thanks|thank|cheers|ok|okay|great|sorry|i'll|let's|what|where|"
        r"why|how|could|can|would)\b"
    ),
    reason=words(
        r"[,;:.–— -]+(?:because|since|as (?=we|i|it|the|our|they|he|she|two|three|some|customers|\w+ (?:is|are|has|"
        r"have|needs?)\b)|due to|so that|otherwise|or else)\b\s*(?P<why>.+)$"
    ),
    because=words(
        r"\b(?:because|since|otherwise|last (?:time|week|month|quarter|year)|lost|burn(?:ed|t)|bit us|broke|broken|"
        r"crash\w*|took down|has to|have to|needs to|costs?|legal|compliance|"
        r"audit\w*|contract\w*|customers?|clients?|incident|outage|reason|that's why|breaks?|fails?|slow|can't|"
        r"cannot|doesn't)\b",
    ),
    manner=words(
        r"\b(?:answers?|repl(?:y|ies)|responses?|explanations?|explain\w*|bullet\w*|prose|paragraphs?|summar\w+|"
        r"emojis?|concise|brief|terse|english|german|chinese|hyphens?|em dash(?:es)?|tone)\b"
    ),
    local=words(r"\b(?:here|this (?:repo|repository|project|codebase|team|company|code)|our)\b"),
    stop_words=frozenset(
        "a an the this that these those it its is are was were be been being am im i i'm ive i've me my mine we "
        "we're our ours us you your yours they them their he she his her and or but so if then than "
        "as at by for from in into of on onto to up with without about over under again further nor doesn't do does "
        "did done doing have has had having can can't could should would will shall "
        "may might must just also too very really please always ever now on here there when whenever where which "
        "who whom what how why all any both each every few more most other some such only own "
        "same want like prefer rather keep make sure remember because since let's get got one it's that's "
        "i'd we've".split()
    ),
    days=ENGLISH_DAYS,
    hints=ENGLISH_HINTS,
    assent=ENGLISH_ASSENT,
    change=ENGLISH_CHANGE,
    more=ENGLISH_MORE,
    again=ENGLISH_AGAIN,
    deictic=words(
        r"^(?:no+[,.]? |please |ok(?:ay)?[,.]? |but |and )*(?:(?:never|always|don'?t|do not|"
        rf"stop) (?:ever )?)+(?:do|doing|{VERB}|{DOING}) (?:this|that|it|them|so)(?: again| anymore| any more|"
        r" ever)*[.!]*$",
        r"^(?:no[:,.]? )?(?:it|that|this|they|he|she|these|those) (?:is|are|was|stays?|has|will|can|goes|needs?|"
        r"moves?)\b",
    ),
)
