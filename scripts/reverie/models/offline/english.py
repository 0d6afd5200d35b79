"""English as tables. The rule: a pattern stands for a way of speaking, never for one sentence somebody once said."""
from __future__ import annotations

from reverie.models.offline import days
from reverie.models.offline.language import (
    DECISION, POINTER, REMEMBER, RULE, SELF, DayWord, Language, cues, words,
)

# What one tells an agent to do. A list, because "never seen", "always me" and "always green" are no rules.
_VERB = (
    r"(?:(?:re|un|pre|force[- ]?)?(?:add|answer|append|apply|ask|assume|avoid|backup|back up|base|batch|begin|branch|build|bump|call|"
    r"check|cherry-?pick|choose|cite|close|comment|commit|compile|confirm|convert|copy|create|default|delete|deploy|"
    r"disable|document|drop|edit|enable|end|exclude|explain|export|fetch|fix|format|generate|give|group|guess|handle|"
    r"hardcode|hard-code|import|include|indent|inline|install|invent|keep|label|leave|link|lint|list|load|log|make|merge|mention|"
    r"migrate|mock|move|name|offer|omit|open|order|patch|pin|ping|post|prefer|prefix|print|propose|publish|pull|push|put|"
    r"quote|read|rebase|refactor|refer|release|remove|rename|repeat|reply|report|request|respond|retry|return|reuse|"
    r"review|run|save|send|separate|set|ship|show|sign|skip|sort|speak|split|squash|stage|start|stash|state|stick|stop|store|"
    r"suggest|summari[sz]e|switch|tag|talk|tell|test|touch|translate|treat|try|type|update|upgrade|use|validate|verify|"
    r"wait|work|wrap|write))"
)
_DOING = (
    r"(?:add|apologi[sz]|ask|assum|call|chang|commit|creat|delet|edit|end|explain|format|generat|guess|hardcod|import|"
    r"invent|install|mak|mock|mov|open|past|push|put|reformat|refactor|renam|repeat|rewrit|rewrit|run|say|show|skip|start|"
    r"suggest|summari[sz]|touch|updat|us|wrapp|writ)ing"
)
# Manners of an agent one may be tired of.
_SPARE = (
    r"(?:skip|drop|cut|spare me|no need for|no more|enough with|enough of) (?:the |your |all the |any )?"
    r"(?:preambles?|pleasantries|intros?|introductions?|emojis?|summaries|recaps?|filler|apologies|praise|flattery|compliments|jokes|disclaimers?|cheerleading|small talk)"
)
# Where an order may begin: at the head of the sentence or of a clause, not in the middle of a description.
_HEAD = (
    r"(?:^|[,;:(–—\x01]\s*|\s-+\s+|\b(?:and|but|so|please|pls|plz|also|just|then|or|you should|you must|you need to|"
    r"make sure to|make sure you|make sure that you|be sure to)\s+)"
)
_ROLE = (
    r"(?:engineer|developer|dev|programmer|coder|scientist|analyst|designer|architect|sre|dba|devops|manager|researcher|"
    r"student|admin|administrator|sysadmin|lead|founder|cto|ceo|intern|maintainer|contractor|consultant|statistician|"
    r"biologist|physicist|chemist|mathematician|economist|doctor|nurse|teacher|tester|writer|editor|freelancer|"
    r"accountant|lawyer|geologist|hydrologist|journalist|translator|beginner|newbie|newcomer|hobbyist|pm|owner)s?"
)
_NUMBER = {
    "a": 1, "an": 1, "one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8, "nine": 9,
    "ten": 10, "twelve": 12,
}
_UNIT = {"day": 1, "days": 1, "week": 7, "weeks": 7, "fortnight": 14, "month": 0, "months": 0}
_WEEKDAY = {
    "monday": 0, "tuesday": 1, "wednesday": 2, "thursday": 3, "friday": 4, "saturday": 5, "sunday": 6, "mon": 0, "tue": 1,
    "wed": 2, "thu": 3, "thurs": 3, "fri": 4,
}
_MONTH = {
    name: number
    for number, names in enumerate((
        ("january", "jan"), ("february", "feb"), ("march", "mar"), ("april", "apr"), ("may",), ("june", "jun"), ("july", "jul"),
        ("august", "aug"), ("september", "sep", "sept"), ("october", "oct"), ("november", "nov"), ("december", "dec"),
    ), 1)
    for name in names
}
_A_WEEKDAY = rf"(?P<name>{'|'.join(sorted(_WEEKDAY, key=len, reverse=True))})\b"
_A_MONTH = rf"(?P<month>{'|'.join(sorted(_MONTH, key=len, reverse=True))})\b\.?"
_A_COUNT = rf"(?P<count>\d{{1,3}}|{'|'.join(_NUMBER)}) (?P<unit>{'|'.join(sorted(_UNIT, key=len, reverse=True))})\b"

_PROMISE = (
    r"(?:freez\w*|frozen|deadline|due|launch\w*|releas\w*|ship(?:s|ping)?|deliver\w*|go(?:es|ing)? live|go-live|demo\w*|"
    r"cut-?over|migrat\w*|decommission\w*|sunset|shut(?:s|ting)? down|end of life|eol|contract\w*|audit\w*|certif\w*|review|"
    r"expires?|until|stays?|moratorium|merges?|deploys?|switch\w*|moves?|moving|retir\w*|hand(?:s|ed)? over|inspect\w*|"
    r"present\w*|opens?|closes?|meeting|talk|board|workshop|hearing|handover|starts?|ends?|goes out|announce\w*|support|maintenance|downtime|"
    r"submission|submit\w*|conference|pilot|beta|trial|rollout|roll out|deprecat\w*|drop(?:s|ping)? support)"
)
_TOOL = (
    r"(?:linear|jira|notion|confluence|grafana|datadog|slack|sentry|figma|google (?:docs?|sheets?|drive)|sharepoint|trello|"
    r"asana|pagerduty|opsgenie|zendesk|miro|airtable|kibana|looker|tableau|metabase|bugzilla|youtrack|redmine|clickup|"
    r"discord|(?:ms |microsoft )?teams|the wiki|our wiki|wiki|dropbox|1password|vault|monday\.com|basecamp|mattermost|zulip)"
)
_PLACED = (
    r"(?:is|are|lives?|goes?|go|sits?|stays?|(?:is|are|get|gets) (?:tracked|kept|documented|filed|posted|reported|collected|written "
    r"down|discussed|announced|maintained|managed|stored|listed|described|published|planned|logged)|tracked|kept|documented|"
    r"filed|found)"
)
_URL = r"https?://[^\s)>\]]+"

ENGLISH = Language(
    tag="en",
    sign=words(r"\b(?:the|a|an|i|i'm|im|we|you|it|is|are|to|of|in|on|for|not|no|use|please|don't|always|never|my|our|with|and|that)\b"),
    # Letters of other scripts; a French or German sentence holds none of the cues.
    alien=words(r"[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af\u0400-\u04ff]"),
    cues=(
        *cues(
            REMEMBER,
            # "I can't remember" and "do you remember" are not at a head; "remember to add" is a task, "remember when" small talk.
            _HEAD + r"rem(?:em)?ber(?! (?:to|when|how|what|why|who|the (?:time|day)|last|seeing|anything)\b)\b(?!\?)",
            r"^(?:and |also |please )?rem(?:em)?ber to (?=.*\b(?:always|every|whenever|each|before (?:you|any|every))\b)",
            _HEAD + r"(?:don'?t|do not|never) forget(?! (?:to|about|the)\b)",
            _HEAD + r"(?:keep|bear|have) in mind(?! the\b)",
            _HEAD + r"(?:make|take|keep) (?:a )?(?:mental )?note\b",
            r"\b(?:save|store|put|add|commit|write) (?:this|that|it|the following)? ?(?:down )?(?:to|in|into) (?:your |the )?(?:long-?term )?memory\b",
            _HEAD + r"memori[sz]e\b",
            r"\b(?:for|as a) (?:future reference|next time|the future|the record|later reference)\b",
            r"^(?:a )?note (?:for|to) (?:the future|future you|later|yourself|next time)\b",
        ),
        *cues(
            RULE,
            # "from now on it works" orders nothing.
            rf"(?=.*\b(?:{_VERB}|you|don'?t|do not|never|always|i (?:want|expect|like|need|prefer)|i'd|we|please|no|only|must|should|every|all)\b)"
            r"\b(?:from (?:now|here|today|this point) (?:on|onwards?|forward)|going forward|henceforth)\b",
            # "in future versions" and "in the future the API will" are no orders.
            rf"{_HEAD}(?:in (?:the )?future|next time)[,:]? (?:please |just |can you |could you )*(?:{_VERB}|you|don'?t|do not|never|always|only|i (?:want|expect|prefer))\b",
            rf"^(?:please )?(?:{_VERB}|don'?t|do not|never|always)\b.*\b(?:in (?:the )?future|next time)[.!]*$",
            rf"{_HEAD}always {_VERB}\b(?!ing)",
            rf"{_HEAD}never(?: ever| again)? {_VERB}\b(?!ing)",
            rf"\bwe (?:always|never) {_VERB}\b(?! (?:this|that|it)\b)",
            r"\bwe (?:only|don'?t|do not) (?:use|commit|push|merge|deploy|squash|rebase|write|ship|release|mock|log|put|store|accept|allow)\b(?! (?:this|that|it|the|those|these)\b)",
            r"\bi (?:always|never|only) (?:use|want|prefer|write|commit|squash|rebase|merge|review|test|read|work|run|deploy|push|answer)\b(?! (?:the|a|this|that|it)\b)",
            # An order not to, with a word that makes it general.
            rf"{_HEAD}(?:don'?t|do not|dont) (?:you )?(?:ever )?{_VERB}\b.*\b(?:without (?:asking|my|me|checking|an? |telling|first)|any(?:thing|one|body|where|more)?|ever|"
            r"again|every|each|whenever|in this (?:repo|project|codebase|team)|when (?:you|we|i))\b",
            rf"{_HEAD}(?:don'?t|do not) (?:ever|start|keep|just go) \w+",
            rf"{_HEAD}(?:please )?(?:stop|quit|no more) {_DOING}\b(?! (?:the|this|that|it|them|these|those)\b)",
            rf"^(?:please )?(?:i (?:don'?t|do not) want|no need for) you to {_VERB}\b.*\b(?:any\w*|ever|again|without|unless|every|when\w*)\b",
            r"\b(?:without (?:asking|checking with) me|ask (?:me )?(?:first|before)\b.*\b(?:any|every|you)|check with me before)\b",
            # "no, use pnpm, not npm": a named thing against another, not this one against that.
            rf"^(?:no+|nope|nah|wrong|wait)\b[,.!: -]+(?:please |we )?(?:use|run|write|call|prefer|go with) "
            r"(?!the (?:first|second|other|last|old|new)|this|that|it\b).*(?:\bnot\b|\binstead(?: of)?\b|\brather than\b)",
            rf"\bwe (?:use|run|write|call|go with|stick to|work with) (?!this|that|it\b|the ).*(?:, not\b|\binstead of\b|\brather than\b|\bnever\b)",
            # Taste.
            r"\bi(?:'d| would)? (?:much |strongly |really |generally |usually |actually )?prefer\b",
            r"\bi(?:'d| would) rather (?:you|have|see|get|read|not|be|keep|use|we)\b",
            r"\bi (?:really |just )?(?:like|love|hate|dislike|can'?t stand|don't like) (?:it when|when you|my|your|short|long|small|terse|brief|to see)\b",
            r"\b(?:keep|make|write|give me) (?:all |the |your |my )?(?:answers|replies|responses|explanations|summaries|commit messages|messages|diffs|prs|"
            r"pull requests|commits)(?: to me)? (?:very |as |really )?(?:short|shorter|brief|concise|small|smaller|terse|in|under|below|simple|plain|focused|to (?:one|a|two|the)|"
            r"without|minimal|self-contained|atomic)\b",
            r"\b(?:answer|reply|respond|talk|write|explain)(?: to)?(?: me)? in (?:english|german|french|spanish|chinese|japanese|korean|plain|simple|bullet|short)\b.*"
            r"\b(?:please|always|even|only)|^please (?:answer|reply|respond|talk)(?: to)?(?: me)? in \w+",
            r"^(?:please )?(?:be (?:brief|concise|terse)|no (?:emojis?|summaries|filler|fluff|preamble|flattery|em dashes))\b",
            r"\bi (?:don'?t|do not) (?:need|want|like) (?:\w+ ){0,2}(?:explanations?|summaries|comments|emojis?|docstrings|apolog\w+|disclaimers?|praise|flattery|jokes|recaps?)\b",
            rf"\b{_SPARE}\b",
            rf"\bwhen(?:ever)? you (?!are|re\b|get|finish|have|see|can|said|did)\w+[^,]*, (?:please |always |just )*(?:{_VERB}|don'?t|do not|never)\b",
            rf"^(?:please )?{_VERB}\b.*\bwhen(?:ever)? you (?:explain|write|answer|commit|change|touch|edit|add|create|propose|suggest|refactor|review|open)\b",
            r"\b(?:one|a single) (?:question|step|thing|change) at a time\b",
            r"\b(?!the |this |that )\w+ (?:go|belong|live|land) (?:in|into|under|to|on) .*, (?:not|never)\b",
            r"^(?:good|great|perfect|exactly|yes|nice)\b(?!.*\b(?:now|but|do (?:that|it|this|the same))\b).*\b(?:for (?:every|each|any)|every time|keep (?:doing|using))\b",
            # What holds for every case of a kind.
            r"^(?:\w+, )?when(?:ever)? .*\bi (?:want|expect|need|like)\b.*\byou\b|\bbefore you\b.*\bi (?:want|expect)\b|\bi (?:want|expect|like) (?:you )?to .*\bbefore (?:you|any|every)\b",
            rf"\b(?:every ?time|whenever|any time|each time) (?:you|we|i)\b[^,]*, (?:please |always |also |first |you should |i want )*(?:{_VERB}|don'?t)\b",
            r"\b(?:what|how|the way) i (?:want|like|expect|need)\b.*\b(?:every|each|all|any\w*|always)\b",
            r"\b(?:how|what) (?:it|that) should (?:be|work|go|look)\b.*\b(?:with|for) (?:any\w*|every\w*|all)\b",
            r"\b(?:applies|apply|goes|holds) (?:to|for) (?:all|every|any|each)\b",
            r"\bas a (?:rule|general rule|matter of principle)\b|\b(?:house rule|hard rule|rule of thumb|hard limit)\b",
            r"\bi (?:write|answer|do|merge|push|commit|run|review|handle|deploy|tag|send|approve|close|sign)(?! (?:it|this|that|the|these)\b)(?: \S+){1,4} myself\b",
            r"\b(?:learn(?:ed|t)|found out|know) (?:this |that |it )?(?:the )?hard way\b",
            rf"\b(?:must|may|should) (?:never|always) (?:be )?\w+.*\b(?:because|since|as|otherwise|or else|in (?:this|our) (?:repo|project|team|company))\b",
        ),
        *cues(
            SELF,
            rf"\b(?:i am|i'?m|i work as|i've been|i was trained as|i'm working as|me:) (?:\w+ )?(?:an?|the|your)? ?(?:[\w#+./-]+ ){{0,4}}{_ROLE}\b(?!.*\b(?:ever|scenario|story|worst|(?:who|that) (?:broke|wrote|asked))\b)",
            r"\bi(?:'ve| have)? (?:have )?never (?:really |actually |properly )?(?:used|written|touched|worked (?:with|in|on)|learn(?:ed|t)|done|programmed|coded|studied)\b"
            r"(?! (?:this|that|it|one|the)\b)",
            r"\bi(?:'m| am|m) (?:(?:very|quite|fairly|completely|totally|still|brand|pretty) )*(?:new|fluent|proficient|experienced|comfortable|unfamiliar|familiar) (?:to|in|with|here)\b"
            r"(?! (?:this|that) (?:bug|file|error|function|issue|one))",
            r"\bi(?:'m| am) not (?:very |too |that )?(?:familiar|comfortable|experienced|fluent) (?:with|in)\b(?! (?:this|that|the)\b)",
            r"\byears (?:of|in|with|as|doing|writing)\b.*\b(?:behind me|experience|under my belt)\b|\bi(?:'ve| have) (?:\w+ )?(?:\w+|\d+)(?: \w+)? years (?:of|in|with|as|doing)\b",
            r"\bi(?:'ve| have) been (?:doing|writing|using|working (?:with|in|on|as)|programming|coding)\b.*\b(?:for|since)\b.*\b(?:years?|decade|\d{4}|months)\b",
            r"\b(?:i am|i'?m) (?:\w+ )?(?:colou?r-?\s?blind|dyslexic|deaf|blind|left-handed|partially sighted|visually impaired|hard of hearing)\b",
            r"\b(?:my background is|i come from (?:a |the )?\w+|my (?:first|native|main|day) (?:language|job)|my job is|my role|i studied|i majored)\b",
            r"(?<!this )(?<!that )\bis (?:all |completely |totally |quite |still |fairly )?new to me\b",
            rf"\bi(?:'m| am) (?:no|not an?) (?:[\w#+-]+ ){{0,3}}(?:{_ROLE}|expert|specialist)\b",
            r"\bi(?:'ve| have)?(?: got)? (?:no|zero|little|hardly any|next to no|some|plenty of|lots of) (?:[\w#+-]+ ){0,3}(?:experience|background)\b",
            r"\bi(?:'m| am) (?:self-taught|coming from (?!the (?:previous|other))\w+)|^coming from (?:a |the )?[\w#+]+(?: (?:background|world|side))?,",
            r"\bi have an? (?:phd|degree|doctorate|master'?s|bachelor'?s|background) in\b|\bmy (?:english|german|french|spanish|chinese) is(?:n't| not)\b",
            r"\bi (?:mostly|mainly|usually|primarily) (?:write|work|do|program|code)\b(?! (?:this|that|it)\b)",
            r"\bi(?:'m| am) (?:on|in|with|part of) (?:the|our) [\w -]{2,30} (?:team|group|squad|department)\b",
            r"\bi (?:lead|run|manage|maintain|head|own) (?:the|our|a) [\w -]{2,30}(?:team|group|squad|department|service|platform|infrastructure|project|library|package)\b",
            r"\bi (?:only|barely|hardly|don'?t really|don'?t) know (?!why|what|how|who|where|when|if|the|whether|that|this|it\b|yet|enough)(?:any |much |a bit of |some |a little )?[\w#+]+"
            r"(?: (?:yet|so far|well|at all))?(?:[,.]|$| and\b| so\b)",
        ),
        *cues(
            DECISION,
            r"\bwe(?:'ve| have)? (?:just |all |finally )?(?:decided|agreed|settled|concluded|chose|chosen|opted)\b(?! (?:it|this|that)\b)",
            r"\b(?:was|were|been|is|it's) (?:decided|agreed|settled|signed off)\b",
            r"^(?:the )?(?:final )?decision(?: is| was)?[:,]? \w+",
            r"\b(?:team|management|legal|security|the board|ops) (?:has |have )?(?:decided|agreed|ruled)\b",
            r"\bwe(?:'re| are) (?:moving|switching|migrating|dropping|freezing|sunsetting|retiring|replacing|deprecating|standardi[sz]ing)\b"
            r"(?=.*\b(?:because|since|as|due to|by|until|from|after|before|in)\b)",
            r"\b(?:code|merge|feature|deploy(?:ment)?|release|change) freeze\b(?= (?:is|until|from|till|starts?|begins?|runs|on|through|ends?|in effect|next)\b|[,:])",
            r"\b(?:limit|threshold|minimum|maximum|target|owner|contact|rule|cap|quota|budget|deadline|coverage|standard|address|policy)\b.{0,40} (?:is|are) now\b",
        ),
        *cues(DECISION, rf"(?=.*\b{_PROMISE}\b)^(?!.*\b(?:i need|we need|i want|i'd like|can you|let's|i'll|failed|broke|crashed|hurry|please|went|was|were|did|had|tokens?|cookies?|tests?|fixtures?|returns?|pars\w+|format\w*|shows?|displays?|columns?|fields?|values?)\b)", dated=True),
        *cues(
            POINTER,
            rf"(?:\b(?!(?:this|that|it|there|here|error|bug|failure|crash|issue|problem|log|trace|pr|commit)\b)\w+) (?:\w+ )?{_PLACED}\b (?:\w+ ){{0,6}}(?:in|at|on|under|to|here:?)?:? ?(?:\w+ ){{0,3}}{_URL}",
            rf"\b{_PLACED} (?:all |now |only |mostly )?(?:in|on|at|to|under|via|through) (?:the |our |a |their )?(?:[\w-]+ ){{0,2}}{_TOOL}\b",
            rf"\b{_TOOL} (?:project|board|channel|space|workspace|dashboard|database|page|sheet|folder|queue|file)\b.*\b(?:(?:is|are|that's) (?:where|what|the|for|our)|has (?:the|all|our)|holds|tracks|where we)\b",
            rf"\b(?:we|they|team) (?:track|keep|document|report|file|post|discuss|collect|plan|announce|store) .*\b(?:in|on|at|to|under) (?:the |our |a )?(?:\w+ ){{0,2}}(?:{_TOOL}\b|{_URL})",
            r"\b\w+ (?:is|are|live|lives|goes?|go) (?:in|on|to|at) (?:the )?#[a-z][\w-]+",
            rf"\b(?:source of truth|canonical|official|authoritative)\b.*(?:\b{_TOOL}\b|{_URL})",
            rf"\byou(?:'ll| can| will)? find .*(?:\b{_TOOL}\b|{_URL})|^for [\w ]{{3,40}},? (?:see|check|look (?:at|in)|go to|use) .*(?:\b{_TOOL}\b|{_URL})",
            rf"^(?:the |our )?(?:[\w-]+ ){{0,3}}(?:dashboards?|board|docs|wiki|runbooks?|tracker|tickets|specs?|designs?|metrics|alerts)(?: for [\w -]{{2,30}})?(?: is| are|:)(?: at| on| in)? {_URL}",
        ),
    ),
    vetoes=(
        # For now only.
        words(
            r"^(?:fix|feat|chore|docs|refactor|test|ci|build|perf|style)(?:\([\w-]+\))?:",
            r"\bin the meantime\b|\bmeanwhile\b|\buntil (?:the fix|it|that|this)\b|\bbefore (?:you|i) \w+ (?:that|this|it)[.!]*$",
            r"\b(?:for now|this time|this once|just (?:this )?once|just today|for today|today only|only today|just for (?:this|now)|for the moment|"
            r"for the time being|temporar(?:y|ily)|until later|tonight|right now|this (?:one )?(?:session|run|commit|pr|afternoon|morning|evening)|"
            r"in this (?:case|file|function|commit|pr|session|conversation|test|branch)|one-?off|only here|just here|exceptionally|as an exception|prefer to go|for this\b(?! (?:repo|project|team))|"
            r"for (?:this|that) (?:one|task|file|pr|commit|change|fix|test|demo|script|function))\b",
            r"\byet\b|\blet's\b|\b(?:error|bug|failure|crash|issue|problem|stack ?trace|pr|commit) (?:is|was) (?:at|in|on|here)\b|\buntil i (?:say|tell|confirm|give|ask|am|have|get)\b",
            r"\b(?:prefer|rather) (?:\w+ ){0,2}(?:the (?:first|second|third|former|latter|last|other|left|right|old|new|previous|one)|this|that|it|option|version|variant|\d)\b",
        ),
        # Not meant, or not so.
        words(
            r"^(?:suppose|supposing|imagine|assume|assuming|pretend|say|what if|let's (?:say|pretend|assume)|hypothetically|in theory)\b",
            r"\b(?:if (?:i|we|you) (?:were|was|had|could|ever|wanted)|i would have|we could (?:also|just)?|maybe we|perhaps we|might (?:be|want)|i wonder|wondering|"
            r"not sure|should we|thinking (?:about|of)|as if|tempted to|i guess|it would be|would be (?:nice|cool))\b",
            r"\b(?:lol|lmao|rofl|haha\w*|yeah,? right|just kidding|jk|kidding|as always|as usual|thanks for nothing|who needs|just what i needed|my favou?rite)\b|\s/s\b|[😂🤣🙄😉😜]",
            r"^(?:(?:oh|ah|yeah|wow|well)[, ]+)?(?:sure|brilliant|wonderful|lovely|fantastic|terrific|marvell?ous|of course|right)[,!.]+ ?(?:and|because|let's|always|never|please|then|why)\b",
            r"^(?:oh|ah|yeah|wow)[, ]+(?:great|sure|perfect|nice|good|super|cool)\b",
            r"\b(?:why (?:does|do|is|are|did|would|can't|don't|not)|how (?:does|do|is|can|should|come)|do you|did you|can you|could you|would you|will you|is there|are there|does it|should i)\b.*\?",
            r"\b(?:nobody|no one|everyone|someone) (?:should|ever|always)\b",
        ),
        # To be forgotten, not kept.
        words(r"\b(?:forget (?:what|about|everything|it|my|the|all|that (?:i|we|you))|delete (?:the|that|this|your|my) memor|remove .* from (?:your )?memory|don'?t (?:remember|save|store|memori[sz]e) (?:this|that|it))\b"),
        # A fact told only to have something done about it now.
        words(rf"[,;:] (?:so |just |please |now |and |then |can you )*(?:{_VERB}|implement|fix|do|find|look at|hurry) (?:it|that|this|them)\b|[,;] please \w+[.!]*$"),
        # An order that points at something only this conversation knows.
        words(
            rf"^(?:no+[,.]? |please |ok(?:ay)?[,.]? |but |and )*(?:(?:never|always|don'?t|do not|stop) (?:ever )?)+(?:do|doing|{_VERB}|{_DOING}) (?:this|that|it|them|so)(?: again| anymore| any more| ever)*[.!]*$",
            r"^(?:no[:,.]? )?(?:it|that|this|they|he|she|these|those) (?:is|are|was|stays?|has|will|can|goes|needs?|moves?)\b",
        ),
    ),
    turn_vetoes=(
        words(
            r"\b(?:pretend (?:to be|you|that|i)|you(?: are|'re) (?:now )?(?:a|an|the|my) (?!\w*\b(?:bit|little)\b)|act as (?:a|an|if)|role-?play|let's play|in the voice of|talk like a|speak like a)\b",
            r"\bi(?:'m| am) (?:the )?(?:a )?(?:king|queen|wizard|pirate|emperor|batman|god|pope|robot|dragon)\b",
        ),
    ),
    polite=words(r"^(?:(?:and|also|please|hey|so)[, ]+)*(?:can|could|would|will) you (?:please |maybe |kindly )*(?=(?:always (?=.*\b(?:me|you|your)\b)|never|stop|from now on|remember|keep in mind|make a note|save this to memory|not)\b)"),
    hearsay=words(
        r"\b(?:says|writes|wrote|claims|claimed|according to|recommends|suggests|the (?:docs?|manual|readme|article|guide|blog|book|tutorial|linter|error|log|prompt|ticket|issue|comment|reviewer|customer|template) (?:say|said|state|recommend|want|ask|tell)\w*)\b",
        r"\b(?:you|the (?:model|bot|tool|script|user|app|function|parser|code|class|component|endpoint|client|server|system)) (?:should|must|has to|have to|needs to|will) (?:always|never|remember)\b",
    ),
    # Something to be done now. After it only a word of `standing` makes a rule.
    task=words(
        r"^(?:(?:ok(?:ay)?|so|now|then|next|and|also|first task|first|yes|great|good|thanks|please|pls|hey|hi|hello|alright|right)[,.:! ]+)*(?:please |can you |could you |would you |will you |let's |i need you to |i want you to |go ahead and |help me )*"
        r"(?:add|write|implement|create|build|fix|change|rename|refactor|remove|delete|move|update|make (?!sure)|generate|convert|migrate|find|look|check|show|explain|"
        r"open|review|test|extend|replace|rewrite|draft|investigate|debug|set up|install|deploy|revert|redo|undo|translate|summari[sz]e|list|read|parse|port|give me|tell me|compare|clean|rebase|push|commit|merge|run|"
        r"bump|tweak|adjust|continue|proceed|try|turn|let|put|swap|split|extract|wire|hook|support|design|leave|drop|have (?:it|the)|do )\b",
    ),
    standing=words(
        rf"\b{_SPARE}\b",
        r"\b(?:from (?:now|here|today) on\w*|going forward|in (?:the )?future|for every|whenever|every time|any time|that's where|(?:to|in|into) (?:your |the )?(?:long-?term )?memory|make a note|for (?:next time|future reference|the record))\b",
    ),
    # An order not to, whose mishap is told along with it, needs no complaint.
    complaint=words(""),
    verdict=words(rf"^(?:(?:no+|nope|whoa|wait|please|and|but)[,.! ]+)*(?:don'?t|do not|never) {_VERB} (?!it\b|that\b|this\b|them\b|now\b)"),
    incident=words(
        r"\b(?:burn(?:ed|t)|last (?:time|week|month|quarter|year|spring|summer|autumn|fall|winter)|bit us|cost (?:us|me)|lost (?:\w+ ){0,3}(?:hours?|days?|weeks?|data)|took (?:\w+ )?down|"
        r"outage|incident|hard way|post-?mortem)\b",
    ),
    directive=words(rf"^(?:please )?(?:{_VERB}|never|always|don'?t|do not|no)\b|\b(?:you|your|must|should|never|always|don'?t|prefer|want|i (?:say|mean|ask)|has to|have to)\b"),
    opener=words(
        r"^(?:(?:ok(?:ay)?|so|no+|nope|nah|and|but|also|well|hey|hi|hello|hm+|right|good|great|fine|yes|yep|yeah|please|pls|plz|btw|by the way|fyi|actually|wait|whoa|thanks|one more thing|side note|quick note|oh|ah)\b[,.:;! –—-]*)+",
        r"^(?:please |can you |could you |i want you to |i'd like you to )?(?:always )?(?:rem(?:em)?ber|keep in mind|bear in mind|don'?t forget|do not forget|never forget|make a note|take a note|memori[sz]e|"
        r"note(?: to self)?|(?:save|store|put|add|commit|write) (?:this|that|it|the following)? ?(?:down )?(?:to|in|into) (?:your |the )?(?:long-?term )?memory)\b"
        r"(?: (?:this|the following|it|for (?:the future|later|next time|future reference)))?(?: that\b)?[,:;. –—-]*",
        r"^(?:a )?(?:note )?(?:for|as a) (?:future reference|next time|the future|the record|later reference)(?: and for next time)?[,:;. –—-]*",
    ),
    pointing=words(r"^(?:this|that|it|so|same|which|these|applies|do so|like that|the same|both)\b"),
    order=words(rf"^(?:(?:then|and|so|now|ok(?:ay)?|please|first|just|but|for now|yes|next|i'll|let me|let's|can you|could you|what|where|why|how|who|which|is|are|do|does)[, ]+)*(?:{_VERB}|{_DOING}|look|find|go|do|implement|rewrite|redo|revert|undo|proceed|continue|thanks|thank|cheers|ok|okay|great|sorry|i'll|let's|what|where|why|how|could|can|would)\b"),
    reason=words(r"[,;:.–— -]+(?:because|since|as (?=we|i|it|the|our|they|he|she|two|three|some|customers|\w+ (?:is|are|has|have|needs?)\b)|due to|so that|otherwise|or else)\b\s*(?P<why>.+)$"),
    because=words(
        r"\b(?:because|since|otherwise|last (?:time|week|month|quarter|year)|lost|burn(?:ed|t)|bit us|broke|broken|crash\w*|took down|has to|have to|needs to|costs?|legal|compliance|"
        r"audit\w*|contract\w*|customers?|clients?|incident|outage|reason|that's why|breaks?|fails?|slow|can't|cannot|doesn't)\b",
    ),
    manner=words(r"\b(?:answers?|repl(?:y|ies)|responses?|explanations?|explain\w*|bullet\w*|prose|paragraphs?|summar\w+|emojis?|concise|brief|terse|english|german|chinese|hyphens?|em dash(?:es)?|tone)\b"),
    local=words(r"\b(?:here|this (?:repo|repository|project|codebase|team|company|code)|our)\b"),
    stop_words=frozenset(
        "a an the this that these those it its is are was were be been being am im i i'm ive i've me my mine we we're our ours us you your yours they them their he she his her and or but so if then than "
        "as at by for from in into of on onto to up with without about over under again further nor doesn't do does did done doing have has had having can can't could should would will shall "
        "may might must just also too very really please always ever now on here there when whenever where which who whom what how why all any both each every few more most other some such only own "
        "same want like prefer rather keep make sure remember because since let's get got one it's that's i'd we've".split()
    ),
    days=(
        DayWord(words(r"\b(?P<year>20\d\d)[-/.](?P<month>\d{1,2})[-/.](?P<day>\d{1,2})\b"), days.iso),
        DayWord(words(r"\b(?:in|within) (?:exactly |about |just )?" + _A_COUNT + r"(?: time)?"), days.count(_NUMBER, _UNIT), "on {day}"),
        DayWord(words(_A_COUNT + r" from (?:now|today)\b"), days.count(_NUMBER, _UNIT)),
        DayWord(words(r"\b(?:the )?day after tomorrow\b"), days.shift(2)),
        DayWord(words(r"\btomorrow\b"), days.shift(1)),
        DayWord(words(r"\b(?:the )?end of next month\b"), days.month_end(1)),
        DayWord(words(r"(?:(?<=\bon )|(?<=\bby )|(?<=until )|(?<=till )|(?<=before )|(?<=after ))the (?P<day>\d{1,2})(?:st|nd|rd|th)\b(?! (?:of|\w+ (?:row|line|column)))(?! (?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec))"), days.month_day),
        DayWord(words(r"\bnext week\b"), days.next_week, "the week of {day}"),
        DayWord(words(r"\bnext month\b"), days.next_month, "{month}"),
        DayWord(words(r"\byesterday\b"), days.shift(-1)),
        DayWord(words(r"\b(?:the )?end of (?:the|this) month\b"), days.month_end(0)),
        DayWord(words(r"\b(?:the )?end of (?:the|this) year\b"), days.year_end),
        DayWord(words(rf"\b(?:the )?end of {_A_MONTH}(?! ?\d)"), days.end_of_named_month(_MONTH)),
        DayWord(words(rf"\blast {_A_WEEKDAY}"), days.last_weekday(_WEEKDAY)),
        DayWord(words(rf"\bnext {_A_WEEKDAY}"), days.weekday(_WEEKDAY, 1)),
        # "on Fridays", "every Friday" and "Friday evenings" name no one day.
        DayWord(words(rf"(?<!every )(?<!each )(?<!\d )(?<!\()\b(?:this )?(?:coming )?{_A_WEEKDAY}(?! (?:night|evening|afternoon|morning|deploy|release)s?\b)(?!,? \d)"), days.weekday(_WEEKDAY)),
        DayWord(words(rf"\b(?:the )?(?P<day>\d{{1,2}})(?:st|nd|rd|th)? (?:of )?{_A_MONTH}(?:,? (?P<year>20\d\d)\b)?"), days.calendar(_MONTH), "{said} {year}"),
        DayWord(words(rf"\b{_A_MONTH} (?:the )?(?P<day>\d{{1,2}})(?:st|nd|rd|th)?\b(?:,? (?P<year>20\d\d)\b)?"), days.calendar(_MONTH), "{said}, {year}"),
    ),
)
