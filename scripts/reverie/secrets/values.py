"""Whether what stands where a secret would stand is one: place-holders, names, code and plain words are not."""
from __future__ import annotations

import binascii
import functools
import re

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

_PAIRS = {"“": "”", "„": "“", "«": "»", "「": "」", "『": "』", "‘": "’"}
_OPEN = r"(\\{0,3}[\"'`]{1,3}|[“„«「『‘])[ \u00a0]?"
_BARE = r"(?:[!#-%(-+\--:=?-_a-~¡-ªÀ-ɏ]|&(?!\w{1,40}=)){1,300}"
_MARK = "[REDACTED:"
_BLANK = (
    r"(?i)^(?:[$<{%@]|\[redacted|!|&\w|\|$|#\{|enc\(|([a-z*•.…_-])\1*$|[\W_]+$|\[[a-z _-]+\]"
    r"|(?:op|vault|arn|env|file|ref|secrets?|ssm|kms|sops|bws|keychain|keyring|doppler|infisical|projects)[:/]"
    r"|[a-z][a-z0-9+.-]{1,20}://|~?\.{0,2}/[\w.~-]{0,31}(?:/|$)|[a-z]:\\"
    r"|your|my[_-]|example|placeholder|change[_-]?me|replace|dummy|insert|todo|tbd|redacted)"
    r"|\.\.\.|…|\$\{|\{\{|<[a-z]|\.(?:txt|json|ya?ml|env|py|tsx?|js|pem|key|md|toml|ini|conf|cfg|sh|csv)$"
)
_WORDS = frozenset("""
password passwd passphrase passcode pass pwd secret token bearer basic key apikey api_key api-key user username login
admin none null nil undefined true false yes no on off string str text bytes bool boolean int integer number any
object unknown never void optional required invalid valid missing hidden visible empty default auto manual enabled
disabled expired changed unset settings config configured env file vault ask see same encrypted hashed masked
sensitive credential credentials passwordless passkey important reset forgot forgotten confirm current new old here
postgres root test same-origin
""".split())
_CALL = (r"^[A-Za-z_][\w.:]{0,80}[(\[{<]|^[A-Za-z_]{1,30}[0-9]{0,2}(?:\.[A-Za-z_]{1,40}[0-9]{0,2})+[;)]?$"
         r"|^(?:await|new)$|=>")
_NAME = r"^[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+$|^[A-Z_]+$"
_KNOWN = (
    r"(?i)^(?:[^\W\d_]+|v?[0-9]+(?:\.[0-9x]+)*|[0-9]+(?:[hdms%x]|ms|min|bits?|bytes?|kb|mb|gb|px|er|st|nd|rd|th"
    r"|stellig\w*)"
    r"|(?:sha|md|aes|rsa|rs|hs|es|ps|ed|argon|pbkdf|base|utf|oauth|http|s|ec|x|p|ipv|web|level|min|max|tls|ssl|blake"
    r"|rc|tokens?"
    r"|step|type|iso|rfc|bcrypt|aws|v|kv|line|row|dev|prod|stage|staging|eu|us|node|python)[0-9]{1,5}(?:id|k1|r1|b)?"
    r"|k8s|i18n|l10n|1password|auth0|2fa|fa2|e2e|b2b|s3|ec2|[a-z]+s3)$"
)
_UNIT = (
    r"(?i)^[ -]?(?:[.,:/-]?[0-9]|digits?|char|zeichen|ziffern|stell|bytes?|bits?|min|sec|hour|day|lines?|caract"
    r"|chiffre|dígit"
    r"|octets|%|位|文字|桁|個|자|개|字|年|月)"
)
_PIN = r"[*#]?(?:[0-9]{1,2}-)?([0-9]{4,10})#?(?![A-Za-z0-9_])"
_SIGN = frozenset("!@#$%^&*?+=~")


def after(text: str, at: int) -> tuple[int, int, bool]:
    """Where the value that begins at `at` starts and ends, and whether it stands in quotes."""
    opened = _compiled(_OPEN).match(text, at)
    if opened:
        start = opened.end()
        closed = text.find(_PAIRS.get(opened[1], opened[1]), start, start + 300)
        if closed > start and "\n" not in text[start:closed]:
            return start, start + len(text[start:closed].rstrip("\u00a0 ")), True
        at = start
    bare = _compiled(_BARE).match(text, at)
    if not bare:
        return at, at, False
    return at, at + len(trimmed(bare[0])), False


def trimmed(value: str) -> str:
    """The value without the marks that end a sentence, a call or a cell."""
    while value and (value[-1] in ".:|*\\" or value[-1] in ")]}" and "([{"[")]}".index(value[-1])] not in value):
        value = value[:-1]
    return value


def pin(text: str, at: int) -> tuple[int, int] | None:
    """A number of four to ten digits that begins at `at` and counts nothing."""
    found = _compiled(_PIN).match(text, at)
    if not found or _compiled(_UNIT).match(text[found.end():found.end() + 10]):
        return None
    return found.span()


def secret(level: str, value: str, name: str, quoted: bool) -> bool:
    """Whether the value is one, as strictly as its context asks; `name` is in lower case."""
    if len(value) < 3 or _MARK in value or _compiled(_BLANK).search(value) or value.lower() in _WORDS:
        return False
    return _LEVELS[level](value, name, quoted)


def _sure(value: str, name: str, quoted: bool) -> bool:
    return not any(c.isspace() for c in value) and not (value.isdigit() and len(value) < 5)


def _named(value: str, name: str, quoted: bool) -> bool:
    """Behind a name and a sign; for a password the quoted plain word counts, for the others it has to be mixed."""
    if not _is_password(name):
        return _mixed(value, name, quoted) and not _plain(value)
    if quoted and value.isalpha() and value.islower() and len(value) > 5:
        return True
    return _mixed(value, name, quoted)


def _env(value: str, name: str, quoted: bool) -> bool:
    """`NAME=value`, as shells and .env files have it: anything that is no name, call or number."""
    if len(value) < 4 or _written(value, quoted):
        return False
    return not value.isdigit() or len(value) > 5 and _is_password(name)


def _mixed(value: str, name: str, quoted: bool) -> bool:
    """No code, no name, no sentence, and not letters alone."""
    if len(value) < 5 or _written(value, quoted):
        return False
    if _compiled(_KNOWN).match(value):
        return False
    digits, letters = any(c.isdigit() for c in value), any(c.isalpha() for c in value)
    cases = len(value) >= 20 and not value.islower() and not value.isupper() and value.isalnum()
    return letters and (digits or not _SIGN.isdisjoint(value)) or cases


def _written(value: str, quoted: bool) -> bool:
    """Whether it is a phrase, the name of a variable, or code."""
    return (any(c.isspace() for c in value) or bool(_compiled(_NAME).match(value))
            or not quoted and bool(_compiled(_CALL).search(value)))


def _strict(value: str, name: str, quoted: bool) -> bool:
    """In a sentence: mixed, and not made of words, versions and measures that stand in sentences."""
    return _mixed(value, name, quoted) and not _plain(value) and ("/" not in value or len(value) > 30)


def _flag(value: str, name: str, quoted: bool) -> bool:
    return value[0] != "-" and _mixed(value, name, quoted) and (_is_password(name) or not _plain(value))


def _long(value: str, name: str, quoted: bool) -> bool:
    return len(value) >= 16 and _mixed(value, name, quoted)


def _basic(value: str, name: str, quoted: bool) -> bool:
    """Base64 of `user:password`."""
    try:
        said = binascii.a2b_base64(value + "=" * (-len(value) % 4))
    except (binascii.Error, ValueError):
        return False
    return b":" in said and said.isascii() and said.decode().isprintable()


@functools.cache
def _compiled(pattern: str) -> re.Pattern[str]:
    """Compiled when it is first needed: a hook that finds nothing does not wait for it."""
    return re.compile(pattern)


def _plain(value: str) -> bool:
    """`k8s-managed`, `AES-256-GCM`, `v1.2`, `2026-11-29`: every part is a word, a number or a term of the trade."""
    return all(_compiled(_KNOWN).match(part) for part in re.split(r"[-_.,/+:]+", value) if part)


def _is_password(name: str) -> bool:
    return name.startswith(("pass", "pwd", "pw", "kennwort"))


_LEVELS: dict[str, Callable[[str, str, bool], bool]] = {
    "sure": _sure, "env": _env, "named": _named, "mixed": _mixed, "strict": _strict, "flag": _flag, "long": _long,
    "basic": _basic,
}
