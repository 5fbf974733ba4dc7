"""What is secret by its form, wherever it stands: keys, tokens, passwords in addresses and lines.

Every step is linear in the length of the text: patterns are bounded, and what follows a name is
looked at once.
"""

from __future__ import annotations

import re
from base64 import b64decode
from typing import TYPE_CHECKING, Any

from helmwright.base.patterns import lazy_pattern
from helmwright.secrets.names import is_secret_name
from helmwright.secrets.tokens import TOKENS

if TYPE_CHECKING:
    from collections.abc import Iterator

_KEY = r"(?:[A-Z0-9]{1,16} ){0,4}PRIVATE KEY(?: BLOCK)?-----"
_TOKENS = lazy_pattern(
    "|".join(
        (
            rf"-----BEGIN {_KEY}[\s\S]*?(?:-----END {_KEY}|\Z)",
            r"\b(?:AKIA|ASIA)[A-Z0-9]{16}\b",
            r"(?<=hooks\.slack\.com/services/)T[A-Za-z0-9]{1,32}/B[A-Za-z0-9]{1,32}/\w{16,}",
            r"\bAIza[A-Za-z0-9_-]{35}",
            r"\$2[abxy]\$\d\d\$[./A-Za-z0-9]{53}",
            *(form for _, form in TOKENS),
        )
    )
)
_ENCODED_KEY = lazy_pattern(r"(?<![A-Za-z0-9+/])LS0tLS1CRUdJTi[A-Za-z0-9+/=]{20,}")
_PLACED = lazy_pattern(
    r"(?i:\b(?:bearer|basic)[ \t]+)(?P<a>[A-Za-z0-9+/=._~-]{16,})"
    r"|(?i:\blogin\s{1,8}\S{1,128}\s{1,8}password\s{1,8})(?P<b>\S+)"
    r"|(?m:^[ \t]*(?:requirepass|masterauth)[ \t]+)[\"']?(?P<c>[^\s\"']+)"
    r"|(?<![\w-])(?:-u|--user)[ =]{1,2}[\"']?[^\s:\"'=/]{1,128}:(?!//)(?P<d>[^\s\"':/]{3,})"
    r"|[\"']auth\\?[\"']\s{0,8}:\s{0,8}\\?[\"'](?P<e>[A-Za-z0-9+/=]{8,})"
)
_XML = lazy_pattern(r"<(?P<name>[A-Za-z][\w.:-]{0,63})>(?P<hide>[^<>\n]{1,1024})</")
_NAME = lazy_pattern(
    r"(?<![\w.-])(?P<dashes>-{0,2})(?P<name>[A-Za-z_][\w./-]{0,127})(?P<quote>\\?[\"']|\b)"
    r"(?P<equals>[ \t]{0,32}(?::=|=>|[:=])[ \t]{0,32}|[ \t]{1,8})"
)
_BEFORE_LINE = lazy_pattern(r"[ \t]*(?:(?:#+|//|;|-|export|set|ENV|ARG)[ \t]+)*[\"']?")
_SKIPPED = lazy_pattern(r"(?:[&!][\w!.:/-]*[ \t]+){1,2}")
_BLOCK = lazy_pattern(r"[|>][-+\d]{0,2}[ \t]*(?:#[^\n]*)?(?=\n|\Z)")
_BARE_END = lazy_pattern(r"[\s\"',;&)}\]<>`]|\\[nrt\"]|\Z")
_LINE_END = lazy_pattern(r"[ \t]#|\n|\Z")
_GO_END = lazy_pattern(r"[\s\]]|\Z")
_REFERENCE = lazy_pattern(
    r"\$\([\w.-]+\)|\$\{[^{}\n]*\}|\$[A-Z_][A-Z0-9_]*|\{\{.*\}\}|%\([\w.]+\)s|%[A-Z_]+%|<redacted:\w+>|<hidden>"
    r"|\*\*\*|/(?:etc|var|run|opt|usr|mnt|home|root|tmp|secrets?|config|certs?|vault)(?:/[\w.-]{1,64})+",
    re.DOTALL,
)
_TEMPLATE = lazy_pattern(r"\$\(|\$\{|\{\{|\{|\[|%\(|<redacted:|<hidden>|\*\*\*")
_SWITCHES = frozenset(("", "yes", "no", "on", "off", "true", "false", "null", "none", "nil", "~"))
_HARMLESS = lazy_pattern(
    r"(?i:enabled|disabled)|[0-9.]{1,4}|[.~]{0,2}/[\w./ -]*|(?:[a-z][a-z0-9._-]{0,31}/){1,8}[a-z0-9._-]{1,32}"
    r"|<.*>|.*\$[({].*|\$[A-Za-z_]\w*|.*\{\{.*",
    re.DOTALL,
)
_MARK = lazy_pattern(r"<redacted:\w+>")
_PUBLIC = lazy_pattern(r"\s*-----BEGIN (?:CERTIFICATE|PUBLIC KEY|X509 CRL)")
_ADDRESS_END = lazy_pattern(r"[\s\"'<>`|\\]|\Z")
_AUTHORITY = lazy_pattern(r"://([^\s/\"'<>`|\\?#]{2,512})")
_LONGEST_ADDRESS = 1024
_LEAST_TOKEN = 16
_SHORTEST = 6


def spans_of_forms(text: str, *, prose: bool = False) -> Iterator[tuple[int, int]]:
    """Yield where a text has what is secret by its form: keys, tokens, passwords in addresses.

    prose: a message for people, in which ``password: `` can begin a sentence.
    """
    if len(text) < _SHORTEST:
        return
    for found in _TOKENS.finditer(text):
        yield found.span()
    yield from _placed(text)
    if "://" in text:
        yield from _addresses(text)
    if ":" in text or "=" in text or "--" in text:
        yield from _assignments(text, prose=prose)


def _placed(text: str) -> Iterator[tuple[int, int]]:
    """Yield what is secret for what stands around it, and keys in base64."""
    for found in _PLACED.finditer(text):
        if not is_switch(found[found.lastgroup or 0]):
            yield found.span(found.lastgroup or 0)
    for found in _ENCODED_KEY.finditer(text):
        if "PRIVATE KEY" in (decoded(found[0]) or "PRIVATE KEY"):
            yield found.span()
    if "</" in text:
        for found in _XML.finditer(text):
            if is_secret_name(found["name"]) and not is_open_text(found["hide"]):
                yield found.span("hide")


def _addresses(text: str) -> Iterator[tuple[int, int]]:
    """Yield the passwords in ``scheme://user:password@host``."""
    for found in _AUTHORITY.finditer(text):
        start, authority = found.start(1), found[1]
        user, colon, rest = authority.partition(":")
        if "@" not in authority:
            limit = start + _LONGEST_ADDRESS
            if not rest or rest.isdigit() or text.find("@", start, limit) < 0:
                continue
            end = _ADDRESS_END.search(text, start, limit)  # a slash that nobody has escaped
            authority = text[start : end.start() if end else limit]
        name = authority.rpartition("@")[0]
        if colon and len(user) < len(name):
            first, last = start + len(user) + 1, start + len(name)
            if first < last and not is_reference(text[first:last]) and text[first] not in "$<":
                yield first, last
        elif len(name) >= _LEAST_TOKEN and not name.isalpha() and not is_reference(name):
            yield start, start + len(name)


def _assignments(text: str, *, prose: bool) -> Iterator[tuple[int, int]]:
    """Yield the values in ``password=…``, ``"password": "…"`` and the like."""
    at, is_go = 0, "map[" in text
    while found := _NAME.search(text, at):
        at = max(found.end(), at + 1)
        if not is_secret_name(found["name"]):
            equals = found.start("equals")
            at = max(equals, found.start() + 1)
            continue
        span = _value(text, found, prose=prose, is_go=is_go)
        if span is not None:
            at = max(at, span[1])
            yield span


def _value(text: str, found: re.Match[str], *, prose: bool, is_go: bool) -> tuple[int, int] | None:
    """Return where the value of a name stands, if it is one; is_go: a text in which Go shows maps."""
    sign, start = found["equals"].strip(), found.end()
    if not sign and (found["dashes"] != "--" or prose):
        return None
    skipped = _SKIPPED.match(text, start)
    if skipped:
        start = skipped.end()
    if found["quote"].startswith("\\") and text[start : start + 1] == "\\":
        start += 1
    quote = text[start : start + 1]
    if quote and quote in "\"'":
        escaped = text[start - 1] == "\\"
        return _checked(text, start + 1, _closing(text, start + 1, quote, escaped=escaped))
    has_gap = found["equals"] != sign
    if not sign or (sign != ":" and not has_gap):
        return _checked(text, start, _end(_BARE_END, text, start))
    if sign == ":" and not has_gap and not found["quote"]:
        return _checked(text, start, _end(_GO_END, text, start)) if is_go else None
    return None if prose else _rest_of_line(text, found, start)


def _rest_of_line(text: str, found: re.Match[str], start: int) -> tuple[int, int] | None:
    line = text.rfind("\n", 0, found.start()) + 1
    before = _BEFORE_LINE.match(text, line, found.start())
    if before is None or before.end() != found.start():
        return None
    block = _BLOCK.match(text, start)
    if block is None:
        return _checked(text, start, _end(_LINE_END, text, start))
    indent = found.start() - line
    first = end = block.end() + 1
    while end < len(text):
        newline = text.find("\n", end)
        newline = len(text) if newline < 0 else newline
        row = text[end:newline]
        if row.strip() and len(row) - len(row.lstrip(" ")) <= indent:
            break
        end = newline + 1
    end = min(end, len(text))
    while first < end and text[first] in " \n":
        first += 1
    return _checked(text, first, end)


def _end(pattern: re.Pattern[str], text: str, start: int) -> int:
    found = pattern.search(text, start)
    return len(text) if found is None else found.start()


def _closing(text: str, start: int, quote: str, *, escaped: bool) -> int:
    """Return where a quoted text ends; escaped: it stands within another one."""
    if escaped:
        end = text.find("\\" + quote, start)
        return len(text) if end < 0 else end
    end = text.find(quote, start)
    while end > 0 and quote == '"' and _is_escaped(text, start, end):
        end = text.find(quote, end + 1)
    return len(text) if end < 0 else end


def _is_escaped(text: str, start: int, end: int) -> bool:
    at = end
    while at > start and text[at - 1] == "\\":
        at -= 1
    return (end - at) % 2 == 1


def _checked(text: str, start: int, end: int) -> tuple[int, int] | None:
    """Return a span without the blanks around it; None if it is no secret."""
    while end > start and text[end - 1] in " \t\r\n\"',":
        end -= 1
    value = text[start:end]
    if is_open_text(value) or _TEMPLATE.match(value):
        return None
    return start, end


def is_open_text(value: str) -> bool:
    """Tell whether a text is no secret, whatever its name: a switch, or where the secret is."""
    return value.strip().lower() in _SWITCHES or is_reference(value)


def is_harmless(value: str) -> bool:
    """Tell whether the value of a variable is no secret in plain text, whatever the variable's name.

    That is a switch, a small number, a path, an address without a password, a text with a blank to
    fill in, or where the secret is.
    """
    if is_open_text(value) or _HARMLESS.fullmatch(value.strip()):
        return True
    return "://" in value and not any(_addresses(value))


def is_switch(value: Any) -> bool:
    """Tell whether a value cannot be a secret, whatever its name: nothing, a map, ``yes``."""
    if type(value) is str:
        return value.strip().lower() in _SWITCHES
    return type(value) is not int and type(value) is not float


def is_reference(text: str) -> bool:
    """Tell whether a text only says where the secret is: ``$(PASSWORD)``."""
    return _REFERENCE.fullmatch(text) is not None


def is_secret_flag(argument: str) -> bool:
    """Tell whether the argument after this one is a secret."""
    return argument[:1] == "-" and "=" not in argument and is_secret_name(argument)


def is_mark(text: str) -> bool:
    """Tell whether a text is what stands for a secret already."""
    return _MARK.fullmatch(text) is not None


def is_certificate(text: str) -> bool:
    """Tell whether a text is one that is shown to everybody, for all that a Secret holds it."""
    return _PUBLIC.match(text) is not None and "PRIVATE KEY" not in text


def decoded(text: str) -> str | None:
    """Return what a text of base64 says, None if it is no such text or has no text in it."""
    try:
        return b64decode(text, validate=True).decode()
    except ValueError:
        return None
