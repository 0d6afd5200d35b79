"""What is kept out whoever asks for it. The rule: secrets and private lives, and what only looks like one of them."""

from __future__ import annotations

import re

# Keys, tokens and passwords.
_SECRET = re.compile(
    r"eyJ[\w-]{8,}|gh[pousr]_\w{8,}|github_pat_\w+|sk-[\w-]{8,}|AKIA\w{8,}|xox[abprs]-|glpat-|-----BEGIN|"
    r"://[^/\s:@]+:[^/\s@]+@"
    r"|[?&](?:token|key|sig|secret)=|\[?redacted|\*{4,}|[A-Za-z0-9+/_=-]{32,}"
    # A code for a door, a network, a phone.
    r"|\b(?:(?:door|gate|alarm|lock|entry|access|vpn|unlock|login|phone) ?(?:code|key|combination)|pin|"
    r"passcode|türcode|zugangscode|alarmcode|digicode|código de (?:la )?(?:puerta|entrada|acceso|alarma)|"
    r"code (?:de la|d')\s?(?:porte|entrée|accès|alarme))s?\b[^.?!]{0,40}(?:\b(?:is|are|ist|lautet|es|est)|=|:) ?"
    r"\S*\d{3,}"
    r"|(?<!\S)(?=\S*(?-i:[a-z]))(?=\S*(?-i:[A-Z]))(?=\S*\d)(?=\S*[!#$%^&*+=~])(?!https?:)\S{8,}"
    r"|(?:门禁|门锁|无线|wifi|开机|登录|保险柜)[^，。]{0,8}(?:码|密|是)[^，。]{0,6}\d{3,}"
    r"|(?:暗証番号|解錠|ドアコード|도어락|출입문|현관)[^。.]{0,12}\d{3,}"
    r"|^(?=.*(?:passw(?:or)?[dt]|passphrase|pwd|token|secret|api[- ]?key|credential|private key|\bpin\b|密码|口令|令牌|"
    r"密钥|密鑰|密碼|验证码|kennwort|zugangsdaten|schlüssel|contraseña|\bclave\b|mot de passe|\bclé\b|パスワード|"
    r"暗号鍵|"
    r"トークン|비밀번호|암호|토큰))"
    r".*(?:(?<!\S)(?=\S*\d)(?=\S*[A-Za-z])[^\s/]{6,}|(?:passwor[dt]|passwd|密码|密碼|口令|pin|kennwort|contraseña|"
    r"clave|"
    r"mot de passe|パスワード|비밀번호|암호)\s*(?:\S{1,12} )?(?:is\b|ist\b|lautet|es\b|est\b|:|=|是|：|は|는|"
    r"은)\s*\S+)",
    re.IGNORECASE | re.MULTILINE,
)
# What concerns a private life and no work.
_PRIVATE = re.compile(
    r"\+?\d(?:[ ()-]?\d){8,}|\b(?:salary|salaries|pregnan\w*|divorc\w*|diagnos\w*|therap\w+|cancer|chemo\w*|surgery|"
    r"depress\w*|burn-?out|home address|"
    r"birthday|passport|social security|iban|girlfriend|boyfriend|wife|husband|daughter|son|kids?|sick|illness|"
    r"hospital"
    r"|gehalt|gehälter|schwanger\w*|scheidung|krankheit|krankgeschrieben|krankenhaus|geburtstag|ehefrau|ehemann|"
    r"tochter|privatadresse"
    r"|salario|sueldo|embaraz\w*|divorci\w*|enferm\w*|cumpleaños|esposa|marido|hij[oa]s?|domicilio"
    r"|salaire|enceinte|divorc\w*|malad\w*|hôpital|anniversaire|mon mari|ma femme|ma fille|mon fils)\b"
    r"|工资|薪资|身份证|住址|怀孕|离婚|住院|手术|抑郁|生日|老婆|老公|孩子"
    r"|給料|年収|妊娠|離婚|入院|病気|誕生日|自宅の住所|급여|연봉|월급|임신|이혼|입원|생일|집 주소",
    re.IGNORECASE,
)


def harmless(text: str) -> bool:
    """Whether nothing in `text` looks like a secret or like somebody's private life."""
    return not _SECRET.search(text) and not _PRIVATE.search(text)
