"""English words that cues and vetoes share: lists of what one tells an agent, so that no noun passes for an order."""

from __future__ import annotations

# What one tells an agent to do. A list, because "never seen", "always me" and "always green" are no rules.
VERB = (
    r"(?:(?:re|un|pre|force[- ]?)?(?:"
    r"add|allocate|answer|append|apply|ask|assert|assume|authenticate|avoid|backup|back up|base|batch|begin|"
    r"benchmark|branch|build|bump|bundle|cache|"
    r"call|cast|catch|change|check|cherry-?pick|choose|cite|clone|close|collapse|combine|comment|commit|compile|"
    r"confirm|convert|copy|cover|create|declare|"
    r"default|define|delete|deploy|derive|disable|document|download|drop|duplicate|edit|embed|emit|enable|encode|"
    r"end|ensure|escape|exclude|explain|export|"
    r"expose|extend|extract|fetch|fix|flag|fold|follow|force|format|generate|give|group|guess|handle|hard-?code|"
    r"hash|hide|ignore|implement|import|include|"
    r"indent|inject|inline|insert|inspect|install|introduce|invent|join|keep|label|leave|limit|link|lint|list|load|"
    r"locali[sz]e|log|make|mark|match|measure|"
    r"mention|merge|migrate|mock|modify|move|name|nest|offer|omit|open|optimi[sz]e|order|override|overwrite|pass|"
    r"paste|patch|pick|pin|ping|post|prefer|"
    r"prefix|prepare|preserve|print|produce|profile|propose|protect|provide|publish|pull|purge|push|put|query|quote|"
    r"raise|read|rebase|refactor|refer|"
    r"release|rely|remove|rename|render|repeat|replace|reply|report|request|reset|resolve|respond|restart|restore|"
    r"retry|return|reuse|revert|review|rewrite|"
    r"roll|round|run|sanitize|save|scan|schedule|seed|select|send|separate|seriali[sz]e|set|share|ship|shorten|show|"
    r"sign|simplify|skip|sort|speak|spell|"
    r"split|squash|stage|start|stash|state|stick|stop|store|stub|suggest|summari[sz]e|switch|sync|tag|talk|tell|"
    r"test|throw|touch|translate|treat|trim|"
    r"truncate|trust|try|turn|type|unpack|update|upgrade|upload|use|validate|vendor|verify|view|wait|warn|watch|"
    r"work|wrap|write"
    r"))"
)
DOING = (
    r"(?:add|apologi[sz]|ask|assum|call|chang|commit|creat|delet|edit|end|explain|format|generat|guess|hardcod|import|"
    r"invent|install|mak|mock|mov|open|past|push|put|reformat|refactor|renam|repeat|rewrit|rewrit|run|say|show|skip|"
    r"start|"
    r"suggest|summari[sz]|touch|updat|us|wrapp|writ)ing"
)
# Manners of an agent one may be tired of.
SPARE = (
    r"(?:skip|drop|cut|spare me|no need for|no more|enough with|enough of) (?:the |your |all the |any )?"
    r"(?:preambles?|pleasantries|intros?|introductions?|emojis?|summaries|recaps?|filler|apologies|praise|flattery|"
    r"compliments|jokes|disclaimers?|cheerleading|small talk)"
)
