"""Networks are allowed at a load balancer that there is not."""

from __future__ import annotations

from typing import TYPE_CHECKING

from helmwright.determined.linting.rule import DETERMINED, Severity, example, rule
from helmwright.determined.linting.rules.access._service import service_type

if TYPE_CHECKING:
    from collections.abc import Iterator

    from helmwright.determined.linting.settings import DeterminedSettings
    from helmwright.lint.finding import Problem


@rule(
    "source-ranges-without-load-balancer",
    reads=DETERMINED,
    severity=Severity.WARNING,
    covers=("T5",),
    summary="loadBalancerSourceRanges without a Service of type LoadBalancer",
    why=(
        "Nothing keeps other networks out then. Kubernetes refuses such a Service; this project's "
        "chart leaves the networks out."
    ),
    advice="Remove it, and limit the networks at the Ingress, the Route or the firewall.",
    url="https://kubernetes.io/docs/reference/kubernetes-api/service-resources/service-v1/#ServiceSpec",
    bad=(
        example(
            "useNodePortForMaster: true\n«loadBalancerSourceRanges»:\n  - 10.0.0.0/8\n",
            message="the Service is of type NodePort",
        ),
        example(
            "openshiftRoute:\n  enabled: true\n«loadBalancerSourceRanges»:\n  - 10.0.0.0/8\n",
            upstream=True,
            message="the Service is of type ClusterIP",
        ),
    ),
    good=(
        example("loadBalancerSourceRanges:\n  - 10.0.0.0/8\n"),
        example("useNodePortForMaster: true\nloadBalancerSourceRanges: []\n"),
        example(
            "useNodePortForMaster: true\nloadBalancerSourceRanges: [10.0.0.0/8]\n",
            release="0.30.0",
            upstream=True,
        ),
    ),
)
def check(settings: DeterminedSettings) -> Iterator[Problem]:
    """Look at the type of the Service."""
    if settings.upstream and not settings.release.at_least(0, 31, 0):
        return  # that chart does not read it
    kind = service_type(settings)
    if settings.get("loadBalancerSourceRanges") and kind != "LoadBalancer":
        yield settings.problem(
            ("loadBalancerSourceRanges",),
            f"loadBalancerSourceRanges: the Service is of type {kind}",
            of_key=True,
            severity=Severity.ERROR if settings.upstream else None,
        )
