"""The master has a load balancer of its own besides the Ingress."""

from __future__ import annotations

from typing import TYPE_CHECKING

from helmwright.determined.linting.rule import DETERMINED, Severity, example, rule
from helmwright.determined.linting.rules.access._service import has_ingress

if TYPE_CHECKING:
    from collections.abc import Iterator

    from helmwright.determined.linting.settings import DeterminedSettings
    from helmwright.lint.finding import Problem

_PATH = ("masterService", "type")


@rule(
    "ingress-beside-load-balancer",
    reads=DETERMINED,
    severity=Severity.WARNING,
    covers=("T6",),
    summary="An Ingress together with a Service of type LoadBalancer",
    why="The second way to the master goes around the Ingress: around its TLS and its rules.",
    advice="Leave masterService.type blank, which makes it ClusterIP, or set it to NodePort.",
    url="https://kubernetes.io/docs/concepts/services-networking/ingress/",
    bad=(
        example(
            "ingress:\n  enabled: true\nmasterService:\n  type: «LoadBalancer»\n",
            message="goes around the Ingress",
        ),
    ),
    good=(
        example("ingress:\n  enabled: true\n"),
        example("ingress:\n  enabled: true\nmasterService:\n  type: NodePort\n"),
        example("masterService:\n  type: LoadBalancer\n"),
        example(
            "ingress:\n  enabled: true\nmasterService:\n  type: LoadBalancer\n"
            "loadBalancerSourceRanges: [10.0.0.0/8]\n"
        ),
    ),
)
def check(settings: DeterminedSettings) -> Iterator[Problem]:
    """Look for both; who limits the networks of the load balancer wants it."""
    own = settings.get(*_PATH) == "LoadBalancer" and not settings.get("loadBalancerSourceRanges")
    if has_ingress(settings) and own:
        message = "masterService.type: the load balancer goes around the Ingress"
        yield settings.problem(_PATH, message)
