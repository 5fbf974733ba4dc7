"""The certificate of Elasticsearch."""

from __future__ import annotations

from typing import TYPE_CHECKING

from helmwright.determined.linting.rule import DETERMINED, Severity, example, rule
from helmwright.determined.linting.rules.logging._logging import DOCS, logs_to_elastic

if TYPE_CHECKING:
    from collections.abc import Iterator

    from helmwright.determined.linting.settings import DeterminedSettings
    from helmwright.lint.finding import Problem

_TLS = (
    "logging:\n  type: elastic\n  host: logs.example.com\n  port: 9200\n  security:\n    tls:\n"
    "      enabled: true\n"
)
_PEM = (
    "      certificate: |\n        -----BEGIN CERTIFICATE-----\n        AAAA\n"
    "        -----END CERTIFICATE-----\n"
)


@rule(
    "elastic-certificate-unusable",
    reads=DETERMINED,
    severity=Severity.ERROR,
    covers=("X8",),
    since="0.13.11",
    summary="The certificate of Elasticsearch is a path, or goes together with skipVerify",
    why=(
        "The chart writes the text into a file of the master, so that a path there is no certificate; "
        "with skipVerify the master does not start."
    ),
    advice="Give the text: --set-file logging.security.tls.certificate=ca.crt, and leave skipVerify out.",
    url=DOCS,
    bad=(
        example(_TLS + "      certificate: «/etc/ssl/ca.crt»\n", message="is no certificate"),
        example(_TLS + "      skipVerify: «true»\n" + _PEM, message="exclude each other"),
    ),
    good=(
        example(_TLS + _PEM),
        example(_TLS + "      skipVerify: true\n"),
        example("logging:\n  security:\n    tls:\n      certificate: /etc/ssl/ca.crt\n"),
    ),
)
def check(settings: DeterminedSettings) -> Iterator[Problem]:
    """Look at logging.security.tls."""
    if not settings.writes_config:
        return
    tls = ("logging", "security", "tls")
    certificate = settings.get(*tls, "certificate")
    if not certificate or not logs_to_elastic(settings):
        return
    if "-----BEGIN " not in str(certificate):
        path = (*tls, "certificate")
        yield settings.problem(
            path, f"{settings.name(path)} is no certificate in PEM form, but perhaps its path"
        )
    elif settings.get(*tls, "skipVerify") is True:
        yield settings.problem(
            (*tls, "skipVerify"),
            "logging.security.tls.skipVerify and certificate exclude each other",
            fix="remove skipVerify, so that the certificate is checked",
        )
