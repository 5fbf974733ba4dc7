"""The ``format`` keyword: what Helm's schema library calls a valid date, email, URI and so on.

Each check takes a string and returns the reason of its refusal, or "". Lengths are in bytes.

Source: santhosh-tekuri/jsonschema format.go, time/format.go
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from helmwright.base.errors import GoError
from helmwright.go.strconv import atoi, quote_rune

if TYPE_CHECKING:
    from collections.abc import Callable

    from helmwright.go.url import URL

_DIGITS = frozenset("0123456789")
_LETTERS = frozenset("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ")
_HEX = frozenset("0123456789abcdefABCDEF")
_WORD = _DIGITS | _LETTERS | {"-"}
_LOCAL_PART = _DIGITS | _LETTERS | frozenset(".!#$%&'*+-/=?^_`{|}~")
_UUID_GROUPS = (8, 4, 4, 4, 12)
_UNITS = ("YMD", "HMS")
_MONTH_DAYS = (31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31)


def _size(text: str) -> int:
    return len(text) if text.isascii() else len(text.encode("utf-8", "surrogateescape"))


def _quoted(char: str) -> str:
    return quote_rune(0xFFFD if "\ud800" <= char <= "\udfff" else ord(char))


def _first_outside(allowed: frozenset[str], text: str) -> str:
    """Return the first character of ``text`` that is not allowed, or ""."""
    if allowed.issuperset(text):
        return ""
    return next(char for char in text if char not in allowed)


def json_pointer(text: str) -> str:
    """Check an RFC 6901 pointer."""
    if text and text[0] != "/":
        return "not starting with /"
    for token in text.split("/")[1:]:
        for part in token.split("~")[1:]:
            if part[:1] not in {"0", "1"}:
                return "~ must be followed by 0 or 1"
    return ""


def relative_json_pointer(text: str) -> str:
    """Check a number followed by ``#`` or a pointer."""
    digits = _leading_digits(text)
    if not digits:
        return "must start with non-negative integer"
    if digits > 1 and text[0] == "0":
        return "starts with zero"
    rest = text[digits:]
    return "" if rest == "#" else json_pointer(rest)


def _leading_digits(text: str) -> int:
    count = 0
    for char in text:
        if char not in _DIGITS:
            break
        count += 1
    return count


def uuid(text: str) -> str:
    """Check five groups of hexadecimal digits."""
    groups = text.split("-")
    if len(groups) != len(_UUID_GROUPS):
        return f"must have {len(_UUID_GROUPS)} elements"
    for number, (group, size) in enumerate(zip(groups, _UUID_GROUPS, strict=True), 1):
        if _size(group) != size:
            return f"element {number} must be {size} characters long"
        bad = _first_outside(_HEX, group)
        if bad:
            return f"non-hex character {_quoted(bad)}"
    return ""


def duration(text: str) -> str:  # noqa: PLR0911 - one check after the other, as in Go
    """Check an RFC 3339 duration such as ``P1DT2H``."""
    if not text.startswith("P"):
        return "must start with P"
    text = text[1:]
    if not text:
        return "nothing after P"
    if text.endswith("W"):
        weeks = text[:-1]
        if not weeks:
            return "no number in week"
        return "" if _DIGITS.issuperset(weeks) else "invalid week"
    for position, part in enumerate(text.split("T")):
        if position and not part:
            return "no time elements"
        if position >= len(_UNITS):
            return "more than one T"
        reason = _duration_part(part, _UNITS[position])
        if reason:
            return reason
    return ""


def _duration_part(part: str, all_units: str) -> str:
    units = all_units
    while part:
        digits = _leading_digits(part)
        if not digits:
            return "missing number"
        part = part[digits:]
        if not part:
            return "missing unit"
        at = units.find(part[0])
        if at == -1:
            byte = part[0].encode("utf-8", "surrogateescape")[0]
            if part[0] in all_units:
                return f"unit {quote_rune(byte)} out of order"
            return f"invalid unit {quote_rune(byte)}"
        units = units[at + 1 :]
        part = part[1:]
    return ""


def ipv4(text: str) -> str:
    """Check four decimals."""
    groups = text.split(".")
    if len(groups) != 4:
        return "expected four decimals"
    for group in groups:
        if len(group) > 1 and group[0] == "0":
            return "leading zeros"
        try:
            number = atoi(group)
        except GoError as error:
            return error.message
        if not 0 <= number <= 255:
            return "decimal must be between 0 and 255"
    return ""


def ipv6(text: str) -> str:
    """Check an IPv6 address without a zone."""
    from helmwright.go.ip_address import check_address

    if ":" not in text:
        return "missing colon"
    try:
        check_address(text)
    except GoError as error:
        return error.message
    return "zone id is not a part of ipv6 address" if "%" in text else ""


def hostname(text: str) -> str:
    """Check a DNS name; one dot at the end is fine."""
    text = text.removesuffix(".")
    if _size(text) > 253:
        return "more than 253 characters long"
    for label in text.split("."):
        if not 1 <= _size(label) <= 63:
            return "label must be 1 to 63 characters long"
        if label[0] == "-":
            return "label starts with hyphen"
        if label[-1] == "-":
            return "label ends with hyphen"
        bad = _first_outside(_WORD, label)
        if bad:
            return f"invalid character {_quoted(bad)}"
    return ""


def email(text: str) -> str:  # noqa: PLR0911 - one check after the other, as in Go
    """Check a mail address."""
    if _size(text) > 254:
        return "more than 255 characters long"
    local, at, domain = text.rpartition("@")
    if not at:
        return "missing @"
    if _size(local) > 64:
        return "local part more than 64 characters long"
    reason = _local_part(local)
    if reason:
        return reason
    if domain.startswith("[") and domain.endswith("]"):
        address = domain[1:-1]
        if address.startswith("IPv6:"):
            reason = ipv6(address[5:])
            return f"invalid ipv6 address: {reason}" if reason else ""
        reason = ipv4(address)
        return f"invalid ipv4 address: {reason}" if reason else ""
    reason = hostname(domain)
    return f"invalid domain: {reason}" if reason else ""


def _local_part(local: str) -> str:
    if len(local) > 1 and local[0] == '"':
        inner = local[1:-1]
        if "\\" in inner or '"' in inner:
            return "backslash and quote are not allowed within quoted local part"
        return ""
    if local.startswith("."):
        return "starts with dot"
    if local.endswith("."):
        return "ends with dot"
    if ".." in local:
        return "consecutive dots"
    bad = _first_outside(_LOCAL_PART, local)
    return f"invalid character {_quoted(bad)}" if bad else ""


def date(text: str) -> str:
    """Check ``YYYY-MM-DD`` as Go's time.Parse does."""
    return _date(text.encode("utf-8", "surrogateescape"))


def _date(value: bytes) -> str:  # noqa: C901, PLR0911 - one check after the other, as in Go
    def refuse(rest: bytes, element: str) -> str:
        place = f': cannot parse {_quote_bytes(rest)} as "{element}"'
        return f'parsing time {_quote_bytes(value)} as "2006-01-02"{place}'

    def out_of_range(part: str) -> str:
        return f"parsing time {_quote_bytes(value)}: {part} out of range"

    if not value[:4].isdigit() or len(value) < 4:
        return refuse(value, "2006")
    rest = value[4:]
    month = day = 0
    for element in ("01", "02"):
        if rest[:1] != b"-":
            return refuse(rest, "-")
        rest = rest[1:]
        if not rest[:2].isdigit() or len(rest) < 2:
            return refuse(rest, element)
        number = int(rest[:2])
        if element == "01":
            month = number
            if not 1 <= month <= 12:
                return out_of_range("month")
        else:
            day = number
        rest = rest[2:]
    if rest:
        return f"parsing time {_quote_bytes(value)}: extra text: {_quote_bytes(rest)}"
    year = int(value[:4])
    leap = month == 2 and year % 4 == 0 and (year % 100 != 0 or year % 400 == 0)
    if not 1 <= day <= _MONTH_DAYS[month - 1] + leap:
        return out_of_range("day")
    return ""


def _quote_bytes(value: bytes) -> str:
    """Return ``value`` as the time package quotes it: bytes beyond ASCII in hexadecimal."""
    out = []
    for byte in value:
        if byte >= 0x80 or byte < 0x20:
            out.append(f"\\x{byte:02x}")
        elif byte in b'"\\':
            out.append("\\" + chr(byte))
        else:
            out.append(chr(byte))
    return '"' + "".join(out) + '"'


def time(text: str) -> str:
    """Check ``hh:mm:ss`` with a fraction and an offset."""
    return _time(text.encode("utf-8", "surrogateescape").decode("latin-1"))


def _time(text: str) -> str:  # noqa: C901, PLR0911, PLR0912 - one check after the other, as in Go
    if len(text) < 9:
        return "less than 9 characters long"
    if text[2] != ":" or text[5] != ":":
        return "missing colon in correct place"
    clock, reason = _small_numbers(text[:8], 3, "hour/min/sec")
    if reason:
        return reason
    hour, minute, second = clock
    if hour > 23 or minute > 59 or second > 60:
        return "hour/min/sec out of range"
    text = text[8:]
    if text.startswith("."):
        digits = _leading_digits(text[1:])
        if not digits:
            return "no digits in second fraction"
        text = text[1 + digits :]
    if text not in {"z", "Z"}:
        if len(text) != 6:
            return "offset must be 6 characters long"
        if text[0] not in "+-":
            return "offset must begin with plus/minus"
        if text[3] != ":":
            return "missing colon in offset in correct place"
        offset, reason = _small_numbers(text[1:], 2, "hour/min in offset")
        if reason:
            return reason
        if offset[0] > 23 or offset[1] > 59:
            return "hour/min in offset out of range"
        minutes = offset[0] * 60 + offset[1]
        total = hour * 60 + minute + (-minutes if text[0] == "+" else minutes)
        if total < 0:
            total += 24 * 60
        hour, minute = divmod(total, 60)
    if second >= 60 and (hour != 23 or minute != 59):
        return "invalid leap second"
    return ""


def _small_numbers(text: str, count: int, what: str) -> tuple[list[int], str]:
    numbers = []
    for part in text.split(":", count - 1):
        try:
            number = atoi(part)
        except GoError:
            return [], f"invalid {what}"
        if number < 0:
            return [], f"non-positive {what}"
        numbers.append(number)
    return numbers, ""


def date_time(text: str) -> str:
    """Check a date, a T and a time."""
    raw = text.encode("utf-8", "surrogateescape")
    if len(raw) < 20:
        return "less than 20 characters long"
    if raw[10] not in b"tT":
        return "11th character must be t or T"
    reason = _date(raw[:10])
    if reason:
        return f"invalid date element: {reason}"
    reason = _time(raw[11:].decode("latin-1"))
    return f"invalid time element: {reason}" if reason else ""


def period(text: str) -> str:
    """Check ``start/end``, each a date-time, or one of them a duration."""
    start, slash, end = text.partition("/")
    if not slash:
        return "missing slash"
    checks = [
        (start, "start", start.startswith("P")),
        (end, "end", not start.startswith("P") and end.startswith("P")),
    ]
    for part, where, is_duration in checks:
        reason = duration(part) if is_duration else date_time(part)
        if reason:
            return f"invalid {where} {'duration' if is_duration else 'date-time'}: {reason}"
    return ""


def _parse_url(text: str) -> tuple[URL | None, str]:
    """Return the URL and "", or None and the reason of its refusal."""
    from helmwright.go.url import parse

    try:
        url = parse(text)
    except GoError as error:
        return None, error.message
    name = url.hostname
    if ":" in name:
        if "[" not in url.host or "]" not in url.host:
            return None, "ipv6 address not enclosed in brackets"
        reason = ipv6(name)
        if reason:
            return None, f"invalid ipv6 address: {reason}"
    return url, ""


def uri(text: str) -> str:
    """Check a URL that has a scheme."""
    url, reason = _parse_url(text)
    if url is not None and not url.scheme:
        return "relative url"
    return reason


def uri_reference(text: str) -> str:
    """Check a URL or a part of one."""
    if "\\" in text:
        return "contains \\"
    return _parse_url(text)[1]


def uri_template(text: str) -> str:
    """Check a URL with ``{names}`` in its path."""
    from helmwright.go.url import path_unescape

    url, reason = _parse_url(text)
    if url is None:
        return reason
    for token in url.raw_path.split("/"):
        opening = True
        for char in path_unescape(token):
            if char in "{}":
                if (char == "{") != opening:
                    return "nested curly braces"
                opening = not opening
        if not opening:
            return "no matching closing brace"
    return ""


def semver(text: str) -> str:  # noqa: C901, PLR0911, PLR0912 - one check after the other, as in Go
    """Check a semantic version 2.0.0."""
    text, plus, build = text.partition("+")
    if plus:
        if not build:
            return "build is empty"
        for identifier in build.split("."):
            if not identifier:
                return "build identifier is empty"
            bad = _first_outside(_WORD, identifier)
            if bad:
                return f"invalid character {_quoted(bad)} in build identifier"
    text, hyphen, release = text.partition("-")
    if hyphen:
        for identifier in release.split("."):
            if not identifier:
                return "pre-release identifier is empty"
            bad = _first_outside(_WORD, identifier)
            if bad:
                return f"invalid character {_quoted(bad)} in pre-release identifier"
            if len(identifier) > 1 and identifier[0] == "0" and _DIGITS.issuperset(identifier):
                return "pre-release numeric identifier starts with zero"
    versions = text.split(".")
    if len(versions) != 3:
        return "versionCore must have 3 numbers separated by dot"
    for name, version in zip(("major", "minor", "patch"), versions, strict=True):
        if not version:
            return f"{name} is empty"
        if len(version) > 1 and version[0] == "0":
            return f"{name} starts with zero"
        if not _DIGITS.issuperset(version):
            return f"{name} contains non-digit"
    return ""


def regex(text: str) -> str:
    """Check a Go regular expression."""
    from helmwright.go.regexp import compile as compile_pattern

    try:
        compile_pattern(text)
    except GoError as error:
        return error.message
    return ""


FORMATS: dict[str, Callable[[str], str]] = {
    "json-pointer": json_pointer,
    "relative-json-pointer": relative_json_pointer,
    "uuid": uuid,
    "duration": duration,
    "period": period,
    "ipv4": ipv4,
    "ipv6": ipv6,
    "hostname": hostname,
    "email": email,
    "date": date,
    "time": time,
    "date-time": date_time,
    "uri": uri,
    "iri": uri,
    "uri-reference": uri_reference,
    "iri-reference": uri_reference,
    "uri-template": uri_template,
    "semver": semver,
    "regex": regex,
}
"""The checks by the names that schemas use; other names are not checked."""
