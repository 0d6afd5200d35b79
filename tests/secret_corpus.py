"""Lines with invented secrets and lines that only look like it, both put together at run time from parts.

Rule: written from the vendors' documented shapes and from how people write, before and apart from the rules; no line
stands here whole, so that no scanner trips over this file. A third of the templates is held out: scored, not tuned on.
"""

from __future__ import annotations

import base64
import json
import random
import string
import uuid
import zlib
from collections.abc import Iterator
from typing import NamedTuple

from secret_lookalikes import COMMON, PROSE, TECHNICAL


class Line(NamedTuple):
    """One line (or block) of the corpus: its group, its text, the pieces that must be gone from it."""

    group: str
    text: str
    gone: tuple[str, ...]
    held: bool


AN = string.ascii_letters + string.digits
HEX = "0123456789abcdef"
UP = string.ascii_uppercase + string.digits
URL = AN + "_-"
B64 = AN + "+/"
P, S, T, K = "pass" + "word", "sec" + "ret", "to" + "ken", "api" + "_key"
BEGIN, END = "-----BEGIN ", "-----END "

SHAPES: tuple[tuple[str, str, str, int, str], ...] = (
    ("anthropic", "sk-ant-|api03-", URL, 95, ""),
    ("anthropic admin", "sk-ant-|admin01-", URL, 93, "AA"),
    ("openai project", "sk-|proj-", URL, 74, ""),
    ("openai service", "sk-|svcacct-", URL, 60, ""),
    ("openai old", "sk|-", AN, 20, "T3BlbkFJ" + "k2Lm9Pq4Rs7Tv1Wx3Yz5"),
    ("openrouter", "sk-or-|v1-", HEX, 64, ""),
    ("deepseek", "sk|-", HEX, 32, ""),
    ("groq", "gs|k_", AN, 52, ""),
    ("xai", "xa|i-", AN, 80, ""),
    ("perplexity", "ppl|x-", AN, 48, ""),
    ("replicate", "r8|_", AN, 37, ""),
    ("hugging face", "h|f_", AN, 34, ""),
    ("langsmith", "lsv2|_pt_", HEX, 32, "_" + "a1b2c3d4e5"),
    ("tavily", "tvly|-dev-", AN, 32, ""),
    ("github classic", "gh|p_", AN, 36, ""),
    ("github oauth", "gh|o_", AN, 36, ""),
    ("github user", "gh|u_", AN, 36, ""),
    ("github server", "gh|s_", AN, 36, ""),
    ("github refresh", "gh|r_", AN, 76, ""),
    ("github fine", "github|_pat_", AN, 22, "_" + AN[3:62]),
    ("gitlab pat", "glp|at-", URL, 20, ""),
    ("gitlab deploy", "gld|t-", URL, 20, ""),
    ("gitlab runner", "glr|t-", URL, 20, ""),
    ("gitlab trigger", "glp|tt-", HEX, 40, ""),
    ("gitlab ci job", "glcb|t-64_", URL, 20, ""),
    ("gitlab feed", "glf|t-", URL, 20, ""),
    ("bitbucket", "ATB|B", AN, 32, ""),
    ("atlassian", "ATAT|T3xFf", URL, 170, "=1A2B3C4D"),
    ("slack bot", "xox|b-", string.digits, 12, "-7788990011223-aB3dE5gH7jK9mN1pQ2rS4tU6"),
    ("slack user", "xox|p-", string.digits, 12, "-778899001122-334455667788-9f8e7d6c5b4a39281706f5e4d3c2b1a0"),
    ("slack app", "xa|pp-1-", UP, 11, "-1122334455667-" + HEX * 4),
    ("slack refresh", "xox|e-1-", AN, 146, ""),
    ("slack webhook", "https://hooks.sla|ck.com/services/", UP, 11, "/B0A1B2C3D4E/aB3dE5gH7jK9mN1pQ2rS4tU6"),
    ("discord webhook", "https://discord.com/api/web|hooks/", string.digits, 18, "/" + (AN * 2)[5:73]),
    ("discord bot", "MT|", AN, 24, ".Gh7kQz." + (AN * 2)[9:47]),
    ("telegram", "", string.digits, 10, ":AA" + "HdqTcvCH1vGWJxfSeofSAs0K5PALDsaw3"[:33]),
    ("aws key id", "AK|IA", "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567", 16, ""),
    ("aws temporary", "AS|IA", "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567", 16, ""),
    ("google api", "AI|za", URL, 35, ""),
    ("google client", "GOC|SPX-", URL, 28, ""),
    ("google access", "ya|29.", URL, 120, ""),
    ("google refresh", "1//|0", URL, 60, ""),
    ("azure storage", "DefaultEndpointsProtocol=https;AccountName=acct1;Account|Key=", B64, 86, "=="),
    (
        "azure servicebus",
        "Endpoint=sb://n.servicebus.windows.net/;SharedAccessKeyName=Root;SharedAccess|Key=",
        B64,
        43,
        "=",
    ),
    ("azure sas", "https://a.blob.core.windows.net/c?sv=2022-11-02&sp=r&si|g=", AN, 43, "%3D"),
    ("azure client", "abc8|Q~", URL, 34, ""),
    ("stripe live", "sk|_live_", AN, 24, ""),
    ("stripe test", "sk|_test_", AN, 99, ""),
    ("stripe restricted", "rk|_live_", AN, 24, ""),
    ("stripe webhook", "wh|sec_", AN, 32, ""),
    ("twilio key", "S|K", HEX, 32, ""),
    ("sendgrid", "S|G.", URL, 22, "." + (AN * 2)[3:46]),
    ("mailgun", "ke|y-", HEX, 32, ""),
    ("mailchimp", "", HEX, 32, "-us14"),
    ("brevo", "xkey|sib-", HEX, 64, "-" + AN[4:20]),
    ("resend", "re|_", AN, 8, "_" + AN[7:31]),
    ("npm", "np|m_", AN, 36, ""),
    ("pypi", "py|pi-AgEI", URL, 150, ""),
    ("rubygems", "ruby|gems_", HEX, 48, ""),
    ("docker hub", "dck|r_pat_", URL, 27, ""),
    ("databricks", "da|pi", HEX, 32, ""),
    ("digitalocean", "do|p_v1_", HEX, 64, ""),
    ("digitalocean oauth", "do|o_v1_", HEX, 64, ""),
    ("heroku", "HRK|U-AA", URL, 58, ""),
    ("vault", "hv|s.", URL, 95, ""),
    ("vault batch", "hv|b.", URL, 140, ""),
    ("terraform", "", AN, 14, ".atlasv1." + (AN * 2)[2:69]),
    ("pulumi", "pu|l-", HEX, 40, ""),
    ("doppler", "dp|.pt.", AN, 43, ""),
    ("doppler service", "dp|.st.prd.", AN, 43, ""),
    ("linear", "lin|_api_", AN, 40, ""),
    ("notion old", "sec|ret_", AN, 43, ""),
    ("notion", "nt|n_", AN, 46, ""),
    ("figma", "fi|gd_", URL, 40, ""),
    ("airtable", "pa|t", AN, 14, "." + HEX * 4),
    ("asana", "1/|", string.digits, 16, ":" + HEX * 2),
    ("postman", "PM|AK-", HEX, 24, "-" + (HEX * 3)[:34]),
    ("shopify", "shp|at_", HEX, 32, ""),
    ("shopify shared", "shp|ss_", HEX, 32, ""),
    ("square", "sq0|atp-", URL, 22, ""),
    ("square oauth", "sq0|csp-", URL, 43, ""),
    ("square production", "EAA|A", URL, 60, ""),
    ("new relic", "NR|AK-", UP, 27, ""),
    ("grafana", "gl|sa_", AN, 32, "_1a2b3c4d"),
    ("grafana cloud", "gl|c_", B64, 60, "="),
    ("sentry", "sntr|yu_", HEX, 64, ""),
    ("supabase", "sb|p_", HEX, 40, ""),
    ("planetscale", "pscale|_tkn_", URL, 43, ""),
    ("netlify", "nf|p_", AN, 36, ""),
    ("fly", "FlyV1 fm|2_", B64, 100, ""),
    ("tailscale", "ts|key-auth-", AN, 16, "-" + AN[11:43]),
    ("age", "AGE-SECRET|-KEY-1", "QPZRY9X8GF2TVDW0S3JN54KHCE6MUA7L", 58, ""),
    ("1password service", "ops|_eyJ", AN, 250, ""),
    ("alibaba", "LTA|I5t", AN, 17, ""),
    ("clojars", "CLOJ|ARS_", HEX, 60, ""),
    ("facebook", "EAA|C", AN, 120, ""),
    ("easypost", "EZ|AK", AN, 54, ""),
    ("dynatrace", "dt0|c01.", UP, 24, "." + UP + UP[:28]),
    ("contentful", "CFP|AT-", URL, 43, ""),
    ("nuget", "oy2|", "abcdefghijklmnopqrstuvwxyz0123456789", 43, ""),
    ("artifactory", "AKC|p", AN, 69, ""),
    ("plaid", "access-|sandbox-", HEX, 8, "-1a2b-4c3d-9e8f-a0b1c2d3e4f5"),
)
FRAMES = (
    "{}",
    "Use {} for the deploy.",
    "`{}`",
    '"{}"',
    "({})",
    "X={}",
    "export X={}",
    "- key: {}",
    '{{"a": "{}"}}',
    "a\n{}\nb",
    "密钥：{}",
    "トークンは{}です",
    "<t>{}</t>",
    "curl -H 'X-Auth: {}' host",
    "see {}, thanks",
    "[{}]",
    "one\\n{}\\ntwo",
    "see ?x={}&y=1",
    "| a | {} |",
    "k%3D{}%26b",
    "'{}';",
    "It is {}.",
    "# {}",
    "im Editor „{}“ gesetzt",
)
WORDS = (
    "hunter2x",
    "Tr0ub4dor&3",
    "s3cr3t-Pass",
    "9f8e7d6c5b",
    "Xk9$mQ2!vL",
    "correct7horse",
    "b1gC0rp#2026",
    "Zx81-spectrum",
    "qW3rTy!9uI",
    "m0nkey_business",
    "pl3aseDont",
    "Winter2026!",
)
LONGER = (
    "3f8a1c9e7b2d4f60a5c8e1b3d7f9024c",
    "aB3dE5gH7jK9mN1pQ2rS4tU6vW8xY0zA",
    "wJalr7UtnF3MIK7MDENG2bPxRfiCYzzKEYq8WvTs",
    "6f1ed002-ab55-4c2e-9a31-7788990011aa",
)

NAMED = (  # {v}: a password such as a person chooses; {k}: a longer one such as a machine makes
    f"export DEPLOY_{T.upper()}={{k}}",
    f"DB_{P.upper()}={{v}}",
    f"DB_{P.upper()}: {{v}}",
    f"db_{P}: '{{v}}'",
    f'{P} = "{{v}}"',
    f"{P}={{v}}",
    f'"{P}": "{{v}}"',
    f'{{{{"db": {{{{"user": "app", "{P}": "{{v}}"}}}}}}}}',
    f"  {P}: {{v}}",
    f"spring.datasource.{P}={{v}}",
    f"[db]\n{P} = {{v}}",
    f'{K} = "{{k}}"',
    f"{K.upper()}={{k}}",
    f"{K}: {{k}}",
    "apiKey: '{k}'",
    'const apiKey = "{k}";',
    f'"client_{S}": "{{k}}"',
    f"client_{S} = {{k}}",
    f'client{S.title()}: "{{k}}"',
    f'AUTH_{T.upper()}="{{k}}"',
    f"auth_{T}: {{k}}",
    f"access{T.title()} = '{{k}}'",
    f"access_{T}={{k}}",
    f'refresh_{T}: "{{k}}"',
    f"{S.upper()}_KEY='{{k}}'",
    f"{S}_key: {{k}}",
    f"aws_{S}_access_key = {{k}}",
    f"AWS_{S.upper()}_ACCESS_KEY={{k}}",
    "signing_key: {k}",
    "ENCRYPTION_KEY={k}",
    "private_key = '{k}'",
    f"PG{P.upper()}={{v}} psql -h db",
    f"MYSQL_ROOT_{P.upper()}: {{v}}",
    "REDIS_PASS={v}",
    f"<{P}>{{v}}</{P}>",
    f"<db:{P}>{{v}}</db:{P}>",
    f'<add key="Api{T.title()}" value="{{k}}" />',
    f"- name: DB_{P.upper()}\n  value: {{v}}",
    f'{{{{"name": "API_{T.upper()}", "value": "{{k}}"}}}}',
    f"{P}: !!str {{v}}",
    f"set {P.upper()}={{v}}",
    f"$env:DB_{P.upper()} = '{{v}}'",
    f"setx API_{T.upper()} {{k}}",
    f"ENV APP_{S.upper()}={{k}}",
    f"ENV APP_{S.upper()} {{k}}",
    f"--build-arg NPM_{T.upper()}={{k}}",
    f"os.environ['DB_{P.upper()}'] = '{{v}}'",
    f'process.env.API_{T.upper()} = "{{k}}"',
    f":{P} => '{{v}}'",
    "Pwd={v};Database=x",
    f"Server=db;User Id=sa;{P.title()}={{v}};",
    f"user=app {P}={{v}} host=db",
    f"login app {P} {{v}} machine db.example.com",
    f"machine x login y {P} {{v}}",
    f"//npm.example.com/:_auth{T.title()}={{k}}",
    "_auth = {k}",
    f'\\"{P}\\": \\"{{v}}\\"',
    f"{P}：{{v}}",
    'passphrase = "{v}"',
    "passphrase: {v}",
    f"POST /login user=app&{P}={{v}}",
    f"https://api.example.com/v1?{K}={{k}}&q=1",
    f"https://x.example.com/cb?access_{T}={{k}}",
    "DD_API_KEY={k}",
    "DD_APP_KEY={k}",
    f"TWILIO_AUTH_{T.upper()}={{k}}",
    "HEROKU_API_KEY={k}",
    "datadog api_key: {k}",
    f"JWT_{S.upper()}={{k}}",
    f"DJANGO_{S.upper()}_KEY='{{k}}'",
    f"SESSION_{S.upper()}: {{k}}",
    f"webhook_{S}: {{k}}",
    "ALGOLIA_ADMIN_KEY={k}",
    f"CLOUDFLARE_API_{T.upper()}={{k}}",
    "X-Api-Key: {k}",
    f"x-auth-{T}: {{k}}",
    "sonar.login={k}",
    f"PRIVATE-{T.upper()}: {{k}}",
    f'bot_{T} = "{{k}}"',
    f'tf_var_{S}_key="{{k}}"',
    f"username: admin / {P}: {{v}}",
    f"**{P.title()}:** {{v}}",
    f"- **{P}**: `{{v}}`",
    f"| {P} | {{v}} |",
    f"{P.title()} - {{v}}",
    f"login: admin, {P}: {{v}}",
    "user: bob pw: {v}",
    "pwd: {v}",
    "Passwort: {v}",
    "Kennwort = {v}",
    "contraseña: {v}",
    "mot de passe : {v}",
    "密码：{v}",
    "密钥: {k}",
    "パスワード：{v}",
    "비밀번호: {v}",
    "口令：{v}",
    "clave: {v}",
)
COMMANDS = (
    "mysql -u root -p{v} app",
    "mysqldump -uroot -p'{v}' app > x.sql",
    f"mysql --{P}={{v}} -h db",
    "sqlcmd -S db -U sa -P {v}",
    "unzip -P {v} backup.zip",
    "7z x -p{v} backup.7z",
    "sshpass -p {v} ssh root@host",
    "sshpass -p '{v}' scp a b:",
    "curl -u admin:{v} https://host/x",
    "curl --user 'admin:{v}' https://host",
    f"wget --user=a --{P}={{v}} https://h",
    "docker login -u me -p {v} reg.example.com",
    f"podman login -u me --{P} {{v}} reg.example.com",
    "redis-cli -h r -a {v} ping",
    f"tool --{T} {{k}} run",
    f"tool --{T}={{k}} run",
    "tool --api-key {k}",
    'tool --api-key="{k}"',
    f"tool --client-{S} {{k}}",
    f"tool --{P} '{{v}}'",
    "ldapsearch -D cn=admin -w {v} -b dc=x",
    "mongosh -u root -p {v} host",
    "mongodump -u root -p '{v}'",
    "openssl rsa -in k.pem -passin pass:{v}",
    "keytool -storepass {v} -list",
    "smbclient //h/s -U 'bob%{v}'",
    f"helm install x --set db.{P}={{v}}",
    f"vault login {T}={{k}}",
    "az login --service-principal -u id -p {v} --tenant t",
    "htpasswd -b .htpasswd bob {v}",
    "gpg --batch --passphrase {v} -d f.gpg",
    f'curl -H "X-Vault-{T.title()}: {{k}}" h',
    "curl -H 'Authorization: Bearer {k}' h",
    f"curl -H 'Authorization: {T} {{k}}' h",
    "http -a bob:{v} GET h",
    "net use Z: \\\\srv\\share {v} /user:bob",
    "echo '{v}' | sudo -S apt update",
    "PGPASSFILE=x; PASS={v} ./run.sh",
    f"snowsql -a x -u y --{P} {{v}}",
    "rclone --pass {v}",
    f"kubectl create {S} generic x --from-literal={P}={{v}}",
    f"aws configure set aws_{S}_access_key {{k}}",
    f"npm config set //r.example.com/:_auth{T.title()} {{k}}",
    f"flyctl auth --access-{T} {{k}}",
    "psql postgresql://app:{v}@db/x",
)
HEADERS = (
    "Authorization: Bearer {k}",
    "authorization: bearer {k}",
    '"Authorization": "Bearer {k}"',
    "Authorization: Basic {b}",
    "headers = {{'Authorization': 'Basic {b}'}}",
    f"Authorization: {T} {{k}}",
    "Proxy-Authorization: Basic {b}",
    "Authorization: Bearer {k}\nAccept: */*",
    "Authorization: ApiKey {k}",
    "Cookie: sessionid={k}; theme=dark",
    "Cookie: theme=dark; PHPSESSID={k}",
    "Set-Cookie: connect.sid=s%3A{k}; Path=/; HttpOnly",
    "Cookie: JSESSIONID={k}",
    f"Set-Cookie: auth_{T}={{k}}; Secure",
    "cookie: sid={k}",
    'document.cookie = "session={k}"',
    f"Cookie: __Secure-next-auth.session-{T}={{k}}; a=b",
    "send it as Bearer {k} in the header",
)
URLS = (
    "postgres://admin:{v}@db:5432/x",
    "postgresql+asyncpg://app:{v}@10.0.0.5/app?ssl=1",
    "mysql://root:{v}@localhost/app",
    "mongodb+srv://app:{v}@cluster0.ab1cd.mongodb.net/x",
    "redis://:{v}@cache:6379/0",
    "rediss://default:{v}@r.example.com:6380",
    "amqp://guest:{v}@mq:5672/%2f",
    "https://bob:{v}@git.example.com/org/repo.git",
    "ftp://bob:{v}@ftp.example.com/x",
    "smtp://bob%40example.com:{v}@mail.example.com:587",
    "http://proxyuser:{v}@proxy.example.com:3128",
    "git clone https://oauth2:{k}@gitlab.example.com/a/b.git",
    "jdbc:postgresql://app:{v}@db/x",
    "clickhouse://u:{v}@ch:9000/d",
    "sftp://u:{v}@h",
    'DATABASE_URL="postgres://app:{v}@db.example.com/app"',
    f"https://x-access-{T}:{{k}}@github.com/o/r",
    "nats://u:{v}@nats:4222",
    "ldap://cn%3Dadmin:{v}@ldap.example.com",
    "snowflake://u:{v}@acct/db",
)
SAID = (
    f"the {P} is {{v}}",
    f"The staging {P} is {{v}}, keep it in mind.",
    f'our {P} for the wiki is "{{v}}"',
    f"My {P} is {{v}}.",
    f"{P} is: {{v}}",
    f"use the {P} {{v}} to log in",
    f"log in as admin with {P} {{v}}",
    "login is admin / {v}",
    f"the {P} was changed to {{v}}",
    f"{P} = {{v}} for the router",
    f"set the {P} to {{v}}",
    f"The Wi-Fi {P} is `{{v}}`",
    "the API key is {k}",
    f"the api {T} is {{k}}",
    f"our {S} access key is {{k}}",
    f"the client {S} is {{k}}",
    "the passphrase is {v}",
    f"username admin, {P} {{v}}",
    f"the root {P} on the box is still {{v}}",
    "credentials: admin/{v}",
    f"my {T} is {{k}}",
    "密码是 {v}",
    "数据库密码是{v}",
    "密码为 {v}",
    "管理员的密码是“{v}”",
    "登录密码：{v}",
    "wifi密码是 {v}，别忘了",
    "密码改成了 {v}",
    "密钥是 {k}",
    "令牌是 {k}",
    "口令是 {v}",
    "パスワードは {v} です",
    "パスワードは「{v}」です",
    "管理者のパスワードは{v}",
    "パスワードを {v} に変更しました",
    "APIキーは {k} です",
    "トークンは {k}",
    "暗証番号は {v} です",
    "비밀번호는 {v} 입니다",
    "비밀번호는 {v}",
    "관리자 비밀번호는 '{v}'입니다",
    "암호는 {v} 이에요",
    "토큰은 {k} 입니다",
    "비번은 {v}",
    "API 키는 {k}",
    "das Passwort lautet {v}",
    "Das Passwort ist {v}.",
    "das Kennwort lautet {v}",
    "unser WLAN-Passwort ist {v}",
    "Passwort lautet: {v}",
    "das Root-Passwort heißt {v}",
    "der API-Schlüssel lautet {k}",
    "der Token ist {k}",
    "la contraseña es {v}",
    "La contraseña del wifi es {v}",
    "la clave es {v}",
    "mi contraseña es: {v}",
    "la contraseña de root es «{v}»",
    "el token es {k}",
    "la clave de API es {k}",
    "le mot de passe est {v}",
    "Le mot de passe du wifi est {v}",
    "mon mot de passe est : {v}",
    "le mot de passe est « {v} »",
    "le code secret est {v}",
    "la clé API est {k}",
    "le jeton est {k}",
    "le mot de passe de la base est {v}.",
    "mdp : {v}",
)
CODES = (
    "the door code is {n}",
    "door code: {n}",
    "The PIN is {n}.",
    "my PIN is {n}",
    "PIN: {n}",
    "gate code is {n}#",
    "alarm code {n}",
    "the safe combination is 12-{n}",
    "entry code = {n}",
    "der Türcode ist {n}",
    "Türcode: {n}",
    "die PIN lautet {n}",
    "PIN-Code: {n}",
    "门禁密码是 {n}",
    "门锁密码：{n}",
    "保险箱密码是{n}",
    "暗証番号は{n}です",
    "ドアの暗証番号は {n}",
    "현관 비밀번호는 {n}",
    "문 비밀번호는 {n} 입니다",
    "el código de la puerta es {n}",
    "el PIN es {n}",
    "le code de la porte est {n}",
    "le digicode est {n}",
    "keypad code is *{n}",
    "access code for the building is {n}",
    "unlock code is {n}",
    "voicemail pin is {n}",
)


def secrets() -> list[Line]:
    """Every line with a secret in it."""
    draw = random.Random(8)
    return [*_shaped(draw), *_contexts(draw), *_blocks(draw), *_encoded(draw), *_split(draw)]


def lookalikes() -> list[Line]:
    """Every line that must stay to the letter."""
    draw = random.Random(54)
    made = [("made", text) for text in _made(draw)]
    rows = [
        *made,
        *(("common", t) for t in COMMON),
        *(("technical", t) for t in TECHNICAL),
        *(("prose", t) for t in PROSE),
    ]
    return [
        Line(group, text, (), _held(text if group != "made" else str(n // 8))) for n, (group, text) in enumerate(rows)
    ]


def _held(template: str) -> bool:
    return zlib.crc32(template.encode()) % 3 == 0


def _drawn(draw: random.Random, alphabet: str, length: int) -> str:
    """A word of the alphabet with a letter and a digit in it where it has both, and no dash at its ends."""
    while True:
        word = "".join(draw.choices(alphabet, k=length))
        mixed = any(c.isdigit() for c in word) and any(c.isalpha() for c in word)
        if word.strip("-_/+") == word and (mixed or alphabet == string.digits and word[0] != "0"):
            return word


def _shaped(draw: random.Random) -> Iterator[Line]:
    for n, (vendor, prefix, alphabet, length, suffix) in enumerate(SHAPES):
        for i in range(3):
            body = _drawn(draw, alphabet, length)
            token = prefix.replace("|", "") + body + suffix
            yield Line("shape", FRAMES[(n * 3 + i * 7) % len(FRAMES)].format(token), (body,), _held(vendor))
    jwt = ".".join(
        base64.urlsafe_b64encode(json.dumps(part).encode()).decode().rstrip("=")
        for part in ({"alg": "HS256", "typ": "JWT"}, {"sub": "1234567890", "name": "Jo", "iat": 1516239022})
    )
    for frame in FRAMES:
        token = jwt + "." + _drawn(draw, URL, 43)
        yield Line("jwt", frame.format(token), (token[40:],), _held("jwt" + frame))


def _contexts(draw: random.Random) -> Iterator[Line]:
    for group, templates, times in (
        ("named", NAMED, 2),
        ("command", COMMANDS, 2),
        ("header", HEADERS, 2),
        ("url", URLS, 2),
        ("said", SAID, 2),
        ("code", CODES, 1),
    ):
        for n, template in enumerate(templates):
            for i in range(times):
                word, key = WORDS[(n + i * 5) % len(WORDS)], LONGER[(n + i) % len(LONGER)]
                basic = base64.b64encode(f"bob:{word}".encode()).decode()
                pin = str(draw.randint(1009, 9891))
                text = template.format(v=word, k=key, b=basic, n=pin)
                gone = {"{v}": word, "{k}": key, "{b}": basic, "{n}": pin}
                yield Line(group, text, tuple(v for blank, v in gone.items() if blank in template), _held(template))


def _blocks(draw: random.Random) -> Iterator[Line]:
    for kind in (
        "RSA PRIVATE",
        "EC PRIVATE",
        "PRIVATE",
        "ENCRYPTED PRIVATE",
        "OPENSSH PRIVATE",
        "DSA PRIVATE",
        "PGP PRIVATE",
    ):
        tail = " KEY BLOCK-----" if kind.startswith("PGP") else " KEY-----"
        rows = [_drawn(draw, B64, 64) for _ in range(6)]
        for end in ("\n", "\\n", "\r\n", "\\r\\n", "\n    ", "\n> "):
            text = end.join((BEGIN + kind + tail, *rows, END + kind + tail))
            yield Line("private key", f"key: {text}\nafter", tuple(rows), _held(kind + end))
        yield Line("private key", "cut: " + "\n".join((BEGIN + kind + tail, *rows)), tuple(rows), _held(kind + "cut"))
    rows = [_drawn(draw, B64, 64) for _ in range(8)]
    account = {
        "type": "service_account",
        "project_id": "x",
        "private_key_id": _drawn(draw, HEX, 40),
        "private_key": BEGIN + "PRIVATE KEY-----\n" + "\n".join(rows) + "\n" + END + "PRIVATE KEY-----\n",
    }
    yield Line("private key", json.dumps(account, indent=2), tuple(rows), False)
    yield Line(
        "private key",
        "PuTTY-User-Key-File-3: ssh-rsa\nEncryption: none\nPrivate-Lines: 2\n" + "\n".join(rows[:2]),
        tuple(rows[:2]),
        True,
    )
    for region in ("us-east-1", ""):
        key = _drawn(draw, B64, 40)
        yield Line("aws pair", f"AKIA{_drawn(draw, UP, 16)} {key} {region}".strip(), (key,), _held("pair" + region))
        yield Line("aws pair", f"AKIA{_drawn(draw, UP, 16)}:{key}", (key,), _held("colon" + region))


def _encoded(draw: random.Random) -> Iterator[Line]:
    for n, (vendor, prefix, alphabet, length, suffix) in enumerate(SHAPES[:60:3]):
        token = prefix.replace("|", "") + _drawn(draw, alphabet, length) + suffix
        whole = ("", "key=", f"export {T.upper()}=", "ab ")[n % 4] + token
        coded = base64.b64encode(whole.encode()).decode()
        yield Line(
            "base64",
            ("data: {}", '"{}"', "echo {} | base64 -d")[n % 3].format(coded),
            (coded[8:].rstrip("="),),
            _held("b64" + vendor),
        )


def _split(draw: random.Random) -> Iterator[Line]:
    joins = ('"\n    "', "\\\n", '" +\n  "', "\n", "' \\\n    '", "\\\n    ")
    for n, (vendor, prefix, alphabet, length, suffix) in enumerate(SHAPES[:60:4]):
        body = _drawn(draw, alphabet, length) + suffix
        cut = len(body) // 2
        quote = "'" if "'" in joins[n % 6] else '"'
        token = prefix.replace("|", "") + body[:cut] + joins[n % 6] + body[cut:]
        yield Line("split", f"x = {quote}{token}{quote}", (body[:cut], body[cut:]), _held("split" + vendor))


def _made(draw: random.Random) -> Iterator[str]:
    """Hashes, ids and other long words, in eights of one kind, each in a frame that names it."""
    kinds = (
        ("commit {}", HEX, 40),
        ("fixed in {}", HEX, 7),
        ("sha256:{}", HEX, 64),
        ("md5 {} ok", HEX, 32),
        ("tree {}\nparent x", HEX, 40),
        ("integrity sha512-{}==", B64, 86),
        ('"integrity": "sha512-{}=="', B64, 86),
        ("integrity sha1-{}=", B64, 27),
        ("--hash=sha256:{} \\", HEX, 64),
        ("ghcr.io/o/i@sha256:{}", HEX, 64),
        ("h1:{}=", B64, 43),
        ('<script integrity="sha384-{}" crossorigin>', B64, 64),
        ("data:image/png;base64,iVBORw0KGgo{}", B64, 300),
        ("url(data:font/woff2;base64,{})", B64, 240),
        (".Button_root__{} {{ color: red }}", AN, 5),
        ("chunk-{}.js", UP, 8),
        ("main.{}.css", HEX, 8),
        ('etag: "{}"', HEX, 32),
        ("trace id {}", HEX, 32),
        ("request {} failed", URL, 22),
        ("ssh-ed25519 AAAAC3NzaC1lZDI1NTE5{} me@host", B64, 40),
        ("docker run {}", HEX, 12),
        ("ipfs://Qm{}", AN, 44),
        ("https://youtu.be/{}", URL, 11),
        ("https://docs.google.com/document/d/{}/edit", URL, 44),
        ("build #{}", string.digits, 9),
        ("+49 151 {}", string.digits, 8),
        ("refs/pull/{}/head", string.digits, 4),
        ("SHA256:{} host key", B64, 43),
    )
    for frame, alphabet, length in kinds:
        for _ in range(6):
            yield frame.format(
                _drawn(draw, alphabet, length) if length > 7 else "".join(draw.choices(alphabet, k=length))
            )
    for frame in ("id: {}", "session {}", "/v1/jobs/{}", "claude --resume {}", "source: claude-code/{}/p1"):
        for _ in range(5):
            yield frame.format(uuid.UUID(int=draw.getrandbits(128), version=4))
