"""What the library means by the names of formats.

Source: gojsonschema format_checkers.go
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from helmwright.base.errors import GoError
from helmwright.go.ip_address import check_address
from helmwright.go.regexp import compile as compile_pattern
from helmwright.go.time_parse import read_time
from helmwright.go.url import URL
from helmwright.go.url import parse as parse_url
from helmwright.schema.gojsonschema.mail import is_address

if TYPE_CHECKING:
    from collections.abc import Callable

_LABEL = r"(?:[a-zA-Z0-9]|[a-zA-Z0-9][a-zA-Z0-9\-]{0,61}[a-zA-Z0-9])"
_HOSTNAME = re.compile(rf"{_LABEL}(?:\.{_LABEL})*")
_HOSTNAME_SIZE = 256
_UUID = re.compile(r"[a-f0-9]{8}-[a-f0-9]{4}-[a-f0-9]{4}-[a-f0-9]{4}-[a-f0-9]{12}")
_POINTER = re.compile(r"(?:/(?:[^~/]|~0|~1)*)*")
_RELATIVE_POINTER = re.compile(r"(?:0|[1-9][0-9]*)(?:#|(?:/(?:[^~/]|~0|~1)*)*)")
_TIMES = ("15:04:05Z07:00", "15:04:05")
_DATE = "2006-01-02"
_DATE_TIMES = ("15:04:05", "15:04:05Z07:00", _DATE, "2006-01-02T15:04:05Z07:00")


def _is_time(text: str, *layouts: str) -> bool:
    for layout in layouts:
        try:
            read_time(layout, text)
        except GoError:
            continue
        return True
    return False


def _is_ip(text: str, mark: str) -> bool:
    """Tell whether a text is an IP address without a zone, and has a dot or a colon."""
    if mark not in text or "%" in text:
        return False
    try:
        check_address(text)
    except GoError:
        return False
    return True


def _url(text: str) -> URL | None:
    if "\\" in text:
        return None
    try:
        return parse_url(text)
    except GoError:
        return None


def _is_uri(text: str) -> bool:
    url = _url(text)
    return url is not None and bool(url.scheme)


def _is_uri_template(text: str) -> bool:
    url = _url(text)
    return url is not None and "{" not in re.sub(r"\{[^}]*\}", "", url.path)


def _is_regex(text: str) -> bool:
    try:
        compile_pattern(text)
    except GoError:
        return False
    return True


def _is_hostname(text: str) -> bool:
    return len(text) < _HOSTNAME_SIZE and _HOSTNAME.fullmatch(text) is not None


FORMATS: dict[str, Callable[[str], bool]] = {
    "date": lambda text: _is_time(text, _DATE),
    "time": lambda text: _is_time(text, *_TIMES),
    "date-time": lambda text: _is_time(text, *_DATE_TIMES),
    "hostname": _is_hostname,
    "email": is_address,
    "idn-email": is_address,
    "ipv4": lambda text: _is_ip(text, "."),
    "ipv6": lambda text: _is_ip(text, ":"),
    "uri": _is_uri,
    "uri-reference": lambda text: _url(text) is not None,
    "iri": _is_uri,
    "iri-reference": lambda text: _url(text) is not None,
    "uri-template": _is_uri_template,
    "uuid": lambda text: _UUID.fullmatch(text) is not None,
    "regex": _is_regex,
    "json-pointer": lambda text: _POINTER.fullmatch(text) is not None,
    "relative-json-pointer": lambda text: _RELATIVE_POINTER.fullmatch(text) is not None,
}
"""The checks by name; what has another name passes."""
