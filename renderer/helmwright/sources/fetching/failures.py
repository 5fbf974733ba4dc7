"""What Go says where Python's libraries raise.

Source: net/net.go (OpError), net/http/transport.go, crypto/tls/alert.go, crypto/x509/verify.go
"""

from __future__ import annotations

import errno
import socket
import ssl
from contextlib import suppress
from http.client import (
    BadStatusLine,
    HTTPException,
    IncompleteRead,
    RemoteDisconnected,
)
from typing import TYPE_CHECKING

import urllib3.exceptions as faults

from helmwright.go.strconv import quote

if TYPE_CHECKING:
    from collections.abc import Iterator

    from helmwright.go.url import URL

FAULTS = (faults.HTTPError, HTTPException, OSError, ValueError)
"""What a request may raise that is no fault of this program."""

_ALERTS = {
    "CERTIFICATE_REQUIRED": "certificate required",
    "UNKNOWN_CA": "unknown certificate authority",
    "BAD_CERTIFICATE": "bad certificate",
    "CERTIFICATE_EXPIRED": "expired certificate",
    "CERTIFICATE_UNKNOWN": "unknown certificate",
    "HANDSHAKE_FAILURE": "handshake failure",
    "PROTOCOL_VERSION": "protocol version not supported",
    "INTERNAL_ERROR": "internal error",
    "ACCESS_DENIED": "access denied",
    "UNRECOGNIZED_NAME": "unrecognized name",
}
_BROKEN = "net/http: HTTP/1.x transport connection broken"
_ENDED_EARLY = (
    faults.IncompleteRead,
    faults.InvalidChunkLength,
    IncompleteRead,
    ssl.SSLEOFError,
)
_UNKNOWN_AUTHORITY = (2, 7, 18, 19, 20, 21)
_EXPIRED = (9, 10)
_NOT_THE_HOST = (62, 64)


def reason(error: BaseException, url: URL, proxy: URL | None) -> str:
    """Return Go's text for what a request before its answer raised."""
    chain = list(_chain(error))
    if proxy is not None and any(isinstance(one, faults.ProxyError) for one in chain):
        return _of_proxy(chain, proxy)
    if proxy is not None and url.scheme == "http" and _is_dialling(chain):
        return f"proxyconnect tcp: {_dialled(chain, proxy)}"
    return _plain(chain, url)


def _plain(chain: list[BaseException], url: URL) -> str:
    if _is_dialling(chain):
        return _dialled(chain, url)
    for one in chain:
        if isinstance(one, ssl.SSLError):
            return of_tls(one, url.hostname)
    return of_reading(chain[0], url)


def of_reading(error: BaseException, url: URL) -> str:
    """Return Go's text for what reading an answer raised."""
    chain = list(_chain(error))
    told = (_read(one, url) for one in chain)
    return next((text for text in told if text), str(chain[-1]) or type(chain[-1]).__name__)


def _read(error: BaseException, url: URL) -> str:
    """Return what Go says of one link of the chain, nothing where it says nothing."""
    if isinstance(error, ssl.SSLError) and not isinstance(error, ssl.SSLEOFError):
        return of_tls(error, url.hostname)
    if isinstance(error, HTTPException) and not isinstance(error, IncompleteRead):
        return _of_http(error)
    if isinstance(error, _ENDED_EARLY):
        return "unexpected EOF"
    if isinstance(error, OSError) and error.errno is not None:
        return f"read tcp {_address(url)}: read: {_told(error)}"
    return ""


def _of_http(error: HTTPException) -> str:
    """Return what Go says of a head that is none."""
    if isinstance(error, RemoteDisconnected):
        return "EOF"
    if isinstance(error, BadStatusLine):
        beginning = str(error)[:64].rstrip("\r\n")
        return f"{_BROKEN}: malformed HTTP response {quote(beginning)}"
    return f"{_BROKEN}: {str(error) or 'a line is too long'}"


def of_tls(error: ssl.SSLError, host: str) -> str:
    """Return Go's text for a failed handshake."""
    if isinstance(error, ssl.SSLCertVerificationError):
        return f"tls: failed to verify certificate: x509: {_of_certificate(error, host)}"
    name = error.reason or ""
    if "ALERT_" in name:
        alert = name.partition("ALERT_")[2]
        return f"remote error: tls: {_ALERTS.get(alert, alert.replace('_', ' ').lower())}"
    if name in (
        "WRONG_VERSION_NUMBER",
        "RECORD_LAYER_FAILURE",
        "HTTP_REQUEST",
        "PACKET_LENGTH_TOO_LONG",
    ):
        return "http: server gave HTTP response to HTTPS client"
    if isinstance(error, (ssl.SSLEOFError, ssl.SSLZeroReturnError)):
        return "EOF; a server that wants to see a client's certificate may end like this"
    return f"tls: {name.replace('_', ' ').lower() or 'handshake failed'}"


def _of_certificate(error: ssl.SSLCertVerificationError, host: str) -> str:
    code = error.verify_code
    if code in _UNKNOWN_AUTHORITY:
        return "certificate signed by unknown authority"
    if code in _EXPIRED:
        return "certificate has expired or is not yet valid"
    if code in _NOT_THE_HOST:
        return f"certificate is not valid for any names, or not for {host}"
    return error.verify_message


def _of_proxy(chain: list[BaseException], proxy: URL) -> str:
    """Return what Go says if a proxy does not lead on: its status, or why it was not reached."""
    for one in chain:
        text = str(one)
        if isinstance(one, OSError) and text.startswith("Tunnel connection failed: "):
            return text.removeprefix("Tunnel connection failed: ").partition(" ")[2] or text
    return f"proxyconnect tcp: {_plain([one for one in chain if not isinstance(one, faults.ProxyError)] or chain, proxy)}"


def _is_dialling(chain: list[BaseException]) -> bool:
    kinds = (faults.NewConnectionError, faults.ConnectTimeoutError, socket.gaierror)
    return any(isinstance(one, kinds) for one in chain)


def _dialled(chain: list[BaseException], url: URL) -> str:
    for one in chain:
        if isinstance(one, socket.gaierror):
            temporary = one.errno == socket.EAI_AGAIN
            told = "server misbehaving" if temporary else "no such host"
            return f"dial tcp: lookup {url.hostname}: {told}"
        if isinstance(one, faults.ConnectTimeoutError) and not isinstance(
            one, faults.NewConnectionError
        ):
            return f"dial tcp {_address(url)}: i/o timeout"
    for one in chain:
        if isinstance(one, OSError) and one.errno is not None:
            return f"dial tcp {_address(url)}: connect: {_told(one)}"
    return f"dial tcp {_address(url)}: {chain[-1]}"


def _address(url: URL) -> str:
    """Return the address that a host is looked up to, as Go shows it."""
    port = url.port or ("443" if url.scheme == "https" else "80")
    host = url.hostname
    with suppress(OSError):
        host = str(socket.getaddrinfo(host, None, type=socket.SOCK_STREAM)[0][4][0])
    return f"[{host}]:{port}" if ":" in host else f"{host}:{port}"


def _told(error: OSError) -> str:
    if error.errno == errno.ETIMEDOUT:
        return "connection timed out"
    return (error.strerror or str(error)).lower()


def _chain(error: BaseException) -> Iterator[BaseException]:
    """Yield an error and those that led to it."""
    seen: set[int] = set()
    waiting: list[BaseException | None] = [error]
    while waiting:
        one = waiting.pop(0)
        if one is None or id(one) in seen:
            continue
        seen.add(id(one))
        yield one
        inner = [other for other in one.args if isinstance(other, BaseException)]
        original = getattr(one, "original_error", None)
        waiting += [*inner, original, one.__cause__, one.__context__]
