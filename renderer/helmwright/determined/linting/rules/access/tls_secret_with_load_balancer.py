"""The master ends TLS behind a load balancer."""

from __future__ import annotations

from typing import TYPE_CHECKING

from helmwright.determined.linting.rule import DETERMINED, Severity, example, rule
from helmwright.determined.linting.rules.access._service import service_type

if TYPE_CHECKING:
    from collections.abc import Iterator

    from helmwright.determined.linting.settings import DeterminedSettings
    from helmwright.lint.finding import Problem


@rule(
    "tls-secret-with-load-balancer",
    reads=DETERMINED,
    severity=Severity.INFO,
    covers=("T1",),
    since="0.13.5",
    summary="tlsSecret with a Service of type LoadBalancer",
    why=(
        "The master serves HTTPS then, and the load balancer must hand on TCP as it is. The guides "
        "combine tlsSecret with a NodePort Service and an Ingress that passes TLS through."
    ),
    advice="Leave it if the load balancer works on TCP; else use an Ingress or useNodePortForMaster.",
    url="https://github.com/determined-ai/determined/blob/v0.38.1/docs/setup-cluster/k8s/install-on-kubernetes.rst",
    bad=(
        example("tlsSecret: «det-tls»\n", message="TCP"),
        example("tlsSecret: «det-tls»\nuseNodePortForMaster: false\n", upstream=True),
    ),
    good=(
        example("tlsSecret: det-tls\nuseNodePortForMaster: true\n"),
        example("tlsSecret: det-tls\ningress:\n  enabled: true\n"),
        example("tlsSecret: det-tls\nmasterService:\n  type: ClusterIP\n"),
        example("tlsSecret:\n"),
    ),
)
def check(settings: DeterminedSettings) -> Iterator[Problem]:
    """Look at the type of the Service."""
    if settings.get("tlsSecret") and service_type(settings) == "LoadBalancer":
        message = "tlsSecret: the master serves HTTPS, and its load balancer must hand on plain TCP"
        yield settings.problem(("tlsSecret",), message)
