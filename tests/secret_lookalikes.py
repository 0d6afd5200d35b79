"""What only looks like a secret: names, place-holders, code, documents and prose that must stay as it is."""
from __future__ import annotations

P, S, T = "pass" + "word", "sec" + "ret", "to" + "ken"

COMMON = tuple(f"""\
import.meta.env.VITE_FIREBASE_API_KEY
process.env.OPENAI_API_KEY is read from .env
API_KEY=$API_KEY
API_KEY=${{API_KEY}}
API_KEY=${{API_KEY:-}}
export {T.upper()}=$(cat ~/.config/{T})
export {T.upper()}=`pass show github`
{T}: ${{{{ {S}s.GITHUB_{T.upper()} }}}}
{P}: <your {P}>
{P}: <your-{P}>
{P}=xxxxxxxx
{P}=********
{P}: ***
{P} = "changeme"
{P}: CHANGE_ME
{T}: YOUR_{T.upper()}_HERE
{T}=your-{T}-here
api_key: your_api_key
api_key = "YOUR_API_KEY"
api_key = "<API_KEY>"
apiKey: process.env.STRIPE_KEY
apiKey: import.meta.env.VITE_KEY
{P} = os.environ["DB_{P.upper()}"]
{P} = os.getenv("DB_{P.upper()}", "")
{P} = getpass()
{P} = getpass.getpass("Password: ")
{P} = config.get("{P}")
{P} = settings.DB_{P.upper()}
{P} = user.{P}
self.{P} = {P}
this.{T} = {T};
{T}: string
{T}: string;
{T}?: string | null
{P}: str
{P}: str | None = None
{P}: Optional[str] = None
{P}: z.string().min(8)
def login(user: str, {P}: str) -> {T.title()}:
func login({P} string) error
{S}: null
{S}: none
{S}: true
{P}: required
{P}: "required"
{P}: "string"
"{P}": {{"type": "string", "minLength": 12}}
"{T}": {{"type": "string"}}
{P}: {{ type: String, required: true }}
<input type="{P}" name="{P}" placeholder="Password">
<input id="{P}" type="{P}" autocomplete="current-{P}">
<label for="{P}">Password</label>
{P}_hash = argon2.hash({P})
{T} = jwt.sign(payload, {S})
{T} = tokenizer.next()
{T} = parts[1]
{T} = await getAccessToken()
const {{ {T} }} = useAuth()
if ({T} === null) return
{S}KeyRef:
{S}Name: app-{S}s
{S}_name: prod/db/main
{S}_arn: arn:aws:{S}smanager:eu-west-1:123456789012:{S}:prod/db-AbCdEf
{P}_file: /run/{S}s/db
POSTGRES_{P.upper()}_FILE=/run/{S}s/pg_pass
{P}File = "/etc/app/pw.txt"
{T}_url: https://auth.example.com/oauth2/{T}
{T}_endpoint = "https://login.example.com/oauth/v2/{T}"
{T}_type: bearer
"{T}_type": "Bearer"
{T}_ttl: 3600
{T}_expiry=86400
max_{T}s: 4096
max_{T}s=200000
{T}s = tokenize(text)
num_{T}s: 1234567
{P}_min_length: 12
{P}_policy: strict2
{P}_reset_timeout_days = 3
reset_{P}_url = /accounts/reset
use-{P}-manager: 1{P}
{P}Encoder: bcrypt10
api_key_header: X-Api-Key
api_key_name: x-api-key
apiKeyAuth: []
primary_key: user_id2
foreign_key: orders_2024
partition_key = tenant_id#2024
cache_key: v3:users:list
idempotency_key: order-2024-11-29
sort_key: createdAt2
public_key: ssh-ed25519
ssh_key_path: ~/.ssh/id_ed25519
key_id: 2024-key-1
access_key=os.environ['AWS']
{S}_key = env("{S.upper()}_KEY")
{S.upper()}_KEY = os.environ.get("DJANGO_{S.upper()}_KEY")
{S}: vault:kv/data/app#{P}
{P}: op://Private/db/{P}
{P}: !vault |
{P}: ENC(from-jasypt)
{P} = var.db_{P}
{P} = data.aws_ssm_parameter.db.value
{P} = module.db.{P}
{P} = random_{P}.db.result
{P}: {{{{ vault_db_{P} }}}}
{P}: {{{{ .Values.db.{P} }}}}
{P}: "{{{{ lookup('env', 'DB_PW') }}}}"
"{P}": "%DB_{P.upper()}%"
{P}: @Value("${{db.{P}}}")
{T}: [REDACTED:github-{T}]
{P} = [REDACTED:{P}]
{T} = "..."
{T} = "…"
{T}: "abc..."
{P}=
{P}:
{P}: ""
{P} = ''
{S} = undefined
{P}: false
git@github.com:org/repo.git
https://host:8080/path@2x.png
https://example.com:443/a@b
postgres://localhost:5432/app
postgres://app@localhost:5432/app
postgres://user:{P}@localhost/db
postgres://user:<{P}>@host/db
postgres://$USER:$PASS@host/db
postgres://${{DB_USER}}:${{DB_PASS}}@db/app
postgresql://{{user}}:{{{P}}}@{{host}}/db
https://user:***@host/x
redis://localhost:6379/0
mongodb://localhost:27017
git+ssh://git@github.com/o/r.git@v1.2.3
npm:@scope/pkg@1.2.3
jdbc:postgresql://localhost:5432/app
ssh://git@host:2222/repo.git
docker run -p 8080:80 nginx
docker run -u 1000:1000 img
docker run -u www-data:www-data img
mkdir -p src/app2/lib
ssh -p 2222 host
scp -P 2222 a host:
xargs -P 4 -n 1
claude -p "fix the tests"
git push -u origin main
curl -u "$USER:$PASS" https://host
curl -u user:$TOKEN https://host
curl -u <user>:<{P}> host
mysql -u root -p app
mysql -p
psql -U app -W
docker login -u me --{P}-stdin
docker login -u me -p $DOCKER_PASS
tool --{P} <{P}>
tool --{P} $DB_PASS
tool --{T} "$GITHUB_{T.upper()}"
tool --{T}-file /run/{S}s/{T}
tool --{T}=$(gh auth {T})
tool --{P}-file=pw.txt
--{T} TOKEN sets the {T}
the --{P} flag is deprecated
gh auth {T}
npm {T} list
kubectl get {S} db -o yaml
kubectl create {S} generic x --from-file=./key
vault kv get -field={P} {S}/app
Authorization: Bearer $TOKEN
Authorization: Bearer <{T}>
Authorization: Bearer ${{{T}}}
Authorization: Bearer YOUR_{T.upper()}
Authorization: Basic <base64>
Authorization: `Bearer ${{{T}}}`
headers: {{ Authorization: `Bearer ${{{T}}}` }}
WWW-Authenticate: Basic realm="app2"
WWW-Authenticate: Bearer realm="https://auth.example.com/{T}",service="reg"
Cookie: theme=dark; lang=en
Set-Cookie: theme=dark; Path=/
Cookie: sessionid=<id>
X-Api-Key: <key>
{T}Bucket: 100
csrf_{T}: {{% csrf_{T} %}}
ref: refs/heads/feature/{T}-refresh-2
branch fix/{P}-reset-42
src/auth/{P}_reset2.py:120
tests/test_{T}s_v2.py::test_{T}_is_refreshed
node_modules/.pnpm/registry.example.org+react@18.2.0
@types/{P}-hash@1.2.3
{P}-hash==3.1.0
{S}s-manager>=2.4
js-{T}s@9.0.1
sk-learn and sk-image are fine
sk-estimator-html-doc-link-container-2
task-manager-for-big-projects-2026-v2
risk-based testing of ask-and-answer tasks
disk-usage-report-2026-01-02-final-v3
ghp_ is the prefix of a {T}
AKIA is how they begin
xoxb- {T}s are for bots
glpat- and ghp_ are prefixes
npm_config_registry and npm_lifecycle_event
npm_package_config_something_long_enough_here
hf_hub_download(repo_id="org/model")
hf_transfer_enabled_by_default_in_ci_runs
pypi-attestations is a package
ya29 is a prefix
EAAA and AIza are prefixes
re_match_groups_by_name_and_index_2
shpat_ is for shops
SG.1 and SG.2
pat1.2.3
dapi-gateway and dapil
sqlite3.OperationalError: no such {T}: rank
""".splitlines())

TECHNICAL = tuple(f"""\
AbstractSingletonProxyFactoryBeanConfigurationManager
com.example.security.oauth2.client.registration.ClientRegistrationRepository
/wiki/spaces/ENG/pages/123456789/Deploy+guide
/wiki/spaces/~7120208f3a1c9e7b2d4f60/overview
550e8400-e29b-41d4-a716-446655440000
arn:aws:iam::123456789012:role/deploy-role-2
s3://bucket-name-2024/path/to/object-v2.tar.gz
gs://my-bucket-123/data/part-00001-of-00010.parquet
projects/my-proj-123/{S}s/db-{P}/versions/3
https://console.cloud.google.com/security/{S}-manager?project=my-proj-123
https://docs.github.com/en/rest/authentication/authenticating-to-the-rest-api
https://docs.example.com/api/{T}s#refresh-{T}s-v2
https://example.com/reset-{P}?step=2
https://example.com/a?page=2&sort=created_at
https://github.com/org/repo/commit/3f786850e387550fdab836ed7e6dc881de23001b
https://github.com/org/repo/blob/main/src/auth/{T}.ts#L10-L42
https://jira.example.com/browse/SEC-1234
v1.2.3-rc.4+build.5678
python 3.12.1 and node v20.11.0
TLSv1.3 with TLS_AES_256_GCM_SHA384
ECDHE-RSA-AES256-GCM-SHA384
SHA-256, HMAC-SHA512 and RS256
utf8mb4_0900_ai_ci
x86_64-unknown-linux-gnu
aarch64-apple-darwin23.1.0
2026-11-29T18:10:51.245Z
0x7ffeefbff5c8
127.0.0.1:5432 and [::1]:8080
192.168.178.24/24
fe80::1ff:fe23:4567:890a
00:1A:2B:3C:4D:5E
GB29 NWBK 6016 1331 9268 19
ISBN 978-3-16-148410-0
+1 (555) 010-4477
DE89 3704 0044 0532 0130 00
color: #a1b2c3d4
grid-template-columns: repeat(3, minmax(0, 1fr))
font: 12px/1.5 "Fira Code"
rgba(12, 34, 56, .78)
[data-v-7ba5bd90] .title
css-1q2w3e4r5t
sc-bdVaJa kHsGfT
_ngcontent-abc-c12
error TS2345: Argument of type 'string'
E0308 mismatched types
CVE-2024-12345 and GHSA-abcd-1234-efgh
RFC 6749 and RFC7519
ISO-8601 dates
status code 4040 is ours
exit code 1234
error code: 5021
zip code 90210
postal code: 10115
GPIO pin 17 is the LED
pin: 4.2.1
pin the version to 2024
pinned to 20.11.0
port 5432
HTTP code 4291
opcode 0x4821
country code is 0049
code: 1234
promo code is SAVE2024
area code 0303
order 4821 is late
Qty 4821
year is 2026
EUR 4,821.50
width=1024 height=768
retry_after: 3600
{T}s used: 12,345 in / 678 out
gpt-4o-2024-08-06
claude-sonnet-4-5-20250929
text-embedding-3-large
meta-llama/Llama-3.1-70B-Instruct
sentence-transformers/all-MiniLM-L6-v2
qwen2.5-coder-32b-instruct
kubectl -n prod-eu-1 get pods app-7d9f8b6c5d-x2x4z
deployment.apps/app-7d9f8b6c5d
i-0abcd1234efgh5678
vpc-0a1b2c3d4e5f67890
subnet-0a1b2c3d
ami-0abcdef1234567890
AC-1234 ticket
PROJ-4821
0a6c3756-7076-49f4-9d54-ea6f2e6ff692.jsonl
toolu_01A09q90qw90lq917835lq9
msg_013Zva2CMHLNnjNJKRbXoUVR
req_011CSHoEeqs5C35K2UUqR7Fy
cus_NffrFeUfNV2Hib
price_1MoBy5LkdIwHu7ixZhnattbh
pk_live_is_public
G-ABCDE12345
UA-12345678-1
GTM-ABC1234
mFoQdhL9y5Q3f
RangeError [ERR_OUT_OF_RANGE]
Zm9vYmFyIGJhcg==
aGVsbG8gd29ybGQsIHRoaXMgaXMgcGxhaW4gdGV4dA==
eyJub3QiOiAiYSBqd3QifQ
R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7
AAAAB3NzaC1yc2EAAAADAQABAAABgQC7
-----BEGIN CERTIFICATE-----
-----BEGIN PUBLIC KEY-----
-----BEGIN PGP SIGNATURE-----
diff --git a/{P}.py b/{P}.py
index 3f78685..e387550 100644
@@ -12,7 +12,9 @@ def {P}_is_ok(text: str) -> bool:
+    return len({P}) >= 12 and {P} not in COMMON_2024
-    {T} = request.headers["X-{T.title()}"]
git cherry-pick 3f78685 e387550
select {P}_hash from users where id = 42
create table {T}s (id int primary key, {T} text)
alter user app with {P} null
grant select on {S}s to app_2
assert redact({T}) == {T}
expect(screen.getByLabelText("Password")).toBeVisible()
t("auth.{P}.tooShort8")
errors.{P}.min12
"{P}_too_short": "Must be at least 12 characters"
"{P}": "Password"
"{P}Label": "Enter your {P}"
{P}.length >= 12
len({T}) == 40
{T}.split(".")[1]
({T}) => fetch2({T})
lambda {T}: {T}[1:]
{T}[:8]
{P}[0].isupper()
type {T.title()} = {{ kind: "ident2"; text: string }}
enum {T.title()}Kind {{ Ident1, Number2 }}
Token::Ident(s1) => emit(s1)
match {T} {{ T1 => 1, _ => 2 }}
case TOKEN_IDENT_2: return parse2();
#define {T.upper()}_MAX 4096
TOKEN_MAX=4096
{T.upper()}_LIMIT: 8192
SECRET_SCANNING=1
PASSWORD_MIN_LENGTH=12
""".splitlines())

PROSE = tuple(f"""\
Never commit the {P} file
the {T} is expired
the {P} is wrong
the {P} is stored in 1Password
The {P} is in Bitwarden under db-prod-2
the {P} is base64-encoded
the {P} is at least 12 characters long
the {P} is hashed with SHA-256
{P.title()}s must be hashed with argon2id
the {P} is kept in AWS Secrets Manager
the {T} bucket has 100 slots
the {T} is a JWT signed with RS256
the {T} is valid for 24h
the {T} is 32 bytes long
the {T} is rotated every 90 days
{T} is read from ~/.config/gh/hosts.yml
the {S} is mounted at /run/{S}s/db
the {S} is called app-{S}s-v2
our {S} sauce is caching
The {P} reset flow is in auth/reset.py
{P} reset emails go out via SES
Use a {P} manager; Bitwarden works.
We never log {P}s or {T}s.
Ask Dana for the {P}.
the api key is in the vault
the API key is read from OPENAI_API_KEY
the API key is required since v2
the API key was revoked in 2024
api keys live in 1Password, vault "Dev-2"
the access key is rotated by terraform
the private key is at ~/.ssh/id_ed25519
the PIN is 4 digits
the PIN is never stored
the PIN has 6 digits
Pin the image to a digest.
pin 13 drives the LED
the door code is in the wiki
the code is reviewed by two people
the code is 1200 lines
the access code path is slow
The {T} count is 4096
{T}s: use the --max flag
Design {T}s: spacing-4, radius-2
CSS {T}s come from tokens-v3.json
Bearer {T}s are accepted by every endpoint
Bearer authentication is used everywhere
Basic authentication is off
basic auth needs user and {P}
Basic understanding of OAuth2 is enough
use the {P} grant type for legacy apps
use the {T} endpoint v2
with {P} prompts disabled
with {T} refresh2 enabled
username and {P} are required
user/{P} login is off
credentials: ask ops
credentials are in ~/.aws/credentials
login is admin only
login is via SSO
set the {P} to something long
set the {P} policy to level3
the {P} was changed to a passkey
the {P} was changed in 2024
the passphrase is asked at start
the {P} is different per environment (dev1, dev2)
the {P} is UTF-8
the {P} is v2 only
the {P} is not MFA-protected
the {T} is k8s-managed
the {T} is OAuth2-based
the {T} is x-request-id, not a {S}
the {S} is S3-backed
the {P} is $DB_PASS
the {P} is ${{DB_PASS}}
the {P} is <{P}>
the {P} is ********
the {P} is [REDACTED:{P}]
The user prefers pnpm over npm and wants tests run before each commit.
Deploys go through GitHub Actions; the freeze starts on 2026-12-20.
Write commit messages in the imperative, at most 72 characters.
The staging server is staging-eu-2.example.com, port 2222.
Meeting notes are at https://notes.example.com/d/Ab12Cd34Ef56
Ticket SEC-1234 tracks the {T} leak of 2024-03-02.
Rotate {S}s with scripts/rotate2.sh.
Write where a {S} is kept, never the {S} itself.
sk- is how OpenAI keys begin
We use a monorepo with 14 packages.
We moved from MD5 to SHA-256 for {P}s in v3.
The tokenizer is cl100k_base.
Error: {P} authentication failed for user "app2"
fatal: Authentication failed for 'https://github.com/o/r.git/'
remote: Support for {P} authentication was removed on August 13, 2021.
FATAL: {P} authentication failed
invalid {T}: unexpected end
Unexpected {T} '<' at position 12
Unexpected {T}: }}
unexpected {T} `}}` in line 42
Syntax error near unexpected {T} `fi'
npm ERR! code E401
two-factor code is sent by SMS
verification code expires in 10 minutes
das Passwort ist abgelaufen
das Passwort ist in 1Password
das Passwort ist mindestens 12 Zeichen lang
das Passwort lautet anders als im Wiki
Das Passwort steht im Tresor, Eintrag DB-2.
Passwörter werden mit SHA-256 gehasht
Passwort: siehe Tresor
Passwort: mindestens 12 Zeichen
Das Kennwort muss 8 Zeichen haben
der Token ist 24h gültig
der Token ist abgelaufen
die PIN hat 4 Ziffern
die PIN ist 4-stellig
Der Schlüssel liegt unter ~/.ssh/id_ed25519
Geheimnisse gehören nicht ins Repo
Bitte immer die Tests vor dem Commit laufen lassen.
Donaudampfschifffahrtsgesellschaftskapitänsmütze
la contraseña es obligatoria
la contraseña es de 12 caracteres
la contraseña está en 1Password
la clave es mantenerlo simple
la clave es única
el token es válido por 24h
el PIN es de 4 dígitos
le mot de passe est obligatoire
le mot de passe est dans 1Password
le mot de passe est expiré
le mot de passe doit avoir 12 caractères
le jeton est valable 24h
la clé est de rester simple
le code est relu par deux personnes
密码是必填项
密码是加密存储的
密码 123
密码至少 12 位
密码存在 1Password 里
密码使用 SHA-256 加密
密码不能少于8位
密码在 .env 文件里
令牌是有时效的
令牌 24 小时后过期
密钥保存在 vault 里
密钥长度为 256 位
请先运行测试再提交代码
資料庫遷移前一定要先備份
数据库迁移之前一定要先备份，版本 v2.3.1
パスワードは必須です
パスワードは12文字以上です
パスワードは 1Password にあります
パスワードはSHA-256でハッシュ化します
トークンは24時間で切れます
トークンは有効期限があります
暗証番号は4桁です
コミットの前に必ずテストを実行してください
비밀번호는 필수입니다
비밀번호는 12자 이상입니다
비밀번호는 1Password에 있습니다
비밀번호는 SHA-256으로 해시합니다
토큰은 24시간 동안 유효합니다
토큰은 만료됩니다
커밋하기 전에 항상 테스트를 실행하세요
пароль хранится в 1Password
كلمة المرور مطلوبة
""".splitlines())
