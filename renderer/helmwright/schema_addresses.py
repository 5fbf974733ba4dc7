"""IP addresses as Go reads them: the ``ipv6`` format and the hosts of URLs.

Source: net/netip/netip.go
"""

from __future__ import annotations

from helmwright.errors import GoError
from helmwright.go.strconv import quote

_HEX = frozenset("0123456789abcdefABCDEF")


class AddressError(GoError):
    """netip cannot read an IP address."""


def parse_address(text: str) -> tuple[bool, str]:
    """Return whether ``text`` is an IPv4 address, and the zone of an IPv6 address.

    Raises AddressError with netip's text.
    """
    for char in text:
        if char == ".":
            _check_ipv4(text, text)
            return True, ""
        if char == ":":
            return False, _check_ipv6(text)
        if char == "%":
            raise _address_error(text, "missing IPv6 address")
    raise _address_error(text, "unable to parse IP")


def _address_error(text: str, reason: str, place: str = "") -> AddressError:
    at = f" (at {quote(place)})" if place else ""
    return AddressError(f"ParseAddr({quote(text)}): {reason}{at}")


def _check_ipv4(whole: str, text: str) -> None:
    value = digits = fields = 0
    for at, char in enumerate(text):
        if "0" <= char <= "9":
            if digits == 1 and value == 0:
                raise _address_error(whole, "IPv4 field has octet with leading zero")
            value = value * 10 + int(char)
            digits += 1
            if value > 255:
                raise _address_error(whole, "IPv4 field has value >255")
        elif char == ".":
            if at == 0 or at == len(text) - 1 or text[at - 1] == ".":
                raise _address_error(whole, "IPv4 field must have at least one digit", text[at:])
            if fields == 3:
                raise _address_error(whole, "IPv4 address too long")
            fields += 1
            value = digits = 0
        else:
            raise _address_error(whole, "unexpected character", text[at:])
    if fields < 3:
        raise _address_error(whole, "IPv4 address too short")


def _check_ipv6(whole: str) -> str:  # noqa: C901, PLR0912 - one scan, as in Go
    """Check an IPv6 address and return its zone."""
    text, percent, zone = whole.partition("%")
    if percent and not zone:
        raise _address_error(whole, "zone must be a non-empty string")
    ellipsis = text.startswith("::")
    if ellipsis:
        text = text[2:]
        if not text:
            return zone
    size = 0
    while size < 16:
        digits = _hexadecimal_group(whole, text)
        if text[digits : digits + 1] == ".":
            if not ellipsis and size != 12:
                reason = "embedded IPv4 address must replace the final 2 fields of the address"
                raise _address_error(whole, reason, text)
            if size + 4 > 16:
                reason = "too many hex fields to fit an embedded IPv4 at the end of the address"
                raise _address_error(whole, reason, text)
            _check_ipv4(whole, text)
            text = ""
            size += 4
            break
        size += 2
        text = text[digits:]
        if not text:
            break
        if text[0] != ":":
            raise _address_error(whole, "unexpected character, want colon", text)
        if len(text) == 1:
            raise _address_error(whole, "colon must be followed by more characters", text)
        text = text[1:]
        if text[0] == ":":
            if ellipsis:
                raise _address_error(whole, "multiple :: in address", text)
            ellipsis = True
            text = text[1:]
            if not text:
                break
    if text:
        raise _address_error(whole, "trailing garbage after address", text)
    if size < 16 and not ellipsis:
        raise _address_error(whole, "address string too short")
    if size >= 16 and ellipsis:
        raise _address_error(whole, "the :: must expand to at least one field of zeros")
    return zone


def _hexadecimal_group(whole: str, text: str) -> int:
    """Return the number of hexadecimal digits at the start of ``text``."""
    digits = 0
    for char in text:
        if char not in _HEX:
            break
        if digits > 3:
            raise _address_error(whole, "each group must have 4 or less digits", text)
        digits += 1
    if digits == 0:
        reason = "each colon-separated field must have at least one digit"
        raise _address_error(whole, reason, text)
    return digits
