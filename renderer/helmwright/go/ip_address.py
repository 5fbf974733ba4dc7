"""Go's netip.ParseAddr, as far as URLs need it: is this text an IP address, and if not, why.

Source: net/netip/netip.go
"""

from __future__ import annotations

from typing import NoReturn

from helmwright.base.errors import GoError

_HEXADECIMAL = frozenset(b"0123456789abcdefABCDEF")
_GROUPS = 8


def check_address(text: str) -> int:
    """Return 4 or 6 for the version of the address ``text``, or raise ``GoError`` with Go's text."""
    for character in text:
        if character == ".":
            data = text.encode("utf-8", "surrogateescape")
            _check_four(data, data)
            return 4
        if character == ":":
            _check_six(text.encode("utf-8", "surrogateescape"))
            return 6
        if character == "%":
            _refuse(text.encode("utf-8", "surrogateescape"), "missing IPv6 address")
    return _refuse(text.encode("utf-8", "surrogateescape"), "unable to parse IP")


def _refuse(whole: bytes, reason: str, at: bytes = b"") -> NoReturn:
    from helmwright.go.strconv import quote

    text = f"ParseAddr({quote(whole.decode('utf-8', 'surrogateescape'))}): {reason}"
    if at:
        text += f" (at {quote(at.decode('utf-8', 'surrogateescape'))})"
    raise GoError(text)


def _check_four(whole: bytes, part: bytes) -> None:
    """Check ``part`` of an address, four decimal numbers with dots."""
    value = digits = dots = 0
    for index, byte in enumerate(part):
        if 48 <= byte <= 57:
            if digits == 1 and value == 0:
                _refuse(whole, "IPv4 field has octet with leading zero")
            value = value * 10 + byte - 48
            digits += 1
            if value > 255:
                _refuse(whole, "IPv4 field has value >255")
        elif byte == 46:
            if index in {0, len(part) - 1} or part[index - 1] == 46:
                _refuse(whole, "IPv4 field must have at least one digit", part[index:])
            if dots == 3:
                _refuse(whole, "IPv4 address too long")
            dots += 1
            value = digits = 0
        else:
            _refuse(whole, "unexpected character", part[index:])
    if dots < 3:
        _refuse(whole, "IPv4 address too short")


def _check_six(whole: bytes) -> None:  # noqa: C901, PLR0912 - one scan with its refusals
    rest, percent, zone = whole.partition(b"%")
    if percent and not zone:
        _refuse(whole, "zone must be a non-empty string")
    ellipsis = rest.startswith(b"::")
    if ellipsis:
        rest = rest[2:]
        if not rest:
            return
    groups = 0
    while groups < _GROUPS:
        length = _group_length(whole, rest)
        if rest[length : length + 1] == b".":
            if not ellipsis and groups != 6:
                reason = "embedded IPv4 address must replace the final 2 fields of the address"
                _refuse(whole, reason, rest)
            if groups > 6:
                reason = "too many hex fields to fit an embedded IPv4 at the end of the address"
                _refuse(whole, reason, rest)
            _check_four(whole, rest)
            rest = b""
            groups += 2
            break
        groups += 1
        rest = rest[length:]
        if not rest:
            break
        if rest[:1] != b":":
            _refuse(whole, "unexpected character, want colon", rest)
        if len(rest) == 1:
            _refuse(whole, "colon must be followed by more characters", rest)
        rest = rest[1:]
        if rest[:1] == b":":
            if ellipsis:
                _refuse(whole, "multiple :: in address", rest)
            ellipsis = True
            rest = rest[1:]
            if not rest:
                break
    if rest:
        _refuse(whole, "trailing garbage after address", rest)
    if groups < _GROUPS and not ellipsis:
        _refuse(whole, "address string too short")
    if groups == _GROUPS and ellipsis:
        _refuse(whole, "the :: must expand to at least one field of zeros")


def _group_length(whole: bytes, rest: bytes) -> int:
    """Return how many hexadecimal digits begin ``rest``: one to four."""
    length = 0
    while length < len(rest) and rest[length] in _HEXADECIMAL:
        if length > 3:
            _refuse(whole, "each group must have 4 or less digits", rest)
        length += 1
    if not length:
        _refuse(whole, "each colon-separated field must have at least one digit", rest)
    return length
