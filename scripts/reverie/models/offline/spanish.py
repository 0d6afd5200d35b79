"""Spanish as tables. The rule: ways of speaking, never one sentence somebody said."""

from __future__ import annotations

from reverie.models.offline.language import Language, words
from reverie.models.offline.spanish_cues import ALL, DO, NO_REPORT, SPANISH_CUES, SPANISH_HINTS, THIS_WAY
from reverie.models.offline.spanish_days import SPANISH_DAYS
from reverie.models.offline.tools import EMOJI

SPANISH = Language(
    tag="es",
    sign=words(
        r"\b(?:el|la|los|las|un|una|unos|unas|de|del|al|que|en|y|o|no|es|son|está|están|soy|somos|yo|tú|me|te|se|nos|"
        r"lo|le|mi|"
        r"tu|su|nuestr\w+|por|para|con|sin|como|más|pero|si|cuando|donde|nunca|siempre|jamás|ya|también|esto|esta|"
        r"este|eso|ahora|"
        r"hay|ser|hemos|han|ha|he|recuerda|usa|hasta|desde|cada|todo|todos|todas|a|muy|porque|aquí|olvida)\b|[ñ¿¡]"
    ),
    alien=words(r"[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af\u0400-\u04ff]"),
    cues=SPANISH_CUES,
    vetoes=(
        words(
            r"\b(?:esta vez|por esta vez|solo (?:por )?(?:esta|hoy|ahora)|sólo (?:por )?(?:esta|hoy|ahora)|por hoy|"
            r"hoy solo|por ahora|"
            r"de momento|por el momento|provisional\w*|temporal\w*|excepcional\w*|como excepción|una sola vez|"
            r"todavía no|aún no|"
            r"en este (?:caso|commit|archivo|fichero|pr)|en esta (?:función|sesión|rama)|esta (?:noche|tarde|mañana)|"
            r"mientras tanto|"
            r"hasta que (?:yo|te|lo)|ahora mismo|hoy (?:usa|no))\b"
        ),
        words(
            r"^[¿¡]?(?:supón|supongamos|imagina|imaginemos|pongamos|y si|qué pasaría|hipotéticamente|en teoría)\b|"
            r"\bsi (?:fuera|fuese|"
            r"fuéramos|tuviera|tuviéramos|pudiera\w*|quisiera\w*|usáramos|hubiera|estuvi\w+)\b",
            r"\b(?:quizás?|tal vez|a lo mejor|me pregunto|no estoy segur[oa]|no sé si|estaría bien|sería|podríamos|"
            r"deberíamos|habría que)\b",
            rf"\b(?:ja(?:ja)+\w*|jeje\w*|lol|es broma|bromeo|como siempre|qué (?:maravilla|alegría|bien|ilusión|"
            rf"sorpresa)|gracias por nada|siempre (?:lo mismo|igual)|"
            rf"menudo|vaya (?:joya|maravilla)|siempre tan)\b|{EMOJI}",
            r"^(?:genial|estupendo|fantástico|perfecto|bravo|claro)[,!.]+ (?:otra vez|siempre|nunca|otro)",
            r"¿|^(?:por qué|cómo|qué|quién|dónde|cuándo|cuál)\b",
            r"\b(?:nadie|todo el mundo|alguien) (?:debería|siempre|nunca)\b",
        ),
        words(
            r"\b(?:olvida|olvídate|olvide|borra de (?:la|tu) memoria|no (?:recuerdes|guardes|"
            r"apuntes))\b(?<!no olvida)(?!.*\bno olvides\b)"
        ),
        words(
            r"[,;] (?:así que |por favor |entonces )?(?:arréglalo|corrígelo|hazlo|cámbialo|míralo|arregla|"
            r"corrige)\b"
        ),
    ),
    turn_vetoes=(
        words(
            r"\b(?:haz como (?:si|que)|finge|actúa como|eres (?:ahora )?(?:un|una|mi|el|la)\b|juego de rol|"
            r"habla como|soy (?:el|la) "
            r"(?:rey|reina)|soy un (?:pirata|mago))"
        ),
    ),
    polite=words(
        r"^(?:y |oye,? |por favor,? )*¿?(?:puedes|podrías|puede|podría) (?:por favor )?(?=(?:siempre|nunca|dejar de|"
        r"recordar|a partir)\b)"
    ),
    hearsay=words(
        r"\b(?:dice|dicen|dijo|según|pone|escribe que|recomienda|recomiendan|sugiere|opina|cree que|afirma|exige|"
        r"asegura)\b"
        r"(?!.*\b(?:jira|confluence|notion|https?)\b)",
        r"\b(?:el|la|los|las) (?:botón|campo|menú|formulario|página|pantalla|columna|lista|tabla|ventana|"
        r"icono)\b.*\b(?:debe|tiene que)",
        r"\b(?:el|la|los|las) (?:usuari[oa]s?|modelo|bot|función|servidor|cliente|script|parser|app) (?:debe|debería|"
        r"tiene que|deben) "
        r"(?:siempre|nunca)\b",
    ),
    task=words(
        r"^[¡]?(?:(?:vale|ok(?:ay)?|bien|ahora|luego|y|también|primero|sí|gracias|hola|por favor|pues)[,"
        r".:! ]+)*(?:puedes |podrías |vamos a )?"
        r"(?:añade|agrega|escribe|implementa|crea|construye|arregla|corrige|cambia|renombra|refactoriza|quita|"
        r"elimina|borra|mueve|"
        r"actualiza|haz|genera|convierte|migra|busca|mira|revisa|comprueba|muestra|muéstrame|explica|explícame|"
        r"amplía|sustituye|"
        r"reemplaza|investiga|depura|instala|despliega|traduce|resume|lee|compara|limpia|sube|fusiona|ejecuta|lanza|"
        r"prueba|pon|dame|"
        r"usa|deja|reescribe|sigue|continúa)\b"
    ),
    standing=words(
        r"^(?!.*\busuari[oa]s?\b)(?!(?:añade|agrega|crea|implementa) (?:un|una|el|la|los|las) )(?!(?:haz|escribe|pon|"
        r"dame|genera)(?:me)? una? ).*\b(?:a partir de ahora|de (?:ahora|aquí) en adelante|en adelante|desde ahora|"
        r"la próxima vez|en el futuro|siempre|nunca|jamás|"
        r"cada vez que|recuerda|no olvides)\b"
    ),
    complaint=words(""),
    verdict=words(rf"^(?:(?:no|oye|espera|por favor|y|pero)[,.! ]+)*no (?:me |lo |la )?{DO} (?!(?:eso|esto|nada)\b)"),
    incident=words(
        r"\b(?:la (?:última|otra) vez|el (?:año|mes|trimestre) pasado|la semana pasada|nos (?:costó|ocult\w+|"
        r"rompi\w+|tumb\w+|quem\w+)|"
        r"perdimos|se cayó|incidente|caída|ya nos pasó|nos pasó|por las malas)\b"
    ),
    directive=words(
        rf"^(?:por favor,? )?(?:no )?{DO}|\b(?:debes?|tienes que|hay que|nunca|siempre|jamás|quiero|"
        rf"no (?:se )?(?:puede|debe))\b"
    ),
    opener=words(
        r"^[¡]?(?:(?:vale|ok(?:ay)?|no|sí|bueno|bien|oye|hola|gracias|por cierto|ah|además|otra cosa|y|pero|espera|"
        r"perfecto|exacto|también)"
        r"(?: ?[,.:;!–]+ *| - ))+",
        r"^(?:por favor,? )?(?:recuerd[ae]|acuérdate|no (?:te olvides|olvides)|ten en cuenta|ten presente|anota|"
        r"apunta|toma nota|memoriza)"
        r"(?: de)?(?: bien| siempre)?(?: esto| lo siguiente)?(?: que\b)?[,:;. –-]*",
        r"^(?:para (?:que lo sepas|la próxima|el futuro|que conste)|nota para el futuro)[,:;. –-]*",
    ),
    pointing=words(r"^(?:esto|eso|así|lo mismo|igual|ambos)\b"),
    order=words(
        r"^(?:(?:luego|y|ahora|vale|por favor|primero|pero|sí)[, ]+)*(?:añade|agrega|escribe|arregla|corrige|cambia|"
        r"renombra|quita|elimina|"
        r"borra|mueve|actualiza|haz|genera|busca|mira|revisa|muestra|explica|instala|sube|ejecuta|prueba|pon|dame|"
        r"gracias|puedes|podrías|"
        r"qué|dónde|por qué|cómo|vuelve|sigue|venga|usa|deja)\b"
    ),
    reason=words(r"[,;:.–— ]+(?:porque|ya que|puesto que|debido a|si no|de lo contrario|para que)\b\s*(?P<why>.+)$"),
    because=words(
        r"\b(?:porque|ya que|si no|la última vez|el (?:año|mes) pasado|perdimos|costó|ocult\w+|rompi\w+|caída|"
        r"tiene que|hay que|legal|"
        r"auditoría|contrato|clientes?|incidente|motivo|por eso|falla|lento|no puede|no se puede|no hay)\b"
    ),
    manner=words(
        r"\b(?:respuestas?|respond\w*|contest\w*|explica\w*|resum\w*|viñetas|emojis?|brev\w*|conci\w*|"
        r"español|inglés|tono|tute\w*|jerga)\b"
    ),
    local=words(r"\b(?:aquí|est[ea] (?:repo\w*|proyecto|equipo|código)|nuestr[oa]s?)\b"),
    stop_words=frozenset(
        "el la los las un una unos unas de del al que en y o no es son está están soy somos yo tú me te se nos lo "
        "le les mi mis tu tus su "
        "sus nuestro nuestra por para con sin como más pero si cuando donde nunca siempre jamás ya también esto esta "
        "este estos estas eso "
        "esa ese ahora hay ser hemos han ha he recuerda usa usar uses hasta desde cada todo todos todas muy porque "
        "aquí olvida favor partir "
        "adelante así sobre entre antes después hace hacer haz tiene tienen vez va van".split()
    ),
    days=SPANISH_DAYS,
    hints=SPANISH_HINTS,
    deictic=words(
        r"^(?:no,? |pero )?(?:est[eoa]|es[eoa]|ell[oa]s?|él|lo) (?:es|está|va|se queda|sigue|tiene|puede|debe)\b|"
        r"^(?:se queda|sigue|queda) ",
        rf"^(?:por favor,? )?(?:no )?(?:lo|la) {DO}.{{0,12}}$|^no (?:lo|la) (?:toques|cambies|borres)",
    ),
    assent=words(
        rf"^[¡]?(?:(?:sí|exacto|exactamente|perfecto|bien|muy bien|vale|ok(?:ay)?|genial|eso es|correcto|"
        rf"de acuerdo)\b[,.! ]*)+.*(?=.*{THIS_WAY})(?=.*{ALL})",
        rf"^(?:por favor,? )?(?:hazlo|haz esto|hágalo|házlo)\b.*{ALL}|^(?:siempre )?así\b.*{ALL}|^siempre así\b",
    ),
    change=words(
        NO_REPORT + r".*\b(?:ya no|en (?:vez|lugar) de|aplaza\w*|retrasa\w*|pospon\w*|pospuest\w*|adelanta\w*|"
        r"cambiad\w+|cambió|cambia a|ha cambiado|"
        r"se (?:mueve|movió|ha movido|traslada)|movid\w+|trasladad\w+|renombrad\w+|sustituid\w+|reemplazad\w+|"
        r"ampliad\w+|pasa (?:a|al)|ahora (?:es|está|"
        r"va|usa|usamos|escucha|se|en|el|la)|nuev[oa] (?:puerto|fecha|plazo|límite|dirección|regla)|"
        r"a partir de ahora)\b"
    ),
    more=words(NO_REPORT + r".*\b(?:también|además|asimismo|igualmente|tampoco)\b"),
    again=words(
        r"\b(?:como (?:ya )?(?:dije|te dije|he dicho|comenté)|ya (?:te )?(?:lo )?(?:dije|he dicho)|ya sabes|"
        r"repito)\b"
    ),
)
