"""French as tables. The rule: ways of speaking, never one sentence somebody said."""

from __future__ import annotations

from reverie.models.offline.french_cues import ALL, DO, FRENCH_CUES, FRENCH_HINTS, NO_REPORT, THIS_WAY
from reverie.models.offline.french_days import FRENCH_DAYS
from reverie.models.offline.language import Language, words
from reverie.models.offline.tools import EMOJI

FRENCH = Language(
    tag="fr",
    sign=words(
        r"\b(?:le|la|les|l|un|une|des|du|de|d|je|j|tu|il|elle|on|nous|vous|ils|est|sont|suis|sommes|c|ce|cette|ces|"
        r"cet|et|ou|mais|que|qu|qui|"
        r"ne|n|pas|plus|jamais|toujours|à|au|aux|en|dans|sur|pour|par|avec|sans|mon|ma|mes|ton|ta|tes|notre|nos|"
        r"votre|son|sa|ses|y|si|"
        r"quand|comme|où|ça|cela|être|avons|ont|avez|désormais|dorénavant|oui|merci|chaque|tous|toutes|parce|fais|"
        r"écris|oublie|ici)\b|[œç]"
    ),
    alien=words(r"[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af\u0400-\u04ff]"),
    cues=FRENCH_CUES,
    vetoes=(
        words(
            r"\b(?:cette fois|pour cette fois|juste (?:cette fois|aujourd['’]hui|une fois|là)|pour aujourd['’]hui|"
            r"pour l['’]instant|pour le moment|provisoire\w*|"
            r"temporaire\w*|exceptionnel\w*|à titre exceptionnel|une seule fois|pas encore|dans ce (?:cas|commit|"
            r"fichier|pr)|dans cette (?:fonction|branche|session)|"
            r"ce soir|cet après-midi|ce matin|en attendant|tant que|jusqu['’]à ce que (?:je|tu)|là tout de suite|"
            r"seulement (?:ici|aujourd['’]hui))\b"
        ),
        words(
            r"^(?:suppose|supposons|imagine|imaginons|admettons|mettons que|et si|disons|hypothétiquement|"
            r"en théorie)\b|\bsi (?:on|j['’]étais|j['’]avais|nous|tu|c['’]était) ?"
            r"(?:\w+(?:ait|ions|ais)|n['’]\w+(?:ait|ions|ais))?\b(?=.*(?:rait|rions|rais|quoi))",
            r"\b(?:peut-être|je me demande|je ne suis pas sûre?|je sais pas si|ce serait|on pourrait|on devrait|"
            r"il faudrait|devrait-on|faut-il|est-ce que)\b",
            rf"\b(?:mdr+|ptdr|lol|haha\w*|je plaisante|je rigole|c['’]est une blague|comme d['’]hab\w*|"
            rf"merci pour rien|toujours (?:la même|le même|pareil)|toujours un plaisir|quelle surprise|"
            rf"bravo l['’])\b|{EMOJI}",
            r"^(?:génial|super|formidable|parfait|bravo|magnifique|ah bravo)[,!.]+ (?:encore|toujours|"
            r"une fois de plus|jamais)",
            r"^(?:pourquoi|comment|qu['’]est-ce|quel\w*|qui|où|quand est-ce)\b",
            r"^(?:personne|tout le monde|quelqu['’]un) (?:ne |devrait|n['’])",
        ),
        words(
            r"\b(?:oublie[zs]? (?!pas|jamais)|efface .* (?:mémoire|souvenir)|ne (?:retiens|note|garde|"
            r"mémorise) pas)(?<!n'oublie )(?<!n’oublie )"
        ),
        words(
            r"[,;] (?:donc |alors |merci de )?(?:corrige|répare|règle|fais|change)(?:-le|-la|-les|"
            r"-moi ça)?(?: stp)?[.!]*$"
        ),
    ),
    turn_vetoes=(
        words(
            r"\b(?:fais (?:comme si|semblant)|joue le rôle|jeu de rôle|tu es (?:maintenant )?(?:un|une|mon|ma|le|"
            r"la)\b|parle comme|à la manière de|"
            r"je suis (?:le roi|la reine|un pirate|un magicien))"
        ),
    ),
    polite=words(
        r"^(?:et |stp,? |dis,? )*(?:peux-tu|pourrais-tu|tu peux|tu pourrais|pouvez-vous|"
        r"pourriez-vous) (?:s'il te plaît )?(?=(?:toujours|ne (?:plus|jamais)|arrêter|"
        r"retenir|te souvenir|désormais)\b)"
    ),
    hearsay=words(
        r"\b(?:dit|disent|disait|selon|d['’]après|écrit que|recommande\w*|conseille\w*|suggère\w*|pense\w*|"
        r"prétend\w*|exige\w*|affirme\w*|paraît que|il paraît)\b"
        r"(?!.*\b(?:jira|confluence|notion|https?)\b)",
        r"\b(?:le|la|les|l['’]) ?(?:bouton|champ|menu|formulaire|page|écran|colonne|liste|table|fenêtre|"
        r"icône)s?\b.*\b(?:doi\w+|il faut)",
        r"\b(?:l['’]utilisateur|les utilisateurs|le modèle|le bot|la fonction|le serveur|le client|le script|"
        r"l['’]appli) (?:doit|devrait|doivent) (?:toujours|jamais|ne)\b",
    ),
    task=words(
        r"^(?:(?:ok(?:ay)?|bon|bien|alors|maintenant|ensuite|puis|et|aussi|d['’]abord|oui|merci|salut|bonjour|stp)[,"
        r".:! ]+)*(?:peux-tu |tu peux |merci de )?"
        r"(?:ajoute|écris|implémente|crée|construis|corrige|change|renomme|refactorise|supprime|enlève|retire|"
        r"déplace|mets|fais|génère|convertis|migre|cherche|"
        r"regarde|vérifie|montre|explique|étends|remplace|réécris|débogue|installe|déploie|annule|traduis|résume|lis|"
        r"compare|nettoie|pousse|commite|fusionne|lance|"
        r"exécute|teste|donne|laisse|continue|utilise|prends|saute|recommence|reprends)(?:z|-moi)?\b"
    ),
    standing=words(
        r"^(?!.*\butilisateurs?\b)(?!(?:ajoute|crée|implémente)[sz]? (?:une?|le|la|les|des) )(?!(?:fais|écris|mets|"
        r"donne|génère)(?:-moi)? une? ).*(?:\bà partir de maintenant|\bdorénavant|\bdésormais|\bà l['’]avenir|"
        r"\bla prochaine fois|\btoujours|\bjamais|\bsystématiquement|\bà chaque fois|"
        r"\bsouviens-toi|\bretiens|\bn['’]oublie)\b"
    ),
    complaint=words(""),
    verdict=words(
        rf"^(?:(?:non|stop|attends|merci|et|mais)[,.! ]+)*(?:ne |n['’])(?:me |y )*(?:{DO}|\w+(?:e|ez|"
        rf"s)) (?:pas|plus|jamais)\b(?! (?:ça|cela)\b)|^(?:et )?pas de \w+"
    ),
    incident=words(
        r"\b(?:la dernière fois|l['’]an dernier|l['’]année dernière|le (?:mois|trimestre) dernier|"
        r"la semaine dernière|nous a coûté|on a perdu|a tout cassé|panne|incident|"
        r"à nos dépens|échaudés|a masqué|a caché|est tombé)\b"
    ),
    directive=words(
        rf"^(?:merci de |ne |n['’])?{DO}|\b(?:tu dois|il faut|doit|doivent|jamais|toujours|je veux|"
        rf"interdit|ne pas|pas de)\b"
    ),
    opener=words(
        r"^(?:(?:ok(?:ay)?|non|oui|bon|bien|alors|au fait|ah|et|mais|aussi|merci|salut|bonjour|attends|parfait|exact|"
        r"autre chose|stp|d['’]accord)(?: ?[,.:;!–]+ *| - ))+",
        r"^(?:s'il te plaît,? |stp,? )?(?:souviens-toi|rappelle-toi|retiens|mémorise|note|n['’]oublie pas|"
        r"garde (?:en tête|à l['’]esprit|en mémoire))"
        r"(?: bien)?(?: ceci| ça)?(?: que\b| qu['’]| de\b)?[ ,:;.–-]*",
        r"^(?:pour (?:info|mémoire|la prochaine fois|l['’]avenir|rappel)|à (?:savoir|retenir|noter)|"
        r"bon à savoir)(?: que\b)?[ ,:;.–-]*",
    ),
    pointing=words(r"^(?:ça|cela|ceci|c['’]est|pareil|de même|les deux)(?:\b|(?<=['’]))"),
    order=words(
        r"^(?:(?:puis|et|maintenant|ok|stp|d['’]abord|mais|oui)[, ]+)*(?:ajoute|écris|corrige|change|renomme|"
        r"supprime|enlève|déplace|mets|fais|génère|cherche|regarde|"
        r"vérifie|montre|explique|installe|pousse|lance|teste|donne|merci|peux-tu|pourrais|qu['’]|quoi|où|pourquoi|"
        r"comment|reprends|recommence|continue|vas-y|utilise)\b"
    ),
    reason=words(
        r"[,;:.–— ]+(?:parce qu(?:e\b|['’])|car\b|puisqu(?:e\b|['’])|à cause d(?:e\b|u\b)|sinon\b|"
        r"pour que\b|vu que\b)\s*(?P<why>.+)$"
    ),
    because=words(
        r"\b(?:parce|car|puisque|sinon|la dernière fois|l['’]an dernier|perdu|cassé|panne|incident|doit|doivent|"
        r"il faut|coûte|juridique|audit|contrat|clients?|raison|"
        r"c['’]est pour ça|échoue|lent|ne peut pas|impossible|ne marche)\b"
    ),
    manner=words(
        r"\b(?:répon\w*|expli\w*|résum\w*|puces|emojis?|bref|brièvement|concis\w*|court\w*|français|"
        r"anglais|ton|tutoi\w*|vouvoi\w*|jargon)\b"
    ),
    local=words(r"\b(?:ici|c(?:e|ette|et) (?:repo\w*|dépôt|projet|équipe|code)|notre|nos|chez nous)\b"),
    stop_words=frozenset(
        "le la les un une des du de je tu il elle on nous vous ils est sont suis sommes ce cette ces cet et ou mais "
        "que qui ne pas plus jamais toujours au "
        "aux en dans sur pour par avec sans mon ma mes ton ta tes notre nos votre vos son sa ses si quand comme où "
        "ça cela être avons ont avez a ai as désormais "
        "dorénavant oui merci chaque tous toutes tout parce fais faire écris ici partir "
        "maintenant avenir prochaine fois aussi très bien faut leur leurs "
        "oublie utilise utiliser mettre après avant".split()
    ),
    days=FRENCH_DAYS,
    hints=FRENCH_HINTS,
    deictic=words(
        r"^(?:non,? |mais )?(?:il|elle|ça|c['’]|ceci|cela|ils|elles) ?(?! ?a été (?:décidé|convenu|acté))(?:est|"
        r"reste|sera|va|doit|peut|a|sont)\b",
        rf"^(?:ne |n['’])(?:le |la |l['’]|y )+{DO} (?:pas|plus)[.! ]*$",
    ),
    assent=words(
        rf"^(?:(?:oui|exactement|parfait|super|bien|très bien|ok(?:ay)?|voilà|d['’]accord|c['’]est ça|nickel|"
        rf"génial)\b[,.! ]*)+.*(?=.*{THIS_WAY})(?=.*{ALL})",
        rf"^(?:stp,? )?(?:fais|faites|continue) (?:toujours |désormais )?{THIS_WAY}.*|^fais toujours {THIS_WAY}|"
        rf"^toujours {THIS_WAY}",
    ),
    change=words(
        NO_REPORT + r".*(?:\bn['’]est plus\b|\bne \w+ plus\b|\bau lieu d|\bplutôt que\b|\brepoussé\w*|\breporté\w*|"
        r"\bdécalé\w*|\bavancé\w*|\bdéplacé\w*|\bchangé\w*|\bremplacé\w*|\brenommé\w*|"
        r"\bprolongé\w*|\bpasse (?:à|au|en|sur)\b|\bdésormais\b|\bdorénavant\b|\bmaintenant (?:c['’]est|sur|à|en|le|"
        r"la)|\best maintenant\b|\bnouve(?:au|lle) (?:port|date|délai|limite|adresse|règle)\b|"
        r"\bet non plus\b|\ba (?:bougé|déménagé)\b)"
    ),
    more=words(NO_REPORT + r".*\b(?:aussi|également|en plus|de plus|pareillement|non plus)\b"),
    again=words(
        r"\b(?:comme (?:je l['’]ai |déjà )?dit|je (?:te )?l['’]ai (?:déjà )?dit|je te rappelle|tu sais|"
        r"je répète)\b"
    ),
)
