"""What secrets look like: by their name, by their form, and in all the ways one may be written."""

from __future__ import annotations

import html
import json
import re
from base64 import b64decode, b64encode
from typing import TYPE_CHECKING, Any
from urllib.parse import quote, quote_plus

from helmwright.secret_tokens import TOKENS

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

_LEAST = 4
_LEAST_DIGITS = 6
_LEAST_LINE = 8
_COMMON = frozenset(
    "true false null none nil yes no on off postgres postgresql mysql redis mongodb rabbitmq admin"  # noqa: SIM905 - words
    " administrator root user username guest default password passwd secret token localhost"
    " http https debug info warn warning error latest test example base64 text json yaml basic"
    " bearer main opaque value values data name names string".split()
)
_SECRET_ENDS = (  # noqa: SIM905 - words read better
    "password passwd passphrase privatekey apikey secretaccesskey accesskey signingkey"
    " encryptionkey accountkey clientsecret sharedsecret accesstoken authtoken apitoken bearertoken"
    " refreshtoken bottoken admintoken roottoken registrationtoken identitytoken registrytoken"
    " connectionstring credential htpasswd"
).split()
_SECRET_NAME = re.compile(
    rf"(?!existing)(?:.*(?:{'|'.join(_SECRET_ENDS)})|pwd|token"
    r"|(?:.*(?:aws|s3|minio|app|session|cookie|jwt|django))?secretkey)"
)
_ENVIRONMENT_NAME = re.compile(r".*(?:token|secret|pwd)")
_OPEN_NAME = re.compile(
    r".*(?:user|username|login|host|hostname|port|database|dbname|db|name|namespace|email|region"
    r"|bucket|type|sslmode|mode|enabled|algorithm|issuer|audience|version|driver|dialect)"
)
_WORD = re.compile(r"[A-Za-z]{1,20}\d{0,2}(?:[_./-][A-Za-z]{1,20}\d{0,2})*")
_LONGEST_WORD = 48
_NAMES = (
    r"(?:password|passwd|passphrase|pwd|(?:api|secret|access|private|signing|account)[_-]?key"
    r"|client[_-]?secret|token)"
)
_VALUE = r"(?![$({<\[%|>&*!]|(?:true|false|null|none|~)\b)"
_WHOLE_FORMS = (
    (
        r"-----BEGIN [A-Z0-9 ]*PRIVATE KEY(?: BLOCK)?-----[\s\S]*?"
        r"(?:-----END [A-Z0-9 ]*PRIVATE KEY(?: BLOCK)?-----|\Z)"
    ),
    r"\b(?:AKIA|ASIA)[A-Z0-9]{16}\b",
    r"(?<=hooks\.slack\.com/services/)T[A-Za-z0-9]+/B[A-Za-z0-9]+/\w{16,}",
    r"\bAIza[A-Za-z0-9_-]{35}",
    r"\$2[abxy]\$\d\d\$[./A-Za-z0-9]{53}",
    *(form for _, form in TOKENS),
)
_PARTIAL_FORMS = (
    r"[A-Za-z][A-Za-z0-9+.-]*://[^\s/:@\"']*:(?P<hide>(?!\$)[^\s/@\"']+)@",
    rf"(?i:{_NAMES}=)[\"']?+(?P<hide>{_VALUE}[^\s\"',;&]+)",
    rf"(?im:^[ \t-]*[\"']?[\w.-]*{_NAMES}[\"']?[ \t]*[:=][ \t]+)[\"']?+(?P<hide>{_VALUE}\S[^\n]*)",
    rf"(?i:[\"'][\w.-]*{_NAMES}\\?[\"']\s*:\s*)\\?[\"'](?P<hide>{_VALUE}[^\"'\\]+)",
    r"(?i:\b(?:bearer|basic)\s+)(?P<hide>[A-Za-z0-9+/=._~-]{16,})",
)
_FORMS = tuple(re.compile(form) for form in (*_WHOLE_FORMS, *_PARTIAL_FORMS))
_HINTS = (  # noqa: SIM905 - words read better
    "akia asia ghp_ gho_ ghu_ ghs_ ghr_ github_pat glpat glrt- gldt- glptt xox slack"
    " aiza k_live npm_ pypi- hf_ dckr_ hvs. hvb. hvr. sg. eyj $2 ://"
    " passw passph pwd key secret token connection bearer basic"
).split()
_FLAG = re.compile(rf"--?[\w.-]*{_NAMES}", re.IGNORECASE)
_BASE64_CHARACTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/-_="
_REFERENCE = re.compile(r"\$\([\w.-]+\)|\$\{[\w.-]+\}|\{\{.*\}\}")
_MARK = re.compile(r"<redacted:\w+>")
_PUBLIC = re.compile(r"\s*-----BEGIN (?:CERTIFICATE|PUBLIC KEY|X509 CRL)")
_KEY_PART = re.compile(r"((?:\\.|[^.\[\\])+)|(\[\d+\])")
_SEPARATORS = str.maketrans("", "", "_-. ")


def is_secret_name(name: str) -> bool:
    """Tell whether a key of this name holds a secret, not the name of one."""
    return _SECRET_NAME.fullmatch(name.translate(_SEPARATORS).lower()) is not None


def is_secret_variable(name: str) -> bool:
    """Tell whether an environment variable of this name holds a secret."""
    plain = name.translate(_SEPARATORS).lower()
    return _SECRET_NAME.fullmatch(plain) is not None or bool(_ENVIRONMENT_NAME.fullmatch(plain))


def is_secret_flag(argument: str) -> bool:
    """Tell whether the argument after this one is a secret."""
    return _FLAG.fullmatch(argument) is not None


def is_open_name(name: str) -> bool:
    """Tell whether what a Secret has under this name is hidden there, but known to all: a host."""
    return _OPEN_NAME.fullmatch(name.translate(_SEPARATORS).lower()) is not None


def is_word(key: str) -> bool:
    """Tell whether a key made of words can be shown, though it is a part of a Secret's text."""
    return len(key) <= _LONGEST_WORD and _WORD.fullmatch(key) is not None


def is_distinct(value: str) -> bool:
    """Tell whether a value is looked for in texts: not if it is short, a common word or a number."""
    text = value.strip()
    if len(text) < _LEAST or text.lower() in _COMMON:
        return False
    return len(text) >= _LEAST_DIGITS if text.replace(".", "").isdigit() else True


def may_have_secret(text: str) -> bool:
    """Tell quickly whether ``spans_of_forms`` may find anything."""
    lowered = text.lower()
    return any(hint in lowered for hint in _HINTS)


def spans_of_forms(text: str) -> Iterator[tuple[int, int]]:
    """Yield where a text has what is secret by its form: keys, tokens, passwords in addresses."""
    for form in _FORMS:
        for found in form.finditer(text):
            start, end = found.span("hide" if form.groups else 0)
            while end > start and text[end - 1] in " \t\r\"'":
                end -= 1
            if end > start:
                yield start, end


def decoded(text: str) -> str | None:
    """Return what a text of base64 says, None if it is no such text or has no text in it."""
    try:
        return b64decode(text, validate=True).decode()
    except ValueError:
        return None


def ways_to_write(value: str) -> dict[str, bool]:
    """Return every text by which a secret is looked for: plain, quoted, escaped and encoded.

    With each, whether it is a part of base64, where the rest of it would say something too.
    """
    plain = value.strip()
    texts = {plain, *(_escaped(plain))}
    if len(plain) >= _LEAST_DIGITS:
        texts |= {plain.lower(), plain.upper()}
    if "\n" in plain:
        lines = (line.strip() for line in plain.splitlines())
        texts |= {line for line in lines if len(line) >= _LEAST_LINE and is_distinct(line)}
    found: dict[str, bool] = {}
    for text in texts:
        data = text.encode("utf-8", "surrogateescape")
        for fragment in _fragments(data):
            found[fragment] = found[fragment.replace("+", "-").replace("/", "_")] = True
        found[data.hex()] = found[data.hex().upper()] = False
    for fragment in tuple(_fragments(plain.encode("utf-8", "surrogateescape"))):
        found.update(dict.fromkeys(_fragments(fragment.encode()), True))
    found.update(dict.fromkeys(texts, False))
    return {one: encoded for one, encoded in found.items() if len(one) >= _LEAST}


def starts_in(text: str) -> set[str]:
    """Return all that the shortest needle could be in a text."""
    return {text[at : at + _LEAST] for at in range(len(text) - _LEAST + 1)}


def whole_run(text: str, start: int, end: int) -> tuple[int, int]:
    """Return where the base64 around a part of it begins and ends."""
    while start and text[start - 1] in _BASE64_CHARACTERS:
        start -= 1
    while end < len(text) and text[end] in _BASE64_CHARACTERS:
        end += 1
    return start, end


def _escaped(plain: str) -> Iterator[str]:
    yield plain.replace("'", "''")
    yield plain.replace("'", "'\\''")
    yield plain.replace("'", "'\"'\"'")
    for ascii_only in (False, True):
        quoted = json.dumps(plain, ensure_ascii=ascii_only)[1:-1]
        yield quoted
        yield json.dumps(quoted, ensure_ascii=ascii_only)[1:-1]
        marked = quoted
        for character in "<>&":
            marked = marked.replace(character, f"\\u{ord(character):04x}")
        yield marked
    for safe in ("", "/", "$&+,/:;=@", "$&+,;=", "$&+:=@", "~()*!'"):
        text = quote(plain, safe=safe, errors="surrogateescape")
        yield text
        yield re.sub("%[0-9A-F]{2}", lambda found: found[0].lower(), text)
    yield quote_plus(plain, errors="surrogateescape")
    yield html.escape(plain)
    yield html.escape(plain, quote=False)
    yield html.escape(plain).replace("&#x27;", "&#39;").replace("&quot;", "&#34;")


def _fragments(data: bytes) -> Iterator[str]:
    """Yield the base64 of data as it is within longer base64, where it can begin at three places."""
    for offset in range(3):
        text = b64encode(bytes(offset) + data).decode()
        first = -(-offset * 8 // 6)
        yield text[first : (offset + len(data)) * 8 // 6]


def is_mark(text: str) -> bool:
    """Tell whether a text is what stands for a secret already."""
    return _MARK.fullmatch(text) is not None


def is_certificate(text: str) -> bool:
    """Tell whether a text is one that is shown to everybody, for all that a Secret holds it."""
    return _PUBLIC.match(text) is not None and "PRIVATE KEY" not in text


def is_switch(value: Any) -> bool:
    """Tell whether a value cannot be a secret, whatever its name: nothing, a map, ``yes``."""
    if type(value) is str:
        return value.lower() in ("", "yes", "no", "on", "off", "true", "false")
    return type(value) is not int and type(value) is not float


def words_of_name(*names: str) -> Iterator[str]:
    """Yield names of objects and the words in them, in lower case."""
    for name in names:
        yield name.lower()
        yield from re.split(r"[-.]", name.lower())


def is_reference(text: str) -> bool:
    """Tell whether a text only says where the secret is: ``$(PASSWORD)``."""
    return _REFERENCE.fullmatch(text) is not None


def without_words(text: str, words: set[str], mark: Callable[[str], str]) -> str:
    """Return a text with marks for words in it, however short, but not inside other words."""
    for word in sorted(words - {""}, key=len, reverse=True):
        if word in text:
            pattern = rf"(?<!\w){re.escape(word)}(?!\w)" if len(word) < _LEAST else re.escape(word)
            text = re.sub(pattern, lambda found: mark(found[0]), text)
    return text


def parts_of_key(key: str) -> list[str]:
    """Return the names of a key of ``--set``, and its indexes in brackets."""
    parts = []
    for name, index in _KEY_PART.findall(key):
        parts.append(index or re.sub(r"\\(.)", r"\1", name))
    return parts


def as_text(value: Any) -> str:
    """Return a scalar as a template writes it."""
    if isinstance(value, str):
        return value
    if isinstance(value, float) and value.is_integer():
        return str(int(value))
    return json.dumps(value)
