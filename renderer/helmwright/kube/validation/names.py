"""The forms that names, keys, ports and addresses must have; each check returns what is wrong.

Source: k8s.io/apimachinery pkg/util/validation/validation.go, ip.go
"""

from __future__ import annotations

import re
from ipaddress import ip_address, ip_network
from typing import TYPE_CHECKING, Any

from helmwright.base.patterns import lazy_pattern

if TYPE_CHECKING:
    from collections.abc import Callable

    Check = Callable[[str], str]

LABEL_LENGTH = 63
SUBDOMAIN_LENGTH = 253
_PORT_NAME_LENGTH = 15
_HIGHEST_PORT = 65535

_LABEL = lazy_pattern(r"[a-z0-9](?:[-a-z0-9]*[a-z0-9])?")
_LABEL_1035 = lazy_pattern(r"[a-z](?:[-a-z0-9]*[a-z0-9])?")
_SUBDOMAIN = lazy_pattern(r"[a-z0-9](?:[-a-z0-9]*[a-z0-9])?(?:\.[a-z0-9](?:[-a-z0-9]*[a-z0-9])?)*")
_QUALIFIED = lazy_pattern(r"[A-Za-z0-9](?:[-A-Za-z0-9_.]*[A-Za-z0-9])?", re.ASCII)
_DATA_KEY = lazy_pattern(r"[-._a-zA-Z0-9]+")
_PORT_NAME = lazy_pattern(r"[-a-z0-9]+")
_PERCENT = lazy_pattern(r"[0-9]+%")
_ENDS = "must start and end with an alphanumeric character"
_LABEL_TEXT = (
    "a lowercase RFC 1123 label must consist of lower case alphanumeric characters or '-', "
    f"and {_ENDS}"
)
_LABEL_1035_TEXT = (
    "a DNS-1035 label must consist of lower case alphanumeric characters or '-', "
    "start with an alphabetic character, and end with an alphanumeric character"
)
_SUBDOMAIN_TEXT = (
    "a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', "
    f"and {_ENDS}"
)
_VALUE_TEXT = (
    "a valid label must be an empty string or consist of alphanumeric characters, '-', '_' or '.', "
    f"and {_ENDS}"
)
_NAME_TEXT = f"name part must consist of alphanumeric characters, '-', '_' or '.', and {_ENDS}"
_PERCENT_TEXT = "a valid percent string must be a numeric string followed by an ending '%'"
_IP_TEXT = "must be a valid IP address, (e.g. 10.9.8.7 or 2001:db8::ffff)"
_CIDR_TEXT = "must be a valid CIDR value, (e.g. 10.9.8.0/24 or 2001:db8::/64)"


def _longer(value: str, most: int) -> str:
    too_long = len(value.encode("utf-8", "surrogateescape")) > most
    return f"must be no more than {most} characters" if too_long else ""


def label(value: str) -> str:
    """Check a DNS label."""
    return _longer(value, LABEL_LENGTH) or ("" if _LABEL.fullmatch(value) else _LABEL_TEXT)


def label_1035(value: str) -> str:
    """Check a DNS label that begins with a letter."""
    if too_long := _longer(value, LABEL_LENGTH):
        return too_long
    return "" if _LABEL_1035.fullmatch(value) else _LABEL_1035_TEXT


def subdomain(value: str) -> str:
    """Check a DNS subdomain."""
    if too_long := _longer(value, SUBDOMAIN_LENGTH):
        return too_long
    return "" if _SUBDOMAIN.fullmatch(value) else _SUBDOMAIN_TEXT


def wildcard_host(value: str) -> str:
    """Check a host name that may begin with ``*.``."""
    if value.startswith("*."):
        return "" if _SUBDOMAIN.fullmatch(value[2:]) else _WILDCARD_TEXT
    return _WILDCARD_TEXT if "*" in value else subdomain(value)


_WILDCARD_TEXT = (
    "a wildcard DNS-1123 subdomain must start with '*.', followed by a valid DNS subdomain"
)


def path_segment(value: str) -> str:
    """Check a name that is a step of a path, as those of roles are."""
    if value in (".", ".."):
        return f"may not be '{value}'"
    for one in "/%":
        if one in value:
            return f"may not contain '{one}'"
    return ""


def label_value(value: str) -> str:
    """Check the value of a label."""
    if too_long := _longer(value, LABEL_LENGTH):
        return too_long
    return "" if not value or _QUALIFIED.fullmatch(value) else _VALUE_TEXT


def qualified(value: str) -> str:
    """Check the key of a label or annotation, or another name with an optional domain."""
    domain, slash, name = value.rpartition("/")
    if slash and not domain:
        return "prefix part must be non-empty"
    if slash and (wrong := subdomain(domain)):
        return f"prefix part {wrong}"
    if not name:
        return "name part must be non-empty"
    if too_long := _longer(name, LABEL_LENGTH):
        return f"name part {too_long}"
    return "" if _QUALIFIED.fullmatch(name) else _NAME_TEXT


def data_key(value: str) -> str:
    """Check a key of a ConfigMap or Secret."""
    if too_long := _longer(value, SUBDOMAIN_LENGTH):
        return too_long
    if not _DATA_KEY.fullmatch(value):
        return "a valid config key must consist of alphanumeric characters, '-', '_' or '.'"
    if value == ".":
        return "must not be '.'"
    if value.startswith(".."):
        return "must not be '..'" if value == ".." else "must not start with '..'"
    return ""


def variable(value: str) -> str:
    """Check the name of an environment variable."""
    if value and all(" " <= one <= "~" and one != "=" for one in value):
        return ""
    return (
        "a valid environment variable name must consist only of printable ASCII characters other "
        "than '='"
    )


def port_name(value: str) -> str:
    """Check the name of a port."""
    if len(value) > _PORT_NAME_LENGTH:
        return f"must be no more than {_PORT_NAME_LENGTH} characters"
    if not _PORT_NAME.fullmatch(value):
        return "must contain only alpha-numeric characters (a-z, 0-9), and hyphens (-)"
    if not any("a" <= one <= "z" for one in value):
        return "must contain at least one letter (a-z)"
    if "--" in value:
        return "must not contain consecutive hyphens"
    if value.startswith("-") or value.endswith("-"):
        return "must not begin or end with a hyphen"
    return ""


def port(value: Any) -> str:
    """Check the number or the name of a port; what is neither is right here."""
    if type(value) is str:
        return port_name(value)
    if isinstance(value, bool) or not isinstance(value, (int, float)):
        return ""
    return (
        "" if 1 <= value <= _HIGHEST_PORT else f"must be between 1 and {_HIGHEST_PORT}, inclusive"
    )


def count_or_percent(value: Any) -> str:
    """Check a number of pods or a share of them; what is neither is right here."""
    if type(value) is str:
        return "" if _PERCENT.fullmatch(value) else _PERCENT_TEXT
    is_number = isinstance(value, (int, float)) and not isinstance(value, bool)
    return "must be greater than or equal to 0" if is_number and value < 0 else ""


def address(value: str) -> str:
    """Check an IP address."""
    try:
        ip_address(value)
    except ValueError:
        return _IP_TEXT
    return _IP_TEXT if "%" in value else ""


def network(value: str) -> str:
    """Check a network with the length of its prefix."""
    if "/" not in value:
        return _CIDR_TEXT
    try:
        ip_network(value, strict=False)
    except ValueError:
        return _CIDR_TEXT
    return "" if value.rpartition("/")[2].isdecimal() else _CIDR_TEXT


def relative_path(value: str) -> str:
    """Check a path that stays below where it begins."""
    if value.startswith("/"):
        return "must be a relative path"
    return "must not contain '..'" if ".." in value.split("/") else ""
