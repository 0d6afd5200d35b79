"""Spanish cues, weak ones last, and the words shared with the vetoes: ways of speaking, never one sentence."""

from __future__ import annotations

from reverie.models.offline.language import DECISION, POINTER, REMEMBER, RULE, SELF, cues
from reverie.models.offline.tools import TOOL, URL

HEAD = r"(?:^[¡¿]?|[,;:–]\s*[¡¿]?|\b(?:y|pero|por favor|también|que|mejor|no|así que)[, ]+)"
# What one tells an agent to do: "usa", "use", "usad", and "no uses".
STEM = (
    r"(?:us|utilic|utiliz|emple|escrib|respond|contest|explic|expliq|muestr|muéstr|ejecut|lanc|lanz|borr|cambi|toc|"
    r"toqu|"
    r"instal|sub|llam|agreg|añad|cre|guard|dej|mantén|manten|evit|pregunt|pregúnt|avis|avís|consult|prueb|comenta|"
    r"comenté|"
    r"coment|format|formate|nombr|revis|orden|despleg|despliegu|despliegue|mezcl|fusion|reescrib|habl|resum|trat|list|"
    r"empiec|empiez|mand|envi|envía|cit|simul|reinici|actualic|actualiz|modific|modifiqu|confirm|inclu|incluy|abrevi)"
)
DO = (
    rf"(?:{STEM}(?:a|e|as|es|ad|ed|an|en|ame|eme|arme|erme)?|haz|hagas?|pon|pongas?|di|digas|da|dé|dame|ve|ten|sé|"
    rf"metas?|mete|hacer|poner|usar)\b"
)
ROLE = (
    r"(?:ingenier[oa]|desarrollador[a]?|programador[a]?|informátic[oa]|científic[oa]|analista|diseñador[a]?|"
    r"arquitect[oa]|"
    r"investigador[a]?|estudiante|administrador[a]?|jef[ea]|responsable|fundador[a]?|becari[oa]|consultor[a]?|"
    r"estadístic[oa]|"
    r"biólog[oa]|físic[oa]|químic[oa]|matemátic[oa]|economista|médic[oa]|enfermer[oa]|profesor[a]?|maestr[oa]|tester|"
    r"editor[a]?|"
    r"contable|abogad[oa]|geólog[oa]|hidrólog[oa]|oceanógraf[oa]|periodista|traductor[a]?|principiante|novat[oa]|"
    r"devops|sre|dba|"
    r"técnic[oa]|operador[a]?|encargad[oa]|gerente)s?\b"
)
PROMISE = (
    r"(?:entrega\w*|plazo|fecha límite|lanzamiento|lanza\w*|publica\w*|migra\w*|congela\w*|demo|auditoría|corte|"
    r"cierre|cierra|"
    r"apaga\w*|retira\w*|contrato|vence|vencimiento|hasta|antes del?|a partir del?|desde|empieza|empezará|termina|"
    r"acaba|abre|"
    r"reunión|taller|piloto|beta|mantenimiento|inspección|presenta\w*|revisión|aplaza\w*|mueve|pospon\w*|traspaso|"
    r"puesta en "
    r"(?:marcha|producción)|sigue|mantien\w*|queda\w*|licitación|estreno)"
)
THIS_WAY = (
    r"\b(?:así|de esta (?:forma|manera)|de este modo|igual|como (?:ahora|acabas|lo has|hiciste|esto)|este (?:enfoque|"
    r"orden|método))\b"
)
ALL = (
    r"\b(?:siempre|a partir de ahora|de ahora en adelante|en adelante|desde ahora|cada vez|tod[oa]s|en el futuro|"
    r"en general)\b"
)
NO_REPORT = r"^(?!.*(?<!de )\b(?:error|falla|falló|fallan|rot[oa]|se cae|se cayó|cuelga|bug|raro|mal)\b)"

# What "must be" about a product is a task; about the work, or for a reason, it may be a rule.
POLICY = (
    r"(?=.*\b(?:tod[oa]s?|cada|siempre|nunca|jamás|nadie|porque|ya que|si no|sin|antes|hasta|solo|sólo|contrato|"
    r"legal|ley|licencias?|"
    r"auditoría|clientes?|producción|despliegues?|releases?|merge|commits?|ramas?|prs?|migraci\w+|revisi\w+|pipeline|"
    r"dependencias?|"
    r"repo\w*|servidor|privacidad)\b)"
)

SPANISH_CUES = (
    *cues(
        REMEMBER,
        rf"{HEAD}(?:recuerd[ae]|acuérdate|acuérdese)(?! (?:cuando|cómo|qué|lo que|añadir|cambiar|agregar))(?: bien|"
        rf" siempre)?"
        r"(?=[:,]| que\b| de que\b| esto\b| lo siguiente\b)",
        rf"{HEAD}no (?:te olvides|olvides|se olvide|olvide) (?:de )?(?:que|nunca)\b",
        rf"{HEAD}(?:ten|tenga) (?:siempre )?(?:en cuenta|presente)\b(?= que|:|,)",
        rf"{HEAD}(?:toma|tome|anota|anote|apunta|apúntate|memoriza)\b(?=[:,]| (?:nota|que|esto)\b)(?!.*\b(?:tarea|"
        rf"ticket)\b)",
        r"^(?:para (?:que lo sepas|la próxima|el futuro|futuras sesiones|que conste)|nota para el futuro|"
        r"conviene saber)\b[:,]?",
        r"\b(?:guarda|guárdalo|guárdate|mete|pon) (?:esto |lo siguiente )?en (?:la |tu )?memoria\b(?!.* (?:caché|ram))",
    ),
    *cues(
        RULE,
        rf"^(?=.*\b(?:{DO}|por favor|nunca|siempre|quiero|no|sin|sólo|solo|todos?|"
        rf"todas?)\b).*\b(?:a partir de (?:ahora|hoy)|de "
        r"(?:ahora|aquí|hoy) en adelante|en adelante|desde ahora|en lo sucesivo|la próxima vez|en el futuro)\b",
        rf"{HEAD}(?:siempre|nunca|jamás) (?:se |lo |la |me )?(?:\w+(?:[ae]s?|ar|er|ir|an|en|emos|"
        rf"amos))\b(?! (?:visto|sido|he|funciona|falla))"
        r"(?!.*\b(?:he|ha|hemos)\b)",
        rf"^(?:por favor,? )?(?:no )?(?:me |lo |la )?{DO}.*\b(?:siempre|nunca(?: más)?|jamás|nunca jamás|más sin|"
        rf"sin (?:preguntar\w*|consultar\w*|"
        r"avisar\w*|permiso|mi|que yo)|cada vez|en ningún caso|bajo ningún concepto)\b",
        r"^(?:no,? )?(?:\w+ ){1,6}siempre (?:en|con|por|a) \w+(?!.*\b(?:es|está|son|era|ha)\b)",
        r"^(?:y |no,? )?(?:nada de|ningun\w*) .*\bsin (?:mi|preguntar\w*|consultar\w*|permiso|avisar\w*|aprobación)",
        rf"{HEAD}no (?:vuelvas|vuelva) a \w+r\b|^(?:por favor,? )?(?:deja|deje|para) (?:ya )?de \w+r\b",
        r"\b(?:nosotros|aquí|en este (?:repo\w*|proyecto|equipo)|en (?:el|nuestro) equipo) (?:siempre|nunca|solo|"
        r"sólo|no) \w+",
        r"\b(?:siempre|nunca|solo|sólo) (?:usamos|escribimos|hacemos|desplegamos|subimos|mezclamos|mockeamos)\b",
        r"\b(?:prefiero|me gustan? (?:que|más|mucho)|no me gustan?|odio|detesto|no soporto|quiero que (?:siempre|"
        r"nunca)|preferiría)"
        r"\b(?! (?:la|el) (?:primer|segund|otr|últim|opción|versión))",
        rf"\b(?:cada vez que|siempre que|antes de|cuando) (?:toques?|toc\w+|cambi\w+|modifi\w+|borr\w+|a[ñg]\w+|"
        rf"edit\w+|escrib\w+|hag\w+|"
        rf"sub\w+|propon\w+|cre\w+|instal\w+|desple\w+)\b.*(?:\b{DO}|quiero)",
        r"\b(?:responde|contesta|contéstame|respóndeme|escribe|explica|háblame|habla)(?:me)?(?: siempre|"
        r" solo)? (?:en (?:español|inglés)|"
        r"corto|breve\w*|sin)\b(?=.*\b(?:siempre|por favor|solo|breve\w*|corto|sin)\b)",
        r"\b(?:respuestas|explicaciones|resúmenes|mensajes) (?:siempre )?(?:cort[ao]s|breves|concis[ao]s|"
        r"en (?:español|inglés))\b",
        r"\b(?:por norma|norma de la casa|regla:|la regla es|la norma es|por regla general|convención:)",
        r"^no[,.! ]+(?:por favor,? )?(?:usamos|usa|utiliza|se usa|se llama|escribe) .*(?:,? (?:y )?no \w+|en (?:vez|"
        r"lugar) de)\b",
        r"^(?:aquí|en este (?:repo\w*|proyecto|equipo)),? (?:\w+ ){0,4}se \w+",
        r"\b(?:prohibido|está prohibido|queda prohibido)\b",
    ),
    *cues(
        SELF,
        rf"\b(?:soy|trabajo (?:como|de)|estudié|fui)\b (?!quien)(?:\w+ ){{0,3}}{ROLE}",
        r"\b(?:nunca|jamás) he (?:usado|tocado|programado|escrito|trabajado|utilizado|aprendido)\b(?! (?:esto|esta|"
        r"este))|\bno he (?:usado|"
        r"programado|trabajado) nunca\b",
        r"\btrabajo en (?!esto|este|esta|el (?:bug|ticket|pr)|la rama|ello|eso)\w+",
        r"\b(?:llevo|tengo) (?:\w+|\d+) años (?:de experiencia|programando|trabajando|escribiendo|usando|como|en|con|"
        r"haciendo)\b",
        r"\bno (?:sé|domino|conozco|manejo|entiendo) (?:\w+ )?(?:de |mucho de |casi nada de )?(?!qué|por|cómo|si|"
        r"esto|este|esta|lo|el|la)\w+"
        r"(?: (?:todavía|aún|bien|mucho))?(?:[,.]|$| y\b)",
        r"\bsoy (?:muy |completamente )?nuev[oa] (?:en|con|aquí)\b|\bes (?:todo |totalmente )?nuevo para mí\b",
        r"\bsoy (?:\w+ )?(?:daltónic[oa]|disléxic[oa]|zurd[oa]|sord[oa]|cieg[oa])\b|\bvengo (?:de|"
        r"del) (?:mundo )?(?!l?a? ?reunión)\w+",
        r"\b(?:dirijo|llevo|mantengo|coordino) (?:el|la|nuestr[oa]) (?:equipo|servicio|plataforma|proyecto|área)\b",
    ),
    *cues(
        DECISION,
        r"\b(?:hemos|han|ha|se ha|el equipo ha|la dirección ha) (?:\w+ )?(?:decidido|acordado|elegido|optado|"
        r"quedado en|pactado)\b",
        r"\b(?:decidimos|acordamos|se decidió|se acordó|quedamos en|está decidido|queda decidido|optamos por)\b",
        r"^(?:la )?decisión(?: es| fue)?[:,]? \w+",
        r"\b(?:vamos a|estamos) (?:migra\w*|cambia\w*|pasa\w*|abandona\w*|retira\w*|sustitu\w*)\b(?=.*\b(?:porque|"
        r"ya que|debido|antes|hasta|desde|a partir)\b)",
    ),
    *cues(DECISION, rf"^(?=.*\b{PROMISE}\b)(?!.*\b(?:necesito|puedes|por favor|fue|era|había|ayer)\b)", dated=True),
    *cues(
        POINTER,
        rf"\b(?:est(?:á|án)|se (?:registra|guarda|documenta|publica|sigue|lleva|reporta|gestiona|apunta|anota|"
        rf"discute)n?|van|va|"
        rf"vive|viven|encontrarás|tenemos|hay)\b.*\b(?:en|a|de)\b (?:\S+ ){{0,4}}{TOOL}\b",
        rf"\b(?:est(?:á|án)|es|son|se \w+n?|encontrarás|tenemos|ver|véase|mira|:).*{URL}",
        rf"\b(?:tickets?|errores|incidencias|panel|tablero|documentación|especificaci\w+|diseños?|actas)\b.*(?:{URL}|"
        rf"\b{TOOL}\b)",
    ),
)
SPANISH_HINTS = (
    *cues(
        RULE,
        r"^(?:por favor,? |y |pero )*(?:solo|sólo|no|sin|mejor|nada de)\b \w+.*\b(?:en|para|con|sin|por)\b",
        r"^no[,.!]+ ?(?:aquí |en este \w+ )?\w+(?:mos|n) \w+",
        r"\b(?:en (?:vez|lugar) de|sino|mejor|, no \w+$)\b",
        NO_REPORT + POLICY + r".*\b(?:debe|deben|tiene que|tienen que|hay que|no se (?:puede|debe|toca)|obligatorio|"
        r"prohibido|nunca|siempre)\b",
        r"\b(?:me gustan?|quiero que|espero que|prefer\w+)\b(?! (?:saber|ver si|que (?:arregles|mires)))",
        r"\b(?:nosotros|aquí|en (?:este|nuestro|el) (?:equipo|proyecto|repo\w*)|usamos|solemos|acostumbramos)\b",
    ),
    *cues(
        SELF,
        r"\b(?:soy|trabajo en|trabajo con|vengo de|mi (?:formación|trabajo|puesto|perfil)|estudié|"
        r"llevo)\b (?!yo|un momento)\w+",
    ),
    *cues(
        DECISION,
        NO_REPORT + r".*\b(?:como máximo|máximo|mínimo|al menos|límite|solo|sólo|únicamente)\b.*\d",
        r"\b(?:cada (?:día|noche|semana|mes|lunes|martes|miércoles|jueves|viernes)|todos los (?:días|lunes|martes|"
        r"miércoles|jueves|viernes)|"
        r"los (?:lunes|martes|miércoles|jueves|viernes|sábados|domingos)|los fines de semana)\b",
        NO_REPORT + r".*\b(?:se (?:aplaza|retrasa|mueve|cancela|pospone|adelanta)|aplazad\w+|retrasad\w+|cancelad\w+|"
        r"planificad\w+|previst\w+|"
        r"a cargo|encarga|aprueba|firma|responsable de|comprometid\w+|prometid\w+)\b",
        r"\b(?:el cliente|la dirección|legal|el equipo de \w+) (?:quiere|exige|pide|ha|no)\b",
    ),
    *cues(DECISION, NO_REPORT, dated=True),
)
