"""db.sslMode checks a certificate that the values do not name."""

from __future__ import annotations

from typing import TYPE_CHECKING

from helmwright.determined.linting.rule import DETERMINED, Severity, example, rule
from helmwright.lint.finding import Related

if TYPE_CHECKING:
    from collections.abc import Iterator

    from helmwright.determined.linting.settings import DeterminedSettings
    from helmwright.lint.finding import Problem

_CHECKING = ("verify-ca", "verify-full")
_MEANING = {
    "sslRootCert": "the name of the file with the CA",
    "certResourceName": "the Secret or ConfigMap that holds that file",
    "resourceType": "secret or configMap",
}


@rule(
    "ssl-mode-without-certificate",
    reads=DETERMINED,
    severity=Severity.ERROR,
    covers=("D1",),
    since="0.17.10",
    summary="db.sslMode needs a certificate that is not named",
    why="The master checks the server with a CA that it reads from a Secret or ConfigMap; without "
    "it the chart renders nothing. Upstream's chart wants one for every db.sslMode.",
    advice="Set db.sslRootCert to the name of the file with the CA and db.certResourceName to the "
    "Secret or ConfigMap that holds it; for TLS without a check use require.",
    url="https://github.com/determined-ai/determined/blob/v0.38.1/helm/charts/determined/values.yaml",
    bad=(
        example(
            "db:\n  hostAddress: pg.example.com\n  sslMode: verify-full\n  «sslRootCert»:\n"
            "  «certResourceName»:\n",
            message="db.sslRootCert is not set, and db.sslMode verify-full needs it",
        ),
        example(
            "«db»:\n  sslMode: verify-ca\n  sslRootCert: ca.pem\n",
            message="db.certResourceName is not set",
        ),
        example(
            "db:\n  sslMode: require\n  sslRootCert: «ca.pem»\n",
            message="db.sslRootCert is the name of a file",
        ),
        example(
            "«db»:\n  sslMode: require\n  sslRootCert: ca.pem\n  certResourceName: db-ca\n",
            upstream=True,
            message="db.resourceType is not set",
        ),
    ),
    good=(
        example("db:\n  hostAddress: pg.example.com\n  sslMode: require\n"),
        example("db:\n  sslMode: verify-ca\n  sslRootCert: ca.pem\n  certResourceName: db-ca\n"),
        example("db:\n  sslRootCert: ca.pem\n"),
        example(
            "db:\n  sslMode: require\n  sslRootCert: ca.pem\n  resourceType: configMap\n"
            "  certResourceName: db-ca\n",
            upstream=True,
        ),
    ),
)
def check(settings: DeterminedSettings) -> Iterator[Problem]:
    """Look at what belongs to db.sslMode."""
    db = settings.section("db")
    mode = db.get("sslMode")
    if not mode or not isinstance(mode, str):
        return
    needed: tuple[str, ...] = ()
    if settings.upstream:
        needed = ("sslRootCert", "resourceType", "certResourceName")
    elif mode in _CHECKING:
        needed = ("sslRootCert", "certResourceName")
    chosen = [Related(settings.span(("db", "sslMode")), f"the mode is {mode}")]
    for key in needed:
        if not db.get(key):
            yield settings.problem(
                ("db", key),
                f"db.{key} is not set, and db.sslMode {mode} needs it",
                fix=f"set db.{key} to {_MEANING[key]}"
                + ("" if settings.upstream else ", or use db.sslMode require"),
                related=chosen,
            )
    if not needed and db.get("sslRootCert") and not db.get("certResourceName"):
        yield settings.problem(
            ("db", "sslRootCert"),
            "db.sslRootCert is the name of a file in a Secret or ConfigMap,"
            " and db.certResourceName names none",
            fix="set db.certResourceName to the Secret or ConfigMap that holds the file",
        )
