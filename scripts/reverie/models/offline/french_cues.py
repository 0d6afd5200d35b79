"""French cues, weak ones last, and the words shared with the vetoes: ways of speaking, never one sentence."""

from __future__ import annotations

from reverie.models.offline.language import DECISION, POINTER, REMEMBER, RULE, SELF, cues
from reverie.models.offline.tools import TOOL, URL

HEAD = r"(?:^|[,;:–]\s*|\b(?:et|mais|stp|svp|s'il te plaît|aussi|alors|donc|merci de|non)[, ]+)"
# What one tells an agent to do: "utilise", "utilisez".
DO = (
    r"(?:(?:utilis|emploi|employ|lanc|effac|supprim|chang|touch|modifi|install|pouss|appell|ajout|cré|gard|laiss|"
    r"évit|demand|test|"
    r"comment|nomm|format|appliqu|expliqu|montr|log|mock|commit|merg|rebas|déploi|déploy|vérifi|pass|vis|parl|résum|"
    r"tutoi|vouvoi|"
    r"répèt|répét|propos|rédig|exécut|form|command|commenc|regroup|sépar|préfix|docum|renomm|fusionn|signal|préven|"
    r"arrêt|cess|oubli|"
    r"envo|mont|arrond|trait|cit)(?:e|ez|es|er|oie|oyez)"
    r"|écri(?:s|vez|re)|fai(?:s|tes|re)|met(?:s|tez|tre)|répond(?:s|ez|re)|lis(?:ez)?|prend(?:s|re)|prenez|tiens|"
    r"tenez|viens|dis|dites|"
    r"sois|soyez|va|allez|donne(?:z|r)?|réfléchis|choisis(?:sez)?|préviens|prévenez|fournis(?:sez)?|finis(?:sez)?|"
    r"mettez|reprend(?:s)?|sers-toi)\b"
)
ROLE = (
    r"(?:ingénieur[e]?|développeu(?:r|se)|dév|programmeu(?:r|se)|informaticien(?:ne)?|data scientist|scientifique|"
    r"analyste|designer|graphiste|"
    r"architecte|cherche(?:ur|use)|étudiant[e]?|admin(?:istrat(?:eur|rice))?|chef(?:fe)?|responsable|fondat(?:eur|"
    r"rice)|stagiaire|alternant[e]?|"
    r"consultant[e]?|statisticien(?:ne)?|biologiste|physicien(?:ne)?|chimiste|mathématicien(?:ne)?|économiste|"
    r"médecin|infirmi(?:er|ère)|"
    r"professeur[e]?|prof|enseignant[e]?|testeu(?:r|se)|rédact(?:eur|rice)|comptable|avocat[e]?|juriste|géologue|"
    r"hydrologue|océanographe|"
    r"journaliste|traduct(?:eur|rice)|débutant[e]?|novice|devops|sre|dba|technicien(?:ne)?|opérat(?:eur|rice)|"
    r"géomètre|urbaniste)s?\b"
)
PROMISE = (
    r"(?:livraison|livr\w*|échéance|date limite|délai|sortie|lancement|publi\w*|migr\w*|gel\w*|démo\w*|audit|"
    r"bascule\w*|coupure|arrêt\w*|"
    r"retir\w*|contrat|expire|jusqu'\S+|avant|à partir|dès|commence\w*|débute\w*|termine\w*|ferme\w*|fin|ouvre\w*|"
    r"réunion|atelier|pilote|"
    r"bêta|maintenance|inspection|présent\w*|revue|repouss\w*|report\w*|décal\w*|passation|mise en (?:production|"
    r"service)|prévue?|reste\w*|"
    r"recette|promis\w*|engagé\w*|appel d'offres|dépôt)"
)
THIS_WAY = (
    r"\b(?:comme (?:ça|cela|ici|tu)|ainsi|de cette (?:façon|manière)|pareil|de la même (?:façon|manière)|"
    r"cet? (?:ordre|méthode|approche))\b"
)
ALL = (
    r"(?:\b(?:toujours|désormais|dorénavant|chaque fois|tous|toutes|en général|systématiquement)\b|à (?:l'|"
    r"partir de maint)|à chaque)"
)
NO_REPORT = r"^(?!.*(?<!d['’])\b(?:erreur|plante|planté|cassé\w*|échoue|échoué|bug|bloqué|faux|bizarre)\b)"

# What "must be" about a product is a task; about the work, or for a reason, it may be a rule.
POLICY = (
    r"(?=.*\b(?:tous|toutes?|chaque|toujours|jamais|personne|parce|car|sinon|sans|avant|jusqu\w*|seulement|contrat|"
    r"juridique|loi|licences?|"
    r"audit|rgpd|clients?|prod(?:uction)?|livraisons?|déploi\w+|merge|commits?|branches?|prs?|migrations?|revue|"
    r"pipeline|dépendances?|"
    r"dépôt|serveur)\b)"
)

FRENCH_CUES = (
    *cues(
        REMEMBER,
        rf"{HEAD}(?:souviens-toi|souvenez-vous|rappelle-toi|rappelez-vous|retiens|retenez|mémorise|"
        rf"mémorisez)\b(?! (?:quand|comment))",
        rf"{HEAD}n['’]oublie[zs]? (?:pas|jamais) (?:que|qu['’]|:|notre|nos|de toujours)",
        rf"{HEAD}(?:note|notez|garde|gardez)\b(?=[:,]| (?:bien|que|qu['’]|en tête|à l['’]esprit|"
        rf"en mémoire)\b)(?! que tu)",
        r"^(?:pour (?:info|mémoire|la prochaine fois|l['’]avenir|rappel)|à (?:savoir|retenir|noter)|"
        r"bon à savoir)\b ?[:,]?",
        r"\b(?:enregistre|mets|garde) (?:ça |ceci |cela )?(?:en|dans ta|dans la) mémoire\b",
    ),
    *cues(
        RULE,
        rf"^(?=.*(?:\b{DO}|\b(?:merci|toujours|jamais|je (?:veux|voudrais|préfère)|pas de|aucun|tous?|toutes?|"
        rf"on)\b)).*(?:\bà partir de (?:maintenant|"
        r"d['’]aujourd['’]hui)|\bdorénavant|\bdésormais|\bà l['’]avenir|\bla prochaine fois|\bdès maintenant)\b",
        rf"^(?:merci de |s'il te plaît,? )?(?:ne |n['’]|me |le |la |y )*{DO}.*\b(?:toujours|jamais|plus jamais|"
        rf"systématiquement|à chaque fois|"
        r"sans (?:me|m['’]|mon|demander|prévenir|l['’]accord|accord|validation)|en aucun cas|sous aucun prétexte)\b",
        rf"{HEAD}(?:toujours|jamais|ne jamais|ne plus jamais) (?:\w+(?:er|ir|re)|{DO}|de|d['’])",
        r"^(?:non,? )?(?:\w+ ){1,4}toujours (?:en|dans|avec|sur|par|à) \w+(?!.*\b(?:est|sont|a|ont|était)\b)",
        r"^(?:et |non,? )?(?:pas d(?:e |['’])|aucune? ).*\bsans (?:mon|me|m['’]|l['’]accord|accord|validation|"
        r"prévenir|demander)",
        rf"{HEAD}(?:arrête|arrêtez|cesse|cessez) (?:de |d['’])\w+",
        r"\b(?:on|nous) (?:n['’]|ne )?(?:utilis\w+|écri\w+|fai\w+|déplo\w+|commit\w*|merg\w*|pouss\w*|mock\w*|"
        r"emplo\w+) (?:toujours|jamais|que|uniquement|pas de)\b",
        r"\b(?:je préfère|je préférerais|j['’]aime (?:mieux|que|bien (?:que|les|quand))|j['’]aimerais que|"
        r"je n['’]aime pas|je déteste|j['’]ai horreur|je veux que tu|"
        r"je voudrais que tu|je ne veux (?:pas|plus) (?:que|de|d['’]))(?! (?:la|le) (?:premi|deuxi|second|"
        r"derni))(?!.*\b(?:option|version) \w\b)",
        rf"(?:\bchaque fois que|\bà chaque fois|\bavant de|\bavant d['’]|\bdès que|\bquand) ?(?:tu |"
        rf"vous )?(?:touch\w+|modifi\w+|supprim\w+|ajout\w+|écri\w+|chang\w+|"
        rf"cré\w+|propos\w+|pouss\w+|install\w+|déplo\w+|commit\w*)\b.*(?:\b{DO}|je veux)",
        r"\b(?:réponds|répondez|réponds-moi|écris|explique|parle)(?:-moi)?(?: toujours|"
        r" uniquement)? (?:en (?:français|anglais)|court|brièvement|sans)\b"
        r"(?=.*\b(?:toujours|stp|s'il te plaît|uniquement|court|brièvement|sans|merci)\b)",
        r"\b(?:réponses|explications|résumés|messages) (?:toujours )?(?:court\w*|brèves?|concis\w*|en (?:français|"
        r"anglais))\b",
        r"^(?:chez nous|dans (?:ce|cette|notre) (?:projet|dépôt|équipe)),? (?:on|nous|les?|la|tout|c['’]est) ?\w+",
        r"\b(?:règle :|la règle est|en règle générale|par principe|règle maison|convention :|interdit de|"
        r"interdiction de|il est interdit)",
        rf"^non[,.! ]+(?:on )?(?:utilise\w*|{DO}) .*\b(?:pas|plutôt que|au lieu de)\b",
    ),
    *cues(
        SELF,
        rf"\bje (?:suis|travaille (?:comme|en tant que)|bosse comme)\b (?:\w+ ){{0,3}}{ROLE}",
        r"\bje (?:travaille|bosse) (?:à la|au|dans (?:la|le|l['’])|chez|pour (?:la|le|l['’])) ?(?!bug|ticket|branche|"
        r"moment)\w+",
        r"\bje n['’]ai (?:encore )?jamais (?:utilisé|touché|programmé|écrit|travaillé|fait|appris|codé)\b(?! (?:ça|"
        r"cela|ce|cette))",
        r"\b(?:je ne (?:connais|maîtrise|sais)|je n['’]y connais|je connais) (?:pas|rien|mal|peu|très mal)\b (?!ce|"
        r"cette|pourquoi|si|quoi|comment|quel|la raison)",
        r"\b(?:j['’]ai|ça fait) (?:\w+|\d+) ans (?:d['’]expérience|que je|de)\b|\bdepuis (?:\w+|\d+) ans\b.*\bje\b|"
        r"\bje \w+ (?:\w+ ){0,3}depuis (?:\w+|\d+) ans\b",
        r"\bje (?:suis (?:nouveau|nouvelle|tout nouveau)|débute) (?:ici|en|avec|dans|sur)\b|\b(?:est|"
        r"c['’]est) (?:tout )?nouveau pour moi\b",
        r"\bje suis (?:\w+ )?(?:daltonien(?:ne)?|dyslexique|malvoyant[e]?|sourd[e]?|gauch(?:er|ère))\b|"
        r"\bje viens (?:du monde|de l['’]univers|du|de la) \w+",
        r"\bje (?:dirige|gère|maintiens|pilote|m['’]occupe) (?:le|la|l['’]|de la|du|notre|de l['’]) ?(?:équipe|"
        r"service|plateforme|projet|infra\w*)\b",
    ),
    *cues(
        DECISION,
        r"\b(?:on|nous|l['’]équipe|la direction|le client|ils) (?:a|ont|avons|s['’]est|"
        r"nous sommes) (?:\w+ )?(?:décidé|choisi|convenu|tranché|retenu|opté|mis d['’]accord|acté)\w*\b",
        r"\b(?:c['’]est|il a été|a été|est) (?:décidé|acté|convenu|tranché|validé) (?:que|de|d['’]|:|avec|pour)",
        r"^(?:la )?décision(?: est| :)?[:,]? \w+",
        r"\b(?:on|nous) (?:passe|passons|migre|migrons|abandonne|abandonnons|remplace|remplaçons)\b(?=.*\b(?:parce|"
        r"car|puisque|avant|dès|à partir|jusqu)\b)",
    ),
    *cues(
        DECISION,
        rf"^(?=.*\b{PROMISE})(?!.*\b(?:j['’]ai besoin|peux-tu|peux tu|stp|était|avait|"
        rf"hier)\b)",
        dated=True,
    ),
    *cues(
        POINTER,
        rf"\b(?:est|sont|se trouve\w*|vit|vivent|vont|va|suivis?|suivies?|tenus?|tenues?|documentés?|documentées?|"
        rf"gérés?|gérées?|rangés?|rangées?|on (?:suit|note|met))"
        rf"\b.*\b(?:dans|sur|en|à)\b (?:\S+ ){{0,4}}{TOOL}\b",
        rf"(?:\b(?:est|sont|se trouve\w*|voir|cf|dispo\w*)\b|:).*{URL}",
        rf"\b(?:tickets?|bugs?|incidents?|tableau de bord|spécif\w+|specs?|maquettes?|comptes? rendus?|"
        rf"la doc)\b.*(?:{URL}|\b{TOOL}\b)",
    ),
)
FRENCH_HINTS = (
    *cues(
        RULE,
        r"^(?:non,? |et |mais )*(?:seulement|uniquement|pas de|pas d['’]|aucun\w*|plutôt|sans|"
        r"que des)\b ?\w+.*\b(?:dans|en|pour|avec|sur|par)\b",
        r"^non[,.!]+ ?(?:on|nous|chez nous) \w+",
        r"(?:\bplutôt que|\bau lieu d|\bet non\b|, pas \w+$)",
        NO_REPORT + POLICY + r".*\b(?:doit|doivent|il faut|on ne (?:touche|peut|doit)|obligatoire|interdit|jamais|"
        r"toujours)\b",
        r"(?:\bj['’]aime|\bje (?:préfère|n['’]aime|(?:veux|voudrais|souhaite) que))\b(?! (?:savoir|voir si|"
        r"comprendre|que tu (?:corrige|regarde)))",
        r"\b(?:chez nous|dans (?:ce|notre) (?:projet|équipe|dépôt)|on (?:utilise|emploie|écrit|a l['’]habitude))\b",
    ),
    *cues(
        SELF,
        r"\bje (?:suis|travaille|viens|bosse|débute|connais|gère)\b (?!d['’]accord|sûre?|en train|là|prêt|"
        r"désolé|pas sûr|pressé|en réunion|en retard)\w+",
    ),
    *cues(
        DECISION,
        NO_REPORT + r".*\b(?:au maximum|maximum|au plus|minimum|au moins|limite|seulement|uniquement)\b.*\d",
        r"\b(?:chaque (?:jour|nuit|semaine|mois|lundi|mardi|mercredi|jeudi|vendredi)|tous les (?:jours|soirs|lundis|"
        r"mardis|mercredis|jeudis|vendredis|mois)|le (?:week-end|weekend)|"
        r"toutes les nuits)\b",
        NO_REPORT + r".*\b(?:repoussé\w*|reporté\w*|décalé\w*|annulé\w*|avancé\w*|prévue?s?|planifié\w*|promis|"
        r"responsable de|charge de|valide|signe|s['’]est engagé\w*)\b",
        r"\b(?:le client|la direction|le juridique|l['’]équipe \w+) (?:veut|exige|demande|a|refuse)\b",
    ),
    *cues(DECISION, NO_REPORT, dated=True),
)
