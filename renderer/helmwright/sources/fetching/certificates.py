"""The TLS context of a connection, with Go's strictness and Helm's errors.

Source: helm internal/tlsutil/tls.go, crypto/x509/verify.go
"""

from __future__ import annotations

import ssl
from typing import TYPE_CHECKING

from helmwright.base.errors import SourceError

if TYPE_CHECKING:
    from helmwright.sources.fetching.model import TLS

_PREFIX = "can't create TLS config for client: "


def context_for(tls: TLS) -> ssl.SSLContext:
    """Return a context; raises SourceError, as Helm says it, for files that are no certificates."""
    _check_files(tls)
    try:
        context = ssl.create_default_context(cafile=tls.ca_file or None)
    except (ssl.SSLError, OSError):
        raise SourceError(f"{_PREFIX}failed to append certificates from pem block") from None
    # Go takes what some companies' authorities write: no key identifiers, no basic constraints.
    context.verify_flags &= ~getattr(ssl, "VERIFY_X509_STRICT", 0)
    context.hostname_checks_common_name = False
    if tls.insecure_skip_tls_verify:
        context.check_hostname = False
        context.verify_mode = ssl.CERT_NONE
    if tls.cert_file or tls.key_file:
        try:
            context.load_cert_chain(tls.cert_file, tls.key_file, password=_no_password)
        except (ssl.SSLError, OSError, ValueError) as error:
            reason = getattr(error, "reason", "") or str(error)
            raise SourceError(
                f"{_PREFIX}unable to load cert from key pair: tls: {_key_problem(reason)}"
            ) from None
    return context


def _no_password() -> str:
    raise ValueError("ENCRYPTED")


def _key_problem(reason: str) -> str:
    if "MISMATCH" in reason:
        return "private key does not match public key"
    if "ENCRYPTED" in reason:
        return "failed to parse private key"
    return "failed to find any PEM data in certificate input"


def _check_files(tls: TLS) -> None:
    """Refuse files that cannot be read; Helm reads the client's first, and needs both of them."""
    problems = []
    if tls.cert_file or tls.key_file:
        for what, path in (("cert", tls.cert_file), ("key", tls.key_file)):
            problem = _unreadable(path)
            if problem:
                problems.append(f'unable to read {what} file: "{path}": {problem}')
                break
    if tls.ca_file and (problem := _unreadable(tls.ca_file)):
        problems.append(f'can\'t read CA file: "{tls.ca_file}": {problem}')
    if problems:
        raise SourceError(_PREFIX + "\n".join(problems))


def _unreadable(path: str) -> str:
    """Return what Go says of a file that cannot be read, nothing of one that can."""
    from helmwright.disk.reading import read_named

    try:
        read_named(path)
    except IsADirectoryError:
        return f"read {path}: is a directory"
    except OSError as error:
        return f"open {path}: {(error.strerror or str(error)).lower()}"
    return ""
