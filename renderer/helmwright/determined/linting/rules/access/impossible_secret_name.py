"""The name of a Secret is none that a Secret can have."""

from __future__ import annotations

from typing import TYPE_CHECKING

from helmwright.base.patterns import lazy_pattern
from helmwright.determined.linting.rule import DETERMINED, Severity, example, rule

if TYPE_CHECKING:
    from collections.abc import Iterator

    from helmwright.base.paths import Path
    from helmwright.determined.linting.settings import DeterminedSettings
    from helmwright.lint.finding import Problem

_NAME = lazy_pattern(r"[a-z0-9]([-a-z0-9]*[a-z0-9])?(\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*")
_LONGEST = 253
_PATHS: tuple[Path, ...] = (
    ("tlsSecret",),
    ("externalCaCertSecretName",),
    ("ingress", "tls", "secretName"),
    ("certificate", "secretName"),
)


@rule(
    "impossible-secret-name",
    reads=DETERMINED,
    severity=Severity.ERROR,
    covers=("T2",),
    summary="What should name a Secret with a certificate is no name of a Secret",
    why="There is no such Secret in the namespace, so that the pod of the master never starts.",
    advice="Give the name of a Secret of the release's namespace: small letters, digits, - and dots.",
    url="https://kubernetes.io/docs/concepts/overview/working-with-objects/names/#dns-subdomain-names",
    bad=(
        example("tlsSecret: «secrets/det-tls»\n", message='"secrets/det-tls" is no name'),
        example("tlsSecret: «Det-TLS»\n"),
        example(
            "tlsSecret: «»|\n  -----BEGIN CERTIFICATE-----\n", message="the text of a certificate"
        ),
        example("externalCaCertSecretName: «ca_cert»\n"),
    ),
    good=(
        example("tlsSecret: det-tls\nexternalCaCertSecretName: ca.example.com\n"),
        example("tlsSecret:\nexternalCaCertSecretName: ''\n"),
    ),
)
def check(settings: DeterminedSettings) -> Iterator[Problem]:
    """Look at the names of Secrets with certificates."""
    for path in _PATHS:
        name = settings.get(*path)
        if not isinstance(name, str) or not name:
            continue
        if "-----BEGIN" in name:
            message = f"{settings.name(path)}: it is the text of a certificate, not a Secret's name"
            yield settings.problem(path, message)
        elif len(name) > _LONGEST or _NAME.fullmatch(name) is None:
            message = f"{settings.name(path)}: {settings.show(*path)} is no name of a Secret"
            yield settings.problem(path, message)
