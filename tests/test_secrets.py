"""Secrets go, by their shape; everything that only looks like one stays. Samples are put together at run time."""
from __future__ import annotations

import base64
import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

import secret_corpus
from reverie.secrets import suspicion
from reverie.secrets.contexts import CONTEXTS
from reverie.secrets.redaction import found, redact
from reverie.secrets.shapes import SHAPES

LETTERS = "aB3dE5gH7jK9mN1pQ2rS4tU6vW8xY0zA"
LONG = LETTERS * 3

SECRETS: dict[str, tuple[str, str]] = {
    "openai project": ("openai-key", "-".join(("sk", "proj", LONG[:48]))),
    "openai": ("openai-key", "-".join(("sk", LETTERS))),
    "anthropic": ("anthropic-key", "-".join(("sk", "ant", "api03", LONG[:60]))),
    "github": ("github-token", "_".join(("ghp", LONG[:36]))),
    "github fine-grained": ("github-token", "_".join(("github", "pat", LONG[:22], LONG[:40]))),
    "gitlab": ("gitlab-token", "-".join(("glpat", LETTERS[:20]))),
    "slack": ("slack-token", "-".join(("xoxb", "123456789012", LETTERS[:24]))),
    "aws": ("aws-key", "AKIA" + "IOSFODNN7ABCDEFG"),
    "google": ("google-key", "AIza" + LONG[:35]),
    "stripe": ("stripe-key", "_".join(("sk", "live", LETTERS[:24]))),
    "npm": ("npm-token", "_".join(("npm", LONG[:36]))),
    "jwt": ("jwt", ".".join(("eyJ" + LETTERS, "eyJ" + LETTERS, LETTERS))),
    "pem": ("private-key", "-----BEGIN RSA PRIVATE KEY-----\n" + LONG + "\n-----END RSA PRIVATE KEY-----"),
    "pem on one line": ("private-key", "-----BEGIN PRIVATE KEY-----\\n" + LONG + "\\n-----END PRIVATE KEY-----"),
    "pem cut off": ("private-key", "-----BEGIN OPENSSH PRIVATE KEY-----\n" + LONG),
}


@pytest.mark.parametrize(("kind", "secret"), SECRETS.values(), ids=SECRETS)
@pytest.mark.parametrize("frame", ["{}", "Use {} for it.", "key={}", '"{}"', "a\n{}", "({})", "密钥：{}"])
def test_a_secret_goes_and_its_kind_stays(kind: str, secret: str, frame: str) -> None:
    """S8: known keys, tokens and private keys are replaced by their class, wherever they stand."""
    clean = redact(frame.format(secret))
    assert secret not in clean and LETTERS[:16] not in clean and "IOSFODNN7" not in clean
    assert "[REDACTED:" in clean
    if frame in ("{}", "Use {} for it."):
        assert f"[REDACTED:{kind}]" in clean


@pytest.mark.parametrize(("text", "gone"), [
    ("postgres://admin:hunter2x@db:5432/x", "hunter2x"),
    ("https://user:p%40ss-w0rd@host/path", "p%40ss-w0rd"),
    ("export DEPLOY_TOKEN=" + LETTERS, LETTERS),
    ("DB_PASSWORD: 's3cr3t-pass'", "s3cr3t-pass"),
    ("the password is hunter2hunter2", "hunter2hunter2"),
    ("api_key = \"abc123def456\"", "abc123def456"),
    ('{"client_secret": "9f8e7d6c5b"}', "9f8e7d6c5b"),
    ("密码是 abc12345", "abc12345"),
    ("Authorization: Bearer " + LETTERS, LETTERS),
])
def test_a_named_secret_goes(text: str, gone: str) -> None:
    """S8: what stands behind a name that says what it is goes, the name stays readable."""
    clean = redact(text)
    assert gone not in clean and "[REDACTED:" in clean and clean[:3] == text[:3]


SURVIVORS = [
    "commit 3f786850e387550fdab836ed7e6dc881de23001b",
    "sha256:" + "ab12" * 16,
    "550e8400-e29b-41d4-a716-446655440000",
    "/wiki/spaces/ENG/pages/123456789/Deploy+guide",
    "import.meta.env.VITE_FIREBASE_API_KEY",
    "risk-based testing of ask-and-answer tasks",
    "AbstractSingletonProxyFactoryBeanConfigurationManager",
    "process.env.OPENAI_API_KEY is read from .env",
    "API_KEY=$API_KEY", "token: ${{ secrets.GITHUB_TOKEN }}", "password: <your password>", "password=xxxxxxxx",
    "Never commit the password file", "the token is expired", "secret: null", "access_key=os.environ['AWS']",
    "Passwords must be hashed with argon2id", "the token bucket has 100 slots",
    "https://host:8080/path@2x.png", "git@github.com:org/repo.git", "sk-learn and sk-image are fine",
    "tokens = tokenize(text)", "max_tokens: 4096", "ghp_ is the prefix of a token", "AKIA is how they begin",
    "node_modules/.pnpm/registry.example.org+react@18.2.0", "密码 123",
]


@pytest.mark.parametrize("text", SURVIVORS)
def test_what_only_looks_like_one_survives(text: str) -> None:
    """S54: hashes, ids, paths, place-holders, names of variables and plain sentences stay to the letter."""
    assert redact(text) == text


@given(st.text(max_size=200))
def test_twice_is_as_once(text: str) -> None:
    """S8: text without a secret passes; redacting again changes nothing more."""
    once = redact(text)
    assert redact(once) == once


@given(st.sampled_from(sorted(SECRETS)), st.text(st.characters(categories=["Zs", "Po"]), max_size=5), st.data())
def test_no_neighbour_hides_a_secret(name: str, beside: str, data: st.DataObject) -> None:
    """S8: a blank or a mark beside a secret does not keep it in."""
    _, secret = SECRETS[name]
    assert secret not in redact(f"{beside} {secret} {beside}")


LINES = secret_corpus.secrets()
LOOKALIKES = secret_corpus.lookalikes()
PIECES = ("password", "token", "key", "secret", " is ", ": ", "=", "\"", "'", "\\\n", "\n", "://", "@", "a1b2c3d4",
          "-p ", "sk-ant-", "gh" "p_", "[REDACTED:", "]", "pin ", "1234", "密码是", "eyJ", ".", "/", "curl -u a:", "--",
          " ", "é",
          "AK" "IA", "A" * 16, LONG, "authorization ", "bearer ", "İ")


def test_the_corpus_is_large_enough() -> None:
    """At least 400 labelled secrets and 400 look-alikes, a third of each held out; each secret stands in its line."""
    assert len(LINES) >= 400 and len(LOOKALIKES) >= 400
    assert 0.25 < sum(line.held for line in LINES) / len(LINES) < 0.45
    assert all(line.gone and all(piece in line.text for piece in line.gone) for line in LINES)


def test_at_least_97_of_100_secrets_of_the_corpus_go() -> None:
    """S8: over all classes and contexts, and among the held-out third, recall is 0.97 or better."""
    for lines in (LINES, [line for line in LINES if line.held]):
        gone = [line for line in lines if not any(piece in redact(line.text) for piece in line.gone)]
        assert len(gone) / len(lines) >= 0.97


@pytest.mark.parametrize("group", sorted({line.group for line in LOOKALIKES}))
def test_every_lookalike_of_the_corpus_stays(group: str) -> None:
    """S54: hashes, ids, names, place-holders, code and prose stay byte for byte, and no class is found in them."""
    for line in (line for line in LOOKALIKES if line.group == group):
        assert (redact(line.text), found(line.text)) == (line.text, [])


def test_lookalikes_stay_together_too() -> None:
    """S54: lines that stay alone stay side by side: no context reaches over the end of a line into the next."""
    whole = "\n".join(line.text for line in LOOKALIKES if "-----BEGIN" not in line.text)
    assert redact(whole) == whole


@pytest.mark.parametrize(("text", "kinds"), [
    ("Use " + SECRETS["github"][1], ["github-token"]),
    ("TOKEN=" + SECRETS["gitlab"][1] + " and " + SECRETS["aws"][1], ["gitlab-token", "aws-key"]),
    ("DB_PASSWORD=hunter2x", ["password"]),
    ("client_secret: 9f8e7d6c5b", ["secret"]), ("api_key=abc123def4", ["api-key"]),
    ("access_token=abc123def4", ["token"]), ("the door code is 4821", ["door-code"]), ("PIN: 4821", ["pin"]),
    ("postgres://a:hunter2x@h/d", ["url-password"]), ("Cookie: sessionid=" + LETTERS, ["cookie"]),
    ("data: " + base64.b64encode(SECRETS["github"][1].encode()).decode(), ["github-token"]),
    ("nothing here", []),
])
def test_what_was_found_is_named(text: str, kinds: list[str]) -> None:
    """S8: `found` gives the classes in their order, and they are what `redact` leaves in the text."""
    assert found(text) == kinds
    assert all(f"[REDACTED:{kind}]" in redact(text) for kind in kinds)
    assert found(redact(text)) == []


@pytest.mark.parametrize("line", [line for line in LINES if line.group == "split"], ids=lambda line: line.text[:20])
def test_a_token_that_is_broken_over_lines_goes_whole(line: secret_corpus.Line) -> None:
    """S8: a literal that is continued on the next line hides nothing, and what stands around it stays."""
    clean = redact(line.text)
    assert clean.startswith("x = ") and clean[4] == clean[-1] == line.text[-1]
    assert clean[5:-1].startswith("[REDACTED:") or "[REDACTED:" in clean


def test_the_corpus_redacted_twice_is_as_once() -> None:
    """S8: what was redacted is left alone by the next redaction."""
    for line in LINES:
        once = redact(line.text)
        assert redact(once) == once


@given(st.lists(st.sampled_from(PIECES), max_size=14).map("".join))
def test_twice_is_as_once_for_hostile_text(text: str) -> None:
    """S8: names, signs, prefixes and markers in any order: the second redaction changes nothing."""
    once = redact(text)
    assert redact(once) == once


@given(st.lists(st.sampled_from(PIECES), max_size=14).map("".join))
def test_where_nothing_is_suspected_nothing_is_found(text: str) -> None:
    """S8, S38: the cheap look that spares a hook the search never says No where the search would find a secret."""
    assert suspicion.raised(text) or not found(text)


def test_every_secret_of_the_corpus_is_suspected() -> None:
    """S8: the cheap look passes on every line in which the search finds something."""
    assert not [line.text for line in LINES if found(line.text) and not suspicion.raised(line.text)]


def test_an_ordinary_memory_is_not_suspected() -> None:
    """S38: a memory without a word of keys costs a hook no search."""
    assert not suspicion.raised("---\nname: tests\ndescription: Run tests with pnpm\n---\nAlways run them with pnpm.")


def test_the_tables_are_whole() -> None:
    """Classes can be read, marks are in lower case, and every level of judgement exists."""
    for kind, marks, *_ in (*SHAPES, *CONTEXTS):
        assert kind.replace("-", "").isalnum() and marks == marks.lower()
    assert {level for _, _, level, _ in CONTEXTS} <= {
        "sure", "env", "named", "mixed", "strict", "flag", "long", "basic", "pin"}


HOSTILE = ("a", "password", "-", "eyJ", "eyJ-", "a.b-", "://x:", "password:", "password is ", "mysql -u ", "curl -u a",
           "cookie=", "name: ", "sk-", "ask-ant-", "-----BEGIN " "PRIVATE KEY-----\n", "the token ", "\"a\n", "\\\n",
           "login a/", "Authorization: token ", "<a:password ", "--a-a-a-a-", "密码是", "\\\"password", "1/1", "0", "İ",
           "password=[REDACTED:x] ", "htpasswd -b a a ", '"password",', "Private-Lines: 1\n", "[REDACTED:",
           "token token")


@pytest.mark.parametrize("unit", HOSTILE)
def test_long_runs_are_looked_through_in_time(unit: str) -> None:
    """S17: the time grows with the length of the text and not with its square, whatever the text repeats."""
    times = []
    for size in (12_500, 50_000):
        began = time.process_time()
        assert len(redact(unit * (size // len(unit)))) > 0
        times.append(time.process_time() - began)
    assert times[1] < 1.0 or times[1] < 8 * times[0]
