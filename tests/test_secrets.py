"""Secrets go, by their shape; everything that only looks like one stays. Samples are put together at run time."""
from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from reverie.secrets import redact

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


def test_long_runs_are_looked_through_in_time() -> None:
    """S17: long runs of every kind of character cost no more than a moment."""
    for run in ("a" * 40_000, "password" * 5_000, "-" * 40_000, "eyJ" * 13_000, "a.b-" * 10_000, "://x:" * 8_000):
        assert len(redact(run)) > 0
