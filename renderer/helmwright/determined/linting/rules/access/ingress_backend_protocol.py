"""An annotation of the Ingress makes its controller speak another protocol than the master."""

from __future__ import annotations

from typing import TYPE_CHECKING

from helmwright.determined.linting.rule import DETERMINED, Severity, example, rule
from helmwright.determined.linting.rules.access._service import has_ingress

if TYPE_CHECKING:
    from collections.abc import Iterator

    from helmwright.determined.linting.settings import DeterminedSettings
    from helmwright.lint.finding import Problem

_PROTOCOLS = (
    "nginx.ingress.kubernetes.io/backend-protocol",
    "alb.ingress.kubernetes.io/backend-protocol",
)
_PASSTHROUGH = "nginx.ingress.kubernetes.io/ssl-passthrough"


@rule(
    "ingress-backend-protocol",
    reads=DETERMINED,
    severity=Severity.WARNING,
    covers=("T6",),
    summary="An annotation of the Ingress names another protocol than that of the master",
    why="The master serves HTTPS if and only if tlsSecret is set; the Ingress answers 502 or 400 then.",
    advice="Remove the annotation: the chart writes the one that fits ingress.tls.mode.",
    url="https://kubernetes.github.io/ingress-nginx/user-guide/nginx-configuration/annotations/#backend-protocol",
    bad=(
        example(
            "tlsSecret: det-tls\ningress:\n  enabled: true\n  annotations:\n"
            "    nginx.ingress.kubernetes.io/backend-protocol: «HTTP»\n",
            message="the master serves HTTPS",
        ),
        example(
            "ingress:\n  enabled: true\n  annotations:\n"
            "    alb.ingress.kubernetes.io/backend-protocol: «HTTPS»\n",
            message="the master serves HTTP",
        ),
        example(
            "ingress:\n  enabled: true\n  annotations:\n"
            "    nginx.ingress.kubernetes.io/ssl-passthrough: «'true'»\n"
        ),
    ),
    good=(
        example(
            "tlsSecret: det-tls\ningress:\n  enabled: true\n  annotations:\n"
            "    nginx.ingress.kubernetes.io/backend-protocol: HTTPS\n"
            "    nginx.ingress.kubernetes.io/ssl-passthrough: 'true'\n"
        ),
        example(
            "ingress:\n  enabled: true\n  annotations:\n"
            "    nginx.ingress.kubernetes.io/backend-protocol: http\n"
            "    nginx.ingress.kubernetes.io/ssl-passthrough: 'false'\n"
        ),
    ),
)
def check(settings: DeterminedSettings) -> Iterator[Problem]:
    """Compare the annotations with tlsSecret."""
    if not has_ingress(settings):
        return
    spoken = "HTTPS" if settings.get("tlsSecret") else "HTTP"
    for key in _PROTOCOLS:
        asked = settings.get("ingress", "annotations", key)
        if isinstance(asked, str) and asked.upper() in {"HTTP", "HTTPS"} - {spoken}:
            message = f"ingress.annotations: {key} is {asked}, and the master serves {spoken}"
            yield settings.problem(("ingress", "annotations", key), message)
    if spoken == "HTTP" and settings.get("ingress", "annotations", _PASSTHROUGH) == "true":
        message = f"ingress.annotations: {_PASSTHROUGH} hands TLS on, and the master serves HTTP"
        yield settings.problem(("ingress", "annotations", _PASSTHROUGH), message)
