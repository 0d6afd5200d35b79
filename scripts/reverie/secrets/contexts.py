r"""Values that are secret because of what stands before them: names, flags, headers, sentences. Nothing but data.

Each row is a class (`name`: what the name says it is), substrings of which one must stand in the lowered text (and one
of those after each `&`, too; the pattern is tried near those of the first group), how strictly the value is judged
(`reverie.values`), and a pattern that ends where the value begins. `(?P<v>)` is the value itself where the
pattern has to see it.
"""
from __future__ import annotations

_PASS = (r"pass(?:words?|wd|phrase|code)|(?<![a-z])pwd|(?<=[_.-])pass|(?<![a-z])pass(?=[:=])|(?<![a-z])p/?w(?=[ \t]?"
         r"[:=])"
         r"|passwort|kennwort")
_KEY = (r"(?:api|access|secret|private|auth|sign(?:ing|ature)|encrypt(?:ion)?|master|account|storage|shared|app"
        r"(?:lication)?"
        r"|admin|service|hmac|webhook)[ _-]?key")
_TOKEN = r"(?<!csrf)(?<!csrf[_-])(?<!xsrf[_-])(?<!public)(?<!next)(?<!next_)(?<!page)(?<!page_)token"
_WORD = rf"(?P<name>{_PASS}|{_KEY}|secret|{_TOKEN}|credentials?|(?<![a-z])creds|_auth|sonar\.login)"
_AFTER = (r"(?:[_-]?(?:[0-9]{1,3}|value|string|prod(?:uction)?|dev|staging|test|live|old|new|main|primary|secondary"
          r"|base64|raw|plain))?")
_FLAG = "|".join(f"--{letter}" for letter in "abcdefghijklmnopqrstuvwxyz")
_NOUNS = "passw|phrase|passcode|pwd|key|secret|token"
_OTHERS = ("contraseña|clave|mot de passe|mdp|密码|密碼|密钥|秘钥|口令|令牌|パスワード"
           "|비밀번호|암호|비번|패스워드")
_NAMES = "passw|pwd|phrase|passcode|pass=|pass:|_pass|.pass|-pass|pw|p/w|kennwort"
_ALL = f"{_NAMES}|token|secret|key|cred|_auth|sonar.login"
_ENGLISH = (r"(?P<name>password|passphrase|passcode|passwd|pwd|(?:api|access|private|secret|encryption|signing)[ -]key"
            r"|(?:api |auth |access |client |bot )?(?:secret|token))")
_SO = r"(?:still |now |currently |set to |changed to )?"

CONTEXTS: tuple[tuple[str, str, str, str], ...] = (
    ("url-password", "://", "sure", r"://[^\s:/@\"'<>]{0,100}:(?P<v>[^\s/?\"'<>`]{2,200})@"),
    ("name", _ALL, "named",
     rf"(?i){_WORD}{_AFTER}[\\\"'`*\])}}]{{0,6}}[ \t]{{0,4}}(?::=|=>|==?|:(?!:)|[：＝])[ \t]{{0,8}}"
     r"(?:!!str[ \t])?(?:\*\*)?[ \t]?"),
    ("name", f"{_ALL}&</", "mixed", rf"(?i)<(?:[\w.-]{{1,30}}:)?[\w.-]{{0,30}}{_WORD}(?:\s[^<>]{{0,60}})?>"),
    ("name", f"{_ALL}&value|content", "mixed",
     rf"(?i)(?:name|key|id)[\"']?\s?[:=]\s?[\"']?[\w.-]{{0,40}}{_WORD}[\"']?[\s,/]{{1,20}}"
     r"[\"']?(?:value|content)[\"']?\s?[:=]\s?"),
    ("name", f"{_ALL}&{_FLAG}", "flag",
     rf"(?i)(?<![\w-])--(?:[a-z0-9]{{1,15}}-){{0,4}}(?P<name>pass(?:word|wd|phrase)?|pwd|secret|token"
     rf"|auth|{_KEY})(?:=|[ \t]{{1,3}})"),
    ("name", f"{_ALL}&_", "strict", rf"(?i)(?:(?<=[a-z0-9]_){_WORD}|(?<=:)_auth(?:token)?)[ \t]{{1,3}}"),
    ("password", _NAMES, "strict",
     r"(?i)(?:password|passwd|passwort|passphrase|(?<![a-z])pw)(?:[ \t][-–|][ \t]|[ \t]{1,3})(?:to )?"),
    ("name", f"{_ALL}&\",|',", "long", rf"(?i){_WORD}[\"'],[ \t]{{0,3}}(?=[\"'])"),
    ("password", " -u| --user", "strict",
     r"(?<=\s)(?:-u|--user)[ =]{1,3}[\"']?[^\s:\"'<>$]{0,60}[\"']?:(?!//)(?=[^\s])"),
    ("password", "mysql|mariadb|7z", "sure",
     r"\b(?:mysql|mysqldump|mysqladmin|mariadb|7z[ar]?)\b[^\n|;]{0,120}?\s-p(?=[^\s])"),
    ("password", "sshpass", "sure", r"\bsshpass\s{1,3}-p\s{0,3}"),
    ("password", "login", "sure",
     r"\b(?:docker|podman|buildah|skopeo|helm|oras|az|cf|oc|argocd)\b[^\n|;]{0,40}?\blogin\b"
     r"[^\n|;]{0,120}?\s-p\s{1,3}"),
    ("password", "mongo", "mixed", r"\bmongo(?:sh|dump|restore|export|import)?\b[^\n|;]{0,120}?\s-p\s{0,3}"),
    ("password", " -p ", "strict", r"(?<=\s)-P[ \t]{1,3}"),
    ("password", "redis-cli", "sure", r"\bredis-cli\b[^\n|;]{0,80}?\s(?:-a|--pass)\s{1,3}"),
    ("password", "curl|wget| -a |--auth|xh ", "sure",
     r"\b(?:curl|wget|https?|xh)\b[^\n|]{0,200}?\s(?:-u|--user|-a|--auth"
     r"|--proxy-user|-U)[ =]?[\"']?[^\s:\"'<>$]{1,60}:(?!//)(?=[^\s])"),
    ("password", "ldap", "sure", r"\bldap[a-z]{3,12}\b[^\n|;]{0,160}?\s-w\s{1,3}"),
    ("password", "-pass", "sure", r"-pass(?:in|out)\s{1,3}pass:"),
    ("password", "storepass|keypass", "sure", r"-(?:store|key)pass\s{1,3}"),
    ("password", "-u", "sure", r"\s-U\s{0,3}[\"']?[^\s%\"']{1,40}%"),
    ("password", "htpasswd", "sure", r"\bhtpasswd\s{1,3}-[a-zA-Z]{0,5}b[a-zA-Z]{0,5}\s{1,3}[^\s]{1,80}\s[^\s]{1,40}\s"),
    ("password", "net use", "sure", r"\bnet\s{1,3}use\b[^\n]{0,100}?\s(?P<v>[^\s]{3,80})(?=\s{1,3}/user:)"),
    ("password", "sudo -s", "sure", r"\becho\s{1,3}(?P<v>[^\s|]{3,80})(?=\s{0,3}\|\s{0,3}sudo\s{1,3}-S)"),
    ("authorization", "authorization", "mixed",
     r"(?i)authorization[\"']?\s{0,2}[:=,]\s{0,2}[\"'`]?(?:bearer|(?:api-)?token|api-?key"
     r"|digest|negotiate)\s{1,3}"),
    ("authorization", "authorization", "long", r"(?i)authorization[\"']?[ \t]?[:=][ \t]{0,3}(?:basic[ \t]{1,3})?"),
    ("basic-auth", "basic", "basic", r"(?i)(?<![a-z0-9])basic[ \t]{1,3}"),
    ("bearer-token", "bearer", "long", r"(?i)(?<![a-z0-9])bearer[ \t]{1,3}"),
    ("cookie", "cookie", "long", r"(?i)cookie\b[^\n]{0,160}?(?:sess|sid|auth|token|jwt|remember)[\w.-]{0,20}="),
    ("cookie", "sessid|sessionid|connect.sid|_session=", "long",
     r"(?i)(?:PHPSESSID|JSESSIONID|SessionId|connect\.sid|_session)="),
    ("name", f"{_NOUNS}& is| was", "strict", rf"(?i)\b{_ENGLISH}\b[ \w'’-]{{0,40}}?[ \t](?:is|was)[ \t]?:?[ \t]?{_SO}"),
    ("name", f"{_NOUNS}& to ", "strict", rf"(?i)\b{_ENGLISH}[ \t](?:is |was |has been )?(?:changed |set )?to[ \t]"),
    ("password", "login|credential|creds|zugangsdaten", "strict", r"(?i)\b(?:login|credentials?|creds|zugangsdaten)"
     r"(?:[ \t](?:is|are|sind))?:?[ \t][\w.@-]{1,40}[ \t]?/[ \t]?"),
    ("password", "passwort|kennwort|passphrase|schlüssel|token& ist| lautet| heißt| heisst| war", "strict",
     r"(?i)(?:passwort|kennwort|passphrase"
     r"|schlüssel|token\b)[ \wäöüß-]{0,40}?[ \t](?:lautet|ist|heißt|heisst|war)[ \t]?:?[ \t]"),
    ("password", "contraseña|clave|token& es", "strict", r"(?i)(?:contraseña|clave|token\b)[ \wáéíóúñ-]{0,40}?[ \t]es"
     r"[ \t]?:?[ \t]"),
    ("password", "mot de passe|jeton|clé|token|code secret& est", "strict",
     r"(?i)(?:mot de passe|jeton|clé|token\b|code secret)"
     r"[ \w'’àâçéèêëîïôûù-]{0,40}?[ \t]est[ \t]?:?[ \t]"),
    ("password", _OTHERS, "mixed",
     rf"(?i)(?:{_OTHERS})[ \t]?[:：=＝(（][ \t]?"),
    ("password", "密码|密碼|密钥|秘钥|口令|令牌", "strict",
     r"(?:密码|密碼|密钥|秘钥|口令|令牌)[ \t]?(?:是|为|為|改成了?|改为|设为|设成)"
     r"[ \t]?[:：]?[ \t]?"),
    ("password", "パスワード|暗証番号|トークン|キー", "strict",
     r"(?:パスワード|暗証番号|トークン|キー)(?:は|を)[ \t]?"),
    ("password", "비밀번호|암호|비번|패스워드|토큰|키|p/w|pw|password", "strict",
     r"(?i)(?:비밀번호|암호|비번|패스워드|토큰|키|p/?w|password)"
     r"(?:[가-힣]{0,3}(?:은|는|을|를)[ \t]?|[ \t]{1,2})"),
    ("door-code", "code|combination", "pin",
     r"(?i)\b(?:door|gate|alarm|entry|access|unlock|lock|keypad|safe|garage|lobby"
     r"|building|lift|elevator|security)[ -]?(?:code|combination)(?:[ a-z]{0,30}?[ \t](?:is|was))?[ \t]?[:=]?[ \t]?"),
    ("pin", "pin", "pin", r"(?i)\bpin(?:[ -]?(?:code|number))?[ \t]?(?:[:=：]|(?:ist|is|lautet|est|es)[ \t]?:?)[ \t]?"),
    ("door-code", "combination", "pin", r"(?i)\bcombination (?:is|:)[ \t]?"),
    ("door-code", "code", "pin", r"(?i)(?:tür|tor|zugangs|alarm|haus)-?code[ \t]?(?:ist|lautet)?[ \t]?:?[ \t]?"),
    ("door-code", "código|code", "pin", r"(?i)(?:código (?:de la puerta|de acceso|de entrada|de la alarma|del portal)"
     r"|code (?:de la porte|de l['’]alarme|d['’]entrée|d['’]accès|du portail)|digicode)[ \t]?(?:est|es)?[ \t]?:?"
     r"[ \t]?"),
    ("door-code", "密码|密碼|暗証番号|비밀번호|암호", "pin",
     r"(?:密码|密碼|暗証番号|비밀번호|암호)[ \t]?(?:是|为|は|는|은)?[ \t]?[:：]?[ \t]?"),
    ("password", "passw|passc", "pin",
     r"(?i)\b(?:password|passwort|passcode)[ \t]?(?:[:=]|is|ist|lautet)[ \t]?:?[ \t]?"),
)
