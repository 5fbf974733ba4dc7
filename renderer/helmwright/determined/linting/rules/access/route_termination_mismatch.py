"""The Route speaks another protocol than the master."""

from __future__ import annotations

from typing import TYPE_CHECKING

from helmwright.determined.linting.rule import DETERMINED, Severity, example, rule
from helmwright.determined.linting.rules.access._service import has_route

if TYPE_CHECKING:
    from collections.abc import Iterator

    from helmwright.determined.linting.settings import DeterminedSettings
    from helmwright.lint.finding import Problem

_PATH = ("openshiftRoute", "termination")


@rule(
    "route-termination-mismatch",
    reads=DETERMINED,
    severity=Severity.ERROR,
    covers=("T4",),
    since="0.17.4",
    summary="openshiftRoute.termination does not go with tlsSecret",
    why=(
        "With edge the router speaks plain HTTP to the master, with reencrypt and passthrough TLS; "
        "the master serves HTTPS if and only if tlsSecret is set."
    ),
    advice="With tlsSecret write reencrypt or passthrough, without it edge.",
    url="https://docs.redhat.com/en/documentation/openshift_container_platform/4.16/html/networking/configuring-routes",
    bad=(
        example(
            "tlsSecret: det-tls\nopenshiftRoute:\n  enabled: true\n  termination: «edge»\n",
            message="edge speaks plain HTTP to the master, which serves HTTPS",
        ),
        example(
            "openshiftRoute:\n  enabled: true\n  termination: «passthrough»\n",
            message="passthrough needs a master that serves HTTPS",
        ),
        example(
            "«openshiftRoute»:\n  enabled: true\n", upstream=True, message="termination is blank"
        ),
    ),
    good=(
        example("openshiftRoute:\n  enabled: true\n  termination: edge\n"),
        example("tlsSecret: a\nopenshiftRoute:\n  enabled: true\n  termination: reencrypt\n"),
        example("tlsSecret: a\nopenshiftRoute:\n  enabled: true\n"),
        example("tlsSecret: a\nopenshiftRoute:\n  enabled: false\n  termination: edge\n"),
    ),
)
def check(settings: DeterminedSettings) -> Iterator[Problem]:
    """Compare the termination with tlsSecret; only our chart refuses what does not go together."""
    if not has_route(settings):
        return
    termination = settings.get(*_PATH, default="")
    severity = Severity.WARNING if settings.upstream else None
    message = ""
    if termination == "":
        if settings.upstream:
            message = "openshiftRoute.termination is blank, so that the Route has no valid TLS"
    elif termination == "edge" and settings.get("tlsSecret"):
        message = (
            "openshiftRoute.termination: edge speaks plain HTTP to the master, which serves HTTPS "
            "because of tlsSecret"
        )
    elif termination in ("reencrypt", "passthrough") and not settings.get("tlsSecret"):
        message = (
            f"openshiftRoute.termination: {termination} needs a master that serves HTTPS, "
            "and tlsSecret is not set"
        )
    if message:
        yield settings.problem(_PATH, message, severity=severity)
