"""db.certResourceName is set and db.sslMode is not."""

from __future__ import annotations

from typing import TYPE_CHECKING

from helmwright.determined.linting.rule import DETERMINED, Severity, example, rule

if TYPE_CHECKING:
    from collections.abc import Iterator

    from helmwright.determined.linting.settings import DeterminedSettings
    from helmwright.lint.finding import Problem


@rule(
    "certificate-without-ssl-mode",
    reads=DETERMINED,
    severity=Severity.ERROR,
    covers=("D2",),
    since="0.17.10",
    summary="db.certResourceName is set, and db.sslMode is not",
    why="The connection to the database is not encrypted. The chart refuses that; upstream's mounts "
    "a volume that it does not define, so that Kubernetes refuses the pod of the master.",
    advice="Set db.sslMode, for example to verify-full, or remove db.certResourceName.",
    url="https://github.com/determined-ai/determined/blob/v0.38.1/helm/charts/determined/templates/_helpers.tpl",
    bad=(
        example("db:\n  certResourceName: «db-ca»\n", message="db.certResourceName is set"),
        example(
            "db:\n  sslMode:\n  certResourceName: «db-ca»\n  sslRootCert: ca.pem\n", upstream=True
        ),
    ),
    good=(
        example("db:\n  sslMode: verify-ca\n  sslRootCert: ca.pem\n  certResourceName: db-ca\n"),
        example("db:\n  certResourceName:\n"),
    ),
)
def check(settings: DeterminedSettings) -> Iterator[Problem]:
    """Look at db.certResourceName."""
    db = settings.section("db")
    if db.get("certResourceName") and not db.get("sslMode"):
        consequence = (
            "a mount without a volume" if settings.upstream else "a certificate without TLS"
        )
        yield settings.problem(
            ("db", "certResourceName"),
            f"db.certResourceName is set without db.sslMode: that is {consequence}",
        )
