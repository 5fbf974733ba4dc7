"""The certificates of the master and of the database are mounted in the same folder."""

from __future__ import annotations

from typing import TYPE_CHECKING

from helmwright.determined.linting.rule import DETERMINED, Severity, example, rule

if TYPE_CHECKING:
    from collections.abc import Iterator

    from helmwright.determined.linting.settings import DeterminedSettings
    from helmwright.lint.finding import Problem


@rule(
    "two-certificates-in-one-folder",
    reads=DETERMINED,
    severity=Severity.ERROR,
    covers=("T3",),
    since="0.17.10",
    summary="tlsSecret and db.certResourceName with the chart that comes with Determined",
    why="Both are mounted at /mount/determined/secrets/, and Kubernetes refuses the pod.",
    advice="Use this project's chart, which mounts them apart, or end TLS before the master.",
    url="https://github.com/determined-ai/determined/blob/v0.38.1/helm/charts/determined/templates/master-deployment.yaml",
    bad=(
        example(
            "tlsSecret: det-tls\ndb:\n  sslMode: verify-ca\n  sslRootCert: ca.pem\n"
            "  certResourceName: «db-ca»\n",
            upstream=True,
            message="db.certResourceName: it is mounted where tlsSecret is",
        ),
    ),
    good=(
        example("tlsSecret: det-tls\ndb:\n  sslMode: verify-ca\n  certResourceName: db-ca\n"),
        example("tlsSecret: det-tls\n", upstream=True),
    ),
)
def check(settings: DeterminedSettings) -> Iterator[Problem]:
    """Look for both certificates."""
    if settings.upstream and settings.get("tlsSecret") and settings.get("db", "certResourceName"):
        message = "db.certResourceName: it is mounted where tlsSecret is"
        yield settings.problem(("db", "certResourceName"), message)
