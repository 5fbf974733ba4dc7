"""Whether texts are e-mail addresses and URLs, as the library behind ``helm lint`` sees it.

Source: github.com/asaskevich/govalidator validator.go, patterns.go
"""

from __future__ import annotations

from functools import lru_cache

from helmwright.base.errors import GoError
from helmwright.go import regexp
from helmwright.go.url import parse, parse_request_uri

_LONGEST, _SHORTEST = 2083, 3

_BEYOND = r"\x{00A0}-\x{D7FF}\x{F900}-\x{FDCF}\x{FDF0}-\x{FFEF}"
_ATOM = rf"([a-zA-Z]|\d|[!#\$%&'\*\+\-\/=\?\^_`{{\|}}~]|[{_BEYOND}])+"
_FOLD = r"((\x20|\x09)*(\x0d\x0a))?(\x20|\x09)+"
_QUOTED = (
    rf"(\x22)(({_FOLD})?"
    rf"(([\x01-\x08\x0b\x0c\x0e-\x1f\x7f]|\x21|[\x23-\x5b]|[\x5d-\x7e]|[{_BEYOND}])"
    rf"|(\([\x01-\x09\x0b\x0c\x0d-\x7f]|[{_BEYOND}]))))*"
    rf"(((\x20|\x09)*(\x0d\x0a))?(\x20|\x09)+)?(\x22)"
)
_LETTER = rf"[a-zA-Z]|[{_BEYOND}]"
_CHARACTER = rf"[a-zA-Z]|\d|[{_BEYOND}]"
_LABEL = rf"(({_CHARACTER})|(({_CHARACTER})([a-zA-Z]|\d|-|\.|_|~|[{_BEYOND}])*({_CHARACTER})))"
_LAST = rf"(({_LETTER})|(({_LETTER})([a-zA-Z]|\d|-|_|~|[{_BEYOND}])*({_LETTER})))"
_EMAIL = rf"^((({_ATOM}(\.{_ATOM})*)|({_QUOTED}))@({_LABEL}\.)+{_LAST}\.?$"

_OCTET = r"(25[0-5]|(2[0-4]|1{0,1}[0-9]){0,1}[0-9])"
_HEX = "[0-9a-fA-F]{1,4}"
_IPV6 = "|".join(
    (
        rf"(({_HEX}:){{7,7}}{_HEX}",
        rf"({_HEX}:){{1,7}}:",
        rf"({_HEX}:){{1,6}}:{_HEX}",
        *(rf"({_HEX}:){{1,{7 - tail}}}(:{_HEX}){{1,{tail}}}" for tail in range(2, 6)),
        rf"{_HEX}:((:{_HEX}){{1,6}})",
        rf":((:{_HEX}){{1,7}}|:)",
        r"fe80:(:[0-9a-fA-F]{0,4}){0,4}%[0-9a-zA-Z]{1,}",
        rf"::(ffff(:0{{1,4}}){{0,1}}:){{0,1}}({_OCTET}\.){{3,3}}{_OCTET}",
        rf"({_HEX}:){{1,4}}:({_OCTET}\.){{3,3}}{_OCTET})",
    )
)
_IPV4 = (
    r"([1-9]\d?|1\d\d|2[01]\d|22[0-3]|24\d|25[0-5])(\.(\d{1,2}|1\d\d|2[0-4]\d|25[0-5])){2}"
    r"(?:\.([0-9]\d?|1\d\d|2[0-4]\d|25[0-5]))"
)
_SUBDOMAIN = r"((www\.)|([a-zA-Z0-9]+([-_\.]?[a-zA-Z0-9])*[a-zA-Z0-9]\.[a-zA-Z0-9]+))"
_HOST = (
    r"(([a-zA-Z0-9]([a-zA-Z0-9-_]+)?[a-zA-Z0-9]([-\.][a-zA-Z0-9]+)*)"
    rf"|({_SUBDOMAIN}?))?"
    r"(([a-zA-Z\x{00a1}-\x{ffff}0-9]+-?-?)*[a-zA-Z\x{00a1}-\x{ffff}0-9]+)"
    r"(?:\.([a-zA-Z\x{00a1}-\x{ffff}]{1,}))?"
)
_URL = (
    r"^((ftp|tcp|udp|wss?|https?):\/\/)?(\S+(:\S*)?@)?"
    rf"(({_IPV4}|(\[{_IPV6}\])|{_HOST}))\.?(:(\d{{1,5}}))?((\/|\?|#)[^\s]*)?$"
)


@lru_cache(maxsize=2)
def _compiled(pattern: str) -> regexp.Regexp:
    return regexp.compile(pattern)


def is_email(text: str) -> bool:
    """Tell whether ``text`` is an e-mail address."""
    return _compiled(_EMAIL).match(text)


def is_url(text: str) -> bool:
    """Tell whether ``text`` is a URL, with or without a scheme."""
    if len(text) >= _LONGEST or len(text.encode()) <= _SHORTEST or text.startswith("."):
        return False
    whole = f"http://{text}" if ":" in text and "://" not in text else text
    try:
        url = parse(whole)
    except GoError:
        return False
    if url.host.startswith(".") or (not url.host and url.path and "." not in url.path):
        return False
    return _compiled(_URL).match(text)


def is_request_url(text: str) -> bool:
    """Tell whether ``text`` is an absolute URL with a scheme."""
    try:
        return bool(parse_request_uri(text).scheme)
    except GoError:
        return False
