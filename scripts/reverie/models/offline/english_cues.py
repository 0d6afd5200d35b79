"""English cues. The rule: a pattern stands for a way of speaking, never for one sentence somebody once said."""

from __future__ import annotations

from reverie.models.offline.english_words import DOING, SPARE, VERB
from reverie.models.offline.language import DECISION, POINTER, REMEMBER, RULE, SELF, cues

# Where an order may begin: at the head of the sentence or of a clause, not in the middle of a description.
_HEAD = (
    r"(?:^|[,;:(–—\x01]\s*|\s-+\s+|\b(?:and|but|so|please|pls|plz|also|just|then|or|you should|you must|you need to|"
    r"make sure to|make sure you|make sure that you|be sure to)\s+)"
)
_ROLE = (
    r"(?:engineer|developer|dev|programmer|coder|scientist|analyst|designer|architect|sre|dba|devops|manager|"
    r"researcher|"
    r"student|admin|administrator|sysadmin|lead|founder|cto|ceo|intern|maintainer|contractor|consultant|statistician|"
    r"biologist|physicist|chemist|mathematician|economist|doctor|nurse|teacher|tester|writer|editor|freelancer|"
    r"accountant|lawyer|geologist|hydrologist|journalist|translator|beginner|newbie|newcomer|hobbyist|pm|owner)s?"
)
_PROMISE = (
    r"(?:freez\w*|frozen|deadline|due|launch\w*|releas\w*|ship(?:s|ping)?|deliver\w*|go(?:es|ing)? live|go-live|"
    r"demo\w*|"
    r"cut-?over|migrat\w*|decommission\w*|sunset|shut(?:s|ting)? down|end of life|eol|contract\w*|audit\w*|"
    r"certif\w*|review|"
    r"expires?|until|stays?|moratorium|merges?|deploys?|switch\w*|moves?|moving|retir\w*|hand(?:s|ed)? over|"
    r"inspect\w*|"
    r"present\w*|opens?|closes?|meeting|talk|board|workshop|hearing|handover|starts?|ends?|goes out|announce\w*|"
    r"support|maintenance|downtime|"
    r"submission|submit\w*|conference|pilot|beta|trial|rollout|roll out|deprecat\w*|drop(?:s|ping)? support)"
)
_TOOL = (
    r"(?:linear|jira|notion|confluence|grafana|datadog|slack|sentry|figma|google (?:docs?|sheets?|drive)|sharepoint|"
    r"trello|"
    r"asana|pagerduty|opsgenie|zendesk|miro|airtable|kibana|looker|tableau|metabase|bugzilla|youtrack|redmine|clickup|"
    r"discord|(?:ms |microsoft )?teams|the wiki|our wiki|wiki|dropbox|1password|vault|monday\.com|basecamp|"
    r"mattermost|zulip)"
)
_PLACED = (
    r"(?:is|are|lives?|goes?|go|sits?|stays?|(?:is|are|get|gets) (?:tracked|kept|documented|filed|posted|reported|"
    r"collected|written "
    r"down|discussed|announced|maintained|managed|stored|listed|described|published|planned|logged)|tracked|kept|"
    r"documented|"
    r"filed|found)"
)
_URL = r"(?:https?|s3|gs|smb|sftp)://[^\s)>\]]+"

ENGLISH_CUES = (
    *cues(
        REMEMBER,
        # "I can't remember" is not at a head; "remember to add" is a task, "remember when" small talk.
        _HEAD + r"rem(?:em)?ber(?!,? i (?:asked|told|said)\b)"
        r"(?! (?:to|when|how|what|why|who|the (?:time|day)|last|seeing|anything)\b)\b(?!\?)",
        r"^(?:and |also |please )?rem(?:em)?ber to (?=.*\b(?:always|every|whenever|each|before (?:you|any|"
        r"every))\b)",
        _HEAD + r"(?:don'?t|do not|never) forget(?=,? (?:that|we|our|my|i|i'm|im|they|you|it's|there)\b|:)",
        _HEAD + r"(?:keep|bear|have) in mind(?! the\b)",
        _HEAD + r"(?:make|take|keep) (?:a )?(?:mental )?note\b",
        r"\b(?:save|store|put|add|commit|write) (?:this|that|it|the following)? ?(?:down )?(?:to|in|"
        r"into) (?:your |the )?(?:long-?term )?memory\b",
        _HEAD + r"memori[sz]e\b",
        r"\b(?:for|as a) (?:future reference|next time|the future|the record|later reference)"
        r"(?=[,:.;!–-]|$| (?:that|please|and|we|the|our|i|you|this)\b)",
        r"\b(?:thing to know|(?:good|worth|important|useful) (?:to know|knowing)|what you (?:need to|should|"
        r"have to) know)\b(?: is| here is)?(?: that|:|,)",
        r"^(?:a )?note (?:for|to) (?:the future|future you|later|yourself|next time)\b",
    ),
    *cues(
        RULE,
        # "from now on it works" orders nothing.
        rf"^(?=.*\b(?:{VERB}|you|don'?t|do not|never|always|i (?:want|expect|like|need|prefer)|i'd|we|please|no|"
        r"only|must|should|every|all)\b)"
        r".*\b(?:from (?:now|here|today|this point) (?:on|onwards?|forward)|going forward|henceforth)\b",
        # "in future versions" and "in the future the API will" are no orders.
        rf"{_HEAD}(?:in (?:the )?future|next time)[,:]? (?:please |just |can you |could you )*(?:{VERB}|you|"
        r"don'?t|do not|never|always|only|i (?:want|expect|prefer))\b",
        rf"^(?:please )?(?:{VERB}|don'?t|do not|never|always)\b.*\b(?:in (?:the )?future|next time)[.!]*$",
        rf"{_HEAD}always {VERB}\b(?!ing)",
        rf"{_HEAD}never(?: ever| again)? {VERB}\b(?!ing)",
        r"[,;] always[.!]*$",
        r"\b(?:whoever|anyone who|anybody who|everyone who|everybody who|if you|when you) (?:touch|chang|edit|add|"
        r"mov|renam|delet|bump|"
        r"releas|deploy|modif|creat|remov|updat)\w* .*\b(?:has to|have to|must|needs? to)\b",
        r"^(?!.*\b(?:is|are|was|were|has|gets?)\b)(?:no+[,.!]* )?(?!it|that|this)(?:[\w-]+ ){1,5}always (?:in|with|"
        r"on|by|as|"
        r"under|through|via) \w+",
        r"^(?:no+[,.!]* )?no (?:new |more )?\w+.*\bwithout (?:asking|my|me|an? |approval|telling|checking)",
        r"\bwe (?!are|were|had|did|got|have|should|could|can|need|want)\w+ .*(?:, never \w+|\bin this (?:repo|"
        r"repository|project|"
        r"codebase|team)\b)",
        rf"\bwe (?:always|never) {VERB}\b(?! (?:this|that|it)\b)",
        r"\bwe (?:only|don'?t|do not) (?:use|commit|push|merge|deploy|squash|rebase|write|ship|release|mock|log|"
        r"put|store|accept|allow)\b(?! (?:this|that|it|the|those|these)\b)",
        r"\bi (?:always|never|only) (?:use|want|prefer|write|commit|squash|rebase|merge|review|test|read|work|"
        r"run|deploy|push|answer)\b(?! (?:the|a|this|that|it)\b)",
        # An order not to, with a word that makes it general.
        rf"{_HEAD}(?:don'?t|do not|dont) (?:you )?(?:ever )?{VERB}\b.*\b(?:without (?:asking|my|me|checking|"
        r"an? |telling|first)|any(?:thing|one|body|where|more)?|ever|"
        r"again|every|each|whenever|in this (?:repo|project|codebase|team)|when (?:you|we|i))\b",
        rf"{_HEAD}(?:don'?t|do not) (?:ever|start|keep|just go) \w+",
        rf"{_HEAD}(?:please )?(?:stop|quit|no more) {DOING}\b(?! (?:the|this|that|it|them|these|those)\b)",
        rf"^(?:please )?(?:i (?:don'?t|do not) want|no need for) you to {VERB}\b.*\b(?:any\w*|ever|again|"
        r"without|unless|every|when\w*)\b",
        r"\b(?:without (?:asking|checking with) me|ask (?:me )?(?:first|before)\b.*\b(?:any|every|you)|"
        r"check with me before)\b",
        # "no, use pnpm, not npm": a named thing against another, not this one against that.
        r"^(?:no+|nope|nah|wrong|wait)\b[,.!: -]+(?:please |we )?(?:use|run|write|call|prefer|go with) "
        r"(?!the (?:first|second|other|last|old|new)|this|that|it\b).*(?:\bnot\b|\binstead(?: of)?\b|"
        r"\brather than\b)",
        r"\bwe (?:use|run|write|call|go with|stick to|work with) (?!this|that|it\b|the ).*(?:, not\b|"
        r"\binstead of\b|\brather than\b|\bnever\b)",
        # Taste.
        r"\bi(?:'d| would)? (?:much |strongly |really |generally |usually |actually )?prefer\b",
        r"\bi(?:'d| would) rather (?:you|we|(?:have|see|get|read|keep|use) .+ than)\b",
        r"\bi (?:really |just )?(?:like|love|hate|dislike|can'?t stand|don't like) (?:it when|when you|my|your|"
        r"short|long|small|terse|brief|to see)\b",
        r"\b(?:keep|make|write|give me) (?:all |the |your |my )?(?:answers|replies|responses|explanations|"
        r"summaries|commit messages|messages|diffs|prs|"
        r"pull requests|commits)(?: to me)? (?:very |as |really )?(?:short|shorter|brief|concise|small|smaller|"
        r"terse|in|under|below|simple|plain|focused|to (?:one|a|two|the)|"
        r"without|minimal|self-contained|atomic)\b",
        r"\b(?:answer|reply|respond|talk|write|explain)(?: to)?(?: me)? in (?:english|german|french|spanish|"
        r"chinese|japanese|korean|plain|simple|bullet|short)\b.*"
        r"\b(?:please|always|even|only)|^please (?:answer|reply|respond|talk)(?: to)?(?: me)? in \w+",
        r"^(?:please )?(?:be (?:brief|concise|terse)|no (?:emojis?|summaries|filler|fluff|preamble|flattery|"
        r"em dashes))\b",
        r"\bi (?:don'?t|do not) (?:need|want|like) (?:\w+ ){0,2}(?:explanations?|summaries|comments|emojis?|"
        r"docstrings|apolog\w+|disclaimers?|praise|flattery|jokes|recaps?)\b",
        rf"\b{SPARE}\b",
        r"\bwhen(?:ever)? you (?!are|re\b|get|finish|have|see|can|said|did)\w+[^,]*, (?:please |always |"
        rf"just )*(?:{VERB}|don'?t|do not|never)\b",
        rf"{_HEAD}{VERB}\b.*\b(?:whenever you|when you (?:mention|explain|write|answer|commit|change|touch|edit|"
        r"add|create|propose|suggest|refactor|review|open))\b",
        rf"\bin general[:,]? (?:please )?(?:{VERB}|don'?t|do not|never)\b",
        r"\b(?:docs|documentation|comments?|commit messages|identifiers|prose|everything|"
        r"changelogs?)\b.{0,20} in (?:british |american |plain |simple )?(?:english|german|french|spanish|"
        r"chinese|japanese)\b",
        r"\b(?:one|a single) (?:question|step|thing|change) at a time\b",
        r"\b(?!the |this |that )\w+ (?:go|belong|live|land) (?:in|into|under|to|on) .*, (?:not|never)\b",
        r"^(?:good|great|perfect|exactly|yes|nice)\b(?!.*\b(?:now|but|do (?:that|it|this|"
        r"the same))\b).*\b(?:for (?:every|each|any)|every time|keep (?:doing|using))\b",
        # What holds for every case of a kind.
        r"^(?:\w+, )?when(?:ever)? .*\bi (?:want|expect|need|like)\b.*\byou\b|\bbefore you\b.*\bi (?:want|"
        r"expect)\b|\bi (?:want|expect|like) (?:you )?to .*\bbefore (?:you|any|every)\b",
        r"\b(?:every ?time|whenever|any time|each time) (?:you|we|i)\b[^,]*, (?:please |always |also |first |"
        rf"you should |i want )*(?:{VERB}|don'?t)\b",
        r"\b(?:what|how|the way) i (?:want|like|expect|need)\b.*\b(?:every|each|all|any\w*|always)\b",
        r"\b(?:how|what) (?:it|that) should (?:be|work|go|look)\b.*\b(?:with|for) (?:any\w*|every\w*|all)\b",
        r"\b(?:applies|apply|goes|holds) (?:to|for) (?:all|every|any|each)\b",
        r"\bas a (?:rule|general rule|matter of principle)\b|\b(?:house rule|hard rule|rule of thumb|"
        r"hard limit)\b",
        r"\bi (?:write|answer|do|merge|push|commit|run|review|handle|deploy|tag|send|approve|close|"
        r"sign)(?! (?:it|this|that|the|these)\b)(?: \S+){1,4} myself\b",
        r"\b(?:learn(?:ed|t)|found out|know) (?:this |that |it )?(?:the )?hard way\b",
        r"\b(?:must|may|should) (?:never|always) (?:be )?\w+.*\b(?:because|since|as|otherwise|or else|"
        r"in (?:this|our) (?:repo|project|team|company))\b",
    ),
    *cues(
        SELF,
        r"\b(?:i am|i'?m|i work as|i've been|i was trained as|i'm working as|me:) (?:\w+ )?(?:an?|the|"
        rf"your)? ?(?:[\w#+./-]+ ){{0,4}}{_ROLE}\b(?!.*\b(?:ever|scenario|story|worst|(?:who|that) (?:broke|"
        r"wrote|asked))\b)",
        r"\bi(?:'ve| have)? (?:have )?never (?:really |actually |properly )?(?:used|written|touched|"
        r"worked (?:with|in|on)|learn(?:ed|t)|done|programmed|coded|studied)\b"
        r"(?! (?:this|that|it|one|the)\b)",
        r"\bi(?:'m| am|m) (?:(?:very|quite|fairly|completely|totally|still|brand|pretty) )*(?:new|fluent|"
        r"proficient|experienced|comfortable|unfamiliar|familiar) (?:to|in|with|here)\b"
        r"(?! (?:this|that) (?:bug|file|error|function|issue|one))",
        r"\bi(?:'m| am) not (?:very |too |that )?(?:familiar|comfortable|experienced|fluent) (?:with|"
        r"in)\b(?! (?:this|that|the)\b)",
        r"\byears (?:of|in|with|as|doing|writing)\b.*\b(?:behind me|experience|under my belt)\b|\bi(?:'ve|"
        r" have) (?:\w+ )?(?:\w+|\d+)(?: \w+)? years (?:of|in|with|as|doing)\b",
        r"\bi(?:'ve| have) been (?:doing|writing|using|working (?:with|in|on|as)|programming|"
        r"coding)\b.*\b(?:for|since)\b.*\b(?:years?|decade|\d{4}|months)\b",
        r"\b(?:i am|i'?m) (?:\w+ )?(?:colou?r-?\s?blind|dyslexic|deaf|blind|left-handed|partially sighted|"
        r"visually impaired|hard of hearing)\b",
        r"\b(?:my background is|i come from (?:a |the )?\w+|my (?:first|native|main|day) (?:language|job)|"
        r"my job is|my role|i studied|i majored)\b",
        r"(?<!this )(?<!that )\bis (?:all |completely |totally |quite |still |fairly )?new to me\b",
        rf"\bi(?:'m| am) (?:no|not an?) (?:[\w#+-]+ ){{0,3}}(?:{_ROLE}|expert|specialist)\b",
        r"\bi(?:'ve| have)?(?: got)? (?:no|zero|little|hardly any|next to no|some|plenty of|"
        r"lots of) (?:[\w#+-]+ ){0,3}(?:experience|background)\b",
        r"\bi(?:'m| am) (?:self-taught|coming from (?!the (?:previous|other))\w+)|^coming from (?:a |"
        r"the )?[\w#+]+(?: (?:background|world|side))?,",
        r"\bi (?:teach|taught|research|sit (?:in|with)|work (?:in|at|for) (?:the |an? )?)\b(?! (?:this|that|it|bug|"
        r"branch|ticket)\b)",
        r"\bi (?:did|got|finished|hold) (?:my|an?) (?:phd|degree|doctorate|master'?s?|bachelor'?s?) in\b",
        r"\bi have an? (?:phd|degree|doctorate|master'?s|bachelor'?s|background) in\b|\bmy (?:english|german|"
        r"french|spanish|chinese) is(?:n't| not)\b",
        r"\bi (?:mostly|mainly|usually|primarily) (?:write|work|do|program|code)\b(?! (?:this|that|it)\b)",
        r"\bi(?:'m| am) (?:on|in|with|part of) (?:the|our) [\w -]{2,30} (?:team|group|squad|department)\b",
        r"\bi (?:lead|run|manage|maintain|head|own) (?:the|our|a) [\w -]{2,30}(?:team|group|squad|department|"
        r"service|platform|infrastructure|project|library|package)\b",
        r"\bi (?:only|barely|hardly|don'?t really|don'?t) know (?!why|what|how|who|where|when|if|the|whether|"
        r"that|this|it\b|yet|enough)(?:any |much |a bit of |some |a little )?[\w#+]+"
        r"(?: (?:yet|so far|well|at all))?(?:[,.]|$| and\b| so\b)",
    ),
    *cues(
        DECISION,
        r"\bwe(?:'ve| have)? (?:just |all |finally )?(?:decided|agreed|settled|concluded|chose|chosen|"
        r"opted)\b(?! (?:it|this|that)\b)",
        r"\b(?:was|were|been|is|it's) (?:decided|agreed|settled|signed off)\b",
        r"^(?:the )?(?:final )?decision(?: is| was)?[:,]? \w+",
        r"\b(?:team|management|legal|security|the board|ops) (?:has |have )?(?:decided|agreed|ruled)\b",
        r"\bwe(?:'re| are) (?:moving|switching|migrating|dropping|freezing|sunsetting|retiring|replacing|"
        r"deprecating|standardi[sz]ing)\b"
        r"(?=.*\b(?:because|since|as|due to|by|until|from|after|before|in)\b)",
        r"\b(?:parked|on hold|paused|off[- ]limits|locked|frozen) until\b(?! (?:i|you|it|this|that)\b)",
        r"\b(?:code|merge|feature|deploy(?:ment)?|release|change) freeze\b(?= (?:is|until|from|till|starts?|"
        r"begins?|runs|on|through|ends?|in effect|next)\b|[,:])",
        r"\b(?:limit|threshold|minimum|maximum|target|owner|contact|rule|cap|quota|budget|deadline|coverage|"
        r"standard|address|policy)\b.{0,40} (?:is|are) now\b",
    ),
    *cues(
        DECISION,
        rf"^(?=.*\b{_PROMISE}\b)(?!.*\b(?:i need|we need|i want|i'd like|can you|let's|i'll|failed|broke|"
        r"crashed|hurry|please|went|was|were|did|had|tokens?|cookies?|tests?|fixtures?|returns?|pars\w+|"
        r"format\w*|shows?|displays?|columns?|fields?|values?)\b)",
        dated=True,
    ),
    *cues(
        POINTER,
        r"(?:\b(?!(?:this|that|it|there|here|error|bug|failure|crash|issue|problem|log|trace|pr|"
        rf"commit)\b)\w+) (?:\w+ )?{_PLACED}\b (?:\w+ ){{0,6}}(?:in|at|on|under|to|"
        rf"here:?)?:? ?(?:\w+ ){{0,3}}{_URL}",
        r"\b(?:uploads?|writes?|lands?|drops?|exports?|syncs?|publish(?:es)?|pushes)\b .*\b(?:to|in|into|"
        rf"under) (?:\w+ ){{0,3}}{_URL}",
        rf"\b{_PLACED} (?:all |now |only |mostly )?(?:in|on|at|to|under|via|through) (?:the |our |a |"
        rf"their )?(?:[\w-]+ ){{0,2}}{_TOOL}\b",
        rf"\b(?:moved|migrated|switched|went) (?:\S+ ){{0,6}}(?:to|over to) (?:the |our )?{_TOOL}\b",
        rf"\b{_TOOL} (?:project|board|channel|space|workspace|dashboard|database|page|sheet|folder|queue|"
        r"file)\b.*\b(?:(?:is|are|that's) (?:where|what|the|for|our)|has (?:the|all|our)|holds|tracks|"
        r"where we)\b",
        r"\b(?:we|they|team) (?:track|keep|document|report|file|post|discuss|collect|plan|announce|"
        rf"store) .*\b(?:in|on|at|to|under) (?:the |our |a )?(?:\w+ ){{0,2}}(?:{_TOOL}\b|{_URL})",
        r"\b\w+ (?:is|are|live|lives|goes?|go) (?:in|on|to|at) (?:the )?#[a-z][\w-]+",
        rf"\b(?:source of truth|canonical|official|authoritative)\b.*(?:\b{_TOOL}\b|{_URL})",
        rf"\byou(?:'ll| can| will)? find .*(?:\b{_TOOL}\b|{_URL})|^for [\w ]{{3,40}},? (?:see|check|look (?:at|"
        rf"in)|go to|use) .*(?:\b{_TOOL}\b|{_URL})",
        rf"^(?:the |our )?(?:[\w-]+ ){{0,3}}(?:dashboards?|board|docs|wiki|runbooks?|tracker|tickets|specs?|"
        rf"designs?|metrics|alerts)(?: for [\w -]{{2,30}})?(?: is| are|:)(?: at| on| in)? {_URL}",
    ),
)
